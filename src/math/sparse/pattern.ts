/**
 * Checks and graph building for sparse patterns in compressed column form (CSC): the rows of column j are
 * `rowInd[colPtr[j] … colPtr[j + 1])`, in any order, duplicates allowed (their values add up).
 */

/**
 * Which entries a pattern holds.
 * - `upper`: row ≤ column only, the other half is implied by symmetry.
 * - `lower`: row ≥ column only.
 * - `full`: both halves. LDLᵀ then reads the upper half and ignores the lower one.
 */
export type Triangle = "upper" | "lower" | "full";

/** Throws a one-sentence error when the arrays are not a pattern of the kind claimed. */
export function checkPattern(
  n: number,
  colPtr: ArrayLike<number>,
  rowInd: ArrayLike<number>,
  triangle: Triangle,
): void {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`sparse pattern: expected an order n >= 0, got ${n}`);
  if (triangle !== "upper" && triangle !== "lower" && triangle !== "full")
    throw new RangeError(`sparse pattern: expected triangle "upper", "lower" or "full", got "${triangle}"`);
  if (colPtr.length < n + 1)
    throw new RangeError(`sparse pattern: expected ${n + 1} column pointers for n = ${n}, got ${colPtr.length}`);
  if (colPtr[0] !== 0) throw new RangeError(`sparse pattern: expected colPtr[0] = 0, got ${colPtr[0]}`);
  for (let j = 0; j < n; j++) {
    if (!Number.isInteger(colPtr[j + 1]) || colPtr[j + 1] < colPtr[j])
      throw new RangeError(
        `sparse pattern: expected colPtr[${j + 1}] to be an integer >= ${colPtr[j]}, got ${colPtr[j + 1]}`,
      );
  }
  if (rowInd.length < colPtr[n])
    throw new RangeError(`sparse pattern: expected ${colPtr[n]} row indices, got ${rowInd.length}`);
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowInd[p];
      if (!Number.isInteger(i) || i < 0 || i >= n)
        throw new RangeError(`sparse pattern: expected a row index in [0, ${n}) in column ${j}, got ${i}`);
      if (triangle === "upper" ? i > j : triangle === "lower" && i < j)
        throw new RangeError(`sparse pattern: expected only the ${triangle} triangle, got row ${i} in column ${j}`);
    }
  }
}

/** Adjacency of a symmetric pattern: no diagonal, no duplicates, both directions, neighbours ascending. */
export interface Adjacency {
  readonly ptr: Int32Array;
  readonly ind: Int32Array;
}

/**
 * The graph of A + Aᵀ without its diagonal. An entry on one side only, as may happen in a `full` pattern, counts for
 * both, so the result is symmetric in every case.
 */
export function symmetricAdjacency(n: number, colPtr: ArrayLike<number>, rowInd: ArrayLike<number>): Adjacency {
  // count and scatter both directions, duplicates included
  const raw = new Int32Array(n + 1);
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (rowInd[p] === j) continue;
      raw[j + 1]++;
      raw[rowInd[p] + 1]++;
    }
  }
  for (let j = 0; j < n; j++) raw[j + 1] += raw[j];
  const all = new Int32Array(raw[n]);
  const fill = raw.slice(0, n);
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowInd[p];
      if (i === j) continue;
      all[fill[j]++] = i;
      all[fill[i]++] = j;
    }
  }

  // sort each list and drop repeats
  const ptr = new Int32Array(n + 1);
  let write = 0;
  for (let j = 0; j < n; j++) {
    const list = all.subarray(raw[j], raw[j + 1]).sort();
    let last = -1;
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      if (i !== last) all[write++] = i;
      last = i;
    }
    ptr[j + 1] = write;
  }
  return { ptr, ind: all.slice(0, write) };
}
