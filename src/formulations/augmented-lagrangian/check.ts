import { MEMORY } from "../../joints/coordinate.js";
import type { ProblemList } from "../../model/errors.js";
import { jointColumns } from "../../model/joint-columns.js";
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
 * Tries the position problem on the scene as placed, and says which joint does not come together. A mechanism that is merely placed
 * inaccurately is assembled when the run starts.
 */
export function checkAssembly(model: Model, natural: Natural, problems: ProblemList): void {
  for (let i = 0; i < model.joints.count; i++) {
    if (model.joints.kinds[i].name !== "distance" || natural.plans[i].scalars.length === 0) continue;
    if (!(rodLength(model, i) > CLOSE * natural.size))
      problems.add(`joints[${i}].length`, "a rod of no length has no direction; use a ball joint");
  }
  if (problems.list.length > 0) return;
  const q = new Float64Array(natural.count);
  const value = new Float64Array(3 * natural.forms.count);
  const bodies = { bodyPos: model.bodyPos0, bodyQuat: model.bodyQuat0, bodyVel: model.bodyVel0 };
  const memory = new Float64Array(MEMORY * model.joints.count);
  readCoordinates(natural, bodies, memory, value, q, q.slice(), q.slice());
  for (const { plan, joint, offset } of natural.scalars)
    if (plan.kind === "length" && model.joints.driveMode[joint] === 0) q[offset] = rodLength(model, joint);
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

/** True when every constraint holds nearly to round-off: the usual case, at little cost. */
function fits(natural: Natural, value: Float64Array, q: Float64Array): boolean {
  const phi = new Float64Array(natural.constraints.rows);
  const jacobian = new Float64Array(natural.constraints.column.length);
  evaluateConstraints(natural.constraints, natural.forms, value, q, phi, jacobian);
  return phi.every((e) => Math.abs(e) <= CLOSE * natural.size * Math.min(1, natural.size));
}

function rodLength(model: Model, i: number): number {
  const { own, ownStart, kinds } = model.joints;
  return own[ownStart[i] + jointColumns(kinds[i].params).own.length];
}

/** A joint of the body, for rows that hold its shape. */
function jointOfBody(model: Model, b: number): number {
  return model.joints.names.findIndex((_, i) => model.joints.bodyA[i] === b || model.joints.bodyB[i] === b);
}
