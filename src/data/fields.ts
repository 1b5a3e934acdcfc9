import { defineFields } from "../model/fields.js";

/** Numbers per body in `bodyBefore`: position (3), quaternion (4), velocity (6). */
export const BODY_BEFORE_SIZE = 13;

/**
 * The table of simulation arrays that every model has: allocation, snapshot, hash, docs and diff all read it. Items
 * declare further fields of their own. Dimensions: nb bodies (world included), nInput, nSlot, nEventRule, eventMax,
 * pairMax, patchMax, pointMax, nJoint, nStack.
 */
export const DATA_FIELDS = defineFields({
  // bodies
  bodyPos: { type: "f64", role: "state", size: "nb", stride: 3, unit: "m", help: "p_W of the centre of mass" },
  bodyQuat: { type: "f64", role: "state", size: "nb", stride: 4, unit: "1", help: "q_WB = [x, y, z, w], unit" },
  bodyVel: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 6,
    unit: "rad/s, m/s",
    help: "[w_WB_W; v of the centre of mass]",
  },
  bodyState: { type: "u8", role: "state", size: "nb", stride: 1, unit: "", help: "active 0, asleep 1, dormant 2" },
  bodyForce: {
    type: "f64",
    role: "derived",
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "[torque about the centre of mass; force]",
  },
  bodyLoad: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "everything that acted over the last step: [change of angular momentum; of momentum] over its length",
  },
  bodyApplied: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "mean over the last step of what is neither joint nor contact: gravity, forces, inputs",
  },
  bodyGiven: {
    type: "f64",
    role: "derived",
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "the part of bodyForce that is no contact, of the last evaluation, where contact is a force",
  },
  bodyActive: {
    type: "i32",
    role: "derived",
    size: "nb",
    stride: 1,
    unit: "",
    help: "indices of moving active bodies, ascending",
  },
  bodyBefore: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: BODY_BEFORE_SIZE,
    unit: "",
    help: "pose and velocity before the step",
  },

  // who drives it, who hears of it
  input: {
    type: "f64",
    role: "state",
    size: "nInput",
    stride: 1,
    unit: "",
    help: "wrenches, kinematic velocities, item inputs",
  },
  inputBefore: {
    type: "f64",
    role: "scratch",
    size: "nInput",
    stride: 1,
    unit: "",
    help: "inputs when the step began, for the energy watch",
  },
  slot: {
    type: "f64",
    role: "derived",
    size: "nSlot",
    stride: 1,
    unit: "",
    help: "time, step, constants, sensor values",
  },
  stack: { type: "f64", role: "scratch", size: "nStack", stride: 1, unit: "", help: "expression stack" },
  counter: { type: "i32", role: "state", size: 8, stride: 1, unit: "", help: "used lengths, see COUNTER" },
  clock: { type: "f64", role: "state", size: 2, stride: 1, unit: "s", help: "[time, what rounding has left over]" },

  // contacts: pair → patch → point
  pairKey: {
    type: "u32",
    role: "state",
    size: "pairMax",
    stride: 2,
    used: "pairs",
    unit: "",
    help: "the two shapes, smaller first",
  },
  pairPatch: {
    type: "i32",
    role: "state",
    size: "pairMax",
    stride: 2,
    used: "pairs",
    unit: "",
    help: "[first patch, number]",
  },
  pairFeature: {
    type: "u32",
    role: "state",
    size: "pairMax",
    stride: 2,
    used: "pairs",
    unit: "",
    help: "[first feature of its set, number]",
  },
  patchPair: {
    type: "i32",
    role: "state",
    size: "patchMax",
    stride: 1,
    used: "patches",
    unit: "",
    help: "pair of the patch",
  },
  patchKey: {
    type: "u32",
    role: "state",
    size: "patchMax",
    stride: 1,
    used: "patches",
    unit: "",
    help: "recognises it in the next step",
  },
  patchLaw: {
    type: "i32",
    role: "state",
    size: "patchMax",
    stride: 1,
    used: "patches",
    unit: "",
    help: "index of its law",
  },
  patchNormal: { type: "f64", role: "derived", size: "patchMax", stride: 3, unit: "1", help: "from A to B, world" },
  patchCentroid: { type: "f64", role: "derived", size: "patchMax", stride: 3, unit: "m", help: "world" },
  patchSize: { type: "f64", role: "derived", size: "patchMax", stride: 2, unit: "m^2, m^3", help: "[area, volume]" },
  patchInertia: {
    type: "f64",
    role: "derived",
    size: "patchMax",
    stride: 6,
    unit: "m^5",
    help: "of the volume about its centroid",
  },
  patchFriction: {
    type: "f64",
    role: "state",
    size: "patchMax",
    stride: 8,
    used: "patches",
    unit: "",
    help: "bristle state of the law",
  },
  patchPoint: {
    type: "i32",
    role: "state",
    size: "patchMax",
    stride: 2,
    used: "patches",
    unit: "",
    help: "[first point, number]",
  },
  pointPos: { type: "f64", role: "derived", size: "pointMax", stride: 3, unit: "m", help: "world" },
  pointGap: { type: "f64", role: "derived", size: "pointMax", stride: 1, unit: "m", help: "negative when overlapping" },
  pointFeature: {
    type: "u32",
    role: "state",
    size: "pointMax",
    stride: 2,
    used: "points",
    unit: "",
    help: "feature on A, feature on B",
  },
  pointImpulse: {
    type: "f64",
    role: "state",
    size: "pointMax",
    stride: 3,
    used: "points",
    unit: "N s",
    help: "normal and two tangents, warm start",
  },

  // events: a ring, recorded, not state; rules remember their last value
  ruleValue: { type: "f64", role: "state", size: "nEventRule", stride: 1, unit: "", help: "last value of each rule" },
  eventKind: { type: "u32", role: "report", size: "eventMax", stride: 1, unit: "", help: "code of the kind" },
  eventWho: { type: "i32", role: "report", size: "eventMax", stride: 2, unit: "", help: "whom it concerns, −1 nobody" },
  eventTime: { type: "f64", role: "report", size: "eventMax", stride: 1, unit: "s", help: "when" },
  eventValue: {
    type: "f64",
    role: "report",
    size: "eventMax",
    stride: 1,
    unit: "",
    help: "a number that goes with it",
  },
  eventCount: { type: "u32", role: "report", size: 2, stride: 1, unit: "", help: "[raised, read]" },
  bodySourced: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "part of bodyForce that neither has a potential nor only dissipates: wrenches, functions of the user",
  },
  energyWatch: {
    type: "f64",
    role: "report",
    size: 9,
    stride: 1,
    unit: "J",
    help: "account of the energy watch, see ENERGY_WATCH",
  },
  warningCount: { type: "u32", role: "report", size: 32, stride: 1, unit: "", help: "per status bit" },
  warningWho: { type: "i32", role: "report", size: 32, stride: 1, unit: "", help: "last culprit per status bit" },
});

