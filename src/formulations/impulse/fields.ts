import { type Data, itemFields } from "../../data/data.js";
import { defineFields, type FieldArrays } from "../../model/fields.js";

/**
 * Values of a contact point, at `POINT_SIZE` times its row in the contact table. With n from A to B and arms r from the
 * centres of mass: r_A × n, r_B × n, I_A⁻¹ (r_A × n), I_B⁻¹ (r_B × n), 1/K, the gap at the start of the step, the
 * impulses of this sub-step and of the previous one, N s, the acceleration of the gap by forces, m/s² (where the point
 * can bounce), and the impulse of the first half.
 */
export const POINT = {
  armA: 0,
  armB: 3,
  turnA: 6,
  turnB: 9,
  mass: 12,
  gap: 13,
  impulse: 14,
  before: 15,
  acceleration: 16,
  half: 17,
} as const;
export const POINT_SIZE = 18;

/**
 * Values of a patch: normal and tangents; arms of its centroid; inverse masses; softness; the radius with which it
 * resists spin; coefficients; friction impulses of this sub-step and of the previous one; whether it slips. Every pass
 * reads the values up to here. Then follow, for friction, the inverse (xx yy zz xy xz yz) of K for the rows (t1, t2,
 * spin × radius), an upper bound of K's eigenvalues and the relative velocity of the surfaces; and the impulses of
 * spinning (1) and rolling (3), for patches with such friction; 1 where the point of contact was followed in this
 * sub-step and was pressed in its first half; the part of the relative velocity of the surfaces that `carryFriction`
 * added.
 */
export const PATCH = {
  normal: 0,
  tangent1: 3,
  tangent2: 6,
  armA: 9,
  armB: 12,
  invMassA: 15,
  invMassB: 16,
  biasRate: 17,
  massScale: 18,
  impulseScale: 19,
  radius: 20,
  staticFriction: 21,
  kineticFriction: 22,
  spinning: 23,
  rolling: 24,
  friction: 25,
  frictionBefore: 28,
  slips: 31,
  inverseK: 32,
  stiffestK: 38,
  surface: 39,
  restitution: 41,
  turning: 42,
  turningBefore: 46,
  rolls: 50,
  carried: 51,
} as const;
export const PATCH_SIZE = 54;

/**
 * Values of a point with its own friction: arms from the centres of mass; inverse (xx yy xy) of K for the tangent rows,
 * and an upper bound of K's eigenvalues; friction impulses of this sub-step and of the previous one, N s; the normal
 * impulse that bounds them; the normal velocity before the solution, m/s; 1 where the point slips.
 */
export const GRIP = {
  armA: 0,
  armB: 3,
  inverseK: 6,
  stiffestK: 9,
  friction: 10,
  before: 12,
  load: 14,
  approach: 15,
  slips: 16,
} as const;
export const GRIP_SIZE = 18;

/** The method by which a patch is solved. */
export const SOLVED = { not: 0, iterative: 1, direct: 2, mixed: 3 } as const;

/**
 * Arrays of the formulation. Scratch arrays are recomputed in every step; contact impulses carry over through the
 * tables of detection (pointImpulse, patchFriction).
 */
