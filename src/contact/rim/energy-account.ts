/**
 * The energy of each contact, integrated in its memory and capped at what was put in, which [Moisio2013, §7.1] leaves
 * to future work. A contact is here the whole rim between two bodies, since segments come and go and change their
 * length. Its normal forces, springs and dampers, have taken from the bodies
 *
 *   E = Σ ∫ f δ̇ dt,   f = (K ℓ δ + c δ̇)₊
 *
 * This is distributed over the segments that the next step finds, and is at most twice Σ ½ K ℓ δ²: damped energy, and
 * energy of segments that have vanished, is lost. In each step indentations are cut to the part s ≤ 1 with which they
 * give back no more than E,
 *
 *   δ ← s δ
 *
 * permanently: an indentation without stored energy (handed over to more segments than there were, found late) is not
 * there in the next step either, and the body sinks in until the energy is there. If only the forces of the step were
 * cut, a load would rest on such springs forever, moved to and fro by ½ g h as they act in every other step: a periodic
 * motion leaves the account as it is.
 *
 * How s is found: `energy-explicit.ts` and `energy-implicit.ts`.
 */
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { symMulInto } from "../../math/mat3.js";
import { rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { RESULT } from "./element.js";
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

function findCouple({ count, body }: RimCouples, a: number, b: number): number {
  for (let k = count - 1; k >= 0; k--) if (body[2 * k] === a && body[2 * k + 1] === b) return k;
  return -1;
}

/** Largest account, as a multiple of Σ ½ K ℓ δ²: rims that shrink while they go deeper store more. */
export const ENERGY_SLACK = 2;

/** Accounts from couple `first` on start at zero. */
export function clearAccounts({ count, account }: RimCouples, first: number): void {
  for (let k = first; k < count; k++)
    for (let c = 0; c < COUPLE.size; c++) if (c !== COUPLE.scale) account[COUPLE.size * k + c] = 0;
}

/** Half length of the segment in row `o`, m. */
export function halfLength(rows: Float64Array, o: number): number {
  const p = o + ROW.point;
  const x = rows[p + 3] - rows[p];
  const y = rows[p + 4] - rows[p + 1];
  const z = rows[p + 5] - rows[p + 2];
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/**
 * Velocities of kinematic bodies in the step that begins, once the one before is settled. Reads: input. Writes:
 * velocity.
 */
export function driveBodies({ bodyType, nb }: Model, data: Data, velocity: Float64Array): void {
  const { bodyActive, counter, input } = data;
  for (let k = 0; k < counter[COUNTER.active]; k++) {
    const b = bodyActive[k];
    if (bodyType[b] === BODY_TYPE.dynamic) continue;
    for (let c = 0; c < 6; c++) velocity[6 * b + c] = input[6 * (nb + b) + c];
  }
}

/** Adds wrenches of the normal force `result[RESULT.load]` on both bodies. Writes: out, 12 numbers. */
export function addNormalForce(
  { bodyPos }: Data,
  { body, next }: RimState,
  i: number,
  e: number,
  n: number,
  result: Float64Array,
  out: Float64Array,
  oo: number,
): void {
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = oo + 6 * side;
    const force = side === (e & 1) ? -result[RESULT.load] : result[RESULT.load];
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    out[o] += force * (y * next[n + 2] - z * next[n + 1]);
    out[o + 1] += force * (z * next[n] - x * next[n + 2]);
    out[o + 2] += force * (x * next[n + 1] - y * next[n]);
    for (let c = 0; c < 3; c++) out[o + 3 + c] += force * next[n + c];
  }
}

/** ½ F · M⁻¹F and ½ F · g of couple c. Writes: gain of the workspace. */
export function weighForces(model: Model, data: Data, { couples, work: { gain, turn } }: RimState, c: number): void {
  const { bodyInvMass, bodyInvInertia, options } = model;
  const { account, body } = couples;
  gain[0] = gain[1] = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * c + side];
    const o = COUPLE.size * c + COUPLE.wrench + 6 * side;
    for (let k = 0; k < 3; k++) {
      const f = account[o + 3 + k];
      const inverse = bodyInvMass[3 * b + k];
      gain[0] += 0.5 * inverse * f * f;
      if (inverse > 0) gain[1] += 0.5 * f * options.gravity[k];
    }
    rotateInverseInto(turn, 0, data.bodyQuat, 4 * b, account, o);
    symMulInto(turn, 3, bodyInvInertia, 6 * b, turn, 0);
    gain[0] += 0.5 * (turn[0] * turn[3] + turn[1] * turn[4] + turn[2] * turn[5]);
  }
}

/** The largest s ≤ 1 with s b + s² a ≤ E, at least 0. */
export function paidPart(energy: number, a: number, b: number): number {
  const left = Math.max(0, energy);
  if (a + b <= left) return 1;
  // (−b + √(b² + 4 a E))/(2 a) without its cancellation
  const root = Math.sqrt(b * b + 4 * a * left);
  return b > 0 ? (2 * left) / (b + root) : (root - b) / (2 * a);
}

/** Distributes energy and scale of the couples over their segments. Writes: next. */
export function writeScales(setup: RimSetup, { count, couple, couples, next, pair }: RimState): void {
  const { account } = couples;
  for (let i = 0; i < count; i++) {
    const capped = (setup.pairs[pair[i]] as RimPair).energyCap;
    const o = COUPLE.size * couple[i];
    next[ROW.size * i + ROW.energy] = capped ? account[o] / account[o + COUPLE.rows] : 0;
    next[ROW.size * i + ROW.scale] = capped ? account[o + COUPLE.scale] : 1;
  }
}

/** A remembered segment: called with its couple, its pair of materials and the offset of its row. */
export type VisitRow = (
  model: Model,
  data: Data,
  state: RimState,
  fields: RimFields,
  pair: RimPair,
  couple: number,
  o: number,
) => void;

/** Visits remembered segments of capped pairs, from couple `from` on. Reads: memory. */
export function visitRows(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  from: number,
  visit: VisitRow,
): void {
  const { shapes, materials } = model;
  const { key, remembered } = fields;
  let couple = -1;
  let a = -1;
  let b = -1;
  for (let r = 0; r < remembered[0]; r++) {
    const x = shapes[key[4 * r]];
    const y = shapes[key[4 * r + 1]];
    if (x.body !== a || y.body !== b) {
      a = x.body;
      b = y.body;
      couple = findCouple(state.couples, a, b);
    }
    const pair = setup.pairs[materialPair(materials, x.material, y.material)];
    if (couple < from || pair === null || !pair.energyCap) continue;
    visit(model, data, state, fields, pair, couple, ROW.size * r);
  }
}
