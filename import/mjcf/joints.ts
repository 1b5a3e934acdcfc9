import type { Pose } from "../pose.js";
import type { Report } from "../report.js";
import type { Entry } from "../scene/draft.js";
import { tagOf } from "../xml/attributes.js";
import type { Part } from "./import.js";
import type { MjcfJoint } from "./tree.js";

/** A joint of the file and its entry in the scene. */
export interface JointRecord {
  readonly joint: MjcfJoint;
  readonly entry: Entry;
  /** Frame of the joint in the world, at the reference. */
  readonly frame: Pose;
  readonly parentPose: Pose;
  /** Whether its axis is fixed in the world. */
  readonly grounded: boolean;
  readonly part: Part;
}

const KINDS = { hinge: "hinge", slide: "slider", ball: "ball" } as const;

/** The joint of the scene, its springs aside. Bodies at rest meet what is jointed to them, as in MuJoCo. */
export function jointEntry(joint: MjcfJoint, ends: Entry, collide: boolean, report: Report): Entry {
  const { type, range, ref, friction } = joint;
  if (type === "ball" && range !== undefined)
    report.leftOut(joint.element, `the range of ${tagOf(joint.element)}: a largest angle in every direction`);
  return {
    name: ends.name,
    type: KINDS[type as keyof typeof KINDS],
    ...ends,
    ...(collide ? { collide: true } : {}),
    ...(ref === 0 || type === "ball" ? {} : { zero: ref }),
    ...(range === undefined || type === "ball" ? {} : { limits: { lower: range[0], upper: range[1] } }),
    ...(friction > 0 ? { friction: { effort: friction } } : {}),
  };
}

/** Spring and damper of a joint as an entry of its own, beside a drive. */
export function passiveEntry({ joint, entry }: JointRecord, name: string): Entry {
  const { type, stiffness, damping, springref, ref } = joint;
  const { bodyA, bodyB, frameA, frameB } = entry;
  const ends = { name, bodyA, bodyB, frameA, frameB, collide: true };
  if (type === "hinge") {
    const rest = springref - ref;
    return { type: "angular-spring", ...ends, stiffness, damping, ...(rest === 0 ? {} : { restAngle: rest }) };
  }
  if (type === "slide") return { type: "bushing", ...ends, stiffness: [0, 0, stiffness], damping: [0, 0, damping] };
  return {
    type: "bushing",
    ...ends,
    angularStiffness: [stiffness, stiffness, stiffness],
    angularDamping: [damping, damping, damping],
  };
}

export const isSprung = ({ stiffness, damping }: MjcfJoint): boolean => stiffness > 0 || damping > 0;
