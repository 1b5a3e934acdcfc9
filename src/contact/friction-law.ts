import { expm1, expm1At } from "../math/elementary.js";
import type { ItemKind } from "../model/item.js";
import type { Params, ParamsOutput } from "../model/params.js";
import type { ContactOutput } from "./contact-law.js";

/**
 * Input of a friction law for a run of contacts. Vectors are 3 numbers per contact in any one frame; p is the
 * contact point of the body that the force acts on, relative to the counter-body.
 */
export interface FrictionBatch {
  /** n, unit, from the counter-body to the body. */
  readonly normal: Float64Array;
  /** Normal force with its derivatives with respect to gap and gap rate, as a contact law returns them. */
  readonly pressure: ContactOutput;
  /** ṗ, m/s; its tangential part v_t = (I − nnᵀ)ṗ is the slip velocity. */
  readonly velocity: Float64Array;
  /** Slip since the state was committed, ∫ v_t dt, m. */
  readonly slip: Float64Array;
  /**
   * Displacement of the contact point itself since then, m; used by bristles of kind `point`, and equal to `slip`
   * unless a body rolls.
   */
  readonly travel: Float64Array;
  /** History, `stateSize` numbers per contact; zeros at first touch. */
  readonly state: Float64Array;
  /** h, s, since the state was committed; 0 evaluates the law at its state. */
  readonly timestep: number;
}

/** Result of a friction law: force on the body and its derivatives, 3 and 9 (row by row) numbers per contact. */
export interface FrictionOutput {
  /** F_t, N */
  readonly force: Float64Array;
  /** K = −∂F_t/∂p, N/m, with what comes through the normal force. */
  readonly stiffness: Float64Array;
  /** C = −∂F_t/∂ṗ, N s/m */
  readonly damping: Float64Array;
}

/** Claims of a law; the generic tests check them. */
export interface FrictionLawClaims {
  /** ‖F_t‖ ≤ μ N, where `limit` gives μ. */
  readonly cone: boolean;
  /** F_t · v_t ≤ 0 at any moment. Bristles give back what they stored. */
  readonly opposesSlip: boolean;
  /** Holds a load without moving. */
  readonly sticks: boolean;
}

/** A friction law: one file, one line in the index. */
export interface FrictionLaw<P extends Params = Params> extends ItemKind<P> {
  readonly claims: FrictionLawClaims;
  /** Numbers of history per contact. */
  readonly stateSize: number;
  /**
   * Largest coefficient of friction: for the claim `cone`, and as the measure of levers against rolling and spinning.
   */
  limit?(params: ParamsOutput<P>): number;
  /** Force and derivatives of the contacts `start` … `end − 1`; allocates nothing and leaves the state alone. */
  evaluate(params: ParamsOutput<P>, batch: FrictionBatch, out: FrictionOutput, start: number, end: number): void;
  /** Once per step, with the converged motion: the history that the next step starts from. */
  commit(params: ParamsOutput<P>, batch: FrictionBatch, start: number, end: number): void;
}

/** Declares a friction law; the type of its parameters follows. */
export function defineFrictionLaw<const P extends Params>(law: FrictionLaw<P>): FrictionLaw<P> {
  return law;
}

/** For laws without history. */
export function nothingToCommit(): void {}

/** Slip speeds below this count as rest where a direction is needed, m/s. */
export const REST = 1e-12;

/**
 * Workspace of a friction law: one contact as `loadContact` writes it. Unit normal, slip velocity v_t, its size, normal
 * force N, ∂N/∂gap, ∂N/∂gapRate; three numbers for ∂F_t/∂N, and one for elementary functions.
 */
export const SLIP = {
  normal: 0,
  velocity: 3,
  speed: 6,
  load: 7,
  loadPerGap: 8,
  loadPerRate: 9,
  forcePerLoad: 10,
  work: 13,
  size: 14,
} as const;

/** A workspace for `loadContact`; a law has one. */
export function createSlip(): Float64Array {
  return new Float64Array(SLIP.size);
}

