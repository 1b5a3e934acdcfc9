import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/** Arrays of the formulation: the state in natural coordinates, in addition to the poses of the bodies. */
export const LAGRANGIAN_FIELDS = defineFields({
  coordinate: {
    type: "f64",
    role: "state",
    size: "nCoordinate",
    stride: 1,
    unit: "m, 1 or rad",
    help: "q: points, unit vectors, angles and lengths; those that are solved for first",
  },
  velocity: { type: "f64", role: "state", size: "nCoordinate", stride: 1, unit: "1/s", help: "dq/dt" },
  acceleration: { type: "f64", role: "state", size: "nCoordinate", stride: 1, unit: "1/s^2", help: "d²q/dt²" },
  inner: {
    type: "f64",
    role: "state",
    size: "nCoordinate",
    stride: 1,
    unit: "N, N m",
    help: "forces of constraints less applied ones at the end of the step, for HHT and generalized-α",
  },
  multiplier: { type: "f64", role: "state", size: "nConstraint", stride: 1, unit: "", help: "λ of every constraint" },
  written: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 13,
    unit: "",
    help: "poses and velocities as the step left them: a later change is detected",
  },
  balance: { type: "f64", role: "state", size: 6, stride: 1, unit: "J, W", help: "see BALANCE" },
  pace: {
    type: "f64",
    role: "state",
    size: 1,
    stride: 1,
    unit: "s",
    help: "length of the last part of a controlled step",
  },
  turned: {
    type: "f64",
    role: "state",
    size: 1,
    stride: 1,
    unit: "rad",
    help: "how far any joint may have turned since the joints counted their turns",
  },
  structure: {
    type: "i32",
    role: "state",
    size: "nCoordinate",
    stride: 1,
    unit: "",
    help: "mark of the mechanism that acceleration and multipliers belong to; 0: they are not known yet",
  },
  restTime: {
    type: "f64",
    role: "state",
    size: "nSleeper",
    optional: true,
    stride: 1,
    unit: "s",
    help: "how long each body has been at rest, where loose bodies may sleep",
  },
  endApplied: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "applied forces when the last part of a step ended",
  },
  endLoads: { type: "u32", role: "state", measured: true, size: 1, stride: 1, unit: "", help: "rows of `endKey`" },
  endKey: {
    type: "u32",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 2,
    used: "endLoads",
    unit: "",
    help: "pairs of shapes that touched when the last part of a step ended",
  },
  endWrench: {
    type: "f64",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 10,
    used: "endLoads",
    unit: "N, N m",
    help: "forces between them, see LOAD",
  },
  endNow: { type: "u8", role: "scratch", size: "loadMax", stride: 1, unit: "", help: "see loadNow" },
  endJoint: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nJoint",
    stride: 15,
    unit: "N m, N",
    help: "what springs, drives by effort and sliding friction of joints did when the last part ended, see JOINT_LOAD",
  },
  endEffort: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nRow",
    stride: 1,
    unit: "N or N m",
    help: "their efforts, row by row",
  },
  heldApplied: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "hht, generalized-alpha: the same as accelerations count it, see `measurePart`",
  },
  heldLoads: { type: "u32", role: "state", measured: true, size: 1, stride: 1, unit: "", help: "rows of `heldKey`" },
  heldKey: {
    type: "u32",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 2,
    used: "heldLoads",
    unit: "",
    help: "pairs of shapes of `heldWrench`",
  },
  heldWrench: {
    type: "f64",
    role: "state",
    measured: true,
    size: "loadMax",
    stride: 10,
    used: "heldLoads",
    unit: "N, N m",
    help: "the same of contacts",
  },
  heldNow: { type: "u8", role: "scratch", size: "loadMax", stride: 1, unit: "", help: "see loadNow" },
  heldJoint: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nJoint",
    stride: 15,
    unit: "N m, N",
    help: "the same of springs, drives by effort and sliding friction of joints",
  },
  heldEffort: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nRow",
    stride: 1,
    unit: "N or N m",
    help: "their efforts, row by row",
  },
  meanEffort: {
    type: "f64",
    role: "state",
    measured: true,
    size: "nRow",
    stride: 1,
    unit: "N or N m",
    help: "the same over the step",
  },
  statistics: { type: "f64", role: "derived", size: 13, stride: 1, unit: "", help: "see LAGRANGIAN_STATISTIC" },
});

/**
 * Places in `balance`: work of guides, energy taken by dampers and work of given wrenches and efforts so far, J, and
 * their powers at the end of the step, W.
 */
export const BALANCE = {
  guideWork: 0,
  dissipated: 1,
  guidePower: 2,
  dissipatedPower: 3,
  outsideWork: 4,
  outsidePower: 5,
} as const;

/**
 * Places in `numbers` of the work arrays: h; factors of M, of stiffness and of damping in the tangent; of M q̈ and M
 * q̈_n in the residual; where a part of a step begins within it, and how long it is from there to its end, s.
 */
export const NUMBER = {
  step: 0,
  mass: 1,
  stiffness: 2,
  damping: 3,
  inertia: 4,
  inertiaBefore: 5,
  offset: 6,
  span: 7,
} as const;

/** Places in `statistics`. */
export const LAGRANGIAN_STATISTIC = {
  /** Newton iterations of the last step, and of all steps. */
  iterations: 0,
  iterationsInAll: 1,
  /** Largest change of a coordinate in the last iteration, relative to its scale. */
  change: 2,
  /** Largest violation of a constraint, each over the length of its gradient: positions, velocities, accelerations. */
  positionError: 3,
  velocityError: 4,
  accelerationError: 5,
  /** Steps that did not converge. */
  failures: 6,
  /** Largest violations before the projections. */
  velocityErrorBefore: 7,
  accelerationErrorBefore: 8,
  /** Factorisations of the tangent in all. */
  factorisations: 9,
  /** Parts of steps that were computed in all, those that were repeated too. */
  partsInAll: 10,
  /** Products of 6 × 6 blocks with which contacts of loose bodies were eliminated, in all. */
  products: 11,
  /** Loose bodies that take part in the step. */
  awake: 12,
} as const;

export type LagrangianFields = FieldArrays<typeof LAGRANGIAN_FIELDS>;

export function lagrangianFields(data: Data): LagrangianFields {
  return itemFields(data, "augmented-lagrangian", LAGRANGIAN_FIELDS);
}
