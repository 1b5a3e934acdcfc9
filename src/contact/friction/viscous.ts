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
      if (!loadContact(batch, i, at)) continue;
      addSpeedForce(out, i, at, viscosity + perForce * at[SLIP.load], 0, perForce);
    }
  },
  commit: nothingToCommit,
});
