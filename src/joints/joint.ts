import type { Data } from "../data/data.js";
import type { ItemKind } from "../model/item.js";
import type { JointKindBase, Model } from "../model/model.js";
import { flag, type Params, vector } from "../model/params.js";
import {
  COORDINATE,
  coordinateRowCount,
  MEMORY,
  rotationCoordinate,
  translationCoordinate,
  writeCoordinateRows,
} from "./coordinate.js";
import { placeJoint } from "./frame.js";
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
 * A kind of joint, defined once for all formulations. The joint frame is fixed to A; its z axis is the joint's axis. Velocity-level
 * formulations ask for rows; see `ROW` and `JOINT_FIELDS` for what a row holds.
 */
export interface JointKind<P extends Params = Params> extends ItemKind<P>, Omit<JointKindBase, keyof ItemKind> {
  /** Largest number of rows of joint `i`. A row keeps its place from step to step. */
  rows(model: Model, i: number): number;
  /** How many of the first rows hold the joint together, rather than act on its coordinate. */
  holds(model: Model, i: number): number;
  /** Fills rows first … first + rows − 1 at the present state. Allocates nothing. */
  writeRows(model: Model, data: Data, i: number, first: number, out: JointFields): void;
  /** End of a step: remembers turns, stored length, … Writes: memory. */
  update?(model: Model, data: Data, i: number, first: number, out: JointFields): void;
  /** True when a fixed carrier bears a part of the efforts, so that those on A and on B do not balance. */
  readonly grounded?: true;
  /** Value of the joint coordinate and its derivative, to `COORDINATE`. Absent for kinds without one. */
  writeCoordinate?(model: Model, data: Data, i: number, out: JointFields): void;
}

/** A kind of joint that is defined by which relative motions along and about x, y, z are locked. */
export interface AxisJointKind<P extends Params = Params> extends JointKind<P> {
  readonly translation: readonly [AxisFreedom, AxisFreedom, AxisFreedom];
  readonly rotation: readonly [AxisFreedom, AxisFreedom, AxisFreedom];
  /** The motion that limits, drive and friction act on. */
  readonly coordinate: "rotation-z" | "translation-z" | "none";
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
  const axes = (locked: string) =>
    ["x", "y", "z"].map((c) => (locked.includes(c) ? "locked" : "free")) as unknown as AxisJointKind["translation"];
  const translation = axes(d.lockedTranslation);
  const rotation = axes(d.lockedRotation);
  const { coordinate } = d;
  const planarAxis = d.planarAxis ?? (coordinate === "translation-z" ? "inside" : "across");
  const holds = (model: Model, i: number) => lockCount(model, i, translation, rotation);

  function writeCoordinate(model: Model, data: Data, i: number, out: JointFields): void {
    placeJoint(model, data, i);
    coordinateOf(model, i, out);
  }

  function coordinateOf(model: Model, i: number, out: JointFields): void {
    if (coordinate === "rotation-z") rotationCoordinate(model, out.memory, i);
    else translationCoordinate(model, i, 2);
  }

  return {
    name: d.name,
    help: d.help,
    params: d.params,
    translation,
    rotation,
    coordinate,
    freedom: {
      spatial: 6 - d.lockedTranslation.length - d.lockedRotation.length,
      planar: planarFreedom(planarAxis, d.lockedTranslation, d.lockedRotation),
    },
    planarAxis,
    holds,
    rows: (model, i) => holds(model, i) + (coordinate === "none" ? 0 : coordinateRowCount(model, i)),
    writeRows(model, data, i, first, out) {
      placeJoint(model, data, i);
      const r = writeLocks(model, i, first, out, translation, rotation);
      if (coordinate === "none" || coordinateRowCount(model, i) === 0) return;
      coordinateOf(model, i, out);
      writeCoordinateRows(model, data, i, r, out);
    },
    ...(coordinate === "none" ? {} : { writeCoordinate }),
    ...(coordinate === "rotation-z" ? { update: rememberAngle } : {}),
  };
}

/** Degrees of freedom in the plane. With the axis z inside it, y is across (see `placeFrames`). */
function planarFreedom(axis: JointKindBase["planarAxis"], translation: string, rotation: string): number {
  if (axis === "none") return -1;
  const [plane, normal] = axis === "across" ? ["xy", "z"] : ["xz", "y"];
  return 3 - [...plane].filter((c) => translation.includes(c)).length - (rotation.includes(normal) ? 1 : 0);
}

/** Keeps the angle of the coordinate, so that the next step finds its turn. Writes: memory. */
export function rememberAngle(model: Model, data: Data, i: number, _first: number, out: JointFields): void {
  (model.joints.kinds[i] as JointKind).writeCoordinate?.(model, data, i, out);
  out.memory[MEMORY * i] = COORDINATE[0] - model.joints.zero[i];
}

/** True when the plane of the scene, if there is one, knows the translation along axis k of the joint's frame. */
function movesAlong(model: Model, i: number, k: number): boolean {
  return model.joints.across[i] !== k;
}

/** True when the plane of the scene, if there is one, knows the rotation about axis k of the joint's frame. */
function turnsAbout(model: Model, i: number, k: number): boolean {
  return !model.planar || model.joints.across[i] === k;
}

type Axes = AxisJointKind["translation"];

/** Number of locked axes; in the plane, of those that it knows. */
export function lockCount(model: Model, i: number, translation: Axes, rotation: Axes): number {
  let n = 0;
  for (let k = 0; k < 3; k++) {
    if (translation[k] === "locked" && movesAlong(model, i, k)) n++;
    if (rotation[k] === "locked" && turnsAbout(model, i, k)) n++;
  }
  return n;
}

/**
 * Locks of the joint in `FRAME`: translations x, y, z, then rotations x, y, z. Returns the row after the last.
 *
 * Rotation, by the number of locked axes: three, q_e = 1; two, the free axis of B is perpendicular to the locked axes of A; one, about k:
 * the axis after k on A and the one after that on B are perpendicular, as the pins of a Cardan joint are.
 */
export function writeLocks(
  model: Model,
  i: number,
  first: number,
  out: JointFields,
  translation: Axes,
  rotation: Axes,
): number {
  let r = first;
  for (let k = 0; k < 3; k++) {
    if (translation[k] === "free" || !movesAlong(model, i, k)) continue;
    openLock(model, i, out, r);
    lineRow(out, r, k);
    r++;
  }
  let locked = 0;
  for (let k = 0; k < 3; k++) if (rotation[k] === "locked") locked++;
  for (let k = 0; k < 3; k++) {
    if (rotation[k] === "free" || !turnsAbout(model, i, k)) continue;
    openLock(model, i, out, r);
    const next = (k + 1) % 3;
    const last = (k + 2) % 3;
    if (locked === 3) turnRow(out, r, k);
    else if (locked === 2 && rotation[last] === "free") perpendicularRow(out, r, next, last, -1);
    else if (locked === 2) perpendicularRow(out, r, last, next, 1);
    else perpendicularRow(out, r, next, last, -1);
    r++;
  }
  return r;
}
