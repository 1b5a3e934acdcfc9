import { reportImpacts } from "../collision/continuous/sweep.js";
import { detectContacts } from "../collision/detect.js";
import { CONSTRAINT, CONTACT, CONTACT_SIZE } from "../contact/complementarity/contact-set.js";
import { noteStartOverlap } from "../contact/start-overlap.js";
import { isLate } from "../data/budget.js";
import type { Data } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { supplyDrives } from "../joints/drive-work.js";
import { updateJoints, writeJointLoads } from "../joints/system.js";
import type { Model } from "../model/model.js";
import { findBounces } from "./complementarity/bounce.js";
import { COMPLEMENTARITY_FIELDS, complementarityFields, STATISTIC } from "./complementarity/complementarity-fields.js";
import { COMPLEMENTARITY_PARAMS } from "./complementarity/complementarity-settings.js";
import {
  type ComplementarityState,
  complementarityStateOf,
  complementaritySystem,
} from "./complementarity/complementarity-state.js";
import { keepImpulses, keepLoads } from "./complementarity/contact-impulses.js";
import { addContactRows } from "./complementarity/contact-rows.js";
import { findContacts } from "./complementarity/find-contacts.js";
import { beginImplicit, bendGaps } from "./complementarity/implicit.js";
import { correctJoints } from "./complementarity/joint-correction.js";
import { closeJointsAtEnd } from "./complementarity/joint-rounds.js";
import { addJointRows, springShift } from "./complementarity/joint-rows.js";
import { applyImpulses, freeVelocities, moveBodies } from "./complementarity/motion.js";
import { addCompression, addReturns, findReturns } from "./complementarity/poisson.js";
import { COMPLEMENTARITY_QUANTITIES } from "./complementarity/quantities.js";
import { reportImpulses } from "./complementarity/report-impulses.js";
import { clearRows } from "./complementarity/rows.js";
import { springEnergy } from "./complementarity/schemes/penalty.js";
import { assemble, reportUnsolved, solveStep } from "./complementarity/solve-step.js";
import { findInside } from "./complementarity/start-inside.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";

/**
 * Complementarity time-stepping [Stewart1996]: forces → potential contacts → one problem for all impulses of the step →
 * velocities → positions. Gaps are asked to be open at the end of the step, and impulses act only where they close;
 * impacts follow Newton's law of restitution, or Poisson's. Which gaps are asked for is the contact model's business
 * [Williams2014].
 */
export const complementarityFormulation = defineFormulation({
  name: "complementarity",
  help: "one complementarity problem per step: exact geometry of polytopes, friction, joints",
  params: COMPLEMENTARITY_PARAMS,
  fields: COMPLEMENTARITY_FIELDS,
  joints: "all",
  contacts: ["hard points"],
  systems: [complementaritySystem],
  quantities: { solver: COMPLEMENTARITY_QUANTITIES },
  advance(model, data) {
    const state = complementarityStateOf(model, data.systems.complementarityState);
    if (data.counter[COUNTER.steps] === 0) noteStartOverlap(model, data);
    if (state.epoch !== data.epoch) findInside(model, data, state);
    evaluateForces(model, data);
    freeVelocities(model, data, state);
    findContacts(model, data, state);
    findBounces(model, data, state);
    count(data, state);
    if (state.settings.implicit > 0) beginImplicit(data, state);
    state.settings.scheme.begin?.(model, data, state);
    for (let k = 0; ; k++) {
      closeJointsAtEnd(model, data, state, solveAndMove);
      if (k === state.settings.implicit || isLate(data)) break;
      bendGaps(model, data, state);
    }
    reportUnsolved(data, state);
    if (state.settings.correction) correctJoints(model, data, state);
    supplyDrives(model, data, model.options.timestep);
    updateJoints(model, data);
    state.unreported = true;
  },
  finish(model, data) {
    detectContacts(model, data);
    reportImpacts(model, data, true);
    reportImpulses(model, data, data.systems.complementarityState);
  },
  evaluateForces,
  keepsEnergy: true,
  startsByImpulses: true,
  storedEnergy: (_model, data) => springEnergy(data.systems.complementarityState),
  energyShift: (_model, data) => data.systems.complementarityState.springShift,
});

