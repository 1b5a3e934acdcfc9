import * as p from "../../model/params.js";
import { bristleParams, commitBristle, commitDwell, evaluateBristle } from "../bristle.js";
import { defineFrictionLaw } from "../friction-law.js";

/**
 * Bristle friction whose static coefficient grows while it sticks.
 *
 *   μ_s(s) = μ_k + (μ_s − μ_k) s,   ṡ = (κ − s)/τ
 *
 * with τ the dwell time while s grows and c/k, the time of the bristle, while it falls; all else as in `bristle`. A
 * force takes s at the beginning of its step, so that s adds no derivatives. History: bristle and s. Source:
 * [Gonthier2004].
 */
export const dwellTime = defineFrictionLaw({
  name: "dwell-time",
  help: "bristle whose static friction grows with the time at rest",
  params: {
    ...bristleParams,
    dwellTime: p.number({ unit: "s", above: 0, default: 1, help: "τ, in which static friction grows to 63 %" }),
  },
  claims: { cone: true, opposesSlip: false, sticks: true },
  stateSize: 4,
  limit: ({ friction, kineticFriction }) => Math.max(friction, kineticFriction),
  evaluate(params, batch, out, start, end) {
    evaluateBristle(params, batch, out, start, end, 4);
  },
  commit(params, batch, start, end) {
    commitBristle(params, batch, start, end, 4);
    commitDwell(params, params.dwellTime, batch, start, end);
  },
});
