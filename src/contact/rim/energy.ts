/**
 * The energy of each contact, integrated in its memory and capped at what was put in [Moisio2013, §7.1: future work]. A contact is here the whole rim
 * between two bodies, since segments come and go and change their length. What its normal forces, springs and dampers, have taken from the bodies,
 *
 *   E = Σ ∫ f δ̇ dt,   f = (K ℓ δ + c δ̇)₊,
 *
 * is shared out over the segments that the next step finds, and is at most twice Σ ½ K ℓ δ²: what was damped, or left with segments that vanished, is lost. In each step
 * indentations are cut to the part s ≤ 1 with which they give back no more than E,
 *
 *   δ ← s δ
 *
 * for good: an indentation that nobody has paid for (handed over to more segments than there were, found late) is not there in the next step either, the body sinks in until it is paid for. Were only
 * the forces of the step cut, a load would lean on unpaid springs for ever, thrown to and fro with ½ g h by their being there in every other step; nothing ever settles that, since a motion that
 * repeats itself leaves the account as it is.
 *
 * Forces that are held over a step (`forces`) do the work h F · (V + ½ h (s M⁻¹F + g)) on the bodies, V the velocities when it begins; with b = h F · V + ½ h² F · g and a = ½ h² F · M⁻¹F
 *
 *   s b + s² a ≤ E
 *
 * so that s = 1 for what rests there. Where forces follow stages f is that of springs alone. Steps of implicit formulations: `energy-tried.ts`.
 */
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { symMulInto } from "../../math/mat3.js";
import { rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT } from "./element.js";
import { bears, elementVelocity, relativeVelocity, U } from "./motion.js";
import { type RimFields, ROW } from "./rim-fields.js";
import type { RimPair, RimSetup } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

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

/** Numbers of a couple. Works and energies in J; normal forces take them up where they are positive. */
export const COUPLE = {
  energy: 0,
  /** Σ ½ K ℓ δ² */
  bound: 1,
  /** Of the step, if held; of a tried step, its part by the forces with which it began. */
  work: 2,
  /** Of a tried step, its part by the forces of its end, with s = 1. */
  last: 3,
  /** Segments. */
  rows: 4,
  /** s */
  scale: 5,
  /** Of all normal forces on bodies A and B, with s = 1: 12 numbers. */
  wrench: 6,
  /** Of half a step at the velocities of its end. */
  power: 18,
  size: 19,
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

export function findCouple({ count, body }: RimCouples, a: number, b: number): number {
  for (let k = count - 1; k >= 0; k--) if (body[2 * k] === a && body[2 * k + 1] === b) return k;
  return -1;
}

/** How much above Σ ½ K ℓ δ² an account may be: rims that shrink while they go deeper store more. */
export const SLACK = 2;

/** Accounts from couple `first` on begin anew. */
export function clear({ count, account }: RimCouples, first: number): void {
  for (let k = first; k < count; k++)
    for (let c = 0; c < COUPLE.size; c++) if (c !== COUPLE.scale) account[COUPLE.size * k + c] = 0;
}

/** Half length, m. */
export const HALF = new Float64Array(1);

export function halfLength(rows: Float64Array, o: number): void {
  const p = o + ROW.point;
  const x = rows[p + 3] - rows[p];
  const y = rows[p + 4] - rows[p + 1];
  const z = rows[p + 5] - rows[p + 2];
  HALF[0] = 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/**
 * What remembered segments have stored, with the work of the step that is over. Forces that were held over it have taken ½ h (P + P′), P′ at the velocities of now. Of forces that
 * follow stages, springs have taken ½ K ℓ (δ′² − δ²); what their dampers have taken is not known, and not counted. Reads: memory, bodyVel. Writes: energy of the accounts.
 */
function settleHeld(
  model: Model,
  data: Data,
  setup: RimSetup,
  { couples }: RimState,
  { key, memory, remembered }: RimFields,
): void {
  const { shapes } = model;
  const { account } = couples;
  const h = model.options.timestep;
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
    if (couple < 0 || pair === null || !pair.energyCap) continue;
    const o = ROW.size * r;
    const to = COUPLE.size * couple + COUPLE.energy;
    account[to] += memory[o + ROW.energy];
    if (!pair.inside) {
      powerNow(data, a, b, memory, o);
      account[to] += 0.5 * h * (memory[o + ROW.power] + POWER[0]);
      continue;
    }
    halfLength(memory, o);
    const k = pair.coefficients[COEFFICIENT.stiffness] * HALF[0];
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, a, b, e & 1)) continue;
      const at = o + ROW.element + ELEMENT.size * e;
      const n = o + ROW.normal + 3 * (e & 1);
      relativeVelocity(data, data.bodyVel, a, b, e & 1, memory, o + ROW.point + 3 * (e >> 1));
      const rate = U[0] * memory[n] + U[1] * memory[n + 1] + U[2] * memory[n + 2];
      const depth = memory[at];
      const first = memory[at + ELEMENT.rate];
      const last = Math.max(0, depth + 0.5 * h * (first + rate));
      account[to] += 0.5 * k * (last * last - depth * depth);
    }
  }
}

