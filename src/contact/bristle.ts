/** The bristle of [Luaces2013, §3.2], shared by the friction laws `bristle` and `dwell-time`. */
import { expAt } from "../math/elementary.js";
import * as p from "../model/params.js";
import {
  addPressureTerms,
  clearOutput,
  createSlip,
  type FrictionBatch,
  type FrictionOutput,
  loadContact,
  REST,
  SLIP,
  slidingShare,
} from "./friction-law.js";

export const bristleParams = {
  friction: p.number({ unit: "1", min: 0, default: 0.5, help: "μ_s, static" }),
  kineticFriction: p.number({ unit: "1", min: 0, default: 0.4, help: "μ_k" }),
  stictionSpeed: p.number({ unit: "m/s", above: 0, default: 1e-3, help: "v_s, between sticking and sliding" }),
  stiffness: p.number({ unit: "N/m", above: 0, default: 1e5, help: "k of the bristle" }),
  damping: p.number({ unit: "N s/m", min: 0, default: 300, help: "c of the bristle" }),
  strain: p.number({ unit: "1", min: 0, max: 1, default: 1, help: "η, share of the strain kept when it slips" }),
  viscosity: p.number({ unit: "N s/m", min: 0, default: 0, help: "c_v, beside both" }),
  length: p.choice(["slip", "point"], {
    default: "slip",
    help: "bristle: way of slip, or way of the contact point, which brakes a rolling body",
  }),
  tangent: p.choice(["exact", "thesis"], {
    default: "exact",
    help: "derivatives: all, or without those that the source leaves out",
  }),
} as const;

/** Parameters of a bristle, with units in `bristleParams`. */
export interface BristleParams {
  readonly friction: number;
  readonly kineticFriction: number;
  readonly stictionSpeed: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly strain: number;
  readonly viscosity: number;
  readonly length: "slip" | "point";
  readonly tangent: "exact" | "thesis";
}

/** Bristles shorter than this have no direction, m. */
const SHORT_BRISTLE = 1e-12;

/** Workspace: the contact, r, ṙ, T r, F_stic, F_slide, and the numbers that its derivatives need. */
interface BristleWork {
  readonly at: Float64Array;
  readonly bristle: Float64Array;
  readonly rate: Float64Array;
  readonly tangential: Float64Array;
  readonly stick: Float64Array;
  readonly slide: Float64Array;
  /** s² = ‖r‖² and φ = f/s, of a bristle by point; ‖T r‖. */
  square: number;
  phi: number;
  length: number;
  /** μ_s */
  friction: number;
  /** Sign of the saturated force along r. */
  sign: number;
  /** Size of the force without limit, N. */
  free: number;
  /** κ and 1 − κ. */
  sticking: number;
  sliding: number;
}

const work: BristleWork = {
  at: createSlip(),
  bristle: new Float64Array(3),
  rate: new Float64Array(3),
  tangential: new Float64Array(3),
  stick: new Float64Array(3),
  slide: new Float64Array(3),
  square: 0,
  phi: 0,
  length: 0,
  friction: 0,
  sign: 0,
  free: 0,
  sticking: 0,
  sliding: 0,
};

/** Bristle and its force for contact i; returns whether the bristle is at its limit. */
function findStiction(q: BristleParams, batch: FrictionBatch, i: number, stride: number, w: BristleWork): boolean {
  const { at } = w;
  const slip = q.length === "slip";
  const travel = slip ? batch.slip : batch.travel;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    w.bristle[c] = batch.state[stride * i + c] + travel[3 * i + c];
    along += w.bristle[c] * at[c];
  }
  for (let c = 0; c < 3; c++) {
    w.tangential[c] = w.bristle[c] - along * at[c];
    w.slide[c] =
      at[SLIP.speed] < REST ? 0 : (-q.kineticFriction * at[SLIP.load] * at[SLIP.velocity + c]) / at[SLIP.speed];
  }
  w.friction =
    stride === 4 ? q.kineticFriction + (q.friction - q.kineticFriction) * batch.state[4 * i + 3] : q.friction;
  return slip ? findBySlip(q, w) : findByPoint(q, batch, i, w);
}

/** F_stic = −k r − c v_t, at the limit μ_s N along that. A bristle of slip lies in the tangent plane. Writes: w. */
function findBySlip(q: BristleParams, w: BristleWork): boolean {
  const { at } = w;
  let force = 0;
  for (let c = 0; c < 3; c++) {
    w.bristle[c] = w.tangential[c];
    w.stick[c] = -q.stiffness * w.bristle[c] - q.damping * at[SLIP.velocity + c];
    force += w.stick[c] * w.stick[c];
  }
  w.free = Math.sqrt(force);
  const limit = w.friction * at[SLIP.load];
  if (w.free <= limit) return false;
  for (let c = 0; c < 3; c++) w.stick[c] *= limit / w.free;
  return true;
}

