import { PERTURBATION, PIVOT_TOLERANCE } from "../../../math/factor-status.js";
import { LOOSE_SIZE, type LooseBodies } from "./loose-bodies.js";

/**
 * The blocks of loose bodies in a symmetric tangent: the centre of mass has a mass alone, the axes a full matrix,
 *
 *   D = [m 1₃, 0; 0, D_e],   D_e 9 × 9 = L D Lᵀ
 */
export interface LooseBlocks {
  /** Where the first block begins in the values of the tangent. */
  readonly from: number;
  /** Factors of D_e: L below the diagonal, D on it, by columns. */
  readonly factors: Float64Array;
  /** Per pivot: sum of the magnitudes that it was made from. */
  readonly terms: Float64Array;
}

/** Numbers of a block: three masses, then the upper half of D_e by columns, 9 numbers each. */
export const BLOCK_SIZE = 84;
const AXES = 9;
const CENTER = 3;

export function createLooseBlocks({ count }: LooseBodies, from: number): LooseBlocks {
  return { from, factors: new Float64Array(AXES * AXES * count), terms: new Float64Array(AXES) };
}

/** Place of entry (i, j), i ≤ j, counted within the body, in the block of loose body k. */
export function blockPlace({ from }: LooseBlocks, k: number, i: number, j: number): number {
  const base = from + BLOCK_SIZE * k;
  return j < CENTER ? base + j : base + CENTER + AXES * (j - CENTER) + (i - CENTER);
}

/** Factors the block of loose body k; a pivot that vanishes is replaced. Returns whether all is finite. */
export function factorBlock({ from, factors, terms }: LooseBlocks, values: Float64Array, k: number): boolean {
  const a = AXES * AXES * k;
  const v = from + BLOCK_SIZE * k + CENTER;
  for (let j = 0; j < AXES; j++) {
    for (let i = j; i < AXES; i++) factors[a + AXES * j + i] = values[v + AXES * i + j];
    terms[j] = Math.abs(factors[a + AXES * j + j]);
  }
  for (let j = 0; j < AXES; j++) {
    const column = a + AXES * j;
    if (!(terms[j] < Number.POSITIVE_INFINITY)) return false;
    if (!(Math.abs(factors[column + j]) > PIVOT_TOLERANCE * terms[j]))
      factors[column + j] = PERTURBATION * (terms[j] > 0 ? terms[j] : 1);
    const inverse = 1 / factors[column + j];
    for (let i = j + 1; i < AXES; i++) {
      const w = factors[column + i];
      if (w === 0) continue;
      const l = w * inverse;
      const other = a + AXES * i;
      terms[i] += Math.abs(l * w);
      // columns behind this one: a_xi −= w_x l_i
      for (let x = i; x < AXES; x++) factors[other + x] -= factors[column + x] * l;
    }
    for (let i = j + 1; i < AXES; i++) factors[column + i] *= inverse;
  }
  return true;
}

/** x ← D_e⁻¹ x for the nine numbers at x[o]. */
export function solveAxes({ factors }: LooseBlocks, k: number, x: Float64Array, o: number): void {
  const a = AXES * AXES * k;
  for (let j = 0; j < AXES; j++) {
    const w = x[o + j];
    if (w === 0) continue;
    for (let i = j + 1; i < AXES; i++) x[o + i] -= factors[a + AXES * j + i] * w;
  }
  for (let j = AXES - 1; j >= 0; j--) {
    let sum = x[o + j] / factors[a + AXES * j + j];
    for (let i = j + 1; i < AXES; i++) sum -= factors[a + AXES * j + i] * x[o + i];
    x[o + j] = sum;
  }
}

/** x ← D⁻¹ x for the coordinates of loose body k. */
export function solveBlock(
  blocks: LooseBlocks,
  { offset }: LooseBodies,
  values: Float64Array,
  k: number,
  x: Float64Array,
): void {
  const o = offset[k];
  const v = blocks.from + BLOCK_SIZE * k;
  for (let c = 0; c < CENTER; c++) x[o + c] /= values[v + c];
  solveAxes(blocks, k, x, o + CENTER);
}

/** out += D x. */
export function addBlockTimes(
  { from }: LooseBlocks,
  { offset }: LooseBodies,
  values: Float64Array,
  k: number,
  x: Float64Array,
  out: Float64Array,
): void {
  const o = offset[k];
  const v = from + BLOCK_SIZE * k;
  for (let c = 0; c < CENTER; c++) out[o + c] += values[v + c] * x[o + c];
  for (let j = CENTER; j < LOOSE_SIZE; j++) {
    for (let i = CENTER; i <= j; i++) {
      const entry = values[v + CENTER + AXES * (j - CENTER) + (i - CENTER)];
      out[o + i] += entry * x[o + j];
      if (i !== j) out[o + j] += entry * x[o + i];
    }
  }
}
