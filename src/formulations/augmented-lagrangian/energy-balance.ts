import type { Data } from "../../data/data.js";
import type { ForceKind } from "../../forces/force.js";
import { frictionOf } from "../../joints/coordinate.js";
import { ROW } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { evaluateGeneralisedForces } from "./evaluate.js";
import { BALANCE, type LagrangianFields, NUMBER } from "./fields.js";
import { MECHANISM_QUANTITIES } from "./quantities.js";
import { gatherSoftRows, type SoftRows, writeSpringRows } from "./soft-rows.js";
import { solveAccelerations } from "./start.js";
import type { LagrangianState } from "./state.js";

/**
 * Where energy goes: work of guides, what dampers take, and work of given wrenches and efforts, each integrated by the
 * trapezoidal rule,
 *
 *   W = ∫ (Φ_qᵀ λ)_s ṡ dt over guided coordinates s,   D = ∫ Σ c (g · q̇)² dt over rows of springs and dampers,
 *   O = ∫ Σ w · V dt
 *
 * so that kinetic + potential energy − W − O + D stays what it was, but for the error of the integrator. A wrench that
 * jumps between two steps counts as if it rose in between. Not counted is what kinematic bodies and moving targets of
 * springs do. Reads: state, jacobian. Writes: balance, bodyForce, work arrays.
 */
export function balanceEnergy(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): void {
  const { balance } = fields;
  const half = 0.5 * state.numbers[NUMBER.step];
  balance[BALANCE.guideWork] += half * balance[BALANCE.guidePower];
  balance[BALANCE.dissipated] += half * balance[BALANCE.dissipatedPower];
  balance[BALANCE.outsideWork] += half * balance[BALANCE.outsidePower];
  notePowers(model, data, state, fields);
  balance[BALANCE.guideWork] += half * balance[BALANCE.guidePower];
  balance[BALANCE.dissipated] += half * balance[BALANCE.dissipatedPower];
  balance[BALANCE.outsideWork] += half * balance[BALANCE.outsidePower];
}

/** Passes of the multipliers that go with the present state. */
const PASSES = 4;

/**
 * Powers of guides and dampers as things are. Multipliers of Newton's method lag by the order of h; those of the
 * accelerations that constraints and forces allow do not. Writes: balance (powers), bodyForce, work arrays.
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
  noteOutside(model, data, soft, fields);
}

/**
 * Power of wrenches that are inputs of bodies or forces of kind `wrench`, and of drives by effort or with a bounded
 * one; friction of joints takes energy as dampers do. Writes: outsidePower, dissipatedPower, bodyForce.
 */
function noteOutside(model: Model, data: Data, soft: SoftRows, { balance }: LagrangianFields): void {
  const { bodyForce, bodyVel, input } = data;
  bodyForce.fill(0);
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    if (table.kind.name === "wrench") (table.kind as ForceKind).evaluate(model, data, table);
  }
  let power = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    for (let c = 0; c < 6; c++) power += (input[6 * b + c] + bodyForce[6 * b + c]) * bodyVel[6 * b + c];
  }
  const { rowKind, rowJacobian, rowBounds, rowEffort, rowSpeed } = data.items.joints;
  let lost = 0;
  for (let k = 0; k < soft.joints.length; k++) {
    const i = soft.joints[k];
    const a = 6 * model.joints.bodyA[i];
    const b = 6 * model.joints.bodyB[i];
    const { rowStart } = model.systems.joints;
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      const isEffort = rowBounds[2 * r] === rowBounds[2 * r + 1];
      if (rowKind[r] !== ROW.drive || !(isEffort || soft.bounded[soft.rowOf[r]] === 1)) continue;
      let speed = 0;
      for (let c = 0; c < 6; c++)
        speed += rowJacobian[12 * r + c] * bodyVel[a + c] + rowJacobian[12 * r + 6 + c] * bodyVel[b + c];
      if (isEffort) power += rowBounds[2 * r] * speed;
      else if (rowSpeed[r] === 0 && rowBounds[2 * r + 1] === frictionOf(model, data, i)) lost -= rowEffort[r] * speed;
      else power += rowEffort[r] * speed;
    }
  }
  balance[BALANCE.outsidePower] = power;
  balance[BALANCE.dissipatedPower] += lost;
}

/** True when the scene reads work or dissipation. */
export function wantsBalance(model: Model): boolean {
  const sensors: Model["sensors"] | undefined = model.sensors;
  const { guideWork, dissipated, outsideWork } = MECHANISM_QUANTITIES;
  const wanted: readonly unknown[] = [guideWork, dissipated, outsideWork];
  return (sensors?.reads ?? []).some(({ quantity }) => wanted.includes(quantity));
}
