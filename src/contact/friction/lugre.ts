import * as p from "../../model/params.js";
import {
  addPressureTerms,
  clearOutput,
  createSlip,
  defineFrictionLaw,
  type FrictionBatch,
  loadContact,
  SLIP,
  slidingShare,
} from "../friction-law.js";

/** Workspace: the contact, and z, ż, ∂a/∂v, a, 1 + ha/2. */
interface LugreWork {
  readonly at: Float64Array;
  readonly bristle: Float64Array;
  readonly rate: Float64Array;
  readonly slope: Float64Array;
  a: number;
  bottom: number;
}

const work: LugreWork = {
  at: createSlip(),
  bristle: new Float64Array(3),
  rate: new Float64Array(3),
  slope: new Float64Array(3),
  a: 0,
  bottom: 1,
};

/** Friction coefficients below this count as this. */
const LEAST_FRICTION = 1e-9;

interface LugreParams {
  readonly stiffness: number;
  readonly friction: number;
  readonly kineticFriction: number;
  readonly stribeckSpeed: number;
}

/**
 * Bristle and its rate at the end of the step by the trapezoidal rule, in which ż is linear in z:
 *
 *   z = (z₀ + (h/2)(ż₀ + v))/(1 + (h/2) a),   a = σ₀‖v‖/g(v)
 *
 * Reads: the contact. Writes: the rest of the workspace.
 */
function solveBristle(params: LugreParams, batch: FrictionBatch, i: number, w: LugreWork): void {
  const { stiffness: s0, friction, kineticFriction: kinetic, stribeckSpeed } = params;
  const { at } = w;
  const half = batch.timestep / 2;
  const v = at[SLIP.speed];
  const kappa = 1 - slidingShare(at, stribeckSpeed);
  // materials may have no friction: bristles then slip at once
  const g = at[SLIP.load] * Math.max(LEAST_FRICTION, kinetic + (friction - kinetic) * kappa);
  const slope = (-2 * at[SLIP.load] * (friction - kinetic) * kappa * v) / (stribeckSpeed * stribeckSpeed);
  const a = (s0 * v) / g;
  const bottom = 1 + half * a;
  for (let c = 0; c < 3; c++) {
    const z = (batch.state[6 * i + c] + half * (batch.state[6 * i + 3 + c] + at[SLIP.velocity + c])) / bottom;
    w.bristle[c] = z;
    w.rate[c] = at[SLIP.velocity + c] - a * z;
    w.slope[c] = v > 0 ? (s0 / g) * (1 - (v * slope) / g) * (at[SLIP.velocity + c] / v) : 0;
  }
  w.a = a;
  w.bottom = bottom;
}

/**
 * LuGre friction.
 *
 *   ż = v_t − σ₀ (‖v_t‖/g(v_t)) z,   g = N (μ_k + (μ_s − μ_k) exp(−v²/v_s²))
 *   F_t = −(σ₀ z + σ₁ ż + σ₂ v_t)
 *
 * z is the mean deflection of bristles, m; σ₀ N/m, σ₁ and σ₂ N s/m. In stick it is a spring with a damper, which drifts
 * slowly under a load that varies. The step is the trapezoidal rule. History: z and ż. Source:
 * [CanudasOlssonAstromLischinsky1995].
 */
export const lugre = defineFrictionLaw({
  name: "lugre",
  help: "mean bristle with Stribeck effect (LuGre)",
  params: {
    friction: p.number({ unit: "1", min: 0, default: 0.5, help: "μ_s, static" }),
    kineticFriction: p.number({ unit: "1", above: 0, default: 0.4, help: "μ_k" }),
    stribeckSpeed: p.number({ unit: "m/s", above: 0, default: 1e-3, help: "v_s" }),
    stiffness: p.number({ unit: "N/m", above: 0, default: 1e5, help: "σ₀ of the bristles" }),
    damping: p.number({ unit: "N s/m", min: 0, default: 300, help: "σ₁ of the bristles" }),
    viscosity: p.number({ unit: "N s/m", min: 0, default: 0, help: "σ₂" }),
  },
  claims: { cone: false, opposesSlip: false, sticks: true },
  stateSize: 6,
  limit: ({ friction, kineticFriction }) => Math.max(friction, kineticFriction),
  evaluate(params, batch, out, start, end) {
    const { stiffness: s0, damping: s1, viscosity: s2 } = params;
    const { at, bristle, rate, slope } = work;
    const half = batch.timestep / 2;
    for (let i = start; i < end; i++) {
      clearOutput(out, i);
      if (!loadContact(batch, i, at)) continue;
      solveBristle(params, batch, i, work);
      const { a, bottom } = work;
      // ∂a/∂N = −a/N
      const share = (half * a) / (at[SLIP.load] * bottom);
      for (let r = 0; r < 3; r++) {
        out.force[3 * i + r] = -(s0 * bristle[r] + s1 * rate[r] + s2 * at[SLIP.velocity + r]);
        at[SLIP.forcePerLoad + r] = -bristle[r] * (s0 * share + s1 * (a / at[SLIP.load] - a * share));
        for (let c = 0; c < 3; c++) {
          const unit = (r === c ? 1 : 0) - at[r] * at[c];
          const dz = (half / bottom) * (unit - bristle[r] * slope[c]);
          const sum = s0 * dz + s1 * (unit - bristle[r] * slope[c] - a * dz) + s2 * unit;
          out.damping[9 * i + 3 * r + c] = sum;
        }
      }
      addPressureTerms(out, i, at);
    }
  },
  commit(params, batch, start, end) {
    const { at, bristle, rate } = work;
    for (let i = start; i < end; i++) {
      const closed = loadContact(batch, i, at);
      if (closed) solveBristle(params, batch, i, work);
      for (let c = 0; c < 3; c++) {
        batch.state[6 * i + c] = closed ? bristle[c] : 0;
        batch.state[6 * i + 3 + c] = closed ? rate[c] : 0;
      }
    }
  },
});
