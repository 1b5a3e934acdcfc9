import type { CollisionSetup } from "../../collision/setup.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { tangentsInto } from "../../contact/tangents.js";
import { type Data, itemFields } from "../../data/data.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { clearTotals } from "./contact-loads.js";
import {
  type ImpulseFields,
  impulseFields,
  PATCH,
  PATCH_SIZE,
  POINT,
  POINT_SIZE,
  SOLVED,
  STATISTIC,
} from "./fields.js";
import type { ImpulseSettings } from "./settings.js";

/** Friction state that a patch hands on: impulse in world axes, spin, rolling in world axes, and whether it slips. */
const KEPT = { friction: 0, spin: 3, rolling: 4, slips: 7 } as const;

const SENSOR = 0;

/** What the impulses of the step before are multiplied by. */
const warm = new Float64Array(1);

/**
 * Turns the contact tables into rows: bodies, frames, arms, effective masses, coefficients of the pair, and the
 * impulses of the step before as a start. Reads: contact tables, body poses, invMass, invInertia. Writes: patchBody,
 * patchSolved, patchRow, pointRow.
 */
export function prepareContacts(model: Model, data: Data, settings: ImpulseSettings, h: number): void {
  const setup = model.systems.collision;
  const f = impulseFields(data);
  f.statistics[STATISTIC.worstGap] = 0;
  if (!setup.active) return;
  // impulses are those of a sub-step
  warm[0] = settings.warm * (f.pace[0] > 0 ? h / f.pace[0] : 1);
  const { pairKey, patchPair } = data;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    const pair = patchPair[k];
    const shapeA = pairKey[2 * pair];
    const shapeB = pairKey[2 * pair + 1];
    const a = setup.body[shapeA];
    const b = setup.body[shapeB];
    f.patchBody[2 * k] = a;
    f.patchBody[2 * k + 1] = b;
    const moved = f.invMass[a] > 0 || f.invMass[b] > 0;
    const senses = setup.sensor[shapeA] + setup.sensor[shapeB] > SENSOR;
    f.patchSolved[k] = moved && !senses && data.patchPoint[2 * k + 1] > 0 ? SOLVED.iterative : SOLVED.not;
    if (f.patchSolved[k] === SOLVED.not) continue;
    preparePatch(model, data, f, settings, k, shapeA, shapeB);
    preparePoints(data, f, settings, k);
    clearTotals(data, f, k);
  }
}

function preparePatch(
  model: Model,
  data: Data,
  f: ImpulseFields,
  settings: ImpulseSettings,
  k: number,
  shapeA: number,
  shapeB: number,
): void {
  const { patchRow: row } = f;
  const { bodyPos, patchNormal, patchCentroid, patchFriction } = data;
  const { patchRadius } = itemFields(data, "collision", COLLISION_FIELDS);
  const a = f.patchBody[2 * k];
  const b = f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  let gap = Number.POSITIVE_INFINITY;
  const last = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
  for (let i = data.patchPoint[2 * k]; i < last; i++) gap = Math.min(gap, data.pointGap[i]);
  PATCH_GAP[0] = gap;
  findTouchingPart(data, k);
  const part = TOUCHING[PART];
  for (let c = 0; c < 3; c++) {
    const centre = part < 1 ? TOUCHING[c] : patchCentroid[3 * k + c];
    row[o + c] = patchNormal[3 * k + c];
    row[o + PATCH.armA + c] = centre - bodyPos[3 * a + c];
    row[o + PATCH.armB + c] = centre - bodyPos[3 * b + c];
  }
  reachSurface(f, k, PATCH_GAP, 0, row, o + PATCH.armA, o + PATCH.armB);
  tangentsInto(row, o + PATCH.tangent1, row, o, model.planar);
  row[o + PATCH.invMassA] = f.invMass[a];
  row[o + PATCH.invMassB] = f.invMass[b];

  // the pair of materials
  const { materials } = model;
  const at = materialPair(materials, model.shapes[shapeA].material, model.shapes[shapeB].material);
  row[o + PATCH.staticFriction] = materials.friction[at];
  row[o + PATCH.kineticFriction] = materials.kineticFriction[at];
  row[o + PATCH.restitution] = materials.restitution[at];
  row[o + PATCH.spinning] = materials.spinningFriction[at];
  row[o + PATCH.rolling] = materials.rollingFriction[at];
  row[o + PATCH.radius] = model.planar ? 0 : part * patchRadius[k];

  // soft normal rows: contact with what does not move is twice as stiff [Box2D]
  const fixed = f.invMass[a] === 0 || f.invMass[b] === 0;
  const s = fixed ? 3 : 0;
  row[o + PATCH.biasRate] = settings.soft[s];
  row[o + PATCH.massScale] = settings.soft[s + 1];
  row[o + PATCH.impulseScale] = settings.soft[s + 2];

  // friction of the step before, on the new tangents
  const scale = warm[0];
  for (let t = 0; t < 2; t++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += patchFriction[8 * k + c] * row[o + PATCH.tangent1 + 3 * t + c];
    row[o + PATCH.frictionBefore + t] = scale * sum;
  }
  row[o + PATCH.frictionBefore + 2] = scale * patchFriction[8 * k + KEPT.spin];
  for (let c = 0; c < 4; c++) row[o + PATCH.turningBefore + c] = 0;
  if (row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0) {
    for (let c = 0; c < 3; c++) row[o + PATCH.turningBefore + 1 + c] = scale * patchFriction[8 * k + KEPT.rolling + c];
  }
  row[o + PATCH.slips] = patchFriction[8 * k + KEPT.slips];
  row[o + PATCH.rolls] = 0;
  row[o + PATCH.carried] = 0;
  row[o + PATCH.carried + 1] = 0;
  writeSurfaceVelocity(model.systems.collision, data, f, k, shapeA, shapeB);
  writeFrictionMass(f, o, a, b);
}

