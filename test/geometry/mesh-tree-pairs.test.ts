/** Two meshes: pairs found by two trees against all pairs (luaces V40). */
import { describe, expect, test } from "vitest";
import { icosphere } from "../../src/geometry/tessellate.js";
import { areBoxesApart, completeRelative, RELATIVE_SIZE, relativeTransform } from "../../src/geometry/tree/box-pair.js";
import { buildMeshTree } from "../../src/geometry/tree/build.js";
import { SPLIT_RULES } from "../../src/geometry/tree/mesh-tree.js";
import { createPairSink, type PairSink, treePairs, triangleBox } from "../../src/geometry/tree/pairs.js";
import { createCrossing, intersectTriangles } from "../../src/geometry/triangle/intersect.js";
import type { TriangleMesh } from "../../src/geometry/types.js";
import { quatRotate, quatRotateInverse } from "../../src/math/quat.js";
import { allocatedBytes } from "../judges/allocation.js";
import { random, randomStarMesh, unitQuaternion } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";
const crossing = createCrossing();

interface Pose {
  p: Float64Array;
  q: Float64Array;
}

function randomPose(rnd: () => number, reach: number): Pose {
  return {
    p: Float64Array.from({ length: 3 }, () => reach * (rnd() - 0.5)),
    q: Float64Array.from(unitQuaternion(rnd)),
  };
}

function between(a: Pose, b: Pose): Float64Array {
  const out = new Float64Array(RELATIVE_SIZE);
  relativeTransform(a.p, 0, a.q, 0, b.p, 0, b.q, 0, out, 0);
  return out;
}

/** Vertices of B in A's frame. */
function moved(mesh: TriangleMesh, t: Float64Array): Float64Array {
  const v = mesh.vertices;
  const out = new Float64Array(v.length);
  for (let i = 0; i < v.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] = t[3 * k] * v[i] + t[3 * k + 1] * v[i + 1] + t[3 * k + 2] * v[i + 2] + t[9 + k];
    }
  }
  return out;
}

/** Pairs that really intersect (closed), from a list of candidates or from all. */
function intersecting(a: TriangleMesh, b: TriangleMesh, t: Float64Array, candidates?: [number, number][]): string[] {
  const w = moved(b, t);
  const [x, y] = [a.triangles, b.triangles];
  const found: string[] = [];
  const ask = (i: number, j: number) => {
    const [p, q] = [3 * i, 3 * j];
    if (intersectTriangles(a.vertices, x[p], x[p + 1], x[p + 2], w, y[q], y[q + 1], y[q + 2], "include", crossing)) {
      found.push(`${i} ${j}`);
    }
  };
  if (candidates) for (const [i, j] of candidates) ask(i, j);
  else for (let i = 0; 3 * i < x.length; i++) for (let j = 0; 3 * j < y.length; j++) ask(i, j);
  return found.sort();
}

function listed(sink: PairSink): [number, number][] {
  return Array.from({ length: sink.count }, (_, i) => [sink.pairs[2 * i], sink.pairs[2 * i + 1]]);
}

test("the relative transform takes points from B's frame to A's", () => {
  const rnd = random(1);
  for (let i = 0; i < 100; i++) {
    const [a, b] = [randomPose(rnd, 5), randomPose(rnd, 5)];
    const t = between(a, b);
    const x = [rnd(), rnd(), rnd()];
    const world = quatRotate(b.q, x).map((c, k) => c + b.p[k]);
    const expected = quatRotateInverse(
      a.q,
      [0, 1, 2].map((k) => world[k] - a.p[k]),
    );
    for (let k = 0; k < 3; k++) {
      expect(t[3 * k] * x[0] + t[3 * k + 1] * x[1] + t[3 * k + 2] * x[2] + t[9 + k]).toBeCloseTo(expected[k], 13);
    }
  }
});

test("boxes are apart exactly when no point of one lies in the other: sampled and by closed forms", () => {
  const rnd = random(2);
  let [apart, together] = [0, 0];
  for (let i = 0; i < 3000; i++) {
    const [a, b] = [randomPose(rnd, 2), randomPose(rnd, 2)];
    const t = between(a, b);
    const [ha, hb] = [0, 1].map(() => [0.1 + rnd(), 0.1 + rnd(), 0.1 + rnd()]);
    const separate = areBoxesApart(t, Float64Array.of(0, 0, 0, ...ha), 0, Float64Array.of(0, 0, 0, ...hb), 0);
    // no sampled point of B may lie in A when they are apart
    let inside = false;
    for (let s = 0; s < 60 && !inside; s++) {
      const x = hb.map((h) => h * (2 * rnd() - 1));
      const y = [0, 1, 2].map((k) => t[3 * k] * x[0] + t[3 * k + 1] * x[1] + t[3 * k + 2] * x[2] + t[9 + k]);
      inside = y.every((c, k) => Math.abs(c) <= ha[k]);
    }
    if (separate) apart++;
    else together++;
    expect(separate && inside).toBe(false);
  }
  expect(Math.min(apart, together)).toBeGreaterThan(300);
  // two crossed bars, apart only along the product of their edges: half width 1 each, distance 2.1 along z
  const t = new Float64Array(RELATIVE_SIZE);
  t.set([0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2.1]);
  completeRelative(t, 0);
  const bar = Float64Array.of(0, 0, 0, 9, 1, 1);
  expect(areBoxesApart(t, bar, 0, bar, 0)).toBe(true);
  t[11] = 1.9;
  expect(areBoxesApart(t, bar, 0, bar, 0)).toBe(false);
});

