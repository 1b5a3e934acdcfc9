import { type Data, itemFields } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { rotateInverseInto } from "../../math/quat.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import type { BroadPhase } from "../broad/broad-phase.js";
import { pairAllowed } from "../filter.js";
import { separationOf } from "../narrow/pair-table.js";
import { type Collider, createSeparation } from "../narrow/types.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import { castCollider } from "../query/ray/cast.js";
import { HIT_SIZE } from "../query/ray/crossings.js";
import type { CollisionSetup } from "../setup.js";
import type { Crossing } from "../shapes/shape-class.js";
import { COLLISION_FIELDS } from "../system.js";
import { CAST, createCast } from "./linear-cast.js";
import { createMotion, poseAt, type ShapeMotion, turnBetween } from "./motion.js";
import { CONTINUOUS, type ContinuousSetup, continuousSetup } from "./setup.js";
import { timeOfImpact } from "./time-of-impact.js";

/**
 * Part of the inner radius that a body moves in a step from which it is looked at: less, and its centre cannot get past
 * anything.
 */
const AUTO_PART = 0.75;

/**
 * Part of the inner radius by which a body that touches another at the start of the step must approach it within the
 * step for this to count: a body that rests or slides on another is the business of ordinary contacts.
 */
export const PRESS_PART = 0.25;

/**
 * Part of the inner radius within which a body touches another at the start of the step. A gap of round-off is no less
 * a contact than none: what it does there is the business of ordinary contacts, too. Quick bodies, which go far along
 * what they land on, touch from within PRESS_PART.
 */
const NEAR_PART = 0.01;

/** Numbers per body in `bodyMotion`, and the place of the bound of the motion of any point, m. */
export const MOTION_SIZE = 7;
export const MOTION_BOUND = 6;

const motionA = createMotion();
const motionB = createMotion();
const cast = createCast();
const sweep = new Float64Array(10);
const box = new Float64Array(6);
const pose = new Float64Array(7);
const START = new Float64Array(1);

/** What `visit` works on. */
const scope = {
  data: null as Data | null,
  setup: null as CollisionSetup | null,
  colliders: [] as readonly Collider[],
  continuous: null as ContinuousSetup | null,
  broad: null as BroadPhase | null,
  work: null as NarrowWorkspace | null,
  motion: new Float64Array(0) as Float64Array,
  before: new Float64Array(0) as Float64Array,
  crosses: new Uint8Array(0) as Uint8Array,
  body: 0,
  shape: 0,
  other: -1,
  ahead: false,
  /** Poses of both shapes, their separation, direction and points in the frame of one; see `isOrdinary`. */
  poses: [new Float64Array(7), new Float64Array(7)] as const,
  gap: createSeparation(),
  toward: new Float64Array(3),
  local: new Float64Array(9),
  /** Part of the step after which a middle would be across a chain; see `meetChain`. */
  crossing: new Float64Array(1),
};
const best = new Float64Array(1);
const press = new Float64Array(1);

/**
 * Finds where fast bodies first meet others within the step, between their poses before it (`bodyBefore`) and now: body
 * by body in ascending order, the earliest time of impact over all pairs of shapes that pass the filters; sensors do
 * not count. A body is looked at when it says `continuous: on`, or `auto` and some point of it may have moved by more
 * than 3/4 of the radius of a ball that fits into its thinnest shape, against what a driven or larger body moves. Both
 * bodies of a pair move. Nothing is clamped here: formulations do that. Runs at the end of a step; `moved` is false at
 * the start of a run, `isClockAtStart` says that the clock still shows the start of the step.
 *
 * Returns whether some body meets another. Reads: bodyBefore, body poses and states, broad phase. Writes: bodyMotion,
 * bodyImpact, bodyImpactShape, event ring.
 */