const PATCH_GAP = new Float64Array(1);

/** A point this much further away than the nearest one that touches, m, does not touch. */
const APART = 1e-6;

/**
 * Mean of the points of the current patch that touch, and their part at PART: in memory, since a number that is handed
 * on may be boxed.
 */
const TOUCHING = new Float64Array(4);
const PART = 3;

/**
 * A patch has points within the margin of detection; friction acts where they touch: those that carried a load before,
 * and those that are as near as the nearest one, at `PATCH_GAP`, or overlap. The part in `TOUCHING` is 1 when all do.
 * Otherwise the mean of those that do stands there, and their spread, the root of the mean square distance from their
 * mean, as part of that of all points. Reads: pointPos, pointGap, pointImpulse.
 */
function findTouchingPart(data: Data, k: number): void {
  const { pointPos, pointGap, pointImpulse, patchPoint } = data;
  const first = patchPoint[2 * k];
  const end = first + patchPoint[2 * k + 1];
  const near = Math.max(PATCH_GAP[0], 0) + APART;
  let touch = 0;
  TOUCHING[PART] = 1;
  for (let i = first; i < end; i++) if (pointGap[i] <= near || pointImpulse[3 * i] > 0) touch++;
  if (touch === end - first) return;
  let spread = 0;
  let whole = 0;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    let squares = 0;
    let all = 0;
    let allSquares = 0;
    for (let i = first; i < end; i++) {
      // from the first point, so that distances do not drown in coordinates
      const x = pointPos[3 * i + c] - pointPos[3 * first + c];
      all += x;
      allSquares += x * x;
      if (!(pointGap[i] <= near || pointImpulse[3 * i] > 0)) continue;
      sum += x;
      squares += x * x;
    }
    TOUCHING[c] = pointPos[3 * first + c] + sum / touch;
    spread += Math.max(0, squares / touch - (sum / touch) * (sum / touch));
    whole += Math.max(0, allSquares / (end - first) - (all / (end - first)) * (all / (end - first)));
  }
  // below 1, since 1 says that all touch
  TOUCHING[PART] = whole > 0 ? Math.min(Math.sqrt(spread / whole), 1 - Number.EPSILON) : 0;
}

/**
 * Contacts are found ahead, with points in the middle of the gap. Against what does not move, friction acts on a body's
 * own surface, where it will be when they meet: a falling ball would otherwise be given spin by an arm longer than its
 * radius. Between two bodies that move the middle stays, since that conserves angular momentum. Reads: patchNormal in
 * patchRow, gap at `at`. Writes: arms.
 */
export function reachSurface(
  { patchRow, patchBody, invMass }: ImpulseFields,
  k: number,
  gap: Float64Array,
  at: number,
  arms: Float64Array,
  armA: number,
  armB: number,
): void {
  if (!(gap[at] > 0)) return;
  const fixedA = invMass[patchBody[2 * k]] === 0;
  if (!fixedA && invMass[patchBody[2 * k + 1]] !== 0) return;
  const arm = fixedA ? armB : armA;
  const half = (fixedA ? 0.5 : -0.5) * gap[at];
  for (let c = 0; c < 3; c++) arms[arm + c] += half * patchRow[PATCH_SIZE * k + c];
}

