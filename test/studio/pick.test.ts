/** Picking finds the same with and without search trees, which are loaded after the first picture. */
import { InstancedMesh, Matrix4, MeshBasicMaterial, Plane, Ray, SphereGeometry, Vector3 } from "three";
import { expect, test } from "vitest";
import type { Bodies } from "../../studio/viewport/bodies.js";
import { loadTrees, pickBody } from "../../studio/viewport/pick.js";

/** Three scaled balls in a row along x. */
function row(): Bodies {
  const geometry = new SphereGeometry(1, 24, 16).toNonIndexed();
  const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), 3);
  for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().makeScale(1, 2, 1 + i).setPosition(5 * i, 0, 0));
  return { swarms: [{ geometry, mesh, body: Int32Array.of(7, 8, 9) }] } as unknown as Bodies;
}

const rays = [
  new Ray(new Vector3(-10, 0.1, 0.2), new Vector3(1, 0, 0)),
  new Ray(new Vector3(5, -10, 1.5), new Vector3(0, 1, 0)),
  new Ray(new Vector3(10, -10, 0.3), new Vector3(0, 1, 0)),
  new Ray(new Vector3(0, -10, 5), new Vector3(0, 1, 0)),
];
const cuts = [[], [new Plane(new Vector3(1, 0, 0), 0)], [new Plane(new Vector3(0, 1, 0), 0)]];
const all = (bodies: Bodies) => cuts.flatMap((cut) => rays.map((ray) => pickBody(bodies, ray, cut)));

test("the same bodies, to round-off the same points", async () => {
  const slow = all(row());
  expect(slow.slice(0, 4).map((picked) => picked?.body)).toEqual([7, 8, 9, undefined]);
  await loadTrees();
  const fast = all(row());
  expect(fast.map((picked) => picked?.body)).toEqual(slow.map((picked) => picked?.body));
  // single precision of the geometry, at some ten metres
  fast.forEach((picked, k) => {
    expect(picked?.distance ?? 0).toBeCloseTo(slow[k]?.distance ?? 0, 4);
  });
});