export function detectImpacts(model: Model, data: Data, moved: boolean, isClockAtStart: boolean): boolean {
  if (!findImpacts(model, data, data.bodyBefore, moved)) return false;
  const setup = model.systems.collision;
  const { bodyImpact, bodyImpactShape } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (bodyImpactShape[b] < 0) continue;
    const at = claimEvent(data, events.impact.code, b, setup.body[bodyImpactShape[b]]);
    const left = isClockAtStart ? -bodyImpact[b] : 1 - bodyImpact[b];
    data.eventTime[at] = data.clock[0] - left * model.options.timestep;
    data.eventValue[at] = bodyImpact[b];
  }
  return true;
}

/**
 * The same for formulations that put no body back: a body that got across a chain nevertheless raises the status
 * `unresolved`. With `solved`, contacts were asked to be open at the end of the step: then a way that leads through
 * something has passed it, and raises it, too.
 */
export function reportImpacts(model: Model, data: Data, solved = false): void {
  const found = detectImpacts(model, data, data.counter[COUNTER.steps] > 0, false);
  const { bodyCrosses, bodyImpactShape } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let b = 1; b < model.nb; b++)
    if (bodyCrosses[b] === 1 || (solved && found && bodyImpactShape[b] >= 0)) raiseStatus(data, STATUS.unresolved, b);
}

/**
 * The same without events, between any poses `before`, laid out as `bodyBefore`, and now. Returns whether some body
 * meets another. Writes: bodyMotion, bodyImpact, bodyImpactShape, bodyCrosses.
 */
export function findImpacts(model: Model, data: Data, before: Float64Array, moved: boolean): boolean {
  const setup = model.systems.collision;
  const state = data.systems.collision;
  if (!setup.active || state.broad === null) return false;
  const { bodyMotion, bodyImpact, bodyImpactShape, bodyCrosses } = itemFields(data, "collision", COLLISION_FIELDS);
  const continuous = continuousSetup(model);
  scope.ahead = state.ahead > 0;
  scope.before = before;
  const { activeEpoch, atRest } = data;
  if (atRest.impacts === activeEpoch) {
    const n = data.counter[COUNTER.active];
    for (let k = 0; k < n; k++) {
      const b = data.bodyActive[k];
      bodyImpact[b] = 1;
      bodyImpactShape[b] = -1;
      bodyCrosses[b] = 0;
    }
  } else {
    bodyImpact.fill(1);
    bodyImpactShape.fill(-1);
    bodyCrosses.fill(0);
    bodyMotion.fill(0);
    atRest.impacts = activeEpoch;
  }
  // at the start of a run there is no step to look back at
  if (!moved || !measureMotion(model, data, continuous, bodyMotion)) return false;

  let found = false;
  scope.data = data;
  scope.setup = setup;
  scope.colliders = data.systems.collision.colliders;
  scope.continuous = continuous;
  scope.broad = state.broad;
  scope.work = state.sink.work;
  scope.motion = bodyMotion;
  scope.crosses = bodyCrosses;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (!asks(continuous, bodyMotion, b)) continue;
    scope.body = b;
    scope.other = -1;
    best[0] = 1;
    for (let i = continuous.start[b]; i < continuous.start[b + 1]; i++) sweepShape(continuous.shape[i], n);
    if (scope.other < 0) continue;
    bodyImpact[b] = best[0];
    bodyImpactShape[b] = scope.other;
    found = true;
  }
  scope.data = null;
  return found;
}

/**
 * Whether some body may have moved far enough since the poses `pos` (3 numbers per body), with spins `vel` (6, angular
 * part first) over a time `span` (s), to be worth a look.
 */
export function mayPass(model: Model, data: Data, pos: Float64Array, vel: Float64Array, span: number): boolean {
  const { mode, inner, turnReach } = continuousSetup(model);
  const { bodyActive, bodyPos, bodyVel } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (mode[b] === CONTINUOUS.off) continue;
    let way2 = 0;
    let spin2 = 0;
    for (let c = 0; c < 3; c++) {
      const way = bodyPos[3 * b + c] - pos[3 * b + c];
      const spin = Math.max(Math.abs(vel[6 * b + c]), Math.abs(bodyVel[6 * b + c]));
      way2 += way * way;
      spin2 += spin * spin;
    }
    const least = mode[b] === CONTINUOUS.on ? 0 : AUTO_PART * inner[b];
    if (Math.sqrt(way2) + span * Math.sqrt(spin2) * turnReach[b] > least) return true;
  }
  return false;
}

