import { amdOrder } from "./amd.js";
import { columnCounts, eliminationTree, postOrder } from "./elimination-tree.js";
import { checkPattern, symmetricAdjacency, type Triangle } from "./pattern.js";
import { DEFAULT_PANEL_WIDTH, findSupernodes, type Supernodes } from "./supernodes.js";

/** Options of `analyzeSparse`. */
export interface AnalyzeOptions {
  /** Which half of the matrix the pattern holds. */
  readonly triangle: Triangle;
  /**
   * `amd` keeps fill low; `natural` keeps the caller's order; an array gives the order itself, first eliminated first.
   */
  readonly ordering: "amd" | "natural" | ArrayLike<number>;
  /** Merge panels that differ by a few zeros; off stores exactly the entries of L, and is slower. */
  readonly amalgamate: boolean;
  /** Largest number of columns per panel, 1…; see `DEFAULT_PANEL_WIDTH`. */
  readonly panelWidth: number;
}

/** What `analyzeSparse` does by default. */
export const ANALYZE_DEFAULTS: AnalyzeOptions = {
  triangle: "upper",
  ordering: "amd",
  amalgamate: true,
  panelWidth: DEFAULT_PANEL_WIDTH,
};

/**
 * All that a factorisation needs to know about a pattern, worked out once. It holds no values, is never changed, and
 * can be shared by several factors and by workers.
 */
export interface SparseAnalysis {
  readonly n: number;
  readonly triangle: Triangle;
  /** The caller's pattern (copied); `values` passed to a factorisation are in this order. */
  readonly colPtr: Int32Array;
  readonly rowInd: Int32Array;
  /** `order[k]` is the caller's variable eliminated k-th; `inverse[order[k]] = k`. */
  readonly order: Int32Array;
  readonly inverse: Int32Array;
  /** Elimination tree and entries per column of L (diagonal included), in elimination order. */
  readonly parent: Int32Array;
  readonly columnCount: Int32Array;
  readonly supernodes: Supernodes;
  /**
   * Where each caller's entry lands in the panels: entry (i, j) and entry (j, i) have the same place.
   * `position[p]` for `values[p]`.
   */
  readonly position: Int32Array;
  /** 1 where the caller's entry lies above the diagonal after reordering; it belongs to U in an LU factorisation. */
  readonly above: Uint8Array;
  /** Places of the diagonal, in elimination order. */
  readonly diagonal: Int32Array;
  /**
   * Updates of panel s by earlier panels, for u in `updatePtr[s] … updatePtr[s + 1])`: panel `updateSource[u]` has rows
   * inside the columns of s exactly at `updateBegin[u] … updateEnd[u])`, which are places in `supernodes.rows`.
   */
  readonly updatePtr: Int32Array;
  readonly updateSource: Int32Array;
  readonly updateBegin: Int32Array;
  readonly updateEnd: Int32Array;
  /** Entries of L, diagonal included; the measure of fill. */
  readonly factorNonzeros: number;
  /**
   * Numbers stored for one triangular factor: entries of L, zeros from merging, and unused halves of diagonal blocks.
   */
  readonly panelSize: number;
  /** Operations of LDLᵀ on entries of L alone: Σ (cₖ² + 2 cₖ) over columns with cₖ entries below the diagonal. */
  readonly flops: number;
  /** Sizes of the scratch arrays of a factor. */
  readonly maxWidth: number;
  readonly maxUpdate: number;
}

/**
 * Symbolic phase: ordering, elimination tree, pattern of L, panels, and a place for each of the caller's values.
 *
 * The pattern is in compressed column form (see `checkPattern`), by default the upper triangle: column j lists rows
 * i ≤ j. Diagonal entries may be missing and count as zero. Duplicates are allowed and add up. Throws on a malformed
 * pattern only.
 */
