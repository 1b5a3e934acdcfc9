import type { ItemKind } from "../model/item.js";
import type { JointKindBase } from "../model/model.js";
import type { Params } from "../model/params.js";

/** What a joint does with an axis of its frame. */
export type AxisFreedom = "locked" | "free";

/**
 * A kind of joint, defined once for all formulations. The joint frame is fixed to A; its z axis is the joint's axis. `translation`
 * and `rotation` say which relative motions along and about x, y, z are locked; velocity rows (`rows.ts`) and
 * natural-coordinate constraints derive from this one definition.
 */
export interface JointKind<P extends Params = Params> extends ItemKind<P>, Pick<JointKindBase, "freedom"> {
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
  readonly coordinate: JointKind["coordinate"];
}

/** Declares a joint by its locked axes; the degrees of freedom follow. */
export function defineJoint<const P extends Params>(d: JointDeclaration<P>): JointKind<P> {
  const axes = (locked: string) =>
    ["x", "y", "z"].map((c) => (locked.includes(c) ? "locked" : "free")) as unknown as JointKind["translation"];
  // In the plane only x and y translation and z rotation exist; a joint that frees none of them, or needs others, differs there.
  const planarFree =
    2 - [..."xy"].filter((c) => d.lockedTranslation.includes(c)).length + (d.lockedRotation.includes("z") ? 0 : 1);
  return {
    name: d.name,
    help: d.help,
    params: d.params,
    translation: axes(d.lockedTranslation),
    rotation: axes(d.lockedRotation),
    coordinate: d.coordinate,
    freedom: { spatial: 6 - d.lockedTranslation.length - d.lockedRotation.length, planar: planarFree },
  };
}