/**
 * Largest motion of a body that is not quick, m: how far others may have been from where the broad phase has them; and,
 * at COMING, that of a body that meets others before they move: of what is driven, and of a large body that is not
 * quick for its own size, though smaller ones may be.
 */
const slowest = new Float64Array(2);
const COMING = 1;

/**
 * Rotation vector, translation and bound of the motion of any point, per body. Returns whether any body asks to be
 * looked at. Writes: bodyMotion.
 */
function measureMotion({ bodyType }: Model, data: Data, continuous: ContinuousSetup, motion: Float64Array): boolean {
  const { bodyActive, bodyPos, bodyQuat } = data;
  const { before: bodyBefore } = scope;
  slowest[0] = 0;
  slowest[COMING] = 0;
  let least = Number.POSITIVE_INFINITY;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const o = MOTION_SIZE * b;
    turnBetween(bodyBefore, BODY_BEFORE_SIZE * b + 3, bodyQuat, 4 * b, motion, o);
    let angle2 = 0;
    let way2 = 0;
    for (let c = 0; c < 3; c++) {
      motion[o + 3 + c] = bodyPos[3 * b + c] - bodyBefore[BODY_BEFORE_SIZE * b + c];
      way2 += motion[o + 3 + c] * motion[o + 3 + c];
      angle2 += motion[o + c] * motion[o + c];
    }
    const turned = angle2 > 0 ? Math.sqrt(angle2) * continuous.turnReach[b] : 0;
    motion[o + 6] = Math.sqrt(way2) + turned;
    // what is not finite is set aside by the step's check
    if (!(motion[o + 6] < Number.POSITIVE_INFINITY)) motion[o + 6] = 0;
    if (!isQuick(continuous, motion, b)) slowest[0] = Math.max(slowest[0], motion[o + 6]);
    if (bodyType[b] === BODY_TYPE.dynamic) least = Math.min(least, late(continuous.inner[b], continuous.ahead[b]));
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const way = motion[MOTION_SIZE * b + 6];
    if (!hasShapes(continuous, b)) continue;
    // quick ones look for themselves, and are put back
    if (bodyType[b] !== BODY_TYPE.dynamic || (way > least && !isQuick(continuous, motion, b)))
      slowest[COMING] = Math.max(slowest[COMING], way);
  }
  for (let k = 0; k < n; k++) if (asks(continuous, motion, bodyActive[k])) return true;
  return false;
}

function hasShapes({ start }: ContinuousSetup, b: number): boolean {
  return start[b + 1] > start[b];
}

/** Where contacts are found ahead of motion, only what outruns them is quick. */
function isQuick({ inner, ahead }: ContinuousSetup, motion: Float64Array, b: number): boolean {
  return motion[MOTION_SIZE * b + 6] > outrun(inner[b], ahead[b]);
}

/** Motion from which a body is not found in time by ordinary contacts, m. */
function outrun(inner: number, ahead: number): number {
  const least = AUTO_PART * inner;
  return scope.ahead && ahead > least ? ahead : least;
}

/** Motion against each other by which contacts that are found ahead come too late for a body that rests, m. */
function late(inner: number, ahead: number): number {
  return AUTO_PART * inner + (scope.ahead ? ahead : 0);
}

function asks(continuous: ContinuousSetup, motion: Float64Array, b: number): boolean {
  const mode = continuous.mode[b];
  const most = motion[MOTION_SIZE * b + 6] + slowest[COMING];
  if (mode === CONTINUOUS.off || !(most > 0)) return false;
  return (
    mode === CONTINUOUS.on || isQuick(continuous, motion, b) || most > late(continuous.inner[b], continuous.ahead[b])
  );
}

/**
 * Looks for the first impact of one shape of the body: with what the broad phase finds, and with every other quick
 * body.
 */
