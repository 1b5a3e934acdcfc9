/** Closest points of points, segments and triangles, against exact rational arithmetic; luaces V33. */
import { describe, expect, test } from "vitest";
import {
  closestPointOnTriangle,
  closestPointsOfSegments,
  EDGE,
  FACE,
  VERTEX,
} from "../../src/geometry/triangle/closest-point.js";
import { segmentTriangleDistance, triangleDistance } from "../../src/geometry/triangle/distance.js";
import { allocatedBytes } from "../judges/allocation.js";
import * as judge from "../judges/exact-distance.js";
import { toIntegers } from "../judges/exact-doubles.js";
import { commonPart, hasArea, type IntPoint, type IntTriangle } from "../judges/exact-triangles.js";
import { random } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";
const COUNT = FULL ? 200_000 : 4_000;

describe("V33: sphere and triangle", () => {
  // triangle (0,0,0) (1,0,0) (0,1,0), sphere R = 0.2: depth = R − distance
  const v = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  test.each([
    { at: [0.25, 0.25, 0.15], depth: 0.05, point: [0.25, 0.25, 0], feature: FACE },
    { at: [0.5, -0.1, 0.1], depth: 0.2 - Math.sqrt(0.02), point: [0.5, 0, 0], feature: EDGE },
    { at: [-0.1, -0.1, 0.1], depth: 0.2 - Math.sqrt(0.03), point: [0, 0, 0], feature: VERTEX },
    { at: [0.25, 0.25, 0.3], depth: -0.1, point: [0.25, 0.25, 0], feature: FACE },
  ])("centre $at", ({ at, depth, point, feature }) => {
    const out = new Float64Array(5);
    expect(closestPointOnTriangle(v, 0, 1, 2, Float64Array.of(9, ...at), 1, out, 1)).toBe(feature);
    for (let k = 0; k < 3; k++) expect(out[1 + k]).toBeCloseTo(point[k], 15);
    expect(0.2 - Math.sqrt(out[4])).toBeCloseTo(depth, 15);
  });
});

/**
 * Integer points of very different arrangements: tiny lattices, wide ones, slivers, nearly parallel edges, nearly
 * coplanar faces.
 */
function arrangement(rnd: () => number, n: number): IntPoint[] {
  const size = [4, 50, 2 ** 20, 2 ** 30][Math.floor(rnd() * 4)];
  const point = (): number[] => [0, 1, 2].map(() => Math.floor(rnd() * size));
  const points = Array.from({ length: n }, point);
  const style = rnd();
  if (style < 0.25) {
    // squeezed towards a line or a plane
    const thin = 2 ** -Math.floor(rnd() * 30);
    for (const p of points) {
      p[2] = Math.round(p[2] * thin);
      if (rnd() < 0.5) p[1] = Math.round(p[1] * thin);
    }
  } else if (style < 0.5) {
    // some points close to a combination of others
    for (let i = 2; i < n; i++) {
      const t = rnd() * 2 - 0.5;
      points[i] = points[i].map((_, k) =>
        Math.round(
          points[0][k] + t * (points[1][k] - points[0][k]) + (rnd() - 0.5) * size * 2 ** -Math.floor(rnd() * 31),
        ),
      );
    }
  }
  return points.map(([x, y, z]): IntPoint => [BigInt(x), BigInt(y), BigInt(z)]);
}

const pack = (points: readonly IntPoint[]) => Float64Array.from(points.flat().map(Number));
const span = (v: Float64Array) => v.reduce((m, x) => Math.max(m, Math.abs(x)), 1);

/**
 * Distances are differences of coordinates of the size of the arrangement: a few dozen roundings of 1.1e-16 each.
 * Tested against 1e-14 of the size; observed 4e-16.
 */
const TOLERANCE = 1e-14;

