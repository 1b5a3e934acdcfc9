import { type Collider, KIND } from "../../collision/narrow/types.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { farApart, mayPush, mayTouch } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { addGround, findNearby } from "./ground-sections.js";
import { DEFLECTION, findDeflection, SUM } from "./section.js";
import { tyreFields } from "./tyre-fields.js";
import { type TyrePair, type Wheel, wheelSide } from "./tyre-setup.js";
import { STAND, type TyreState, type TyreWork } from "./tyre-state.js";

/** Tyres that touch at the present poses, and how they stand. Reads: body poses, memory. Writes: pose, stand. */
export function findTyres(model: Model, data: Data, state: TyreState): void {
  state.count = 0;
  if (!mayTouch(model, data)) return;
  const { wheels, pairs: constants } = model.systems.tyre;
  const collision = model.systems.collision;
  const { pairs, count } = data.systems.contactStep.pairs;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let k = 0; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if (wheels[a] === null && wheels[b] === null) continue;
    const side = wheelSide(model, a, b);
    if (side < 0 || !mayPush(model, data, collision, a, b)) continue;
    if (collision.fixed[a] === 0) placeShape(data, collision, a, pose);
    if (collision.fixed[b] === 0) placeShape(data, collision, b, pose);
    if (farApart(collision, pose, a, b)) continue;
    if (state.count === state.capacity) {
      raiseStatus(data, STATUS.pointCapacity, a);
      return;
    }
    const pair = materialPair(model.materials, model.shapes[a].material, model.shapes[b].material);
    const w = side === 0 ? a : b;
    const g = side === 0 ? b : a;
    const i = state.count;
    if (
      !standOn(data.systems.collision.colliders, pose, wheels[w] as Wheel, constants[pair] as TyrePair, w, g, state, i)
    )
      continue;
    state.count++;
    state.shape[2 * i] = a;
    state.shape[2 * i + 1] = b;
    state.body[2 * i] = state.bodyOfShape[a];
    state.body[2 * i + 1] = state.bodyOfShape[b];
    state.side[i] = side;
    state.pair[i] = pair;
    state.before[i] = rowOf(data, a, b);
  }
}

/** Row of memory of shapes a and b, −1 where there is none. */
function rowOf(data: Data, a: number, b: number): number {
  const { key, remembered } = tyreFields(data);
  const row = firstRow(key, remembered, a, b);
  return row < remembered[0] && key[4 * row] === a && key[4 * row + 1] === b ? row : -1;
}

/**
 * How wheel w stands on ground g: its discs share the stiffness, and each pushes along the normal of the ground that
 * it meets. False where none touches. Reads: pose. Writes: stand.
 */
function standOn(
  colliders: readonly Collider[],
  pose: Float64Array,
  wheel: Wheel,
  { strips }: TyrePair,
  w: number,
  g: number,
  { stand, work }: TyreState,
  i: number,
): boolean {
  const o = STAND.size * i;
  const ground = colliders[g];
  const { center, axis, localCenter, localAxis, localUp, disc, deflection, sum } = work;
  enterGround(pose, wheel, w, g, work);
  findNearby(ground, wheel, work);
  for (let k = 0; k < STAND.size; k++) stand[o + k] = 0;
  const discs = wheel.halfWidth > 0 ? strips.length : 1;
  for (let j = 0; j < discs; j++) {
    const offset = discs > 1 ? strips[j][0] * wheel.halfWidth : 0;
    for (let k = 0; k < 3; k++) disc[k] = localCenter[k] + offset * localAxis[k];
    if (ground.kind === KIND.plane) meetPlane(wheel, work);
    else {
      sum.fill(0);
      addGround(ground, wheel, work);
      meetSection(wheel, work);
    }
    if (deflection[DEFLECTION.depth] > 0) addDisc(wheel, discs > 1 ? strips[j] : WHOLE, stand, o, work);
  }
  if (!(stand[o + STAND.share] > 0)) return false;
  return finishStand(pose, g, wheel, stand, o, center, axis, localUp);
}

/** Centre and axis of the wheel, in the world and in the ground's frame. Writes: work. */
function enterGround(pose: Float64Array, wheel: Wheel, w: number, g: number, work: TyreWork): void {
  const { center, axis, localCenter, localAxis, localUp } = work;
  axis[0] = axis[1] = 0;
  axis[2] = wheel.sense;
  rotateInto(axis, 0, pose, 7 * w + 3, axis, 0);
  for (let k = 0; k < 3; k++) {
    center[k] = pose[7 * w + k];
    localCenter[k] = center[k] - pose[7 * g + k];
  }
  rotateInverseInto(localCenter, 0, pose, 7 * g + 3, localCenter, 0);
  rotateInverseInto(localAxis, 0, pose, 7 * g + 3, axis, 0);
  localUp[0] = localUp[1] = 0;
  localUp[2] = 1;
  rotateInverseInto(localUp, 0, pose, 7 * g + 3, localUp, 0);
}

/** All below z = 0: the deflection is the depth of the lowest point of the tread. Writes: sum, deflection. */
function meetPlane({ radius, tread }: Wheel, { disc, localAxis: a, sum, deflection }: TyreWork): void {
  const level = Math.sqrt(Math.max(0, 1 - a[2] * a[2]));
  sum[SUM.g] = sum[SUM.g + 1] = 0;
  sum[SUM.g + 2] = 1;
  deflection[DEFLECTION.share] = 1;
  deflection[DEFLECTION.depth] = radius * level + tread * (1 - level) - disc[2];
}

