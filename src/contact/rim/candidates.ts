/**
 * Pairs of triangles that may cross, kept from step to step. A search of the two trees takes in what is within a margin
 * m; it holds until a point of one mesh can have come nearer to the other by m, and until then only the triangles of
 * the list are looked at. With x_A = R x_B + t, R₀ and t₀ those of the search, no point has moved by more than
 *
 *   d = min(‖t − t₀‖ + ‖R − R₀‖ r_B,   ‖Rᵀt − R₀ᵀt₀‖ + ‖R − R₀‖ r_A)
 *
 * (Frobenius' norm; r: reach of the meshes; the second is the first seen from B, at the points where A is). Lists hold
 * more than what crosses, and what does is found among them by the same arithmetic: no result depends on when a search
 * was made. Nothing here is state.
 */
import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import type { Collider } from "../../collision/narrow/types.js";
import type { NarrowWorkspace } from "../../collision/narrow/workspace.js";
import { createPairSink, type PairSink } from "../../geometry/tree/pairs.js";
import { createSearchWork, type SearchWork, searchRim } from "./search-triangles.js";

/** Lists of one sweep over all pairs of meshes, in the order in which they were asked for. */
interface Book {
  count: number;
  /** Where the poses of A and B stand, which tells pairs apart; 2 per list. */
  key: Int32Array;
  /** Colliders of A and B, 2 per list. */
  readonly colliders: (Collider | null)[];
  /** Where a list begins in `pairs`, its length, and steps since its search; 3 per list. */
  range: Int32Array;
  /** R and t of the search, Rᵀt, m; 16 per list. */
  pose: Float64Array;
  /** Triangles of A and B. */
  pairs: Int32Array;
  used: number;
}

const POSE_SIZE = 16;

export interface RimCandidates {
  now: Book;
  before: Book;
  /** The next list of the sweep before. */
  cursor: number;
  sink: PairSink;
  /** Room for one pair: whether there is any. */
  readonly probe: PairSink;
  /** The current list is pairs[2 from … 2 to − 1] of the present book. */
  from: number;
  to: number;
  /** Searches of trees since the start: what lists save. */
  searches: number;
  /** Rᵀt. */
  readonly turned: Float64Array;
  readonly work: SearchWork;
}

function createBook(): Book {
  return {
    count: 0,
    key: new Int32Array(2 * 64),
    colliders: [],
    range: new Int32Array(3 * 64),
    pose: new Float64Array(POSE_SIZE * 64),
    pairs: new Int32Array(2 * 256),
    used: 0,
  };
}

export function createRimCandidates(): RimCandidates {
  return {
    now: createBook(),
    before: createBook(),
    cursor: 0,
    sink: createPairSink(512),
    probe: createPairSink(1),
    from: 0,
    to: 0,
    searches: 0,
    turned: new Float64Array(3),
    work: createSearchWork(),
  };
}

/** Largest margin, as a part of the smaller triangles' size, and the smallest as a part of that. */
const LARGEST_MARGIN = 0.2;
const SMALLEST_MARGIN = 1 / 32;
/**
 * Steps that a margin shall last at the present speed; where the largest one lasts fewer than the second, there is
 * none.
 */
const MARGIN_STEPS = 20;
const FEWEST_STEPS = 3;
/** Steps after which a list is made again if a fourth of its margin would do. */
const IDLE_STEPS = 32;
/** Margin where no triangles are near, as a multiple of the largest one. */
const WIDE_MARGIN = 4;
/** Area of a sphere over the square of its radius, times 4/√3: of equilateral triangles, the square of the side. */
const TRIANGLE_AREA_FACTOR = 29;

/** Distances below this part of the meshes' size count as zero. */
export const SNAP = 1e-12;

