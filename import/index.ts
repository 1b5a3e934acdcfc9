/**
 * Models of other programs as scenes: URDF, MJCF, SDFormat and meshes. Runs in Node and in the browser: files come
 * through a `FileSource`.
 */
import { ImportError, wholeFile } from "./error.js";
import { importMeshFile, type MeshSummary } from "./meshes/import.js";
import { MESH_ENDINGS } from "./meshes/read-mesh.js";
import { importMjcf } from "./mjcf/import.js";
import type { ImportOptions } from "./options.js";
import { type Note, Report } from "./report.js";
import type { DraftBody, Entry, SceneDraft } from "./scene/draft.js";
import { addGround } from "./scene/ground.js";
import { Names } from "./scene/names.js";
import { importSdf } from "./sdf/import.js";
import { endingOf, type FileSource, nameOf, readText } from "./source.js";
import { importUrdf } from "./urdf/import.js";
import { tagOf } from "./xml/attributes.js";
import { parseXml } from "./xml/parse.js";

export { ImportError } from "./error.js";
export { MESH_ENDINGS } from "./meshes/read-mesh.js";
export type { ImportOptions } from "./options.js";
export type { Note, NoteKind } from "./report.js";
export { type FileSource, memorySource } from "./source.js";

/** Endings of files that are imported. */
export const IMPORT_ENDINGS: readonly string[] = ["urdf", "xml", "mjcf", "sdf", "world", ...MESH_ENDINGS];

/** What an import brings. */
export interface Imported {
  readonly format: "URDF" | "MJCF" | "SDFormat" | "mesh";
  readonly spec: Readonly<Record<string, unknown>>;
  /** The scene as a text with comments. */
  readonly yaml: string;
  /** Files that the scene names, by name: the meshes that are drawn. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly notes: readonly Note[];
  readonly summary: ImportSummary;
}

export interface ImportSummary {
  /** Links or bodies, and joints by their kind, as the file has them. */
  readonly links: number;
  readonly joints: Readonly<Record<string, number>>;
  /** Of the scene. */
  readonly bodies: number;
  readonly shapes: number;
  readonly visuals: number;
  /** Mass of what moves, kg. */
  readonly mass: number;
  readonly mesh?: MeshSummary;
}

interface Read {
  readonly format: Imported["format"];
  readonly draft: SceneDraft;
  readonly name: string;
  readonly links: number;
  readonly joints: readonly string[];
  readonly mesh?: MeshSummary;
}

/** Imports a model. Throws an ImportError with file, line and column. */
export async function importModel(path: string, source: FileSource, options: ImportOptions = {}): Promise<Imported> {
  const report = new Report();
  const stem = nameOf(path).replace(/\.[^.]*$/, "");
  const scene = new Names().take(stem, "scene");
  const read = await readModel(path, source, report, options, `${scene}.glb`);
  if (options.ground === true) addGround(read.draft);
  const spec = read.draft.spec(scene, read.name);
  const header = [
    `Imported from ${nameOf(path)} (${read.format}). Above every entry stands the element that it comes from.`,
  ];
  return {
    format: read.format,
    spec,
    yaml: read.draft.yaml(spec, header),
    files: read.draft.files(),
    notes: report.notes,
    summary: summaryOf(read, spec),
  };
}

async function readModel(
  path: string,
  source: FileSource,
  report: Report,
  options: ImportOptions,
  meshFile: string,
): Promise<Read> {
  const ending = endingOf(path);
  if (MESH_ENDINGS.includes(ending))
    return { format: "mesh", ...(await importMeshFile(path, source, report, options, meshFile)) };
  if (!IMPORT_ENDINGS.includes(ending))
    throw new ImportError(wholeFile(path), `expected a file that ends in ${IMPORT_ENDINGS.join(", ")}`);
  const root = parseXml(await readText(source, path, wholeFile(path)), path, report);
  if (root.name === "robot") return { format: "URDF", ...(await importUrdf(root, source, report, options, meshFile)) };
  if (root.name === "mujoco") return { format: "MJCF", ...(await importMjcf(root, source, report, options, meshFile)) };
  if (root.name === "sdf" || root.name === "gazebo")
    return { format: "SDFormat", ...(await importSdf(root, source, report, options, meshFile)) };
  throw new ImportError(root, `expected <robot>, <mujoco> or <sdf>, got ${tagOf(root)}`);
}

function summaryOf({ draft, links, joints, mesh }: Read, { bodies }: Entry): ImportSummary {
  const kinds: Record<string, number> = {};
  for (const kind of joints) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const count = (of: (body: DraftBody) => readonly unknown[]) =>
    draft.bodies.reduce((sum, body) => sum + of(body).length, 0);
  return {
    links,
    joints: kinds,
    bodies: (bodies as readonly unknown[]).length,
    shapes: count((body) => body.shapes),
    visuals: count((body) => body.visuals),
    mass: draft.bodies.reduce((sum, { inertia, fixed }) => sum + (fixed ? 0 : (inertia?.mass ?? 0)), 0),
    ...(mesh === undefined ? {} : { mesh }),
  };
}
