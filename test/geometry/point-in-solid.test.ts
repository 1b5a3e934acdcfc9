/**
 * Inside, outside or on a solid: by a solid BSP and by rays through the mesh tree, two exact methods that must always
 * agree.
 */
import { describe, expect, test } from "vitest";
import { buildBspTree } from "../../historical/trees/bsp-tree.js";
import { type Piece, splitPiece, wholeTriangle } from "../../historical/trees/split-polygon.js";
import { createPointTable, sideOfPlane } from "../../src/collision/volume/clipping/tied-points.js";
import { convexHull } from "../../src/geometry/convex-hull.js";
import { inspectMesh } from "../../src/geometry/mesh.js";
import { flipMesh, polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { buildMeshTree } from "../../src/geometry/tree/build.js";
import {
  classifyPoint,
  INSIDE,
  ON_SURFACE,
  ON_SURFACE_WINDING,
  OUTSIDE,
  windingNumber,
} from "../../src/geometry/tree/inside.js";
import { nearestPoint } from "../../src/geometry/tree/nearest.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { allocatedBytes } from "../judges/allocation.js";
import { random, randomHullMesh, randomStarMesh, toLattice } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";

/** Judge for points off the surface: the solid angle of all triangles over 4π, which is the winding number. */
function solidAngle({ vertices: v, triangles }: TriangleMesh, p: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((m) => v[3 * triangles[t + k] + m] - p[m]));
    const [la, lb, lc] = [a, b, c].map((x) => Math.hypot(...x));
    const dot = (x: number[], y: number[]) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

/** An L-shaped bracket and a box with a box-shaped cavity: coplanar facets, notches, all on a small lattice. */
function bracket(): TriangleMesh {
  const outline = [
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ];
  const vertices = [0, 2].flatMap((z) => outline.flatMap(([x, y]) => [x, y, z]));
  const cap = [0, 1, 2, 0, 2, 3, 0, 3, 5, 3, 4, 5];
  const triangles: number[] = [];
  for (let i = 0; i < cap.length; i += 3) {
    triangles.push(cap[i], cap[i + 2], cap[i + 1], cap[i] + 6, cap[i + 1] + 6, cap[i + 2] + 6);
  }
  for (let i = 0; i < 6; i++) {
    const j = (i + 1) % 6;
    triangles.push(i, j, j + 6, i, j + 6, i + 6);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function hollowBox(): TriangleMesh {
  const outer = polyhedronToMesh(boxSolid(2, 2, 2));
  const inner = flipMesh(polyhedronToMesh(boxSolid(1, 1, 1)));
  return {
    vertices: Float64Array.from([...outer.vertices, ...inner.vertices]),
    triangles: Uint32Array.from([...outer.triangles, ...inner.triangles.map((i) => i + outer.vertices.length / 3)]),
  };
}

const rnd = random(50);
const solids: { name: string; mesh: TriangleMesh }[] = [
  { name: "star, 320 triangles", mesh: randomStarMesh(rnd, 2) },
  { name: "torus", mesh: torusMesh(1, 0.4, 16, 10) },
  { name: "hull", mesh: randomHullMesh(rnd) },
  { name: "box", mesh: polyhedronToMesh(boxSolid(1, 2, 3)) },
  { name: "bracket", mesh: bracket() },
  { name: "hollow box", mesh: hollowBox() },
];

/**
 * Points of every kind: anywhere, on a lattice, at vertices, on edges and faces, and one unit in the last place beside
 * them.
 */
function awkwardPoint(rnd: () => number, { vertices: v, triangles }: TriangleMesh, i: number, out: Float64Array): void {
  let low = Infinity;
  let high = -Infinity;
  for (const x of v) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  const t = 3 * Math.floor((rnd() * triangles.length) / 3);
  const corner = (c: number, k: number) => v[3 * triangles[t + c] + k];
  const kind = i % 6;
  const [s, w] = [Math.floor(rnd() * 5) / 4, Math.floor(rnd() * 5) / 4];
  for (let k = 0; k < 3; k++) {
    if (kind === 0) out[k] = low + (high - low) * (1.2 * rnd() - 0.1);
    else if (kind === 1) out[k] = Math.round(2 * (low + (high - low) * rnd())) / 2;
    else if (kind === 2) out[k] = corner(0, k);
    else if (kind === 3) out[k] = corner(0, k) + s * (corner(1, k) - corner(0, k));
    // inside the face, on its border, or outside of it in its plane
    else out[k] = corner(0, k) + s * (corner(1, k) - corner(0, k)) + w * (corner(2, k) - corner(0, k));
    if (kind === 5 && rnd() < 0.5) out[k] += out[k] * 2 ** -52 * Math.floor(rnd() * 3 - 1);
  }
}

describe("solid BSP and ray agree", () => {
  test.each(solids)("$name", ({ mesh }) => {
    expect(inspectMesh(mesh).problems).toEqual([]);
    const rnd = random(51);
    const bsp = buildBspTree(mesh);
    const tree = buildMeshTree(mesh);
    const p = new Float64Array(4);
    const near = new Float64Array(5);
    const seen = new Map<number, number>();
    let judged = 0;
    const count = FULL ? 20_000 : 700;
    for (let i = 0; i < count; i++) {
      const point = new Float64Array(3);
      awkwardPoint(rnd, mesh, i, point);
      p.set(point, 1);
      const byRay = classifyPoint(tree, p, 1);
      const byPlanes = bsp.classify(p, 1);
      if (byRay !== byPlanes) expect.fail(`point ${i} [${point}]: ray ${byRay}, BSP ${byPlanes}`);
      seen.set(byRay, (seen.get(byRay) ?? 0) + 1);
      // vertices and, on a lattice, points of edges are on the surface exactly
      if (i % 6 === 2) expect(byRay).toBe(ON_SURFACE);
      if (byRay === ON_SURFACE || i % 5 !== 0) continue;
      // within round-off of the surface the arcs are not to be trusted
      near[3] = 1e-24;
      if (nearestPoint(tree, p, 1, near, 0) >= 0) continue;
      const angle = solidAngle(mesh, point);
      judged++;
      expect(Math.abs(angle - Math.round(angle))).toBeLessThan(1e-9);
      expect(byRay).toBe(Math.round(angle) === 0 ? OUTSIDE : INSIDE);
      expect(windingNumber(tree, p, 1)).toBe(Math.round(angle) + 0);
    }
    expect(judged).toBeGreaterThan(count / 20);
    for (const kind of [INSIDE, ON_SURFACE, OUTSIDE]) expect(seen.get(kind)).toBeGreaterThan(count / 50);
  });

  test("closed forms: bracket, cavity", () => {
    const p = (x: number, y: number, z: number) => Float64Array.of(x, y, z);
    for (const classify of [
      (m: TriangleMesh, q: Float64Array) => classifyPoint(buildMeshTree(m), q, 0),
      (m: TriangleMesh, q: Float64Array) => buildBspTree(m).classify(q, 0),
    ]) {
      expect(classify(bracket(), p(0.5, 2, 1))).toBe(INSIDE);
      expect(classify(bracket(), p(2, 2, 1))).toBe(OUTSIDE);
      // in the planes of facets, but off them
      expect(classify(bracket(), p(1, 0.5, 1))).toBe(INSIDE);
      expect(classify(bracket(), p(2, 1, 1))).toBe(ON_SURFACE);
      expect(classify(bracket(), p(0.5, 1, 1))).toBe(INSIDE);
      expect(classify(bracket(), p(1, 1, 1))).toBe(ON_SURFACE);
      expect(classify(bracket(), p(1, 4, 1))).toBe(OUTSIDE);
      expect(classify(hollowBox(), p(0, 0, 0))).toBe(OUTSIDE);
      expect(classify(hollowBox(), p(1.5, 0, 0))).toBe(INSIDE);
      expect(classify(hollowBox(), p(1, 0, 0))).toBe(ON_SURFACE);
      expect(classify(hollowBox(), p(2, 2, 2))).toBe(ON_SURFACE);
      expect(classify(hollowBox(), p(0, 0, 2.0000001))).toBe(OUTSIDE);
    }
    expect(windingNumber(buildMeshTree(hollowBox()), p(2, 0, 0), 0)).toBe(ON_SURFACE_WINDING);
  });

  test("a ray exactly through vertices and along edges and faces counts right", () => {
    // octahedron with vertices on the axes; the ray from the centre along +x ends in a vertex, others run along edges
    const hull = convexHull(Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1));
    if (!hull.ok) throw new Error(hull.message);
    const tree = buildMeshTree(polyhedronToMesh(hull.hull));
    for (let i = -8; i <= 8; i++) {
      for (let j = -8; j <= 8; j++) {
        for (let k = -8; k <= 8; k++) {
          const p = Float64Array.of(i / 4, j / 4, k / 4);
          const r = Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]);
          const expected = r < 1 ? INSIDE : r > 1 ? OUTSIDE : ON_SURFACE;
          if (classifyPoint(tree, p, 0) !== expected) expect.fail(`${p} should be ${expected}`);
        }
      }
    }
  });

  test("classification by rays allocates nothing", () => {
    const tree = buildMeshTree(solids[0].mesh);
    const points = new Float64Array(3 * 300);
    const rnd = random(52);
    for (let i = 0; i < 300; i++) awkwardPoint(rnd, solids[0].mesh, i, points.subarray(3 * i, 3 * i + 3));
    let sum = 0;
    const go = () => {
      for (let i = 0; i < 6000; i++) sum += classifyPoint(tree, points, 3 * (i % 300));
    };
    for (let k = 0; k < 5; k++) go();
    // 6000 points; a boxed number each would be 96 kB
    expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
    expect(Number.isFinite(sum)).toBe(true);
  });
});

