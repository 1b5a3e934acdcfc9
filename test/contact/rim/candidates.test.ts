/** Lists of triangles that are kept from step to step change nothing: the rim is that of a search from scratch, bit for bit. */

import { collision, contact, geometry } from "stiction/internals";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../scenes/parts/bodies.js";
import { headMesh } from "../../../scenes/parts/head.js";
import { boxMesh, icoSphere, type MeshShape, sheet, tray } from "../../../scenes/parts/meshes.js";

function collider({ vertices, faces }: MeshShape) {
  const made = geometry.meshFromFaces(Float64Array.from(vertices.flat()), faces);
  if (!made.ok) throw new Error("no mesh");
  const { mesh } = made;
  const bounds = new Float64Array(6);
  for (let c = 0; c < 3; c++) {
    bounds[c] = Math.min(...vertices.map((v) => v[c]));
    bounds[3 + c] = Math.max(...vertices.map((v) => v[c]));
  }
  const mass = { volume: 1, center: new Float64Array(3), inertia: new Float64Array(6) };
  return collision.createCollider({ form: "mesh", size: [], mass, bounds, mesh, drawing: () => mesh });
}

type Segments = ReturnType<typeof contact.createRimSegments>;

const listed = ({ count, order, triangle, point, normal, length }: Segments) =>
  Array.from({ length: count }, (_, k) => order[k]).map((i) => [
    triangle[2 * i],
    triangle[2 * i + 1],
    length[i],
    ...point.subarray(6 * i, 6 * i + 6),
    ...normal.subarray(6 * i, 6 * i + 6),
  ]);

/** Moves pose 7 k … by a step of about `speed` m and rad. */
function nudge(pose: Float64Array, k: number, speed: number, next: () => number): void {
  for (let c = 0; c < 3; c++) pose[7 * k + c] += speed * (next() - 0.5);
  for (let c = 3; c < 7; c++) pose[7 * k + c] += speed * (next() - 0.5);
  const norm = Math.hypot(...pose.subarray(7 * k + 3, 7 * k + 7));
  for (let c = 3; c < 7; c++) pose[7 * k + c] /= norm;
}

const SHAPES: Record<string, readonly [MeshShape, MeshShape]> = {
  heads: [headMesh(0.14, 8), headMesh(0.14, 6)],
  "head in a tray": [tray(0.5, 0.2, 0.1), headMesh(0.14, 8)],
  "ball on a sheet": [sheet(2), icoSphere(0.2, 3)],
  cubes: [boxMesh(0.2, 0.2, 0.2), boxMesh(0.2, 0.2, 0.2)],
};

describe("the rim does not depend on what is kept", () => {
  test.each(Object.entries(SHAPES))("%s", (_name, [first, second]) => {
    const [a, b] = [collider(first), collider(second)];
    const kept = contact.createRimSegments(2048);
    const next = randomNumbers(7);
    let segments = 0;
    for (let run = 0; run < 6; run++) {
      const pose = Float64Array.from([0, 0, 0, 0, 0, 0, 1, 0.02, 0.03, 0.2, 0, 0, 0, 1]);
      const speed = [1e-7, 1e-5, 3e-4, 3e-3, 0.03, 0.3][run];
      nudge(pose, 1, 0.1, next);
      for (let k = 0; k < 60; k++) {
        nudge(pose, k % 2, speed, next);
        contact.findRim(a, pose, 0, b, pose, 7, kept);
        const fresh = contact.createRimSegments(2048);
        contact.findRim(a, pose, 0, b, pose, 7, fresh);
        expect(listed(kept)).toEqual(listed(fresh));
        segments += kept.count;
      }
    }
    expect(segments).toBeGreaterThan(500);
    // the slow runs keep their lists
    expect(kept.candidates.searches).toBeLessThan(300);
  });

  test("of many pairs that come and go", () => {
    const shapes = Array.from({ length: 6 }, (_, k) => collider(k % 2 ? icoSphere(0.2, 2) : headMesh(0.14, 6)));
    const pose = Float64Array.from(shapes.flatMap((_, k) => [0.15 * k, 0.1 * (k % 2), 0, 0, 0, 0, 1]));
    const kept = contact.createRimSegments(2048);
    const next = randomNumbers(11);
    for (let sweep = 0; sweep < 40; sweep++) {
      for (let k = 0; k < 6; k++) nudge(pose, k, 2e-3, next);
      for (let i = 0; i < 6; i++) {
        for (let j = i + 1; j < 6; j++) {
          if (next() < 0.2) continue;
          contact.findRim(shapes[i], pose, 7 * i, shapes[j], pose, 7 * j, kept);
          const fresh = contact.createRimSegments(2048);
          contact.findRim(shapes[i], pose, 7 * i, shapes[j], pose, 7 * j, fresh);
          expect(listed(kept)).toEqual(listed(fresh));
        }
      }
    }
  });

  test("other meshes at the same places are not mistaken for those before", () => {
    const kept = contact.createRimSegments(2048);
    const pose = Float64Array.from([0, 0, 0, 0, 0, 0, 1, 0.01, 0.02, 0.15, 0, 0, 0, 1]);
    const [head, ball, box] = [headMesh(0.14, 6), icoSphere(0.15, 2), boxMesh(0.2, 0.2, 0.2)].map(collider);
    const find = (a: typeof head, b: typeof head, into: Segments) => {
      contact.findRim(a, pose, 0, b, pose, 7, into);
      return listed(into);
    };
    for (const [a, b] of [
      [head, ball],
      [ball, head],
      [box, ball],
      [box, head],
    ])
      expect(find(a, b, kept)).toEqual(find(a, b, contact.createRimSegments(2048)));
  });
});

test("a list that outgrows its room is found whole", () => {
  // 1280 triangles each, nearly the same sphere: thousands of pairs
  const ball = collider(icoSphere(0.2, 3));
  const pose = Float64Array.from([0, 0, 0, 0, 0, 0, 1, 1e-3, 2e-3, 1e-3, 0.01, 0.02, 0.03, 0.9993]);
  const found = contact.createRimSegments(20_000);
  contact.findRim(ball, pose, 0, ball, pose, 7, found);
  expect(found.overflow).toBe(false);
  expect(found.candidates.to - found.candidates.from).toBeGreaterThan(512);
  expect(found.count).toBeGreaterThan(200);
});
