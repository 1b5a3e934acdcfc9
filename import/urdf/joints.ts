import type { ImportOptions } from "../options.js";
import { compose, type Pose, zTo } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, jointFrames, lineOf, type SceneDraft } from "../scene/draft.js";
import { tagOf } from "../xml/attributes.js";
import type { Group } from "./import.js";
import type { UrdfJoint, UrdfModel } from "./read.js";

const KINDS = {
  revolute: "hinge",
  continuous: "hinge",
  prismatic: "slider",
  planar: "planar",
  fixed: "fixed",
} as const;

/** Joints between the groups of links. */
export function addJoints(
  model: UrdfModel,
  bodyOf: ReadonlyMap<string, Group>,
  draft: SceneDraft,
  report: Report,
  { fixed = "merge" }: ImportOptions,
): void {
  const names = new Map<string, string>();
  const axes = new Map<string, Pose>();
  for (const joint of model.joints) {
    if (joint.type === "floating" || (joint.type === "fixed" && fixed === "merge")) continue;
    const a = bodyOf.get(joint.parent) as Group;
    const b = bodyOf.get(joint.child) as Group;
    const frame = compose(b.pose, { position: [0, 0, 0], turn: zTo(joint.axis) });
    const name = draft.jointNames.take(joint.name, "joint");
    names.set(joint.name, name);
    axes.set(joint.name, frame);
    const entry: Entry = {
      name,
      type: KINDS[joint.type],
      bodyA: a.name,
      bodyB: b.name,
      ...jointFrames(frame, a.pose, b.pose),
      ...limitsOf(joint),
      ...(joint.friction > 0 ? { friction: { effort: joint.friction } } : {}),
      ...(joint.damping > 0 ? { drive: { mode: "position", stiffness: 0, damping: joint.damping } } : {}),
    };
    draft.joints.push(
      draft.comment(entry, `${tagOf(joint.element)}, ${joint.type} (${lineOf(joint.element)})${motorText(joint)}`),
    );
  }
  for (const joint of model.joints)
    if (joint.mimic !== null) addMimic(joint, model, names, bodyOf, axes, draft, report);
}

/** Limits of effort and speed bind motors, which the file does not have: the comment keeps them. */
function motorText({ type, limit: { effort, velocity } }: UrdfJoint): string {
  const [force, speed] = type === "prismatic" ? ["N", "m/s"] : ["N m", "rad/s"];
  return [
    ...(effort === undefined || effort === 0 ? [] : [`; largest effort ${effort} ${force}`]),
    ...(velocity === undefined || velocity === 0 ? [] : [`; largest speed ${velocity} ${speed}`]),
  ].join("");
}

function limitsOf({ type, limit: { lower = 0, upper = 0 } }: UrdfJoint): Entry {
  if (type !== "revolute" && type !== "prismatic") return {};
  // without a range the joint is free: some programs write 0 and −1 for that
  return lower === upper && lower === 0 ? {} : lower > upper ? {} : { limits: { lower, upper } };
}

/**
 * q = multiplier · q_other + offset. Where both turn about axes that are fixed in the world this is a gear; elsewhere a
 * controller gives the other coordinate to a position drive.
 */
function addMimic(
  joint: UrdfJoint,
  model: UrdfModel,
  names: ReadonlyMap<string, string>,
  bodyOf: ReadonlyMap<string, Group>,
  axes: ReadonlyMap<string, Pose>,
  draft: SceneDraft,
  report: Report,
): void {
  const { mimic } = joint;
  if (mimic === null) return;
  const other = model.joints.find(({ name }) => name === mimic.joint);
  const [name, otherName] = [names.get(joint.name), names.get(mimic.joint)];
  if (other === undefined || name === undefined || otherName === undefined) {
    report.leftOut(mimic.place, `<mimic> of "${joint.name}": there is no moving joint "${mimic.joint}"`);
    return;
  }
  const still = (parent: string) => bodyOf.get(parent)?.fixed === true;
  const turns = ({ type }: UrdfJoint) => type === "revolute" || type === "continuous";
  if (
    turns(joint) &&
    turns(other) &&
    still(joint.parent) &&
    still(other.parent) &&
    mimic.offset === 0 &&
    mimic.multiplier !== 0
  ) {
    const a = bodyOf.get(other.child) as Group;
    const b = bodyOf.get(joint.child) as Group;
    const gear: Entry = {
      name: draft.jointNames.take(`${joint.name}_mimic`, "mimic"),
      type: "gear",
      bodyA: a.name,
      bodyB: b.name,
      ratio: mimic.multiplier,
      ...gearFrames(axes.get(other.name) as Pose, axes.get(joint.name) as Pose, a.pose, b.pose),
      collide: true,
    };
    draft.joints.push(draft.comment(gear, `<mimic> of "${joint.name}" (${lineOf(mimic.place)})`));
    return;
  }
  const entry = draft.joints.find((candidate) => candidate.name === name) as Entry;
  entry.drive = { mode: "position", target: mimic.offset };
  draft.controllers.push(
    draft.comment(
      {
        type: "expression",
        name: `${name}_mimic`.slice(0, 64),
        output: `joints.${name}.drive.target`,
        expression: `${mimic.multiplier} * [joint/${otherName}/position] + ${mimic.offset}`,
      },
      `<mimic> of "${joint.name}" (${lineOf(mimic.place)})`,
    ),
  );
  report.changed(mimic.place, `<mimic> of "${joint.name}" is a position drive: it follows, and does not push back`);
}

function gearFrames(frameA: Pose, frameB: Pose, a: Pose, b: Pose): Entry {
  return { frameA: jointFrames(frameA, a, a).frameA, frameB: jointFrames(frameB, b, b).frameB };
}