test("point and triangle", () => {
  const rnd = random(11);
  const out = new Float64Array(4);
  const seen = new Set<number>();
  let worst = 0;
  for (let i = 0; i < COUNT; i++) {
    const points = arrangement(rnd, 4);
    const v = pack(points);
    const feature = closestPointOnTriangle(v, 0, 1, 2, v, 9, out, 0);
    seen.add(feature);
    const exact = judge.pointTriangle(points[3], [points[0], points[1], points[2]]);
    worst = Math.max(worst, Math.abs(Math.sqrt(out[3]) - exact) / span(v));
    const length = Math.hypot(out[0] - v[9], out[1] - v[10], out[2] - v[11]);
    worst = Math.max(worst, Math.abs(length - exact) / span(v));
    // on the feature that it says
    if (feature >= VERTEX) for (let k = 0; k < 3; k++) expect(out[k]).toBe(v[3 * (feature - VERTEX) + k]);
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(worst).toBeLessThan(TOLERANCE);
});

test("two segments, also nearly parallel ones", () => {
  const rnd = random(12);
  const out = new Float64Array(9);
  let worst = 0;
  let inside = 0;
  for (let i = 0; i < COUNT; i++) {
    const points = arrangement(rnd, 4);
    const v = pack(points);
    closestPointsOfSegments(v, 0, 1, v, 2, 3, out, 0);
    const exact = judge.segmentSegment(points[0], points[1], points[2], points[3]);
    const length = Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]);
    worst = Math.max(worst, Math.abs(Math.sqrt(out[6]) - exact) / span(v), Math.abs(length - exact) / span(v));
    for (let k = 0; k < 3; k++) {
      // the points belong to the segments
      expect(Math.abs(out[k] - (v[k] + out[7] * (v[3 + k] - v[k])))).toBeLessThanOrEqual(1e-15 * span(v));
      expect(Math.abs(out[3 + k] - (v[6 + k] + out[8] * (v[9 + k] - v[6 + k])))).toBeLessThanOrEqual(1e-15 * span(v));
    }
    if (out[7] > 0 && out[7] < 1 && out[8] > 0 && out[8] < 1) inside++;
  }
  expect(inside).toBeGreaterThan(COUNT / 20);
  expect(worst).toBeLessThan(TOLERANCE);
});

test("segment and triangle", () => {
  const rnd = random(13);
  const out = new Float64Array(7);
  let worst = 0;
  let pierced = 0;
  for (let i = 0; i < COUNT; i++) {
    const points = arrangement(rnd, 5);
    const v = pack(points);
    segmentTriangleDistance(v, 3, 4, v, 0, 1, 2, out, 0);
    const exact = judge.segmentTriangle(points[3], points[4], [points[0], points[1], points[2]]);
    const length = Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]);
    worst = Math.max(worst, Math.abs(Math.sqrt(out[6]) - exact) / span(v), Math.abs(length - exact) / span(v));
    if (exact > 0 || !hasArea([points[0], points[1], points[2]])) continue;
    pierced++;
    if (out[6] !== 0) expect.fail(`meets, but at ${out[6]}: ${v}`);
  }
  expect(pierced).toBeGreaterThan(COUNT / 50);
  expect(worst).toBeLessThan(TOLERANCE);
});

test("two triangles: distance, 0 exactly when they meet, mirrored when exchanged", () => {
  const rnd = random(14);
  const out = new Float64Array(7);
  const back = new Float64Array(7);
  let worst = 0;
  let met = 0;
  for (let i = 0; i < COUNT; i++) {
    const points = arrangement(rnd, 6);
    const [a, b]: IntTriangle[] = [
      [points[0], points[1], points[2]],
      [points[3], points[4], points[5]],
    ];
    if (!hasArea(a) || !hasArea(b)) continue;
    const v = pack(points);
    const code = triangleDistance(v, 0, 1, 2, v, 3, 4, 5, out, 0);
    const meet = commonPart(a, b).points.length > 0;
    if (meet) met++;
    const exact = meet ? 0 : judge.triangleTriangle(a, b);
    // apart by less than round-off may come out as 0, but what meets is 0 exactly
    if (meet) expect(out[6]).toBe(0);
    const length = Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]);
    worst = Math.max(worst, Math.abs(Math.sqrt(out[6]) - exact) / span(v), Math.abs(length - exact) / span(v));
    const mirrored = triangleDistance(v, 3, 4, 5, v, 0, 1, 2, back, 0);
    worst = Math.max(worst, Math.abs(Math.sqrt(back[6]) - exact) / span(v));
    expect(code).toBeLessThan(64);
    expect(mirrored).toBeLessThan(64);
  }
  expect(met).toBeGreaterThan(COUNT / 50);
  expect(worst).toBeLessThan(TOLERANCE);
});

/** Points with full mantissas as integers over one power of two; `unit` is the integer that stands for 1 m. */
function exactPoints(v: Float64Array): { points: IntPoint[]; unit: number } {
  const x = toIntegers([...v, 1]);
  const points = Array.from({ length: v.length / 3 }, (_, i): IntPoint => [x[3 * i], x[3 * i + 1], x[3 * i + 2]]);
  return { points, unit: Number(x[v.length]) };
}

