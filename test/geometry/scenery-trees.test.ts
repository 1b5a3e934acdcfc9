/** Octree, k-d tree and BSP for static scenery against loops over everything (luaces V41). */
import { describe, expect, test } from "vitest";
import { buildBoxBsp } from "../../historical/trees/box-bsp.js";
import { buildBspTree } from "../../historical/trees/bsp-tree.js";
import { buildKdTree } from "../../historical/trees/kd-tree.js";
import { buildOctree } from "../../historical/trees/octree.js";
import { boxesOfTriangles, type SceneryTree } from "../../historical/trees/scenery-tree.js";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid, dodecahedron, icosahedron, prism } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { createIndexSink } from "../../src/geometry/tree/mesh-tree.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { allocatedBytes } from "../judges/allocation.js";
import { random, randomHullMesh, randomStarMesh } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";
const axes = [0, 1, 2];

function ask(tree: SceneryTree, box: Float64Array, o = 0): number[] {
  const sink = createIndexSink(tree.count);
  tree.query(box, o, sink);
  expect(sink.overflow).toBe(false);
  return [...sink.items.subarray(0, sink.count)].sort((a, b) => a - b);
}

/** Boxes of many sizes; on a lattice half of the time, so that borders coincide with cells. */
function randomBoxes(rnd: () => number, n: number, lattice: boolean): Float64Array {
  const boxes = new Float64Array(6 * n);
  const round = (x: number) => (lattice ? Math.round(8 * x) / 8 : x);
  for (let i = 0; i < n; i++) {
    const size = rnd() < 0.05 ? 8 : 0.5;
    for (const k of axes) {
      const x = round(10 * rnd());
      boxes[6 * i + k] = x;
      boxes[6 * i + 3 + k] = x + round(size * rnd());
    }
  }
  return boxes;
}