describe("cutting polygons", () => {
  test("the parts of a triangle cut again and again lie where they should and add up to it", () => {
    const rnd = random(53);
    let pieces = 0;
    let exact = 0;
    for (let trial = 0; trial < (FULL ? 500 : 25); trial++) {
      const n = 12;
      const lattice = trial % 2 === 0;
      const vertices = Float64Array.from({ length: 9 * n }, () =>
        lattice ? Math.floor(rnd() * 4) : toLattice(4 * rnd()),
      );
      const mesh = { vertices, triangles: Uint32Array.from({ length: 3 * n }, (_, i) => i) };
      const table = createPointTable(mesh, 0, 0, 1);
      const area = (piece: Piece) => {
        const p = piece.corners.map((c) => [0, 1, 2].map((k) => table.near[3 * c + k]));
        let sum = [0, 0, 0];
        for (let i = 2; i < p.length; i++) {
          const [u, w] = [p[i - 1], p[i]].map((q) => [0, 1, 2].map((k) => q[k] - p[0][k]));
          sum = sum.map((s, k) => s + 0.5 * (u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3]));
        }
        return sum;
      };
      const start = wholeTriangle(table, 0);
      const total = area(start);
      if (Math.hypot(...total) < 0.1) continue;
      let parts = [start];
      for (let s = 1; s < n; s++) {
        if (Math.hypot(...area(wholeTriangle(table, s))) === 0) continue;
        const next: Piece[] = [];
        for (const part of parts) {
          const result = splitPiece(table, part, s);
          if (result.side !== "split") {
            next.push(part);
            continue;
          }
          for (const [piece, side] of [
            [result.front, 1],
            [result.back, -1],
          ] as const) {
            next.push(piece);
            const sides = piece.corners.map((c) => sideOfPlane(table, s, c));
            // at least three corners, on its side, two of them on the cut, no corner twice
            expect(piece.corners.length).toBeGreaterThanOrEqual(3);
            expect(sides.every((x) => x === 0 || x === side)).toBe(true);
            expect(sides.filter((x) => x === 0)).toHaveLength(2);
            expect(new Set(piece.corners).size).toBe(piece.corners.length);
            // all corners stay in the plane of the triangle, exactly
            expect(piece.corners.every((c) => sideOfPlane(table, 0, c) === 0)).toBe(true);
          }
        }
        parts = next;
      }
      pieces += parts.length;
      exact += table.exactTests;
      const sum = parts.map(area).reduce((x, y) => x.map((c, k) => c + y[k]));
      // rounded corners, lever 4: a few hundred roundings; pieces from nearly parallel planes lose digits
      for (let k = 0; k < 3; k++) expect(Math.abs(sum[k] - total[k])).toBeLessThan(1e-10);
    }
    expect(pieces).toBeGreaterThan(100);
    expect(exact).toBeGreaterThan(10);
  });

  test("sphere of 80 triangles: pieces are few, decisions rarely need big integers", () => {
    const tree = buildBspTree(icosphere(1, 1));
    expect([tree.pieceCount, tree.exactTests]).toEqual([80, 0]);
    const star = buildBspTree(randomStarMesh(random(54), 1));
    expect(star.pieceCount).toBeGreaterThan(80);
  });
});
