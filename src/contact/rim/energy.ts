/**
 * The energy of each contact, integrated in its memory and capped at what was put in [Moisio2013, §7.1: future work]. A contact is here the whole rim
 * between two bodies, since segments come and go and change their length. What its springs have stored,
 *
 *   E = Σ ∫ s f δ̇ dt,   f = K ℓ δ,
 *
 * is shared out over the segments that the next step finds; what is damped never gets into it. The springs of a step act with the part s ≤ 1 of their stiffness with
 * which they give back no more than E. E is at most twice Σ ½ K ℓ δ²: what left with segments that vanished is lost.
 *
 * Forces that are held over a step (`forces`) do the work h F · (V + ½ h (s M⁻¹F + g)) on the bodies, V the velocities when it begins; with b = h F · V + ½ h² F · g and a = ½ h² F · M⁻¹F
 *
 *   s b + s² a ≤ E
 *
 * In Newmark's family (`augmented-lagrangian`) forces of both ends count, ½ (s_n f_n + s f) · ½ h (δ̇_n + δ̇), and another half step of the last, should it be the last:
 *
 *   E + ¼ h Σ s_n f_n (δ̇_n + δ̇) + s ¼ h Σ f (δ̇_n + δ̇) ≥ (s² ⅛ h² F · M⁻¹F + s ¼ h² F · g − s ½ h Σ f δ̇)₊
 *
 * with the predicted velocities; the account is settled with those that came of it. A step in which this does not hold as it came out, with dampers, is cut in two.
 */
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { symMulInto } from "../../math/mat3.js";
import { rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";

import { BODY_TYPE, type Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT } from "./element.js";
import { type RimFields, ROW } from "./fields.js";
import { bears, elementVelocity, relativeVelocity, U } from "./motion.js";
import type { RimPair, RimSetup } from "./setup.js";
import type { RimState } from "./state.js";

/** Couples of bodies that have a rim, in the order of their shapes. */
export interface RimCouples {
  count: number;
  /** Those whose part of the stiffness is settled for the step. */
  known: number;
  readonly body: Int32Array;
  /** 1 where the last trial of the step had segments of the couple. */
  readonly seen: Uint8Array;
  /** COUPLE.size numbers each. */
  readonly account: Float64Array;
}

/** E, J; its bound, J; power or work of the step; further work; segments; s; wrench of all springs on bodies A and B. */
/** Work of the step by old segments, by new ones; power times half a step. In `wrench` of tried steps only that last. */
const COUPLE = {
  energy: 0,
  bound: 1,
  work: 2,
  last: 3,
  rows: 4,
  scale: 5,
  wrench: 6,
  power: 18,
  /** Of springs and dampers together. */
  allWork: 19,
  allLast: 20,
  allPower: 21,
  size: 22,
} as const;

export function createCouples(capacity: number): RimCouples {
  return {
    count: 0,
    known: 0,
    body: new Int32Array(2 * capacity),
    seen: new Uint8Array(capacity),
    account: new Float64Array(COUPLE.size * capacity),
  };
}

/** Number of the couple of bodies a and b; a new one where there is none. */
export function coupleOf(couples: RimCouples, a: number, b: number): number {
  const found = findCouple(couples, a, b);
  if (found >= 0) return found;
  const k = couples.count++;
  couples.body[2 * k] = a;
  couples.body[2 * k + 1] = b;
  couples.account[COUPLE.size * k + COUPLE.scale] = 1;
  couples.seen[k] = 0;
  return k;
}

function findCouple({ count, body }: RimCouples, a: number, b: number): number {
  for (let k = count - 1; k >= 0; k--) if (body[2 * k] === a && body[2 * k + 1] === b) return k;
  return -1;
}

/** How much above Σ ½ K ℓ δ² an account may be: rims that shrink while they go deeper store more. */
const SLACK = 2;

/** Accounts from couple `first` on begin anew. */
function clear({ count, account }: RimCouples, first: number): void {
  for (let k = first; k < count; k++)
    for (let c = 0; c < COUPLE.size; c++) if (c !== COUPLE.scale) account[COUPLE.size * k + c] = 0;
}

/** Half length, m. */
const HALF = new Float64Array(1);

function halfLength(rows: Float64Array, o: number): void {
  const p = o + ROW.point;
  const x = rows[p + 3] - rows[p];
  const y = rows[p + 4] - rows[p + 1];
  const z = rows[p + 5] - rows[p + 2];
  HALF[0] = 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/**
 * What remembered segments have stored, with the work of their springs in the step: `held` over it, or the first half of Newmark's. Reads: memory, bodyVel. Writes: accounts from
 * `from` on: energy, and work of springs that are not held.
 */
function settle(
  model: Model,
  data: Data,
  setup: RimSetup,
  { couples, velocity }: RimState,
  { key, memory, remembered }: RimFields,
  from: number,
  held: boolean,
  step: Float64Array,
): void {
  const { shapes } = model;
  const { account } = couples;
  const h = step[0];
  let couple = -1;
  let a = -1;
  let b = -1;
  for (let r = 0; r < remembered[0]; r++) {
    const x = shapes[key[4 * r]];
    const y = shapes[key[4 * r + 1]];
    if (x.body !== a || y.body !== b) {
      a = x.body;
      b = y.body;
      couple = findCouple(couples, a, b);
    }
    const pair = setup.pairs[materialPair(model.materials, x.material, y.material)];
    if (couple < from || pair === null || !pair.energyCap) continue;
    const o = ROW.size * r;
    const to = COUPLE.size * couple;
    account[to + COUPLE.energy] += memory[o + ROW.energy];
    halfLength(memory, o);
    const k = memory[o + ROW.scale] * pair.coefficients[COEFFICIENT.stiffness] * HALF[0];
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, a, b, e & 1)) continue;
      const at = o + ROW.element + ELEMENT.size * e;
      const n = o + ROW.normal + 3 * (e & 1);
      relativeVelocity(data, data.bodyVel, a, b, e & 1, memory, o + ROW.point + 3 * (e >> 1));
      const rate = U[0] * memory[n] + U[1] * memory[n + 1] + U[2] * memory[n + 2];
      let first = memory[at + ELEMENT.rate];
      if (!held) {
        relativeVelocity(data, velocity, a, b, e & 1, memory, o + ROW.point + 3 * (e >> 1));
        first = U[0] * memory[n] + U[1] * memory[n + 1] + U[2] * memory[n + 2];
      }
      const way = 0.5 * h * (first + rate);
      const depth = memory[at];
      if (!held) {
        const work = 0.5 * k * depth * way;
        const speed = Math.max(memory[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
        const damped = 1 + (pair.coefficients[COEFFICIENT.factor] * memory[at + ELEMENT.rate]) / speed;
        account[to + COUPLE.work] += work;
        account[to + COUPLE.allWork] += Math.max(0, damped) * work;
      } else if (pair.inside) {
        const last = Math.max(0, depth + way);
        account[to + COUPLE.energy] += 0.5 * k * (last * last - depth * depth);
      } else account[to + COUPLE.energy] += k * depth * way;
    }
  }
}

/** h, s. */
const STEP = new Float64Array(1);

/** A step with forces that are held, or follow stages, begins. Reads: body state, memory, segments before they are moved on. Writes: energy and scale of segments. */
export function limitHeld(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  if (state.count === 0) return;
  const { couples, next } = state;
  const { account } = couples;
  const h = model.options.timestep;
  STEP[0] = h;
  clear(couples, 0);
  settle(model, data, setup, state, fields, 0, true, STEP);
  driveBodies(model, data, data.bodyVel);
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.energyCap) continue;
    const to = COUPLE.size * state.couple[i];
    const k = pair.coefficients[COEFFICIENT.stiffness] * state.length[i];
    const weight = pair.coefficients[COEFFICIENT.weight];
    account[to + COUPLE.rows]++;
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, state.body[2 * i], state.body[2 * i + 1], e & 1)) continue;
      const at = ROW.size * i + ROW.element + ELEMENT.size * e;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      const rate = U[0] * next[n] + U[1] * next[n + 1] + U[2] * next[n + 2];
      const before = next[at + ELEMENT.speed] < 0 ? rate : next[at + ELEMENT.rate];
      const depth = Math.max(0, next[at] + h * ((1 - weight) * before + weight * rate));
      const force = k * depth;
      account[to + COUPLE.work] += h * force * rate;
      // held forces have stored ½ K ℓ δ δ_before
      account[to + COUPLE.bound] += 0.5 * force * (pair.inside ? depth : Math.max(depth, depth - h * rate));
      PUSH[0] = force;
      addSpring(data, state, i, e, n, account, to + COUPLE.wrench);
    }
  }
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] = Math.min(account[o], SLACK * account[o + COUPLE.bound]);
    weigh(model, data, couples, c);
    account[o + COUPLE.scale] = share(account[o], h * h * GAIN[0], h * h * GAIN[1] - account[o + COUPLE.work]);
  }
  write(setup, state);
}

