import type { Data } from "../data/data.js";
import { events, raiseEvent } from "../data/events.js";
import { rotateInto } from "../math/quat.js";
import type { ProblemList } from "../model/errors.js";
import { defineFields, type FieldArrays } from "../model/fields.js";
import { BODY_STATE, BODY_TYPE, type Model, type SystemKind } from "../model/model.js";
import type { JointKind } from "./joint.js";
import { warnOfPointMasses } from "./point-masses.js";
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
  jointLoad: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nJoint",
    stride: 15,
    unit: "N m, N",
    help: "what the joint did to its bodies, mean of the last step; see JOINT_LOAD",
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
  frame: {
    type: "f64",
    role: "scratch",
    size: "nJointWork",
    stride: 48,
    unit: "m, 1",
    help: "the joint that is being worked on: arms, gap, axes; see AT in frame.ts",
  },
  coordinate: {
    type: "f64",
    role: "scratch",
    size: "nJointWork",
    stride: 17,
    unit: "m or rad",
    help: "its coordinate, the derivative of that on [w_A; v_A] and [w_B; v_B], and the turn since its reference",
  },
  prescribed: {
    type: "f64",
    role: "scratch",
    size: "nJointWork",
    stride: 2,
    unit: "m or rad, and per s",
    help: "what an input prescribes for it at the time of the rows, and its rate; see prescribed.ts",
  },
  broken: { type: "u8", role: "state", size: "nJoint", stride: 1, unit: "", help: "1 when the joint has broken" },
});

/**
 * Places in `jointLoad`: torque about the centre of mass and force on A, on B; torque on B about the joint's point.
 * World axes.
 */
export const JOINT_LOAD = { onA: 0, onB: 6, atPoint: 12 } as const;
export const JOINT_LOAD_SIZE = 15;

export type JointFields = FieldArrays<typeof JOINT_FIELDS>;

/** What the joints keep constant: the rows of joint i are rowStart[i] … rowStart[i + 1] − 1. */
export interface JointSetup {
  readonly rows: number;
  readonly rowStart: Int32Array;
  /** Size of each joint, m, against which its errors count. */
  readonly size: Float64Array;
  /** Joints that may have rows of springs. */
  readonly sprung: Int32Array;
  /** Whether drives, or inputs that move what a lock holds, may do work. */
  readonly powered: boolean;
}

/** Joints as a system: their rows, efforts and memory. */
export const jointSystem: SystemKind = {
  name: "joints",
  fields: JOINT_FIELDS,
  prepare(model: Model, problems: ProblemList) {
    warnOfPointMasses(model, problems);
    const { joints } = model;
    const rowStart = new Int32Array(joints.count + 1);
    for (let i = 0; i < joints.count; i++)
      rowStart[i + 1] = rowStart[i] + (joints.kinds[i] as JointKind).rows(model, i);
    const rows = rowStart[joints.count];
    const size = jointSizes(model);
    const all = Array.from({ length: joints.count }, (_, i) => i);
    const sprung = Int32Array.from(all.filter((i) => mayBeSprung(model, i)));
    const powered = all.some((i) => joints.driveMode[i] !== 0 || joints.inputStart[i + 1] > joints.inputStart[i]);
    const setup: JointSetup = { rows, rowStart, size, sprung, powered };
    return { setup, dims: { nRow: rows, nJointWork: 1 } };
  },
  entryNames: (model) => ({ nRow: rowNames(model) }),
  create: () => null,
};

/** Whether joint i may have rows of springs: it is one, may be driven by one, or is not held by constraints alone. */
function mayBeSprung({ joints }: Model, i: number): boolean {
  const kind = joints.kinds[i] as JointKind;
  return kind.sprung === true || kind.natural === undefined || joints.driveMode[i] !== 0;
}

/** A name for every row, the same in another model as long as the joint has the same rows there. */
function rowNames(model: Model): string[] {
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
  borneInto(model, data, i, LOAD);
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
 * Adds the energy that springs among the joints hold at the present pose, J: springs, bushings, suspensions and drives
 * to a position, ½ k C², or F (C − F/2k) where the effort is bounded by F and the spring gives way. Reads: body state.
 * Writes: joint rows.
 */
export function addSpringEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const { rowStart, sprung } = model.systems.joints;
  const { rowKind, rowError, rowSpring, rowBounds } = data.items.joints;
  for (let s = 0; s < sprung.length; s++) {
    const i = sprung[s];
    writeRowsOfJoint(model, data, i);
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      const k = rowSpring[2 * r];
      if (rowKind[r] !== ROW.spring || !(k > 0)) continue;
      const stretch = Math.abs(rowError[r]);
      // a stretched spring pulls back with an effort against the sign of C
      const most = Math.abs(rowError[r] > 0 ? rowBounds[2 * r] : rowBounds[2 * r + 1]);
      out[at] += k * stretch <= most ? 0.5 * k * stretch * stretch : most * (stretch - (0.5 * most) / k);
    }
  }
}