export function analyzeSparse(
  n: number,
  colPtr: ArrayLike<number>,
  rowInd: ArrayLike<number>,
  options: Partial<AnalyzeOptions> = {},
): SparseAnalysis {
  const { triangle, ordering, amalgamate, panelWidth } = { ...ANALYZE_DEFAULTS, ...options };
  checkPattern(n, colPtr, rowInd, triangle);
  if (!Number.isInteger(panelWidth) || panelWidth < 1)
    throw new RangeError(`sparse analysis: expected an integer panelWidth >= 1, got ${panelWidth}`);
  const nnz = colPtr[n];
  const ownColPtr = Int32Array.from({ length: n + 1 }, (_, j) => colPtr[j]);
  const ownRowInd = Int32Array.from({ length: nnz }, (_, p) => rowInd[p]);

  // fill-reducing order, refined to a post-order of its elimination tree
  const graph = symmetricAdjacency(n, ownColPtr, ownRowInd);
  let order = ordering === "amd" ? amdOrder(n, graph.ptr, graph.ind) : givenOrder(n, ordering);
  let inverse = invert(order);
  const tree = eliminationTree(n, graph, order, inverse);
  const counts = columnCounts(n, graph, order, inverse, tree);
  const post = postOrder(n, tree, counts);
  const place = invert(post);
  order = post.map((k) => order[k]);
  inverse = invert(order);
  const parent = post.map((k) => (tree[k] < 0 ? -1 : place[tree[k]]));
  const columnCount = post.map((k) => counts[k]);

  const supernodes = findSupernodes(n, graph, order, inverse, parent, columnCount, amalgamate, panelWidth);
  const { panelPtr } = supernodes;

  // a place for each value
  const position = new Int32Array(nnz);
  const above = new Uint8Array(nnz);
  for (let j = 0; j < n; j++) {
    for (let p = ownColPtr[j]; p < ownColPtr[j + 1]; p++) {
      const row = inverse[ownRowInd[p]];
      const column = inverse[j];
      position[p] = panelPlace(supernodes, Math.max(row, column), Math.min(row, column));
      above[p] = row < column ? 1 : 0;
    }
  }
  const diagonal = new Int32Array(n);
  for (let k = 0; k < n; k++) diagonal[k] = panelPlace(supernodes, k, k);

  let factorNonzeros = 0;
  let flops = 0;
  for (let k = 0; k < n; k++) {
    const below = columnCount[k] - 1;
    factorNonzeros += below + 1;
    flops += below * (below + 2);
  }
  return {
    n,
    triangle,
    colPtr: ownColPtr,
    rowInd: ownRowInd,
    order,
    inverse,
    parent,
    columnCount,
    supernodes,
    position,
    above,
    diagonal,
    ...listUpdates(supernodes),
    factorNonzeros,
    panelSize: panelPtr[supernodes.count],
    flops,
  };
}

/** The caller's own order, checked to be a permutation. */
function givenOrder(n: number, ordering: "natural" | ArrayLike<number>): Int32Array {
  const order = new Int32Array(n);
  if (ordering === "natural") return order.map((_, k) => k);
  if (typeof ordering === "string")
    throw new RangeError(`sparse analysis: expected ordering "amd", "natural" or an array, got "${ordering}"`);
  if (ordering.length !== n)
    throw new RangeError(`sparse analysis: expected an ordering of ${n} variables, got ${ordering.length}`);
  const seen = new Uint8Array(n);
  for (let k = 0; k < n; k++) {
    const i = ordering[k];
    if (!Number.isInteger(i) || i < 0 || i >= n || seen[i] === 1)
      throw new RangeError(`sparse analysis: expected each variable in [0, ${n}) once in the ordering, got ${i}`);
    seen[i] = 1;
    order[k] = i;
  }
  return order;
}

function invert(order: Int32Array): Int32Array {
  const inverse = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) inverse[order[k]] = k;
  return inverse;
}

/** Index in the panel array of entry (row, column), row ≥ column, by binary search in the rows of the panel. */
function panelPlace(supernodes: Supernodes, row: number, column: number): number {
  const s = supernodes.ofColumn[column];
  const first = supernodes.first[s];
  const width = supernodes.first[s + 1] - first;
  let low = supernodes.rowPtr[s];
  let high = supernodes.rowPtr[s + 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (supernodes.rows[middle] <= row) low = middle;
    else high = middle;
  }
  return supernodes.panelPtr[s] + (low - supernodes.rowPtr[s]) * width + (column - first);
}

/** For each panel, the earlier panels with rows inside its columns, and the largest scratch that an update needs. */
function listUpdates(supernodes: Supernodes) {
  const { count, first, ofColumn, rowPtr, rows } = supernodes;
  const updatePtr = new Int32Array(count + 1);
  const source: number[] = [];
  const begin: number[] = [];
  const end: number[] = [];
  const target: number[] = [];
  let maxWidth = 0;
  let maxUpdate = 0;
  for (let d = 0; d < count; d++) {
    const width = first[d + 1] - first[d];
    maxWidth = Math.max(maxWidth, width);
    for (let p = rowPtr[d] + width; p < rowPtr[d + 1]; ) {
      const s = ofColumn[rows[p]];
      let q = p + 1;
      while (q < rowPtr[d + 1] && ofColumn[rows[q]] === s) q++;
      target.push(s);
      source.push(d);
      begin.push(p);
      end.push(q);
      updatePtr[s + 1]++;
      maxUpdate = Math.max(maxUpdate, (q - p) * width);
      p = q;
    }
  }
  for (let s = 0; s < count; s++) updatePtr[s + 1] += updatePtr[s];

  // by target, sources ascending
  const fill = updatePtr.slice(0, count);
  const updateSource = new Int32Array(source.length);
  const updateBegin = new Int32Array(source.length);
  const updateEnd = new Int32Array(source.length);
  for (let u = 0; u < source.length; u++) {
    const w = fill[target[u]]++;
    updateSource[w] = source[u];
    updateBegin[w] = begin[u];
    updateEnd[w] = end[u];
  }
  return { updatePtr, updateSource, updateBegin, updateEnd, maxWidth, maxUpdate };
}
