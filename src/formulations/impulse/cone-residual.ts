import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
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
} from "./fields.js";
import { readSlip, slip } from "./point-friction.js";
import type { ImpulseState } from "./state.js";

/**
 * Residuals of an island that is solved directly, as part of the speed that its largest impulse gives: above the first
 * the second method is tried, above the other the step is reported. Sensors then read loads and friction that are wrong
 * in the fourth digit of the largest one.
 */
const DIRECT = 1e-6;
const DIRECT_WRONG = 1e-4;

/**
 * The same for sweeps, as part of what forces do to the velocity of a body in a sub-step (g h for its weight), and of
 * the fastest change of velocity in the island, as by an impact.
 */
const OF_FORCES = 1;
const OF_CHANGE = 0.1;

/**
 * A residual below this is none, m/s: rounds of the direct solution end when each row misses by less than 1e-6 m/s, and
 * a patch has three rows of friction, √3 of that together.
 */
export const NONE = 2e-6;

/** A gap below this counts as touching where contacts are swept, m; see `sweepNormals`. */
const TOUCH = 1e-9;

/** Largest residual and speed of the largest impulse of the patch measured last, m/s. */
const found = new Float64Array(2);

/**
 * Residual of the contacts that are solved in one way, per island: by how much, in m/s, velocities miss the conditions
 * that impulses and velocities fulfil together,
 *
 *   normal    λ = max(0, λ − w/K),  w = v_n + max(s, 0)/h:   |min(λ K, w)|
 *   friction  f = clip(f − u/K, μ Σλ):                       K |f − clip(f − u/K, μ Σλ)|
 *
 * with K the inverse of the effective mass (of the stiffest direction, for friction), u the slip, and a bound between
 * kinetic and static friction. Spinning and rolling friction do not count. With a list, only its patches are measured.
 * Reads: bodyVel, impulses. Writes: miss, scale of islands.
 */
function measureContacts(
  data: Data,
  state: ImpulseState,
  h: number,
  how: number,
  list: Int32Array = state.moving.list,
  count = state.moving.count,
): void {
  const f = impulseFields(data);
  const { miss, scale } = state;
  miss.fill(0);
  scale.fill(0);
  for (let at = 0; at < count; at++) {
    const k = list[at];
    if (f.patchSolved[k] !== how) continue;
    measureNormals(data, f, state, k, h, how === SOLVED.direct ? 0 : TOUCH);
    if (how === SOLVED.direct || state.settings.patchFriction) measurePatch(data, f, state, k);
    else measurePoints(data, f, state, k);
    const root = islandOf(f, k);
    if (found[0] > miss[root]) miss[root] = found[0];
    if (found[1] > scale[root]) scale[root] = found[1];
  }
}

/** Whether an island misses by more than its tolerance. One that is not finite is beyond help, and set aside later. */
export function isOff(state: ImpulseState, root: number, part: number): boolean {
  const miss = state.miss[root];
  return miss > Math.max(NONE, part * state.scale[root]) && miss < Number.POSITIVE_INFINITY;
}

/** The island that a patch acts on. */
export function islandOf({ island, patchBody }: ImpulseFields, k: number): number {
  return Math.max(island[patchBody[2 * k]], island[patchBody[2 * k + 1]]);
}

