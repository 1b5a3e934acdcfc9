import * as p from "../../model/params.js";
import {
  addSpeedForce,
  clearOutput,
  createSlip,
  defineFrictionLaw,
  loadContact,
  nothingToCommit,
  SLIP,
  slidingShare,
} from "../friction-law.js";

/** The contact that is evaluated. */
const at = createSlip();

/**
 * Stribeck friction: the coefficient falls from static to kinetic, and viscosity takes over.
 *
 *   F_t = −μ(v) N v_t/√(v² + v_r²) − c v_t,   μ(v) = μ_k + (μ_s − μ_k) exp(−v²/v_s²)
 *
 * v_s is Stribeck's speed and v_r ≪ v_s that of the regularisation, m/s. No memory: creeps like `coulomb`.
 * Source: [ArmstrongDupontCanudas1994].
 */
export const stribeck = defineFrictionLaw({
  name: "stribeck",
  help: "falls from static to kinetic friction, then viscous",
  params: {
    friction: p.number({ unit: "1", min: 0, default: 0.5, help: "μ_s, static" }),
    kineticFriction: p.number({ unit: "1", min: 0, default: 0.4, help: "μ_k" }),
    stribeckSpeed: p.number({ unit: "m/s", above: 0, default: 0.01, help: "v_s" }),
    speed: p.number({ unit: "m/s", above: 0, default: 1e-4, help: "v_r, regularisation" }),
    viscosity: p.number({ unit: "N s/m", min: 0, default: 0, help: "c" }),
  },
  claims: { cone: true, opposesSlip: true, sticks: false },
  stateSize: 0,
  limit: ({ friction, kineticFriction }) => Math.max(friction, kineticFriction),
  evaluate(params, batch, out, start, end) {
    const { friction, kineticFriction, stribeckSpeed, speed, viscosity } = params;
    for (let i = start; i < end; i++) {
      clearOutput(out, i);
      if (!loadContact(batch, i, at)) continue;
      const v = at[SLIP.speed];
      const kappa = 1 - slidingShare(at, stribeckSpeed);
      const mu = kineticFriction + (friction - kineticFriction) * kappa;
      const slope = (-2 * (friction - kineticFriction) * kappa * v) / (stribeckSpeed * stribeckSpeed);
      const square = v * v + speed * speed;
      const w = Math.sqrt(square);
      const perLoad = mu / w;
      const steep = at[SLIP.load] * (slope / w - (mu * v) / (square * w));
      addSpeedForce(out, i, at, perLoad * at[SLIP.load] + viscosity, steep, perLoad);
    }
  },
  commit: nothingToCommit,
});