/** Kinematic bodies take up the speed that they have in the step that begins, once the one before is settled. Reads: input. Writes: velocities. */
export function driveBodies({ bodyType, nb }: Model, data: Data, velocity: Float64Array): void {
  const { bodyActive, counter, input } = data;
  for (let k = 0; k < counter[COUNTER.active]; k++) {
    const b = bodyActive[k];
    if (bodyType[b] === BODY_TYPE.dynamic) continue;
    for (let c = 0; c < 6; c++) velocity[6 * b + c] = input[6 * (nb + b) + c];
  }
}

/** Force of the spring at hand, N. */
const PUSH = new Float64Array(1);

/** Wrenches of a spring on both bodies. Writes: out, 12 numbers. */
function addSpring(
  { bodyPos }: Data,
  { body, next }: RimState,
  i: number,
  e: number,
  n: number,
  out: Float64Array,
  oo: number,
): void {
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = oo + 6 * side;
    const force = side === (e & 1) ? -PUSH[0] : PUSH[0];
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    out[o] += force * (y * next[n + 2] - z * next[n + 1]);
    out[o + 1] += force * (z * next[n] - x * next[n + 2]);
    out[o + 2] += force * (x * next[n + 1] - y * next[n]);
    for (let c = 0; c < 3; c++) out[o + 3 + c] += force * next[n + c];
  }
}

