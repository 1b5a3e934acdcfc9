import type { Data } from "../data/data.js";
import { events, raiseEvent } from "../data/events.js";
import { rotateInto } from "../math/quat.js";
import { defineFields, type FieldArrays } from "../model/fields.js";
import type { Model, SystemKind } from "../model/model.js";
import type { JointKind } from "./joint.js";
import { jointSizes } from "./size.js";

declare module "../model/model.js" {
  interface ModelSystems {
    readonly joints: JointSetup;
  }
}
declare module "../data/data.js" {
  interface ItemArrays {
    readonly joints: JointFields;
  }
}

/**
 * What a row asks of J v and of its error C. Efforts are N or N m, positive along the row. Where an input moves what a
 * lock or limit holds, as a winch does, dC/dt = J v − speed.
 */
export const ROW = {
  /** Takes no part now. */
  off: 0,
  /** C = 0. */
  lock: 1,
  /** C ≥ 0, effort ≥ 0. */
  limit: 2,
  /** J v = speed, as far as the bounds of effort allow; C means nothing. */
  drive: 3,
  /** effort = −stiffness C − damping J v, within the bounds. */
  spring: 4,
} as const;

/**
 * Fields of the joints. A joint owns a fixed run of rows, so that its efforts find their row again in the next step. A
 * row couples two bodies: dC/dt = J_A [ω_A; v_A] + J_B [ω_B; v_B].
 */
export const JOINT_FIELDS = defineFields({
  rowKind: { type: "u8", role: "derived", size: "nRow", stride: 1, unit: "", help: "off, lock, limit, drive, spring" },
  rowBody: { type: "i32", role: "derived", size: "nRow", stride: 2, unit: "", help: "the two bodies" },
  rowJacobian: {
    type: "f64",
    role: "derived",
    size: "nRow",
    stride: 12,
    unit: "m, 1",
    help: "on [w_A; v_A] and [w_B; v_B], world",
  },
  rowError: { type: "f64", role: "derived", size: "nRow", stride: 1, unit: "m or rad", help: "C" },
  rowSpeed: {
    type: "f64",
    role: "derived",
    size: "nRow",
    stride: 1,
    unit: "m/s or rad/s",
    help: "speed of a drive, and of what a lock or limit holds where an input moves it",
  },
  rowBounds: {
    type: "f64",
    role: "derived",
    size: "nRow",
    stride: 2,
    unit: "N or N m",
    help: "least and largest effort",
  },
  rowSpring: {
    type: "f64",
    role: "derived",
    size: "nRow",
    stride: 2,
    unit: "N/m and N s/m, or their angular kin",
    help: "stiffness and damping of a spring row",
  },
  rowEffort: {
    type: "f64",
    role: "state",
    size: "nRow",
    stride: 1,
    unit: "N or N m",
    help: "effort of the last sub-step",
  },
  rowMean: {
    type: "f64",
    role: "state",
    size: "nRow",
    stride: 1,
    unit: "N or N m",
    help: "mean effort over the step",
  },
  memory: {
    type: "f64",
    role: "state",
    size: "nJoint",
    stride: 12,
    unit: "",
    help: "what a kind of joint remembers: turns, stored length, …",
  },
  ahead: {
    type: "f64",
    role: "derived",
    size: 1,
    stride: 1,
    unit: "1",
    help: "part of the step that is still ahead of the rows: lengths that inputs prescribe move evenly through a step",
  },
  broken: { type: "u8", role: "state", size: "nJoint", stride: 1, unit: "", help: "1 when the joint has broken" },
});

export type JointFields = FieldArrays<typeof JOINT_FIELDS>;

/** What the joints keep constant: the rows of joint i are rowStart[i] … rowStart[i + 1] − 1. */
export interface JointSetup {
  readonly rows: number;
  readonly rowStart: Int32Array;
  /** Size of each joint, m, against which its errors count. */
  readonly size: Float64Array;
}

/** Joints as a system: their rows, efforts and memory. */
export const jointSystem: SystemKind = {
  name: "joints",
  fields: JOINT_FIELDS,
  prepare(model: Model) {
    const { joints } = model;
    const rowStart = new Int32Array(joints.count + 1);
    for (let i = 0; i < joints.count; i++)
      rowStart[i + 1] = rowStart[i] + (joints.kinds[i] as JointKind).rows(model, i);
    const rows = rowStart[joints.count];
    return { setup: { rows, rowStart, size: jointSizes(model) } satisfies JointSetup, dims: { nRow: rows } };
  },
  entryNames: (model) => ({ nRow: rowNames(model) }),
  create: () => null,
};

/** A name for every row, the same in another model as long as the joint has the same rows there. */
export function rowNames(model: Model): string[] {
  const { joints } = model;
  return joints.names.flatMap((name, i) => {
    const kind = joints.kinds[i] as JointKind;
    const rows = kind.rows(model, i);
    return Array.from({ length: rows }, (_, k) => `${name} ${kind.name} ${rows} ${k}`);
  });
}

/**
 * Fills the rows of every joint for the poses and velocities as they are. Reads: body state, input, memory. Writes:
 * row…
 */
