import { type Outline, outlineOf, RADIUS } from "../narrow/planar/outline.js";
import { type Collider, KIND } from "../narrow/types.js";
import { poseAt, type ShapeMotion } from "./motion.js";

/**
 * Chains have no inside: the side of contact is where the middle of a convex part of the other shape is
 * (`narrow/planar/parts.ts`). A middle that gets across a run within a step would be pushed on by the far side, so this
 * looks for such crossings, along the straight way of each middle in the frame of the chain. A chain of one side is
 * crossed from its front only: from behind it lets everything through.
 */

/** Part of the way to a crossing after which a shape that touches the run at the start is stopped. */
const TOUCHING_PART = 0.5;
/** Times that the way is halved for a shape whose turning brings its middle across earlier than a straight way does. */
const HALVINGS = 20;

const work = {
  /** Poses of the other shape and of the chain at the start, and later. */
  startA: new Float64Array(7),
  startB: new Float64Array(7),
  endA: new Float64Array(7),
  endB: new Float64Array(7),
  /** Way of a middle in the frame of the chain, and a corner. */
  from: new Float64Array(2),
  to: new Float64Array(2),
  corner: new Float64Array(2),
  /** Part of the step at which poses are wanted. */
  time: new Float64Array(1),
  /** [part of the way, run, loop, side at the start] of the first crossing. */
  first: new Float64Array(4),
};

/**
 * Part t of the step, in [0, 1], up to which two shapes may move so that no middle crosses a run of a chain, and touch
 * the run that would be crossed where they did not at the start; 1 when nothing crosses. Writes out[0].
 */
export function crossingTime(
  a: Collider,
  motionA: ShapeMotion,
  b: Collider,
  motionB: ShapeMotion,
  out: Float64Array,
): void {
  out[0] = 1;
  if (b.kind === KIND.chain) stopAtChain(a, motionA, b, motionB, out);
  if (a.kind === KIND.chain) stopAtChain(b, motionB, a, motionA, out);
}

function stopAtChain(
  rider: Collider,
  motion: ShapeMotion,
  chain: Collider,
  chainMotion: ShapeMotion,
  out: Float64Array,
): void {
  const one = outlineOf(rider);
  const runs = outlineOf(chain);
  work.time[0] = 0;
  poseAt(motion, work.time, work.startA);
  poseAt(chainMotion, work.time, work.startB);
  if (!crosses(one, motion, runs, chainMotion, 1)) return;
  let t = backOff(one, runs);
  for (let k = 0; k < HALVINGS && crosses(one, motion, runs, chainMotion, t); k++) t *= 0.5;
  if (t < out[0]) out[0] = t;
}

/** Whether a middle crosses a run between the start of the step and t; the first crossing into `work`. */
function crosses(one: Outline, motion: ShapeMotion, runs: Outline, chainMotion: ShapeMotion, t: number): boolean {
  work.time[0] = t;
  poseAt(motion, work.time, work.endA);
  poseAt(chainMotion, work.time, work.endB);
  const { first } = work;
  first[0] = Infinity;
  for (let m = 0; m < one.loops; m++) {
    bring(one.center, m, work.startA, work.startB, work.from);
    bring(one.center, m, work.endA, work.endB, work.to);
    for (let l = 0; l < runs.loops; l++) meetRun(runs, l, m, t);
  }
  return first[0] < Infinity;
}

/** The crossing of the way from → to of the middle of loop m with run l, if it is the first. */
function meetRun({ box, start, vertex, normal, twoSided }: Outline, l: number, m: number, t: number): void {
  if (work.from[0] < box[4 * l] && work.to[0] < box[4 * l]) return;
  if (work.from[1] < box[4 * l + 1] && work.to[1] < box[4 * l + 1]) return;
  if (work.from[0] > box[4 * l + 2] && work.to[0] > box[4 * l + 2]) return;
  if (work.from[1] > box[4 * l + 3] && work.to[1] > box[4 * l + 3]) return;
  const i = 2 * start[l];
  const before = (work.from[0] - vertex[i]) * normal[i] + (work.from[1] - vertex[i + 1]) * normal[i + 1];
  const after = (work.to[0] - vertex[i]) * normal[i] + (work.to[1] - vertex[i + 1]) * normal[i + 1];
  if (before >= 0 === after >= 0 || (before < 0 && !twoSided)) return;
  // the ends of the run are on different sides of the way; an end on it counts as right of it, for both its runs
  const x = work.to[0] - work.from[0];
  const y = work.to[1] - work.from[1];
  const left = x * (vertex[i + 1] - work.from[1]) - y * (vertex[i] - work.from[0]) > 0;
  if (left === x * (vertex[i + 3] - work.from[1]) - y * (vertex[i + 2] - work.from[0]) > 0) return;
  const { first } = work;
  const at = (t * before) / (before - after);
  if (!(at < first[0])) return;
  first[0] = at;
  first[1] = l;
  first[2] = m;
  first[3] = before >= 0 ? 1 : -1;
}

