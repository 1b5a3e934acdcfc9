/** The bristle of [Luaces2013, §3.2], shared by the friction laws `bristle` and `dwell-time`. */
import { expAt } from "../math/elementary.js";
import * as p from "../model/params.js";
import {
  AT,
  addPressureTerms,
  BLEND,
  blend,
  clearOutput,
  type FrictionBatch,
  type FrictionOutput,
  loadContact,
  REST,
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
const SHORT = 1e-12;

/** r (0–2), ṙ (3–5), T r (6–8), F_stic (9–11), F_slide (12–14), ∂F/∂N (15–17). */
const W = new Float64Array(18);
/** s² (0), φ = f/s (1), ‖T r‖ (2), μ_s (3), sign of the saturated force along r (4), size of the force without limit (5), κ (6), 1 − κ (7). */
const S = new Float64Array(8);
const ONE = new Float64Array(1);

/** Bristle and its force for contact i; returns whether the bristle is at its limit. */
function stiction(q: BristleParams, batch: FrictionBatch, i: number, stride: number): boolean {
  const slip = q.length === "slip";
  const way = slip ? batch.slip : batch.travel;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    W[c] = batch.state[stride * i + c] + way[3 * i + c];
    along += W[c] * AT[c];
  }
  for (let c = 0; c < 3; c++) {
    W[6 + c] = W[c] - along * AT[c];
    W[12 + c] = AT[6] < REST ? 0 : (-q.kineticFriction * AT[7] * AT[3 + c]) / AT[6];
  }
  S[3] = stride === 4 ? q.kineticFriction + (q.friction - q.kineticFriction) * batch.state[4 * i + 3] : q.friction;
  return slip ? bySlip(q) : byPoint(q, batch, i);
}

/** F_stic = −k r − c v_t, at the limit μ_s N along that. A bristle of slip lies in the tangent plane. Writes: W, S. */
function bySlip(q: BristleParams): boolean {
  let force = 0;
  for (let c = 0; c < 3; c++) {
    W[c] = W[6 + c];
    W[9 + c] = -q.stiffness * W[c] - q.damping * AT[3 + c];
    force += W[9 + c] * W[9 + c];
  }
  S[5] = Math.sqrt(force);
  const limit = S[3] * AT[7];
  if (S[5] <= limit) return false;
  for (let c = 0; c < 3; c++) W[9 + c] *= limit / S[5];
  return true;
}

/** φ = −k − c (r·ṙ)/s²,   F_stic = φ T r,   at the limit ± μ_s N T r/‖T r‖ [Luaces2013] (3.11)–(3.14). Writes: W, S. */
function byPoint(q: BristleParams, batch: FrictionBatch, i: number): boolean {
  let dot = 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    W[3 + c] = batch.velocity[3 * i + c];
    dot += W[c] * W[3 + c];
    square += W[c] * W[c];
  }
  S[0] = square;
  const short = square < SHORT * SHORT;
  S[1] = short ? -q.stiffness : -q.stiffness - (q.damping * dot) / square;
  let length = 0;
  let force = 0;
  for (let c = 0; c < 3; c++) {
    length += W[6 + c] * W[6 + c];
    // without a direction of its own the bristle is damped in every direction: the limit of r → 0 along ṙ
    W[9 + c] = S[1] * W[6 + c] - (short ? q.damping * AT[3 + c] : 0);
    force += W[9 + c] * W[9 + c];
  }
  S[2] = Math.sqrt(length);
  const limit = S[3] * AT[7];
  if (force <= limit * limit) return false;
  // a bristle without tangential length is saturated by its damping alone: against the slip
  S[4] = short || S[2] < SHORT ? 0 : S[1] < 0 ? -1 : 1;
  for (let c = 0; c < 3; c++) {
    W[9 + c] = S[4] === 0 ? (AT[6] < REST ? 0 : (-limit * AT[3 + c]) / AT[6]) : (S[4] * limit * W[6 + c]) / S[2];
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
  for (let i = start; i < end; i++) {
    clearOutput(out, i);
    if (!loadContact(batch, i)) continue;
    const saturated = stiction(q, batch, i, stride);
    BLEND[0] = AT[6];
    BLEND[1] = q.stictionSpeed;
    blend();
    const sliding = BLEND[0];
    const kappa = 1 - sliding;
    S[6] = kappa;
    S[7] = sliding;
    for (let c = 0; c < 3; c++) {
      out.force[3 * i + c] = kappa * W[9 + c] + sliding * W[12 + c] - q.viscosity * AT[3 + c];
    }
    if (saturated && q.tangent === "thesis") {
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) out.damping[9 * i + 3 * r + c] = q.viscosity * ((r === c ? 1 : 0) - AT[r] * AT[c]);
      }
      continue;
    }
    addDerivatives(q, out, i, saturated);
  }
}