/** ½ F · M⁻¹F and ½ F · g of a couple. */
const GAIN = new Float64Array(2);
const TURN = new Float64Array(6);

function weigh(model: Model, data: Data, { account, body }: RimCouples, c: number): void {
  const { bodyInvMass, bodyInvInertia, options } = model;
  GAIN[0] = GAIN[1] = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * c + side];
    const o = COUPLE.size * c + COUPLE.wrench + 6 * side;
    for (let k = 0; k < 3; k++) {
      const f = account[o + 3 + k];
      const inverse = bodyInvMass[3 * b + k];
      GAIN[0] += 0.5 * inverse * f * f;
      if (inverse > 0) GAIN[1] += 0.5 * f * options.gravity[k];
    }
    rotateInverseInto(TURN, 0, data.bodyQuat, 4 * b, account, o);
    symMulInto(TURN, 3, bodyInvInertia, 6 * b, TURN, 0);
    GAIN[0] += 0.5 * (TURN[0] * TURN[3] + TURN[1] * TURN[4] + TURN[2] * TURN[5]);
  }
}

/** The largest s ≤ 1 with s b + s² a ≤ E, at least 0. */
function share(energy: number, a: number, b: number): number {
  const left = Math.max(0, energy);
  if (a + b <= left) return 1;
  // (−b + √(b² + 4 a E))/(2 a) without its cancellation
  const root = Math.sqrt(b * b + 4 * a * left);
  return b > 0 ? (2 * left) / (b + root) : (root - b) / (2 * a);
}

/** Energy and scale of the couples to their segments. Writes: next. */
function write(setup: RimSetup, { count, couple, couples, next, pair }: RimState): void {
  const { account } = couples;
  for (let i = 0; i < count; i++) {
    const capped = (setup.pairs[pair[i]] as RimPair).energyCap;
    const o = COUPLE.size * couple[i];
    next[ROW.size * i + ROW.energy] = capped ? account[o] / account[o + COUPLE.rows] : 0;
    next[ROW.size * i + ROW.scale] = capped ? account[o + COUPLE.scale] : 1;
  }
}