function sweepShape(s: number, active: number): void {
  const data = scope.data!;
  const setup = scope.setup!;
  const continuous = scope.continuous!;
  if (setup.sensor[s] === 1) return;
  scope.shape = s;
  const collider = scope.colliders[s];
  setMotion(motionA, s);
  press[0] = PRESS_PART * continuous.inner[scope.body];

  // the box of the shape along the way of its origin; a turning shape gets the box of the ball around it
  START[0] = 0;
  poseAt(motionA, START, pose);
  const { turn, reach } = motionA;
  const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const isTurning = angle > 0 && angle * reach[0] > 1e-9 * collider.reach;
  collider.shape.bounds(collider, setup.localBounds, 6 * s, pose, 0, box, 0);
  const turned = angle > 0 ? Math.min(angle, 2) * continuous.offset[s] : 0;
  for (let k = 0; k < 3; k++) {
    sweep[k] = isTurning ? pose[k] : 0.5 * (box[k] + box[3 + k]);
    sweep[3 + k] = motionA.translation[k];
    const half = isTurning ? collider.reach + turned : 0.5 * (box[3 + k] - box[k]);
    sweep[7 + k] = half + slowest[0];
  }
  sweep[6] = best[0];
  scope.broad!.cast(sweep, 0, visit);

  // quick bodies are not where the broad phase has them
  const { bodyActive } = data;
  for (let k = 0; k < active; k++) {
    const b = bodyActive[k];
    if (b === scope.body || !isQuick(continuous, scope.motion, b)) continue;
    for (let i = continuous.start[b]; i < continuous.start[b + 1]; i++) {
      if (scope.broad!.has(continuous.shape[i])) meet(continuous.shape[i]);
    }
  }
}

function visit(other: number): void {
  const b = scope.setup!.body[other];
  if (b === scope.body || isQuick(scope.continuous!, scope.motion, b)) return;
  meet(other);
}

/**
 * Time of impact with one other shape; an earlier one, or as early with a smaller number, takes the place of the best.
 */
function meet(other: number): void {
  const setup = scope.setup!;
  if (setup.sensor[other] === 1 || !pairAllowed(scope.broad!.filter, scope.shape, other)) return;
  if (isLeft(setup.body[other])) return;
  setMotion(motionB, other);
  cast.limit[0] = best[0];
  timeOfImpact(scope.colliders[scope.shape], motionA, scope.colliders[other], motionB, cast);
  const found = cast.status !== CAST.unsupported;
  if (!found) castCore(other);
  if (cast.status === CAST.none) return;
  const { values } = cast;
  const a = scope.colliders[scope.shape];
  const b = scope.colliders[other];
  const crossing = a.shape.crossing ?? b.shape.crossing;
  if (crossing !== null) {
    if (!meetChain(crossing, a, b, other)) return;
  } else if (found && (cast.status === CAST.overlap ? !isPressed() : isOrdinary(other))) {
    // behind the part of a mesh that it touches, there may be another one
    if (a.shape.convex && b.shape.convex) return;
    castCore(other);
    if (!isHit()) return;
  }
  if (values[0] > best[0] || (values[0] === best[0] && scope.other >= 0 && scope.other < other)) return;
  best[0] = values[0];
  sweep[6] = best[0];
  scope.other = other;
}

/**
 * What the last cast, which is with a chain, comes to: its own time of impact, unless ordinary contacts see to it or it
 * is at the back of a one-sided chain; for shapes that touched at the start, the time at which they must stop so that
 * they stay on their side. Returns whether there is an impact. Writes: cast, bodyCrosses.
 */
function meetChain({ crossingTime }: Crossing, a: Collider, b: Collider, other: number): boolean {
  const { values } = cast;
  crossingTime(a, motionA, b, motionB, scope.crossing);
  const crossesAt = scope.crossing[0];
  if (crossesAt < 1) scope.crosses[scope.body] = 1;
  const passed = isBehindChain(a, motionA, 4, false) || isBehindChain(b, motionB, 7, true);
  if (!passed && values[0] > 0 && !isOrdinary(other)) return true;
  const rests = passed || (cast.status === CAST.overlap ? !isPressed() : isOrdinary(other));
  if (crossesAt < 1) values[0] = crossesAt;
  return crossesAt < 1 || !rests;
}

