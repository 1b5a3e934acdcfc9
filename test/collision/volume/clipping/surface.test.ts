/** The surface of the common volume that clipping gives: closed, on the faces that it comes from, region by region. */
import { describe, expect, test } from "vitest";
import {
  CLIPPED,
  clipVolumes,
  createClippedVolumes,
  OVERLAP_SIZE,
  overlapRegion,
} from "../../../../src/collision/volume/index.js";
import { buildVolumeMesh } from "../../../../src/collision/volume/volume-mesh.js";
import { flipMesh } from "../../../../src/geometry/mesh-edit.js";
import { meshVolume } from "../../../../src/geometry/polyhedron-mass.js";
import { icosphere, torusMesh } from "../../../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../../../src/geometry/types.js";
import { random } from "../../../geometry/random.js";
import { boxMesh, moveMesh, randomPair, transformOf, uPrism } from "../shapes.js";

const HERE = transformOf([0, 0, 0, 1], [0, 0, 0]);

function clip(a: TriangleMesh, b: TriangleMesh, to = HERE) {
  const out = createClippedVolumes();
  clipVolumes(buildVolumeMesh(a), buildVolumeMesh(b), to, out);
  expect(out.open).toBe(0);
  return out;
}

/** Several meshes as one. */
function joined(...meshes: TriangleMesh[]): TriangleMesh {
  const vertices = meshes.flatMap((m) => Array.from(m.vertices));
  let first = 0;
  const triangles = meshes.flatMap((m) => {
    const list = Array.from(m.triangles, (v) => first + v);
    first += m.vertices.length / 3;
    return list;
  });
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** A ball with a smaller one taken out of it. */
const hollow = () => joined(icosphere(1, 2), flipMesh(icosphere(0.5, 1)));

describe("the clipped surface", () => {
  test("is closed: every side of a triangle is met by one in the opposite direction, and its volume is that of the regions", () => {
    for (let i = 0; i < 48; i++) {
      const { a, b, transform } = randomPair(random(9000 + i), i);
      const { triangles, points, overlap, region } = clip(a, b, transform);
      const sides = new Map<number, number>();
      const n = points.length / 3;
      for (let h = 0; h < triangles.length; h++) {
        const [p, q] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
        sides.set(p * n + q, (sides.get(p * n + q) ?? 0) + 1);
      }
      for (const [key, count] of sides) {
        const [p, q] = [Math.floor(key / n), key % n];
        expect(sides.get(q * n + p), `pair ${i}`).toBe(count);
      }
      for (let r = 0; r < overlap.count; r++) {
        const part = triangles.filter((_, h) => region[Math.floor(h / 3)] === r);
        const volume = meshVolume({ vertices: points, triangles: part });
        // sums about another origin: round-off
        expect(Math.abs(volume - overlap.values[OVERLAP_SIZE * r]), `pair ${i}`).toBeLessThan(1e-13);
      }
    }
  });

  test("lies on the faces that it comes from, crossed ones in part and inner ones as a whole", () => {
    for (let i = 0; i < 24; i++) {
      const { a, b, transform } = randomPair(random(9100 + i), i);
      const out = clip(a, b, transform);
      const meshes = [a, moveMesh(b, transform)];
      const crossed = [new Set(out.crossedA), new Set(out.crossedB)];
      for (let t = 0; t < out.body.length; t++) {
        const { vertices: v, triangles: f } = meshes[out.body[t]];
        const [p, q, r] = [0, 1, 2].map((k) => [0, 1, 2].map((c) => v[3 * f[3 * out.source[t] + k] + c]));
        const cross = (x: number[], y: number[]) => [
          x[1] * y[2] - x[2] * y[1],
          x[2] * y[0] - x[0] * y[2],
          x[0] * y[1] - x[1] * y[0],
        ];
        const minus = (x: number[], y: number[]) => x.map((s, k) => s - y[k]);
        const n = cross(minus(q, p), minus(r, p));
        const length = Math.hypot(...n);
        for (let k = 0; k < 3; k++) {
          const x = [0, 1, 2].map((c) => out.points[3 * out.triangles[3 * t + k] + c]);
          const height = minus(x, p).reduce((s, d, c) => s + d * n[c], 0) / length;
          // corners are rounded once: half a unit in the last place of coordinates below 8; planes of slivers err by more
          expect(Math.abs(height), `pair ${i}`).toBeLessThan(1e-13);
        }
        expect(crossed[out.body[t]].has(out.source[t])).toBe(out.kind[t] === CLIPPED.cut);
      }
    }
  });
});

describe("regions of the clipped surface", () => {
  const volumes = (a: TriangleMesh, b: TriangleMesh, to?: Float64Array) => {
    const { overlap } = clip(a, b, to);
    return Array.from({ length: overlap.count }, (_, r) => overlapRegion(overlap, r));
  };

  test("M15: two, with the recorded volumes", () => {
    const bar = boxMesh([-3, -0.2, -0.2], [3, 0.2, 0.2]);
    const found = volumes(uPrism(), bar, transformOf([1, 2, 3, 40], [1 / 20, 1 / 2, 1 / 30]));
    const sorted = found.map((r) => r.volume).sort((x, y) => y - x);
    for (const [r, v] of [0.16261964735516374, 0.16257607834950555].entries()) {
      expect(Math.abs(sorted[r] / v - 1)).toBeLessThan(1e-12);
    }
    expect(sorted.length).toBe(2);
  });

  test("a void goes to the region around it; a hole in a cut face makes no region of its own", () => {
    const solid = icosphere(1, 2);
    const whole = meshVolume(solid) - meshVolume(icosphere(0.5, 1));
    const inside = volumes(boxMesh([-2, -2, -2], [2, 2, 2]), hollow());
    expect(inside.length).toBe(1);
    expect(Math.abs(inside[0].volume / whole - 1)).toBeLessThan(1e-13);
    // cut through the void: the face of the box has a ring on it
    const half = volumes(boxMesh([-2, -2, -2], [2, 2, 0.1]), hollow());
    expect(half.length).toBe(1);
    expect(half[0].loops.length).toBe(2);
    // three balls, one of them hollow, in one mesh
    const balls = joined(hollow(), moveMesh(solid, transformOf([0, 0, 0, 1], [3, 0, 0])));
    const two = volumes(boxMesh([-2, -2, -2], [5, 2, 2]), balls);
    expect(two.length).toBe(2);
    expect(Math.abs(Math.min(...two.map((r) => r.volume)) / whole - 1)).toBeLessThan(1e-13);
  });

  test("nothing in a hollow ball; one solid in another; a solid with itself", () => {
    expect(volumes(hollow(), icosphere(0.3, 1))).toEqual([]);
    expect(volumes(icosphere(0.3, 1), hollow())).toEqual([]);
    const torus = torusMesh(1, 0.4, 24, 16);
    const bead = icosphere(0.2, 1);
    for (const to of [transformOf([0.1, 0.2, 0.3, 1], [1, 0, 0]), transformOf([0.1, 0.2, 0.3, 1], [0, 0, 0])]) {
      // in the tube of the ring, and in its hole; once more with more faces than a BSP is made for
      expect(volumes(torus, bead, to).length).toBe(to[9]);
      expect(volumes(torusMesh(1, 0.4, 48, 24), bead, to).length).toBe(to[9]);
    }
    const same = volumes(torus, torus);
    expect(same.length).toBe(1);
    expect(Math.abs(same[0].volume / meshVolume(torus) - 1)).toBeLessThan(1e-12);
    expect(same[0].deep).toBe(true);
  });

  test("a body that touches itself along a face", () => {
    // two boxes side by side in one mesh, their common wall twice; and a third above both
    const pair = joined(boxMesh([0, 0, 0], [1, 1, 1]), boxMesh([1, 0, 0], [2, 1, 1]));
    const found = volumes(boxMesh([0.25, 0.25, 0.5], [1.75, 0.75, 2]), pair);
    expect(Math.abs(found.reduce((s, r) => s + r.volume, 0) - 1.5 * 0.5 * 0.5)).toBeLessThan(1e-14);
  });
});
