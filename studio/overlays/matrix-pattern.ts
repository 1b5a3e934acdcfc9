/** Which rows of the constraint matrix A = J M⁻¹ Jᵀ meet: those that share a body that moves. */
import { MATRIX_ROW } from "../worker/services/overlay-protocol.js";

export interface MatrixPattern {
  /** Rows. */
  readonly size: number;
  /** Part of the entries that need not be zero, 0 … 1. */
  readonly filled: number;
  /** Column, row, width, height and kind of each block. */
  readonly blocks: Int32Array;
}

/** Blocks at most: a picture of 336 pixels shows no more. */
const MOST_BLOCKS = 100_000;

/** `groups` as the worker sends them: kind, rows, the two bodies (−1 where one does not move). */
export function matrixPattern(groups: Int32Array): MatrixPattern {
  const count = groups.length / MATRIX_ROW;
  const first = new Int32Array(count + 1);
  const ofBody = new Map<number, number[]>();
  for (let g = 0; g < count; g++) {
    first[g + 1] = first[g] + groups[MATRIX_ROW * g + 1];
    for (const body of new Set([groups[MATRIX_ROW * g + 2], groups[MATRIX_ROW * g + 3]])) {
      if (body < 0) continue;
      const list = ofBody.get(body);
      if (list) list.push(g);
      else ofBody.set(body, [g]);
    }
  }
  const size = first[count];
  const blocks: number[] = [];
  let entries = 0;
  const met = new Set<number>();
  for (let g = 0; g < count; g++) {
    met.clear();
    met.add(g);
    for (const body of [groups[MATRIX_ROW * g + 2], groups[MATRIX_ROW * g + 3]])
      for (const other of ofBody.get(body) ?? []) met.add(other);
    for (const other of met) {
      const [w, h] = [groups[MATRIX_ROW * other + 1], groups[MATRIX_ROW * g + 1]];
      entries += w * h;
      // on the diagonal the kind of the group, off it that of the later one
      const kind = groups[MATRIX_ROW * Math.max(g, other)];
      if (blocks.length < 5 * MOST_BLOCKS) blocks.push(first[other], first[g], w, h, kind);
    }
  }
  return { size, filled: size > 0 ? entries / size ** 2 : 0, blocks: Int32Array.from(blocks) };
}
