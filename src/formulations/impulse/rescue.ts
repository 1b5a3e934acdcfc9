import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { SIZE } from "../../solvers/body-cholesky.js";
import { isUnsolved, measureDirect, NONE, reportUnsolved } from "./cone-residual.js";
import { VALUE, VALUE_SIZE } from "./direct-system.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import {
  addImpactTo,
  GROUP,
  GROUP_SIZE,
  IMPACT,
  IMPACT_OF,
  IMPACT_PLACE_SIZE,
  IMPACT_SIZE,
  type ImpactSystem,
  WORK,
} from "./impact-rows.js";
import { LEAST_PART, relax } from "./impact-solve.js";
import { gatherLimits, measurePoint, openGroup, openNormal } from "./impacts.js";
import {
  answerImpulses,
  findMechanisms,
  holdMechanism,
  type Mechanisms,
  mechanismOf,
  startMechanisms,
} from "./mechanisms.js";
import { stepToSolution } from "./rescue-newton.js";
import type { ImpulseState } from "./state.js";

/** Most sweeps over an island with changes of one size. */
const SWEEPS = 200;

/**
 * Newton's method is asked for this residual of every row, m/s: a row of a mechanism is softer than its contact by
 * itself, by whose stiffness the residual is judged in the end, and its last step squares what is left.
 */
const ENOUGH = 1e-9;

/**
 * Islands whose contacts Newton's method has not solved to their tolerance are solved by a second method; what that
 * does not solve either is reported. Writes: bodyVel, impulses of contacts and joints, status.
 */
export function checkDirect(model: Model, data: Data, state: ImpulseState, h: number): void {
  measureDirect(data, state, h);
  let any = false;
  for (let root = 0; root < model.nb; root++) {
    if (!isUnsolved(state, root)) continue;
    rescue(model, data, state, root, h);
    any = true;
  }
  if (!any) return;
  measureDirect(data, state, h);
  reportUnsolved(data, state);
}

/**
 * The second method: sweeps over the contacts of an island, one patch after the other, from the impulses as they are,
 * and where these converge too slowly Newton's method with all rows at once (`rescue-newton.ts`). Joints answer every
 * change of an impulse at once, so the effective masses are those of the mechanisms. Loads that grow without end while
 * something slides do so here, too, until it jams; no bounds of friction must be guessed. Springs, joint friction and
 * bounded drives keep the impulses that they have. Where neither comes nearer, velocities stay as they were. Reads:
 * joint rows. Writes: bodyVel, impulses.
 */
function rescue(model: Model, data: Data, state: ImpulseState, root: number, h: number): void {
  const { impacts: system, direct, settings } = state;
  const { mechanisms: m, before, work } = system;
  if (model.joints.count > 0 && !settings.directJoints) return;
  m.clusters = 0;
  if (model.joints.count > 0) {
    findMechanisms(m, model, data);
    startMechanisms(m);
    for (let c = 0; c < m.clusters; c++) {
      if (!isOfIsland(data, m, c, root)) continue;
      holdMechanism(m, model, data, c);
      addAnswers(model, m, c, direct.value);
    }
  }
  before.set(data.bodyVel);
  gather(model, data, state, root, h);
  work[WORK.fastest] = Math.max(state.scale[root], state.miss[root]);
  let left = Number.POSITIVE_INFINITY;
  for (let part = 1; part >= LEAST_PART && left > NONE; part *= 0.5) {
    relax(system, data, true, true, SWEEPS, part);
    left = work[WORK.worst] <= ENOUGH ? 0 : stepToSolution(system, state.rescue, data, ENOUGH);
  }
  // not a number, where an impulse is not finite
  let poison = 0;
  for (let r = 0; r < system.rows; r++) poison += 0 * system.value[IMPACT_SIZE * r + IMPACT.impulse];
  if (!(left < state.miss[root]) || poison !== 0) {
    data.bodyVel.set(before);
    return;
  }
  for (let c = 0; c < m.clusters; c++) if (isOfIsland(data, m, c, root)) keepJoints(model, data, state, c);
  keepContacts(data, system);
}

function isOfIsland(data: Data, m: Mechanisms, c: number, root: number): boolean {
  return impulseFields(data).island[m.bodyOf[m.member[m.memberStart[c]]]] === root;
}

/**
 * Rows of the contacts of an island and of the limits of its joints, with the impulses as they are, which `speed` keeps
 * as well. Writes: rows, groups.
 */
