import { runControllers } from "../controllers/run.js";
import { startBudget } from "../data/budget.js";
import type { Data } from "../data/data.js";
import type { DataSystem } from "../data/data-system.js";
import { COUNTER } from "../data/fields.js";
import { measureLoads } from "../data/measure-loads.js";
import { checkOwner } from "../data/owner.js";
import { readSensors } from "../data/read-sensors.js";
import { endForces, startForces } from "../forces/force-step.js";
import type { Formulation } from "../formulations/formulation.js";
import { checkJoints } from "../joints/open-joints.js";
import type { Model } from "../model/model.js";
import { checkFinite, rememberBodies } from "./check.js";
import { beginWatch, endWatch, watchInputs } from "./energy-watch.js";
import { checkEventRules } from "./event-rules.js";
import { runHooks } from "./hooks.js";
import { runStage } from "./profile.js";
import { wakeBodies } from "./wake-bodies.js";

/** Advances `data` by one step of `model.options.timestep`; returns the status bits of that step (0 = clean). */
export function step(model: Model, data: Data): number {
  if (data?.model !== model) checkOwner(model, data);
  data.status = 0;
  startBudget(data);
  runStage(0, begin, model, data);
  runStage(1, control, model, data);
  runStage(2, advance, model, data);
  runStage(3, check, model, data);
  runStage(4, sense, model, data);
  return data.status;
}

/**
 * Sensors where the state was changed from outside; before the first step event rules too. Reads: body state. Writes:
 * bodyBefore, slot.
 */
function begin(model: Model, data: Data): void {
  if (data.counter[COUNTER.steps] === 0) sense(model, data);
  else if (!data.sensed) refreshSensors(model, data);
  wakeBodies(model, data);
  runHooks(model, data, "begin");
  rememberBodies(model, data);
  beginWatch(model, data);
}

/** Who drives it. Reads: slot. Writes: input, fields of controllers. */
function control(model: Model, data: Data): void {
  runControllers(model, data, 0);
  runHooks(model, data, "control");
  watchInputs(model, data);
}

/** Who moves it. Reads: state, input. Writes: body state, fields of formulation and forces. */
function advance(model: Model, data: Data): void {
  startForces(model, data);
  (model.formulation.kind as Formulation).advance(model, data);
  endForces(model, data);
  data.counter[COUNTER.disturbed] = 0;
  advanceClock(model, data);
  const { systemKinds } = model;
  for (let k = 0; k < systemKinds.length; k++) (systemKinds[k] as DataSystem).advance?.(model, data);
}

/** t ← t + h, with the rounding error carried along [Kahan1965], so that a million steps of 1 ms make 1000 s. */
function advanceClock(model: Model, data: Data): void {
  const { clock, counter } = data;
  const y = model.options.timestep - clock[1];
  const t = clock[0] + y;
  clock[1] = t - clock[0] - y;
  clock[0] = t;
  counter[COUNTER.steps]++;
}

/**
 * Sets non-finite bodies aside, measures what the step did, and reports joints that gape. Reads: body state. Writes:
 * body state, bodyLoad, joint rows, status, event ring.
 */
function check(model: Model, data: Data): void {
  checkFinite(model, data);
  endWatch(model, data);
  measureLoads(model, data);
  checkJoints(model, data, (model.formulation.kind as Formulation).isClosed);
}

/** Who hears of it. Reads: state. Writes: slot, event ring. */
function sense(model: Model, data: Data): void {
  (model.formulation.kind as Formulation).finish?.(model, data);
  refreshSensors(model, data);
  checkEventRules(model, data);
  runHooks(model, data, "end");
}

/**
 * Brings `data.slot` up to date with the state, forces included where a sensor needs them. Before the first step,
 * sensors of what acts over a step read those of a step that is tried. Writes: slot, bodyForce.
 */
export function refreshSensors(model: Model, data: Data): void {
  checkOwner(model, data);
  if (data.counter[COUNTER.steps] === 0 && !data.sensed) {
    // inputs that follow the state do so from the start
    runControllers(model, data, 1);
    if (model.sensors.needsStep) model.items.firstStep?.(model, data);
  }
  if (model.sensors.needsForces) (model.formulation.kind as Formulation).evaluateForces(model, data);
  readSensors(model, data);
  data.sensed = true;
}
