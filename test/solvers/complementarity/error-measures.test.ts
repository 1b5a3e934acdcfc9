import { complementarity } from "stiction";
import { expect, test } from "vitest";
import { kindsOf, problemOf } from "./support.js";

const { CCK_WEIGHT, chenChenKanzow, errorMeasures, fischerBurmeister } = complementarity;

test("both functions vanish exactly at complementary pairs", () => {
  for (const [a, b] of [
    [0, 0],
    [0, 3],
    [2, 0],
  ]) {
    expect(fischerBurmeister(a, b)).toBe(0);
    expect(chenChenKanzow(a, b)).toBe(0);
  }
  // (3, 4): 3 + 4 − 5 = 2; λ 2 + (1 − λ) 12
  expect(fischerBurmeister(3, 4)).toBe(2);
  expect(chenChenKanzow(3, 4)).toBeCloseTo(CCK_WEIGHT * 2 + (1 - CCK_WEIGHT) * 12, 14);
  // (−3, 4): −3 + 4 − 5 = −4, no penalty
  expect(fischerBurmeister(-3, 4)).toBe(-4);
  expect(chenChenKanzow(-3, 4)).toBeCloseTo(-4 * CCK_WEIGHT, 14);
  // tiny next to large: 1e-20 + 1 − √1 would be 0
  expect(fischerBurmeister(1e-20, 1)).toBeCloseTo(1e-20, 30);
});

test("the four measures of a point", () => {
  // w = z + b: (z, w) = (3, 4) and (0, 1)
  const problem = problemOf(
    [
      [1, 0],
      [0, 1],
    ],
    [1, 1],
  );
  const e = errorMeasures(problem, Float64Array.of(3, 0));
  const cck = CCK_WEIGHT * 2 + (1 - CCK_WEIGHT) * 12;
  expect(e.fischer).toBe(2);
  expect(e.fischerSquared).toBe(2);
  expect(e.cck).toBeCloseTo(cck, 14);
  expect(e.cckSquared).toBeCloseTo((cck * cck) / 2, 14);
});

test("free rows, boxes and cones count too, and nothing counts at a solution", () => {
  const problem = problemOf(
    Array.from({ length: 5 }, (_, i) => Array.from({ length: 5 }, (_, j) => (i === j ? 1 : 0))),
    [-1, 7, -1, 3, 4],
    {
      kind: kindsOf("fbkkk"),
      lower: Float64Array.of(0, -1, 0, 0, 0),
      upper: Float64Array.of(0, 1, 0, 0, 0),
      cones: { count: 1, start: Int32Array.of(2), size: Int32Array.of(3), mu: Float64Array.of(0.5) },
    },
  );
  const solution = Float64Array.of(1, -1, 1, -0.3, -0.4);
  // the cone's direction is rounded
  for (const value of Object.values(errorMeasures(problem, solution))) expect(value).toBeLessThan(1e-15);
  for (let i = 0; i < 5; i++) {
    const off = solution.slice();
    off[i] += 0.1;
    expect(errorMeasures(problem, off).fischer).toBeGreaterThan(0.01);
    expect(errorMeasures(problem, off).cck).toBeGreaterThan(0.01);
  }
});
