import { ensureCapacityI32 } from "../math/capacity.js";

/**
 * The graph of bodies that act on each other, and their order of elimination. Nodes are bodies, edges are joints and
 * contacts between two of them. Eliminating a node joins all its neighbours; the node with the fewest comes first
 * (minimum degree [GeorgeLiu1989]), ties by number. A tree is eliminated from its leaves without any fill; a loop costs
 * one chain of it. The outcome depends on the graph alone, so the same bodies in the same order of numbers give the
 * same bits.
 */
export interface BodyGraph {
  nodes: number;
  /** Blocks below the diagonal: edges and fill. */
  blocks: number;
  /** order[k] is the node eliminated k-th. */
  order: Int32Array;
  /** Column k of L: rowStart[k] … rowStart[k + 1] − 1 index `rows` (nodes eliminated later) and `rowBlock`. */
  rowStart: Int32Array;
  rows: Int32Array;
  /**
   * Number of the block, and whether it is stored transposed (1): a block of {i, j} is stored with the smaller node as
   * its row.
   */
  rowBlock: Int32Array;
  /**
   * Targets of the updates of column k: pairs (a, b), a ≥ b, of its rows; the block, or −1 − node for a diagonal one.
   */
  targetStart: Int32Array;
  targets: Int32Array;
  /** Work: adjacency as linked lists, marks, degrees. */
  readonly work: GraphWork;
}

interface GraphWork {
  head: Int32Array;
  next: Int32Array;
  to: Int32Array;
  block: Int32Array;
  links: number;
  mark: Int32Array;
  degree: Int32Array;
  gone: Int32Array;
  /** Bucket lists of nodes by degree. */
  bucket: Int32Array;
  after: Int32Array;
  before: Int32Array;
}

const NONE = Int32Array.of();

/** A graph without nodes. */
export function createBodyGraph(): BodyGraph {
  return {
    nodes: 0,
    blocks: 0,
    order: NONE,
    rowStart: NONE,
    rows: NONE,
    rowBlock: NONE,
    targetStart: NONE,
    targets: NONE,
    work: {
      head: NONE,
      next: NONE,
      to: NONE,
      block: NONE,
      links: 0,
      mark: NONE,
      degree: NONE,
      gone: NONE,
      bucket: NONE,
      after: NONE,
      before: NONE,
    },
  };
}

/** Empties the graph and gives it `n` nodes without edges. */
export function startGraph(graph: BodyGraph, n: number): void {
  const { work } = graph;
  graph.nodes = n;
  graph.blocks = 0;
  work.links = 0;
  work.head = ensureCapacityI32(work.head, n);
  work.mark = ensureCapacityI32(work.mark, n);
  work.degree = ensureCapacityI32(work.degree, n);
  work.gone = ensureCapacityI32(work.gone, n);
  work.bucket = ensureCapacityI32(work.bucket, n + 1);
  work.after = ensureCapacityI32(work.after, n);
  work.before = ensureCapacityI32(work.before, n);
  work.head.fill(-1, 0, n);
  work.degree.fill(0, 0, n);
  work.gone.fill(0, 0, n);
}

/** Adds the edge {i, j} unless it is there; returns its block. */
export function joinNodes(graph: BodyGraph, i: number, j: number): number {
  const { work } = graph;
  for (let e = work.head[i]; e >= 0; e = work.next[e]) if (work.to[e] === j) return work.block[e];
  return addEdge(graph, i, j);
}

function addEdge(graph: BodyGraph, i: number, j: number): number {
  const { work } = graph;
  const block = graph.blocks++;
  work.next = ensureCapacityI32(work.next, work.links + 2);
  work.to = ensureCapacityI32(work.to, work.links + 2);
  work.block = ensureCapacityI32(work.block, work.links + 2);
  link(work, i, j, block);
  link(work, j, i, block);
  return block;
}

function link(work: GraphWork, i: number, j: number, block: number): void {
  const e = work.links++;
  work.to[e] = j;
  work.block[e] = block;
  work.next[e] = work.head[i];
  work.head[i] = e;
  work.degree[i]++;
}

