import { ImportError, type Place } from "../error.js";
import { type Inertia, NO_TENSOR, turnTensor } from "../inertia.js";
import { hexColor } from "../meshes/color.js";
import type { ImportedLook } from "../meshes/mesh-file.js";
import { fromRpy, HERE, type Pose, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { childOf, childrenOf, number, numbers, required, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { expandSubstitutions } from "./substitutions.js";

/** A box, ball, cylinder or mesh of a link. */
export interface UrdfGeometry {
  readonly element: XmlElement;
  readonly pose: Pose;
  readonly shape: XmlElement;
  readonly look: string | ImportedLook | undefined;
}

export interface UrdfLink {
  readonly element: XmlElement;
  readonly name: string;
  /** In the frame of the link; null without an `inertial`. */
  readonly inertia: Inertia | null;
  readonly visuals: readonly UrdfGeometry[];
  readonly collisions: readonly UrdfGeometry[];
  /** Friction of contact, where a `contact` element gives it. */
  readonly friction: number | undefined;
}

export const JOINT_TYPES = ["fixed", "revolute", "continuous", "prismatic", "planar", "floating"] as const;

export interface UrdfJoint {
  readonly element: XmlElement;
  readonly name: string;
  readonly type: (typeof JOINT_TYPES)[number];
  readonly parent: string;
  readonly child: string;
  /** Frame of the child in that of the parent where the coordinate is 0. */
  readonly origin: Pose;
  readonly axis: V3;
  readonly limit: {
    readonly lower?: number;
    readonly upper?: number;
    readonly effort?: number;
    readonly velocity?: number;
  };
  readonly damping: number;
  readonly friction: number;
  readonly mimic: {
    readonly place: Place;
    readonly joint: string;
    readonly multiplier: number;
    readonly offset: number;
  } | null;
}

export interface UrdfModel {
  readonly name: string;
  readonly links: ReadonlyMap<string, UrdfLink>;
  readonly joints: readonly UrdfJoint[];
  readonly looks: ReadonlyMap<string, ImportedLook>;
}

/** Reads `<robot>`; what is not understood is noted. */
export function readUrdf(root: XmlElement, report: Report): UrdfModel {
  if (root.name !== "robot") throw new ImportError(root, `expected <robot>, got ${tagOf(root)}`);
  const robot = expandSubstitutions(root, report);
  const looks = new Map<string, ImportedLook>();
  collectLooks(robot, looks, report);
  const links = new Map<string, UrdfLink>();
  const joints: UrdfJoint[] = [];
  for (const element of robot.children) {
    if (element.name === "link") {
      const link = readLink(element, looks, report);
      if (links.has(link.name)) throw new ImportError(element, `there are two links "${link.name}"`);
      links.set(link.name, link);
    } else if (element.name === "joint") joints.push(readJoint(element, report));
    else if (element.name !== "material") report.leftOut(element, tagOf(element));
  }
  if (links.size === 0) throw new ImportError(robot, "the robot has no links");
  return { name: robot.attributes.name ?? "robot", links, joints, looks };
}

/** Materials with a colour, wherever they are defined: most files define one where it is used first. */
function collectLooks(element: XmlElement, looks: Map<string, ImportedLook>, report: Report): void {
  for (const child of element.children) {
    if (child.name === "material" && child.attributes.name !== undefined) {
      const look = lookOf(child);
      if (look !== undefined && !looks.has(child.attributes.name)) looks.set(child.attributes.name, look);
      const texture = childOf(child, "texture");
      if (texture !== undefined) report.leftOut(texture, `the texture "${texture.attributes.filename ?? ""}"`);
    } else if (child.name === "link" || child.name === "visual") collectLooks(child, looks, report);
  }
}

function lookOf(material: XmlElement): ImportedLook | undefined {
  const color = childOf(material, "color");
  const rgba = color && numbers(color, "rgba", 4);
  if (rgba === undefined) return undefined;
  return { color: hexColor(rgba), ...(rgba[3] < 1 ? { opacity: Math.max(0, rgba[3]) } : {}) };
}

export function readOrigin(element: XmlElement): Pose {
  const origin = childOf(element, "origin");
  if (origin === undefined) return HERE;
  const position = (numbers(origin, "xyz", 3) ?? [0, 0, 0]) as unknown as V3;
  return { position, turn: fromRpy(numbers(origin, "rpy", 3) ?? [0, 0, 0]) };
}

function readLink(element: XmlElement, looks: ReadonlyMap<string, ImportedLook>, report: Report): UrdfLink {
  let friction: number | undefined;
  for (const child of element.children) {
    if (child.name === "contact") friction = readContact(child, report) ?? friction;
    else if (!/^(inertial|visual|collision)$/.test(child.name))
      report.leftOut(child, `${tagOf(child)} of ${tagOf(element)}`);
  }
  return {
    element,
    name: required(element, "name"),
    inertia: readInertial(element),
    visuals: childrenOf(element, "visual").flatMap((visual) => readGeometry(visual, looks, report)),
    collisions: childrenOf(element, "collision").flatMap((collision) => readGeometry(collision, looks, report)),
    friction,
  };
}

/** Bullet's element for contact: friction is taken, the rest is noted. */
function readContact(element: XmlElement, report: Report): number | undefined {
  const lateral = childOf(element, "lateral_friction");
  const rest = element.children.filter((child) => child !== lateral).map(({ name }) => name);
  if (rest.length > 0) report.leftOut(element, `${rest.join(", ")} of <contact>`);
  return lateral && number(lateral, "value");
}

function readInertial(link: XmlElement): Inertia | null {
  const inertial = childOf(link, "inertial");
  if (inertial === undefined) return null;
  const massElement = childOf(inertial, "mass");
  const mass = (massElement && number(massElement, "value")) ?? 0;
  if (mass < 0) throw new ImportError(massElement ?? inertial, `expected a mass of at least 0, got ${mass}`);
  const tensor = childOf(inertial, "inertia");
  const at = (name: string) => (tensor && number(tensor, name)) ?? 0;
  const own = tensor ? ([at("ixx"), at("iyy"), at("izz"), at("ixy"), at("ixz"), at("iyz")] as const) : NO_TENSOR;
  const pose = readOrigin(inertial);
  return { mass, center: pose.position, tensor: turnTensor(pose.turn, own) };
}

function readGeometry(element: XmlElement, looks: ReadonlyMap<string, ImportedLook>, report: Report): UrdfGeometry[] {
  const geometry = childOf(element, "geometry");
  const shape = geometry?.children[0];
  if (shape === undefined) {
    report.leftOut(element, `${tagOf(element)} without a geometry`);
    return [];
  }
  const material = childOf(element, "material");
  const name = material?.attributes.name;
  if (name !== undefined && name !== "" && !looks.has(name) && material !== undefined)
    report.leftOut(material, `the material "${name}", which is not defined`);
  const look = name !== undefined && looks.has(name) ? name : material && lookOf(material);
  return [{ element, pose: readOrigin(element), shape, look }];
}

const JOINT_PARTS = new Set(["parent", "child", "origin", "axis", "limit", "dynamics", "mimic"]);

function readJoint(element: XmlElement, report: Report): UrdfJoint {
  const type = required(element, "type") as UrdfJoint["type"];
  if (!JOINT_TYPES.includes(type)) throw new ImportError(element, `${tagOf(element)} has the unknown type "${type}"; expected one of ${JOINT_TYPES.join(", ")}`); // biome-ignore format: one line
  const end = (name: string) => {
    const found = childOf(element, name);
    if (found === undefined) throw new ImportError(element, `${tagOf(element)} has no <${name}>`);
    return required(found, "link");
  };
  for (const child of element.children)
    if (!JOINT_PARTS.has(child.name)) report.leftOut(child, `${tagOf(child)} of ${tagOf(element)}`);
  const axis = childOf(element, "axis");
  const direction = (axis && numbers(axis, "xyz", 3)) ?? [1, 0, 0];
  if (type !== "fixed" && type !== "floating" && direction.every((x) => x === 0)) throw new ImportError(axis ?? element, "the axis has no length"); // biome-ignore format: one line
  const dynamics = childOf(element, "dynamics");
  return {
    element,
    name: required(element, "name"),
    type,
    parent: end("parent"),
    child: end("child"),
    origin: readOrigin(element),
    axis: direction as unknown as V3,
    limit: readLimit(childOf(element, "limit")),
    damping: (dynamics && number(dynamics, "damping")) ?? 0,
    friction: (dynamics && number(dynamics, "friction")) ?? 0,
    mimic: readMimic(childOf(element, "mimic")),
  };
}

function readLimit(limit: XmlElement | undefined): UrdfJoint["limit"] {
  if (limit === undefined) return {};
  const out: Record<string, number> = {};
  for (const name of ["lower", "upper", "effort", "velocity"]) {
    const value = number(limit, name);
    if (value !== undefined) out[name] = value;
  }
  return out;
}

function readMimic(element: XmlElement | undefined): UrdfJoint["mimic"] {
  if (element === undefined) return null;
  return {
    place: element,
    joint: required(element, "joint"),
    multiplier: number(element, "multiplier") ?? 1,
    offset: number(element, "offset") ?? 0,
  };
}
