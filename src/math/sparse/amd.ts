/**
 * Approximate minimum degree ordering of a symmetric pattern.
 *
 * Minimum degree eliminates, again and again, the variable with the fewest neighbours in the graph of the remaining
 * matrix. That graph is never formed. It is kept as a quotient graph: eliminating p turns p into an *element*, whose
 * list Lₚ holds the neighbours that elimination made into a clique, and each remaining variable i keeps
 *
 *   Eᵢ  the elements that it belongs to,      Aᵢ  those original neighbours not covered by an element.
 *
 * The degree of i is bounded rather than computed:
 *
 *   dᵢ ← min( n − k,  dᵢ + |Lₚ \ i|,  |Aᵢ \ i| + |Lₚ \ i| + Σ_{e ∈ Eᵢ \ p} |Lₑ \ Lₚ| )
 *
 * with k variables eliminated, and all |Lₑ \ Lₚ| found in one sweep over the Eᵢ. Four devices keep it small and fast:
 * *element absorption* (elements of Eₚ are part of Lₚ and vanish), *aggressive absorption* (so does every e with
 * Lₑ ⊆ Lₚ), *mass elimination* (i with Eᵢ = {p} and Aᵢ = ∅ is eliminated together with p, without fill) and
 * *supervariables* (variables with equal lists are merged and share one weight `size`). Rows with more than
 * max(16, 10 √n) entries are set aside and ordered last.
 *
 * The result depends on integers only, so it is the same on every machine. Ties go to the variable that entered its
 * degree list last.
 *
 * Source: [AmestoyDavisDuff1996], for the degree bound and the absorption rules; our own implementation.
 */

/** `state` is 0 for a live variable. */
const ELEMENT = 1;
/** Merged into a supervariable, eliminated by mass elimination, set aside as dense, or an absorbed element. */
const DEAD = 2;

/**
 * Quotient graph and degree lists. Everything is indexed by variable, and a variable becomes the element of that name.
 */
interface Graph {
  n: number;
  /** All lists, one after the other; a variable's list is Eᵢ then Aᵢ, an element's is Lₑ. */
  list: Int32Array;
  /** First unused place in `list`. */
  free: number;
  start: Int32Array;
  length: Int32Array;
  elementCount: Int32Array;
  state: Uint8Array;
  /**
   * Number of original variables that a supervariable stands for; negative while it is in the Lₚ being made; 0 if dead.
   */
  size: Int32Array;
  /** Bound on the external degree of a variable; weighted size of Lₑ for an element. */
  degree: Int32Array;
  /** Doubly linked lists of variables by degree. */
  head: Int32Array;
  next: Int32Array;
  previous: Int32Array;
  /** Chains of original variables in one supervariable. */
  memberNext: Int32Array;
  memberLast: Int32Array;
}

/**
 * Orders a pattern; `order[k]` is the variable eliminated k-th.
 *
 * `ptr` and `ind` hold the full symmetric pattern by columns: no diagonal, no duplicates, both (i, j) and (j, i).
 */
