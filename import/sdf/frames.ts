import { ImportError } from "../error.js";
import { compose, fromRpy, HERE, inverse, type Pose, rotate, type V3 } from "../pose.js";
import { childOf, numbersIn, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";

/** The numbers of `<pose>`: x y z roll pitch yaw, or a quaternion x y z w at the end. */
export function readPose(element: XmlElement | undefined): Pose {
  const pose = element && childOf(element, "pose");
  if (pose === undefined || pose.text === "") return HERE;
  const v = numbersIn(pose, "<pose>", pose.text);
  const degrees = pose.attributes.degrees === "true" ? Math.PI / 180 : 1;
  if (pose.attributes.rotation_format === "quat_xyzw" && v.length === 7)
    return { position: [v[0], v[1], v[2]], turn: [v[3], v[4], v[5], v[6]] };
  if (v.length !== 6) throw new ImportError(pose, `<pose> should have 6 numbers, got ${v.length}`);
  return { position: [v[0], v[1], v[2]], turn: fromRpy(v.slice(3).map((x) => x * degrees)) };
}

const relativeTo = (element: XmlElement) => {
  const pose = childOf(element, "pose");
  return pose?.attributes.relative_to ?? pose?.attributes.frame;
};

/** Poses of links, frames, joints and nested models of one model, in its own frame. */
export class ModelFrames {
  private readonly elements = new Map<string, XmlElement>();
  private readonly known = new Map<string, Pose>();
  private readonly open = new Set<string>();
  private readonly model: XmlElement;

  constructor(model: XmlElement) {
    this.model = model;
    // a joint may have the name of a link, which is the one that is meant then
    for (const kind of [/^joint$/, /^(link|frame|model)$/])
      for (const child of model.children)
        if (kind.test(child.name) && child.attributes.name !== undefined)
          this.elements.set(child.attributes.name, child);
  }

  has(name: string): boolean {
    return this.elements.has(name);
  }

  /** Pose of a link, frame, joint or model in the frame of the model. */
  of(name: string, place: XmlElement = this.model): Pose {
    if (name === "" || name === "__model__") return HERE;
    const found = this.known.get(name);
    if (found !== undefined) return found;
    const element = this.elements.get(name);
    if (element === undefined) throw new ImportError(place, `${tagOf(place)}: there is no frame "${name}"`);
    if (this.open.has(name)) throw new ImportError(element, `the frame "${name}" is placed relative to itself`);
    this.open.add(name);
    const pose = this.ofElement(element);
    this.open.delete(name);
    this.known.set(name, pose);
    return pose;
  }

  ofElement(element: XmlElement): Pose {
    return compose(this.of(relativeTo(element) ?? this.base(element), element), readPose(element));
  }

  private base(element: XmlElement): string {
    if (element.name === "joint") {
      const child = childOf(element, "child")?.text ?? "";
      return this.elements.has(child) ? child : "";
    }
    return element.name === "frame" ? (element.attributes.attached_to ?? "") : "";
  }

  /** A direction that is given in a frame, in the frame of `target`. */
  direction(axis: V3, from: Pose, target: Pose): V3 {
    return rotate(compose(inverse(target), from).turn, axis);
  }
}