export function writeJointRows(model: Model, data: Data): void {
  for (let i = 0; i < model.joints.count; i++) writeRowsOfJoint(model, data, i);
}

/** The same for joint `i` alone. */
export function writeRowsOfJoint(model: Model, data: Data, i: number): void {
  const setup = model.systems.joints;
  const fields = data.items.joints;
  if (fields.broken[i] === 1) fields.rowKind.fill(ROW.off, setup.rowStart[i], setup.rowStart[i + 1]);
  else (model.joints.kinds[i] as JointKind).writeRows(model, data, i, setup.rowStart[i], fields);
}

/**
 * End of a step: the joints that remember something bring it up to date, and those that bore too much break. Returns
 * whether one broke. Reads: body state, row…, rowMean. Writes: memory, broken, rowEffort, event ring.
 */
export function updateJoints(model: Model, data: Data): boolean {
  let broke = false;
  const { joints } = model;
  const setup = model.systems.joints;
  const fields = data.items.joints;
  for (let i = 0; i < joints.count; i++) {
    if (fields.broken[i] === 1) continue;
    (joints.kinds[i] as JointKind).follow?.(model, data, i, fields);
    (joints.kinds[i] as JointKind).update?.(model, data, i, setup.rowStart[i], fields);
    if (joints.breakForce[i] < Number.POSITIVE_INFINITY || joints.breakTorque[i] < Number.POSITIVE_INFINITY)
      broke = breakIfOverloaded(model, data, i, fields) || broke;
  }
  return broke;
}

/** A joint whose bodies turn by less than this in a step, rad, is followed at its end only. */
const SLOW_TURN = 1;

/**
 * After a drift within a step: follows the turns of joints whose bodies turn fast. Reads: body state. Writes: memory.
 */
export function followFastTurns(model: Model, data: Data): void {
  const { joints, options } = model;
  const fields = data.items.joints;
  const v = data.bodyVel;
  const slow = SLOW_TURN / options.timestep;
  for (let i = 0; i < joints.count; i++) {
    const a = 6 * joints.bodyA[i];
    const b = 6 * joints.bodyB[i];
    const ofA = v[a] * v[a] + v[a + 1] * v[a + 1] + v[a + 2] * v[a + 2];
    const ofB = v[b] * v[b] + v[b + 1] * v[b + 1] + v[b + 2] * v[b + 2];
    // |ω_B − ω_A|² ≤ 2 (|ω_A|² + |ω_B|²)
    if (2 * (ofA + ofB) < slow * slow || fields.broken[i] === 1) continue;
    (joints.kinds[i] as JointKind).follow?.(model, data, i, fields);
  }
}

/** Force (N) and torque about the joint's point on B (N m), world axes. */
const LOAD = new Float64Array(6);

function breakIfOverloaded(model: Model, data: Data, i: number, fields: JointFields): boolean {
  const { joints } = model;
  reactionInto(model, data, i, false, LOAD, 0);
  const force = Math.sqrt(LOAD[0] * LOAD[0] + LOAD[1] * LOAD[1] + LOAD[2] * LOAD[2]);
  const torque = Math.sqrt(LOAD[3] * LOAD[3] + LOAD[4] * LOAD[4] + LOAD[5] * LOAD[5]);
  const byForce = force > joints.breakForce[i];
  if (!byForce && !(torque > joints.breakTorque[i])) return false;
  const { rowStart } = model.systems.joints;
  fields.broken[i] = 1;
  fields.rowEffort.fill(0, rowStart[i], rowStart[i + 1]);
  const time = data.clock[0] + model.options.timestep;
  raiseEvent(data, events.jointBroke.code, i, -1, time, byForce ? force : torque);
  return true;
}

/**
 * What the joint did to B over the last step: force and torque about its point on B, by the mean efforts and the rows
 * as they stand; `drives`: those of its drives and friction too. Reads: rowJacobian, rowMean, bodyQuat.
 */
export function reactionInto(model: Model, data: Data, i: number, drives: boolean, out: Float64Array, o: number): void {
  const { rowStart } = model.systems.joints;
  const { rowKind, rowJacobian, rowMean } = data.items.joints;
  out.fill(0, o, o + 6);
  for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
    if (rowKind[r] === ROW.drive && !drives) continue;
    for (let k = 0; k < 3; k++) {
      out[o + k] += rowMean[r] * rowJacobian[12 * r + 9 + k];
      out[o + 3 + k] += rowMean[r] * rowJacobian[12 * r + 6 + k];
    }
  }
  // from the centre of mass to the joint's point: τ − r × f
  rotateInto(ARM, 0, data.bodyQuat, 4 * model.joints.bodyB[i], model.joints.pointB, 3 * i);
  const x = out[o];
  const y = out[o + 1];
  const z = out[o + 2];
  out[o + 3] -= ARM[1] * z - ARM[2] * y;
  out[o + 4] -= ARM[2] * x - ARM[0] * z;
  out[o + 5] -= ARM[0] * y - ARM[1] * x;
}

const ARM = new Float64Array(3);