/** Rows for the gaps as they stand → problem → impulses → velocities → positions. */
function solveAndMove(model: Model, data: Data, state: ComplementarityState): void {
  const { scheme } = state.settings;
  let first = 0;
  do {
    clearRows(state.rows);
    addJointRows(model, data, state);
    addContactRows(model, data, state);
    first = assemble(model, data, state);
    solveStep(model, data, state);
  } while (scheme.again?.(model, data, state, first) && mayGoOn(data, state));
  if (state.settings.poisson && findReturns(model, data, state, first)) first = expand(model, data, state, first);
  else applyImpulses(model, data, state, first);
  keepEfforts(model, data, state, first);
  keepImpulses(model, data, state, first);
  keepLoads(model, data, state, first);
  state.springShift = springShift(model, data, state);
  if (state.settings.implicit > 0) state.rowVelocity.set(data.bodyVel);
  moveBodies(model, data, state);
}

/**
 * The second phase of Poisson's law: the problem again, from the velocities at the end of the compression and with what
 * contacts give back. z has the impulses of both phases in the end. Returns the index of the first row. Writes:
 * bodyVel, z.
 */
function expand(model: Model, data: Data, state: ComplementarityState, compressed: number): number {
  const { rows, free, freeBefore } = state;
  const count = rows.count;
  applyImpulses(model, data, state, compressed);
  freeBefore.set(free);
  free.set(data.bodyVel);
  const unsolved = state.unsolved;
  clearRows(rows);
  addJointRows(model, data, state);
  addContactRows(model, data, state);
  addReturns(model, data, state);
  const first = assemble(model, data, state);
  solveStep(model, data, state);
  state.unsolved ||= unsolved;
  applyImpulses(model, data, state, first);
  free.set(freeBefore);
  addCompression(state, first, count);
  return first;
}

/** Whether the step has work left for another solution; if not, its status says so. */
function mayGoOn(data: Data, { settings }: ComplementarityState): boolean {
  if (complementarityFields(data).statistics[STATISTIC.work] < settings.solve.budget && !isLate(data)) return true;
  raiseStatus(data, STATUS.notConverged, -1);
  return false;
}

/** What the step is about. Reads: contact set. Writes: statistics. */
function count(data: Data, { set }: ComplementarityState): void {
  const { statistics } = complementarityFields(data);
  statistics.fill(0);
  statistics[STATISTIC.contacts] = set.contacts;
  let gap = Number.POSITIVE_INFINITY;
  for (let k = 0; k < set.constraints; k++) {
    const kind = set.constraint[4 * k];
    if (kind === CONSTRAINT.unilateral) statistics[STATISTIC.unilateral]++;
    else if (kind === CONSTRAINT.inter) statistics[STATISTIC.inter]++;
    else statistics[STATISTIC.cross]++;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < set.constraint[4 * k + 2]; i++)
      most = Math.max(most, set.value[CONTACT_SIZE * set.member[set.constraint[4 * k + 1] + i] + CONTACT.gap]);
    gap = Math.min(gap, most);
  }
  statistics[STATISTIC.gap] = gap;
}

/** Efforts of joints over the step, N or N m. Reads: z. Writes: rowEffort, rowMean, jointLoad. */
function keepEfforts(model: Model, data: Data, { rows, z }: ComplementarityState, first: number): void {
  if (model.joints.count === 0) return;
  const joints = data.items.joints;
  joints.rowMean.fill(0);
  joints.rowEffort.fill(0);
  for (let r = 0; r < rows.count; r++) {
    if (rows.source[r] > -2) continue;
    const j = -2 - rows.source[r];
    joints.rowMean[j] = joints.rowEffort[j] = z[first + r] / model.options.timestep;
  }
  writeJointLoads(model, data);
}
