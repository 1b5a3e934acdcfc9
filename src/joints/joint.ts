import type { Data } from "../data/data.js";
import type { ItemKind } from "../model/item.js";
import type { JointDrawing, JointKindBase, Model } from "../model/model.js";
import { flag, type Params, vector } from "../model/params.js";
import {
  coordinateRowCount,
  followTwist,
  MEMORY,
  referenceOf,
  rotationCoordinate,
  translationCoordinate,
  writeCoordinateRows,
} from "./coordinate.js";
import { placeJoint } from "./frame.js";
import { guidedScalar, type NaturalJoint, naturalOfLocks } from "./natural.js";
import { lineRow, openLock, perpendicularRow, turnRow } from "./row.js";
import type { JointFields } from "./system.js";

/** For kinds that leave the bodies far apart: their shapes meet unless the scene says otherwise. */
export const looseParams = {
  collide: flag({ default: true, help: "whether the two bodies meet each other's shapes" }),
};

/** For kinds between two points. */
export const twoPointParams = {
  ...looseParams,
  to: vector({ unit: "m", optional: true, help: "end on B at the start, world frame; at is the end on A" }),
};

/** What a joint does with an axis of its frame. */
export type AxisFreedom = "locked" | "free";

/**
 * A kind of joint, defined once for all formulations. The joint frame is fixed to A; its z axis is the joint's axis.
 * Velocity-level formulations ask for rows; see `ROW` and `JOINT_FIELDS` for what a row holds.
 */
export interface JointKind<P extends Params = Params> extends ItemKind<P>, Omit<JointKindBase, keyof ItemKind> {
  /** Largest number of rows of joint `i`. A row keeps its place from step to step. */
  rows(model: Model, i: number): number;
  /** How many of the first rows hold the joint together, rather than act on its coordinate. */
  holds(model: Model, i: number): number;
  /** Fills rows first … first + rows − 1 at the present state. Allocates nothing. */
  writeRows(model: Model, data: Data, i: number, first: number, out: JointFields): void;
  /** After a drift: follows turns, so that they are not lost where a step has more than half of one. Writes: memory. */
  follow?(model: Model, data: Data, i: number, out: JointFields): void;
  /** End of a step: remembers stored length, … Writes: memory. */
  update?(model: Model, data: Data, i: number, first: number, out: JointFields): void;
  /** True when the joint's rows are springs, so that it acts as a force where constraints hold the others. */
  readonly sprung?: true;
  /** True when a fixed carrier bears a part of the efforts, so that those on A and on B do not balance. */
  readonly grounded?: true;
  /** Value of the joint coordinate and its derivative, to `out.coordinate`. Absent for kinds without one. */
  writeCoordinate?(model: Model, data: Data, i: number, out: JointFields): void;
  /** The joint in natural coordinates: what its bodies share, and constraints. Absent: its rows hold it there, too. */
  readonly natural?: ((model: Model, i: number) => NaturalJoint) | undefined;
}

/** A kind of joint that is defined by which relative motions along and about x, y, z are locked. */
export interface AxisJointKind<P extends Params = Params> extends JointKind<P> {
  readonly translation: readonly [AxisFreedom, AxisFreedom, AxisFreedom];
  readonly rotation: readonly [AxisFreedom, AxisFreedom, AxisFreedom];
  /** The motion that limits, drive and friction act on. */
  readonly coordinate: "rotation-z" | "translation-z" | "none";
  readonly locks: LockPlans;
}

interface JointDeclaration<P extends Params> {
  readonly name: string;
  readonly help: string;
  readonly params: P;
  /** Letters of the locked axes: "xyz", "xy", … */
  readonly lockedTranslation: string;
  readonly lockedRotation: string;
  readonly coordinate: AxisJointKind["coordinate"];
  /** Where the axis lies in a planar scene; "none": the kind has no place there. */
  readonly planarAxis?: JointKindBase["planarAxis"];
}

