import type { BodyGraph } from "./body-graph.js";
import { roomF64 } from "./grow.js";

/**
 * H = L Lᵀ for a symmetric positive definite matrix of 6 × 6 blocks, one block row per body [GolubVanLoan2013] §4.2. `diagonal` and
 * `blocks` hold H when filled and L when factored. A block of {i, j} has the smaller node as its row: 36 numbers, row by row.
 */
export interface BodyMatrix {
  diagonal: Float64Array;
  blocks: Float64Array;
}

export const SIZE = 6;
export const BLOCK = 36;

/** A matrix without rows. */
export function createBodyMatrix(): BodyMatrix {
  return { diagonal: new Float64Array(0), blocks: new Float64Array(0) };
}

/** Zeros, with room for the graph's blocks and fill. */
export function clearMatrix(matrix: BodyMatrix, graph: BodyGraph): void {
  matrix.diagonal = roomF64(matrix.diagonal, BLOCK * graph.nodes);
  matrix.blocks = roomF64(matrix.blocks, BLOCK * graph.blocks);
  matrix.diagonal.fill(0, 0, BLOCK * graph.nodes);
  matrix.blocks.fill(0, 0, BLOCK * graph.blocks);
}

/** Columns of the present node, as they are needed: block (row, node) whatever way it is stored. */
let column: Float64Array = new Float64Array(0);

/** Factors in place. A pivot that round-off has made non-positive is replaced by a tiny one, which freezes that motion. */
export function factorMatrix(matrix: BodyMatrix, graph: BodyGraph): void {
  const { diagonal, blocks } = matrix;
  const { order, rowStart, rows, rowBlock, targetStart, targets } = graph;
  for (let k = 0; k < graph.nodes; k++) {
    const p = order[k];
    const first = rowStart[k];
    const m = rowStart[k + 1] - first;
    const d = BLOCK * p;
    choleskyBlock(diagonal, d);
    if (m === 0) continue;
    column = roomF64(column, BLOCK * m);
    const c = column;
    for (let a = 0; a < m; a++) {
      const i = rows[first + a];
      const o = BLOCK * rowBlock[first + a];
      // C = (block of row i, column p) L⁻ᵀ
      if (i < p) for (let x = 0; x < BLOCK; x++) c[BLOCK * a + x] = blocks[o + x];
      else
        for (let r = 0; r < SIZE; r++)
          for (let s = 0; s < SIZE; s++) c[BLOCK * a + SIZE * r + s] = blocks[o + SIZE * s + r];
      solveRows(diagonal, d, c, BLOCK * a);
      // kept as (row i, column p), whatever the order of the two
      for (let x = 0; x < BLOCK; x++) blocks[o + x] = c[BLOCK * a + x];
    }
    let t = targetStart[k];
    for (let a = 0; a < m; a++) {
      for (let b = 0; b < a; b++) {
        // rows ascend, so node a is the larger: the block is stored with b as its row
        subtractProduct(blocks, BLOCK * targets[t++], c, BLOCK * b, BLOCK * a);
      }
      subtractProduct(diagonal, BLOCK * (-1 - targets[t++]), c, BLOCK * a, BLOCK * a);
    }
  }
}

/** x ← H⁻¹ x, 6 numbers per node. */
export function solveMatrix(matrix: BodyMatrix, graph: BodyGraph, x: Float64Array): void {
  const { diagonal, blocks } = matrix;
  const { order, rowStart, rows, rowBlock } = graph;
  for (let k = 0; k < graph.nodes; k++) {
    const p = order[k];
    const xo = SIZE * p;
    forward(diagonal, BLOCK * p, x, xo);
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++) {
      const o = BLOCK * rowBlock[r];
      const io = SIZE * rows[r];
      for (let a = 0; a < SIZE; a++) {
        const q = o + SIZE * a;
        x[io + a] -=
          blocks[q] * x[xo] +
          blocks[q + 1] * x[xo + 1] +
          blocks[q + 2] * x[xo + 2] +
          blocks[q + 3] * x[xo + 3] +
          blocks[q + 4] * x[xo + 4] +
          blocks[q + 5] * x[xo + 5];
      }
    }
  }
  for (let k = graph.nodes - 1; k >= 0; k--) {
    const p = order[k];
    const xo = SIZE * p;
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++) {
      const o = BLOCK * rowBlock[r];
      const io = SIZE * rows[r];
      for (let a = 0; a < SIZE; a++) {
        const v = x[io + a];
        const q = o + SIZE * a;
        x[xo] -= blocks[q] * v;
        x[xo + 1] -= blocks[q + 1] * v;
        x[xo + 2] -= blocks[q + 2] * v;
        x[xo + 3] -= blocks[q + 3] * v;
        x[xo + 4] -= blocks[q + 4] * v;
        x[xo + 5] -= blocks[q + 5] * v;
      }
    }
    backward(diagonal, BLOCK * p, x, xo);
  }
}