/** Normal rows of patch k. Writes: found. */
function measureNormals(
  data: Data,
  f: ImpulseFields,
  { settings }: ImpulseState,
  k: number,
  h: number,
  touch: number,
): void {
  const { patchRow: row, pointRow: point, displacement: d } = f;
  const v = data.bodyVel;
  const o = PATCH_SIZE * k;
  const a = 6 * f.patchBody[2 * k];
  const b = 6 * f.patchBody[2 * k + 1];
  const rebound = f.patchTimed[k] === 1 ? -settings.restitutionSpeed : Number.NEGATIVE_INFINITY;
  found[0] = found[1] = 0;
  const first = data.patchPoint[2 * k];
  for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
    const p = POINT_SIZE * i;
    if (!(point[p + POINT.mass] > 0)) continue;
    let w = 0;
    let gap = point[p + POINT.gap];
    for (let c = 0; c < 3; c++) {
      w += row[o + c] * (v[b + 3 + c] - v[a + 3 + c]) + point[p + 3 + c] * v[b + c] - point[p + c] * v[a + c];
      gap += row[o + c] * (d[b + 3 + c] - d[a + 3 + c]) + point[p + 3 + c] * d[b + c] - point[p + c] * d[a + c];
    }
    const own = point[p + POINT.impulse] / point[p + POINT.mass];
    // what rebounds meets the surface in the next sub-step, at its full speed
    if (gap > touch && own === 0 && w < rebound) continue;
    if (gap > touch && row[o + PATCH.rolls] === 0) w += gap / h;
    if (own > found[1]) found[1] = own;
    const off = Number.isFinite(w) ? Math.abs(w < own ? w : own) : Number.POSITIVE_INFINITY;
    if (off > found[0]) found[0] = off;
  }
}

const slips = new Float64Array(3);

/** Friction of patch k: slip along two tangents and spin. Writes: found. */
function measurePatch(data: Data, f: ImpulseFields, state: ImpulseState, k: number): void {
  const { patchRow: row, pointRow: point, patchBody } = f;
  const v = data.bodyVel;
  const o = PATCH_SIZE * k;
  const a = 6 * patchBody[2 * k];
  const b = 6 * patchBody[2 * k + 1];
  let load = 0;
  const first = data.patchPoint[2 * k];
  for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) load += point[POINT_SIZE * i + POINT.impulse];
  const q = o + PATCH.friction;
  if (load === 0 && row[q] === 0 && row[q + 1] === 0 && row[q + 2] === 0) return;
  const ra = o + PATCH.armA;
  const rb = o + PATCH.armB;
  slips[0] = row[o + PATCH.surface];
  slips[1] = row[o + PATCH.surface + 1];
  slips[2] = 0;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    const u =
      v[b + 3 + c] +
      v[b + d] * row[rb + e] -
      v[b + e] * row[rb + d] -
      (v[a + 3 + c] + v[a + d] * row[ra + e] - v[a + e] * row[ra + d]);
    slips[0] += u * row[o + PATCH.tangent1 + c];
    slips[1] += u * row[o + PATCH.tangent2 + c];
    slips[2] += row[o + PATCH.radius] * (v[b + c] - v[a + c]) * row[o + c];
  }
  measureFriction(row, q, 3, row[o + PATCH.stiffestK], load, row, o, state.settings.pyramid);
}

/** Friction of each point of patch k by itself. Writes: found. */
function measurePoints(data: Data, f: ImpulseFields, state: ImpulseState, k: number): void {
  const { gripRow: grip, pointRow: point, patchRow: row } = f;
  const first = data.patchPoint[2 * k];
  for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
    const g = GRIP_SIZE * i;
    readSlip(data.bodyVel, f, k, g);
    slips[0] = slip[0];
    slips[1] = slip[1];
    const load = point[POINT_SIZE * i + POINT.impulse];
    const stiffest = grip[g + GRIP.stiffestK];
    measureFriction(grip, g + GRIP.friction, 2, stiffest, load, row, PATCH_SIZE * k, state.settings.pyramid);
  }
}

/** Residual of `n` rows of friction whose impulses begin at `at`, under a load. Reads: slips. Writes: found. */
function measureFriction(
  impulse: Float64Array,
  at: number,
  n: number,
  stiffest: number,
  load: number,
  row: Float64Array,
  o: number,
  pyramid: boolean,
): void {
  if (!(stiffest > 0)) return;
  let size = 0;
  let acts = 0;
  for (let t = 0; t < n; t++) {
    const wanted = impulse[at + t] - slips[t] / stiffest;
    size = pyramid ? Math.max(size, Math.abs(wanted)) : size + wanted * wanted;
    acts = pyramid ? Math.max(acts, Math.abs(impulse[at + t])) : acts + impulse[at + t] * impulse[at + t];
  }
  if (!pyramid) {
    size = Math.sqrt(size);
    acts = Math.sqrt(acts);
  }
  const bound = Math.max(load * row[o + PATCH.kineticFriction], Math.min(acts, load * row[o + PATCH.staticFriction]));
  let off = 0;
  for (let t = 0; t < n; t++) {
    let wanted = impulse[at + t] - slips[t] / stiffest;
    if (pyramid) wanted = Math.max(-bound, Math.min(bound, wanted));
    else if (size > bound) wanted *= bound / size;
    const x = wanted - impulse[at + t];
    off += x * x;
  }
  off = stiffest * Math.sqrt(off);
  if (off > found[0]) found[0] = off;
}

