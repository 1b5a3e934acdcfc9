import { jointColumns } from "../model/joint-columns.js";
import type { Model } from "../model/model.js";
import { DRIVE } from "./coordinate.js";
import type { JointKind } from "./joint.js";

/** An axis of a joint's frame: x, y or z. */
export type Axis = 0 | 1 | 2;

/** A joint coordinate that is a coordinate of the system, too. */
export interface ScalarPlan {
  /**
   * turn: angle about z from A to B; sideA, sideB: angle of one side about z of a frame fixed in the world; travel:
   * displacement along z of A; length: distance of the two points.
   */
  readonly kind: "turn" | "sideA" | "sideB" | "travel" | "length";
  /** Input slot that prescribes the coordinate or its speed; −1: it is solved for. */
  readonly input: number;
  /** Where the joint's memory holds its last value; −1: nowhere. */
  readonly memory: number;
  /** Length of a rod in the scene, m; NaN for all other coordinates. */
  readonly length: number;
}

/**
 * A joint in natural coordinates: the points and vectors that its bodies share, and the constraints for the rest. d is
 * the vector from the point on A to the point on B. Sources: [Luaces2013] §2.1.1 and §5.4.1.
 */
export interface NaturalJoint {
  /** The bodies share the joint's point. */
  readonly point: boolean;
  /** Axes of the frames that the bodies share: none, one or all. */
  readonly axes: readonly Axis[];
  /** d stays perpendicular to these axes of A. */
  readonly across: readonly Axis[];
  /** An axis of A and an axis of B that stay perpendicular, as the pins of a Cardan joint. */
  readonly pins: readonly [Axis, Axis] | null;
  readonly scalars: readonly ScalarPlan[];
  /** d · z_A = pitch/2π × the first scalar, m. */
  readonly pitch: number;
  /** Second scalar = ratio × first. */
  readonly ratio: number;
  /** travel · point of B − start = radius × the first scalar. */
  readonly rack: { readonly travel: readonly number[]; readonly start: number; readonly radius: number } | null;
  /** Rows of the joint's own kind hold in one direction only: the cone of a ball joint, a rope. */
  readonly oneSided: boolean;
}

/** A joint that shares nothing and constrains nothing: springs and drives act as forces. */
export const UNCONSTRAINED: NaturalJoint = {
  point: false,
  axes: [],
  across: [],
  pins: null,
  scalars: [],
  pitch: 0,
  ratio: 0,
  rack: null,
  oneSided: false,
};

/** True when the joint has a limit of its coordinate. */
function hasLimits({ joints }: Model, i: number): boolean {
  return joints.lower[i] > Number.NEGATIVE_INFINITY || joints.upper[i] < Number.POSITIVE_INFINITY;
}

/** True when the joint opens under load. */
function canBreak({ joints }: Model, i: number): boolean {
  return joints.breakForce[i] < Number.POSITIVE_INFINITY || joints.breakTorque[i] < Number.POSITIVE_INFINITY;
}

/** True when the joint's coordinate follows its drive exactly: by speed or position, with neither bounds nor limits. */
export function isGuided(model: Model, i: number): boolean {
  const { joints } = model;
  const bounded =
    joints.driveMaxEffort[i] < Number.POSITIVE_INFINITY ||
    joints.driveHoldEffort[i] < Number.POSITIVE_INFINITY ||
    joints.driveMaxPower[i] < Number.POSITIVE_INFINITY ||
    joints.driveMaxSpeed[i] < Number.POSITIVE_INFINITY;
  return isMotionDrive(model, i) && !bounded && !hasLimits(model, i) && !canBreak(model, i);
}

function isMotionDrive({ joints }: Model, i: number): boolean {
  return joints.driveMode[i] === DRIVE.speed || joints.driveMode[i] === DRIVE.position;
}

/**
 * True when natural coordinates hold the joint by its velocity rows alone: its bodies share nothing, so that it can
 * open, or its kind declares no form in natural coordinates.
 */
export function isHeldByRows(model: Model, i: number): boolean {
  return (model.joints.kinds[i] as JointKind).natural === undefined || canBreak(model, i);
}

/** The plan of joint `i`. */
export function naturalOf(model: Model, i: number): NaturalJoint {
  return isHeldByRows(model, i)
    ? UNCONSTRAINED
    : ((model.joints.kinds[i] as JointKind).natural?.(model, i) ?? UNCONSTRAINED);
}

/**
 * True when rows with efforts between bounds act in the joint besides its constraints: limits, friction, drives that
 * constraints do not guide.
 */
export function hasBoundedRows(model: Model, i: number): boolean {
  const plan = naturalOf(model, i);
  const guided = plan.scalars.some(({ input }) => input === model.joints.driveInput[i]);
  return (
    isHeldByRows(model, i) ||
    plan.oneSided ||
    hasLimits(model, i) ||
    model.joints.friction[i] > 0 ||
    model.joints.brakeInput[i] >= 0 ||
    (isMotionDrive(model, i) && !guided)
  );
}

/** The joint's coordinate as a prescribed coordinate of the system where it is guided; empty otherwise. */
export function guidedScalar(model: Model, i: number, kind: "turn" | "travel" | "length"): readonly ScalarPlan[] {
  if (!isGuided(model, i)) return [];
  return [{ kind, input: model.joints.driveInput[i], memory: kind === "turn" ? 0 : -1, length: Number.NaN }];
}

/** A coordinate that is solved for, with its place in the joint's memory. */
export function freeScalar(kind: ScalarPlan["kind"], memory: number): ScalarPlan {
  return { kind, input: -1, memory, length: Number.NaN };
}

/**
 * The plan of a joint that is defined by its locked axes ("xyz", "xy", …). In space:
 *
 *   translation   x, y and z locked: a point in common; else d stays perpendicular to the locked axes
 *   rotation      three axes locked: all axes in common; two: the third in common; one, k: axis k + 1 of A and axis
 *                 k + 2 of B are pins
 *
 * In the plane the axis across it (z, or y where z lies inside) has no translation, and rotation is about that axis
 * alone.
 */
export function naturalOfLocks(model: Model, i: number, translation: string, rotation: string): NaturalJoint {
  const { planar } = model;
  const normal = model.joints.across[i];
  const axes = ([0, 1, 2] as const).filter((k) => !planar || k !== normal);
  const across = axes.filter((k) => translation.includes("xyz"[k]));
  const point = across.length === axes.length;
  return {
    ...UNCONSTRAINED,
    point,
    across: point ? [] : across,
    ...(planar ? planarRotation(normal, rotation) : spatialRotation(rotation)),
  };
}

function planarRotation(normal: number, rotation: string): Pick<NaturalJoint, "axes"> {
  if (!rotation.includes("xyz"[normal])) return { axes: [] };
  return { axes: [normal === 1 ? 2 : 0] };
}

function spatialRotation(rotation: string): Pick<NaturalJoint, "axes" | "pins"> {
  const free = ([0, 1, 2] as const).filter((k) => !rotation.includes("xyz"[k]));
  if (free.length === 0) return { axes: [0, 1, 2], pins: null };
  if (free.length === 1) return { axes: free, pins: null };
  if (free.length === 3) return { axes: [], pins: null };
  const locked = ([0, 1, 2] as const).find((k) => !free.includes(k)) as Axis;
  return { axes: [], pins: [((locked + 1) % 3) as Axis, ((locked + 2) % 3) as Axis] };
}

/** A number of the joint's own kind. */
export function ownNumber(model: Model, i: number, key: string): number {
  const { own, ownStart, kinds } = model.joints;
  return own[ownStart[i] + jointColumns(kinds[i].params).own[key]];
}
