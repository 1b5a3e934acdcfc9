import { describe, expect, test } from "vitest";
import { bytesHash } from "../../src/data/hash.js";
import { flipMesh, polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { meshVolume } from "../../src/geometry/polyhedron-mass.js";
import { boxSolid } from "../../src/geometry/solids.js";
import { packSpheres } from "../../src/geometry/spheres/pack-spheres.js";
import { cachedSphereSolid, createSphereSolid } from "../../src/geometry/spheres/sphere-solid.js";
import { buildSphereTree, nearestBall } from "../../src/geometry/spheres/sphere-tree.js";
import { CELL, surfaceArea } from "../../src/geometry/spheres/surface-cells.js";
import { cylinderMesh, icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { buildMeshTree } from "../../src/geometry/tree/build.js";
import { classifyPoint, INSIDE } from "../../src/geometry/tree/inside.js";
import { nearestPoint } from "../../src/geometry/tree/nearest.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { random } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";
const COUNT = FULL ? 10_000 : 200;

/** A ball with a hollow ball in it. */
function hollow(): TriangleMesh {
  const outer = icosphere(1, 3);
  const inner = flipMesh(icosphere(0.6, 2));
  const n = outer.vertices.length / 3;
  return {
    vertices: Float64Array.from([...outer.vertices, ...inner.vertices]),
    triangles: Uint32Array.from([...outer.triangles, ...Array.from(inner.triangles, (v) => v + n)]),
  };
}

const SOLIDS: Record<string, TriangleMesh> = {
  box: polyhedronToMesh(boxSolid(0.5, 0.25, 0.25)),
  cylinder: cylinderMesh(0.25, 0.5, 64),
  torus: torusMesh(0.3, 0.1, 32, 16),
  "ball with a void": hollow(),
};

describe.each(Object.entries(SOLIDS))("balls in a %s", (name, mesh) => {
  const { balls, count, fill } = packSpheres(mesh, { count: COUNT });

  test("are inside, by the tree of the mesh", () => {
    const tree = buildMeshTree(mesh);
    const found = new Float64Array(5);
    let out = 0;
    for (let i = 0; i < count; i++) {
      found[3] = Number.POSITIVE_INFINITY;
      nearestPoint(tree, balls, 4 * i, found, 0);
      out = Math.max(out, balls[4 * i + 3] - Math.sqrt(found[3]));
      expect(classifyPoint(tree, balls, 4 * i)).toBe(INSIDE);
    }
    // spec T-13
    expect(out).toBeLessThan(1e-12);
  });

  test("do not overlap, by all pairs", () => {
    let over = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const x = balls[4 * i] - balls[4 * j];
        const y = balls[4 * i + 1] - balls[4 * j + 1];
        const z = balls[4 * i + 2] - balls[4 * j + 2];
        over = Math.max(over, balls[4 * i + 3] + balls[4 * j + 3] - Math.sqrt(x * x + y * y + z * z));
      }
    }
    // spec T-13
    expect(over).toBeLessThan(1e-12);
  });

  test("fill what they say, and much", () => {
    let volume = 0;
    for (let i = 0; i < count; i++) volume += (4 / 3) * Math.PI * balls[4 * i + 3] ** 3;
    expect(fill).toBeCloseTo(volume / meshVolume(mesh), 12);
    expect(count).toBe(COUNT);
    // spec T-13: 85 % of 10,000. What is left of Apollonian packings falls as n^(−0.21): 0.15 · 50^0.21 with 200 balls. The shell is thin, its first balls fill little of it
    const least = FULL ? 0.85 : 0.66;
    expect(fill).toBeGreaterThan(name === "ball with a void" ? least - 0.08 : least);
  });
});

test("the same seed gives the same balls, another one others", () => {
  const one = packSpheres(SOLIDS.torus, { count: 200 });
  expect(packSpheres(SOLIDS.torus, { count: 200 }).balls).toEqual(one.balls);
  expect(packSpheres(SOLIDS.torus, { count: 200, seed: 2 }).balls).not.toEqual(one.balls);
});

test("stops by fill and by least radius, and tells how far it is", () => {
  const told: number[] = [];
  const half = packSpheres(SOLIDS.box, { fill: 0.6, progress: (done) => told.push(done) });
  expect(half.fill).toBeGreaterThanOrEqual(0.6);
  expect(half.fill - (4 / 3) * Math.PI * half.balls[4 * half.count - 1] ** 3 * 4).toBeLessThan(0.6);
  expect(told.length).toBeGreaterThan(5);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
  const coarse = packSpheres(SOLIDS.box, { leastRadius: 0.05 });
  expect(coarse.count).toBeGreaterThan(10);
  for (let i = 0; i < coarse.count; i++) expect(coarse.balls[4 * i + 3]).toBeGreaterThan(0.05 * (1 - 1e-11));
});

test("the largest ball of a box has half its width, that of a torus its tube", () => {
  // a climb ends within the last step, 1.5e-3 · 0.1 D, of the top
  expect(packSpheres(SOLIDS.box, { count: 1 }).balls[3]).toBeCloseTo(0.25, 3);
  expect(packSpheres(SOLIDS.torus, { count: 1 }).balls[3]).toBeGreaterThan(0.095);
});

