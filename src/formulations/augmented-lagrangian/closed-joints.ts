import type { Data } from "../../data/data.js";
import { hasBoundedRows, isHeldByRows } from "../../joints/natural.js";
import { OPEN } from "../../joints/open-joints.js";
import type { Model } from "../../model/model.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "./fields.js";
import { bodyMoved } from "./start.js";
import type { LagrangianState } from "./state.js";

/** Joints that constraints and shared coordinates alone hold, and the largest error of constraints that closes them. */
export interface ClosedJoints {
  readonly byConstraints: Uint8Array;
  /** NaN until a step asks for it. */
  most: number;
}

/**
 * An error of the constraints, m, becomes one of a joint's row times arms and unit vectors: with a thousandth of what
 * opens the smallest joint there is room for any of them.
 */
const ROOM = 1e-3;

/** Which joints of a model the constraints hold. */
export function planClosedJoints(model: Model): ClosedJoints {
  const { count } = model.joints;
  const byConstraints = Uint8Array.from({ length: count }, (_, i) =>
    Number(!hasBoundedRows(model, i) && !isHeldByRows(model, i)),
  );
  return { byConstraints, most: Number.NaN };
}

/** Whether joint i is closed for certain after the step: constraints hold, and its bodies are where they say. */
export function isJointClosed(model: Model, data: Data, { closed }: LagrangianState, i: number): boolean {
  if (closed.byConstraints[i] === 0) return false;
  if (Number.isNaN(closed.most)) closed.most = ROOM * OPEN * Math.min(1, ...model.systems.joints.size);
  const fields = lagrangianFields(data);
  if (!(fields.statistics[LAGRANGIAN_STATISTIC.positionError] <= closed.most)) return false;
  return !bodyMoved(data, fields, model.joints.bodyA[i]) && !bodyMoved(data, fields, model.joints.bodyB[i]);
}