/** Velocity of B's surface against A's along the tangents, from belts. */
function writeSurfaceVelocity(
  setup: CollisionSetup,
  data: Data,
  f: ImpulseFields,
  k: number,
  shapeA: number,
  shapeB: number,
): void {
  const { patchRow: row } = f;
  const o = PATCH_SIZE * k;
  row[o + PATCH.surface] = 0;
  row[o + PATCH.surface + 1] = 0;
  const belts = setup.belt;
  if (belts === null) return;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? shapeA : shapeB;
    const sign = side === 0 ? -1 : 1;
    const x = belts[3 * s];
    const y = belts[3 * s + 1];
    const z = belts[3 * s + 2];
    if (x === 0 && y === 0 && z === 0) continue;
    const q = 7 * s + 3;
    const tx = 2 * (pose[q + 1] * z - pose[q + 2] * y);
    const ty = 2 * (pose[q + 2] * x - pose[q] * z);
    const tz = 2 * (pose[q] * y - pose[q + 1] * x);
    const vx = x + pose[q + 3] * tx + pose[q + 1] * tz - pose[q + 2] * ty;
    const vy = y + pose[q + 3] * ty + pose[q + 2] * tx - pose[q] * tz;
    const vz = z + pose[q + 3] * tz + pose[q] * ty - pose[q + 1] * tx;
    for (let t = 0; t < 2; t++) {
      const at = o + PATCH.tangent1 + 3 * t;
      row[o + PATCH.surface + t] += sign * (row[at] * vx + row[at + 1] * vy + row[at + 2] * vz);
    }
  }
}

/**
 * Inverse of the 3 × 3 K of (t1, t2, radius × spin), and a bound of its largest eigenvalue (Gershgorin). Writes:
 * patchRow.
 */
export function writeFrictionMass(f: ImpulseFields, o: number, a: number, b: number): void {
  const { patchRow: row, invInertia: inertia } = f;
  const masses = row[o + PATCH.invMassA] + row[o + PATCH.invMassB];
  // K = [k11 k12 k13; k12 k22 k23; k13 k23 k33], with r × t1, r × t2 and radius × n of each body in scalars: arrays
  // would cost
  let k11 = masses;
  let k22 = masses;
  let k33 = 0;
  let k12 = 0;
  let k13 = 0;
  let k23 = 0;
  const radius = row[o + PATCH.radius];
  const sx = radius * row[o];
  const sy = radius * row[o + 1];
  const sz = radius * row[o + 2];
  for (let side = 0; side < 2; side++) {
    if (row[o + PATCH.invMassA + side] === 0) continue;
    const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
    const rx = row[arm];
    const ry = row[arm + 1];
    const rz = row[arm + 2];
    const px = ry * row[o + 5] - rz * row[o + 4];
    const py = rz * row[o + 3] - rx * row[o + 5];
    const pz = rx * row[o + 4] - ry * row[o + 3];
    const qx = ry * row[o + 8] - rz * row[o + 7];
    const qy = rz * row[o + 6] - rx * row[o + 8];
    const qz = rx * row[o + 7] - ry * row[o + 6];
    const i = 6 * (side === 0 ? a : b);
    const ixx = inertia[i];
    const iyy = inertia[i + 1];
    const izz = inertia[i + 2];
    const ixy = inertia[i + 3];
    const ixz = inertia[i + 4];
    const iyz = inertia[i + 5];
    const ux = ixx * px + ixy * py + ixz * pz;
    const uy = ixy * px + iyy * py + iyz * pz;
    const uz = ixz * px + iyz * py + izz * pz;
    const vx = ixx * qx + ixy * qy + ixz * qz;
    const vy = ixy * qx + iyy * qy + iyz * qz;
    const vz = ixz * qx + iyz * qy + izz * qz;
    const wx = ixx * sx + ixy * sy + ixz * sz;
    const wy = ixy * sx + iyy * sy + iyz * sz;
    const wz = ixz * sx + iyz * sy + izz * sz;
    k11 = k11 + px * ux + py * uy + pz * uz;
    k22 = k22 + qx * vx + qy * vy + qz * vz;
    k33 = k33 + sx * wx + sy * wy + sz * wz;
    k12 = k12 + px * vx + py * vy + pz * vz;
    k13 = k13 + px * wx + py * wy + pz * wz;
    k23 = k23 + qx * wx + qy * wy + qz * wz;
  }
  row[o + PATCH.stiffestK] = Math.max(
    k11 + Math.abs(k12) + Math.abs(k13),
    k22 + Math.abs(k12) + Math.abs(k23),
    k33 + Math.abs(k13) + Math.abs(k23),
  );
  // without a radius there is no spin row
  const q = o + PATCH.inverseK;
  if (k33 === 0) {
    const det = k11 * k22 - k12 * k12;
    row[q] = k22 / det;
    row[q + 1] = k11 / det;
    row[q + 3] = -k12 / det;
    row[q + 2] = row[q + 4] = row[q + 5] = 0;
    return;
  }
  const cxx = k22 * k33 - k23 * k23;
  const cxy = k13 * k23 - k12 * k33;
  const cxz = k12 * k23 - k13 * k22;
  const det = k11 * cxx + k12 * cxy + k13 * cxz;
  row[q] = cxx / det;
  row[q + 1] = (k11 * k33 - k13 * k13) / det;
  row[q + 2] = (k11 * k22 - k12 * k12) / det;
  row[q + 3] = cxy / det;
  row[q + 4] = cxz / det;
  row[q + 5] = (k12 * k13 - k11 * k23) / det;
}

