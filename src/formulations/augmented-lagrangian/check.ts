import type { Data } from "../../data/data.js";
import { DRIVE, MEMORY } from "../../joints/coordinate.js";
import type { JointKind } from "../../joints/joint.js";
import { hasBoundedRows } from "../../joints/natural.js";
import { freshRows } from "../../joints/rows.js";
import { ROW } from "../../joints/system.js";
import type { ProblemList } from "../../model/errors.js";
import type { Model } from "../../model/model.js";
import { evaluateConstraints } from "./constraints.js";
import { placeConstraints, worstError, worstRow } from "./evaluate.js";
import type { Natural } from "./natural.js";
import { choosePenalties } from "./penalty-weights.js";
import { assemble, readCoordinates } from "./start.js";
import { createLagrangianState } from "./state.js";

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
  const value = new Float64Array(3 * natural.forms.count);
  const bodies = { bodyPos: model.bodyPos0, bodyQuat: model.bodyQuat0, bodyVel: model.bodyVel0 };
  const memory = new Float64Array(MEMORY * model.joints.count);
  readCoordinates(natural, bodies, memory, value, q, q.slice(), q.slice());
  for (const { plan, joint, offset } of natural.scalars)
    if (plan.kind === "length" && model.joints.driveMode[joint] === DRIVE.none) q[offset] = plan.length;
  if (fits(natural, value, q)) return;
  const state = createLagrangianState(model, natural);
  state.timestep = model.options.timestep;
  placeConstraints(state, q);
  choosePenalties(model, state);
  if (worstError(state, state.phi) <= CLOSE * natural.size) return;
  const error = assemble(state, q);
  if (error <= CLOSE * natural.size) return;
  const row = worstRow(state, state.phi);
  const { rowJoint, rowBody } = natural.constraints;
  const joint = row < 0 ? -1 : rowJoint[row] >= 0 ? rowJoint[row] : jointOfBody(model, rowBody[row]);
  problems.add(
    joint < 0 ? "joints" : `joints[${joint}]`,
    `the mechanism cannot be assembled: ${joint < 0 ? "a body" : `joint "${model.joints.names[joint]}"`} stays open by ${error.toExponential(1)} m; check the places and lengths around it`,
  );
}

/**
 * A joint may start beyond a limit by this part of the mechanism's size, or of a radian: the first step takes it back.
 */
const MISPLACED = 0.01;

/** Says which joint starts so far beyond a limit that taking it back would be a blow. */
function checkLimits(model: Model, natural: Natural, problems: ProblemList): void {
  const { bodyPos0: bodyPos, bodyQuat0: bodyQuat, bodyVel0: bodyVel, input0: input } = model;
  const placed = { bodyPos, bodyQuat, bodyVel, input, items: {} } as unknown as Data;
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

/** True when every constraint holds nearly to round-off: the usual case, at little cost. */
function fits(natural: Natural, value: Float64Array, q: Float64Array): boolean {
  const phi = new Float64Array(natural.constraints.rows);
  const jacobian = new Float64Array(natural.constraints.column.length);
  evaluateConstraints(natural.constraints, natural.forms, value, q, phi, jacobian);
  return phi.every((e) => Math.abs(e) <= CLOSE * natural.size * Math.min(1, natural.size));
}

/** A joint of the body, for rows that hold its shape. */
function jointOfBody(model: Model, b: number): number {
  return model.joints.names.findIndex((_, i) => model.joints.bodyA[i] === b || model.joints.bodyB[i] === b);
}
