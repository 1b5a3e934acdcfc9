import { describe, expect, test } from "vitest";
import {
  createMeshRegions,
  meshMeshRegions,
  REGION,
  REGION_SIZE,
} from "../../src/collision/narrow/mesh/mesh-regions.js";
import type { Collider } from "../../src/collision/narrow/types.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { random as randomFrom, unitQuaternion } from "../geometry/random.js";
import { meshShape } from "./mesh-cases.js";

const REST = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const box = (x: number, y: number, z: number) => polyhedronToMesh(boxSolid(x, y, z));
const regions = createMeshRegions(64, 8192);

function find(a: Collider, b: Collider, poseA: ArrayLike<number>, poseB: ArrayLike<number> = REST) {
  meshMeshRegions(a, Float64Array.from(poseA), 0, b, Float64Array.from(poseB), 0, regions);
  return Array.from({ length: regions.count }, (_, r) => {
    const o = REGION_SIZE * r;
    return {
      closed: regions.closed[r] === 1,
      edgeOnly: regions.edgeOnly[r] === 1,
      normal: [...regions.normal.subarray(3 * r, 3 * r + 3)],
      point: [...regions.point.subarray(3 * r, 3 * r + 3)],
      area: regions.size[o + REGION.area],
      radius: regions.size[o + REGION.radius],
      depthA: regions.size[o + REGION.depthA],
      depthB: regions.size[o + REGION.depthB],
      depth: regions.size[o + REGION.depth],
    };
  });
}

