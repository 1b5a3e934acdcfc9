import type { Data } from "../../data/data.js";
import { DRIVE, MEMORY } from "../../joints/coordinate.js";
import type { JointKind } from "../../joints/joint.js";
import { hasBoundedRows } from "../../joints/natural.js";
import { freshRows } from "../../joints/rows.js";
import { ROW } from "../../joints/system.js";
import type { ProblemList } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { evaluateConstraints, multiplyJacobian } from "./constraints.js";
import { placeConstraints, velocityErrors, worstError, worstRow } from "./evaluate.js";
import { evaluateForms } from "./forms.js";
import { planGuides, startGuide } from "./guides.js";
import type { Natural } from "./natural.js";
import { choosePenalties } from "./penalty-weights.js";
import { assemble, fastest, PASSES, readCoordinates, startVelocities } from "./start.js";
import { createLagrangianState, type LagrangianState } from "./state.js";

/** Scenes whose joints miss each other by no more than this part of their size are assembled without a word. */
const CLOSE = 1e-9;

/**
 * Tries the position problem on the scene as placed, and says which joint does not come together. A mechanism that is
 * merely placed inaccurately is assembled when the run starts.
 */
export function checkAssembly(model: Model, natural: Natural, problems: ProblemList): void {
  for (const { joint, plan } of natural.scalars)
    if (plan.length <= CLOSE * natural.size)
      problems.add(`joints[${joint}].length`, "a rod of no length has no direction; use a ball joint");
  checkLimits(model, natural, problems);
  if (problems.list.length > 0) return;
  const q = new Float64Array(natural.count);
  const v = q.slice();
  const a = q.slice();
  const value = new Float64Array(3 * natural.forms.count);
  const bodies = { bodyPos: model.bodyPos0, bodyQuat: model.bodyQuat0, bodyVel: model.bodyVel0 };
  const memory = new Float64Array(MEMORY * model.joints.count);
  readCoordinates(natural, bodies, memory, value, q, v, a);
  for (const { plan, joint, offset } of natural.scalars)
    if (plan.kind === "length" && model.joints.driveMode[joint] === DRIVE.none) q[offset] = plan.length;
  const start = { input: model.input0, clock: new Float64Array(1) } as Data;
  for (const guide of planGuides(model, natural)) startGuide(guide, start, q, v, a);
  if (fits(natural, value, q, v)) {
    problems.warn(...droppedVelocities(model, natural, value, v));
    return;
  }
  const state = createLagrangianState(model, natural);
  state.timestep = model.options.timestep;
  placeConstraints(state, q);
  choosePenalties(model, state);
  if (worstError(state, state.phi) > CLOSE * natural.size && !comesTogether(model, state, q, problems)) return;
  checkVelocities(model, state, v, problems);
}

/** Solves the position problem; says which joint stays open where it cannot be solved. Writes: q. */
function comesTogether(model: Model, state: LagrangianState, q: Float64Array, problems: ProblemList): boolean {
  const { natural } = state;
  const error = assemble(state, q);
  if (error <= CLOSE * natural.size) return true;
  const row = worstRow(state, state.phi);
  const { rowJoint, rowBody } = natural.constraints;
  const joint = row < 0 ? -1 : rowJoint[row] >= 0 ? rowJoint[row] : jointOfBody(model, rowBody[row]);
  const guides = guidesAround(model, state, row);
  const hint =
    guides === ""
      ? "check the places and lengths around it"
      : `check the places and lengths around it, and what the drives prescribe (${guides})`;
  problems.add(
    joint < 0 ? "joints" : `joints[${joint}]`,
    `the mechanism cannot be assembled: ${joint < 0 ? "a body" : `joint "${model.joints.names[joint]}"`} stays open by ${error.toExponential(1)} m; ${hint}`,
  );
  return false;
}

/** Velocities that the joints leave open by more than this part of the fastest contradict what drives prescribe. */
const MISSED = 1e-6;
/** Passes of the projection before that is said: near a singular position it converges slowly. */
const PATIENT = 60;
/** Given velocities that change by no more than this part are assumed to be meant as they become. */
const DROPPED = 1e-6;

/**
 * Tries the velocities at the start. Says where drives prescribe speeds that the joints do not allow, and warns where
 * the joints take something from the velocity that a body is given. Reads: value, jacobian. Writes: v.
 */
function checkVelocities(model: Model, state: LagrangianState, v: Float64Array, problems: ProblemList): void {
  const { natural } = state;
  velocityErrors(state, v);
  const speed = fastest(state, v);
  if (worstError(state, state.phiDot) <= CLOSE * speed) {
    problems.warn(...droppedVelocities(model, natural, state.value, v));
    return;
  }
  const bodies = { bodyPos: model.bodyPos0, bodyQuat: model.bodyQuat0, bodyVel: model.bodyVel0 };
  startVelocities(model, bodies, state, v, PASSES);
  if (worstError(state, state.phiDot) > MISSED * speed) startVelocities(model, bodies, state, v, PATIENT);
  const missed = worstError(state, state.phiDot);
  if (missed > MISSED * speed) {
    const row = worstRow(state, state.phiDot);
    const joint = natural.constraints.rowJoint[row];
    const guides = guidesAround(model, state, row);
    if (guides !== "")
      problems.add(
        joint < 0 ? "joints" : `joints[${joint}]`,
        `drives contradict each other or the joints at the start (${guides}): ${joint < 0 ? "a body" : `joint "${model.joints.names[joint]}"`} cannot follow, by ${missed.toPrecision(3)} m/s or rad/s; leave one of them free, or let them agree`,
      );
    return;
  }
  problems.warn(...droppedVelocities(model, natural, state.value, v));
}

