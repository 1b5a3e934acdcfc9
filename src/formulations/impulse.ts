import { detectContacts } from "../collision/detect.js";
import type { CollisionState } from "../collision/system.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { type JointFields, updateJoints, writeJointRows } from "../joints/system.js";
import type { Model } from "../model/model.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";
import { endContacts, startContacts, sweepFriction, sweepNormals, warmContacts } from "./impulse/contact-passes.js";
import { keepImpulses, prepareContacts } from "./impulse/contact-rows.js";
import { solveDirect } from "./impulse/direct.js";
import {
  aimAgain,
  connectBodies,
  endJoints,
  fillRows,
  keepContactImpulses,
  startJoints,
  warmJoints,
} from "./impulse/direct-rows.js";
import { drift, prepareBodies, recallVelocities, rememberBodiesBeforeDrift } from "./impulse/drift.js";
import { IMPULSE_FIELDS, impulseFields, STATISTIC } from "./impulse/fields.js";
import { dropGlancing } from "./impulse/glancing.js";
import { bounce, bounces, noteApproach } from "./impulse/impacts.js";
import { chooseDirect, findIslands } from "./impulse/islands.js";
import { capTurning, kick } from "./impulse/kick.js";
import { orderPatches } from "./impulse/order.js";
import { IMPULSE_PARAMS } from "./impulse/settings.js";
import { type ImpulseState, impulseStateOf } from "./impulse/state.js";
import { stopFastBodies } from "./impulse/stop-fast-bodies.js";
import { advanceThesis } from "./impulse/thesis.js";

/** An error of a joint's position below this needs no further correction, m or rad. */
const POSITION_TOLERANCE = 1e-10;

/**
 * Impulses: detect → rows → sub-stepped solution → positions. A sub-step of length h is velocity Verlet with constraints in both halves, as
 * in RATTLE [Andersen1983]: half the forces, impulses that make the positions at its end right, drift, the other half of the forces, impulses
 * that make the velocities right. Joints and chosen contact islands are solved directly, other contacts in sweeps over soft rows.
 */
export const impulseFormulation = defineFormulation({
  name: "impulse",
  help: "impulses on rigid bodies: joints, contacts, friction, stacks",
  params: IMPULSE_PARAMS,
  fields: IMPULSE_FIELDS,
  joints: "all",
  contacts: ["hard points"],
  advance(model, data) {
    const state = impulseStateOf(model, data.systems.impulseState as ImpulseState);
    if (state.settings.preset === "thesis") advanceThesis(model, data, state);
    else advanceInSubsteps(model, data, state);
  },
  finish(model, data) {
    detect(model, data);
  },
  evaluateForces,
});

/** Contacts, found far enough ahead for the time until they are found again. */
function detect(model: Model, data: Data): void {
  const state = data.systems.impulseState as ImpulseState;
  const { settings } = impulseStateOf(model, state);
  const { timestep } = model.options;
  (data.systems.collision as CollisionState).ahead = settings.detectEachSubstep
    ? (2 * timestep) / settings.substeps
    : timestep;
  detectContacts(model, data);
  state.epoch = data.epoch;
}

function advanceInSubsteps(model: Model, data: Data, state: ImpulseState): void {
  const { settings } = state;
  const h = model.options.timestep / settings.substeps;
  startStatistics(data, state);
  if (state.epoch !== data.epoch) detect(model, data);
  prepareRows(model, data, state);
  evaluateForces(model, data);
  for (let s = 0; s < settings.substeps; s++) {
    if (s > 0 && settings.detectEachSubstep) {
      keepImpulses(data);
      detect(model, data);
      prepareRows(model, data, state);
    }
    substep(model, data, state, h);
  }
  keepImpulses(data);
  stopFastBodies(model, data);
  updateJoints(model, data);
}

function startStatistics(data: Data, state: ImpulseState): void {
  const { statistics } = impulseFields(data);
  statistics.fill(0);
  statistics[STATISTIC.substeps] = state.settings.substeps;
  (data.items.joints as unknown as JointFields).rowMean.fill(0);
}

/** Bodies, contact rows, islands and their solvers, for contacts as they were found last. */
function prepareRows(model: Model, data: Data, state: ImpulseState): void {
  const { settings } = state;
  prepareBodies(model, data);
  prepareContacts(model, data, settings);
  dropGlancing(model, data, state);
  state.bounces = bounces(data);
  findIslands(model, data);
  chooseDirect(model, data, state, settings);
  state.ordered = orderPatches(model, data, state, settings);
  connectBodies(state.direct, model, data, settings);
}

function substep(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { settings, direct } = state;
  const patches = data.counter[COUNTER.patches];
  startContacts(data, patches);
  startJoints(direct, model);

  // first half: positions at the end of the sub-step
  writeJointRows(model, data);
  if (state.bounces) noteApproach(data, h, false);
  kick(model, data, 0.5 * h);
  if (state.bounces) {
    noteApproach(data, h, true);
    bounce(model, data, settings, h);
  }
  warmContacts(data, patches);
  warmJoints(direct, model, data, h);
  fillRows(direct, model, data, settings, h, "aim");
  const sweeps = state.ordered > 0 ? settings.iterations : 1;
  for (let i = 0; i < sweeps; i++) {
    sweepNormals(data, settings, h, true, state.ordered);
    solveDirect(direct, model, data, settings.newton);
  }
  keepContactImpulses(direct, model, data, "aim");
  capTurning(model, data, h);
  rememberBodiesBeforeDrift(data);
  drift(model, data, h);
  correctPositions(model, data, state, h);

  // second half: velocities
  evaluateForces(model, data);
  writeJointRows(model, data);
  kick(model, data, 0.5 * h);
  warmContacts(data, patches);
  warmJoints(direct, model, data, h);
  fillRows(direct, model, data, settings, h, "relax");
  for (let i = 0; i < sweeps; i++) {
    sweepNormals(data, settings, h, false, state.ordered);
    sweepFriction(data, settings, state.ordered);
    solveDirect(direct, model, data, settings.newton);
  }
  keepContactImpulses(direct, model, data, "relax");
  endContacts(data, patches);
  endJoints(direct, model, data, h);
}

/** Newton's method on the positions of the joints, with the Jacobian of the start: corrects the velocities of the drift and drifts again. */
function correctPositions(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { settings, direct } = state;
  if (model.joints.count === 0 || !settings.directJoints) return;
  for (let k = 0; k < settings.corrections; k++) {
    writeJointRows(model, data);
    recallVelocities(data, false);
    const worst = aimAgain(direct, model, data, h);
    if (worst < POSITION_TOLERANCE) {
      drift(model, data, h);
      return;
    }
    solveDirect(direct, model, data, 1);
    recallVelocities(data, true);
    drift(model, data, h);
  }
}
