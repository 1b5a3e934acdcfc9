import { geometry } from "stiction";
import { ImportError } from "../error.js";
import { type Inertia, moveInertia, type Tensor } from "../inertia.js";
import { hexColor } from "../meshes/color.js";
import type { ImportedLook } from "../meshes/mesh-file.js";
import { compose, length, minus, type Pose, plus, times, type V3, zTo } from "../pose.js";
import type { Report } from "../report.js";
import { type Entry, placement, type SceneDraft } from "../scene/draft.js";
import { solidInertia } from "../scene/solid.js";
import { number, numbers, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { Assets, MeshAsset } from "./assets.js";
import type { CompilerSettings } from "./document.js";
import { readPose } from "./placement.js";

/** What a geom is, in the frame of its body. */
export interface Geom {
  readonly element: XmlElement;
  readonly type: string;
  readonly pose: Pose;
  /** Shape without its place; null for a mesh without volume and for what is not supported. */
  readonly shape: Entry | null;
  readonly mesh: MeshAsset | undefined;
  readonly inertia: Inertia | null;
  readonly contype: number;
  readonly conaffinity: number;
  readonly group: number;
  readonly friction: V3;
  readonly condim: number;
  readonly priority: number;
  readonly look: ImportedLook | string | undefined;
}

const NO_SOLID = new Set(["plane", "hfield"]);

/** Reads a geom whose defaults are filled in; undefined, and noted, where it has no counterpart. */
export function readGeom(
  element: XmlElement,
  compiler: CompilerSettings,
  assets: Assets,
  report: Report,
): Geom | undefined {
  const type = element.attributes.type ?? (element.attributes.mesh === undefined ? "sphere" : "mesh");
  const line = fromTo(element, type);
  const pose = line?.pose ?? readPose(element, compiler);
  const size = numbers(element, "size") ?? [];
  const mesh = type === "mesh" ? assets.meshes.get(element.attributes.mesh ?? "") : undefined;
  if (type === "mesh" && mesh === undefined) {
    if (element.attributes.mesh === undefined) throw new ImportError(element, `${tagOf(element)} names no mesh`);
    report.leftOut(element, `${tagOf(element)}: the mesh "${element.attributes.mesh}" was not read`);
    return undefined;
  }
  if (type !== "mesh" && element.attributes.mesh !== undefined) {
    report.leftOut(element, `${tagOf(element)}: a ${type} that is fitted to a mesh`);
    return undefined;
  }
  const shape = mesh ? null : shapeOf(element, type, size, line?.half, assets, report);
  if (shape === undefined) return undefined;
  const look = element.attributes.material ?? ownLook(element);
  const friction = numbers(element, "friction") ?? [];
  return {
    element,
    type,
    pose,
    shape,
    mesh,
    inertia: inertiaOf(element, type, pose, shape, mesh),
    contype: number(element, "contype") ?? 1,
    conaffinity: number(element, "conaffinity") ?? 1,
    group: number(element, "group") ?? 0,
    friction: [friction[0] ?? 1, friction[1] ?? 0.005, friction[2] ?? 0.0001],
    condim: number(element, "condim") ?? 3,
    priority: number(element, "priority") ?? 0,
    look,
  };
}

function ownLook(element: XmlElement): ImportedLook | undefined {
  const rgba = numbers(element, "rgba", 4);
  return rgba && { color: hexColor(rgba), ...(rgba[3] < 1 ? { opacity: Math.max(0, rgba[3]) } : {}) };
}

/** `fromto`: the middle of two points, z along their line. */
function fromTo(element: XmlElement, type: string): { pose: Pose; half: number } | undefined {
  const ends = numbers(element, "fromto", 6);
  if (ends === undefined || !/^(capsule|cylinder|box|ellipsoid)$/.test(type)) return undefined;
  const a: V3 = [ends[0], ends[1], ends[2]];
  const b: V3 = [ends[3], ends[4], ends[5]];
  const along = minus(a, b);
  if (length(along) < 1e-14) throw new ImportError(element, `${tagOf(element)}: fromto has two equal points`);
  return { pose: { position: times(plus(a, b), 0.5), turn: zTo(along) }, half: 0.5 * length(along) };
}

/** The shape of a primitive; undefined, and noted, where there is none. */
function shapeOf(
  element: XmlElement,
  type: string,
  size: readonly number[],
  half: number | undefined,
  assets: Assets,
  report: Report,
): Entry | undefined {
  const at = (k: number) => {
    if (!(size[k] > 0)) throw new ImportError(element, `${tagOf(element)}: a ${type} needs size ${k + 1} > 0`);
    return size[k];
  };
  if (type === "sphere") return { type: "sphere", radius: at(0) };
  if (type === "capsule") return { type: "capsule", radius: at(0), halfLength: half ?? at(1) };
  if (type === "cylinder") return { type: "cylinder", radius: at(0), halfLength: half ?? at(1) };
  if (type === "box")
    return { type: "box", halfExtents: half === undefined ? [at(0), at(1), at(2)] : [at(0), size[1] ?? at(0), half] };
  if (type === "ellipsoid")
    return {
      type: "ellipsoid",
      semiAxes: half === undefined ? [at(0), at(1), at(2)] : [at(0), size[1] ?? at(0), half],
    };
  if (type === "plane") return { type: "plane" };
  if (type === "hfield") return heightField(element, assets, report);
  report.leftOut(element, `${tagOf(element)} of type ${type}`);
  return undefined;
}

/** Heights given in the file itself; pictures and binary files are left out. */
function heightField(element: XmlElement, { heights }: Assets, report: Report): Entry | undefined {
  const asset = heights.get(element.attributes.hfield ?? "");
  const values = asset && numbers(asset, "elevation");
  const rows = asset && number(asset, "nrow");
  const columns = asset && number(asset, "ncol");
  const size = asset && numbers(asset, "size", 4);
  if (!values || !rows || !columns || !size || values.length !== rows * columns || rows < 2 || columns < 2) {
    report.leftOut(element, `${tagOf(element)}: a height field whose heights are not in the file`);
    return undefined;
  }
  const [low, high] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  const scale = high > low ? size[2] / (high - low) : 0;
  // rows of the file run from the largest y down
  const row = (r: number) =>
    Array.from({ length: columns }, (_, c) => (values[(rows - 1 - r) * columns + c] - low) * scale);
  return {
    type: "height-field",
    heights: Array.from({ length: rows }, (_, r) => row(r)),
    dx: (2 * size[0]) / (columns - 1),
    dy: (2 * size[1]) / (rows - 1),
  };
}

/** Mass by `mass`, or volume by `density`. */
function inertiaOf(
  element: XmlElement,
  type: string,
  pose: Pose,
  shape: Entry | null,
  mesh: MeshAsset | undefined,
): Inertia | null {
  if (NO_SOLID.has(type)) return null;
  const unit = mesh?.solid ?? (shape && solidInertia(shape, 1)[0]);
  if (!unit) return null;
  const mass = number(element, "mass");
  const factor = mass === undefined ? (number(element, "density") ?? 1000) : mass / unit.mass;
  const own = {
    mass: factor * unit.mass,
    center: unit.center,
    tensor: unit.tensor.map((x) => factor * x) as unknown as Tensor,
  };
  return moveInertia(pose, own);
}

/** The entry that collides, in the frame of the body that it goes to. */
export function shapeEntry({ shape, mesh, pose, element }: Geom, frame: Pose, report: Report): Entry | undefined {
  const place = placement(compose(frame, pose));
  if (shape !== null) return { ...shape, ...place };
  const vertices = (mesh as MeshAsset).hull();
  if (typeof vertices !== "string") return { type: "convex-hull", vertices, ...place };
  report.leftOut(element, `the collision shape of ${tagOf(element)}: ${vertices}`);
  return undefined;
}

/** The entry that is drawn. */
export function visualEntry(
  draft: SceneDraft,
  { shape, mesh, pose }: Geom,
  frame: Pose,
  look: unknown,
): Entry | undefined {
  const more = { ...placement(compose(frame, pose)), ...(look === undefined ? {} : { look }) };
  if (mesh !== undefined) return { ...draft.meshVisual(mesh.name, mesh.name, () => mesh.parts), ...more };
  if (shape?.type === "ellipsoid") return { ...ellipsoid(draft, shape.semiAxes as V3), ...more };
  return shape === null || NO_SOLID.has(shape.type as string) || shape.type === "height-field"
    ? undefined
    : { ...shape, ...more };
}

function ellipsoid(draft: SceneDraft, semiAxes: V3): Entry {
  return draft.meshVisual(`ellipsoid ${semiAxes.join(" ")}`, "ellipsoid", () => {
    const ball = geometry.icosphere(1, 3);
    const positions = ball.vertices.map((x, k) => x * semiAxes[k % 3]);
    return [{ positions, normals: null, uvs: null, triangles: ball.triangles, look: null, object: 0 }];
  });
}