/** Sentences about bodies whose given velocity is not that of the coordinates, with what is lost of it. */
function droppedVelocities(model: Model, natural: Natural, value: Float64Array, v: Float64Array): string[] {
  const rate = new Float64Array(value.length);
  evaluateForms(natural.forms, v, rate);
  const { bodyForms, dim } = natural;
  const sentences: string[] = [];
  for (let b = 1; b < model.nb; b++) {
    const center = 3 * bodyForms[4 * b];
    const given = model.bodyVel0.subarray(6 * b, 6 * b + 6);
    if (center < 0 || given.every((x) => x === 0)) continue;
    // angular velocity: ½ Σ e × ė, in the plane x × ẋ
    const turn = [0, 0, 0];
    for (let k = 0; k < (dim === 3 ? 3 : 1); k++) {
      const e = 3 * bodyForms[4 * b + 1 + k];
      const share = dim === 3 ? 0.5 : 1;
      turn[0] += share * (value[e + 1] * rate[e + 2] - value[e + 2] * rate[e + 1]);
      turn[1] += share * (value[e + 2] * rate[e] - value[e] * rate[e + 2]);
      turn[2] += share * (value[e] * rate[e + 1] - value[e + 1] * rate[e]);
    }
    const lost = (of: ArrayLike<number>, from: number, now: ArrayLike<number>, at: number) =>
      Math.sqrt([0, 1, 2].reduce((sum, c) => sum + (of[from + c] - now[at + c]) * (of[from + c] - now[at + c]), 0));
    const linear = lost(given, 3, rate, center);
    const angular = lost(given, 0, turn, 0);
    const whole = Math.sqrt(given.reduce((sum, x) => sum + x * x, 0));
    if (linear + angular <= DROPPED * whole) continue;
    const amounts = [
      ...(linear > DROPPED * whole ? [`${linear.toPrecision(3)} m/s`] : []),
      ...(angular > DROPPED * whole ? [`${angular.toPrecision(3)} rad/s`] : []),
    ];
    sentences.push(
      `bodies[${b - 1}].velocity: the joints do not allow the start velocity of "${model.bodyNames[b]}"; ${amounts.join(" and ")} of it are dropped`,
    );
  }
  return sentences;
}

/** Names of the joints that are driven in the mechanism of a row, with what they prescribe. */
function guidesAround(model: Model, { natural, guides }: LagrangianState, row: number): string {
  const { rows, rowStart, rowFree, column } = natural.constraints;
  const markOf = (r: number) => (rowFree[r] > 0 ? natural.structure[column[rowStart[r]]] : 0);
  const names = new Set<string>();
  for (let r = 0; row >= 0 && r < rows; r++) {
    if (r !== row && markOf(r) !== markOf(row)) continue;
    for (const { offset, joint } of guides)
      if (column.subarray(rowStart[r], rowStart[r + 1]).includes(offset)) names.add(`"${model.joints.names[joint]}"`);
  }
  return [...names].join(", ");
}

/**
 * A joint may start beyond a limit by this part of the mechanism's size, or of a radian: the first step takes it back.
 */
const MISPLACED = 0.01;

/** Says which joint starts so far beyond a limit that taking it back would be a blow. */
function checkLimits(model: Model, natural: Natural, problems: ProblemList): void {
  const { bodyPos0: bodyPos, bodyQuat0: bodyQuat, bodyVel0: bodyVel, input0: input } = model;
  const placed = { bodyPos, bodyQuat, bodyVel, input, items: {} } as Data;
  for (let i = 0; i < model.joints.count; i++) {
    if (!hasBoundedRows(model, i)) continue;
    const rows = freshRows(model, placed, i);
    (model.joints.kinds[i] as JointKind).writeRows(model, placed, i, 0, rows);
    const excess = rows.rowError.reduce((most, e, r) => (rows.rowKind[r] === ROW.limit ? Math.max(most, -e) : most), 0);
    if (excess > MISPLACED * Math.max(1, natural.size))
      problems.add(
        `joints[${i}]`,
        `joint "${model.joints.names[i]}" starts ${excess.toPrecision(3)} (m or rad) beyond a limit; place it within, or state zero`,
      );
  }
}

/**
 * True when every constraint holds nearly to round-off, for positions and velocities: the usual case, at
 * little cost.
 */
function fits(natural: Natural, value: Float64Array, q: Float64Array, v: Float64Array): boolean {
  const { constraints, forms, size } = natural;
  const phi = new Float64Array(constraints.rows);
  const jacobian = new Float64Array(constraints.column.length);
  const isSmall = (scale: number) => phi.every((e) => Math.abs(e) <= CLOSE * scale * Math.min(1, size));
  evaluateConstraints(constraints, forms, value, q, phi, jacobian);
  if (!isSmall(size)) return false;
  multiplyJacobian(constraints, jacobian, v, phi);
  return isSmall(size * v.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
}

/** A joint of the body, for rows that hold its shape. */
function jointOfBody(model: Model, b: number): number {
  return model.joints.names.findIndex((_, i) => model.joints.bodyA[i] === b || model.joints.bodyB[i] === b);
}
