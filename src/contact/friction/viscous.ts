import * as p from "../../model/params.js";
import { A, addSpeedForce, clearOutput, defineFrictionLaw, loadContact, nothingToCommit } from "../friction-law.js";

/**
 * Viscous friction.
 *
 *   F_t = −(c + b N) v_t
 *
 * c in N s/m per contact whatever the normal force, as in [Luaces2013] (3.6); b in s/m grows with it.
 */
export const viscous = defineFrictionLaw({
  name: "viscous",
  help: "proportional to the speed of slip",
  params: {
    viscosity: p.number({ unit: "N s/m", min: 0, default: 1, help: "c" }),
    perForce: p.number({ unit: "s/m", min: 0, default: 0, help: "b, per newton of normal force" }),
  },
  claims: { cone: false, opposesSlip: true, sticks: false },
  stateSize: 0,
  evaluate(params, batch, out, start, end) {
    const { viscosity, perForce } = params;
    for (let i = start; i < end; i++) {
      clearOutput(out, i);
      if (!loadContact(batch, i)) continue;
      A[0] = viscosity + perForce * batch.pressure.force[i];
      A[1] = 0;
      A[2] = perForce;
      addSpeedForce(out, i);
    }
  },
  commit: nothingToCommit,
});
