import { ImportError, type Place } from "../error.js";
import { cleanMesh } from "../meshes/clean.js";
import { hullOf, isThinned } from "../meshes/hull.js";
import type { MeshFile, MeshPart } from "../meshes/mesh-file.js";
import { readMesh } from "../meshes/read-mesh.js";
import type { Triangles } from "../meshes/weld.js";
import type { ImportOptions } from "../options.js";
import type { Pose, V3 } from "../pose.js";
import type { Report } from "../report.js";
import { endingOf, type FileSource, nameOf, readReference } from "../source.js";
import type { Entry, SceneDraft } from "./draft.js";
import { placement } from "./draft.js";

/** A mesh in metres, as a model refers to it. */
export interface StoredMesh {
  readonly key: string;
  readonly name: string;
  readonly parts: readonly MeshPart[];
}

/** Meshes that a model refers to, each file read once. */
export class MeshStore {
  private readonly files = new Map<string, MeshFile | undefined>();
  private readonly source: FileSource;
  private readonly report: Report;
  private readonly options: ImportOptions;

  constructor(source: FileSource, report: Report, options: ImportOptions) {
    this.source = source;
    this.report = report;
    this.options = options;
  }

  /** A mesh by its reference; undefined, and noted, where the file is missing or cannot be read. */
  async load(place: Place, reference: string, scale: V3 = [1, 1, 1]): Promise<StoredMesh | undefined> {
    const found = await readReference(this.source, place.file, reference, this.options);
    if (found === undefined) {
      this.report.leftOut(place, `the mesh "${reference}", a file that is not there`);
      return undefined;
    }
    const mesh = await this.file(place, found.path, found.bytes);
    if (mesh === undefined) return undefined;
    const key = `${found.path}|${scale.join(" ")}`;
    return {
      key,
      name: nameOf(found.path).replace(/\.[^.]*$/, ""),
      parts: scaleParts(mesh, scale, endingOf(found.path) === "dae"),
    };
  }

  private async file(place: Place, path: string, bytes: Uint8Array): Promise<MeshFile | undefined> {
    if (this.files.has(path)) return this.files.get(path);
    let mesh: MeshFile | undefined;
    try {
      mesh = await readMesh(path, bytes, this.source, this.report);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.report.leftOut(place, `the mesh "${nameOf(path)}": ${error.message}`);
    }
    this.files.set(path, mesh);
    return mesh;
  }
}

/** Parts in metres with z up: COLLADA names its unit and axis, other files of a model are taken as they are. */
function scaleParts({ parts, unit = 1, up = "z" }: MeshFile, scale: V3, own: boolean): MeshPart[] {
  const factor = own ? unit : 1;
  const s: V3 = [factor * scale[0], factor * scale[1], factor * scale[2]];
  const axis = own ? up : "z";
  return parts.map((part) => transformPart(part, axis, s));
}

/** Turns the axis `up` to z, then scales. */
export function transformPart(part: MeshPart, up: "x" | "y" | "z", scale: V3): MeshPart {
  if (up === "z" && scale.every((x) => x === 1)) return part;
  const turned = (v: ArrayLike<number>, k: number): V3 =>
    up === "z" ? [v[k], v[k + 1], v[k + 2]] : up === "y" ? [v[k], -v[k + 2], v[k + 1]] : [-v[k + 2], v[k + 1], v[k]];
  const positions = new Float64Array(part.positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = turned(part.positions, k);
    positions[k] = scale[0] * x;
    positions[k + 1] = scale[1] * y;
    positions[k + 2] = scale[2] * z;
  }
  const mirrored = scale[0] * scale[1] * scale[2] < 0;
  const triangles = mirrored
    ? part.triangles.map((_, k, all) => all[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1])
    : part.triangles;
  const normals = part.normals && new Float32Array(part.normals.length);
  if (normals && part.normals)
    for (let k = 0; k < normals.length; k += 3)
      normals.set(
        turned(part.normals, k).map((x, i) => x / scale[i]),
        k,
      );
  return { ...part, positions, triangles, normals };
}

/** All parts of a mesh as one list of triangles. */
export function joinParts(parts: readonly MeshPart[]): Triangles {
  if (parts.length === 1) return parts[0];
  const points = parts.reduce((sum, part) => sum + part.positions.length, 0);
  const corners = parts.reduce((sum, part) => sum + part.triangles.length, 0);
  const positions = new Float64Array(points);
  const triangles = new Uint32Array(corners);
  let [p, t] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, p);
    for (let k = 0; k < part.triangles.length; k++) triangles[t + k] = part.triangles[k] + p / 3;
    p += part.positions.length;
    t += part.triangles.length;
  }
  return { positions, triangles };
}

/** The shape that collides for a mesh; undefined, and noted, where it has none. */
export function meshShape(
  place: Place,
  mesh: StoredMesh,
  pose: Pose,
  report: Report,
  { convex = "hull" }: ImportOptions,
): Entry | undefined {
  const all = joinParts(mesh.parts);
  if (convex === "hull") {
    const vertices = hullOf(all.positions);
    if (isThinned(all.positions))
      report.changed(place, `the hull of "${mesh.name}" is that of the points that reach farthest in 642 directions`);
    if (typeof vertices !== "string") return { type: "convex-hull", vertices, ...placement(pose) };
    report.leftOut(place, `the collision shape of "${mesh.name}": ${vertices}`);
    return undefined;
  }
  const { mesh: clean, cleaning } = cleanMesh(all);
  if (clean.triangles.length === 0) {
    report.leftOut(place, `the collision shape of "${mesh.name}": it has no triangles`);
    return undefined;
  }
  if (cleaning.openEdges > 0) report.changed(place, `"${mesh.name}" is open along ${cleaning.openEdges} edges: both its sides can be touched`); // biome-ignore format: one line
  return { type: "mesh", ...meshRows(clean), ...placement(pose) };
}

export function meshRows({ positions, triangles }: Triangles): Entry {
  const row = (list: ArrayLike<number>, k: number) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]];
  return {
    vertices: Array.from({ length: positions.length / 3 }, (_, k) => row(positions, k)),
    faces: Array.from({ length: triangles.length / 3 }, (_, k) => row(triangles, k)),
  };
}

/** The visual of a mesh. */
export function meshVisual(draft: SceneDraft, mesh: StoredMesh, pose: Pose, look: unknown): Entry {
  return {
    ...draft.meshVisual(mesh.key, mesh.name, () => mesh.parts),
    ...placement(pose),
    ...(look === undefined ? {} : { look }),
  };
}
