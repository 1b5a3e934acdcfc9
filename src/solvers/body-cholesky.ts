import { ensureCapacityF64 } from "../math/capacity.js";
import type { BodyGraph } from "./body-graph.js";

/**
 * H = L Lᵀ for a symmetric positive definite matrix of 6 × 6 blocks, one block row per body [GolubVanLoan2013] §4.2.
 * `diagonal` and `blocks` hold H when filled and L when factored. A block of {i, j} has the smaller node as its row: 36
 * numbers, row by row.
 */
export interface BodyMatrix {
  diagonal: Float64Array;
  blocks: Float64Array;
  /** Scratch of the factorization: blocks (row, node) of one node, whichever triangle they are stored in. */
  column: Float64Array;
}

export const SIZE = 6;
export const BLOCK = 36;

/** A matrix without rows. */
export function createBodyMatrix(): BodyMatrix {
  return { diagonal: new Float64Array(0), blocks: new Float64Array(0), column: new Float64Array(0) };
}

/**
 * Clusters are sets of nodes that no edge joins: `cluster` has the one of each node. Operations on a matrix apply to
 * the clusters with 1 in `wanted`, the others stay as they are.
 */

/** Zeros, with room for the graph's blocks and fill. */
export function clearMatrix(matrix: BodyMatrix, graph: BodyGraph, cluster: Int32Array, wanted: Uint8Array): void {
  matrix.diagonal = ensureCapacityF64(matrix.diagonal, BLOCK * graph.nodes);
  matrix.blocks = ensureCapacityF64(matrix.blocks, BLOCK * graph.blocks);
  const { diagonal, blocks } = matrix;
  const { order, rowStart, rowBlock } = graph;
  for (let k = 0; k < graph.nodes; k++) {
    const p = order[k];
    if (wanted[cluster[p]] === 0) continue;
    diagonal.fill(0, BLOCK * p, BLOCK * p + BLOCK);
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++)
      blocks.fill(0, BLOCK * rowBlock[r], BLOCK * rowBlock[r] + BLOCK);
  }
}

/**
 * Factors in place. A pivot that round-off has made non-positive is replaced by a tiny one, which freezes that motion.
 */
export function factorMatrix(matrix: BodyMatrix, graph: BodyGraph, cluster: Int32Array, wanted: Uint8Array): void {
  const { diagonal, blocks } = matrix;
  const { order, rowStart, rows, rowBlock, targetStart, targets } = graph;
  for (let k = 0; k < graph.nodes; k++) {
    const p = order[k];
    if (wanted[cluster[p]] === 0) continue;
    const first = rowStart[k];
    const m = rowStart[k + 1] - first;
    const d = BLOCK * p;
    choleskyBlock(diagonal, d);
    if (m === 0) continue;
    matrix.column = ensureCapacityF64(matrix.column, BLOCK * m);
    const c = matrix.column;
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
export function solveMatrix(
  matrix: BodyMatrix,
  graph: BodyGraph,
  x: Float64Array,
  cluster: Int32Array,
  wanted: Uint8Array,
): void {
  const { diagonal, blocks } = matrix;
  const { order, rowStart, rows, rowBlock } = graph;
  for (let k = 0; k < graph.nodes; k++) {
    const p = order[k];
    if (wanted[cluster[p]] === 0) continue;
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
    if (wanted[cluster[p]] === 0) continue;
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

/** √s, or, where s is only the round-off of `whole`, a value large enough to freeze the motion. */
function pivotOf(s: number, whole: number): number {
  return s > 1e-15 * whole ? Math.sqrt(s) : Math.sqrt(whole > 0 ? whole : 1) * 1e8;
}

/**
 * Lower triangle of a 6 × 6 block to its Cholesky factor, in place; written out, since loops this short cost more than
 * their bodies.
 */
function choleskyBlock(m: Float64Array, o: number): void {
  const d0 = m[o + 0];
  const p0 = pivotOf(d0, d0);
  const l10 = m[o + 6] / p0;
  const l20 = m[o + 12] / p0;
  const l30 = m[o + 18] / p0;
  const l40 = m[o + 24] / p0;
  const l50 = m[o + 30] / p0;
  const d1 = m[o + 7];
  const p1 = pivotOf(d1 - l10 * l10, d1);
  const l21 = (m[o + 13] - l20 * l10) / p1;
  const l31 = (m[o + 19] - l30 * l10) / p1;
  const l41 = (m[o + 25] - l40 * l10) / p1;
  const l51 = (m[o + 31] - l50 * l10) / p1;
  const d2 = m[o + 14];
  const p2 = pivotOf(d2 - l20 * l20 - l21 * l21, d2);
  const l32 = (m[o + 20] - l30 * l20 - l31 * l21) / p2;
  const l42 = (m[o + 26] - l40 * l20 - l41 * l21) / p2;
  const l52 = (m[o + 32] - l50 * l20 - l51 * l21) / p2;
  const d3 = m[o + 21];
  const p3 = pivotOf(d3 - l30 * l30 - l31 * l31 - l32 * l32, d3);
  const l43 = (m[o + 27] - l40 * l30 - l41 * l31 - l42 * l32) / p3;
  const l53 = (m[o + 33] - l50 * l30 - l51 * l31 - l52 * l32) / p3;
  const d4 = m[o + 28];
  const p4 = pivotOf(d4 - l40 * l40 - l41 * l41 - l42 * l42 - l43 * l43, d4);
  const l54 = (m[o + 34] - l50 * l40 - l51 * l41 - l52 * l42 - l53 * l43) / p4;
  const d5 = m[o + 35];
  const p5 = pivotOf(d5 - l50 * l50 - l51 * l51 - l52 * l52 - l53 * l53 - l54 * l54, d5);
  m[o + 0] = p0;
  m[o + 6] = l10;
  m[o + 7] = p1;
  m[o + 12] = l20;
  m[o + 13] = l21;
  m[o + 14] = p2;
  m[o + 18] = l30;
  m[o + 19] = l31;
  m[o + 20] = l32;
  m[o + 21] = p3;
  m[o + 24] = l40;
  m[o + 25] = l41;
  m[o + 26] = l42;
  m[o + 27] = l43;
  m[o + 28] = p4;
  m[o + 30] = l50;
  m[o + 31] = l51;
  m[o + 32] = l52;
  m[o + 33] = l53;
  m[o + 34] = l54;
  m[o + 35] = p5;
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