/** Reads contact i; returns whether it is closed. Writes: at. */
export function loadContact(batch: FrictionBatch, i: number, at: Float64Array): boolean {
  const { normal, velocity, pressure } = batch;
  const o = 3 * i;
  const along = normal[o] * velocity[o] + normal[o + 1] * velocity[o + 1] + normal[o + 2] * velocity[o + 2];
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const v = velocity[o + c] - along * normal[o + c];
    at[c] = normal[o + c];
    at[SLIP.velocity + c] = v;
    square += v * v;
  }
  at[SLIP.speed] = Math.sqrt(square);
  at[SLIP.load] = pressure.force[i];
  at[SLIP.loadPerGap] = pressure.stiffness[i];
  at[SLIP.loadPerRate] = pressure.damping[i];
  return at[SLIP.load] > 0;
}

/** Force and derivatives of contact i are zero. */
export function clearOutput(out: FrictionOutput, i: number): void {
  for (let c = 0; c < 3; c++) out.force[3 * i + c] = 0;
  for (let c = 0; c < 9; c++) out.stiffness[9 * i + c] = out.damping[9 * i + c] = 0;
}

/**
 * Adds to K and C what comes through the normal force: with ∂N/∂p = (∂N/∂gap) nᵀ, K −= f_N ⊗ ∂N/∂p, and the same for C,
 * where f_N = ∂F_t/∂N. Reads: at.
 */
export function addPressureTerms(out: FrictionOutput, i: number, at: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out.stiffness[9 * i + 3 * r + c] -= at[SLIP.forcePerLoad + r] * at[SLIP.loadPerGap] * at[c];
      out.damping[9 * i + 3 * r + c] -= at[SLIP.forcePerLoad + r] * at[SLIP.loadPerRate] * at[c];
    }
  }
}

/**
 * Adds F_t = −a v_t and C = a T + a′ v_t v̂ᵀ for contact i, with a′ = da/d‖v_t‖ and `perLoad` = ∂a/∂N. Reads: at.
 * Writes: ∂F_t/∂N there.
 */
export function addSpeedForce(
  out: FrictionOutput,
  i: number,
  at: Float64Array,
  a: number,
  slope: number,
  perLoad: number,
): void {
  const speed = at[SLIP.speed];
  for (let r = 0; r < 3; r++) {
    out.force[3 * i + r] -= a * at[SLIP.velocity + r];
    at[SLIP.forcePerLoad + r] = -perLoad * at[SLIP.velocity + r];
    for (let c = 0; c < 3; c++) {
      const unit = (r === c ? 1 : 0) - at[r] * at[c];
      const turn = speed > 0 ? (slope * at[SLIP.velocity + r] * at[SLIP.velocity + c]) / speed : 0;
      out.damping[9 * i + 3 * r + c] += a * unit + turn;
    }
  }
  addPressureTerms(out, i, at);
}

/** 1 − κ with κ = exp(−v²/v_s²), without cancellation near rest. Reads: the speed in `at`. Writes: its work. */
export function slidingShare(at: Float64Array, stictionSpeed: number): number {
  at[SLIP.work] = -(at[SLIP.speed] * at[SLIP.speed]) / (stictionSpeed * stictionSpeed);
  expm1At(at, SLIP.work);
  return -at[SLIP.work];
}

/** κ = exp(−v²/v_s²), 1 at rest: the share of stiction, [Luaces2013] (3.9). */
export function stictionShare(speed: number, stictionSpeed: number): number {
  return 1 + expm1(-(speed * speed) / (stictionSpeed * stictionSpeed));
}

/**
 * Turns three numbers of `state` from `o` on with the tangent plane, from normal a to normal b (unit, at `ao` and
 * `bo`), by the smallest rotation: x ← x − ((a + b)·x)/(1 + a·b) (a + b) + 2 (a·x) b. Length is kept.
 */
export function turnWithPlane(
  state: Float64Array,
  o: number,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
): void {
  const cosine = a[ao] * b[bo] + a[ao + 1] * b[bo + 1] + a[ao + 2] * b[bo + 2];
  const first = a[ao] * state[o] + a[ao + 1] * state[o + 1] + a[ao + 2] * state[o + 2];
  const along = first + b[bo] * state[o] + b[bo + 1] * state[o + 1] + b[bo + 2] * state[o + 2];
  // opposite normals: any half turn about an axis of the plane; this one keeps the vector
  if (cosine <= -1 + 1e-12) return;
  const share = along / (1 + cosine);
  for (let c = 0; c < 3; c++) state[o + c] += 2 * first * b[bo + c] - share * (a[ao + c] + b[bo + c]);
}
