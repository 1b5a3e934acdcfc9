import type { ContactSink } from "./narrow/types.js";
import type { CollisionSetup } from "./setup.js";

/**
 * Pairs of shapes whose bounding boxes overlap although the shapes are apart. The narrow phase finds the gap of such a
 * pair. It need not run again until two points of the shapes may have approached each other by the excess of the gap
 * over the margin. Points approach by at most the sum of the travel of both shapes, so one addition and one comparison
 * replace the narrow phase. The contacts are the same with and without this list, so it is not part of a snapshot.
 */
export interface ApartPairs {
  /** Poses at the last detection, 7 per shape. */
  readonly pose: Float64Array;
  /** Bound on the distance that any point of the shape has travelled, summed over all detections, m. */
  readonly way: Float64Array;
  /** 1: the shape's travel was reset to 0 in this detection, and earlier entries of its pairs are invalid. */
  readonly reset: Uint8Array;
  /**
   * Pairs of the previous and of the current detection, in ascending order. A pair is apart while the sum of both
   * travels and the margin is below `until`, m.
   */
  before: ApartList;
  now: ApartList;
  /** Position at which the search in `before` continues. */
  cursor: number;
}

interface ApartList {
  count: number;
  key: Int32Array;
  until: Float64Array;
}

/** Travel beyond this multiple of the shape's reach is reset to 0: its last digit is then 1e-13 of the reach. */
const LONGEST = 1000;

/** Allowance for round-off that is added to the travel: relative to the travel, and relative to the shape's reach. */
const LONGER = 1e-9;
const ROUND_OFF = 1e-12;

/** Pairs whose gap is within this fraction of their size of the margin are left to the narrow phase. */
const NARROW = 1e-9;

const createList = (): ApartList => ({ count: 0, key: new Int32Array(0), until: new Float64Array(0) });

export function createApart(shapes: number): ApartPairs {
  return {
    pose: new Float64Array(7 * shapes),
    way: new Float64Array(shapes),
    reset: new Uint8Array(shapes),
    before: createList(),
    now: createList(),
    cursor: 0,
  };
}

/**
 * Starts a detection of up to `pairs` pairs and adds the motion since the last one to the travel of each shape;
 * `shapes`: those that may have moved since, or that the last detection moved; null: all that can. A rotation by Δq
 * moves a point at distance r from the shape's origin by 2 r sin(θ/2) ≤ 2 r |Δq|. Reads: `pose`.
 */
export function startApart(
  apart: ApartPairs,
  setup: CollisionSetup,
  pose: Float64Array,
  pairs: number,
  shapes: ShapeList | null,
): void {
  const room = apart.before;
  apart.before = apart.now;
  apart.now = room;
  apart.cursor = 0;
  room.count = 0;
  if (room.until.length < pairs) {
    room.key = new Int32Array(4 * pairs);
    room.until = new Float64Array(2 * pairs);
  }
  const list = shapes === null ? setup.movable : shapes.list;
  const count = shapes === null ? list.length : shapes.count;
  for (let k = 0; k < count; k++) addWay(apart, setup, pose, list[k]);
}

/** Shapes: the first `count` of a list. */
export interface ShapeList {
  readonly list: Int32Array;
  readonly count: number;
}

/** Adds the motion of shape s since the last detection to its travel. */
function addWay(apart: ApartPairs, setup: CollisionSetup, pose: Float64Array, s: number): void {
  const { pose: last, way, reset } = apart;
  const o = 7 * s;
  let move = 0;
  let turn = 0;
  for (let k = 0; k < 3; k++) move += (pose[o + k] - last[o + k]) * (pose[o + k] - last[o + k]);
  for (let k = 3; k < 7; k++) turn += (pose[o + k] - last[o + k]) * (pose[o + k] - last[o + k]);
  reset[s] = 0;
  if (move === 0 && turn === 0) return;
  for (let k = 0; k < 7; k++) last[o + k] = pose[o + k];
  const { reach } = setup.colliders[s];
  way[s] += (Math.sqrt(move) + 2 * reach * Math.sqrt(turn)) * (1 + LONGER) + ROUND_OFF * reach;
  if (way[s] < LONGEST * reach) return;
  way[s] = 0;
  reset[s] = 1;
}

/** Whether shapes a and b are still farther apart than margin[0]. Pairs must be queried in ascending order. */
export function isStillApart(
  apart: ApartPairs,
  setup: CollisionSetup,
  a: number,
  b: number,
  margin: Float64Array,
): boolean {
  const { before, way, reset } = apart;
  const { key, count } = before;
  let k = apart.cursor;
  while (k < count && (key[2 * k] < a || (key[2 * k] === a && key[2 * k + 1] < b))) k++;
  apart.cursor = k;
  if (k === count || key[2 * k] !== a || key[2 * k + 1] !== b || reset[a] === 1 || reset[b] === 1) return false;
  const until = before.until[k];
  // of a plane only the other shape has a size
  const first = setup.colliders[a].reach;
  const second = setup.colliders[b].reach;
  const size = (first < Number.POSITIVE_INFINITY ? first : 0) + (second < Number.POSITIVE_INFINITY ? second : 0);
  if (!(way[a] + way[b] + margin[0] + NARROW * size < until)) return false;
  const { now } = apart;
  if (now.count >= now.until.length) return true;
  now.until[now.count] = before.until[k];
  pushKey(now, a, b);
  return true;
}

/** Records that a and b are apart by at least `sink.apartBy`, if that is known. */
export function noteApart(apart: ApartPairs, a: number, b: number, sink: ContactSink): void {
  if (!(sink.apartBy > 0)) return;
  const { now, way } = apart;
  if (now.count >= now.until.length) return;
  now.until[now.count] = sink.apartBy + (way[a] + way[b]);
  pushKey(now, a, b);
}

function pushKey(list: ApartList, a: number, b: number): void {
  const c = list.count;
  list.key[2 * c] = a;
  list.key[2 * c + 1] = b;
  list.count = c + 1;
}
