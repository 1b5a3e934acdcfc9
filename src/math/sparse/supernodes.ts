import type { Adjacency } from "./pattern.js";

/**
 * Supernodes: runs of consecutive columns of L with (nearly) the same pattern below the diagonal, stored together as
 * one dense panel. They turn the inner loops of the factorisation into small dense products.
 */
export interface Supernodes {
  readonly count: number;
  /** Columns of supernode s: `first[s] … first[s + 1])`. */
  readonly first: Int32Array;
  /** The supernode of each column. */
  readonly ofColumn: Int32Array;
  /** Rows of supernode s, ascending, own columns first: `rows[rowPtr[s] … rowPtr[s + 1])`. */
  readonly rowPtr: Int32Array;
  readonly rows: Int32Array;
  /** Panel s is row-major, rows × width, from `panelPtr[s]` in the array of factor values. */
  readonly panelPtr: Int32Array;
}

/**
 * Largest number of columns in a panel. Wider supernodes are cut, so that most of their work runs in the tiled update
 * kernel instead of the column-by-column panel factorisation. Sensible range 8…64: factor times on five test matrices
 * differ by under 4 % between 16 and 32, and are up to 14 % longer at 64.
 */
export const DEFAULT_PANEL_WIDTH = 32;

/**
 * Whether a panel of `width` columns may hold a share `zeros` of entries that are zero in L. Merging small columns
 * saves more in loop and index overhead than the zeros cost; wide panels gain little, so they tolerate little. The
 * shares are the best of eight settings timed on nine test matrices; the neighbouring settings are within a few per
 * cent.
 */
function mergePays(width: number, zeros: number): boolean {
  if (width <= 4) return zeros <= 0.5;
  if (width <= 16) return zeros <= 0.2;
  if (width <= 48) return zeros <= 0.1;
  return zeros <= 0.05;
}

/**
 * Finds supernodes of a post-ordered matrix.
 *
 * Column j − 1 joins column j without any zero when parent(j − 1) = j and count(j − 1) = count(j) + 1. With
 * `amalgamate`, a whole child panel also joins its parent when the two are neighbours and `mergePays`
 * [AshcraftGrimes1989]. The rows of a merged panel are the child's columns followed by the parent's rows.
 */
export function findSupernodes(
  n: number,
  graph: Adjacency,
  order: Int32Array,
  inverse: Int32Array,
  parent: Int32Array,
  count: Int32Array,
  amalgamate: boolean,
  panelWidth: number,
): Supernodes {
  // single columns, then columns with equal patterns together, then neighbours that share enough
  let starts = new Int32Array(n + 1);
  for (let j = 0; j <= n; j++) starts[j] = j;
  starts = mergeNeighbours(starts, parent, count, false);
  if (amalgamate) starts = mergeNeighbours(starts, parent, count, true);
  return buildPanels(n, graph, order, inverse, cutPanels(n, starts, panelWidth));
}

/**
 * Joins panels given by their first columns (and n at the end) with their parents; exactly equal patterns, or relaxed.
 */
function mergeNeighbours(
  starts: Int32Array,
  parent: Int32Array,
  count: Int32Array,
  relaxed: boolean,
): Int32Array<ArrayBuffer> {
  // a stack of finished panels: first column, and how many entries of L (not of the panel) it holds
  const panels = starts.length - 1;
  const first = new Int32Array(panels + 1);
  const entries = new Float64Array(panels);
  let top = -1;
  for (let s = 0; s < panels; s++) {
    const last = starts[s + 1] - 1;
    first[++top] = starts[s];
    entries[top] = 0;
    for (let j = starts[s]; j <= last; j++) entries[top] += count[j];

    // a child ends just before its parent begins; rows below the panel are those of its last column, whatever joins
    while (top > 0 && parent[first[top] - 1] >= first[top] && parent[first[top] - 1] <= last) {
      const width = last + 1 - first[top - 1];
      const stored = (width * (width + 1)) / 2 + width * (count[last] - 1);
      const inL = entries[top - 1] + entries[top];
      if (stored !== inL && !(relaxed && mergePays(width, 1 - inL / stored))) break;
      entries[--top] = inL;
    }
  }
  first[top + 1] = starts[panels];
  return first.slice(0, top + 2);
}

/** Cuts panels into pieces of nearly equal width, none wider than `panelWidth`. */
function cutPanels(n: number, first: Int32Array, panelWidth: number): Int32Array {
  const panels = first.length - 1;
  const out = new Int32Array(n + 1);
  let count = 0;
  for (let s = 0; s < panels; s++) {
    const width = first[s + 1] - first[s];
    const pieces = Math.ceil(width / panelWidth);
    for (let k = 0; k < pieces; k++) out[count++] = first[s] + Math.floor((width * k) / pieces);
  }
  out[count] = n;
  return out.slice(0, count + 1);
}

/**
 * Row lists from the bottom of the tree up: entries of A in the panel's columns, and rows handed on by its children.
 */
function buildPanels(
  n: number,
  graph: Adjacency,
  order: Int32Array,
  inverse: Int32Array,
  first: Int32Array,
): Supernodes {
  const count = first.length - 1;
  const ofColumn = new Int32Array(n);
  for (let s = 0; s < count; s++) for (let j = first[s]; j < first[s + 1]; j++) ofColumn[j] = s;

  const lists: Int32Array[] = [];
  const childFirst = new Int32Array(count).fill(-1);
  const childNext = new Int32Array(count).fill(-1);
  const seen = new Int32Array(n).fill(-1);
  const scratch = new Int32Array(n);
  const rowPtr = new Int32Array(count + 1);
  const panelPtr = new Int32Array(count + 1);
  let size = 0;
  for (let s = 0; s < count; s++) {
    let k = 0;
    for (let j = first[s]; j < first[s + 1]; j++) {
      seen[j] = s;
      scratch[k++] = j;
    }
    for (let j = first[s]; j < first[s + 1]; j++) {
      const variable = order[j];
      for (let p = graph.ptr[variable]; p < graph.ptr[variable + 1]; p++) {
        const i = inverse[graph.ind[p]];
        if (i > j && seen[i] !== s) {
          seen[i] = s;
          scratch[k++] = i;
        }
      }
    }
    for (let c = childFirst[s]; c >= 0; c = childNext[c]) {
      const list = lists[c];
      for (let q = first[c + 1] - first[c]; q < list.length; q++) {
        const i = list[q];
        if (seen[i] !== s) {
          seen[i] = s;
          scratch[k++] = i;
        }
      }
    }
    const list = scratch.slice(0, k).sort();
    lists.push(list);
    const width = first[s + 1] - first[s];
    if (k > width) {
      const up = ofColumn[list[width]];
      childNext[s] = childFirst[up];
      childFirst[up] = s;
    }
    rowPtr[s + 1] = rowPtr[s] + k;
    size += k * width;
    if (size > 0x3fffffff)
      throw new RangeError(`sparse analysis: the factor needs more than 2^30 entries, got ${size}`);
    panelPtr[s + 1] = size;
  }

  const rows = new Int32Array(rowPtr[count]);
  for (let s = 0; s < count; s++) rows.set(lists[s], rowPtr[s]);
  return { count, first, ofColumn, rowPtr, rows, panelPtr };
}
