import { bristleParams, commitBristle, evaluateBristle } from "../bristle.js";
import { defineFrictionLaw } from "../friction-law.js";

/**
 * Coulomb friction with a bristle that holds.
 *
 *   F_t = κ F_stic + (1 − κ) F_slide − c_v v_t,   κ = exp(−v_t²/v_s²)
 *   F_slide = −μ_k N v_t/‖v_t‖
 *   F_stic = −k r − c v_t,   ‖F_stic‖ ≤ μ_s N
 *
 * r is the bristle, m: the slip since it was set down, in the tangent plane. At the limit it is set down again at r = η
 * (μ_s N/k) v̂, once per step. At rest κ = 1, so a load below μ_s N is carried by a bristle that does not move: no
 * creep.
 *
 * The source takes r from point to point and lets it point out of the tangent plane (`length: "point"`); a rolling body
 * is braked by that. It also damps along r only, F_stic = −(k + c (r·ṙ)/r²) r, so that a body held by its bristles
 * swings across them for ever; on one line both are the same. And it leaves out some derivatives (`tangent: "thesis"`).
 * The saturated force keeps the sign of the trial force, and a bristle without length is damped along the slip, so that
 * the force is continuous in time. Source: [Luaces2013] (3.6)–(3.22), with errata E-12; damping in the plane as in
 * [Luding2008].
 */
export const bristle = defineFrictionLaw({
  name: "bristle",
  help: "Coulomb friction with a bristle: sticks without creep",
  params: bristleParams,
  claims: { cone: true, opposesSlip: false, sticks: true },
  stateSize: 3,
  limit: ({ friction, kineticFriction }) => Math.max(friction, kineticFriction),
  evaluate(params, batch, out, start, end) {
    evaluateBristle(params, batch, out, start, end, 3);
  },
  commit(params, batch, start, end) {
    commitBristle(params, batch, start, end, 3);
  },
});