/** The list for meshes A and B at `rel`. Writes: from, to, and the books. */
export function rimCandidates(
  w: NarrowWorkspace,
  lists: RimCandidates,
  a: Collider,
  ao: number,
  b: Collider,
  bo: number,
): void {
  beginSweep(lists, ao, bo);
  const { now, before } = lists;
  const old = findOld(lists, a, ao, b, bo);
  const at = openList(now, a, ao, b, bo);
  lists.from = now.used;
  let moved = -1;
  if (old >= 0) {
    moved = displacement(w, lists, old, a, b);
    // the distance that counts as zero where triangles are cut is far below a billionth of their size
    if (
      moved + 1e-9 * Math.min(a.reach, b.reach) < before.pose[POSE_SIZE * old + 15] &&
      !isIdle(before, old, moved, a, b)
    ) {
      carryList(before, now, old, at);
      lists.to = now.used;
      return;
    }
    moved /= before.range[3 * old + 2] + 1;
  }
  search(w, lists, a, b, at, moved, old < 0 || before.range[3 * old + 1] === 0);
  lists.to = now.used;
}

/**
 * Whether a list was made for greater speeds than those of the last `moved` metres: most of its margin would not be
 * used.
 */
function isIdle({ range, pose }: Book, i: number, moved: number, a: Collider, b: Collider): boolean {
  if (range[3 * i + 2] !== IDLE_STEPS || range[3 * i + 1] === 0) return false;
  return 4 * Math.max(MARGIN_STEPS * (moved / IDLE_STEPS), SMALLEST_MARGIN * mostOf(a, b)) < pose[POSE_SIZE * i + 15];
}

/** A pair that does not come after the last one begins a new sweep. */
function beginSweep(lists: RimCandidates, ao: number, bo: number): void {
  const { now, before } = lists;
  if (now.count === 0) return;
  const last = 2 * (now.count - 1);
  if (ao > now.key[last] || (ao === now.key[last] && bo > now.key[last + 1])) return;
  lists.now = before;
  lists.before = now;
  lists.cursor = 0;
  before.count = 0;
  before.used = 0;
}

/** The list of the sweep before, −1: none. */
function findOld(lists: RimCandidates, a: Collider, ao: number, b: Collider, bo: number): number {
  const { before } = lists;
  const { key, count } = before;
  let i = lists.cursor;
  while (i < count && (key[2 * i] < ao || (key[2 * i] === ao && key[2 * i + 1] < bo))) i++;
  lists.cursor = i;
  if (i === count || key[2 * i] !== ao || key[2 * i + 1] !== bo) return -1;
  return before.colliders[2 * i] === a && before.colliders[2 * i + 1] === b ? i : -1;
}

function openList(book: Book, a: Collider, ao: number, b: Collider, bo: number): number {
  const i = book.count++;
  if (2 * i === book.key.length) {
    book.key = widened(book.key);
    book.range = widened(book.range);
    const pose = new Float64Array(2 * book.pose.length);
    pose.set(book.pose);
    book.pose = pose;
  }
  book.key[2 * i] = ao;
  book.key[2 * i + 1] = bo;
  book.colliders[2 * i] = a;
  book.colliders[2 * i + 1] = b;
  return i;
}

function widened(from: Int32Array): Int32Array {
  const wide = new Int32Array(2 * from.length);
  wide.set(from);
  return wide;
}

/** Rᵀt of `rel`. Writes: turned. */
function turnBack({ rel }: NarrowWorkspace, { turned }: RimCandidates): void {
  for (let k = 0; k < 3; k++) turned[k] = rel[k] * rel[9] + rel[3 + k] * rel[10] + rel[6 + k] * rel[11];
}