describe("V41: the same candidates as a loop over all", () => {
  const builders = {
    octree: (boxes: Float64Array) => buildOctree(boxes),
    "octree, small cells": (boxes: Float64Array) => buildOctree(boxes, { cellSize: 1, maxDepth: 20 }),
    "k-d tree": (boxes: Float64Array) => buildKdTree(boxes),
    "k-d tree, small cells": (boxes: Float64Array) => buildKdTree(boxes, { cellSize: 1, maxDepth: 30 }),
    "BSP by faces of boxes": (boxes: Float64Array) => buildBoxBsp(boxes),
    "BSP by faces of boxes, small cells": (boxes: Float64Array) => buildBoxBsp(boxes, { cellSize: 1, maxDepth: 60 }),
  };

  test.each(Object.entries(builders))("%s", (_, build) => {
    const rnd = random(41);
    let found = 0;
    for (const [n, lattice] of [
      [0, false],
      [1, false],
      [40, true],
      [1000, false],
      [1000, true],
    ] as const) {
      const boxes = randomBoxes(rnd, n, lattice);
      const tree = build(boxes);
      expect(tree.count).toBe(n);
      for (let i = 0; i < (FULL ? 5000 : 150); i++) {
        const box = new Float64Array(7);
        box.set(randomBoxes(rnd, 1, lattice), 1);
        if (i % 3 === 0) for (const k of axes) box[4 + k] += 2;
        // points and planes too
        if (i % 4 === 0) for (const k of axes) box[4 + k] = box[1 + k];
        const expected = Array.from({ length: n }, (_, j) => j).filter((j) =>
          axes.every((k) => boxes[6 * j + k] <= box[4 + k] && boxes[6 * j + 3 + k] >= box[1 + k]),
        );
        const got = ask(tree, box, 1);
        if (got.join() !== expected.join()) expect.fail(`${got} instead of ${expected}`);
        found += got.length;
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  test("things at one place do not divide for ever", () => {
    const boxes = new Float64Array(6 * 500).fill(0.25);
    expect(ask(buildOctree(boxes), Float64Array.of(0, 0, 0, 1, 1, 1))).toHaveLength(500);
    expect(ask(buildKdTree(boxes), Float64Array.of(0, 0, 0, 1, 1, 1))).toHaveLength(500);
    expect(() => buildOctree(boxes, { maxDepth: 99 })).toThrow("expected 1 to 20");
    expect(() => buildKdTree(boxes, { maxDepth: 0 })).toThrow("expected 1 to 60");
  });

  test("BSP: after the exact test of box and triangle", () => {
    const rnd = random(42);
    let found = 0;
    for (const mesh of [randomStarMesh(rnd, 2), torusMesh(2, 0.7, 16, 9), soup(rnd, 150)]) {
      const tree = buildBspTree(mesh);
      const boxes = boxesOfTriangles(mesh.vertices, mesh.triangles);
      for (let i = 0; i < (FULL ? 2000 : 80); i++) {
        const c = axes.map(() => 6 * rnd() - 3);
        const h = axes.map(() => rnd() * (i % 2 ? 0.3 : 2));
        // boxes with a corner exactly on a vertex
        if (i % 5 === 0) {
          const v = 3 * Math.floor((rnd() * mesh.vertices.length) / 3);
          for (const k of axes) c[k] = mesh.vertices[v + k] + h[k];
        }
        const box = Float64Array.from([...axes.map((k) => c[k] - h[k]), ...axes.map((k) => c[k] + h[k])]);
        const candidates = ask(tree, box);
        expect(new Set(candidates).size).toBe(candidates.length);
        const expected: number[] = [];
        for (let t = 0; 3 * t < mesh.triangles.length; t++) if (triangleMeetsBox(mesh, t, box)) expected.push(t);
        const missing = expected.filter((t) => !candidates.includes(t));
        expect(missing).toEqual([]);
        // and nothing that could not be there
        for (const t of candidates) {
          if (!axes.every((k) => boxes[6 * t + k] <= box[3 + k] && boxes[6 * t + 3 + k] >= box[k])) expect.fail(`${t}`);
        }
        found += expected.length;
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  /** Triangle and box by separating axes, touching included, to round-off: 13 directions. */
  function triangleMeetsBox({ vertices, triangles }: TriangleMesh, t: number, box: Float64Array): boolean {
    const p = axes.map((c) => axes.map((k) => vertices[3 * triangles[3 * t + c] + k]));
    const minus = (a: number[], b: number[]) => axes.map((k) => a[k] - b[k]);
    const cross = (a: number[], b: number[]) =>
      axes.map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    const edges = [minus(p[1], p[0]), minus(p[2], p[1]), minus(p[0], p[2])];
    const unit = axes.map((j) => axes.map((k) => (j === k ? 1 : 0)));
    const directions = [...unit, cross(edges[0], edges[1]), ...edges.flatMap((e) => unit.map((u) => cross(e, u)))];
    return directions.every((d) => {
      const dot = (x: number[]) => d[0] * x[0] + d[1] * x[1] + d[2] * x[2];
      const low = axes.reduce((sum, k) => sum + Math.min(d[k] * box[k], d[k] * box[3 + k]), 0);
      const high = axes.reduce((sum, k) => sum + Math.max(d[k] * box[k], d[k] * box[3 + k]), 0);
      const shadow = p.map(dot);
      return Math.min(...shadow) <= high && Math.max(...shadow) >= low;
    });
  }

  function soup(rnd: () => number, n: number): TriangleMesh {
    const vertices = Float64Array.from({ length: 9 * n }, (_, i) => 4 * ((i * 0.618) % 1) - 2 + 0.8 * (rnd() - 0.5));
    return { vertices, triangles: Uint32Array.from({ length: 3 * n }, (_, i) => i) };
  }

  test("queries allocate nothing", () => {
    const rnd = random(43);
    const boxes = randomBoxes(rnd, 1000, false);
    const trees: SceneryTree[] = [buildOctree(boxes), buildKdTree(boxes), buildBspTree(randomStarMesh(rnd, 2))];
    const sink = createIndexSink(1000);
    const box = Float64Array.of(2, 2, 2, 4, 4, 4);
    const go = () => {
      for (let i = 0; i < 1500; i++) {
        for (const tree of trees) {
          sink.count = 0;
          tree.query(box, 0, sink);
        }
      }
    };
    for (let k = 0; k < 3; k++) go();
    // 4500 queries; a boxed number each would be 72 kB
    expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  });
});

describe("V41: a convex polyhedron cut by its own facets is a list as long as it has facets", () => {
  test.each([
    { name: "box", mesh: polyhedronToMesh(boxSolid(1, 2, 3)), facets: 6 },
    { name: "prism of 7 sides", mesh: polyhedronToMesh(prism(7, 1, 2)), facets: -1 },
    { name: "icosahedron", mesh: polyhedronToMesh(icosahedron(1)), facets: 20 },
    { name: "sphere of 320 triangles", mesh: icosphere(1, 2), facets: 320 },
    { name: "dodecahedron", mesh: polyhedronToMesh(dodecahedron(1)), facets: -1 },
  ])("$name", ({ mesh, facets }) => {
    for (const candidates of [1, 16]) {
      const tree = buildBspTree(mesh, { candidates });
      // Pentagons and side faces in rounded coordinates are not exactly plane: their triangles' planes count one by
      // one, or are cut.
      if (facets > 0) expect([tree.depth, tree.nodeCount]).toEqual([facets, facets]);
      else expect(tree.depth).toBeGreaterThanOrEqual(mesh.triangles.length / 3 / 3);
      expect(tree.depth).toBeLessThanOrEqual(mesh.triangles.length / 3);
    }
  });

  test("hulls of random lattice points: exactly plane facets", () => {
    const rnd = random(44);
    for (let i = 0; i < 20; i++) {
      const mesh = randomHullMesh(rnd);
      const facets = planesOf(mesh);
      const tree = buildBspTree(mesh);
      expect(tree.depth).toBe(facets);
      expect(tree.pieceCount).toBe(mesh.triangles.length / 3);
    }
  });

  /** Different planes among the triangles, by exact integers (lattice points times 2¹⁶). */
  function planesOf({ vertices, triangles }: TriangleMesh): number {
    const x = Array.from(vertices, (c) => BigInt(Math.round(c * 65536)));
    const planes = new Set<string>();
    for (let t = 0; t < triangles.length; t += 3) {
      const p = [0, 1, 2].map((c) => axes.map((k) => x[3 * triangles[t + c] + k]));
      const [u, w] = [1, 2].map((c) => axes.map((k) => p[c][k] - p[0][k]));
      const n = axes.map((k) => u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3]);
      const row = [...n, axes.reduce((sum, k) => sum + n[k] * p[0][k], 0n)];
      const divisor = row.reduce(gcd);
      planes.add(row.map((c) => c / divisor).join());
    }
    return planes.size;
  }

  function gcd(a: bigint, b: bigint): bigint {
    let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
    while (y !== 0n) [x, y] = [y, x % y];
    return x;
  }
});

test("faces that meet are not cut by a BSP of their own planes, and are by a k-d tree", () => {
  // a pavement of tiles of uneven widths, two deep
  const rnd = random(42);
  const boxes: number[] = [];
  let x = 0;
  for (let i = 0; i < 40; i++) {
    const width = 0.2 + rnd();
    for (let y = 0; y < 10; y++) boxes.push(x, y, -1, x + width, y + 1, 0, x, y, -2, x + width, y + 1, -1);
    x += width;
  }
  const list = Float64Array.from(boxes);
  const bsp = buildBoxBsp(list);
  expect(bsp.entries).toBe(bsp.count);
  expect(buildKdTree(list).entries).toBeGreaterThan(1.2 * bsp.count);
  // every tile is found by its centre, alone; at a corner of four all four
  for (let i = 0; i < bsp.count; i++) {
    const o = 6 * i;
    const center = [0, 1, 2].map((k) => 0.5 * (list[o + k] + list[o + 3 + k]));
    expect(ask(bsp, Float64Array.of(...center, ...center))).toEqual([i]);
  }
  expect(ask(bsp, Float64Array.of(0, 4, -0.5, 0, 4, -0.5))).toEqual([6, 8]);
});

test("a BSP of boxes that no plane divides is one leaf; flat boxes in one plane go to one side", () => {
  const same = Float64Array.from({ length: 6 * 100 }, (_, i) => (i % 6 < 3 ? 0 : 1));
  expect(buildBoxBsp(same)).toMatchObject({ nodeCount: 1, depth: 0, entries: 100 });
  const flat = Float64Array.from({ length: 6 * 100 }, (_, i) =>
    i % 3 === 2 ? 0 : Math.floor(i / 6) + (i % 6 < 3 ? 0 : 1),
  );
  const bsp = buildBoxBsp(flat);
  expect(bsp.entries).toBe(100);
  expect(bsp.depth).toBeGreaterThan(2);
  expect(ask(bsp, Float64Array.of(5, 5, 0, 5, 5, 0))).toEqual([4, 5]);
  expect(() => buildBoxBsp(flat, { maxDepth: 99 })).toThrow("1 to 60");
});
