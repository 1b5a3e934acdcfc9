import { guideFields } from "../../controllers/guide-fields.js";
import type { Data } from "../../data/data.js";
import { lagrangianFields } from "./fields.js";
import type { Guide } from "./guides.js";
import type { LagrangianState } from "./state.js";
import { solveTangent } from "./tangent.js";

/**
 * What the guides push with at the end of a step: nothing but the guide acts along a prescribed coordinate s, so that
 * its effort is (Φ_qᵀ λ)_s − Q_s. The trapezoidal rule takes the acceleration of a coordinate to be a₁ + (a₁ − a₀)
 * where it is a₁ throughout the step: m (a₁ − a₀) is taken off. Reads: multiplier, jacobian, force. Writes: effort and
 * mass of `guide` controllers.
 */
export function noteGuideEfforts(data: Data, state: LagrangianState): void {
  const { guides, jacobian, force, a0 } = state;
  for (let k = 0; k < guides.length; k++) {
    const { lever, entries, rows, offset } = guides[k];
    if (lever < 0) continue;
    const { effort, mass } = guideFields(data);
    const { multiplier, acceleration } = lagrangianFields(data);
    let sum = -force[offset];
    for (let e = 0; e < entries.length; e++) sum += jacobian[entries[e]] * multiplier[rows[e]];
    effort[lever] = sum;
    const jump = acceleration[offset] - a0[offset];
    if (jump === 0) continue;
    measureMass(state, guides[k], mass);
    effort[lever] -= mass[lever] * jump;
  }
}

/**
 * Mass that a guided coordinate accelerates while all others go as constraints let them: with the tangent T of the
 * step,
 *
 *   T x = −c Φ_qᵀ α Φ_s,   m = c Φ_sᵀ α (Φ_q x + Φ_s)
 *
 * which is the force of constraints per acceleration of s. Contacts are not in it. Reads: factors of the tangent,
 * jacobian. Writes: mass, rhs.
 */
function measureMass(state: LagrangianState, { entries, rows, lever }: Guide, mass: Float64Array): void {
  const { natural, jacobian, alpha, rhs, settings, timestep, tangent } = state;
  const { rowStart, rowFree, column } = natural.constraints;
  const c = (1 - settings.step.deltaF) * settings.step.beta * timestep * timestep;
  rhs.fill(0);
  for (let k = 0; k < rows.length; k++) {
    const r = rows[k];
    const weight = -c * alpha[r] * jacobian[entries[k]];
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) rhs[column[e]] += weight * jacobian[e];
  }
  solveTangent(tangent, rhs);
  let sum = 0;
  for (let k = 0; k < rows.length; k++) {
    const r = rows[k];
    let along = jacobian[entries[k]];
    for (let e = rowStart[r]; e < rowStart[r] + rowFree[r]; e++) along += jacobian[e] * rhs[column[e]];
    sum += c * alpha[r] * jacobian[entries[k]] * along;
  }
  mass[lever] = sum;
}
