import { expect, test } from "vitest";
import { sweepMeets } from "../../src/collision/broad/boxes.js";
import { randomSource } from "./broad-scenes.js";

const FULL = Boolean(process.env.STICTION_FULL);

/** A double as a whole number of units of 2⁻²⁰⁰: exact for everything between 2⁻¹⁴⁸ and 2⁵⁰ in size. */
const exact = (x: number) => BigInt(x * 2 ** 200);

/** Does the ray meet the closed box, enlarged by `slack` on all sides? In whole numbers, without rounding. */
function exactlyMeets(box: Float64Array, ray: Float64Array, slack: number): boolean {
  // t is between lows and highs, fractions [numerator, denominator > 0] in units that cancel
  const lows: [bigint, bigint][] = [[0n, 1n]];
  const highs: [bigint, bigint][] = [[exact(ray[6]), exact(1)]];
  for (let axis = 0; axis < 3; axis++) {
    const d = exact(ray[3 + axis]);
    const min = exact(box[axis]) - exact(slack) - exact(ray[axis]);
    const max = exact(box[3 + axis]) + exact(slack) - exact(ray[axis]);
    if (d === 0n && (min > 0n || max < 0n)) return false;
    if (d > 0n) {
      lows.push([min, d]);
      highs.push([max, d]);
    } else if (d < 0n) {
      lows.push([-max, -d]);
      highs.push([-min, -d]);
    }
  }
  return lows.every(([a, b]) => highs.every(([c, d]) => a * d <= c * b));
}

test("a ray that grazes a box meets it whenever it does so exactly", () => {
  // all 53 bits are used, so that differences of coordinates are rounded
  const coarse = randomSource(1);
  const random = () => coarse() + coarse() * 2 ** -32;
  const box = new Float64Array(6);
  const ray = new Float64Array(10);
  let [met, missed, extra] = [0, 0, 0];
  const rays = FULL ? 1_000_000 : 20_000;
  for (let k = 0; k < rays; k++) {
    // towards a corner of the box, or along an axis towards an edge, ending beyond it or as nearly as possible at it
    const scale = 0.5 + random();
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = random();
      box[3 + axis] = box[axis] + random();
      ray[axis] = 4 * random() - 2;
      ray[3 + axis] = random() < 0.2 ? 0 : scale * (box[axis + (random() < 0.5 ? 0 : 3)] - ray[axis]);
      if (ray[3 + axis] === 0) ray[axis] = box[axis];
    }
    ray[6] = random() < 0.3 ? 1 / scale : 4;
    const expected = exactlyMeets(box, ray, 0);
    const found = sweepMeets(box, 0, ray, 0);
    if (expected && !found) missed++;
    if (expected) met++;
    // what is reported beyond is a miss by round-off: 8 u of a way of at most 6 m is 5.4e-15 m
    if (found && !expected) {
      extra++;
      expect(exactlyMeets(box, ray, 5.4e-15)).toBe(true);
    }
  }
  expect(missed).toBe(0);
  // the test tests something: rays of both kinds are many
  expect(met).toBeGreaterThan(0.2 * rays);
  expect(extra).toBeGreaterThan(0.01 * rays);
  expect(met).toBeLessThan(0.9 * rays);
});