/** Lower triangle of a 6 × 6 block to its Cholesky factor, in place. */
function choleskyBlock(m: Float64Array, o: number): void {
  for (let j = 0; j < SIZE; j++) {
    const jo = o + SIZE * j;
    const whole = m[jo + j];
    let s = whole;
    for (let k = 0; k < j; k++) s -= m[jo + k] * m[jo + k];
    // what is left below round-off of the whole is no pivot
    const pivot = s > 1e-15 * whole ? Math.sqrt(s) : Math.sqrt(whole > 0 ? whole : 1) * 1e8;
    m[jo + j] = pivot;
    for (let i = j + 1; i < SIZE; i++) {
      const io = o + SIZE * i;
      let t = m[io + j];
      for (let k = 0; k < j; k++) t -= m[io + k] * m[jo + k];
      m[io + j] = t / pivot;
    }
  }
}

/** C ← C L⁻ᵀ for a 6 × 6 block C: each row solved forward. */
function solveRows(l: Float64Array, lo: number, c: Float64Array, co: number): void {
  for (let r = 0; r < SIZE; r++) forward(l, lo, c, co + SIZE * r);
}

/** x ← L⁻¹ x */
function forward(l: Float64Array, o: number, x: Float64Array, xo: number): void {
  const x0 = x[xo] / l[o];
  const x1 = (x[xo + 1] - l[o + 6] * x0) / l[o + 7];
  const x2 = (x[xo + 2] - l[o + 12] * x0 - l[o + 13] * x1) / l[o + 14];
  const x3 = (x[xo + 3] - l[o + 18] * x0 - l[o + 19] * x1 - l[o + 20] * x2) / l[o + 21];
  const x4 = (x[xo + 4] - l[o + 24] * x0 - l[o + 25] * x1 - l[o + 26] * x2 - l[o + 27] * x3) / l[o + 28];
  const x5 =
    (x[xo + 5] - l[o + 30] * x0 - l[o + 31] * x1 - l[o + 32] * x2 - l[o + 33] * x3 - l[o + 34] * x4) / l[o + 35];
  x[xo] = x0;
  x[xo + 1] = x1;
  x[xo + 2] = x2;
  x[xo + 3] = x3;
  x[xo + 4] = x4;
  x[xo + 5] = x5;
}

/** x ← L⁻ᵀ x */
function backward(l: Float64Array, o: number, x: Float64Array, xo: number): void {
  const x5 = x[xo + 5] / l[o + 35];
  const x4 = (x[xo + 4] - l[o + 34] * x5) / l[o + 28];
  const x3 = (x[xo + 3] - l[o + 33] * x5 - l[o + 27] * x4) / l[o + 21];
  const x2 = (x[xo + 2] - l[o + 32] * x5 - l[o + 26] * x4 - l[o + 20] * x3) / l[o + 14];
  const x1 = (x[xo + 1] - l[o + 31] * x5 - l[o + 25] * x4 - l[o + 19] * x3 - l[o + 13] * x2) / l[o + 7];
  const x0 = (x[xo] - l[o + 30] * x5 - l[o + 24] * x4 - l[o + 18] * x3 - l[o + 12] * x2 - l[o + 6] * x1) / l[o];
  x[xo] = x0;
  x[xo + 1] = x1;
  x[xo + 2] = x2;
  x[xo + 3] = x3;
  x[xo + 4] = x4;
  x[xo + 5] = x5;
}

/** M ← M − A Bᵀ for 6 × 6 blocks, A and B at offsets of one array. */
function subtractProduct(m: Float64Array, mo: number, c: Float64Array, ao: number, bo: number): void {
  for (let r = 0; r < SIZE; r++) {
    const a = ao + SIZE * r;
    const a0 = c[a];
    const a1 = c[a + 1];
    const a2 = c[a + 2];
    const a3 = c[a + 3];
    const a4 = c[a + 4];
    const a5 = c[a + 5];
    for (let s = 0; s < SIZE; s++) {
      const b = bo + SIZE * s;
      m[mo + SIZE * r + s] -= a0 * c[b] + a1 * c[b + 1] + a2 * c[b + 2] + a3 * c[b + 3] + a4 * c[b + 4] + a5 * c[b + 5];
    }
  }
}
