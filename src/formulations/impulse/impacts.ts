import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/** Sweeps over all patches: an impact propagates through a row of bodies, one contact per visited patch. */
const SWEEPS = 64;
/** Sweeps over the points of one patch, until they agree to this fraction of the impact's speed. */
const POINT_SWEEPS = 64;
const AGREED = 1e-9;

/**
 * Lists the patches that can bounce, in an order that is independent of the order of bodies in the scene: by the ranks
 * of the two bodies' names, then by the indices of their shapes within them. Simultaneous impacts are solved one after
 * the other, so the order matters. Returns their number. Reads: patchRow. Writes: bouncing.
 */
export function listImpacts(model: Model, data: Data, state: ImpulseState): number {
  const f = impulseFields(data);
  const { bouncing } = f;
  const patches = data.counter[COUNTER.patches];
  let n = 0;
  for (let k = 0; k < patches; k++) {
    if (f.patchSolved[k] !== SOLVED.not && f.patchRow[PATCH_SIZE * k + PATCH.restitution] > 0) bouncing[n++] = k;
  }
  if (n > 1) for (let key = 0; key < KEYS; key++) sortBy(model, data, state, key, n);
  return n;
}

/**
 * Keys of the order, least significant first: shape of the body of the higher rank, shape of the body of the lower
 * rank, higher rank, lower rank.
 */
const KEYS = 4;

/** A stable counting sort of `bouncing` by one key. */
function sortBy(model: Model, data: Data, state: ImpulseState, key: number, n: number): void {
  const { bouncing, sorted } = impulseFields(data);
  const count = state.impactCount;
  count.fill(0);
  for (let i = 0; i < n; i++) count[keyOf(model, data, state, bouncing[i], key) + 1]++;
  for (let r = 1; r < count.length; r++) count[r] += count[r - 1];
  for (let i = 0; i < n; i++) sorted[count[keyOf(model, data, state, bouncing[i], key)]++] = bouncing[i];
  for (let i = 0; i < n; i++) bouncing[i] = sorted[i];
}

function keyOf(model: Model, data: Data, state: ImpulseState, patch: number, key: number): number {
  const { patchBody } = impulseFields(data);
  const a = state.rank[patchBody[2 * patch]];
  const b = state.rank[patchBody[2 * patch + 1]];
  const higher = (key & 1) === 0;
  if (key > 1) return higher ? Math.max(a, b) : Math.min(a, b);
  const side = a > b === higher ? 0 : 1;
  return model.shapes[data.pairKey[2 * data.patchPair[patch] + side]].index;
}

/**
 * Normal speeds, before the kick, of the `count` patches that can bounce. With `kicked`: the acceleration of the gap by
 * forces, from these speeds. Writes: pointRow.
 */
export function noteApproach(data: Data, count: number, h: number, kicked: boolean): void {
  const f = impulseFields(data);
  for (let at = 0; at < count; at++) {
    const k = f.bouncing[at];
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      measure(data, f, k, i);
      const o = POINT_SIZE * i;
      f.pointRow[o + POINT.acceleration] = kicked
        ? (seen[0] - f.pointRow[o + POINT.acceleration]) / (0.5 * h)
        : seen[0];
    }
  }
}

/** [normal speed, gap] of the point measured last. */
const seen = new Float64Array(2);

function measure(data: Data, f: ImpulseFields, k: number, i: number): void {
  const { bodyVel: v } = data;
  const { patchRow: row, pointRow: point, displacement: d } = f;
  const a = 6 * f.patchBody[2 * k];
  const b = 6 * f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const p = POINT_SIZE * i;
  let speed = 0;
  let gap = point[p + POINT.gap];
  for (let c = 0; c < 3; c++) {
    speed += row[o + c] * (v[b + 3 + c] - v[a + 3 + c]) + point[p + 3 + c] * v[b + c] - point[p + c] * v[a + c];
    gap += row[o + c] * (d[b + 3 + c] - d[a + 3 + c]) + point[p + 3 + c] * d[b + c] - point[p + c] * d[a + c];
  }
  seen[0] = speed;
  seen[1] = gap;
}

