import { ensureCapacityI32 } from "../../math/capacity.js";
import type { IdSink, PairSink } from "./broad-phase.js";

/** Below this many pairs, exchanging neighbours is quicker than counting. */
const INSERTION_SORT_LENGTH = 24;

/** Room for `sortPairs`; kept by its owner so that sorting again needs no memory. */
export interface SortRoom {
  spare: Int32Array;
  start: Int32Array;
}

export function createSortRoom(): SortRoom {
  return { spare: new Int32Array(0), start: new Int32Array(0) };
}

/**
 * Sorts pairs ascending by (a, b); all numbers are < limit. Two rounds of counting sort, by b and then by a, each of
 * which keeps the order of equals: O(count + limit).
 */
export function sortPairs(sink: PairSink, limit: number, room: SortRoom): void {
  const { pairs, count } = sink;
  if (count <= INSERTION_SORT_LENGTH) {
    insertPairs(pairs, count);
    return;
  }
  if (room.spare.length < 2 * count) room.spare = ensureCapacityI32(room.spare, 2 * count);
  if (room.start.length < limit + 1) room.start = ensureCapacityI32(room.start, limit + 1);
  countingRound(pairs, room.spare, count, 1, limit, room.start);
  countingRound(room.spare, pairs, count, 0, limit, room.start);
}

/** Pairs of `from` into `to`, ascending by member `key` (0: a, 1: b), equals in their order. */
function countingRound(
  from: Int32Array,
  to: Int32Array,
  count: number,
  key: number,
  limit: number,
  start: Int32Array,
): void {
  start.fill(0, 0, limit + 1);
  for (let i = 0; i < count; i++) start[from[2 * i + key] + 1]++;
  for (let v = 0; v < limit; v++) start[v + 1] += start[v];
  for (let i = 0; i < count; i++) {
    const at = 2 * start[from[2 * i + key]]++;
    to[at] = from[2 * i];
    to[at + 1] = from[2 * i + 1];
  }
}

function insertPairs(pairs: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    let j = i - 1;
    for (; j >= 0 && (pairs[2 * j] > a || (pairs[2 * j] === a && pairs[2 * j + 1] > b)); j--) {
      pairs[2 * j + 2] = pairs[2 * j];
      pairs[2 * j + 3] = pairs[2 * j + 1];
    }
    pairs[2 * j + 2] = a;
    pairs[2 * j + 3] = b;
  }
}

export function sortIds(sink: IdSink): void {
  sortNumbers(sink.ids, sink.count);
}

/** Sorts the first `count` numbers ascending, in place (heap sort: no room needed, never worse than n log n). */
export function sortNumbers(ids: Int32Array, count: number): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) sift(ids, root, count);
  for (let end = count - 1; end > 0; end--) {
    const top = ids[0];
    ids[0] = ids[end];
    ids[end] = top;
    sift(ids, 0, end);
  }
}

/** Lets the number at `root` sink until no child of it in [0, end) is larger. */
function sift(ids: Int32Array, root: number, end: number): void {
  const id = ids[root];
  let hole = root;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= end) break;
    if (child + 1 < end && ids[child + 1] > ids[child]) child++;
    if (ids[child] <= id) break;
    ids[hole] = ids[child];
    hole = child;
  }
  ids[hole] = id;
}