/** Derivatives of what both kinds of bristle have in common: sliding, blend, viscosity and pressure; then those of the bristle itself. */
function addDerivatives(q: BristleParams, out: FrictionOutput, i: number, saturated: boolean): void {
  const speed = AT[6];
  const kappa = S[6];
  const sliding = S[7];
  const steep = (2 * kappa) / (q.stictionSpeed * q.stictionSpeed);
  for (let r = 0; r < 3; r++) {
    // ∂F/∂N at fixed motion
    W[15 + r] = (sliding * W[12 + r] + (saturated ? kappa * W[9 + r] : 0)) / AT[7];
    for (let c = 0; c < 3; c++) {
      const unit = (r === c ? 1 : 0) - AT[r] * AT[c];
      let damping = q.viscosity * unit + steep * (W[9 + r] - W[12 + r]) * AT[3 + c];
      if (speed >= REST) {
        const across = unit - (AT[3 + r] * AT[3 + c]) / (speed * speed);
        damping += ((sliding * q.kineticFriction * AT[7]) / speed) * across;
      }
      out.stiffness[9 * i + 3 * r + c] = 0;
      out.damping[9 * i + 3 * r + c] = damping;
    }
  }
  if (q.length === "slip") addSlipDerivatives(q, out, i, saturated);
  else addPointDerivatives(q, out, i, saturated);
  addPressureTerms(out, i, W, 15);
}

/** K = κ k T and C = κ c T; at the limit, with the unit vector f of the force, both times (μ_s N/‖F‖)(T − f fᵀ). */
function addSlipDerivatives(q: BristleParams, out: FrictionOutput, i: number, saturated: boolean): void {
  const kappa = S[6];
  const limit = S[3] * AT[7];
  const share = kappa * (saturated ? limit / S[5] : 1);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let unit = (r === c ? 1 : 0) - AT[r] * AT[c];
      if (saturated && limit > 0) unit -= (W[9 + r] * W[9 + c]) / (limit * limit);
      out.stiffness[9 * i + 3 * r + c] += share * q.stiffness * unit;
      out.damping[9 * i + 3 * r + c] += share * q.damping * unit;
    }
  }
}

/** (3.16)–(3.20) with the corrections of the spec, and the same for a saturated bristle. */
function addPointDerivatives(q: BristleParams, out: FrictionOutput, i: number, saturated: boolean): void {
  const kappa = S[6];
  const speed = AT[6];
  const square = S[0];
  const short = square < SHORT * SHORT;
  let dot = 0;
  for (let c = 0; c < 3; c++) dot += W[c] * W[3 + c];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const k = 9 * i + 3 * r + c;
      const unit = (r === c ? 1 : 0) - AT[r] * AT[c];
      if (saturated) {
        if (S[4] !== 0) {
          const across = unit - (W[6 + r] * W[6 + c]) / (S[2] * S[2]);
          out.stiffness[k] += ((-kappa * S[4] * S[3] * AT[7]) / S[2]) * across;
        } else if (speed >= REST) {
          // against the slip
          const across = unit - (AT[3 + r] * AT[3 + c]) / (speed * speed);
          out.damping[k] += ((kappa * S[3] * AT[7]) / speed) * across;
        }
      } else if (short) {
        out.stiffness[k] += kappa * q.stiffness * unit;
        out.damping[k] += kappa * q.damping * unit;
      } else {
        // K_m = −φ I + c r (ṙ/s² − 2 (r·ṙ) r/s⁴)ᵀ, of which the source keeps −c (r·ṙ) r rᵀ/s⁴
        const turn =
          q.tangent === "thesis"
            ? (-dot * W[c]) / (square * square)
            : W[3 + c] / square - (2 * dot * W[c]) / (square * square);
        out.stiffness[k] += kappa * (-S[1] * unit + q.damping * W[6 + r] * turn);
        out.damping[k] += ((kappa * q.damping) / square) * W[6 + r] * W[c];
      }
    }
  }
}

/**
 * The history of the next step: a saturated bristle is set down again with the share η of its strain, against its force,
 *
 *   r ← −η F_stic/k,   or by point  r ← η (μ_s N/k) v_t/‖v_t‖  (3.15)
 *
 * otherwise it is as long as it has become. Open contacts forget. On one line both are the same; in the plane the second jumps to the direction of
 * the slip, which is a lateral damping of μ_s N/‖v_t‖, more than explicit steps bear when a body comes to rest.
 */
export function commitBristle(
  q: BristleParams,
  batch: FrictionBatch,
  start: number,
  end: number,
  stride: number,
): void {
  for (let i = start; i < end; i++) {
    const o = stride * i;
    if (!loadContact(batch, i)) {
      for (let c = 0; c < stride; c++) batch.state[o + c] = 0;
      continue;
    }
    const saturated = stiction(q, batch, i, stride);
    const length = (q.strain * S[3] * AT[7]) / q.stiffness;
    for (let c = 0; c < 3; c++) {
      if (saturated && q.length === "slip") batch.state[o + c] = (-q.strain * W[9 + c]) / q.stiffness;
      else batch.state[o + c] = saturated && AT[6] >= REST ? (length * AT[3 + c]) / AT[6] : W[c];
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
  for (let i = start; i < end; i++) {
    if (!loadContact(batch, i)) continue;
    BLEND[0] = AT[6];
    BLEND[1] = q.stictionSpeed;
    blend();
    const kappa = 1 - BLEND[0];
    const s = batch.state[4 * i + 3];
    const tau = kappa >= s ? dwellTime : q.damping / q.stiffness;
    ONE[0] = tau > 0 ? -batch.timestep / tau : Number.NEGATIVE_INFINITY;
    expAt(ONE, 0);
    batch.state[4 * i + 3] = kappa + (s - kappa) * ONE[0];
  }
}

/** What a mass on a plane is told by `estimateBristle`. */
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
