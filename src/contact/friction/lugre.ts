import * as p from "../../model/params.js";
import {
  AT,
  addPressureTerms,
  clearOutput,
  defineFrictionLaw,
  type FrictionBatch,
  loadContact,
  slidingShare,
} from "../friction-law.js";

/** z (0–2), ż (3–5), ∂a/∂v (6–8), ∂F/∂N (9–11), a (12), 1 + ha/2 (13). */
const WORK = new Float64Array(14);
/** Friction coefficients below this count as this. */
const LEAST = 1e-9;

/** σ₀, μ_s, μ_k, v_s. */
const PAR = new Float64Array(4);

/**
 * Bristle and its rate at the end of the step by the trapezoidal rule, in which ż is linear in z:
 *
 *   z = (z₀ + (h/2)(ż₀ + v))/(1 + (h/2) a),   a = σ₀‖v‖/g(v)
 */
function solveBristle(batch: FrictionBatch, i: number): void {
  const half = batch.timestep / 2;
  const v = AT[6];
  const kappa = 1 - slidingShare(v, PAR[3]);
  // materials may have no friction: bristles then give way at once
  const g = AT[7] * Math.max(LEAST, PAR[2] + (PAR[1] - PAR[2]) * kappa);
  const slope = (-2 * AT[7] * (PAR[1] - PAR[2]) * kappa * v) / (PAR[3] * PAR[3]);
  const a = (PAR[0] * v) / g;
  const bottom = 1 + half * a;
  for (let c = 0; c < 3; c++) {
    const z = (batch.state[6 * i + c] + half * (batch.state[6 * i + 3 + c] + AT[3 + c])) / bottom;
    WORK[c] = z;
    WORK[3 + c] = AT[3 + c] - a * z;
    WORK[6 + c] = v > 0 ? (PAR[0] / g) * (1 - (v * slope) / g) * (AT[3 + c] / v) : 0;
  }
  WORK[12] = a;
  WORK[13] = bottom;
}

/**
 * LuGre friction.
 *
 *   ż = v_t − σ₀ (‖v_t‖/g(v_t)) z,   g = N (μ_k + (μ_s − μ_k) exp(−v²/v_s²))
 *   F_t = −(σ₀ z + σ₁ ż + σ₂ v_t)
 *
 * z is the mean deflection of bristles, m; σ₀ N/m, σ₁ and σ₂ N s/m. In stick it is a spring with a damper, which drifts slowly
 * under a load that varies. The step is the trapezoidal rule. History: z and ż.
 * Source: [CanudasOlssonAstromLischinsky1995].
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
    PAR[0] = s0;
    PAR[1] = params.friction;
    PAR[2] = params.kineticFriction;
    PAR[3] = params.stribeckSpeed;
    const half = batch.timestep / 2;
    for (let i = start; i < end; i++) {
      clearOutput(out, i);
      if (!loadContact(batch, i)) continue;
      solveBristle(batch, i);
      const a = WORK[12];
      const bottom = WORK[13];
      // ∂a/∂N = −a/N
      const share = (half * a) / (AT[7] * bottom);
      for (let r = 0; r < 3; r++) {
        out.force[3 * i + r] = -(s0 * WORK[r] + s1 * WORK[3 + r] + s2 * AT[3 + r]);
        WORK[9 + r] = -WORK[r] * (s0 * share + s1 * (a / AT[7] - a * share));
        for (let c = 0; c < 3; c++) {
          const unit = (r === c ? 1 : 0) - AT[r] * AT[c];
          const dz = (half / bottom) * (unit - WORK[r] * WORK[6 + c]);
          const sum = s0 * dz + s1 * (unit - WORK[r] * WORK[6 + c] - a * dz) + s2 * unit;
          out.damping[9 * i + 3 * r + c] = sum;
        }
      }
      addPressureTerms(out, i, WORK, 9);
    }
  },
  commit(params, batch, start, end) {
    PAR[0] = params.stiffness;
    PAR[1] = params.friction;
    PAR[2] = params.kineticFriction;
    PAR[3] = params.stribeckSpeed;
    for (let i = start; i < end; i++) {
      const closed = loadContact(batch, i);
      if (closed) solveBristle(batch, i);
      for (let c = 0; c < 6; c++) batch.state[6 * i + c] = closed ? WORK[c] : 0;
    }
  },
});