/** Part of the step at which the loop of the first crossing touches the run, from how far both were apart. */
function backOff(one: Outline, { start, vertex, normal }: Outline): number {
  const { first } = work;
  const i = 2 * start[first[1]];
  const side = first[3];
  const m = first[2];
  let gap = Infinity;
  for (let k = one.start[m]; k < one.start[m + 1]; k++) {
    bring(one.vertex, k, work.startA, work.startB, work.corner);
    const height = (work.corner[0] - vertex[i]) * normal[i] + (work.corner[1] - vertex[i + 1]) * normal[i + 1];
    gap = Math.min(gap, side * height);
  }
  gap -= one.size[RADIUS];
  bring(one.center, m, work.startA, work.startB, work.corner);
  const middle = side * ((work.corner[0] - vertex[i]) * normal[i] + (work.corner[1] - vertex[i + 1]) * normal[i + 1]);
  return first[0] * (gap > 0 && middle > 0 ? gap / middle : TOUCHING_PART);
}

/** Point k of a list in the frame at pose p, brought into the frame at pose q; both turn about z only. */
function bring(points: Float64Array, k: number, p: Float64Array, q: Float64Array, out: Float64Array): void {
  const c = 1 - 2 * p[5] * p[5];
  const s = 2 * p[5] * p[6];
  const x = p[0] - q[0] + c * points[2 * k] - s * points[2 * k + 1];
  const y = p[1] - q[1] + s * points[2 * k] + c * points[2 * k + 1];
  const d = 1 - 2 * q[5] * q[5];
  const e = 2 * q[5] * q[6];
  out[0] = d * x + e * y;
  out[1] = d * y - e * x;
}

/**
 * Whether a touch of two shapes is at the back of a one-sided chain: `normal` from A to B and `point` on the chain
 * (world, in values[n …] and values[p …]), with the chain at `pose`, which is B when `chainIsB`.
 */
export function isAtBack(
  chain: Collider,
  pose: Float64Array,
  values: Float64Array,
  n: number,
  p: number,
  chainIsB: boolean,
): boolean {
  const { chain: isChain, twoSided, loops, start, vertex, normal, size } = outlineOf(chain);
  if (!isChain || twoSided) return false;
  const d = 1 - 2 * pose[5] * pose[5];
  const e = 2 * pose[5] * pose[6];
  // from the chain to the other shape
  const sign = chainIsB ? -1 : 1;
  const mx = sign * (d * values[n] + e * values[n + 1]);
  const my = sign * (d * values[n + 1] - e * values[n]);
  work.corner[0] = d * (values[p] - pose[0]) + e * (values[p + 1] - pose[1]);
  work.corner[1] = d * (values[p + 1] - pose[1]) - e * (values[p] - pose[0]);
  // the run, or both runs at a vertex, where the point is
  let least = Infinity;
  let facing = 0;
  const same = NEAR_VERTEX * size[1];
  for (let l = 0; l < loops; l++) {
    const i = 2 * start[l];
    const ex = vertex[i + 2] - vertex[i];
    const ey = vertex[i + 3] - vertex[i + 1];
    const x = work.corner[0] - vertex[i];
    const y = work.corner[1] - vertex[i + 1];
    const u = Math.min(1, Math.max(0, (x * ex + y * ey) / (ex * ex + ey * ey)));
    const away = Math.sqrt((x - u * ex) * (x - u * ex) + (y - u * ey) * (y - u * ey));
    if (away > least + same) continue;
    if (away < least - same) facing = 0;
    least = Math.min(least, away);
    facing += mx * normal[i] + my * normal[i + 1];
  }
  return facing < 0;
}

/** Distance from a vertex, as a part of the chain's reach, within which a touch is at both of its runs. */
const NEAR_VERTEX = 1e-9;