export function amdOrder(n: number, ptr: Int32Array, ind: Int32Array): Int32Array {
  const order = new Int32Array(n);
  if (n === 0) return order;
  const g = createGraph(n, ptr, ind);

  // rows that are nearly full would join every element; they go to the end
  const dense = Math.max(16, Math.floor(10 * Math.sqrt(n)));
  let active = 0;
  for (let i = 0; i < n; i++) {
    if (g.degree[i] > dense) {
      g.state[i] = DEAD;
      g.size[i] = 0;
      order[n - 1 - (i - active)] = i;
    } else {
      insertByDegree(g, i);
      active++;
    }
  }

  // overlap[e] − tag = |Lₑ \ Lₚ| for the elements met at the current pivot
  const overlap = new Int32Array(n);
  let tag = 1;
  // buckets of variables with equal hash, and marks for comparing lists
  const bucket = new Int32Array(n).fill(-1);
  const bucketNext = new Int32Array(n);
  const hash = new Int32Array(n);
  const mark = new Int32Array(n);
  let markTag = 0;

  let done = 0;
  let least = 0;
  while (done < active) {
    while (g.head[least] < 0) least++;
    const p = g.head[least];
    removeByDegree(g, p, least);
    done = emit(g, p, order, done);

    let weight = buildElement(g, p);
    const begin = g.start[p];
    const end = begin + g.length[p];

    // |Lₑ \ Lₚ| for every element e that shares a variable with Lₚ
    for (let q = begin; q < end; q++) {
      const i = g.list[q];
      const w = -g.size[i];
      for (let r = g.start[i], stop = r + g.elementCount[i]; r < stop; r++) {
        const e = g.list[r];
        if (g.state[e] !== ELEMENT) continue;
        overlap[e] = (overlap[e] >= tag ? overlap[e] : g.degree[e] + tag) - w;
      }
    }

    // prune the lists of each i in Lₚ, add p to Eᵢ, bound the degree, and hash the lists
    for (let q = begin; q < end; q++) {
      const i = g.list[q];
      let write = g.start[i];
      const stopElements = write + g.elementCount[i];
      const stop = g.start[i] + g.length[i];
      let outside = 0;
      let h = p;
      for (let r = write; r < stopElements; r++) {
        const e = g.list[r];
        if (g.state[e] !== ELEMENT) continue;
        const rest = overlap[e] - tag;
        if (rest > 0) {
          outside += rest;
          g.list[write++] = e;
          h += e;
        } else g.state[e] = DEAD;
      }
      const place = write;
      for (let r = stopElements; r < stop; r++) {
        const j = g.list[r];
        if (g.size[j] <= 0) continue;
        outside += g.size[j];
        g.list[write++] = j;
        h += j;
      }

      if (outside === 0) {
        // mass elimination: nothing but p is adjacent to i
        weight += g.size[i];
        g.state[i] = DEAD;
        g.size[i] = 0;
        done = emit(g, i, order, done);
        continue;
      }
      // p, or an element that p absorbed, has left the list, so there is room for one more
      if (write > place) g.list[write] = g.list[place];
      g.list[place] = p;
      g.elementCount[i] = place + 1 - g.start[i];
      g.length[i] = write + 1 - g.start[i];
      if (outside < g.degree[i]) g.degree[i] = outside;

      h %= n;
      hash[i] = h;
      bucketNext[i] = bucket[h];
      bucket[h] = i;
    }

    // merge variables of Lₚ whose lists are equal
    for (let q = begin; q < end; q++) {
      const first = g.list[q];
      if (g.size[first] === 0) continue;
      let i = bucket[hash[first]];
      bucket[hash[first]] = -1;
      for (; i >= 0 && bucketNext[i] >= 0; i = bucketNext[i]) {
        markTag++;
        for (let r = g.start[i], stop = r + g.length[i]; r < stop; r++) mark[g.list[r]] = markTag;
        let before = i;
        for (let j = bucketNext[i]; j >= 0; j = bucketNext[j]) {
          if (sameLists(g, i, j, mark, markTag)) {
            mergeInto(g, i, j);
            bucketNext[before] = bucketNext[j];
          } else before = j;
        }
      }
    }

    // finish the degrees, return variables to the degree lists, and drop dead ones from Lₚ
    let write = begin;
    for (let q = begin; q < end; q++) {
      const i = g.list[q];
      const w = -g.size[i];
      if (w === 0) continue;
      g.size[i] = w;
      g.degree[i] = Math.min(g.degree[i] + weight - w, n - done - w);
      insertByDegree(g, i);
      if (g.degree[i] < least) least = g.degree[i];
      g.list[write++] = i;
    }
    g.size[p] = 0;
    g.degree[p] = weight;
    g.length[p] = write - begin;
    g.free = write;
    if (write === begin) g.state[p] = DEAD;

    // tags only grow; start again long before 32 bits run out
    tag += n + 1;
    if (tag > 0x3fffffff - n) {
      overlap.fill(0);
      tag = 1;
    }
  }
  return order;
}

function createGraph(n: number, ptr: Int32Array, ind: Int32Array): Graph {
  const nnz = ptr[n];
  // Live lists never exceed the input, and one new element needs at most n places; the rest postpones compaction.
  const list = new Int32Array(nnz + (nnz >> 2) + 2 * n);
  const start = new Int32Array(n);
  const length = new Int32Array(n);
  const memberLast = new Int32Array(n);
  for (let p = 0; p < nnz; p++) list[p] = ind[p];
  for (let i = 0; i < n; i++) {
    start[i] = ptr[i];
    length[i] = ptr[i + 1] - ptr[i];
    memberLast[i] = i;
  }
  return {
    n,
    list,
    free: nnz,
    start,
    length,
    elementCount: new Int32Array(n),
    state: new Uint8Array(n),
    size: new Int32Array(n).fill(1),
    degree: length.slice(),
    head: new Int32Array(n).fill(-1),
    next: new Int32Array(n),
    previous: new Int32Array(n),
    memberNext: new Int32Array(n).fill(-1),
    memberLast,
  };
}

