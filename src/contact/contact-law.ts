import type { ItemKind } from "../model/item.js";
import type { Params, ParamsOutput } from "../model/params.js";

/**
 * Input of a law for a run of contacts: one law, one pair of materials. Arrays are indexed from `start` to `end`.
 */
export interface ContactBatch {
  /** m, negative when overlapping. */
  readonly gap: Float64Array;
  /** m/s, negative when approaching. */
  readonly gapRate: Float64Array;
  /** m/s, approach speed at the beginning of the contact, ≥ 0, for laws that need it. */
  readonly impactSpeed: Float64Array;
}

/** Result of a law: the normal force and its derivatives, which implicit formulations need. */
export interface ContactOutput {
  /** f, N */
  readonly force: Float64Array;
  /** ∂f/∂gap, N/m */
  readonly stiffness: Float64Array;
  /** ∂f/∂gapRate, N s/m */
  readonly damping: Float64Array;
}

/** Claims of a law; the generic tests check them. */
export interface ContactLawClaims {
  /** Force is never negative: no adhesion. */
  readonly neverPulls: boolean;
  /** Force goes to zero as the gap closes or opens. A Kelvin–Voigt force does not. */
  readonly continuousAtTouch: boolean;
  /** Work over any closed cycle of gap is ≤ 0. */
  readonly dissipative: boolean;
}

/** Result of an undisturbed impact, see `contact.impactOf`. */
export interface ImpactResult {
  /** e, speed of separation over speed of approach. */
  readonly restitution: number;
  /** T_c, s, from touch until the force is zero. */
  readonly duration: number;
  /** δ_max, m */
  readonly depth: number;
}

/** A normal contact law: one file, one line in the index. */
export interface ContactLaw<P extends Params = Params> extends ItemKind<P> {
  readonly claims: ContactLawClaims;
  /** Force and derivatives of the contacts `start` … `end − 1`; allocates nothing. */
  evaluate(params: ParamsOutput<P>, batch: ContactBatch, out: ContactOutput, start: number, end: number): void;
  /** Closed form of an impact of a reduced mass (kg) at a speed (m/s), nothing else acting, where there is one. */
  impact?(params: ParamsOutput<P>, mass: number, speed: number): ImpactResult;
}

/** Declares a contact law; the type of its parameters follows. */
export function defineContactLaw<const P extends Params>(law: ContactLaw<P>): ContactLaw<P> {
  return law;
}