/**
 * Fastest change of velocity per island, m/s: by forces in a sub-step, or in all since its start; rotations count at
 * the radius of gyration. Reads: bodyVel, bodyForce, started. Writes: scale.
 */
export function measureChanges(data: Data, state: ImpulseState, h: number): void {
  const { scale, started, gyration } = state;
  const { bodyVel: v, bodyForce: f, bodyActive } = data;
  const { island, invMass } = impulseFields(data);
  scale.fill(0);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] < 0) continue;
    const o = 6 * b;
    let push = 0;
    let change = 0;
    let turn = 0;
    for (let c = 0; c < 3; c++) {
      push += f[o + 3 + c] * f[o + 3 + c];
      change += (v[o + 3 + c] - started[o + 3 + c]) * (v[o + 3 + c] - started[o + 3 + c]);
      turn += (v[o + c] - started[o + c]) * (v[o + c] - started[o + c]);
    }
    const most = Math.max(
      OF_FORCES * h * invMass[b] * Math.sqrt(push),
      OF_CHANGE * (Math.sqrt(change) + gyration[b] * Math.sqrt(turn)),
    );
    if (most > scale[island[b]]) scale[island[b]] = most;
  }
}

/**
 * Lists, in the order of solution, the swept patches of islands that miss by more than their tolerance. With `before`,
 * the number of patches listed last, only those are looked at: what is within its tolerance is not touched any more.
 * Returns their number. Writes: late.
 */
export function listLate(data: Data, state: ImpulseState, h: number, before: number): number {
  const f = impulseFields(data);
  const list = before < 0 ? f.order : f.late;
  const count = before < 0 ? state.ordered : before;
  measureContacts(data, state, h, SOLVED.iterative, list, count);
  measureChanges(data, state, h);
  // `late` may be in reverse; the list is made in the order of solution again
  let n = 0;
  for (let at = 0; at < state.ordered; at++) {
    const k = f.order[at];
    if (isOff(state, islandOf(f, k), 1)) f.late[n++] = k;
  }
  return n;
}

/** Raises the status for the first of `count` late patches. */
export function reportLate(data: Data, count: number): void {
  if (count > 0) reportLatePatch(data, impulseFields(data).late[0]);
}

/** Raises the status for a late patch. */
export function reportLatePatch(data: Data, k: number): void {
  raiseStatus(data, STATUS.notConverged, movedBody(impulseFields(data), k));
}

/** Measures the contacts that are solved directly. Writes: miss, scale. */
export function measureDirect(data: Data, state: ImpulseState, h: number): void {
  measureContacts(data, state, h, SOLVED.direct);
}

/** Whether an island with contacts that are solved directly misses by more than its tolerance. */
export function isUnsolved(state: ImpulseState, root: number): boolean {
  return isOff(state, root, DIRECT);
}

/** Raises the status for islands with contacts that are solved directly and whose impulses are wrong. */
export function reportUnsolved(data: Data, state: ImpulseState): void {
  const f = impulseFields(data);
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.direct || !isOff(state, islandOf(f, k), DIRECT_WRONG)) continue;
    raiseStatus(data, STATUS.notConverged, movedBody(f, k));
    return;
  }
}

function movedBody(f: ImpulseFields, k: number): number {
  const b = f.patchBody[2 * k + 1];
  return f.invMass[b] > 0 ? b : f.patchBody[2 * k];
}