/** Makes p an element: Lₚ = (Aₚ ∪ ⋃_{e ∈ Eₚ} Lₑ) \ p, with its variables flagged by a negative size. Returns |Lₚ|. */
function buildElement(g: Graph, p: number): number {
  const { start, length, elementCount, state, size } = g;

  // room for the new list
  const elementsOfP = elementCount[p];
  let bound = length[p] - elementsOfP;
  for (let r = start[p], stop = r + elementsOfP; r < stop; r++) {
    const e = g.list[r];
    if (state[e] === ELEMENT) bound += length[e];
  }
  if (g.free + Math.min(bound, g.n) > g.list.length) compact(g);

  const begin = g.free;
  size[p] = -size[p];
  state[p] = ELEMENT;
  let weight = 0;
  for (let r = start[p], stop = r + elementsOfP; r < stop; r++) {
    const e = g.list[r];
    if (state[e] !== ELEMENT) continue;
    weight += collect(g, start[e], start[e] + length[e]);
    state[e] = DEAD;
  }
  weight += collect(g, start[p] + elementsOfP, start[p] + length[p]);
  start[p] = begin;
  length[p] = g.free - begin;
  elementCount[p] = 0;
  return weight;
}

/** Appends the live variables of list[from … to) that are not yet in Lₚ; returns their weight. */
function collect(g: Graph, from: number, to: number): number {
  const { list, size, degree } = g;
  let weight = 0;
  for (let r = from; r < to; r++) {
    const i = list[r];
    const w = size[i];
    if (w <= 0) continue;
    weight += w;
    size[i] = -w;
    list[g.free++] = i;
    removeByDegree(g, i, degree[i]);
  }
  return weight;
}

/** Moves all live lists to the front of `list`, in their present order. */
function compact(g: Graph): void {
  const { n, list, start, length, state } = g;

  // put a mark for its owner in the first place of each list, and keep the displaced entry in `start`
  for (let i = 0; i < n; i++) {
    if (state[i] === DEAD || length[i] === 0) continue;
    const first = start[i];
    start[i] = list[first];
    list[first] = -1 - i;
  }
  let write = 0;
  for (let read = 0; read < g.free; ) {
    const i = -1 - list[read++];
    if (i < 0) continue;
    list[write] = start[i];
    start[i] = write++;
    for (let k = 1; k < length[i]; k++) list[write++] = list[read++];
  }
  g.free = write;
}

function sameLists(g: Graph, i: number, j: number, mark: Int32Array, markTag: number): boolean {
  if (g.length[i] !== g.length[j] || g.elementCount[i] !== g.elementCount[j]) return false;
  for (let r = g.start[j], stop = r + g.length[j]; r < stop; r++) if (mark[g.list[r]] !== markTag) return false;
  return true;
}

/** Supervariable i takes over the variables of j. */
function mergeInto(g: Graph, i: number, j: number): void {
  g.size[i] += g.size[j];
  g.size[j] = 0;
  g.state[j] = DEAD;
  g.memberNext[g.memberLast[i]] = j;
  g.memberLast[i] = g.memberLast[j];
}

/** Writes the variables of supervariable i to the order; returns the new count. */
function emit(g: Graph, i: number, order: Int32Array, done: number): number {
  for (let m = i; m >= 0; m = g.memberNext[m]) order[done++] = m;
  return done;
}

function insertByDegree(g: Graph, i: number): void {
  const d = g.degree[i];
  const old = g.head[d];
  g.next[i] = old;
  g.previous[i] = -1;
  if (old >= 0) g.previous[old] = i;
  g.head[d] = i;
}

function removeByDegree(g: Graph, i: number, d: number): void {
  const after = g.next[i];
  const before = g.previous[i];
  if (after >= 0) g.previous[after] = before;
  if (before >= 0) g.next[before] = after;
  else g.head[d] = after;
}
