import type { Data } from "../../data/data.js";
import { supplyWork } from "../../data/supply.js";
import { supplyDrives } from "../../joints/drive-work.js";
import type { Model } from "../../model/model.js";
import { lagrangianFields } from "./fields.js";
import type { LagrangianState } from "./state.js";

/**
 * Notes the work of all sources over a step, or a part of one, of length `span`, s: drives and what prescribes
 * coordinates. That of contacts is known from their loads. Reads: state, rows, forces. Writes: energyWatch.
 */
export function supplyByAll(model: Model, data: Data, state: LagrangianState, span: number): void {
  supplyDrives(model, data, span);
  if (state.watch !== null) supplyWork(data, span * guidePower(data, state));
}

/**
 * Power of everything that prescribes coordinates p, guides and kinematic bodies: they hold against inertia, forces and
 * constraints,
 *
 *   P = v_p · (M_p v̇ + (Φ_qᵀ λ)_p − Q_p),   v̇ = (v − v₀)/h
 *
 * with forces and multipliers of the last iteration, and the velocities of the beginning or the end, whichever gives
 * more, W. Reads: coordinates, multiplier, jacobian, force.
 */
function guidePower(data: Data, { natural, guidedMass, jacobian, force, v0, timestep }: LagrangianState): number {
  const { velocity: v, multiplier } = lagrangianFields(data);
  const { rows, rowStart, rowFree, column } = natural.constraints;
  let first = 0;
  let last = 0;
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r] + rowFree[r]; e < rowStart[r + 1]; e++) {
      const effort = jacobian[e] * multiplier[r];
      first += effort * v0[column[e]];
      last += effort * v[column[e]];
    }
  }
  for (let e = 0; e < guidedMass.row.length; e++) {
    const i = guidedMass.row[e];
    const j = guidedMass.column[e];
    const effort = (guidedMass.value[e] * (v[j] - v0[j])) / timestep;
    first += effort * v0[i];
    last += effort * v[i];
  }
  for (let i = natural.free; i < natural.count; i++) {
    first -= force[i] * v0[i];
    last -= force[i] * v[i];
  }
  return Math.max(first, last);
}
