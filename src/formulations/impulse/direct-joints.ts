import type { Data } from "../../data/data.js";
import { type JointFields, ROW } from "../../joints/system.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import {
  type DirectSystem,
  finishRow,
  makeRoom,
  openRow,
  type Pass,
  PLACE,
  PLACE_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, impulseFields } from "./fields.js";
import { push, pushRow } from "./joint-row.js";
import type { ImpulseSettings } from "./settings.js";
import { startSpring } from "./spring-weight.js";
import { aimTreesAgain, endTrees, halveTrees, recallTrees, startTrees, warmTrees } from "./tree-joints.js";

/** The joint row of number r becomes the system's row of the same number; one that is off has bounds of zero. */
export function fillJointRow(
  system: DirectSystem,
  f: ImpulseFields,
  joints: JointFields,
  r: number,
  block: number,
  h: number,
  pass: Pass,
): void {
  const { value } = system;
  const o = VALUE_SIZE * r;
  const placed = openRow(system, joints.rowBody[2 * r], joints.rowBody[2 * r + 1], block);
  const same = takeJacobian(system, joints, r) && placed;
  const cluster = system.place[PLACE_SIZE * r + PLACE.cluster];
  if (!same && cluster >= 0) system.touched[cluster] = 1;
  const aim = pass === "aim";
  const time = (aim ? 0.5 : 1) * h;
  const error = joints.rowError[r];
  const kind = joints.rowKind[r];
  // what the joint's row has done in this sub-step is kept in `impulse` from pass to pass
  const acted = value[o + VALUE.impulse];
  value[o + VALUE.multiplier] = acted;
  value[o + VALUE.applied] = acted;
  value[o + VALUE.penalty] = 0;
  value[o + VALUE.q] = 0;
  value[o + VALUE.lower] = time * joints.rowBounds[2 * r];
  value[o + VALUE.upper] = time * joints.rowBounds[2 * r + 1];
  system.soft[r] = 0;
  if (kind === ROW.lock) {
    value[o + VALUE.lower] = Number.NEGATIVE_INFINITY;
    value[o + VALUE.upper] = Number.POSITIVE_INFINITY;
    value[o + VALUE.q] = (aim ? error / h : 0) - joints.rowSpeed[r];
  } else if (kind === ROW.limit) {
    value[o + VALUE.lower] = 0;
    value[o + VALUE.upper] = Number.POSITIVE_INFINITY;
    value[o + VALUE.q] = (error > 0 ? error / h : aim ? Math.max(error / h, -system.push) : 0) - joints.rowSpeed[r];
    value[o + VALUE.left] = Math.min(0, error + system.push * h);
  } else if (kind === ROW.drive) value[o + VALUE.q] = -joints.rowSpeed[r];
  else if (kind === ROW.spring) {
    const k = joints.rowSpring[2 * r];
    const c = joints.rowSpring[2 * r + 1];
    system.soft[r] = 1;
    if (aim) startSpring(f, joints, r, h, system.stretch);
    const weight = system.stretch[2 * r + 1];
    value[o + VALUE.penalty] = 0.5 * h * (aim ? c + weight * h * k : c);
    value[o + VALUE.q] = 0.5 * h * k * (aim ? error : (1 - weight) * system.stretch[2 * r] + weight * error);
  } else {
    value[o + VALUE.lower] = acted;
    value[o + VALUE.upper] = acted;
  }
  // a lock as it was between bodies as they were keeps its penalty
  const kept = system.lockPenalty[r];
  if (kind === ROW.lock && same && kept >= 0 && !isTurned(system, r)) {
    value[o + VALUE.penalty] = kept;
    return;
  }
  finishRow(system, f, r);
  system.lockPenalty[r] = -1;
  if (kind === ROW.lock) system.lockPenalty[r] = value[o + VALUE.penalty] > 0 ? value[o + VALUE.penalty] : -1;
}

/** A row that is not solved here, but in a tree or in sweeps: it keeps its number and impulse, and has no effect. */
export function skipJointRow(system: DirectSystem, joints: JointFields, r: number): void {
  const { value } = system;
  const o = VALUE_SIZE * r;
  openRow(system, joints.rowBody[2 * r], joints.rowBody[2 * r + 1], -1);
  const p = PLACE_SIZE * r;
  system.place[p + PLACE.nodeA] = system.place[p + PLACE.nodeB] = system.place[p + PLACE.cluster] = -1;
  system.soft[r] = 0;
  system.lockPenalty[r] = -1;
  value[o + VALUE.multiplier] = value[o + VALUE.applied] = value[o + VALUE.impulse];
  value[o + VALUE.penalty] = value[o + VALUE.weight] = value[o + VALUE.q] = 0;
  value[o + VALUE.lower] = value[o + VALUE.upper] = value[o + VALUE.impulse];
}

/**
 * Copies the Jacobian of joint row r, and returns whether it is what it was. A plane knows no turns about x and y and
 * no motion along z.
 */
function takeJacobian(system: DirectSystem, joints: JointFields, r: number): boolean {
  const { jacobian, planar } = system;
  const { rowJacobian } = joints;
  let same = true;
  for (let c = 12 * r; c < 12 * r + 12; c++) {
    const k = c % 6;
    const x = planar && (k < 2 || k === 5) ? 0 : rowJacobian[c];
    if (jacobian[c] === x) continue;
    jacobian[c] = x;
    same = false;
  }
  return same;
}