/**
 * Sine of the angle between the axis of a wheel and the ground's normal below which it lies on its side: only planes
 * bear it then.
 */
const LYING = 0.1;

/** G ← the unit normal; deflection across it. Reads: sum. Writes: sum, deflection. */
function meetSection(wheel: Wheel, { localAxis: a, sum, deflection }: TyreWork): void {
  const { tread } = wheel;
  const g = SUM.g;
  const axial = sum[g] * a[0] + sum[g + 1] * a[1] + sum[g + 2] * a[2];
  const all = sum[g] * sum[g] + sum[g + 1] * sum[g + 1] + sum[g + 2] * sum[g + 2];
  const inPlane = Math.sqrt(Math.max(0, all - axial * axial));
  const size = Math.sqrt(all);
  deflection[DEFLECTION.depth] = 0;
  if (!(inPlane > LYING * size)) return;
  deflection[1] = inPlane;
  findDeflection(sum, wheel, deflection);
  const level = inPlane / size;
  if (deflection[DEFLECTION.depth] > 0)
    deflection[DEFLECTION.depth] = level * deflection[DEFLECTION.depth] + tread * (1 - level);
  for (let k = 0; k < 3; k++) sum[g + k] /= size;
}

/** The only disc: at the middle, with all of the weight. */
const WHOLE: readonly [number, number] = [0, 1];

/** Adds a disc of a strip's weight to the stand, still in the ground's frame. Reads: sum, deflection. Writes: stand. */
function addDisc(
  { radius, tread }: Wheel,
  strip: readonly [number, number],
  stand: Float64Array,
  o: number,
  work: TyreWork,
): void {
  const weight = strip[1];
  const { sum, deflection, localAxis: a, disc } = work;
  const depth = deflection[DEFLECTION.depth];
  const share = deflection[DEFLECTION.share];
  const push = weight * share * depth;
  const n = SUM.g;
  const axial = sum[n] * a[0] + sum[n + 1] * a[1] + sum[n + 2] * a[2];
  const level = Math.sqrt(Math.max(1e-12, 1 - axial * axial));
  for (let k = 0; k < 3; k++) {
    const up = (sum[n + k] - axial * a[k]) / level;
    const place = disc[k] - (radius - tread) * up - (tread - depth) * sum[n + k];
    stand[o + STAND.normal + k] += push * sum[n + k];
    stand[o + STAND.place + k] += push * place;
  }
  stand[o + STAND.depth] += push;
  stand[o + STAND.share] += weight * share * share;
  stand[o + STAND.square] += weight * depth * depth;
}

/** A wheel that lies on its side has no heading: x is some direction across n. Writes: stand. */
function faceAnywhere(stand: Float64Array, x: number, n: number): void {
  const k = Math.abs(stand[n]) < 0.6 ? 0 : 1;
  for (let c = 0; c < 3; c++) stand[x + c] = (c === k ? 1 : 0) - stand[n + k] * stand[n + c];
  const length = Math.sqrt(1 - stand[n + k] * stand[n + k]);
  for (let c = 0; c < 3; c++) stand[x + c] /= length;
}

/** Means over the discs, in the world, and the axes of the contact. Writes: stand. */
function finishStand(
  pose: Float64Array,
  g: number,
  { radius }: Wheel,
  stand: Float64Array,
  o: number,
  center: Float64Array,
  a: Float64Array,
  scratch: Float64Array,
): boolean {
  const n = o + STAND.normal;
  const x = o + STAND.along;
  const y = o + STAND.across;
  const p = o + STAND.place;
  const sum = stand[o + STAND.depth];
  const length = Math.sqrt(stand[n] * stand[n] + stand[n + 1] * stand[n + 1] + stand[n + 2] * stand[n + 2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) {
    stand[n + k] /= length;
    stand[p + k] /= sum;
  }
  stand[o + STAND.depth] = length;
  rotateInto(stand, n, pose, 7 * g + 3, stand, n);
  rotateInto(scratch, 0, pose, 7 * g + 3, stand, p);
  let lever = 0;
  for (let k = 0; k < 3; k++) {
    stand[p + k] = pose[7 * g + k] + scratch[k];
    lever += (center[k] - stand[p + k]) * stand[n + k];
  }
  stand[o + STAND.lever] = lever;
  const deep = Math.min(length, radius);
  stand[o + STAND.halfLength] = Math.sqrt(deep * (2 * radius - deep));
  // x = a × n, y = n × x
  stand[x] = a[1] * stand[n + 2] - a[2] * stand[n + 1];
  stand[x + 1] = a[2] * stand[n] - a[0] * stand[n + 2];
  stand[x + 2] = a[0] * stand[n + 1] - a[1] * stand[n];
  const level = Math.sqrt(stand[x] * stand[x] + stand[x + 1] * stand[x + 1] + stand[x + 2] * stand[x + 2]);
  if (level > 0.5 * LYING) for (let k = 0; k < 3; k++) stand[x + k] /= level;
  else faceAnywhere(stand, x, n);
  stand[y] = stand[n + 1] * stand[x + 2] - stand[n + 2] * stand[x + 1];
  stand[y + 1] = stand[n + 2] * stand[x] - stand[n] * stand[x + 2];
  stand[y + 2] = stand[n] * stand[x + 1] - stand[n + 1] * stand[x];
  return true;
}
