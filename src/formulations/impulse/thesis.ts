import { detectContacts } from "../../collision/detect.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { supplyDrives } from "../../joints/drive-work.js";
import { updateJoints, writeJointLoads, writeJointRows } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { evaluateForces } from "../evaluate-forces.js";
import { boundEnergy } from "./bound-energy.js";
import { keepLoads, startMeasuring } from "./contact-loads.js";
import { keepPointImpulses, sweepPoints, warmPoints } from "./contact-points.js";
import { prepareContacts } from "./contact-rows.js";
import { drift, prepareBodies, rememberBodiesBeforeDrift } from "./drift.js";
import { impulseFields, STATISTIC } from "./fields.js";
import { findIslands } from "./islands.js";
import { capTurning, kick } from "./kick.js";
import { measureEnergy } from "./measure-energy.js";
import { listPatches } from "./moving.js";
import { orderPatches } from "./order.js";
import { preparePointFriction } from "./point-friction.js";
import { sleepIslands, sleepOn } from "./sleep.js";
import type { ImpulseState } from "./state.js";
import { stopFastBodies } from "./stop-fast-bodies.js";
import { keepJointImpulses, prepareJointSweeps, sweepJoints, WORK, WORK_SIZE } from "./thesis-joints.js";
import { wakeIslands } from "./wake.js";
import { watchIslands } from "./watch-islands.js";

/**
 * A step of [Gribel2009, §4.3]: forces → velocities → contacts → sweeps over all rows → positions, semi-implicit Euler.
 * A fixed fraction of the position errors is fed back per step (Baumgarte). Only touching contacts are solved, and each
 * point has its own friction. In space the drift conserves the angular momentum; this replaces the gyroscopic term,
 * which the planar model of the thesis does not have.
 */
export function advanceThesis(model: Model, data: Data, state: ImpulseState): void {
  const { settings, rowWork } = state;
  const { statistics } = impulseFields(data);
  const h = model.options.timestep;
  statistics.fill(0);
  statistics[STATISTIC.substeps] = 1;
  const stale = state.epoch !== data.epoch;
  if (stale) {
    detectContacts(model, data);
    state.epoch = data.epoch;
  }
  evaluateForces(model, data);
  if (wakeIslands(model, data, state)) evaluateForces(model, data);
  if (settings.sleep && data.counter[COUNTER.active] === 0) {
    sleepOn(model, data, state, stale);
    return;
  }
  listPatches(model, data);
  startMeasuring(model, data);
  prepareBodies(model, data);
  prepareContacts(model, data, settings, model.options.timestep);
  preparePointFriction(model, data, settings);
  findIslands(model, data);
  watchIslands(model, data, state, settings);
  state.ordered = orderPatches(model, data, state, settings);

  kick(model, data, h);
  data.items.joints.ahead[0] = 1;
  writeJointRows(model, data);
  data.items.joints.ahead[0] = 0;
  measureEnergy(model, data, state, settings, h);
  prepareJointSweeps(model, data, settings, rowWork, h);
  warmPoints(data, settings);
  for (let k = 0; k < settings.iterations; k++) {
    statistics[STATISTIC.residual] = 0;
    sweepJoints(model, data, rowWork);
    sweepPoints(data, settings, h, state.ordered);
    statistics[STATISTIC.iterations]++;
  }
  keepJointImpulses(model, data, rowWork, h);
  writeJointLoads(model, data);
  keepPointImpulses(data, settings, model.planar);
  keepLoads(data, false);

  boundEnergy(model, data, state, settings, 0, rowWork, WORK.impulse, WORK_SIZE);
  capTurning(model, data, h);
  rememberBodiesBeforeDrift(data);
  drift(model, data, h);
  stopFastBodies(model, data, state);
  supplyDrives(model, data, h);
  updateJoints(model, data);
  sleepIslands(model, data, state);
}
