import type { Data } from "../../data/data.js";
import {
  GRIP,
  GRIP_SIZE,
  type ImpulseFields,
  impulseFields,
  PATCH,
  PATCH_SIZE,
  POINT,
  POINT_SIZE,
  SOLVED,
  STATISTIC,
} from "./fields.js";
import { gripPoint, keepFriction, pull, pullPoint, readSlip, readTurn, slip } from "./point-friction.js";
import type { ImpulseSettings } from "./settings.js";

/** A gap up to this counts as touching, m: the round-off of a pose that touches exactly. */
const TOUCH = 1e-9;

/**
 * Friction is fully used when it reaches this fraction of its bound, and a contact that was at rest moves above this
 * speed, m/s.
 */
const SATURATED = 1 - 1e-9;
const MOVING = 1e-6;

/** Position of the flag in `patchFriction`. */
const SLIPS = 7;

/** Below this speed a contact that slipped is at rest again and regains its static friction, m/s [Gribel2009]. */
const REST_SPEED = 1e-3;

/**
 * Starts the contact points of a step: records their approach speeds and applies the impulses of the previous step.
 * Points that do not touch take no part. Reads: bodyVel. Writes: approach, impulses, bodyVel.
 */
export function warmPoints(data: Data, settings: ImpulseSettings): void {
  const f = impulseFields(data);
  const { patchSolved, pointRow: point, gripRow: grip } = f;
  const { bodyVel: v, patchPoint } = data;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      readApproach(v, f, k, i);
      grip[GRIP_SIZE * i + GRIP.approach] = approach[0];
      if (point[POINT_SIZE * i + POINT.gap] > TOUCH || settings.warm === 0) {
        point[POINT_SIZE * i + POINT.before] = 0;
        grip[GRIP_SIZE * i + GRIP.before] = 0;
        grip[GRIP_SIZE * i + GRIP.before + 1] = 0;
      }
    }
  }
  if (settings.warm === 0) return;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      const p = POINT_SIZE * i;
      const g = GRIP_SIZE * i;
      push[0] = point[p + POINT.before];
      pull[0] = grip[g + GRIP.before];
      pull[1] = grip[g + GRIP.before + 1];
      pushPoint(v, f, k, p);
      pullPoint(v, f, k, g);
      if (!settings.accumulated) continue;
      point[p + POINT.impulse] = push[0];
      for (let t = 0; t < 2; t++) grip[g + GRIP.friction + t] = pull[t];
    }
  }
}

const approach = new Float64Array(1);

/** n · (velocity of B relative to A) at point i of patch k, into `approach`. */
function readApproach(v: Float64Array, f: ImpulseFields, k: number, i: number): void {
  const { patchRow: row, pointRow: point, patchBody } = f;
  const a = 6 * patchBody[2 * k];
  const b = 6 * patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const p = POINT_SIZE * i;
  let sum = row[o] * (v[b + 3] - v[a + 3]);
  sum += point[p + 3] * v[b] - point[p] * v[a];
  sum += row[o + 1] * (v[b + 4] - v[a + 4]);
  sum += point[p + 4] * v[b + 1] - point[p + 1] * v[a + 1];
  sum += row[o + 2] * (v[b + 5] - v[a + 5]);
  sum += point[p + 5] * v[b + 2] - point[p + 2] * v[a + 2];
  approach[0] = sum;
}

const push = new Float64Array(1);

/** Applies the normal impulse in `push` at the point whose row begins at `p` of patch k. Writes: bodyVel. */
function pushPoint(v: Float64Array, f: ImpulseFields, k: number, p: number): void {
  const { patchRow: row, pointRow: point, patchBody } = f;
  const a = 6 * patchBody[2 * k];
  const b = 6 * patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const impulse = push[0];
  const pA = impulse * row[o + PATCH.invMassA];
  const pB = impulse * row[o + PATCH.invMassB];
  v[a] -= impulse * point[p + 6];
  v[a + 1] -= impulse * point[p + 7];
  v[a + 2] -= impulse * point[p + 8];
  v[a + 3] -= pA * row[o];
  v[a + 4] -= pA * row[o + 1];
  v[a + 5] -= pA * row[o + 2];
  v[b] += impulse * point[p + 9];
  v[b + 1] += impulse * point[p + 10];
  v[b + 2] += impulse * point[p + 11];
  v[b + 3] += pB * row[o];
  v[b + 4] += pB * row[o + 1];
  v[b + 5] += pB * row[o + 2];
}

/**
 * One sweep over the contact points in their order. At each point the normal row is solved first, then friction. With
 * C' the depth beyond the allowed depth:
 *
 *   d = min(e v_n⁻, −(ERP/h) C'),   Δλ_n = −(v_n + d)/K,   λ_n ≥ 0
 *
 * with e = 0 where the bodies met at no more than the restitution threshold speed. The stronger of bounce and
 * correction acts, not their sum. An unconverged solution favours the point that is solved first. The two points of a
 * pair are therefore visited along the tangent in every other pair and against it in the pairs between, independent of
 * their order in the tables. Bounds apply to the accumulated impulse or, as in the thesis, to each change; friction is
 * then bounded by the change of λ_n in the same sweep. See [Gribel2009] (24)–(37). Writes: bodyVel, impulses, residual.
 */