/** W */
const POWER = new Float64Array(1);

/** What the wrench that row `o` has held takes from bodies a and b now. Writes: POWER. */
function powerNow({ bodyVel: v }: Data, a: number, b: number, rows: Float64Array, o: number): void {
  const f = o + ROW.press;
  const t = o + ROW.torque;
  POWER[0] = 0;
  for (let c = 0; c < 3; c++)
    POWER[0] +=
      rows[f + c] * (v[6 * a + 3 + c] - v[6 * b + 3 + c]) - rows[t + c] * v[6 * a + c] - rows[t + 3 + c] * v[6 * b + c];
}

/** A step with forces that are held, or follow stages, begins. Reads: body state, memory, segments before they are moved on. Writes: energy and scale of segments. */
export function limitHeld(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  if (state.count === 0) return;
  const { couples, next } = state;
  const { account } = couples;
  const h = model.options.timestep;
  clear(couples, 0);
  settleHeld(model, data, setup, state, fields);
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
      const spring = k * depth;
      let force = spring;
      if (!pair.inside) {
        const met = next[at + ELEMENT.speed] < 0 ? Math.max(0, rate) : next[at + ELEMENT.speed];
        const speed = Math.max(met, pair.coefficients[COEFFICIENT.leastSpeed]);
        force += Math.min((spring * pair.coefficients[COEFFICIENT.factor]) / speed, state.cap[i]) * rate;
        if (force < 0 && pair.coefficients[COEFFICIENT.adhesion] === 0) force = 0;
      }
      account[to + COUPLE.work] += h * force * rate;
      // held forces have stored ½ K ℓ δ δ_before
      account[to + COUPLE.bound] += 0.5 * spring * (pair.inside ? depth : Math.max(depth, depth - h * rate));
      PUSH[0] = force;
      addPush(data, state, i, e, n, account, to + COUPLE.wrench);
    }
  }
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] = Math.min(account[o], SLACK * account[o + COUPLE.bound]);
    weigh(model, data, couples, c);
    account[o + COUPLE.scale] = share(account[o], h * h * GAIN[0], h * h * GAIN[1] - account[o + COUPLE.work]);
  }
  write(setup, state);
  note(model, setup, state);
}

/** What acts from now on to its segments. Writes: next. */
function note({ options }: Model, setup: RimSetup, { count, couple, couples, next, pair }: RimState): void {
  const { account } = couples;
  for (let i = 0; i < count; i++) {
    if (!(setup.pairs[pair[i]] as RimPair).energyCap) continue;
    const o = COUPLE.size * couple[i];
    const to = ROW.size * i;
    const part = account[o + COUPLE.scale] / account[o + COUPLE.rows];
    next[to + ROW.power] = (part * account[o + COUPLE.work]) / options.timestep;
    const w = o + COUPLE.wrench;
    for (let c = 0; c < 3; c++) {
      next[to + ROW.press + c] = part * account[w + 9 + c];
      next[to + ROW.torque + c] = part * account[w + c];
      next[to + ROW.torque + 3 + c] = part * account[w + 6 + c];
    }
  }
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

/** Normal force at hand, N. */
export const PUSH = new Float64Array(1);

/** Wrenches of a normal force on both bodies. Writes: out, 12 numbers. */
export function addPush(
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
export const GAIN = new Float64Array(2);
const TURN = new Float64Array(6);

export function weigh(model: Model, data: Data, { account, body }: RimCouples, c: number): void {
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
export function share(energy: number, a: number, b: number): number {
  const left = Math.max(0, energy);
  if (a + b <= left) return 1;
  // (−b + √(b² + 4 a E))/(2 a) without its cancellation
  const root = Math.sqrt(b * b + 4 * a * left);
  return b > 0 ? (2 * left) / (b + root) : (root - b) / (2 * a);
}

/** Energy and scale of the couples to their segments. Writes: next. */
export function write(setup: RimSetup, { count, couple, couples, next, pair }: RimState): void {
  const { account } = couples;
  for (let i = 0; i < count; i++) {
    const capped = (setup.pairs[pair[i]] as RimPair).energyCap;
    const o = COUPLE.size * couple[i];
    next[ROW.size * i + ROW.energy] = capped ? account[o] / account[o + COUPLE.rows] : 0;
    next[ROW.size * i + ROW.scale] = capped ? account[o + COUPLE.scale] : 1;
  }
}