function gather(model: Model, data: Data, state: ImpulseState, root: number, h: number): void {
  const { impacts: system, direct } = state;
  const f = impulseFields(data);
  const { island, patchBody, patchRow, pointRow } = f;
  system.rows = system.groups = system.responses = 0;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.direct) continue;
    if (Math.max(island[patchBody[2 * k]], island[patchBody[2 * k + 1]]) !== root) continue;
    const normal = system.rows;
    const rebound = f.patchTimed[k] === 1 ? -state.settings.restitutionSpeed : Number.NEGATIVE_INFINITY;
    const first = data.patchPoint[2 * k];
    for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
      const r = openNormal(system, model, data, k, i);
      measurePoint(data, f, system.work, k, i);
      const speed = system.work[WORK.speed];
      const gap = patchRow[PATCH_SIZE * k + PATCH.rolls] === 1 ? 0 : system.work[WORK.gap];
      const rebounds = gap > 0 && speed < rebound && pointRow[POINT_SIZE * i + POINT.impulse] === 0;
      // what rebounds meets the surface in the next sub-step, at its full speed
      system.value[IMPACT_SIZE * r + IMPACT.aim] = rebounds ? 2 * speed : -Math.max(0, gap) / h;
      start(system, r, pointRow[POINT_SIZE * i + POINT.impulse]);
    }
    const friction = system.rows;
    openGroup(system, model, data, k, normal);
    for (let r = friction; r < system.rows; r++)
      start(system, r, patchRow[PATCH_SIZE * k + PATCH.friction + r - friction]);
  }
  if (system.mechanisms.clusters === 0) return;
  const limits = system.rows;
  gatherLimits(model, data, system, h);
  for (let r = limits; r < system.rows; r++)
    start(system, r, direct.value[VALUE_SIZE * system.place[IMPACT_PLACE_SIZE * r + IMPACT_OF] + VALUE.impulse]);
}

function start(system: ImpactSystem, r: number, impulse: number): void {
  system.value[IMPACT_SIZE * r + IMPACT.impulse] = system.value[IMPACT_SIZE * r + IMPACT.speed] = impulse;
}

/** Hands the impulses of contacts back to their rows. Writes: pointRow, patchRow. */
function keepContacts(data: Data, system: ImpactSystem): void {
  const { pointRow, patchRow } = impulseFields(data);
  const { group, value, place } = system;
  for (let g = 0; g < system.groups; g++) {
    const o = GROUP_SIZE * g;
    const patch = group[o + GROUP.patch];
    if (patch < 0) continue;
    const first = group[o + GROUP.normal];
    for (let r = first; r < first + group[o + GROUP.normals]; r++) {
      const i = place[IMPACT_PLACE_SIZE * r + IMPACT_OF];
      pointRow[POINT_SIZE * i + POINT.impulse] = value[IMPACT_SIZE * r + IMPACT.impulse];
    }
    const rubs = group[o + GROUP.friction];
    for (let t = 0; t < group[o + GROUP.frictions]; t++)
      patchRow[PATCH_SIZE * patch + PATCH.friction + t] = value[IMPACT_SIZE * (rubs + t) + IMPACT.impulse];
    patchRow[PATCH_SIZE * patch + PATCH.slips] = group[o + GROUP.slips];
  }
}

/** Adds what the joints of mechanism c have answered, and the impulses of their limits. Writes: impulses of joints. */
function keepJoints(model: Model, data: Data, state: ImpulseState, c: number): void {
  const { impacts: system, direct } = state;
  const { mechanisms: m, value, place } = system;
  for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++)
    m.x.fill(0, SIZE * m.member[n], SIZE * m.member[n] + SIZE);
  for (let r = 0; r < system.rows; r++) {
    const change = value[IMPACT_SIZE * r + IMPACT.impulse] - value[IMPACT_SIZE * r + IMPACT.speed];
    if (change !== 0) addImpactTo(system, r, c, m.x, change);
  }
  answerImpulses(m, model, data, c);
  addAnswers(model, m, c, direct.value);
  for (let g = 0; g < system.groups; g++) {
    if (system.group[GROUP_SIZE * g + GROUP.patch] >= 0) continue;
    const first = system.group[GROUP_SIZE * g + GROUP.normal];
    for (let r = first; r < first + system.group[GROUP_SIZE * g + GROUP.normals]; r++) {
      if (mechanismOf(m, place[IMPACT_PLACE_SIZE * r + 1]) !== c && mechanismOf(m, place[IMPACT_PLACE_SIZE * r]) !== c)
        continue;
      const row = place[IMPACT_PLACE_SIZE * r + IMPACT_OF];
      direct.value[VALUE_SIZE * row + VALUE.impulse] = value[IMPACT_SIZE * r + IMPACT.impulse];
    }
  }
}

/** Adds the answers of the joints of mechanism c to their impulses. */
function addAnswers(model: Model, m: Mechanisms, c: number, value: Float64Array): void {
  const { rowStart } = model.systems.joints;
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    const i = m.joint[at];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) value[VALUE_SIZE * r + VALUE.impulse] += m.answer[r];
  }
}