export function sweepPoints(data: Data, settings: ImpulseSettings, h: number, count: number): void {
  const f = impulseFields(data);
  const { patchRow: row, pointRow: point, gripRow: grip, order, statistics } = f;
  const { bodyVel: v, patchPoint } = data;
  const { accumulated, pyramid, allowedDepth, pushSpeed, restitutionSpeed } = settings;
  const rate = settings.errorReduction / h;
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const e = row[PATCH_SIZE * k + PATCH.restitution];
    const first = patchPoint[2 * k];
    const points = patchPoint[2 * k + 1];
    const back = points === 2 && runsBack(f, first) === (at % 2 === 0);
    for (let j = 0; j < points; j++) {
      const i = back ? first + points - 1 - j : first + j;
      const p = POINT_SIZE * i;
      const g = GRIP_SIZE * i;
      const gap = point[p + POINT.gap];
      if (gap > TOUCH) continue;
      if (!accumulated) {
        point[p + POINT.impulse] = 0;
        grip[g + GRIP.friction] = 0;
        grip[g + GRIP.friction + 1] = 0;
      }
      const depth = -gap - allowedDepth;
      let aim = depth > 0 ? -Math.min(rate * depth, pushSpeed) : 0;
      const met = grip[g + GRIP.approach];
      if (met < -restitutionSpeed && e * met < aim) aim = e * met;

      // normal row
      readApproach(v, f, k, i);
      const mass = point[p + POINT.mass];
      const old = point[p + POINT.impulse];
      const wanted = old - mass * (approach[0] + aim);
      const impulse = wanted > 0 ? wanted : 0;
      push[0] = impulse - old;
      point[p + POINT.impulse] = impulse;
      if (push[0] !== 0) pushPoint(v, f, k, p);
      const change = Math.abs(push[0]) / mass;
      if (change > statistics[STATISTIC.residual]) statistics[STATISTIC.residual] = change;

      // friction
      grip[g + GRIP.load] = impulse;
      gripPoint(v, f, pyramid, k, g);
      if (accumulated) continue;
      point[p + POINT.before] += impulse;
      grip[g + GRIP.before] += grip[g + GRIP.friction];
      grip[g + GRIP.before + 1] += grip[g + GRIP.friction + 1];
    }
  }
}

/**
 * Whether the second of two points lies before the first along the world axis on which they are farthest apart,
 * independent of which body is A.
 */
function runsBack(f: ImpulseFields, first: number): boolean {
  const { gripRow: grip } = f;
  const g = GRIP_SIZE * first + GRIP.armA;
  const h = g + GRIP_SIZE;
  const x = grip[h] - grip[g];
  const y = grip[h + 1] - grip[g + 1];
  const z = grip[h + 2] - grip[g + 2];
  // extents that differ only by round-off count as equal
  const slack = 1 + 1e-9;
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) / slack;
  return (Math.abs(x) >= most ? x : Math.abs(y) >= most ? y : z) < 0;
}

/**
 * Copies impulses and slip to the contact tables, for sensors and for the next step. Writes: pointImpulse,
 * patchFriction, pointTotal.
 */
export function keepPointImpulses(data: Data, settings: ImpulseSettings, planar: boolean): void {
  const f = impulseFields(data);
  const { patchSolved, patchRow: row, pointRow: point, gripRow: grip } = f;
  const { patchPoint, pointImpulse, patchFriction } = data;
  const { moving } = data.systems.impulseState;
  // where each change is clipped by itself, the accumulated sum is in `before`
  const sum = settings.accumulated ? POINT.impulse : POINT.before;
  const gripSum = settings.accumulated ? GRIP.friction : GRIP.before;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const o = PATCH_SIZE * k;
    for (let c = 0; c < 8; c++) patchFriction[8 * k + c] = 0;
    readTurn(row, o, planar);
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      const g = GRIP_SIZE * i;
      const load = point[POINT_SIZE * i + sum];
      const f1 = grip[g + gripSum];
      const f2 = grip[g + gripSum + 1];
      pointImpulse[3 * i] = load;
      f.pointTotal[3 * i] = load;
      f.pointTotal[3 * i + 1] = f1;
      f.pointTotal[3 * i + 2] = f2;
      keepFriction(pointImpulse, i, grip, g + gripSum);
      for (let c = 0; c < 3; c++) patchFriction[8 * k + c] += f1 * row[o + 3 + c] + f2 * row[o + 6 + c];
    }
    writeSlips(data, f, k, sum, gripSum);
  }
}

/**
 * Whether patch k slips: every loaded point has reached its friction bound and still moves. The patch slips until it is
 * slower than the rest speed. `sum` and `gripSum` are the positions of the impulses in the rows of the points. Writes:
 * patchFriction.
 */
export function writeSlips(data: Data, f: ImpulseFields, k: number, sum: number, gripSum: number): void {
  const { patchRow: row, pointRow: point, gripRow: grip } = f;
  const o = PATCH_SIZE * k;
  const slipped = row[o + PATCH.slips] === 1;
  const friction = row[o + (slipped ? PATCH.kineticFriction : PATCH.staticFriction)];
  const still = slipped ? REST_SPEED : MOVING;
  let slips = 0;
  const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
  for (let i = data.patchPoint[2 * k]; i < end; i++) {
    const load = point[POINT_SIZE * i + sum];
    if (load === 0) continue;
    const g = GRIP_SIZE * i;
    readSlip(data.bodyVel, f, k, g);
    const f1 = grip[g + gripSum];
    const f2 = grip[g + gripSum + 1];
    const bound = SATURATED * friction * load;
    slips = 1;
    if (f1 * f1 + f2 * f2 >= bound * bound && slip[0] * slip[0] + slip[1] * slip[1] >= still * still) continue;
    slips = 0;
    break;
  }
  data.patchFriction[8 * k + SLIPS] = slips;
}