/** φ = −k − c (r·ṙ)/s²,   F_stic = φ T r,   at the limit ± μ_s N T r/‖T r‖ [Luaces2013] (3.11)–(3.14). Writes: w. */
function findByPoint(q: BristleParams, batch: FrictionBatch, i: number, w: BristleWork): boolean {
  const { at } = w;
  let dot = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    w.rate[c] = batch.velocity[3 * i + c];
    dot += w.bristle[c] * w.rate[c];
    square += w.bristle[c] * w.bristle[c];
  }
  w.square = square;
  const short = square < SHORT_BRISTLE * SHORT_BRISTLE;
  w.phi = short ? -q.stiffness : -q.stiffness - (q.damping * dot) / square;
  let length = 0;
  let force = 0;
  for (let c = 0; c < 3; c++) {
    length += w.tangential[c] * w.tangential[c];
    // without a direction the bristle is damped in every direction: the limit of r → 0 along ṙ
    w.stick[c] = w.phi * w.tangential[c] - (short ? q.damping * at[SLIP.velocity + c] : 0);
    force += w.stick[c] * w.stick[c];
  }
  w.length = Math.sqrt(length);
  const limit = w.friction * at[SLIP.load];
  if (force <= limit * limit) return false;
  // a bristle without tangential length is saturated by its damping alone: against the slip
  w.sign = short || w.length < SHORT_BRISTLE ? 0 : w.phi < 0 ? -1 : 1;
  for (let c = 0; c < 3; c++) {
    w.stick[c] =
      w.sign === 0
        ? at[SLIP.speed] < REST
          ? 0
          : (-limit * at[SLIP.velocity + c]) / at[SLIP.speed]
        : (w.sign * limit * w.tangential[c]) / w.length;
  }
  return true;
}

/** Force and derivatives, `stride` numbers of history per contact; with 4, the fourth is the dwell state. */
export function evaluateBristle(
  q: BristleParams,
  batch: FrictionBatch,
  out: FrictionOutput,
  start: number,
  end: number,
  stride: number,
): void {
  const w = work;
  const { at } = w;
  for (let i = start; i < end; i++) {
    clearOutput(out, i);
    if (!loadContact(batch, i, at)) continue;
    const saturated = findStiction(q, batch, i, stride, w);
    const sliding = slidingShare(at, q.stictionSpeed);
    const kappa = 1 - sliding;
    w.sticking = kappa;
    w.sliding = sliding;
    for (let c = 0; c < 3; c++) {
      out.force[3 * i + c] = kappa * w.stick[c] + sliding * w.slide[c] - q.viscosity * at[SLIP.velocity + c];
    }
    if (saturated && q.tangent === "thesis") {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) out.damping[9 * i + 3 * r + c] = q.viscosity * ((r === c ? 1 : 0) - at[r] * at[c]);
      }
      continue;
    }
    addDerivatives(q, out, i, saturated, w);
  }
}

/**
 * Derivatives of what both kinds of bristle have in common: sliding, blend, viscosity and pressure; then those of the
 * bristle itself.
 */
function addDerivatives(q: BristleParams, out: FrictionOutput, i: number, saturated: boolean, w: BristleWork): void {
  const { at } = w;
  const speed = at[SLIP.speed];
  const kappa = w.sticking;
  const sliding = w.sliding;
  const steep = (2 * kappa) / (q.stictionSpeed * q.stictionSpeed);
  for (let r = 0; r < 3; r++) {
    // ∂F/∂N at fixed motion
    at[SLIP.forcePerLoad + r] = (sliding * w.slide[r] + (saturated ? kappa * w.stick[r] : 0)) / at[SLIP.load];
    for (let c = 0; c < 3; c++) {
      const unit = (r === c ? 1 : 0) - at[r] * at[c];
      let damping = q.viscosity * unit + steep * (w.stick[r] - w.slide[r]) * at[SLIP.velocity + c];
      if (speed >= REST) {
        const across = unit - (at[SLIP.velocity + r] * at[SLIP.velocity + c]) / (speed * speed);
        damping += ((sliding * q.kineticFriction * at[SLIP.load]) / speed) * across;
      }
      out.stiffness[9 * i + 3 * r + c] = 0;
      out.damping[9 * i + 3 * r + c] = damping;
    }
  }
  if (q.length === "slip") addSlipDerivatives(q, out, i, saturated, w);
  else addPointDerivatives(q, out, i, saturated, w);
  addPressureTerms(out, i, at);
}

/** K = κ k T and C = κ c T; at the limit, with the unit vector f of the force, both times (μ_s N/‖F‖)(T − f fᵀ). */
function addSlipDerivatives(
  q: BristleParams,
  out: FrictionOutput,
  i: number,
  saturated: boolean,
  w: BristleWork,
): void {
  const { at } = w;
  const kappa = w.sticking;
  const limit = w.friction * at[SLIP.load];
  const share = kappa * (saturated ? limit / w.free : 1);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let unit = (r === c ? 1 : 0) - at[r] * at[c];
      if (saturated && limit > 0) unit -= (w.stick[r] * w.stick[c]) / (limit * limit);
      out.stiffness[9 * i + 3 * r + c] += share * q.stiffness * unit;
      out.damping[9 * i + 3 * r + c] += share * q.damping * unit;
    }
  }
}