describe("contact regions of two meshes", () => {
  test("a box on a plate: area, centroid, radius of spin, depth; the same the other way round", () => {
    const a = meshShape(box(0.1, 0.1, 0.1));
    const b = meshShape(box(1, 1, 0.2));
    const [r] = find(a, b, [0.3, -0.2, 0.29, 0, 0, 0, 1]);
    expect(r.area).toBeCloseTo(0.04, 15);
    // mean distance from the centre of a square: (√2 + asinh 1)/6 of its side
    expect(r.radius).toBeCloseTo((0.2 * (Math.SQRT2 + Math.asinh(1))) / 6, 15);
    expect(r.depth).toBeCloseTo(0.01, 15);
    expect(r.normal[2]).toBe(-1);
    const [s] = find(b, a, REST, [0.3, -0.2, 0.29, 0, 0, 0, 1]);
    expect(s.normal[2]).toBe(1);
    expect(s.depthB).toBeCloseTo(r.depthA, 15);
    s.point.forEach((x, k) => {
      expect(x).toBeCloseTo(r.point[k], 14);
    });
  });

  test("a rod through a plate has a region on each side", () => {
    const found = find(meshShape(box(0.05, 0.05, 1)), meshShape(box(1, 1, 0.1)), [0.2, 0.1, 0, 0, 0, 0, 1]);
    expect(found.map((r) => r.closed)).toEqual([true, true]);
    expect(found[0].point[2]).toBeCloseTo(-found[1].point[2], 14);
    expect(Math.abs(found[0].point[2])).toBeCloseTo(0.1, 14);
    for (const r of found) expect(r.area).toBeCloseTo(0.01, 14);
  });

  test("a ring sunk into a plate: one loop inside the other, whose areas differ by the annulus", () => {
    // cut at height z the tube of radius 0.1 has the half width √(0.1² − z²)
    const found = find(meshShape(torusMesh(0.5, 0.1, 96, 96)), meshShape(box(1, 1, 0.2)), [0, 0, 0.25, 0, 0, 0, 1]);
    expect(found.length).toBe(2);
    const [outer, inner] = found.map((r) => r.area).sort((x, y) => y - x);
    const half = Math.sqrt(0.01 - 0.0025);
    expect((outer - inner) / (4 * Math.PI * 0.5 * half)).toBeCloseTo(1, 2);
    expect(inner).toBeLessThan(Math.PI * 0.5 ** 2);
  });

  test("crossing wedges: no vertex inside, yet the depth is how far one ridge is below the other", () => {
    // prisms with a ridge along x, upside down, and along y; ridges 10 mm past each other
    const wedge = (up: number, along: number): TriangleMesh => {
      const v = [-1, 1].flatMap((l) => [
        [l, -0.5, up * 0.5],
        [l, 0.5, up * 0.5],
        [l, 0, 0],
      ]);
      const at = v.map(([x, y, z]) => (along === 0 ? [x, y, z] : [y, x, z]));
      const turn = up * (along === 0 ? 1 : -1);
      const faces = [
        [0, 2, 1],
        [3, 4, 5],
        [0, 1, 4],
        [0, 4, 3],
        [1, 2, 5],
        [1, 5, 4],
        [2, 0, 3],
        [2, 3, 5],
      ];
      const triangles = faces.flatMap(([i, j, k]) => (turn > 0 ? [i, k, j] : [i, j, k]));
      return { vertices: Float64Array.from(at.flat()), triangles: Uint32Array.from(triangles) };
    };
    const lower = meshShape(wedge(-1, 1));
    const upper = meshShape(wedge(1, 0));
    expect([lower.mesh?.solid, upper.mesh?.solid]).toEqual([true, true]);
    const [r, ...others] = find(upper, lower, [0, 0, -0.01, 0, 0, 0, 1]);
    expect(others).toEqual([]);
    expect(r.edgeOnly).toBe(true);
    expect(Math.abs(r.normal[2])).toBeCloseTo(1, 12);
    expect(r.normal[2]).toBeLessThan(0);
    expect(r.depth).toBeCloseTo(0.01, 12);
  });

  test("a sheet has regions off its border, and says so where the contour ends there", () => {
    const sheet = meshShape({
      vertices: Float64Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    });
    const cube = meshShape(box(0.1, 0.1, 0.1));
    const [r] = find(cube, sheet, [0.3, 0.2, 0.09, 0, 0, 0, 1]);
    expect(r.closed).toBe(true);
    expect(r.depth).toBeCloseTo(0.01, 14);
    const [s, ...more] = find(cube, sheet, [1, 0.2, 0.09, 0, 0, 0, 1]);
    expect(more).toEqual([]);
    expect(s.closed).toBe(false);
    expect(s.depth).toBe(0);
  });

  test("contours of closed meshes are closed, in general and in degenerate positions", () => {
    const full = process.env.STICTION_FULL === "1";
    const random = randomFrom(38);
    const meshes = [box(0.5, 0.5, 0.5), box(0.25, 0.5, 0.75), icosphere(0.5, 1), torusMesh(0.5, 0.25, 8, 6)].map((m) =>
      meshShape(m),
    );
    let crossing = 0;
    for (let n = 0; n < (full ? 20000 : 400); n++) {
      const a = meshes[Math.floor(random() * 4)];
      const b = meshes[Math.floor(random() * 4)];
      // positions on a lattice and quarter turns: coplanar faces, edges on edges, vertices on vertices
      const lattice = n % 2 === 0;
      const p = [0, 1, 2].map(() => (lattice ? 0.25 * Math.floor(7 * random() - 3) : 1.4 * (random() - 0.5)));
      const h = Math.SQRT1_2;
      const q = lattice ? (n % 4 === 0 ? [0, 0, 0, 1] : [0, 0, h, h]) : unitQuaternion(random);
      const found = find(a, b, [...p, ...q]);
      crossing += found.length;
      for (const r of found) {
        expect(r.closed, `case ${n}`).toBe(true);
        for (const x of [...r.normal, ...r.point, r.area, r.radius, r.depth]) expect(Number.isFinite(x)).toBe(true);
        expect(Math.hypot(...r.normal)).toBeCloseTo(1, 12);
        expect(r.depth).toBeGreaterThanOrEqual(0);
      }
    }
    expect(crossing).toBeGreaterThan(full ? 10000 : 200);
  });
});
