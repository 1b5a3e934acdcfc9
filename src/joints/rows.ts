import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { MEMORY } from "./coordinate.js";
import type { JointKind } from "./joint.js";
import { JOINT_FIELDS, type JointFields, ROW } from "./system.js";

/** One velocity row: J_A [ω_A; v_A] + J_B [ω_B; v_B] = 0. */
export interface JointRow {
  readonly jointIndex: number;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/**
 * The rows that joint `i` locks in the present placement, for inspection: allocates, and changes nothing. Reads: body
 * state, input, memory.
 */
export function jointRows(model: Model, data: Data, i: number): JointRow[] {
  const out = freshRows(model, data, i);
  (model.joints.kinds[i] as JointKind).writeRows(model, data, i, 0, out);
  return [...out.rowKind.keys()]
    .filter((r) => out.rowKind[r] === ROW.lock)
    .map((r) => ({
      jointIndex: i,
      a: [...out.rowJacobian.subarray(12 * r, 12 * r + 6)],
      b: [...out.rowJacobian.subarray(12 * r + 6, 12 * r + 12)],
    }));
}

/** Room for the rows of joint `i` alone, with a copy of what the joints remember. */
export function freshRows(model: Model, data: Data, i: number): JointFields {
  const n = (model.joints.kinds[i] as JointKind).rows(model, i);
  const memory = data.items.joints?.memory as Float64Array | undefined;
  return {
    rowKind: new Uint8Array(n),
    rowBody: new Int32Array(2 * n),
    rowJacobian: new Float64Array(12 * n),
    rowError: new Float64Array(n),
    rowSpeed: new Float64Array(n),
    rowBounds: new Float64Array(2 * n),
    rowSpring: new Float64Array(2 * n),
    rowEffort: new Float64Array(n),
    rowMean: new Float64Array(n),
    jointLoad: new Float64Array(0),
    memory: memory?.slice() ?? new Float64Array(MEMORY * model.joints.count),
    ahead: new Float64Array(1),
    frame: new Float64Array(JOINT_FIELDS.frame.stride),
    coordinate: new Float64Array(JOINT_FIELDS.coordinate.stride),
    prescribed: new Float64Array(JOINT_FIELDS.prescribed.stride),
    broken: new Uint8Array(model.joints.count),
  };
}