/** Whether the last cast meets a one-sided chain from behind, or lies across one. */
function isBehindChain(c: Collider, motion: ShapeMotion, at: number, isB: boolean): boolean {
  const { crossing } = c.shape;
  if (crossing === null) return false;
  START[0] = cast.values[0];
  poseAt(motion, START, pose);
  START[0] = 0;
  if (cast.status === CAST.overlap) return c.size[1] === 0;
  return crossing.isAtBack(c, pose, cast.values, 1, at, isB);
}

/**
 * Whether body `b` is left to the contacts that are found ahead: the body that is looked at is not quick, and neither
 * is their motion against each other.
 */
function isLeft(b: number): boolean {
  const { continuous, motion, body } = scope;
  if (continuous!.mode[body] === CONTINUOUS.on || isQuick(continuous!, motion, body)) return false;
  const p = MOTION_SIZE * body;
  const q = MOTION_SIZE * b;
  let own = 0;
  let others = 0;
  let between = 0;
  for (let k = 3; k < 6; k++) {
    own += motion[p + k] * motion[p + k];
    others += motion[q + k] * motion[q + k];
    between += (motion[p + k] - motion[q + k]) * (motion[p + k] - motion[q + k]);
  }
  const turning = motion[p + MOTION_BOUND] - Math.sqrt(own) + motion[q + MOTION_BOUND] - Math.sqrt(others);
  return Math.sqrt(between) + turning <= late(continuous!.inner[body], continuous!.ahead[body]);
}

/** Whether shapes that overlap at the start approach each other by more than `press`. */
function isPressed(): boolean {
  let approach = 0;
  for (let k = 0; k < 3; k++) approach += (motionA.translation[k] - motionB.translation[k]) * cast.values[1 + k];
  return approach > press[0];
}

/** Whether the last cast has met something. */
function isHit(): boolean {
  return cast.status === CAST.hit;
}

/**
 * Whether ordinary contacts keep the pair of the last cast apart: they touched at the start, and along the normal of
 * the first touch they are no more than `press` deeper in each other at the end, neither by what they reach nor by
 * where the points that touch have come to. (A bar that has swept past a post no longer reaches into it.) Reads: cast,
 * press.
 */
function isOrdinary(other: number): boolean {
  const { poses, gap, continuous, motion, body } = scope;
  const { colliders } = scope;
  const a = colliders[scope.shape];
  const b = colliders[other];
  poseAt(motionA, START, poses[0]);
  poseAt(motionB, START, poses[1]);
  if (!separationOf(a, poses[0], 0, b, poses[1], 0, gap)) return false;
  const near = isQuick(continuous!, motion, body) ? press[0] : NEAR_PART * continuous!.inner[body];
  if (gap.values[0] > near) return false;
  const byReach = sinks(a, motionA, 4, 1, true) + sinks(b, motionB, 7, -1, true);
  const byPoint = sinks(a, motionA, 4, 1, false) + sinks(b, motionB, 7, -1, false);
  return byReach <= press[0] && byPoint <= press[0];
}

/**
 * How far one shape comes towards the other from the touch of the cast to the end of the step, m: by its support
 * function where it has one and `reach` asks for it, of a mesh by its vertices against where they were at the touch,
 * else by the point that touches, at cast.values[at …]. A ball that turns in place brings no point nearer. `sign` times
 * the normal points to the other one.
 */