/**
 * Impacts of this sub-step, after the first kick. A point whose gap s would close within this sub-step or the next is
 * an impact when it reaches the surface faster than the threshold, with the acceleration a of the gap by forces:
 *
 *   u² = v² − 2 a s,   rebound at the surface e u,   back at the gap s:  w² = (e u)² + 2 a s
 *
 * The velocity becomes w at once, so the energy is e² times that at the surface, independent of the step size. Impacts
 * are solved patch by patch, in the order of `listImpacts`, until none is left. This propagates them through touching
 * bodies, as in Newton's cradle. Reads: displacement. Writes: bodyVel, pointRow.
 */
export function bounce(model: Model, data: Data, settings: ImpulseSettings, count: number, h: number): void {
  const f = impulseFields(data);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let any = false;
    for (let at = 0; at < count; at++) {
      const k = f.bouncing[at];
      if (bouncePatch(data, f, settings, k, h)) {
        any = true;
        if (sweep === 0) noteTouch(model, data, data.patchPair[k]);
      }
    }
    if (!any) return;
  }
}

/** Current impulse, N s. */
const strength = new Float64Array(1);

/** Target speeds of the points of the current patch; −∞ where a point takes no part. */
let aims = new Float64Array(64);
let pushed = new Float64Array(64);

function bouncePatch(data: Data, f: ImpulseFields, settings: ImpulseSettings, k: number, h: number): boolean {
  const { pointRow: point } = f;
  const first = data.patchPoint[2 * k];
  const n = data.patchPoint[2 * k + 1];
  if (n > aims.length) {
    aims = new Float64Array(2 * n);
    pushed = new Float64Array(2 * n);
  }
  const e = f.patchRow[PATCH_SIZE * k + PATCH.restitution];
  let fastest = 0;
  for (let i = 0; i < n; i++) {
    aims[i] = Number.NEGATIVE_INFINITY;
    pushed[i] = 0;
    measure(data, f, k, first + i);
    const kicked = seen[0];
    const s = seen[1];
    const a = point[POINT_SIZE * (first + i) + POINT.acceleration];
    // a point that the relaxation at the end would stop counts as well
    if (s + h * (2 * kicked + 0.5 * h * a) >= 0) continue;
    const speed = kicked - 0.5 * h * a;
    const fall = s > 0 ? 2 * a * s : 0;
    const arrival = speed * speed - fall;
    if (!(speed < 0) || !(arrival > settings.restitutionSpeed * settings.restitutionSpeed)) continue;
    const back = e * e * arrival + fall;
    if (!(back > 0)) continue;
    aims[i] = Math.sqrt(back) + 0.5 * h * a;
    const impact = Math.sqrt(arrival);
    if (impact > fastest) fastest = impact;
  }
  if (fastest === 0) return false;
  for (let sweep = 0; sweep < POINT_SWEEPS; sweep++) {
    let worst = 0;
    for (let i = 0; i < n; i++) {
      if (aims[i] === Number.NEGATIVE_INFINITY) continue;
      measure(data, f, k, first + i);
      const change =
        Math.max(pushed[i] + (aims[i] - seen[0]) * point[POINT_SIZE * (first + i) + POINT.mass], 0) - pushed[i];
      pushed[i] += change;
      strength[0] = change;
      push(data, f, k, first + i);
      worst = Math.max(worst, Math.abs(change) / point[POINT_SIZE * (first + i) + POINT.mass]);
    }
    if (worst < AGREED * fastest) break;
  }
  strength[0] = 0;
  for (let i = 0; i < n; i++) strength[0] += pushed[i];
  if (!(strength[0] > 0)) return false;
  rub(data, f, k);
  return true;
}

/** Applies an impulse along the normal at a point. */
function push(data: Data, f: ImpulseFields, k: number, i: number): void {
  const impulse = strength[0];
  f.pointTotal[3 * i] += impulse;
  const { bodyVel: v } = data;
  const { patchRow: row, pointRow: point } = f;
  const a = 6 * f.patchBody[2 * k];
  const b = 6 * f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const p = POINT_SIZE * i;
  for (let c = 0; c < 3; c++) {
    v[a + c] -= impulse * point[p + POINT.turnA + c];
    v[b + c] += impulse * point[p + POINT.turnB + c];
    v[a + 3 + c] -= impulse * row[o + PATCH.invMassA] * row[o + c];
    v[b + 3 + c] += impulse * row[o + PATCH.invMassB] * row[o + c];
  }
}

