/**
 * Elimination of a sparse system of 6 × 6 blocks whose pattern changes from solve to solve, as that of bodies in
 * contact,
 *
 *   Σ_j M_ij t_j = c_i
 *
 * in the order of least degree, found on the way [GeorgeLiu1989]. The last nodes may be kept: what is left of the
 * system on them is there for the caller to solve. Pivoting within the blocks only, which suits blocks with an inertia
 * on their diagonal.
 */
import { ensureCapacityF64, ensureCapacityI32 } from "./capacity.js";
import { denseLuFactor, denseLuSolve } from "./dense-lu.js";
import { FACTOR_OK } from "./factor-status.js";

const SIZE = 6;
const BLOCK = SIZE * SIZE;

export interface BlockSystem {
  nodes: number;
  /** So many of the nodes, the last ones, are not eliminated. */
  kept: number;
  /** Where the block of nodes i and j begins, at i × nodes + j; −1: zero. */
  at: Int32Array;
  blocks: Float64Array;
  /** Numbers in use in `blocks`. */
  used: number;
  /** c, 6 numbers per node; then t. */
  rhs: Float64Array;
  /** Nodes in the order of their elimination, and the neighbours that each had then: list[start[k] … start[k + 1]). */
  order: Int32Array;
  start: Int32Array;
  list: Int32Array;
  degree: Int32Array;
  gone: Int32Array;
  /** A pivot block and its inverse, a column, rows that were swapped. */
  readonly pivot: Float64Array;
  readonly inverse: Float64Array;
  readonly column: Float64Array;
  readonly swaps: Int32Array;
  /** Products of blocks so far, for accounts of cost. */
  products: number;
}

export function createBlockSystem(): BlockSystem {
  return {
    nodes: 0,
    kept: 0,
    at: new Int32Array(0),
    blocks: new Float64Array(0),
    used: 0,
    rhs: new Float64Array(0),
    order: new Int32Array(0),
    start: new Int32Array(1),
    list: new Int32Array(0),
    degree: new Int32Array(0),
    gone: new Int32Array(0),
    pivot: new Float64Array(BLOCK),
    inverse: new Float64Array(BLOCK),
    column: new Float64Array(SIZE),
    swaps: new Int32Array(SIZE),
    products: 0,
  };
}

/** An empty system. */
export function startBlocks(s: BlockSystem, nodes: number, kept: number): void {
  s.nodes = nodes;
  s.kept = kept;
  s.used = 0;
  s.at = ensureCapacityI32(s.at, nodes * nodes);
  s.at.fill(-1, 0, nodes * nodes);
  s.rhs = ensureCapacityF64(s.rhs, SIZE * nodes);
  s.rhs.fill(0, 0, SIZE * nodes);
  s.order = ensureCapacityI32(s.order, nodes);
  s.start = ensureCapacityI32(s.start, nodes + 1);
  s.degree = ensureCapacityI32(s.degree, nodes);
  s.gone = ensureCapacityI32(s.gone, nodes);
  s.gone.fill(0, 0, nodes);
}

/** Where block (i, j) begins; a new one is zero. */
export function openBlock(s: BlockSystem, i: number, j: number): number {
  const known = s.at[i * s.nodes + j];
  if (known >= 0) return known;
  const from = s.used;
  s.used += BLOCK;
  s.blocks = ensureCapacityF64(s.blocks, s.used);
  s.blocks.fill(0, from, s.used);
  s.at[i * s.nodes + j] = from;
  return from;
}

/** Eliminates all nodes but those that are kept; false where a pivot block is singular or not finite. */
export function eliminateBlocks(s: BlockSystem): boolean {
  const { nodes, kept, degree, gone } = s;
  const last = nodes - kept;
  for (let i = 0; i < last; i++) degree[i] = countNeighbours(s, i);
  let end = 0;
  for (let k = 0; k < last; k++) {
    let i = -1;
    for (let x = 0; x < last; x++) if (gone[x] === 0 && (i < 0 || degree[x] < degree[i])) i = x;
    s.order[k] = i;
    s.start[k] = end;
    gone[i] = 1;
    s.list = ensureCapacityI32(s.list, end + nodes);
    for (let j = 0; j < nodes; j++) if (gone[j] === 0 && s.at[i * nodes + j] >= 0) s.list[end++] = j;
    s.start[k + 1] = end;
    if (!eliminateNode(s, i, s.start[k], end)) return false;
    for (let x = s.start[k]; x < end; x++) if (s.list[x] < last) degree[s.list[x]] = countNeighbours(s, s.list[x]);
  }
  return true;
}

function countNeighbours({ at, nodes, gone }: BlockSystem, i: number): number {
  let count = 0;
  for (let j = 0; j < nodes; j++) if (j !== i && gone[j] === 0 && at[i * nodes + j] >= 0) count++;
  return count;
}

