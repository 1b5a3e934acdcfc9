import { geometry } from "stiction";
import { ImportError } from "../error.js";
import type { Inertia } from "../inertia.js";
import { hexColor } from "../meshes/color.js";
import { hullOf } from "../meshes/hull.js";
import type { ImportedLook, MeshPart } from "../meshes/mesh-file.js";
import { readMesh } from "../meshes/read-mesh.js";
import { type Triangles, weld } from "../meshes/weld.js";
import { back, rotate, unitTurn, type V3 } from "../pose.js";
import type { Report } from "../report.js";
import { joinParts } from "../scene/mesh-store.js";
import { type FileSource, joinPath, nameOf } from "../source.js";
import { numbers, required, tagOf } from "../xml/attributes.js";
import type { XmlElement } from "../xml/parse.js";
import type { MjcfDocument } from "./document.js";
import { meshSolid } from "./mesh-inertia.js";
import { vector } from "./placement.js";

/** A mesh asset in its own frame, m. */
export interface MeshAsset {
  readonly name: string;
  readonly parts: readonly MeshPart[];
  readonly triangles: Triangles;
  /** At unit density. */
  readonly solid: Inertia;
  /** Corners of its convex hull, or why there is none. */
  hull(): readonly (readonly number[])[] | string;
}

export interface Assets {
  readonly meshes: ReadonlyMap<string, MeshAsset>;
  readonly looks: ReadonlyMap<string, ImportedLook>;
  readonly heights: ReadonlyMap<string, XmlElement>;
}

/** Meshes, materials and height fields. */
export async function readAssets(document: MjcfDocument, source: FileSource, report: Report): Promise<Assets> {
  const meshes = new Map<string, MeshAsset>();
  const looks = new Map<string, ImportedLook>();
  const heights = new Map<string, XmlElement>();
  for (const given of document.section("asset")) {
    const element = document.defaults.complete(given, undefined);
    if (element.name === "mesh") {
      const asset = await readMeshAsset(element, document, source, report);
      if (asset !== undefined) meshes.set(asset.name, asset);
    } else if (element.name === "material") looks.set(required(element, "name"), readMaterial(element, report));
    else if (element.name === "hfield")
      heights.set(element.attributes.name ?? stem(element.attributes.file ?? ""), element);
    else report.leftOut(element, tagOf(element));
  }
  return { meshes, looks, heights };
}

const stem = (path: string) => nameOf(path.replace(/\\/g, "/")).replace(/\.[^.]*$/, "");

function readMaterial(element: XmlElement, report: Report): ImportedLook {
  const [r, g, b, a] = numbers(element, "rgba", 4) ?? [1, 1, 1, 1];
  const shininess = numbers(element, "shininess", 1)?.[0] ?? 0.5;
  if (element.attributes.texture !== undefined) report.leftOut(element, `the texture of ${tagOf(element)}`);
  return {
    color: hexColor([r, g, b]),
    roughness: Math.min(1, Math.max(0, 1 - shininess)),
    ...(a < 1 ? { opacity: Math.max(0, a) } : {}),
  };
}

async function readMeshAsset(
  element: XmlElement,
  document: MjcfDocument,
  source: FileSource,
  report: Report,
): Promise<MeshAsset | undefined> {
  const { file } = element.attributes;
  const name = element.attributes.name ?? (file === undefined ? undefined : stem(file));
  if (name === undefined) throw new ImportError(element, "<mesh> needs a name or a file");
  const given = file === undefined ? inlineMesh(element) : await fileMesh(element, file, document, source, report);
  if (given === undefined) return undefined;
  const parts = given.map((part) => transform(part, element));
  const all = joinParts(parts);
  const kind = element.attributes.inertia ?? "legacy";
  const triangles = all.triangles.length === 0 || kind === "convex" ? hullTriangles(element, all.positions) : all;
  const visible = all.triangles.length === 0 ? [{ ...parts[0], ...triangles, normals: null, uvs: null }] : parts;
  if (kind === "shell") report.changed(element, `${tagOf(element)} has the inertia of a solid, not of a shell`);
  let hull: ReturnType<MeshAsset["hull"]> | undefined;
  return {
    name,
    parts: visible,
    triangles,
    solid: meshSolid(weld(triangles, 0), kind !== "legacy"),
    hull: () => {
      hull ??= hullOf(triangles.positions);
      return hull;
    },
  };
}

async function fileMesh(
  element: XmlElement,
  file: string,
  { compiler }: MjcfDocument,
  source: FileSource,
  report: Report,
) {
  const path = joinPath(compiler.meshFolder, compiler.stripPath ? nameOf(file) : file.replace(/\\/g, "/"));
  const bytes = await source.read(path);
  if (bytes === undefined) {
    report.leftOut(element, `the mesh "${file}", a file that is not there`);
    return undefined;
  }
  return (await readMesh(path, bytes, source, report)).parts;
}

function inlineMesh(element: XmlElement): MeshPart[] {
  const vertices = numbers(element, "vertex") ?? [];
  if (vertices.length < 12 || vertices.length % 3 !== 0)
    throw new ImportError(element, `${tagOf(element)} needs a file, or at least four points as vertex`);
  const faces = numbers(element, "face") ?? [];
  if (faces.length % 3 !== 0 || faces.some((v) => !(v >= 0 && v < vertices.length / 3)))
    throw new ImportError(element, `${tagOf(element)}: face should have three numbers of points each`);
  // MuJoCo keeps points as 32-bit floats
  const positions = Float64Array.from(Float32Array.from(vertices));
  return [{ positions, normals: null, uvs: null, triangles: Uint32Array.from(faces), look: null, object: 0 }];
}

/** x ↦ scale · R(refquat)ᵀ (x − refpos). */
function transform(part: MeshPart, element: XmlElement): MeshPart {
  const scale = vector(element, "scale") ?? [1, 1, 1];
  const origin = vector(element, "refpos") ?? [0, 0, 0];
  const quat = numbers(element, "refquat", 4) ?? [1, 0, 0, 0];
  const turn = back(unitTurn([quat[1], quat[2], quat[3], quat[0]]) ?? [0, 0, 0, 1]);
  const map = (v: ArrayLike<number>, k: number, o: V3): V3 =>
    rotate(turn, [v[k] - o[0], v[k + 1] - o[1], v[k + 2] - o[2]]);
  const positions = new Float64Array(part.positions.length);
  for (let k = 0; k < positions.length; k += 3)
    positions.set(
      map(part.positions, k, origin).map((x, i) => x * scale[i]),
      k,
    );
  const normals = part.normals && new Float32Array(part.normals.length);
  if (normals && part.normals)
    for (let k = 0; k < normals.length; k += 3)
      normals.set(
        map(part.normals, k, [0, 0, 0]).map((x, i) => x / scale[i]),
        k,
      );
  const triangles = part.triangles.slice();
  if (scale[0] * scale[1] * scale[2] < 0)
    for (let t = 0; t < triangles.length; t += 3)
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
  return { ...part, positions, normals, triangles };
}

function hullTriangles(element: XmlElement, positions: Float64Array): Triangles {
  const result = geometry.convexHull(positions);
  if (!result.ok) throw new ImportError(element, `${tagOf(element)} has no hull with a volume: ${result.message}`);
  const { vertices, triangles } = geometry.polyhedronToMesh(result.hull);
  return { positions: vertices, triangles };
}
