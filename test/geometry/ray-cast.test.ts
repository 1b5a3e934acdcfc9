/** Rays through a mesh tree against a loop over all triangles; closed surfaces have no gaps. */
import { describe, expect, test } from "vitest";
import { polyhedronToMesh } from "../../src/geometry/mesh-edit.js";
import { boxSolid } from "../../src/geometry/solids.js";
import { icosphere, torusMesh } from "../../src/geometry/tessellate.js";
import { buildMeshTree } from "../../src/geometry/tree/build.js";
import { createIndexSink, SPLIT_RULES } from "../../src/geometry/tree/mesh-tree.js";
import {
  BACK_ONLY,
  BOTH_SIDES,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  FRONT_ONLY,
  HIT_SIZE,
  RAY_SIZE,
} from "../../src/geometry/tree/ray.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { allocatedBytes } from "../judges/allocation.js";
import { random } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";

/** A torus with bumps, `n` triangles about. */
function bumpyTorus(rnd: () => number, n: number): TriangleMesh {
  const slices = Math.round(Math.sqrt(n));
  const mesh = torusMesh(1, 0.4, slices, Math.round(n / slices / 2));
  for (let i = 0; i < mesh.vertices.length; i++) mesh.vertices[i] += (rnd() - 0.5) * 0.01;
  return mesh;
}

function randomRays(rnd: () => number, count: number): Float64Array {
  const rays = new Float64Array(RAY_SIZE * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      rays[RAY_SIZE * i + k] = 4 * (rnd() - 0.5);
      rays[RAY_SIZE * i + 3 + k] = 2 * (rnd() - 0.5) - rays[RAY_SIZE * i + k];
    }
    // along the axes now and then
    if (i % 10 === 0)
      for (let k = 0; k < 3; k++) rays[RAY_SIZE * i + 3 + k] = k === (i / 10) % 3 ? (i % 20 ? 1 : -1) : 0;
    rays[RAY_SIZE * i + 7] = Infinity;
  }
  return rays;
}

/**
 * Judge: every triangle by Cramer's rule on o + t d = a + β (b − a) + γ (c − a) [Möller–Trumbore], in a form that
 * shares nothing with the sheared test. Returns the hits as [t, triangle, β, γ, side], nearest first.
 */
function bruteForce({ vertices: v, triangles }: TriangleMesh, ray: Float64Array): number[][] {
  const hits: number[][] = [];
  const [ox, oy, oz, dx, dy, dz, low, high] = ray;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    const px = dy * wz - dz * wy;
    const py = dz * wx - dx * wz;
    const pz = dx * wy - dy * wx;
    const det = ux * px + uy * py + uz * pz;
    if (det === 0) continue;
    const sx = ox - v[a];
    const sy = oy - v[a + 1];
    const sz = oz - v[a + 2];
    const beta = (sx * px + sy * py + sz * pz) / det;
    if (beta < 0 || beta > 1) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const gamma = (dx * qx + dy * qy + dz * qz) / det;
    if (gamma < 0 || beta + gamma > 1) continue;
    const t = (wx * qx + wy * qy + wz * qz) / det;
    if (t >= low && t <= high) hits.push([t, i / 3, beta, gamma, Math.sign(det)]);
  }
  return hits.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

