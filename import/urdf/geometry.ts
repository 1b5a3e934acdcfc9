import { ImportError } from "../error.js";
import type { ImportOptions } from "../options.js";
import { compose, type Pose, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, placement, type SceneDraft } from "../scene/draft.js";
import { type MeshStore, meshShape, meshVisual } from "../scene/mesh-store.js";
import { number, numbers, required, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import { lookName } from "./import.js";
import type { UrdfGeometry, UrdfLink } from "./read.js";

interface Context {
  readonly draft: SceneDraft;
  readonly store: MeshStore;
  readonly report: Report;
  readonly options: ImportOptions;
  readonly shapes: Entry[];
  readonly visuals: Entry[];
}

/** Shapes and visuals of a link whose frame is at `pose` in the body. */
export async function addGeometries(link: UrdfLink, pose: Pose, context: Context): Promise<void> {
  const material = link.friction === undefined ? {} : { material: contactMaterial(context.draft, link.friction) };
  for (const geometry of link.collisions) {
    const entry = await collisionOf(geometry, compose(pose, geometry.pose), context);
    if (entry !== undefined) context.shapes.push({ ...entry, ...material });
  }
  for (const geometry of link.visuals) {
    const entry = await visualOf(geometry, compose(pose, geometry.pose), context);
    if (entry !== undefined) context.visuals.push(entry);
  }
}

/** A material of contact with this friction. */
export function contactMaterial(draft: SceneDraft, friction: number): string {
  const name = `friction_${String(friction).replace(/[^0-9A-Za-z]/g, "_")}`;
  draft.materials[name] = { friction };
  return name;
}

/** Parameters of a box, ball, cylinder or capsule, the same for shapes and visuals. */
function primitive(shape: XmlElement): Entry | undefined {
  const size = (name: string) => {
    const value = number(shape, name);
    if (value === undefined || !(value > 0)) throw new ImportError(shape, `${tagOf(shape)}: expected ${name} > 0`);
    return value;
  };
  if (shape.name === "box") {
    const lengths = numbers(shape, "size", 3);
    if (lengths === undefined || lengths.some((x) => !(x > 0))) throw new ImportError(shape, "<box>: expected three lengths > 0 as size"); // biome-ignore format: one line
    return { type: "box", halfExtents: lengths.map((x) => x / 2) };
  }
  if (shape.name === "sphere") return { type: "sphere", radius: size("radius") };
  if (shape.name === "cylinder") return { type: "cylinder", radius: size("radius"), halfLength: size("length") / 2 };
  if (shape.name === "capsule") return { type: "capsule", radius: size("radius"), halfLength: size("length") / 2 };
  return undefined;
}

async function collisionOf(
  geometry: UrdfGeometry,
  pose: Pose,
  { store, report, options }: Context,
): Promise<Entry | undefined> {
  const { shape } = geometry;
  const simple = primitive(shape);
  if (simple !== undefined) return { ...simple, ...placement(pose) };
  const mesh = await meshOf(shape, store, report);
  return mesh && meshShape(shape, mesh, pose, report, options);
}

async function visualOf(
  geometry: UrdfGeometry,
  pose: Pose,
  { draft, store, report }: Context,
): Promise<Entry | undefined> {
  const { shape } = geometry;
  const look = typeof geometry.look === "string" ? lookName(geometry.look) : geometry.look;
  const simple = primitive(shape);
  if (simple !== undefined) return { ...simple, ...placement(pose), ...(look === undefined ? {} : { look }) };
  const mesh = await meshOf(shape, store, report);
  return mesh && meshVisual(draft, mesh, pose, look);
}

async function meshOf(shape: XmlElement, store: MeshStore, report: Report) {
  if (shape.name !== "mesh") {
    report.leftOut(shape, `the geometry ${tagOf(shape)}`);
    return undefined;
  }
  const scale = numbers(shape, "scale", 3) ?? [1, 1, 1];
  if (scale.some((x) => x === 0)) throw new ImportError(shape, "<mesh>: expected a scale other than 0");
  return store.load(shape, required(shape, "filename"), scale as unknown as V3);
}
