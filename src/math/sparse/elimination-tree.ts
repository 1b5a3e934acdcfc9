import type { Adjacency } from "./pattern.js";

/**
 * The elimination tree of a symmetric matrix, its postorder and column counts.
 *
 * With A = L D Lᵀ the parent of column j is the row of the first entry below the diagonal in column j of L:
 *
 *   parent(j) = min { i > j : l_ij ≠ 0 },   −1 for a root.
 *
 * Column j of L updates ancestors of j only, and the pattern of row i of L is the part of the tree reached by climbing
 * from the entries of row i of A towards i. Sources: [Liu1990]; [Davis2006, ch. 4].
 */

/** Parents when the variables are eliminated in `order`; all indices are places in that order. */
export function eliminationTree(n: number, graph: Adjacency, order: Int32Array, inverse: Int32Array): Int32Array {
  const parent = new Int32Array(n).fill(-1);
  // shortcut to the highest known ancestor, so that long paths are climbed once
  const ancestor = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    const variable = order[k];
    for (let p = graph.ptr[variable]; p < graph.ptr[variable + 1]; p++) {
      let i = inverse[graph.ind[p]];
      while (i >= 0 && i < k) {
        const up = ancestor[i];
        ancestor[i] = k;
        if (up < 0) parent[i] = k;
        i = up;
      }
    }
  }
  return parent;
}

/** Entries per column of L, diagonal included, by walking every row subtree: O(nnz(L)) time, O(n) memory. */
export function columnCounts(
  n: number,
  graph: Adjacency,
  order: Int32Array,
  inverse: Int32Array,
  parent: Int32Array,
): Int32Array {
  const count = new Int32Array(n).fill(1);
  const visited = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    visited[k] = k;
    const variable = order[k];
    for (let p = graph.ptr[variable]; p < graph.ptr[variable + 1]; p++) {
      for (let i = inverse[graph.ind[p]]; i < k && visited[i] !== k; i = parent[i]) {
        visited[i] = k;
        count[i]++;
      }
    }
  }
  return count;
}

/**
 * Post-order of the tree: `post[k]` is the node in place k, children before parents and subtrees contiguous. Among
 * siblings the one with the longest column comes last, next to its parent, where the two can be merged into one panel.
 * Reordering a matrix by a post-order of its tree leaves the fill unchanged.
 */
export function postOrder(n: number, parent: Int32Array, count: Int32Array): Int32Array {
  // children lists in index order, then the longest child to the end of each
  const first = new Int32Array(n).fill(-1);
  const next = new Int32Array(n).fill(-1);
  for (let j = n - 1; j >= 0; j--) {
    const up = parent[j];
    if (up < 0) continue;
    next[j] = first[up];
    first[up] = j;
  }
  for (let j = 0; j < n; j++) moveLongestLast(j, first, next, count);

  // depth first with an explicit stack; first[] is consumed on the way
  const post = new Int32Array(n);
  const stack = new Int32Array(n);
  let k = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    let top = 0;
    stack[0] = root;
    while (top >= 0) {
      const j = stack[top];
      const child = first[j];
      if (child >= 0) {
        first[j] = next[child];
        stack[++top] = child;
      } else {
        post[k++] = j;
        top--;
      }
    }
  }
  return post;
}

/** Moves the child with the longest column to the end of the children list of `node`. */
function moveLongestLast(node: number, first: Int32Array, next: Int32Array, count: Int32Array): void {
  let longest = first[node];
  if (longest < 0 || next[longest] < 0) return;
  let beforeLongest = -1;
  let last = longest;
  for (let before = longest, c = next[longest]; c >= 0; before = c, c = next[c]) {
    if (count[c] >= count[longest]) {
      longest = c;
      beforeLongest = before;
    }
    last = c;
  }
  if (longest === last) return;
  if (beforeLongest < 0) first[node] = next[longest];
  else next[beforeLongest] = next[longest];
  next[longest] = -1;
  next[last] = longest;
}
