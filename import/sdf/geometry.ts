import { ImportError } from "../error.js";
import { hexColor } from "../meshes/color.js";
import type { ImportedLook } from "../meshes/mesh-file.js";
import type { ImportOptions } from "../options.js";
import { compose, type Pose, type V3, zTo } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, placement, type SceneDraft } from "../scene/draft.js";
import { type MeshStore, meshShape, meshVisual } from "../scene/mesh-store.js";
import { contactMaterial } from "../urdf/geometry.js";
import { childOf, numbersIn, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { readPose } from "./frames.js";

export interface SdfContext {
  readonly draft: SceneDraft;
  readonly store: MeshStore;
  readonly report: Report;
  readonly options: ImportOptions;
}

/** Numbers of a child's text; `fallback` where it is absent. */
export function values(element: XmlElement, name: string, fallback: readonly number[]): readonly number[] {
  const child = childOf(element, name);
  if (child === undefined || child.text === "") return fallback;
  const found = numbersIn(child, tagOf(child), child.text);
  if (found.length !== fallback.length)
    throw new ImportError(child, `<${name}> should have ${fallback.length} numbers, got ${found.length}`);
  return found;
}

export const value = (element: XmlElement, name: string, fallback: number): number =>
  values(element, name, [fallback])[0];

/** The collision shape of a link whose frame is at `frame` in the body. */
export async function collisionEntry(
  element: XmlElement,
  frame: Pose,
  context: SdfContext,
): Promise<Entry | undefined> {
  const shape = childOf(element, "geometry")?.children[0];
  if (shape === undefined) return undefined;
  const pose = compose(frame, readPose(element));
  const material = frictionOf(element, context);
  const simple = primitive(shape, context.report, false);
  if (simple !== undefined) return { ...simple.entry, ...placement(compose(pose, simple.pose)), ...material };
  const mesh = await meshOf(shape, context);
  const entry = mesh && meshShape(shape, mesh, pose, context.report, context.options);
  return entry && { ...entry, ...material };
}

export async function visualEntry(element: XmlElement, frame: Pose, context: SdfContext): Promise<Entry | undefined> {
  const shape = childOf(element, "geometry")?.children[0];
  if (shape === undefined) return undefined;
  const pose = compose(frame, readPose(element));
  const look = lookOf(element, context.report);
  const more = look === undefined ? {} : { look };
  const simple = primitive(shape, context.report, true);
  if (simple !== undefined) return { ...simple.entry, ...placement(compose(pose, simple.pose)), ...more };
  const mesh = await meshOf(shape, context);
  return mesh && meshVisual(context.draft, mesh, pose, look);
}

const NOWHERE: Pose = { position: [0, 0, 0], turn: [0, 0, 0, 1] };

function primitive(shape: XmlElement, report: Report, drawn: boolean): { entry: Entry; pose: Pose } | undefined {
  const size = (name: string, fallback: number) => {
    const x = value(shape, name, fallback);
    if (!(x > 0)) throw new ImportError(shape, `<${shape.name}>: expected ${name} > 0, got ${x}`);
    return x;
  };
  const at = (entry: Entry, pose = NOWHERE) => ({ entry, pose });
  if (shape.name === "box") {
    const lengths = values(shape, "size", [1, 1, 1]);
    if (lengths.some((x) => !(x > 0))) throw new ImportError(shape, "<box>: expected three lengths > 0");
    return at({ type: "box", halfExtents: lengths.map((x) => x / 2) });
  }
  if (shape.name === "sphere") return at({ type: "sphere", radius: size("radius", 1) });
  if (shape.name === "cylinder")
    return at({ type: "cylinder", radius: size("radius", 1), halfLength: size("length", 1) / 2 });
  if (shape.name === "capsule")
    return at({ type: "capsule", radius: size("radius", 0.5), halfLength: size("length", 1) / 2 });
  if (shape.name === "ellipsoid" && !drawn)
    return at({ type: "ellipsoid", semiAxes: [...values(shape, "radii", [1, 1, 1])] });
  if (shape.name === "plane") {
    if (drawn) report.leftOut(shape, "the visual of a plane");
    return drawn
      ? undefined
      : at({ type: "plane" }, { position: [0, 0, 0], turn: zTo(values(shape, "normal", [0, 0, 1]) as V3) });
  }
  return undefined;
}

async function meshOf(shape: XmlElement, { store, report }: SdfContext) {
  if (shape.name === "plane") return undefined;
  if (shape.name !== "mesh") {
    report.leftOut(shape, `the geometry <${shape.name}>`);
    return undefined;
  }
  const uri = childOf(shape, "uri")?.text ?? childOf(shape, "filename")?.text ?? "";
  if (childOf(shape, "submesh") !== undefined) report.changed(shape, "the whole mesh is used, not the submesh");
  return store.load(shape, uri, values(shape, "scale", [1, 1, 1]) as V3);
}

function lookOf(visual: XmlElement, report: Report): ImportedLook | undefined {
  const material = childOf(visual, "material");
  if (material === undefined) return undefined;
  for (const child of material.children)
    if (!/^(ambient|diffuse|specular|emissive|lighting)$/.test(child.name))
      report.leftOut(child, `<${child.name}> of <material>`);
  const color = childOf(material, "diffuse") ?? childOf(material, "ambient");
  if (color === undefined) return undefined;
  const rgba = numbersIn(color, tagOf(color), color.text);
  if (rgba.length < 3) throw new ImportError(color, `${tagOf(color)} should have 3 or 4 numbers`);
  const alpha = (rgba[3] ?? 1) * (1 - value(visual, "transparency", 0));
  return { color: hexColor(rgba), ...(alpha < 1 ? { opacity: Math.max(0, alpha) } : {}) };
}

/** Friction of ODE's surface; the rest of the surface is noted. */
function frictionOf(collision: XmlElement, { draft, report }: SdfContext): Entry {
  const surface = childOf(collision, "surface");
  const friction = surface && childOf(surface, "friction");
  const ode = friction && childOf(friction, "ode");
  for (const child of surface?.children ?? [])
    if (child !== friction && child.children.length > 0) report.leftOut(child, `<${child.name}> of <surface>`);
  const mu = ode && childOf(ode, "mu");
  if (!ode || !mu) return {};
  const coefficient = value(ode, "mu", 1);
  if (value(ode, "mu2", coefficient) !== coefficient)
    report.changed(ode, "friction is the same in every direction: <mu> is used, not <mu2>");
  return { material: contactMaterial(draft, Math.min(100, Math.max(0, coefficient))) };
}