/** Places in `data.counter`; `disturbed` is 1 when something but a step changed the state since the last one. */
export const COUNTER = { active: 0, pairs: 1, patches: 2, points: 3, stop: 4, steps: 5, disturbed: 6 } as const;

/**
 * Places in `data.energyWatch`: T and V at the beginning of the step; account; credit; T_max; T of a body; work that
 * sources may have done in the step; step and epoch that the account belongs to.
 */
export const ENERGY_WATCH = {
  kinetic: 0,
  potential: 1,
  account: 2,
  credit: 3,
  largest: 4,
  body: 5,
  supplied: 6,
  step: 7,
  epoch: 8,
} as const;

/** Status bits of a step; 0 means clean. Bit k has its count and last culprit at `warningCount[k]`, `warningWho[k]`. */
export const STATUS = {
  /** A body left the realm of finite numbers and was set aside (dormant, at its last finite pose). Culprit: body. */
  nonFinite: 1 << 0,
  /** The table of pairs is full; some contacts are missing. Culprit: shape. */
  pairCapacity: 1 << 1,
  /** The table of patches is full. Culprit: pair. */
  patchCapacity: 1 << 2,
  /** The table of points is full. Culprit: patch. */
  pointCapacity: 1 << 3,
  /** A solver stopped before its tolerance. Culprit: as the solver says. */
  notConverged: 1 << 4,
  /** Events were overwritten before anyone read them. */
  eventOverflow: 1 << 5,
  /**
   * A body was slowed down: it had more energy than anything gave it, or turned by more than half a revolution in a
   * sub-step. Culprit: body.
   */
  slowed: 1 << 6,
  /**
   * Guides or kinematic bodies ask for a motion that the joints do not allow: they were stopped at the last pose that
   * fits. Culprit: joint.
   */
  contradiction: 1 << 7,
  /** A joint gapes: a lock, or a limit beyond its end, is off by more than a fiftieth of its size. Culprit: joint. */
  openJoint: 1 << 8,
  /**
   * Impacts needed shorter parts of the step than the formulation allows (`parts`): speeds after them may be wrong.
   * Culprit: body.
   */
  unresolved: 1 << 10,
  /**
   * The mechanical energy grew by more than drives, inputs and forces supplied. Culprit: the body whose kinetic energy
   * grew most.
   */
  gained: 1 << 11,
  /**
   * Bodies overlapped without having met, deeper than a contact force may answer, and are being pushed apart at a
   * bounded speed (`pushSpeed`). Culprit: body.
   */
  overlapping: 1 << 12,
  /**
   * A load rests deeper in a body than a twentieth of its width: the contact law is too soft for it. Culprit: body.
   */
  sunk: 1 << 13,
} as const;
