import { BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, PerspectiveCamera } from "three";
import { expect, test } from "vitest";
import type { Swarm } from "../../studio/viewport/bodies.js";
import { detailFor, largestRadius } from "../../studio/viewport/detail.js";

test("what is small on the screen is drawn with fewer triangles", () => {
  expect([100, 40, 5].map((radius) => detailFor(radius, 2))).toEqual([0, 1, 2]);
  expect(detailFor(5, 1)).toBe(1);
  expect(detailFor(5, 0)).toBe(0);
});

// a ball of radius r at a distance d takes r/(d tan(fov/2)) of half the height of the picture
test("the nearest instance counts", () => {
  const geometry = new BoxGeometry(2, 2, 2);
  const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), 2);
  mesh.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, -10));
  mesh.setMatrixAt(1, new Matrix4().makeTranslation(0, 0, -100));
  const camera = new PerspectiveCamera(60, 1, 0.1, 1000);
  camera.updateMatrixWorld();
  const swarm = { geometry, mesh, body: Int32Array.of(1, 2) } as unknown as Swarm;
  const expected = (500 * Math.sqrt(3)) / (10 * Math.tan(Math.PI / 6));
  expect(largestRadius(swarm, camera, 1000)).toBeCloseTo(expected, 6);
});