/** Segments of capped pairs, as far as couple `first` on: bound, segments, and the second half of Newmark's work. Reads: bodyVel. Writes: accounts. */
function gather(data: Data, setup: RimSetup, state: RimState, first: number, step: Float64Array): void {
  const { couples, next } = state;
  const { account } = couples;
  const h = step[0];
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.energyCap || state.couple[i] < first) continue;
    const to = COUPLE.size * state.couple[i];
    const k = pair.coefficients[COEFFICIENT.stiffness] * state.length[i];
    account[to + COUPLE.rows]++;
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, state.body[2 * i], state.body[2 * i + 1], e & 1)) continue;
      const at = ROW.size * i + ROW.element + ELEMENT.size * e;
      if (next[at + ELEMENT.speed] < 0) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      const rate = U[0] * next[n] + U[1] * next[n + 1] + U[2] * next[n + 2];
      const before = next[at + ELEMENT.rate];
      const way = h * ((1 - step[1]) * before + step[1] * rate);
      const depth = Math.max(0, next[at] + way);
      const force = k * depth;
      const speed = Math.max(next[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
      const damped = Math.max(0, 1 + (pair.coefficients[COEFFICIENT.factor] * rate) / speed);
      account[to + COUPLE.last] += 0.25 * h * force * (before + rate);
      account[to + COUPLE.power] += 0.5 * h * force * rate;
      account[to + COUPLE.allLast] += 0.25 * h * force * damped * (before + rate);
      account[to + COUPLE.allPower] += 0.5 * h * force * damped * rate;
      account[to + COUPLE.bound] += 0.5 * force * depth;
      PUSH[0] = step[2] > 0 ? force * damped : force;
      addSpring(data, state, i, e, n, account, to + COUPLE.wrench);
    }
  }
}

/**
 * A step is tried for the first time, for the couples that were not known yet. `step` has its length and the weight w. Reads: body state, memory, segments. Writes: scale of segments.
 */
export function limitTried(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): void {
  const { couples } = state;
  const { account } = couples;
  const first = couples.known;
  const h = step[0];
  step[2] = 0;
  // nothing happens in no time: segments keep the part that they remember
  if (!(step[0] > 0)) return;
  if (first < couples.count) {
    clear(couples, first);
    settle(model, data, setup, state, fields, first, false, step);
    gather(data, setup, state, first, step);
    for (let c = first; c < couples.count; c++) {
      const o = COUPLE.size * c;
      const left = account[o] + account[o + COUPLE.work];
      const taken = -account[o + COUPLE.last];
      weigh(model, data, couples, c);
      const after = taken - account[o + COUPLE.power] + 0.5 * h * h * GAIN[1];
      account[o + COUPLE.scale] = Math.min(share(left, 0.25 * h * h * GAIN[0], after), share(left, 0, taken));
    }
    couples.known = couples.count;
  }
  write(setup, state);
}

/** Of what a step turns over, so much may be missing. */
const OVERDRAWN = 0.01;

/**
 * Whether the step that was tried, as it came out, gave back more than there was, dampers included, or would if it were the last: such a step is too long
 * for what happens in it. Reads: body state, memory, segments of the last trial. Writes: accounts.
 */
export function isOverdrawn(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): boolean {
  const { couples } = state;
  const { account } = couples;
  const { key, remembered } = fields;
  if (state.count === 0 && remembered[0] === 0) return false;
  const h = step[0];
  step[2] = 1;
  // bodies that have parted within the step too: forces of its beginning act on them for half of it
  for (let r = 0; r < remembered[0]; r++)
    if (r === 0 || key[4 * r] !== key[4 * r - 4] || key[4 * r + 1] !== key[4 * r - 3])
      coupleOf(couples, model.shapes[key[4 * r]].body, model.shapes[key[4 * r + 1]].body);
  clear(couples, 0);
  settle(model, data, setup, state, fields, 0, false, step);
  gather(data, setup, state, 0, step);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    const s = account[o + COUPLE.scale];
    const first = account[o + COUPLE.allWork];
    const second = s * account[o + COUPLE.allLast];
    weigh(model, data, couples, c);
    const end = s * (s * 0.25 * h * h * GAIN[0] + 0.5 * h * h * GAIN[1] - account[o + COUPLE.allPower]);
    const limit = OVERDRAWN * (Math.abs(account[o]) + Math.abs(first) + Math.abs(second));
    if (account[o] + first + second - Math.max(0, end) < -limit) return true;
  }
  return false;
}

/** The step is done: accounts are settled. Reads: body state, memory, segments before they are moved on. Writes: energy and scale of segments. */
export function settleTried(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): void {
  const { couples } = state;
  const { account } = couples;
  clear(couples, 0);
  settle(model, data, setup, state, fields, 0, false, step);
  gather(data, setup, state, 0, step);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] += account[o + COUPLE.work] + account[o + COUPLE.scale] * account[o + COUPLE.last];
    account[o] = Math.min(account[o], SLACK * account[o + COUPLE.bound]);
  }
  write(setup, state);
}
