import { COMPLIANT } from "../contact/contact-model.js";
import { addContactForces } from "../contact/contact-step.js";
import { runControllers } from "../controllers/run.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { ForceKind } from "../forces/force.js";
import { addGravity } from "../forces/gravity.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/**
 * Stage per evaluation: state and inputs → forces on bodies. An integrator calls it as often as it needs, a Newton
 * solver in every iteration. Controllers with `rate: evaluation` and user functions of stage "forces" run here; all
 * others run once per step.
 *
 * Reads: bodyPos, bodyQuat, bodyVel, bodyActive, input, clock. Writes: bodyForce, bodySourced, bodyGiven where contact
 * is a force, bodyVel of kinematic bodies, fields of forces.
 */
export function evaluateForces(model: Model, data: Data): void {
  clearForces(model, data);
  runControllers(model, data, 1);
  applyInputs(model, data);
  addGravity(model, data);
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    const kind = table.kind as ForceKind;
    const source = kind.energy === undefined && kind.dissipative !== true;
    if (source) addTimes(data, -1);
    kind.evaluate(model, data, table);
    if (source) addTimes(data, 1);
  }
  if (!model.formulation.kind.contacts.includes(COMPLIANT)) {
    runForceHooks(model, data);
    return;
  }
  // contact is a force, too: what is none is kept apart for sensors
  const { bodyGiven, bodyForce } = data;
  bodyGiven.set(bodyForce);
  addContactForces(model, data);
  if (data.hooks.forces.length === 0) return;
  for (let i = 0; i < bodyForce.length; i++) bodyGiven[i] -= bodyForce[i];
  runForceHooks(model, data);
  for (let i = 0; i < bodyForce.length; i++) bodyGiven[i] += bodyForce[i];
}

/**
 * No force on any body. Where nothing but gravity and inputs acts, that is on bodies that move only, there is none on
 * the others already. Writes: bodyForce, bodySourced.
 */
function clearForces(model: Model, data: Data): void {
  const { activeEpoch, atRest, bodyActive, bodyForce, bodySourced } = data;
  const others =
    model.forces.length > 0 || data.hooks.forces.length > 0 || model.formulation.kind.contacts.includes(COMPLIANT);
  if (others || atRest.forces !== activeEpoch) {
    bodyForce.fill(0);
    bodySourced.fill(0);
    atRest.forces = others ? -1 : activeEpoch;
    return;
  }
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++)
    for (let c = 6 * bodyActive[k]; c < 6 * bodyActive[k] + 6; c++) bodyForce[c] = bodySourced[c] = 0;
}

/**
 * Applied wrenches on dynamic bodies, prescribed velocities of kinematic ones. Reads: input. Writes: bodyForce,
 * bodyVel.
 */
function applyInputs(model: Model, data: Data): void {
  const { bodyActive, bodyForce, bodyVel, input } = data;
  const velocities = 6 * model.nb;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] === BODY_TYPE.dynamic) {
      for (let c = 0; c < 6; c++) bodyForce[6 * b + c] += input[6 * b + c];
    } else {
      for (let c = 0; c < 6; c++) bodyVel[6 * b + c] = input[velocities + 6 * b + c];
    }
  }
}

function runForceHooks(model: Model, data: Data): void {
  const hooks = data.hooks.forces;
  if (hooks.length === 0) return;
  addTimes(data, -1);
  for (let k = 0; k < hooks.length; k++) hooks[k](model, data);
  addTimes(data, 1);
}

/** bodySourced += times × bodyForce: −1 before a source is evaluated, 1 after it. */
function addTimes({ bodyForce, bodySourced }: Data, times: number): void {
  for (let i = 0; i < bodyForce.length; i++) bodySourced[i] += times * bodyForce[i];
}