describe("20,000 triangles: the same hits as a loop over all", () => {
  const rnd = random(1);
  const mesh = bumpyTorus(rnd, 20_000);
  const count = FULL ? 20_000 : 400;
  const rays = randomRays(rnd, count);
  const expected = Array.from({ length: count }, (_, i) =>
    bruteForce(mesh, rays.subarray(RAY_SIZE * i, RAY_SIZE * i + RAY_SIZE)),
  );
  const trees = SPLIT_RULES.map((rule) => buildMeshTree(mesh, { rule }));

  test("closest, one by one and as a batch", () => {
    const hit = new Float64Array(HIT_SIZE + 1);
    const triangle = new Int32Array(count);
    const hits = new Float64Array(HIT_SIZE * count);
    let found = 0;
    for (const tree of trees) {
      castRays(tree, rays, count, triangle, hits, BOTH_SIDES);
      for (let i = 0; i < count; i++) {
        const t = castRay(tree, rays, RAY_SIZE * i, hit, 1, BOTH_SIDES);
        const first = expected[i][0];
        expect(t, `ray ${i}`).toBe(first ? first[1] : -1);
        expect(triangle[i]).toBe(t);
        if (!first) continue;
        found++;
        for (let k = 0; k < HIT_SIZE; k++) expect(hits[HIT_SIZE * i + k]).toBe(hit[1 + k]);
        // two formulas, both with a few dozen roundings at coordinates of about 2; flat hits lose digits in proportion
        expect(Math.abs(hit[1] - first[0])).toBeLessThan(1e-12 * (1 + first[0]));
        expect(Math.abs(hit[2] - first[2])).toBeLessThan(1e-9);
        expect(Math.abs(hit[3] - first[3])).toBeLessThan(1e-9);
        expect(hit[4]).toBe(first[4]);
      }
    }
    expect(found).toBeGreaterThan(trees.length * count * 0.4);
  });

  test("all hits, any hit, one-sided hits, limited rays", () => {
    const sink = createIndexSink(1000);
    const hits = new Float64Array(1000 * HIT_SIZE);
    const hit = new Float64Array(HIT_SIZE);
    let all = 0;
    for (const tree of trees) {
      for (let i = 0; i < count; i++) {
        const list = expected[i];
        sink.count = 0;
        expect(castRayAll(tree, rays, RAY_SIZE * i, sink, hits, BOTH_SIDES)).toBe(list.length);
        const found = Array.from({ length: sink.count }, (_, k) => [hits[HIT_SIZE * k], sink.items[k]]);
        found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
        expect(found.map((h) => h[1])).toEqual(list.map((h) => h[1]));
        all += sink.count;
        const any = castRayAny(tree, rays, RAY_SIZE * i, BOTH_SIDES);
        expect(list.length === 0 ? any === -1 : list.some((h) => h[1] === any)).toBe(true);
        const front = list.find((h) => h[4] > 0);
        expect(castRay(tree, rays, RAY_SIZE * i, hit, 0, FRONT_ONLY)).toBe(front ? front[1] : -1);
        const back = list.find((h) => h[4] < 0);
        expect(castRay(tree, rays, RAY_SIZE * i, hit, 0, BACK_ONLY)).toBe(back ? back[1] : -1);
        if (list.length < 2) continue;
        // between the first and the second hit
        const ray = rays.slice(RAY_SIZE * i, RAY_SIZE * (i + 1));
        const [t0, t1] = [list[0][0], list[1][0]];
        ray[6] = t0 + 0.25 * (t1 - t0);
        expect(castRay(tree, ray, 0, hit, 0, BOTH_SIDES)).toBe(list[1][1]);
        ray[7] = t0 + 0.75 * (t1 - t0);
        expect(castRay(tree, ray, 0, hit, 0, BOTH_SIDES)).toBe(-1);
      }
    }
    expect(all).toBeGreaterThan(trees.length * count);
  });

  test("nothing is allocated", () => {
    const triangle = new Int32Array(count);
    const hits = new Float64Array(HIT_SIZE * count);
    const go = () => {
      for (let k = 0; k < 10; k++) castRays(trees[0], rays, 400, triangle, hits, BOTH_SIDES);
    };
    for (let k = 0; k < 5; k++) go();
    // 4000 rays; a boxed number each would be 64 kB
    expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  });
});