/** Whether a body of row r has turned since rows were filled before. */
function isTurned(system: DirectSystem, r: number): boolean {
  const a = system.place[PLACE_SIZE * r + PLACE.nodeA];
  const b = system.place[PLACE_SIZE * r + PLACE.nodeB];
  return (a >= 0 && system.turned[a] === 1) || (b >= 0 && system.turned[b] === 1);
}

/** Joint rows as `halveJoints` noted them. */
export function recallJoints(system: DirectSystem): void {
  recallTrees(system.trees);
  for (let r = 0; r < system.jointRows; r++) system.value[VALUE_SIZE * r + VALUE.impulse] = system.half[r];
}

/** Starts a sub-step: no joint row has acted yet. */
export function startJoints(system: DirectSystem, model: Model): void {
  const { rows } = model.systems.joints;
  makeRoom(system, rows, 0);
  startTrees(system.trees);
  for (let r = 0; r < system.jointRows; r++) system.value[VALUE_SIZE * r + VALUE.impulse] = 0;
}

/**
 * Applies half of what the joints' rows ended the sub-step before with; springs start from nothing. Writes: bodyVel.
 */
export function warmJoints(system: DirectSystem, model: Model, data: Data, h: number): void {
  const f = impulseFields(data);
  const joints = data.items.joints;
  const { apart } = system.trees;
  warmTrees(system.trees, model, data, h);
  for (let r = 0; r < system.jointRows; r++) {
    const kind = joints.rowKind[r];
    if (apart[r] === 1 || kind === ROW.off || kind === ROW.spring || joints.rowEffort[r] === 0) continue;
    push[0] = 0.5 * h * joints.rowEffort[r];
    system.value[VALUE_SIZE * r + VALUE.impulse] += push[0];
    pushRow(data.bodyVel, f, joints, r);
  }
}

/** Notes what the joints' rows have done so far in the sub-step. */
export function halveJoints(system: DirectSystem, model: Model): void {
  const { rows } = model.systems.joints;
  system.half = ensureCapacityF64(system.half, rows);
  halveTrees(system.trees);
  for (let r = 0; r < system.jointRows; r++) system.half[r] = system.value[VALUE_SIZE * r + VALUE.impulse];
}

/**
 * Ends a sub-step: efforts for the next start — twice the smaller half, as for contacts, or all of it where rows are
 * solved one by one and need it — and their mean over the step. Writes: rowEffort, rowMean.
 */
export function endJoints(system: DirectSystem, model: Model, data: Data, settings: ImpulseSettings, h: number): void {
  const joints = data.items.joints;
  const { apart } = system.trees;
  endTrees(system.trees, model, data, h);
  for (let r = 0; r < system.jointRows; r++) {
    if (apart[r] === 1) continue;
    const whole = system.value[VALUE_SIZE * r + VALUE.impulse];
    const half = system.half[r];
    const rest = whole - half;
    const less = half * rest <= 0 ? 0 : Math.abs(half) < Math.abs(rest) ? half : rest;
    joints.rowEffort[r] = (settings.directJoints ? 2 * less : whole) / h;
    joints.rowMean[r] += whole / model.options.timestep;
  }
}

/** Whether the position of a lock is off by more than a tolerance, m or rad, where the bodies are. */
export function isOff(system: DirectSystem, model: Model, data: Data, tolerance: number): boolean {
  const { rowKind, rowError } = data.items.joints;
  const { rows } = model.systems.joints;
  const { value, trees } = system;
  for (let r = 0; r < rows; r++) {
    if (rowKind[r] !== ROW.lock) continue;
    if (trees.apart[r] === 0 && value[VALUE_SIZE * r + VALUE.penalty] === 0) continue;
    // written so that what is no number counts as off
    if (!(rowError[r] <= tolerance && rowError[r] >= -tolerance)) return true;
  }
  return false;
}

/**
 * Positions after the drift, against what was aimed at: locks and limits get their error there, so that the next
 * solution takes it away. The Jacobian stays that of the start, as in SHAKE [RyckaertCiccottiBerendsen1977]. Writes: q.
 */
export function aimAgain(system: DirectSystem, model: Model, data: Data, h: number): void {
  const joints = data.items.joints;
  const { value, place, jacobian: j } = system;
  const v = data.bodyVel;
  aimTreesAgain(system.trees, model, data, h);
  for (let r = 0; r < system.jointRows; r++) {
    const kind = joints.rowKind[r];
    if (kind !== ROW.lock && kind !== ROW.limit) continue;
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.penalty] === 0) continue;
    const error = kind === ROW.limit ? joints.rowError[r] - value[o + VALUE.left] : joints.rowError[r];
    let speed = 0;
    for (let c = 0; c < 6; c++) {
      speed +=
        j[12 * r + c] * v[6 * place[PLACE_SIZE * r] + c] + j[12 * r + 6 + c] * v[6 * place[PLACE_SIZE * r + 1] + c];
    }
    value[o + VALUE.q] = error / h - speed;
  }
}
