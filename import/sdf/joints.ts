import { ImportError } from "../error.js";
import {
  after,
  compose,
  cross,
  dot,
  fromAxes,
  inverse,
  minus,
  type Pose,
  rotate,
  times,
  unit,
  type V3,
  zTo,
} from "../pose.js";
import { type Entry, framePlacement, jointFrames, lineOf } from "../scene/draft.js";
import { childOf, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { type SdfContext, value, values } from "./geometry.js";
import type { SdfBody, SdfJoint, SdfLink } from "./import.js";

const KINDS: Readonly<Record<string, string>> = {
  revolute: "hinge",
  continuous: "hinge",
  prismatic: "slider",
  ball: "ball",
  screw: "screw",
  universal: "universal",
  revolute2: "universal",
  gearbox: "gear",
  fixed: "fixed",
};
/** Larger limits mean none. */
const ENDLESS = 1e15;

/** A joint of the scene; what has no counterpart is noted. */
export function addJoint(joint: SdfJoint, links: ReadonlyMap<string, SdfLink>, context: SdfContext): void {
  const { element, type, parent, child } = joint;
  const { report, draft } = context;
  const kind = KINDS[type];
  if (kind === undefined) throw new ImportError(element, `${tagOf(element)} has the unknown type "${type}"`);
  if (parent?.body === child?.body && type === "fixed") return;
  for (const part of element.children)
    if (/^(physics|sensor)$/.test(part.name)) report.leftOut(part, `<${part.name}> of ${tagOf(element)}`);
  const [a, b] = ends(joint);
  if (b === undefined || b.fixed) {
    if (type !== "fixed") report.leftOut(element, `${tagOf(element)} between two bodies that stand still`);
    return;
  }
  if (type === "gearbox") {
    addGearbox(joint, links, context);
    return;
  }
  const frame = { position: joint.pose.position, turn: turnOf(joint, context) };
  const entry: Entry = {
    name: draft.jointNames.take(element.attributes.name, "joint"),
    type: kind,
    bodyA: a?.name ?? "world",
    bodyB: b.name,
    ...jointFrames(frame, a?.pose ?? { position: [0, 0, 0], turn: [0, 0, 0, 1] }, b.pose),
    ...(type === "screw" ? { pitch: pitchOf(element) } : {}),
    ...coordinateOf(joint, context),
  };
  draft.joints.push(draft.comment(entry, `${tagOf(element)}, ${type} (${lineOf(element)})`));
}

/** The body that moves comes second. */
function ends({ parent, child }: SdfJoint): [SdfBody | undefined, SdfBody | undefined] {
  const [a, b] = [parent?.body, child?.body];
  return b === undefined || (b.fixed && a !== undefined && !a.fixed) ? [b, a] : [a, b];
}

/** Direction of an axis in the world. */
function axisOf(joint: SdfJoint, name: string): V3 | undefined {
  const axis = childOf(joint.element, name);
  if (axis === undefined) return undefined;
  const xyz = childOf(axis, "xyz");
  const direction = values(axis, "xyz", [0, 0, 1]) as V3;
  if (unit(direction) === undefined) throw new ImportError(xyz ?? axis, "the axis has no length");
  const own = xyz?.attributes.expressed_in;
  const old = joint.version < 1.5 || /^(1|true)$/.test(childOf(axis, "use_parent_model_frame")?.text ?? "");
  const frame = own !== undefined && own !== "" ? joint.frameNamed(own) : old ? joint.model : joint.pose;
  return unit(rotate(frame.turn, direction));
}

/** z along the axis; of a universal joint z is across both axes. */
function turnOf(joint: SdfJoint, { report }: SdfContext): Pose["turn"] {
  const first = axisOf(joint, "axis") ?? [0, 0, 1];
  if (joint.type !== "universal" && joint.type !== "revolute2") return zTo(first);
  if (childOf(joint.element, "axis2") === undefined) {
    report.changed(joint.element, `${tagOf(joint.element)} has no second axis: x and y of its frame were taken`);
    return joint.pose.turn;
  }
  const second = axisOf(joint, "axis2") as V3;
  const across = unit(cross(first, second));
  if (across === undefined) throw new ImportError(joint.element, `${tagOf(joint.element)} has parallel axes`);
  if (Math.abs(dot(first, second)) > 1e-6)
    report.changed(joint.element, `the axes of ${tagOf(joint.element)} were made perpendicular`);
  const y = unit(minus(second, times(first, dot(first, second)))) as V3;
  return fromAxes(first, y, across);
}

/** Advance per turn: newer files give it, older ones the angle per length with the other sign. */
function pitchOf(element: XmlElement): number {
  if (childOf(element, "screw_thread_pitch") !== undefined) return value(element, "screw_thread_pitch", 1);
  const old = value(element, "thread_pitch", 1);
  if (old === 0) throw new ImportError(element, "<thread_pitch> is 0");
  return (-2 * Math.PI) / old;
}

/** Limits, spring, damping and friction of the first axis; those of a second one are noted. */
function coordinateOf(joint: SdfJoint, { report }: SdfContext): Entry {
  const axis = childOf(joint.element, "axis");
  const two = joint.type === "universal" || joint.type === "revolute2";
  if (axis === undefined || joint.type === "fixed" || joint.type === "ball") return {};
  const limit = childOf(axis, "limit");
  const dynamics = childOf(axis, "dynamics");
  if (two) {
    if (limit !== undefined || dynamics !== undefined)
      report.leftOut(axis, `limits, springs and damping of ${tagOf(joint.element)}`);
    return {};
  }
  const lower = limit ? value(limit, "lower", -1e16) : -1e16;
  const upper = limit ? value(limit, "upper", 1e16) : 1e16;
  const limits = { ...(lower > -ENDLESS ? { lower } : {}), ...(upper < ENDLESS ? { upper } : {}) };
  const stiffness = dynamics ? value(dynamics, "spring_stiffness", 0) : 0;
  const damping = dynamics ? value(dynamics, "damping", 0) : 0;
  const friction = dynamics ? value(dynamics, "friction", 0) : 0;
  const target = dynamics ? value(dynamics, "spring_reference", 0) : 0;
  return {
    ...(Object.keys(limits).length > 0 && joint.type !== "continuous" ? { limits } : {}),
    ...(stiffness > 0 || damping > 0 ? { drive: { mode: "position", target, stiffness, damping } } : {}),
    ...(friction > 0 ? { friction: { effort: friction } } : {}),
  };
}

/** A gear, where the axes of both wheels are fixed in the world. */
function addGearbox(joint: SdfJoint, links: ReadonlyMap<string, SdfLink>, { draft, report }: SdfContext): void {
  const { element, parent, child } = joint;
  const reference = links.get(childOf(element, "gearbox_reference_body")?.text ?? "");
  if (parent === null || child === null || reference?.body.fixed !== true) {
    report.leftOut(element, `${tagOf(element)}: a gear whose axes move with a body`);
    return;
  }
  const frame = (name: string, link: SdfLink) => {
    const z = zTo(axisOf(joint, name) ?? [0, 0, 1]);
    return framePlacement(
      compose(inverse(link.body.pose), { position: joint.pose.position, turn: after([0, 0, 0, 1], z) }),
    );
  };
  const entry: Entry = {
    name: draft.jointNames.take(element.attributes.name, "gear"),
    type: "gear",
    bodyA: parent.body.name,
    bodyB: child.body.name,
    ratio: -1 / value(element, "gearbox_ratio", 1),
    frameA: frame("axis", parent),
    frameB: frame("axis2", child),
    collide: true,
  };
  draft.joints.push(draft.comment(entry, `${tagOf(element)}, gearbox (${lineOf(element)})`));
}