const slip = new Float64Array(3);
const force = new Float64Array(3);
const torque = new Float64Array(3);

/**
 * Friction of an impact: the impulse that stops the slip at the centroid, at most μ times the normal impulse
 * `strength`.
 */
function rub(data: Data, f: ImpulseFields, k: number): void {
  const load = strength[0];
  const { bodyVel: v } = data;
  const { patchRow: row, contactInertia: inertia } = f;
  const a = 6 * f.patchBody[2 * k];
  const b = 6 * f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    slip[c] =
      v[b + 3 + c] +
      v[b + d] * row[o + PATCH.armB + e] -
      v[b + e] * row[o + PATCH.armB + d] -
      v[a + 3 + c] -
      v[a + d] * row[o + PATCH.armA + e] +
      v[a + e] * row[o + PATCH.armA + d];
  }
  const q = o + PATCH.inverseK;
  let v1 = row[o + PATCH.surface];
  let v2 = row[o + PATCH.surface + 1];
  let spin = 0;
  for (let c = 0; c < 3; c++) {
    v1 += slip[c] * row[o + PATCH.tangent1 + c];
    v2 += slip[c] * row[o + PATCH.tangent2 + c];
    spin += (v[b + c] - v[a + c]) * row[o + c];
  }
  const v3 = row[o + PATCH.radius] * spin;
  let f1 = -(row[q] * v1 + row[q + 3] * v2 + row[q + 4] * v3);
  let f2 = -(row[q + 3] * v1 + row[q + 1] * v2 + row[q + 5] * v3);
  let f3 = -(row[q + 4] * v1 + row[q + 5] * v2 + row[q + 2] * v3);
  const size = Math.sqrt(f1 * f1 + f2 * f2 + f3 * f3);
  if (size > row[o + PATCH.staticFriction] * load) {
    const scale = (row[o + PATCH.kineticFriction] * load) / size;
    f1 *= scale;
    f2 *= scale;
    f3 *= scale;
  }
  f.patchTotal[7 * k] += f1;
  f.patchTotal[7 * k + 1] += f2;
  f.patchTotal[7 * k + 2] += f3;
  for (let c = 0; c < 3; c++) force[c] = f1 * row[o + PATCH.tangent1 + c] + f2 * row[o + PATCH.tangent2 + c];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const sign = side === 0 ? -1 : 1;
    const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
    const m = row[o + PATCH.invMassA + side];
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      const e = (c + 2) % 3;
      torque[c] = row[arm + d] * force[e] - row[arm + e] * force[d] + f3 * row[o + PATCH.radius] * row[o + c];
      v[body + 3 + c] += sign * m * force[c];
    }
    const [x, y, z] = [0, 1, 2];
    v[body] += sign * (inertia[body] * torque[x] + inertia[body + 3] * torque[y] + inertia[body + 4] * torque[z]);
    v[body + 1] +=
      sign * (inertia[body + 3] * torque[x] + inertia[body + 1] * torque[y] + inertia[body + 5] * torque[z]);
    v[body + 2] +=
      sign * (inertia[body + 4] * torque[x] + inertia[body + 5] * torque[y] + inertia[body + 2] * torque[z]);
  }
}

/**
 * Records touch for a pair that bounces, although its gap may never be observed at zero. Writes: pairTouch, event ring.
 */
function noteTouch(model: Model, data: Data, pair: number): void {
  const { pairTouch } = itemFields(data, "collision", COLLISION_FIELDS);
  if (pairTouch[pair] === 1) return;
  pairTouch[pair] = 1;
  const setup = model.systems.collision;
  const at = claimEvent(
    data,
    events.contactBegin.code,
    setup.body[data.pairKey[2 * pair]],
    setup.body[data.pairKey[2 * pair + 1]],
  );
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = 0;
}