describe("no gaps", () => {
  test("from inside a closed surface every ray hits, also through vertices and edges", () => {
    const rnd = random(2);
    const sphere = icosphere(1, 4);
    const tree = buildMeshTree(sphere);
    const hit = new Float64Array(HIT_SIZE);
    const ray = new Float64Array(RAY_SIZE);
    ray[7] = Infinity;
    const { vertices: v, triangles } = sphere;
    const count = FULL ? 1_000_000 : 20_000;
    for (let i = 0; i < count; i++) {
      // origins that make vertices and edges hit exactly, or nearly: the centre, lattice points, anywhere
      for (let k = 0; k < 3; k++) ray[k] = i % 3 === 0 ? 0 : i % 3 === 1 ? Math.floor(rnd() * 8 - 4) / 16 : rnd() - 0.5;
      const t = 3 * Math.floor((rnd() * triangles.length) / 3);
      const [a, b] = [3 * triangles[t], 3 * triangles[t + 1]];
      const s = i % 2 === 0 ? 0 : i % 5 === 0 ? 0.5 : rnd();
      for (let k = 0; k < 3; k++) ray[3 + k] = v[a + k] + s * (v[b + k] - v[a + k]) - ray[k];
      if (castRay(tree, ray, 0, hit, 0, BOTH_SIDES) < 0) expect.fail(`ray ${i} slips through: ${ray}`);
      // its direction ends at the target
      if (!(Math.abs(hit[0] - 1) < 1e-12)) expect.fail(`ray ${i} hits at ${hit[0]}: ${ray}`);
    }
  });

  test("rays along the lattice lines of a finely cut box", () => {
    // A cube whose faces are grids of 8 × 8 squares; rays along the axes run exactly through grid vertices and edges,
    // some in the faces.
    const grid = cutBox(8);
    const hit = new Float64Array(HIT_SIZE);
    for (const rule of SPLIT_RULES) {
      const tree = buildMeshTree(grid, { rule });
      for (let i = 0; i <= 16; i++) {
        for (let j = 0; j <= 16; j++) {
          for (let axis = 0; axis < 3; axis++) {
            const ray = new Float64Array(RAY_SIZE);
            ray[axis] = -5;
            ray[(axis + 1) % 3] = i / 16;
            ray[(axis + 2) % 3] = j / 16;
            ray[3 + axis] = 1;
            ray[7] = Infinity;
            expect(castRay(tree, ray, 0, hit, 0, BOTH_SIDES)).toBeGreaterThanOrEqual(0);
            expect(hit[0]).toBe(5);
          }
        }
      }
    }
  });

  function cutBox(n: number): TriangleMesh {
    const vertices: number[] = [];
    const triangles: number[] = [];
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const base = vertices.length / 3;
        for (let i = 0; i <= n; i++) {
          for (let j = 0; j <= n; j++) {
            const p = [0, 0, 0];
            p[axis] = side;
            p[(axis + 1) % 3] = i / n;
            p[(axis + 2) % 3] = j / n;
            vertices.push(...p);
          }
        }
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            const a = base + i * (n + 1) + j;
            const [b, c, d] = [a + n + 1, a + n + 2, a + 1];
            triangles.push(...(side ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
          }
        }
      }
    }
    return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
  }
});

test("closed forms: a box from outside and inside, the sides, the parameter", () => {
  const tree = buildMeshTree(polyhedronToMesh(boxSolid(1, 2, 3)));
  const hit = new Float64Array(HIT_SIZE);
  const ray = Float64Array.of(0.3, -10, 0.7, 0, 2, 0, 0, Infinity);
  // from outside: y = −2 at t = (−2 + 10)/2 = 4
  expect(castRay(tree, ray, 0, hit, 0, BOTH_SIDES)).toBeGreaterThanOrEqual(0);
  expect([hit[0], hit[3]]).toEqual([4, 1]);
  expect(castRay(tree, ray, 0, hit, 0, BACK_ONLY)).toBeGreaterThanOrEqual(0);
  expect([hit[0], hit[3]]).toEqual([6, -1]);
  // a direction of length 0 and a ray beside hit nothing
  expect(castRay(tree, Float64Array.of(0, 0, 0, 0, 0, 0, 0, Infinity), 0, hit, 0, BOTH_SIDES)).toBe(-1);
  expect(castRay(tree, Float64Array.of(1.1, -10, 0, 0, 1, 0, 0, Infinity), 0, hit, 0, BOTH_SIDES)).toBe(-1);
  // a segment that ends before the surface
  expect(castRay(tree, Float64Array.of(0, 0, 10, 0, 0, -6.5, 0, 1), 0, hit, 0, BOTH_SIDES)).toBe(-1);
  expect(castRay(tree, Float64Array.of(0, 0, 10, 0, 0, -7.5, 0, 1), 0, hit, 0, BOTH_SIDES)).toBeGreaterThanOrEqual(0);
});

test("of triangles at the same distance the lowest number is reported, whatever the tree", () => {
  // one triangle five times
  const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const triangles = Uint32Array.from({ length: 15 }, (_, i) => i % 3);
  const hit = new Float64Array(HIT_SIZE);
  for (const rule of SPLIT_RULES) {
    const tree = buildMeshTree({ vertices, triangles }, { rule, leafSize: 1 });
    expect(castRay(tree, Float64Array.of(0.2, 0.2, 1, 0, 0, -1, 0, 9), 0, hit, 0, BOTH_SIDES)).toBe(0);
    expect(castRay(tree, Float64Array.of(0.2, 0.2, -1, 0, 0, 1, 0, 9), 0, hit, 0, BOTH_SIDES)).toBe(0);
  }
});