describe("tree over balls", () => {
  const { balls, count } = packSpheres(SOLIDS.torus, { count: 300 });
  const tree = buildSphereTree(balls);

  test("every node holds all balls below it; every ball stands in one leaf", () => {
    expect(Array.from(tree.order).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
    let leaves = 0;
    for (let i = 0; i < tree.count; i++) {
      if (tree.skip[i] === i + 1) leaves++;
      for (let k = tree.first[i]; k < tree.last[i]; k++) {
        const b = 4 * tree.order[k];
        const d = Math.hypot(...[0, 1, 2].map((c) => balls[b + c] - tree.ball[4 * i + c]));
        expect(d + balls[b + 3]).toBeLessThanOrEqual(tree.ball[4 * i + 3] * (1 + 1e-12));
      }
      let children = 0;
      for (let c = i + 1; c < tree.skip[i]; c = tree.skip[c]) children++;
      expect(children).toBeLessThanOrEqual(4);
    }
    expect(leaves).toBe(count);
    const sum = Array.from({ length: count }, (_, i) => (4 / 3) * Math.PI * balls[4 * i + 3] ** 3);
    expect(tree.volume[0]).toBeCloseTo(
      sum.reduce((a, b) => a + b),
      14,
    );
  });

  test("finds the nearest ball as a search through all does", () => {
    const draw = random(5);
    for (let n = 0; n < 300; n++) {
      const p = Float64Array.from([0, 1, 2], () => draw() - 0.5);
      const distance = (i: number) => Math.hypot(...[0, 1, 2].map((k) => balls[4 * i + k] - p[k])) - balls[4 * i + 3];
      const best = Math.min(...Array.from({ length: count }, (_, i) => distance(i)));
      expect(distance(nearestBall(tree, p, 0))).toBe(best);
    }
  });

  test("no balls, one ball, all in one place", () => {
    expect(buildSphereTree(new Float64Array(0)).count).toBe(0);
    expect(buildSphereTree(Float64Array.of(1, 2, 3, 4)).count).toBe(1);
    const heap = buildSphereTree(Float64Array.from({ length: 400 }, (_, i) => (i % 4 === 3 ? 1 : 0)));
    expect(heap.last[0]).toBe(100);
    expect(heap.ball[3]).toBeCloseTo(1, 12);
  });
});

describe.each(Object.entries(SOLIDS))("cells of a %s", (name, mesh) => {
  const { cells } = createSphereSolid(mesh, { count: 100 });
  const { values, count } = cells;

  test("make up the surface, which is closed, and its volume", () => {
    let [area, volume] = [0, 0];
    const vector = [0, 0, 0];
    for (let c = 0; c < count; c++) {
      const o = CELL.size * c;
      area += values[o + CELL.area];
      for (let k = 0; k < 3; k++) {
        vector[k] += values[o + CELL.vector + k];
        volume += (values[o + k] * values[o + CELL.vector + k]) / 3;
      }
    }
    const whole = surfaceArea(mesh);
    expect(area / whole).toBeCloseTo(1, 12);
    expect(Math.hypot(...vector) / whole).toBeLessThan(1e-13);
    // ∫ x · n/3 dS: exact for flat cells; normals up to 15° from their mean lose 1 − cos 15°
    expect(Math.abs(volume / meshVolume(mesh) - 1)).toBeLessThan(name === "box" ? 1e-12 : 0.034);
  });

  test("all neighbours are mutual and hold together what touches", () => {
    const { start, neighbor } = cells;
    const pairs = new Set<number>();
    for (let i = 0; i < count; i++) for (let e = start[i]; e < start[i + 1]; e++) pairs.add(i * count + neighbor[e]);
    for (const pair of pairs) expect(pairs.has((pair % count) * count + Math.floor(pair / count))).toBe(true);
    // pieces of a connected surface
    const seen = new Uint8Array(count);
    let parts = 0;
    for (let seed = 0; seed < count; seed++) {
      if (seen[seed]) continue;
      parts++;
      const open = [seed];
      seen[seed] = 1;
      for (let i = open.pop(); i !== undefined; i = open.pop()) {
        for (let e = start[i]; e < start[i + 1]; e++) {
          if (seen[neighbor[e]]) continue;
          seen[neighbor[e]] = 1;
          open.push(neighbor[e]);
        }
      }
    }
    expect(parts).toBe(name === "ball with a void" ? 2 : 1);
  });
});

test("second moments of the cells of a box are those of its faces", () => {
  const { cells } = createSphereSolid(SOLIDS.box, { count: 100 });
  let [area, xx, yy] = [0, 0, 0];
  for (let c = 0; c < cells.count; c++) {
    const o = CELL.size * c;
    if (!(cells.values[o + CELL.vector + 2] < -0.99 * cells.values[o + CELL.area])) continue;
    const w = cells.values[o + CELL.area];
    area += w;
    xx += w * (cells.values[o] ** 2 + cells.values[o + CELL.spread]);
    yy += w * (cells.values[o + 1] ** 2 + cells.values[o + CELL.spread + 1]);
  }
  expect(area).toBeCloseTo(0.5, 13);
  expect(xx).toBeCloseTo(0.5 / 12, 13);
  expect(yy).toBeCloseTo(0.125 / 12, 13);
});

test("a cache gives the same solid back, and damaged bytes are not trusted", () => {
  const store = new Map<string, Uint8Array>();
  let puts = 0;
  const cache = {
    // as files give it
    get: (key: string) => {
      const bytes = store.get(key);
      return bytes === undefined ? undefined : Buffer.from(bytes);
    },
    put: (key: string, bytes: Uint8Array) => {
      puts++;
      store.set(key, bytes);
    },
  };
  const make = (count: number) => cachedSphereSolid(SOLIDS.torus, { count }, cache, bytesHash);
  const first = make(30);
  expect(make(30)).toEqual(first);
  expect(puts).toBe(1);
  make(20);
  expect(puts).toBe(2);
  const [key, bytes] = [...store][0];
  store.set(key, bytes.with(bytes.length - 20, bytes[bytes.length - 20] ^ 1));
  expect(make(30)).toEqual(first);
  expect(puts).toBe(3);
  store.set(key, bytes.slice(0, 60));
  expect(make(30)).toEqual(first);
  expect(puts).toBe(4);
});