// Thin figures in any direction lose digits in every product; 2e-15 is 10 × observed (1.5e-16 and 3.1e-16 of the size).
describe("thin figures are as accurate as any other", () => {
  const count = FULL ? 10_000 : 150;

  test.each([4, 6, 7, 8, 9, 10, 12, 14, 16])("triangles of thickness 1e-%i", (e) => {
    const rnd = random(100 + e);
    const out = new Float64Array(4);
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const v = new Float64Array(12);
      for (let k = 0; k < 6; k++) v[k] = rnd();
      const [t, s] = [rnd() * 1.4 - 0.2, rnd()];
      const h = rnd() < 0.5 ? 10 ** -(rnd() * e) : rnd();
      for (let k = 0; k < 3; k++) {
        v[6 + k] = v[k] + t * (v[3 + k] - v[k]) + (rnd() - 0.5) * 10 ** -e;
        v[9 + k] = v[k] + s * (v[3 + k] - v[k]) + h * (rnd() - 0.5);
      }
      closestPointOnTriangle(v, 0, 1, 2, v, 9, out, 0);
      const { points, unit } = exactPoints(v);
      const exact = judge.pointTriangle(points[3], [points[0], points[1], points[2]]) / unit;
      worst = Math.max(worst, Math.abs(Math.sqrt(out[3]) - exact));
      worst = Math.max(worst, Math.abs(Math.hypot(out[0] - v[9], out[1] - v[10], out[2] - v[11]) - exact));
    }
    expect(worst).toBeLessThan(2e-15);
  });

  test.each([0, 2, 4, 6, 7, 8, 9, 10, 12, 14, 16])("segments at an angle of 1e-%i", (e) => {
    const rnd = random(200 + e);
    const out = new Float64Array(9);
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const v = new Float64Array(12);
      for (let k = 0; k < 6; k++) v[k] = rnd();
      const [s, length] = [rnd() * 2 - 1, rnd() < 0.3 ? 0.1 + rnd() : 1];
      const h = rnd() < 0.5 ? 10 ** -(rnd() * e) : rnd();
      const d = [0, 1, 2].map((k) => v[3 + k] - v[k]);
      for (let k = 0; k < 3; k++) {
        v[6 + k] = v[k] + s * d[k] + h * (rnd() - 0.5);
        v[9 + k] = v[6 + k] + length * d[k] + (rnd() - 0.5) * 10 ** -e;
      }
      if (rnd() < 0.5) {
        // crossing, or nearly so
        const keep = rnd() < 0.5 ? 0 : 1e-9;
        for (let k = 0; k < 3; k++) {
          const m = (v[6 + k] + v[9 + k]) / 2 - (v[k] + 0.5 * d[k]);
          v[6 + k] -= m * (1 - keep);
          v[9 + k] -= m * (1 - keep);
        }
      }
      closestPointsOfSegments(v, 0, 1, v, 2, 3, out, 0);
      const { points, unit } = exactPoints(v);
      const exact = judge.segmentSegment(points[0], points[1], points[2], points[3]) / unit;
      worst = Math.max(worst, Math.abs(Math.sqrt(out[6]) - exact));
      worst = Math.max(worst, Math.abs(Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]) - exact));
    }
    expect(worst).toBeLessThan(2e-15);
  });
});

test("degenerate triangles and segments give the distance of what is left of them", () => {
  const v = Float64Array.of(0, 0, 0, 2, 0, 0, 1, 0, 0, 1, 3, 0);
  const out = new Float64Array(9);
  // three collinear corners: the segment from 0 to 2
  expect(closestPointOnTriangle(v, 0, 1, 2, v, 9, out, 0)).toBe(EDGE);
  expect([...out.subarray(0, 4)]).toEqual([1, 0, 0, 9]);
  // one point three times
  expect(closestPointOnTriangle(v, 0, 0, 0, v, 9, out, 0)).toBe(VERTEX);
  expect(out[3]).toBe(10);
  closestPointsOfSegments(v, 3, 3, v, 0, 1, out, 0);
  expect([...out]).toEqual([1, 3, 0, 1, 0, 0, 9, 0, 0.5]);
});

test("nothing is allocated", () => {
  const rnd = random(15);
  const v = Float64Array.from({ length: 3 * 600 }, rnd);
  const out = new Float64Array(9);
  let codes = 0;
  const go = () => {
    for (let i = 0; i < 2000; i++) {
      const a = 6 * (i % 100);
      codes += closestPointOnTriangle(v, a, a + 1, a + 2, v, 3 * (a + 3), out, 0);
      closestPointsOfSegments(v, a, a + 1, v, a + 2, a + 3, out, 0);
      codes += segmentTriangleDistance(v, a, a + 1, v, a + 2, a + 3, a + 4, out, 0);
      codes += triangleDistance(v, a, a + 1, a + 2, v, a + 3, a + 4, a + 5, out, 0);
    }
  };
  for (let k = 0; k < 15; k++) go();
  // 8000 calls; a boxed number each would be 128 kB
  expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  expect(codes).toBeGreaterThan(0);
});