/**
 * A step begins: joints of bodies that move have done nothing yet. Those of bodies at rest bear what they bore. Reads:
 * bodyState. Writes: jointLoad.
 */
export function startJointLoads(model: Model, data: Data): void {
  const { joints, bodyType } = model;
  const { jointLoad } = data.items.joints;
  for (let i = 0; i < joints.count; i++) {
    const a = joints.bodyA[i];
    const b = joints.bodyB[i];
    const moves =
      (bodyType[a] === BODY_TYPE.dynamic && data.bodyState[a] === BODY_STATE.active) ||
      (bodyType[b] === BODY_TYPE.dynamic && data.bodyState[b] === BODY_STATE.active);
    if (moves) jointLoad.fill(0, JOINT_LOAD_SIZE * i, JOINT_LOAD_SIZE * (i + 1));
  }
}

/** Wrenches on A and on B of the current joint, [τ; f] each, and the arm from the centre of mass of B to its point. */
const WRENCH = new Float64Array(12);
const ARM = new Float64Array(3);

/**
 * Adds to the load of joint i what its rows did: `effort`, N or N m, one per row, is that of each times its part of the
 * step; `jacobian` has the rows and `quat` at q the orientation of B as they were then.
 * Writes: out, jointLoad when absent.
 */
export function addJointLoad(
  model: Model,
  data: Data,
  i: number,
  effort: Float64Array,
  jacobian: Float64Array,
  quat: Float64Array,
  q: number,
  out: Float64Array = data.items.joints.jointLoad,
): void {
  const { rowStart } = model.systems.joints;
  let acts = false;
  for (let k = 0; k < 12; k++) WRENCH[k] = 0;
  for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
    if (effort[r] === 0) continue;
    acts = true;
    for (let k = 0; k < 12; k++) WRENCH[k] += effort[r] * jacobian[12 * r + k];
  }
  if (!acts) return;
  const o = JOINT_LOAD_SIZE * i;
  for (let k = 0; k < 12; k++) out[o + k] += WRENCH[k];
  // from the centre of mass to the joint's point: τ − r × f
  rotateInto(ARM, 0, quat, q, model.joints.pointB, 3 * i);
  for (let k = 0; k < 3; k++) {
    const m = (k + 1) % 3;
    const n = (k + 2) % 3;
    out[o + JOINT_LOAD.atPoint + k] += WRENCH[6 + k] - ARM[m] * WRENCH[9 + n] + ARM[n] * WRENCH[9 + m];
  }
}

/**
 * What the joints did by their mean efforts and the rows as they stand, where these are those of the whole step. Reads:
 * rowMean, rowJacobian, bodyQuat. Writes: jointLoad.
 */
export function writeJointLoads(model: Model, data: Data): void {
  const { rowJacobian, rowMean } = data.items.joints;
  data.items.joints.jointLoad.fill(0);
  for (let i = 0; i < model.joints.count; i++)
    addJointLoad(model, data, i, rowMean, rowJacobian, data.bodyQuat, 4 * model.joints.bodyB[i]);
}

/**
 * What the joint bore over the last step, without its drives and friction: force and torque about its point on B, by
 * the mean efforts and the rows as they stand. Reads: rowJacobian, rowMean, bodyQuat.
 */
function borneInto(model: Model, data: Data, i: number, out: Float64Array): void {
  const { rowStart } = model.systems.joints;
  const { rowKind, rowJacobian, rowMean } = data.items.joints;
  out.fill(0);
  for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
    if (rowKind[r] === ROW.drive) continue;
    for (let k = 0; k < 3; k++) {
      out[k] += rowMean[r] * rowJacobian[12 * r + 9 + k];
      out[3 + k] += rowMean[r] * rowJacobian[12 * r + 6 + k];
    }
  }
  // from the centre of mass to the joint's point: τ − r × f
  rotateInto(ARM, 0, data.bodyQuat, 4 * model.joints.bodyB[i], model.joints.pointB, 3 * i);
  const x = out[0];
  const y = out[1];
  const z = out[2];
  out[3] -= ARM[1] * z - ARM[2] * y;
  out[4] -= ARM[2] * x - ARM[0] * z;
  out[5] -= ARM[0] * y - ARM[1] * x;
}