export const IMPULSE_FIELDS = defineFields({
  invInertia: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 6,
    unit: "1/(kg m^2)",
    help: "world: xx yy zz xy xz yz",
  },
  invMass: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 1,
    unit: "1/kg",
    help: "0 for bodies that impulses do not move",
  },
  contactInertia: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 6,
    unit: "1/(kg m^2)",
    help: "invInertia as it was when contacts were found: what the masses of their rows are made of",
  },
  displacement: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 6,
    unit: "rad, m",
    help: "since the contacts were found",
  },
  drifted: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: 19,
    unit: "",
    help: "pose, displacement and velocity before the drift",
  },
  pointRow: { type: "f64", role: "scratch", size: "pointMax", stride: POINT_SIZE, unit: "", help: "see POINT" },
  gripRow: { type: "f64", role: "scratch", size: "pointMax", stride: GRIP_SIZE, unit: "", help: "see GRIP" },
  patchRow: { type: "f64", role: "scratch", size: "patchMax", stride: PATCH_SIZE, unit: "", help: "see PATCH" },
  pointTotal: {
    type: "f64",
    role: "scratch",
    size: "pointMax",
    stride: 3,
    unit: "N s",
    help: "normal impulse and friction of the point since contacts were found, impacts included",
  },
  patchTotal: {
    type: "f64",
    role: "scratch",
    size: "patchMax",
    stride: 7,
    unit: "N s",
    help: "friction (t1, t2, spin) and turning of the patch since contacts were found, impacts included",
  },
  patchBody: { type: "i32", role: "scratch", size: "patchMax", stride: 2, unit: "", help: "bodies of the patch" },
  patchTimed: {
    type: "u8",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "1: impacts rebound at the time at which the gap closes: bodies without joints, with restitution",
  },
  patchSolved: { type: "u8", role: "scratch", size: "patchMax", stride: 1, unit: "", help: "not, iterative, direct" },
  order: {
    type: "i32",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "patches in the order of solution",
  },
  fresh: {
    type: "i32",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "patches that carried nothing in the step before",
  },
  late: {
    type: "i32",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "patches of islands that miss by more than their tolerance",
  },
  acted: { type: "u8", role: "scratch", size: "nb", stride: 1, unit: "", help: "1: a fresh patch acted on the body" },
  bouncing: {
    type: "i32",
    role: "scratch",
    size: "patchMax",
    stride: 1,
    unit: "",
    help: "patches that can bounce, in the order of their solution",
  },
  sorted: { type: "i32", role: "scratch", size: "patchMax", stride: 2, unit: "", help: "work of sorting" },
  color: { type: "u8", role: "scratch", size: "patchMax", stride: 1, unit: "", help: "colour of the patch" },
  colorsOfBody: { type: "u32", role: "scratch", size: "nb", stride: 1, unit: "", help: "bits of the colours in use" },
  island: { type: "i32", role: "derived", size: "nb", stride: 1, unit: "", help: "island of a body, −1: none" },
  height: {
    type: "i32",
    role: "scratch",
    size: "nb",
    stride: 1,
    unit: "",
    help: "bodies below it down to what does not move",
  },
  restTime: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 1,
    unit: "s",
    help: "how long the body has been at rest; −1: asleep, and restForce is known",
  },
  restForce: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 6,
    unit: "N m, N",
    help: "applied torque and force, weight included, under which the body fell asleep",
  },
  restInput: {
    type: "f64",
    role: "state",
    size: "nInput",
    stride: 1,
    unit: "",
    help: "inputs of joints as of the step before",
  },
  reserve: {
    type: "f64",
    role: "state",
    size: "nb",
    stride: 1,
    unit: "J",
    help: "energy that a body has lost to errors of the method and may have back; below 0: that it owes",
  },
  pace: { type: "f64", role: "state", size: 1, stride: 1, unit: "s", help: "length of the last sub-step" },
  statistics: { type: "f64", role: "derived", size: 16, stride: 1, unit: "", help: "see STATISTIC" },
});

/** Positions in `statistics`. */
export const STATISTIC = {
  /** Largest change of speed in the last sweep, m/s. */
  residual: 0,
  /** Most negative gap of any contact at the start of the step, m. */
  worstGap: 1,
  /** Sweeps and Newton iterations of the step. */
  iterations: 2,
  islands: 3,
  /** Bodies whose contacts are solved directly. */
  directBodies: 4,
  colors: 5,
  /** Tallest column, in bodies. */
  tallest: 6,
  /** Frequency of soft contacts, Hz. */
  frequency: 7,
  substeps: 8,
  /** Largest error of a joint at the end of the step, m or rad. */
  jointError: 9,
  /** Bodies asleep at the end of the step. */
  asleep: 10,
} as const;

export type ImpulseFields = FieldArrays<typeof IMPULSE_FIELDS>;

/** The formulation's arrays. */
export function impulseFields(data: Data): ImpulseFields {
  return itemFields(data, "impulse", IMPULSE_FIELDS);
}
