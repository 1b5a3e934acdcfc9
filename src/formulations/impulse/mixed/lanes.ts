/**
 * The operations of `sweeps.ts` on one patch: numbers, each rounded to single precision. A double holds the product,
 * and, to twice the digits that matter, the sum, quotient and root of two singles, so that rounding it gives what an
 * operation in single precision gives. `kernels/lanes.ts` has the same operations on four patches.
 */

export type Lanes = number;
export type Mask = boolean;
export type Int = number;
export type Real = number;

/** A batch is run once for each of its patches. */
export const RUNS = 4;

/** Where the operations work: a memory, the patch of a batch that is run, and the place that was taken last. */
function createPlace(): { floats: Float32Array; ints: Int32Array; lane: number; taken: number } {
  return { floats: new Float32Array(0), ints: new Int32Array(0), lane: 0, taken: 0 };
}
const at = createPlace();

/** The memory to work in. */
export function useMemory(floats: Float32Array, ints: Int32Array): void {
  at.floats = floats;
  at.ints = ints;
}

/** The patch of a batch that is run. */
export function selectLane(lane: Int): void {
  at.lane = lane;
}

export const splat = (x: Real): Lanes => Math.fround(x);
export const load = (p: Int, unit: Int): Lanes => at.floats[(p >> 2) + 4 * unit + at.lane];
export function store(p: Int, unit: Int, x: Lanes): void {
  at.floats[(p >> 2) + 4 * unit + at.lane] = x;
}
/** A number that is not of one patch. */
export const intAt = (p: Int, unit: Int, k: Int): Int => at.ints[(p >> 2) + 4 * unit + k];
export const isSet = (p: Int, unit: Int): Mask => at.ints[(p >> 2) + 4 * unit + at.lane] !== 0;

/** Takes xyz of the body whose address is at p, from one of its units. */
export function take(p: Int, unit: Int): void {
  at.taken = (at.ints[(p >> 2) + at.lane] >> 2) + 4 * unit;
}
export const takenX = (): Lanes => at.floats[at.taken];
export const takenY = (): Lanes => at.floats[at.taken + 1];
export const takenZ = (): Lanes => at.floats[at.taken + 2];
/** Writes xyz of the body whose address is at p, in one of its units. */
export function give(p: Int, unit: Int, x: Lanes, y: Lanes, z: Lanes): void {
  const o = (at.ints[(p >> 2) + at.lane] >> 2) + 4 * unit;
  at.floats[o] = x;
  at.floats[o + 1] = y;
  at.floats[o + 2] = z;
}

export const add = (a: Lanes, b: Lanes): Lanes => Math.fround(a + b);
export const sub = (a: Lanes, b: Lanes): Lanes => Math.fround(a - b);
export const mul = (a: Lanes, b: Lanes): Lanes => Math.fround(a * b);
export const div = (a: Lanes, b: Lanes): Lanes => Math.fround(a / b);
export const root = (a: Lanes): Lanes => Math.fround(Math.sqrt(a));
export const abs = (a: Lanes): Lanes => Math.abs(a);
/** b where it is larger, else a. */
export const wider = (a: Lanes, b: Lanes): Lanes => (a < b ? b : a);
/** b where it is smaller, else a. */
export const smaller = (a: Lanes, b: Lanes): Lanes => (b < a ? b : a);
export const greater = (a: Lanes, b: Lanes): Mask => a > b;
export const less = (a: Lanes, b: Lanes): Mask => a < b;
export const differ = (a: Lanes, b: Lanes): Mask => a !== b;
export const both = (a: Mask, b: Mask): Mask => a && b;
export const any = (a: Mask): boolean => a;
/** x where the mask is set, else 0. */
export const only = (m: Mask, x: Lanes): Lanes => (m ? x : 0);
/** a where the mask is set, else b. */
export const pick = (m: Mask, a: Lanes, b: Lanes): Lanes => (m ? a : b);