/** Orders the nodes and finds columns, fill and targets. Call after all edges are in. */
export function analyzeGraph(graph: BodyGraph): void {
  const { work, nodes: n } = graph;
  graph.order = ensureCapacityI32(graph.order, n);
  graph.rowStart = ensureCapacityI32(graph.rowStart, n + 1);
  graph.targetStart = ensureCapacityI32(graph.targetStart, n + 1);
  const { degree, gone, mark, bucket } = work;
  mark.fill(-1, 0, n);
  bucket.fill(-1, 0, n + 1);
  for (let i = n - 1; i >= 0; i--) enter(work, i);
  graph.rowStart[0] = 0;
  graph.targetStart[0] = 0;
  let least = 0;
  for (let k = 0; k < n; k++) {
    least = Math.max(0, least - 1);
    while (bucket[least] < 0) least++;
    const p = bucket[least];
    leave(work, p);
    gone[p] = 1;
    graph.order[k] = p;
    // its column: neighbours that are still there, in ascending order
    const first = graph.rowStart[k];
    let end = first;
    graph.rows = ensureCapacityI32(graph.rows, first + degree[p]);
    graph.rowBlock = ensureCapacityI32(graph.rowBlock, first + degree[p]);
    for (let e = work.head[p]; e >= 0; e = work.next[e]) {
      const i = work.to[e];
      if (gone[i] === 1) continue;
      let at = end++;
      for (; at > first && graph.rows[at - 1] > i; at--) {
        graph.rows[at] = graph.rows[at - 1];
        graph.rowBlock[at] = graph.rowBlock[at - 1];
      }
      graph.rows[at] = i;
      graph.rowBlock[at] = work.block[e];
    }
    graph.rowStart[k + 1] = end;
    joinNeighbours(graph, k, first, end);
    for (let r = first; r < end; r++) {
      const i = graph.rows[r];
      leave(work, i);
      degree[i]--;
      enter(work, i);
    }
  }
}

/** Every two rows of column k act on each other once its node is gone; notes where their update goes. */
function joinNeighbours(graph: BodyGraph, k: number, first: number, end: number): void {
  const { work } = graph;
  let at = graph.targetStart[k];
  const m = end - first;
  graph.targets = ensureCapacityI32(graph.targets, at + (m * (m + 1)) / 2);
  for (let a = first; a < end; a++) {
    const i = graph.rows[a];
    // mark[j] = block of {i, j}
    for (let e = work.head[i]; e >= 0; e = work.next[e]) work.mark[work.to[e]] = work.block[e];
    for (let b = first; b < a; b++) {
      const j = graph.rows[b];
      let block = work.mark[j];
      if (block < 0) {
        const degreeI = work.degree[i];
        const degreeJ = work.degree[j];
        leave(work, i);
        leave(work, j);
        block = addEdge(graph, i, j);
        work.mark[j] = block;
        work.degree[i] = degreeI + 1;
        work.degree[j] = degreeJ + 1;
        enter(work, i);
        enter(work, j);
      }
      graph.targets[at++] = block;
    }
    graph.targets[at++] = -1 - i;
    for (let e = work.head[i]; e >= 0; e = work.next[e]) work.mark[work.to[e]] = -1;
  }
  graph.targetStart[k + 1] = at;
}

/** Into the bucket of its degree. */
function enter(work: GraphWork, i: number): void {
  const { bucket, after, before, degree } = work;
  const d = degree[i];
  after[i] = bucket[d];
  before[i] = -1;
  if (bucket[d] >= 0) before[bucket[d]] = i;
  bucket[d] = i;
}

function leave(work: GraphWork, i: number): void {
  const { bucket, after, before, degree } = work;
  if (before[i] >= 0) after[before[i]] = after[i];
  else bucket[degree[i]] = after[i];
  if (after[i] >= 0) before[after[i]] = before[i];
}