/**
 * Node i with the neighbours list[from … to):
 *
 *   W_ij = M_ii⁻¹ M_ij,   y_i = M_ii⁻¹ c_i,   M_kj −= M_ki W_ij,   c_k −= M_ki y_i
 *
 * W_ij takes the place of M_ij, y_i that of c_i.
 */
function eliminateNode(s: BlockSystem, i: number, from: number, to: number): boolean {
  const { nodes, list, at, rhs, inverse } = s;
  if (!invertPivot(s, at[i * nodes + i])) return false;
  multiplyColumn(inverse, 0, rhs, SIZE * i, s.column);
  for (let x = from; x < to; x++) replaceByProduct(s, at[i * nodes + list[x]]);
  for (let x = from; x < to; x++) {
    const k = list[x];
    const left = at[k * nodes + i];
    for (let y = from; y < to; y++) {
      const target = openBlock(s, k, list[y]);
      subtractProduct(s.blocks, target, left, at[i * nodes + list[y]]);
    }
    subtractColumn(s.blocks, left, rhs, SIZE * i, SIZE * k);
  }
  s.products += (to - from) * (to - from + 1) + 1;
  return true;
}

/** inverse ← M_ii⁻¹ */
function invertPivot({ pivot, inverse, column, swaps, blocks }: BlockSystem, from: number): boolean {
  if (from < 0) return false;
  for (let e = 0; e < BLOCK; e++) pivot[e] = blocks[from + e];
  if (denseLuFactor(SIZE, pivot, 0, swaps, 0) !== FACTOR_OK) return false;
  for (let c = 0; c < SIZE; c++) {
    column.fill(0);
    column[c] = 1;
    denseLuSolve(SIZE, pivot, 0, swaps, 0, column, 0);
    for (let r = 0; r < SIZE; r++) inverse[SIZE * r + c] = column[r];
  }
  return true;
}

/** x[o …] ← A x[o …] */
function multiplyColumn(A: Float64Array, a: number, x: Float64Array, o: number, work: Float64Array): void {
  for (let r = 0; r < SIZE; r++) {
    let sum = 0;
    for (let c = 0; c < SIZE; c++) sum += A[a + SIZE * r + c] * x[o + c];
    work[r] = sum;
  }
  for (let r = 0; r < SIZE; r++) x[o + r] = work[r];
}

/** The block at `from` ← inverse × block. */
function replaceByProduct({ blocks, inverse, column }: BlockSystem, from: number): void {
  for (let c = 0; c < SIZE; c++) {
    for (let r = 0; r < SIZE; r++) column[r] = blocks[from + SIZE * r + c];
    for (let r = 0; r < SIZE; r++) {
      const o = SIZE * r;
      blocks[from + o + c] =
        inverse[o] * column[0] +
        inverse[o + 1] * column[1] +
        inverse[o + 2] * column[2] +
        inverse[o + 3] * column[3] +
        inverse[o + 4] * column[4] +
        inverse[o + 5] * column[5];
    }
  }
}

/** target −= left × right, all in B. */
function subtractProduct(B: Float64Array, target: number, left: number, right: number): void {
  for (let r = 0; r < BLOCK; r += SIZE) {
    const a0 = B[left + r];
    const a1 = B[left + r + 1];
    const a2 = B[left + r + 2];
    const a3 = B[left + r + 3];
    const a4 = B[left + r + 4];
    const a5 = B[left + r + 5];
    for (let c = 0; c < SIZE; c++) {
      const o = right + c;
      B[target + r + c] -=
        a0 * B[o] + a1 * B[o + 6] + a2 * B[o + 12] + a3 * B[o + 18] + a4 * B[o + 24] + a5 * B[o + 30];
    }
  }
}

/** x[to …] −= left × x[from …] */
function subtractColumn(B: Float64Array, left: number, x: Float64Array, from: number, to: number): void {
  for (let r = 0; r < SIZE; r++) {
    let sum = 0;
    for (let c = 0; c < SIZE; c++) sum += B[left + SIZE * r + c] * x[from + c];
    x[to + r] -= sum;
  }
}

/** t of the nodes that were eliminated, from those that were kept: t_i = y_i − Σ W_ij t_j. Writes: rhs. */
export function substituteBlocks(s: BlockSystem): void {
  const { nodes, kept, order, start, list, at, blocks, rhs } = s;
  for (let k = nodes - kept - 1; k >= 0; k--) {
    const i = order[k];
    for (let x = start[k]; x < start[k + 1]; x++)
      subtractColumn(blocks, at[i * nodes + list[x]], rhs, SIZE * list[x], SIZE * i);
  }
}
