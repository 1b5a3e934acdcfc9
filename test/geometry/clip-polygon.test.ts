import { expect, test } from "vitest";
import { cutPolygon } from "../../src/geometry/clip-polygon.js";
import { random } from "./random.js";

const ROOM = 32;

/** A convex polygon inscribed in an ellipse, counter-clockwise: [x, y, …]. */
function polygon(rnd: () => number): Float64Array {
  const n = 3 + Math.floor(10 * rnd());
  const angles = Array.from({ length: n }, () => 2 * Math.PI * rnd()).sort((a, b) => a - b);
  return Float64Array.from(angles.flatMap((t) => [2 * Math.cos(t) + 0.3, Math.sin(t) - 0.2]));
}

function area(p: ArrayLike<number>, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    sum += p[2 * i] * p[2 * j + 1] - p[2 * j] * p[2 * i + 1];
  }
  return sum / 2;
}

function cut(p: Float64Array, line: readonly number[], slack = 0) {
  const count = p.length / 2;
  const height = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) height[i] = line[0] * p[2 * i] + line[1] * p[2 * i + 1] - line[2];
  height[count] = slack;
  const to = new Float64Array(2 * ROOM);
  const source = new Int32Array(ROOM);
  return { to, source, height, count: cutPolygon(p, count, 2, height, to, source) };
}

test("the parts on both sides of a line make up the polygon, and lie on their sides", () => {
  const rnd = random(5);
  let crossed = 0;
  for (let k = 0; k < 500; k++) {
    const p = polygon(rnd);
    const line = [rnd() - 0.5, rnd() - 0.5, 0.8 * (rnd() - 0.5)];
    const [left, right] = [cut(p, line), cut(p, line.map((x) => -x))]; // biome-ignore format: a pair
    // round-off of sums of up to 14 products of numbers up to 5
    expect(area(left.to, left.count) + area(right.to, right.count)).toBeCloseTo(area(p, p.length / 2), 13);
    for (const { to, count } of [left]) {
      // a crossing is off its line by the round-off of its interpolation
      for (let i = 0; i < count; i++)
        expect(line[0] * to[2 * i] + line[1] * to[2 * i + 1] - line[2]).toBeGreaterThan(-1e-14);
    }
    for (let i = 0; i < left.count; i++) {
      const from = left.source[i];
      if (from >= 0) expect([left.to[2 * i], left.to[2 * i + 1]]).toEqual([p[2 * from], p[2 * from + 1]]);
      else {
        const next = -from % (p.length / 2);
        expect(Math.sign(left.height[-1 - from]) * Math.sign(left.height[next])).toBe(-1);
        crossed++;
      }
    }
  }
  expect(crossed).toBeGreaterThan(400);
});

test("corners on the line stay without a crossing next to them, or go where the slack says so", () => {
  const square = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1);
  const diagonal = [1, -1, 0];
  const kept = cut(square, diagonal);
  expect([kept.count, ...kept.source.subarray(0, 3)]).toEqual([3, 0, 1, 2]);
  // within the slack of 0.1 of the line x = 0.95: the two corners are on it
  const flush = cut(square, [-1, 0, -0.95], 0.1);
  expect([flush.count, ...flush.source.subarray(0, 4)]).toEqual([4, 0, 1, 2, 3]);
  const strict = cut(square, diagonal, -Number.MIN_VALUE);
  expect([strict.count, ...strict.source.subarray(0, 3)]).toEqual([3, -1, 1, -2]);
  expect([...strict.to.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 1]);
});
