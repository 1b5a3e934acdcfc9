import * as p from "../../model/params.js";
import {
  addSpeedForce,
  clearOutput,
  createSlip,
  defineFrictionLaw,
  loadContact,
  nothingToCommit,
  SLIP,
} from "../friction-law.js";

/** The contact that is evaluated. */
const at = createSlip();

/**
 * Regularised Coulomb friction.
 *
 *   F_t = −μ N v_t/√(v_t² + v_r²)
 *
 * Smooth everywhere and without memory, so under a load T < μN it creeps, at the speed v_r (T/μN)/√(1 − (T/μN)²).
 * Take `bristle` where things shall stay.
 */
export const coulomb = defineFrictionLaw({
  name: "coulomb",
  help: "regularised Coulomb friction: smooth, creeps under load",
  params: {
    friction: p.number({ unit: "1", min: 0, default: 0.5, help: "μ" }),
    speed: p.number({ unit: "m/s", above: 0, default: 1e-3, help: "v_r: at this speed, 0.71 of the full force" }),
  },
  claims: { cone: true, opposesSlip: true, sticks: false },
  stateSize: 0,
  limit: ({ friction }) => friction,
  evaluate(params, batch, out, start, end) {
    const { friction, speed } = params;
    for (let i = start; i < end; i++) {
      clearOutput(out, i);
      if (!loadContact(batch, i, at)) continue;
      const square = at[SLIP.speed] * at[SLIP.speed] + speed * speed;
      const perLoad = friction / Math.sqrt(square);
      const a = perLoad * at[SLIP.load];
      addSpeedForce(out, i, at, a, (-a * at[SLIP.speed]) / square, perLoad);
    }
  },
  commit: nothingToCommit,
});
