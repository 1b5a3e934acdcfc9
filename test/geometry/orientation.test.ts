/** Exact orientation signs on doubles with full mantissas, near-degenerate, against big integers (vilela T-05). */
import { expect, test } from "vitest";
import { sideOfPlane, turn } from "../../src/geometry/predicates.js";
import { crossSign, isFlat, orientSign, orientValue, turnSign } from "../../src/geometry/triangle/orientation.js";
import { allocatedBytes } from "../judges/allocation.js";
import { exactOrient, signOf, toIntegers } from "../judges/exact-doubles.js";
import { random } from "./random.js";

const FULL = process.env.STICTION_FULL === "1";

/**
 * Four points within a few units in the last place of one plane, with mantissas of all lengths and very different
 * sizes.
 */
function nearlyCoplanar(rnd: () => number, v: Float64Array): void {
  const size = 2 ** Math.floor(rnd() * 40 - 20);
  for (let i = 0; i < 9; i++) v[i] = size * (rnd() + rnd() * 2 ** -30 - 0.5);
  if (rnd() < 0.2) for (let k = 0; k < 3; k++) v[3 + k] = v[k] + (v[3 + k] - v[k]) * 2 ** -Math.floor(rnd() * 40);
  const [s, t] = rnd() < 0.3 ? [Math.floor(rnd() * 3) / 2, Math.floor(rnd() * 3) / 2] : [rnd() * 4 - 2, rnd() * 4 - 2];
  for (let k = 0; k < 3; k++) v[9 + k] = v[k] + s * (v[3 + k] - v[k]) + t * (v[6 + k] - v[k]);
  if (rnd() < 0.3) v[9] += size * 2 ** -52 * Math.floor(rnd() * 5 - 2);
}

test("signs equal those of exact arithmetic on near-degenerate points", () => {
  const rnd = random(1);
  const v = new Float64Array(12);
  const value = new Float64Array(1);
  const seen = new Map<number, number>();
  const count = FULL ? 1_000_000 : 15_000;
  let worst = 0;
  for (let i = 0; i < count; i++) {
    nearlyCoplanar(rnd, v);
    const exact = exactOrient(v);
    const s = signOf(exact);
    if (orientSign(v, 0, 1, 2, 3) !== s) expect.fail(`orient of ${v} should be ${s}`);
    seen.set(s, (seen.get(s) ?? 0) + 1);
    orientValue(v, 0, 1, 2, 3, value, 0);
    worst = Math.max(worst, s === 0 ? Math.abs(value[0]) : relativeError(value[0], exact, v));
  }
  // every answer has been asked for often
  for (const s of [-1, 0, 1]) expect(seen.get(s)).toBeGreaterThan(count / 50);
  // SAFE: the plain formula is used while its error is below 2⁻⁴⁰
  expect(worst).toBeLessThan(2 ** -40);
});

/** |value/exact − 1| with the exact integer's power of two restored from the coordinates. */
function relativeError(value: number, exact: bigint, v: Float64Array): number {
  const integers = toIntegers(v);
  const at = v.findIndex((x) => x !== 0);
  // v = integer · unit, and the determinant carries unit³
  const shift = 60n;
  const unit = v[at] / Number(integers[at]);
  const scaled = Number((exact << shift) >> BigInt(Math.max(0, exact.toString(2).length - 60)));
  const exponent = Math.max(0, exact.toString(2).length - 60) - Number(shift);
  return Math.abs(value / unit / unit / unit / (scaled * 2 ** exponent) - 1);
}

test("turns and cross products", () => {
  const rnd = random(2);
  const v = new Float64Array(12);
  let zeros = 0;
  for (let i = 0; i < (FULL ? 300_000 : 10_000); i++) {
    nearlyCoplanar(rnd, v);
    // nearly collinear in the plane (u, w), nearly parallel differences
    const t = Math.floor(rnd() * 9 - 4) / 4;
    for (let k = 0; k < 3; k++) {
      v[6 + k] = v[k] + t * (v[3 + k] - v[k]);
      v[9 + k] = rnd() < 0.5 ? v[k] : v[3 + k];
    }
    const x = toIntegers(v);
    const d = (i: number, j: number, k: number) => x[3 * i + k] - x[3 * j + k];
    for (const [u, w] of [
      [0, 1],
      [1, 2],
      [2, 0],
      [1, 0],
    ]) {
      const s = signOf(d(0, 2, u) * d(1, 2, w) - d(0, 2, w) * d(1, 2, u));
      if (turnSign(v, 0, 1, 2, u, w) !== s) expect.fail(`turn of ${v} in ${u}, ${w} should be ${s}`);
      const library = Math.sign(turn(v[u], v[w], v[3 + u], v[3 + w], v[6 + u], v[6 + w]));
      if (library !== s) expect.fail(`the package says ${library}`);
      const c = signOf(d(0, 1, u) * d(2, 3, w) - d(0, 1, w) * d(2, 3, u));
      if (crossSign(v, 0, 1, 2, 3, u, w) !== c) expect.fail(`cross product of ${v} in ${u}, ${w} should be ${c}`);
      if (c === 0 || s === 0) zeros++;
    }
  }
  expect(zeros).toBeGreaterThan(100);
});

test("the sign is opposite to sideOfPlane; flat triangles", () => {
  const v = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0);
  expect(orientSign(v, 0, 1, 2, 3)).toBe(-1);
  expect(sideOfPlane(v, 0, 1, 2, 3)).toBeGreaterThan(0);
  expect(isFlat(v, 0, 1, 4)).toBe(true);
  expect(isFlat(v, 0, 1, 3)).toBe(false);
  expect(isFlat(v, 2, 2, 3)).toBe(true);
});

test("nothing is allocated, on the exact path either", () => {
  const rnd = random(3);
  const v = new Float64Array(12 * 500);
  const one = new Float64Array(12);
  for (let i = 0; i < 500; i++) {
    nearlyCoplanar(rnd, one);
    v.set(one, 12 * i);
  }
  const value = new Float64Array(1);
  let sum = 0;
  const go = () => {
    for (let i = 0; i < 500; i++) {
      sum += orientSign(v, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
      sum += turnSign(v, 4 * i, 4 * i + 1, 4 * i + 2, 0, 1);
      sum += crossSign(v, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3, 0, 1);
      orientValue(v, 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3, value, 0);
    }
  };
  for (let k = 0; k < 200; k++) go();
  // 2000 calls; one boxed number each would be 32 kB
  expect(allocatedBytes(go, 14_400)).toBeLessThan(16_000);
  expect(Number.isFinite(sum)).toBe(true);
});