function sinks(c: Collider, motion: ShapeMotion, at: number, sign: number, reach: boolean): number {
  const { values } = cast;
  const { toward, local, poses } = scope;
  const end = poses[0];
  for (let k = 0; k < 3; k++) toward[k] = sign * values[1 + k];
  START[0] = values[0];
  poseAt(motion, START, end);
  for (let k = 0; k < 3; k++) local[6 + k] = values[at + k] - end[k];
  rotateInverseInto(local, 6, end, 3, local, 6);
  const isMesh = reach && c.mesh !== null && isMoving(motion);
  let come = 0;
  if (isMesh) {
    rotateInverseInto(local, 0, end, 3, toward, 0);
    for (let k = 0; k < 3; k++) come -= end[k] * toward[k];
    come -= reachOfMesh(c, local);
  }
  START[0] = 1;
  poseAt(motion, START, end);
  START[0] = 0;
  rotateInverseInto(local, 0, end, 3, toward, 0);
  if (isMesh) {
    for (let k = 0; k < 3; k++) come += end[k] * toward[k];
    return come + reachOfMesh(c, local);
  }
  for (let k = 0; k < 3; k++) come += (end[k] - values[at + k]) * toward[k];
  if (!c.shape.hasSupport || !(reach || c.shape.turnsInPlace))
    return come + local[0] * local[6] + local[1] * local[7] + local[2] * local[8];
  c.shape.support(c, local, 0, local, 3, 0);
  return come + c.shape.coreRadius(c.size) + local[0] * local[3] + local[1] * local[4] + local[2] * local[5];
}

/** Whether a shape has moved at all. */
function isMoving({ translation: d, turn: u }: ShapeMotion): boolean {
  return d[0] !== 0 || d[1] !== 0 || d[2] !== 0 || u[0] !== 0 || u[1] !== 0 || u[2] !== 0;
}

/** How far the farthest vertex of a mesh reaches along a unit direction in its frame, m. */
function reachOfMesh(c: Collider, u: Float64Array): number {
  const { vertices: x } = c.mesh!.mesh;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < x.length; i += 3) most = Math.max(most, u[0] * x[i] + u[1] * x[i + 1] + u[2] * x[i + 2]);
  return most;
}

const ray = new Float64Array(8);
const hit = new Float64Array(HIT_SIZE);

/**
 * For pairs without a separation: the origin of the shape as a ray into the other, so that at least its core passes
 * through nothing. The other is taken not to turn, and what is found is when the core gets there, which is later than
 * the first touch.
 */
function castCore(other: number): void {
  cast.status = CAST.none;
  poseAt(motionA, START, pose);
  for (let k = 0; k < 3; k++) {
    ray[k] = pose[k];
    ray[3 + k] = motionA.translation[k] - motionB.translation[k];
  }
  poseAt(motionB, START, pose);
  for (let k = 0; k < 3; k++) ray[k] -= pose[k];
  rotateInverseInto(ray, 0, pose, 3, ray, 0);
  rotateInverseInto(ray, 3, pose, 3, ray, 3);
  ray[6] = 0;
  ray[7] = best[0];
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) return;
  if (!castCollider(scope.work!, scope.colliders[other], ray, hit, true) || hit[4] !== 1) return;
  cast.status = CAST.hit;
  cast.values[0] = hit[0];
}

/** How shape s moves over the step; one whose body does not move by itself stays. */
function setMotion(motion: ShapeMotion, s: number): void {
  const data = scope.data!;
  const setup = scope.setup!;
  const b = setup.body[s];
  const o = MOTION_SIZE * b;
  const moves = scope.motion[o + 6] > 0 && data.bodyState[b] === BODY_STATE.active;
  for (let k = 0; k < 3; k++) {
    motion.start[k] = moves ? scope.before[BODY_BEFORE_SIZE * b + k] : data.bodyPos[3 * b + k];
    motion.turn[k] = scope.motion[o + k];
    motion.translation[k] = scope.motion[o + 3 + k];
  }
  for (let k = 0; k < 4; k++)
    motion.start[3 + k] = moves ? scope.before[BODY_BEFORE_SIZE * b + 3 + k] : data.bodyQuat[4 * b + k];
  for (let k = 0; k < 7; k++) motion.local[k] = setup.localPose[7 * s + k];
  motion.reach[0] = scope.continuous!.shapeTurnReach[s];
}