function preparePoints(data: Data, f: ImpulseFields, settings: ImpulseSettings, k: number): void {
  const { pointPos, pointGap, pointImpulse, patchPoint } = data;
  const { pointRow: row, statistics } = f;
  const first = patchPoint[2 * k];
  const end = first + patchPoint[2 * k + 1];
  for (let i = first; i < end; i++) {
    const o = POINT_SIZE * i;
    writePointArms(data, f, k, i, pointPos, 3 * i);
    row[o + POINT.gap] = pointGap[i];
    row[o + POINT.impulse] = 0;
    row[o + POINT.before] = settings.warm * pointImpulse[3 * i];
    if (pointGap[i] < statistics[STATISTIC.worstGap]) statistics[STATISTIC.worstGap] = pointGap[i];
  }
}

/**
 * r × n, I⁻¹ (r × n) and 1/K of point i of patch k, which is at the three numbers from `at` of `place`. Reads:
 * patchRow, body poses, invInertia. Writes: pointRow.
 */
export function writePointArms(
  data: Data,
  f: ImpulseFields,
  k: number,
  i: number,
  place: Float64Array,
  at: number,
): void {
  const { bodyPos } = data;
  const { pointRow: row, patchRow, invInertia: inertia } = f;
  const p = PATCH_SIZE * k;
  const nx = patchRow[p];
  const ny = patchRow[p + 1];
  const nz = patchRow[p + 2];
  const o = POINT_SIZE * i;
  let kn = patchRow[p + PATCH.invMassA] + patchRow[p + PATCH.invMassB];
  for (let side = 0; side < 2; side++) {
    const body = f.patchBody[2 * k + side];
    const rx = place[at] - bodyPos[3 * body];
    const ry = place[at + 1] - bodyPos[3 * body + 1];
    const rz = place[at + 2] - bodyPos[3 * body + 2];
    const x = ry * nz - rz * ny;
    const y = rz * nx - rx * nz;
    const z = rx * ny - ry * nx;
    const j = 6 * body;
    const ix = inertia[j] * x + inertia[j + 3] * y + inertia[j + 4] * z;
    const iy = inertia[j + 3] * x + inertia[j + 1] * y + inertia[j + 5] * z;
    const iz = inertia[j + 4] * x + inertia[j + 5] * y + inertia[j + 2] * z;
    const s = o + 3 * side;
    row[s] = x;
    row[s + 1] = y;
    row[s + 2] = z;
    row[s + 6] = ix;
    row[s + 7] = iy;
    row[s + 8] = iz;
    kn += x * ix + y * iy + z * iz;
  }
  row[o + POINT.mass] = 1 / kn;
}

/**
 * Hands the impulses of the last sub-step to the contact tables, for the next step. Writes: pointImpulse,
 * patchFriction.
 */
export function keepImpulses(data: Data): void {
  const { pointImpulse, patchFriction, patchPoint } = data;
  const { pointRow, patchRow: row, patchSolved } = impulseFields(data);
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const o = PATCH_SIZE * k;
    for (let c = 0; c < 3; c++) {
      patchFriction[8 * k + c] =
        row[o + PATCH.frictionBefore] * row[o + PATCH.tangent1 + c] +
        row[o + PATCH.frictionBefore + 1] * row[o + PATCH.tangent2 + c];
    }
    patchFriction[8 * k + KEPT.spin] = row[o + PATCH.frictionBefore + 2];
    for (let c = 0; c < 3; c++) patchFriction[8 * k + KEPT.rolling + c] = row[o + PATCH.turningBefore + 1 + c];
    patchFriction[8 * k + KEPT.slips] = row[o + PATCH.slips];
    const first = patchPoint[2 * k];
    const n = patchPoint[2 * k + 1];
    for (let i = first; i < first + n; i++) {
      pointImpulse[3 * i] = pointRow[POINT_SIZE * i + POINT.before];
      // a patch has its friction in one place; each point is shown its share
      pointImpulse[3 * i + 1] = row[o + PATCH.frictionBefore] / n;
      pointImpulse[3 * i + 2] = row[o + PATCH.frictionBefore + 1] / n;
    }
  }
}
