import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { mechanismSensor } from "../../sensors/mechanism.js";
import { evaluateGeneralisedForces } from "./evaluate.js";
import { BALANCE, type LagrangianFields, NUMBER } from "./fields.js";
import { gatherSoftRows, writeSpringRows } from "./soft-rows.js";
import { solveAccelerations } from "./start.js";
import type { LagrangianState } from "./state.js";

/**
 * Where energy goes: work of guides and what dampers take, each integrated by the trapezoidal rule,
 *
 *   W = ∫ (Φ_qᵀ λ)_s ṡ dt over guided coordinates s,   D = ∫ Σ c (g · q̇)² dt over rows of springs and dampers
 *
 * so that kinetic + potential energy − W + D stays what it was, but for the error of the integrator and wrenches from outside.
 * Reads: state, jacobian. Writes: balance, bodyForce, work arrays.
 */
export function balanceEnergy(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): void {
  const { balance } = fields;
  const half = 0.5 * state.numbers[NUMBER.step];
  balance[BALANCE.guideWork] += half * balance[BALANCE.guidePower];
  balance[BALANCE.dissipated] += half * balance[BALANCE.dissipatedPower];
  notePowers(model, data, state, fields);
  balance[BALANCE.guideWork] += half * balance[BALANCE.guidePower];
  balance[BALANCE.dissipated] += half * balance[BALANCE.dissipatedPower];
}

/** Passes of the multipliers that go with the present state. */
const PASSES = 4;

/**
 * Powers of guides and dampers as things are. Multipliers of Newton's method lag by the order of h; those of the accelerations that
 * constraints and forces allow do not. Writes: balance (powers), bodyForce, work arrays.
 */
export function notePowers(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): void {
  const { natural, guides, soft, jacobian, work, velocityRow } = state;
  const { rowStart, column, rows } = natural.constraints;
  const { balance, coordinate, velocity, acceleration, multiplier } = fields;

  let power = 0;
  if (guides.length > 0) {
    evaluateGeneralisedForces(model, data, state, velocity);
    work.set(acceleration);
    velocityRow.set(multiplier);
    solveAccelerations(state, coordinate, velocity, work, velocityRow, PASSES);
  }
  for (let k = 0; k < guides.length; k++) {
    const { offset } = guides[k];
    for (let r = 0; r < rows; r++)
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++)
        if (column[e] === offset) power += jacobian[e] * velocityRow[r] * velocity[offset];
  }
  balance[BALANCE.guidePower] = power;

  let lost = 0;
  if (soft.rows > 0) {
    writeSpringRows(model, data, soft);
    gatherSoftRows(natural, soft, state.value);
    for (let r = 0; r < soft.rows; r++) {
      let speed = 0;
      for (let e = soft.rowStart[r]; e < soft.rowStart[r + 1]; e++) speed += soft.entries[e] * velocity[soft.column[e]];
      lost += soft.damping[r] * speed * speed;
    }
  }
  balance[BALANCE.dissipatedPower] = lost;
}

/** True when the scene reads work or dissipation. */
export function wantsBalance(model: Model): boolean {
  const sensors: Model["sensors"] | undefined = model.sensors;
  const known = mechanismSensor.quantities(model, 0);
  return (sensors?.reads ?? []).some(({ quantity }) => quantity === known.guideWork || quantity === known.dissipated);
}