/** A sphere with bumps, 1280 triangles: vertices move in and out by `bumps` of the radius. */
function bumpySphere(rnd: () => number, bumps: number): TriangleMesh {
  const { vertices, triangles } = icosphere(1, 3);
  const moved = new Float64Array(vertices.length);
  for (let i = 0; i < moved.length; i += 3) {
    const r = 1 + bumps * (2 * rnd() - 1);
    for (let k = 0; k < 3; k++) moved[i + k] = r * vertices[i + k];
  }
  return { vertices: moved, triangles };
}

describe("V40: trees against all pairs", () => {
  const rnd = random(40);
  const meshes = [bumpySphere(rnd, 0.1), bumpySphere(rnd, 0.1)];
  const poses = FULL ? 40 : 2;

  // Share of n² that box tests may take: spikes of the length of the body overlap everywhere, so the second bound is
  // loose.
  test.each([
    { name: "bumpy spheres", pair: meshes, share: 0.03 },
    { name: "stars with long spikes", pair: [randomStarMesh(rnd, 3), randomStarMesh(rnd, 3)], share: 0.2 },
  ])("$name: the same pairs by every rule, with far fewer tests", ({ name, pair, share }) => {
    const rnd = random(41);
    const trees = SPLIT_RULES.map((rule) => pair.map((mesh) => buildMeshTree(mesh, { rule })));
    const [a, b] = pair;
    const n2 = (a.triangles.length * b.triangles.length) / 9;
    const boxA = new Float64Array(6);
    const boxB = new Float64Array(6);
    const tests = SPLIT_RULES.map(() => 0);
    let found = 0;
    for (let i = 0; i < poses; i++) {
      const t = between(randomPose(rnd, 1), randomPose(rnd, 1 + (i % 3)));
      const margin = i % 2 ? 0.01 : 0;
      // all pairs: those whose own boxes are within the margin (surely, and up to rounding), and those that intersect
      const sure = new Set<number>();
      const perhaps = new Set<number>();
      const relative = Float64Array.from(t);
      for (let x = 0; 3 * x < a.triangles.length; x++) {
        triangleBox(a.vertices, a.triangles, 3 * x, boxA);
        for (let y = 0; 3 * y < b.triangles.length; y++) {
          triangleBox(b.vertices, b.triangles, 3 * y, boxB);
          relative[21] = margin + 1e-12;
          if (areBoxesApart(relative, boxA, 0, boxB, 0)) continue;
          perhaps.add(x * 65536 + y);
          relative[21] = margin;
          if (!areBoxesApart(relative, boxA, 0, boxB, 0)) sure.add(x * 65536 + y);
        }
      }
      const expected = intersecting(a, b, t);
      found += expected.length;
      trees.forEach(([treeA, treeB], rule) => {
        const sink = createPairSink(200_000);
        treePairs(treeA, treeB, t, sink, { margin });
        expect(sink.overflow).toBe(false);
        tests[rule] += sink.nodeTests + sink.triangleTests;
        const pairs = listed(sink);
        const keys = new Set(pairs.map(([x, y]) => x * 65536 + y));
        expect(keys.size).toBe(pairs.length);
        expect([...sure].filter((key) => !keys.has(key))).toEqual([]);
        expect([...keys].filter((key) => !perhaps.has(key))).toEqual([]);
        expect(intersecting(a, b, t, pairs)).toEqual(expected);
      });
    }
    expect(found).toBeGreaterThan(100);
    SPLIT_RULES.forEach((rule, k) => {
      const mean = tests[k] / poses;
      console.log(
        `V40 ${name}, ${rule}: ${Math.round(found / poses)} pairs, ${Math.round(mean)} box tests, n² = ${n2}`,
      );
      expect(mean / n2).toBeLessThan(share);
    });
  });

  test("far from the origin nothing is lost, and a small sink says that it is full", () => {
    const [a, b] = meshes.map((mesh) => buildMeshTree(mesh));
    const rnd = random(43);
    const [p, q] = [randomPose(rnd, 1), randomPose(rnd, 1)];
    const near = intersecting(a.mesh, b.mesh, between(p, q));
    const shift = (pose: Pose) => ({ p: pose.p.map((x) => x + 1e4), q: pose.q });
    const t = between(shift(p), shift(q));
    const sink = createPairSink(200_000);
    treePairs(a, b, t, sink);
    // the poses differ by 1e4 · 1e-16: pairs at the limit may change, nearly all stay
    const far = intersecting(a.mesh, b.mesh, t, listed(sink));
    expect(far).toEqual(intersecting(a.mesh, b.mesh, t));
    expect(Math.abs(far.length - near.length)).toBeLessThanOrEqual(2);
    const small = createPairSink(3);
    treePairs(a, b, t, small);
    expect([small.count, small.overflow]).toEqual([3, true]);
  });

  test("nothing is allocated", () => {
    const [a, b] = meshes.map((mesh) => buildMeshTree(mesh));
    const t = between(randomPose(random(44), 1), randomPose(random(45), 1));
    const sink = createPairSink(200_000);
    const go = () => {
      sink.count = 0;
      treePairs(a, b, t, sink);
    };
    for (let k = 0; k < 20; k++) go();
    expect(sink.count).toBeGreaterThan(50);
    // some ten thousand box tests; a boxed number each would be 160 kB
    expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  });
});