/** [Luaces2013] (3.16)–(3.20) with the terms that the source leaves out, and the same for a saturated bristle. */
function addPointDerivatives(
  q: BristleParams,
  out: FrictionOutput,
  i: number,
  saturated: boolean,
  w: BristleWork,
): void {
  const { at } = w;
  const kappa = w.sticking;
  const speed = at[SLIP.speed];
  const square = w.square;
  const short = square < SHORT_BRISTLE * SHORT_BRISTLE;
  let dot = 0;
  for (let c = 0; c < 3; c++) dot += w.bristle[c] * w.rate[c];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const k = 9 * i + 3 * r + c;
      const unit = (r === c ? 1 : 0) - at[r] * at[c];
      if (saturated) {
        if (w.sign !== 0) {
          const across = unit - (w.tangential[r] * w.tangential[c]) / (w.length * w.length);
          out.stiffness[k] += ((-kappa * w.sign * w.friction * at[SLIP.load]) / w.length) * across;
        } else if (speed >= REST) {
          // against the slip
          const across = unit - (at[SLIP.velocity + r] * at[SLIP.velocity + c]) / (speed * speed);
          out.damping[k] += ((kappa * w.friction * at[SLIP.load]) / speed) * across;
        }
      } else if (short) {
        out.stiffness[k] += kappa * q.stiffness * unit;
        out.damping[k] += kappa * q.damping * unit;
      } else {
        // K_m = −φ I + c r (ṙ/s² − 2 (r·ṙ) r/s⁴)ᵀ, of which the source keeps −c (r·ṙ) r rᵀ/s⁴
        const turn =
          q.tangent === "thesis"
            ? (-dot * w.bristle[c]) / (square * square)
            : w.rate[c] / square - (2 * dot * w.bristle[c]) / (square * square);
        out.stiffness[k] += kappa * (-w.phi * unit + q.damping * w.tangential[r] * turn);
        out.damping[k] += ((kappa * q.damping) / square) * w.tangential[r] * w.bristle[c];
      }
    }
  }
}

/**
 * The history of the next step: a saturated bristle is set down again with the share η of its strain, against its
 * force,
 *
 *   r ← −η F_stic/k,   or by point  r ← η (μ_s N/k) v_t/‖v_t‖  (3.15)
 *
 * otherwise it is as long as it has become. Open contacts forget. On one line both are the same; in the plane the
 * second jumps to the direction of the slip, which is a lateral damping of μ_s N/‖v_t‖, more than explicit steps bear
 * when a body comes to rest.
 */
export function commitBristle(
  q: BristleParams,
  batch: FrictionBatch,
  start: number,
  end: number,
  stride: number,
): void {
  const w = work;
  const { at } = w;
  for (let i = start; i < end; i++) {
    const o = stride * i;
    if (!loadContact(batch, i, at)) {
      for (let c = 0; c < stride; c++) batch.state[o + c] = 0;
      continue;
    }
    const saturated = findStiction(q, batch, i, stride, w);
    const length = (q.strain * w.friction * at[SLIP.load]) / q.stiffness;
    for (let c = 0; c < 3; c++) {
      if (saturated && q.length === "slip") batch.state[o + c] = (-q.strain * w.stick[c]) / q.stiffness;
      else
        batch.state[o + c] =
          saturated && at[SLIP.speed] >= REST ? (length * at[SLIP.velocity + c]) / at[SLIP.speed] : w.bristle[c];
    }
  }
}

/** Dwell state s towards κ: s ← κ + (s − κ) exp(−h/τ), τ the dwell time while it grows and c/k while it falls. */
export function commitDwell(
  q: BristleParams,
  dwellTime: number,
  batch: FrictionBatch,
  start: number,
  end: number,
): void {
  const { at } = work;
  for (let i = start; i < end; i++) {
    if (!loadContact(batch, i, at)) continue;
    const kappa = 1 - slidingShare(at, q.stictionSpeed);
    const s = batch.state[4 * i + 3];
    const tau = kappa >= s ? dwellTime : q.damping / q.stiffness;
    at[SLIP.work] = tau > 0 ? -batch.timestep / tau : Number.NEGATIVE_INFINITY;
    expAt(at, SLIP.work);
    batch.state[4 * i + 3] = kappa + (s - kappa) * at[SLIP.work];
  }
}

/** A mass on a plane, for `estimateBristle`. */
export interface BristleEstimate {
  /** kg */
  readonly mass: number;
  readonly friction: number;
  /** h, s */
  readonly timestep: number;
  /** m/s² */
  readonly gravity?: number;
  /** N: steps in which stiction stops the mass; fewer than 5 give numerical trouble. */
  readonly steps?: number;
}

/** v_s = N μ g h, k = m/(Nh)², c = 2√(km): bristle for a mass and a step, [Luaces2013, §3.3.1]. */
export function estimateBristle({ mass, friction, timestep, gravity = 9.81, steps = 5 }: BristleEstimate): {
  stictionSpeed: number;
  stiffness: number;
  damping: number;
} {
  const time = steps * timestep;
  const stiffness = mass / (time * time);
  return { stictionSpeed: friction * gravity * time, stiffness, damping: 2 * Math.sqrt(stiffness * mass) };
}