/** d since the search of list i of the sweep before, m. Writes: turned. */
function displacement(w: NarrowWorkspace, lists: RimCandidates, i: number, a: Collider, b: Collider): number {
  const { rel } = w;
  const { turned } = lists;
  const { pose } = lists.before;
  const o = POSE_SIZE * i;
  let turn = 0;
  for (let k = 0; k < 9; k++) turn += (rel[k] - pose[o + k]) * (rel[k] - pose[o + k]);
  turn = Math.sqrt(turn);
  turnBack(w, lists);
  let forth = 0;
  let back = 0;
  for (let k = 0; k < 3; k++) {
    forth += (rel[9 + k] - pose[o + 9 + k]) * (rel[9 + k] - pose[o + 9 + k]);
    back += (turned[k] - pose[o + 12 + k]) * (turned[k] - pose[o + 12 + k]);
  }
  return Math.min(Math.sqrt(forth) + turn * b.reach, Math.sqrt(back) + turn * a.reach);
}

/** List `old` of the sweep before goes on. */
function carryList(before: Book, now: Book, old: number, at: number): void {
  for (let k = 0; k < POSE_SIZE; k++) now.pose[POSE_SIZE * at + k] = before.pose[POSE_SIZE * old + k];
  const start = before.range[3 * old];
  const length = before.range[3 * old + 1];
  now.range[3 * at] = now.used;
  now.range[3 * at + 1] = length;
  now.range[3 * at + 2] = before.range[3 * old + 2] + 1;
  copyPairs(before.pairs, start, now, length);
}

function copyPairs(from: Int32Array, start: number, book: Book, length: number): void {
  while (2 * (book.used + length) > book.pairs.length) book.pairs = widened(book.pairs);
  const { pairs } = book;
  const to = 2 * book.used;
  for (let k = 0; k < 2 * length; k++) pairs[to + k] = from[2 * start + k];
  book.used += length;
}

/**
 * A new list, with a margin by the displacement of one step (m; negative: not known). `apart`: no triangles were near
 * before, so that a wide search for one pair comes first.
 */
function search(
  w: NarrowWorkspace,
  lists: RimCandidates,
  a: Collider,
  b: Collider,
  at: number,
  step: number,
  apart: boolean,
): void {
  const { rel } = w;
  const { now, work } = lists;
  const { margin } = work;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  if (g.tree === null || h.tree === null) throw new Error("a height field has no tree to walk");
  const most = mostOf(a, b);
  margin[1] = SNAP * Math.max(a.reach, b.reach);
  lists.sink.count = 0;
  if (apart) {
    margin[0] = WIDE_MARGIN * most;
    searchRim(w, work, g, h, lists.probe);
  }
  if (!apart || lists.probe.count > 0) {
    if (step < 0) margin[0] = SMALLEST_MARGIN * most;
    else if (FEWEST_STEPS * step > most) margin[0] = 0;
    else margin[0] = Math.max(SMALLEST_MARGIN * most, Math.min(most, MARGIN_STEPS * step));
    searchRim(w, work, g, h, lists.sink);
    while (lists.sink.overflow) {
      lists.sink = createPairSink(lists.sink.pairs.length);
      searchRim(w, work, g, h, lists.sink);
    }
  }
  lists.searches++;
  const o = POSE_SIZE * at;
  for (let k = 0; k < 12; k++) now.pose[o + k] = rel[k];
  turnBack(w, lists);
  for (let k = 0; k < 3; k++) now.pose[o + 12 + k] = lists.turned[k];
  now.pose[o + 15] = margin[0];
  now.range[3 * at] = now.used;
  now.range[3 * at + 1] = lists.sink.count;
  now.range[3 * at + 2] = 0;
  copyPairs(lists.sink.pairs, 0, now, lists.sink.count);
}

/** Largest margin of two meshes, m. */
function mostOf(a: Collider, b: Collider): number {
  return LARGEST_MARGIN * Math.min(sizeOf(a), sizeOf(b));
}

/** About the side of a triangle, m, as if the mesh were a sphere. */
function sizeOf({ reach, mesh }: Collider): number {
  return reach * Math.sqrt(TRIANGLE_AREA_FACTOR / ((mesh as MeshContactGeometry).mesh.triangles.length / 3));
}