/** Declares a joint by its locked axes; rows and degrees of freedom follow. */
export function defineJoint<const P extends Params>(d: JointDeclaration<P>): AxisJointKind<P> {
  const axes = (locked: string): AxisJointKind["translation"] => {
    const freedom = (axis: string) => (locked.includes(axis) ? "locked" : "free");
    return [freedom("x"), freedom("y"), freedom("z")];
  };
  const translation = axes(d.lockedTranslation);
  const rotation = axes(d.lockedRotation);
  const { coordinate } = d;
  const planarAxis = d.planarAxis ?? (coordinate === "translation-z" ? "inside" : "across");
  const locks = planLocks(translation, rotation);
  const holds = (model: Model, i: number) => lockCount(model, i, locks);

  function writeCoordinate(model: Model, data: Data, i: number, out: JointFields): void {
    placeJoint(model, data, i, out.frame);
    coordinateOf(model, i, out);
  }

  function coordinateOf(model: Model, i: number, out: JointFields): void {
    if (coordinate === "rotation-z") rotationCoordinate(model, i, out);
    else translationCoordinate(model, i, 2, out);
  }

  /** The z axis keeps its direction in both bodies, so that the angle about it is a coordinate of the system. */
  const turnsAboutAxis = d.lockedRotation.includes("x") && d.lockedRotation.includes("y");

  function natural(model: Model, i: number): NaturalJoint {
    const plan = naturalOfLocks(model, i, d.lockedTranslation, d.lockedRotation);
    if (coordinate === "translation-z") return { ...plan, scalars: guidedScalar(model, i, "travel") };
    if (coordinate === "none" || !(model.planar || turnsAboutAxis)) return plan;
    return { ...plan, scalars: guidedScalar(model, i, "turn") };
  }

  return {
    name: d.name,
    help: d.help,
    params: d.params,
    drawing: drawingOf(d.lockedTranslation, d.lockedRotation),
    ...(coordinate === "none" ? {} : { coordinateUnit: coordinate === "translation-z" ? "m" : "rad" }),
    natural,
    translation,
    rotation,
    coordinate,
    locks,
    freedom: {
      spatial: 6 - d.lockedTranslation.length - d.lockedRotation.length,
      planar: planarFreedom(planarAxis, d.lockedTranslation, d.lockedRotation),
    },
    planarAxis,
    holds,
    rows: (model, i) => holds(model, i) + (coordinate === "none" ? 0 : coordinateRowCount(model, i)),
    writeRows(model, data, i, first, out) {
      placeJoint(model, data, i, out.frame);
      const r = writeLocks(model, i, first, out, locks);
      if (coordinate === "none" || coordinateRowCount(model, i) === 0) return;
      coordinateOf(model, i, out);
      writeCoordinateRows(model, data, i, r, out);
    },
    ...(coordinate === "none" ? {} : { writeCoordinate }),
    ...(coordinate === "rotation-z" ? { follow: followAngle } : {}),
  };
}

/** A block where nothing moves, a point where only rotations do, a slide along z; else the axis. */
function drawingOf(translation: string, rotation: string): JointDrawing {
  if (translation === "xyz" && rotation === "xyz") return "block";
  if (translation === "xyz" && rotation === "") return "point";
  return translation === "xy" ? "slide" : "axis";
}

/** Degrees of freedom in the plane. With the axis z inside it, y is across (see `placeFrames`). */
function planarFreedom(axis: JointKindBase["planarAxis"], translation: string, rotation: string): number {
  if (axis === "none") return -1;
  const [plane, normal] = axis === "across" ? ["xy", "z"] : ["xz", "y"];
  return 3 - [...plane].filter((c) => translation.includes(c)).length - (rotation.includes(normal) ? 1 : 0);
}

/** Keeps the angle of the coordinate, so that the next step finds its turn. Writes: memory. */
export function followAngle(model: Model, data: Data, i: number, out: JointFields): void {
  (model.joints.kinds[i] as JointKind).writeCoordinate?.(model, data, i, out);
  out.coordinate[0] -= model.joints.zero[i];
  followTwist(MEMORY * i, referenceOf(i, 0), out);
}

/** What a lock row is, as a plan holds it: kind of row and its axes. */
const LOCK = { line: 0, turn: 1, perpendicular: 2, negated: 3 } as const;

/**
 * The lock rows of a kind, three numbers each (kind, axis, other axis), for each value of `joints.across`: axes 0, 1,
 * 2, and 3 for space.
 */
export type LockPlans = readonly Int8Array[];

/**
 * Plans the locks: translations x, y, z, then rotations x, y, z; in the plane those that it knows: along what is not
 * across, about what is.
 *
 * Rotation, by the number of locked axes: three, q_e = 1; two, the free axis of B is perpendicular to the locked axes
 * of A; one, about k: the axis after k on A and the one after that on B are perpendicular, as the pins of a Cardan
 * joint are.
 */
function planLocks(translation: Axes, rotation: Axes): LockPlans {
  const locked = rotation.filter((freedom) => freedom === "locked").length;
  return [0, 1, 2, 3].map((across) => {
    const plan: number[] = [];
    for (let k = 0; k < 3; k++) if (translation[k] === "locked" && k !== across) plan.push(LOCK.line, k, k);
    for (let k = 0; k < 3; k++) {
      if (rotation[k] === "free" || (across < 3 && k !== across)) continue;
      const next = (k + 1) % 3;
      const last = (k + 2) % 3;
      if (locked === 3) plan.push(LOCK.turn, k, k);
      else if (locked === 2 && rotation[next] === "free") plan.push(LOCK.perpendicular, last, next);
      else plan.push(LOCK.negated, next, last);
    }
    return Int8Array.from(plan);
  });
}

type Axes = AxisJointKind["translation"];

/** Number of locked axes; in the plane, of those that it knows. */
export function lockCount(model: Model, i: number, plans: LockPlans): number {
  return plans[model.joints.across[i]].length / 3;
}

/** Lock rows of the joint in `out.frame`, by plan. Returns the row after the last. */
export function writeLocks(model: Model, i: number, first: number, out: JointFields, plans: LockPlans): number {
  const plan = plans[model.joints.across[i]];
  let r = first;
  for (let k = 0; k < plan.length; k += 3) {
    const kind = plan[k];
    openLock(model, i, out, r);
    if (kind === LOCK.line) lineRow(out, r, plan[k + 1]);
    else if (kind === LOCK.turn) turnRow(out, r, plan[k + 1]);
    else perpendicularRow(out, r, plan[k + 1], plan[k + 2], kind === LOCK.negated ? -1 : 1);
    r++;
  }
  return r;
}
