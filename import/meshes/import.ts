import { ImportError, wholeFile } from "../error.js";
import { DENSITY, type ImportOptions } from "../options.js";
import { HERE } from "../pose.js";
import type { Report } from "../report.js";
import { SceneDraft } from "../scene/draft.js";
import { joinParts, meshRows, transformPart } from "../scene/mesh-store.js";
import { meshInertia, solidInertia } from "../scene/solid.js";
import { endingOf, type FileSource, nameOf } from "../source.js";
import { type Cleaning, cleanMesh } from "./clean.js";
import { hullOf, isThinned } from "./hull.js";
import { type MeshPart, triangleCount } from "./mesh-file.js";
import { readMesh } from "./read-mesh.js";
import type { Triangles } from "./weld.js";

/** What a mesh file held, and what was done with it. */
export interface MeshSummary extends Cleaning {
  readonly triangles: number;
  readonly points: number;
  readonly closed: boolean;
  readonly unit: number;
  readonly up: "x" | "y" | "z";
}

/** A mesh file as a scene of one body. */
export async function importMeshFile(
  path: string,
  source: FileSource,
  report: Report,
  options: ImportOptions,
  meshFile: string,
) {
  const { parts, unit, up } = await readParts(path, source, report, options);
  if (triangleCount({ parts }) === 0) throw new ImportError(wholeFile(path), "the file holds points and no triangles");
  options.progress?.(0.5, "joining points");
  const { mesh, cleaning } = clean(parts, options);
  options.progress?.(0.8, "convex hull");
  const place = wholeFile(path);
  tell(cleaning, report, path);
  const draft = new SceneDraft(report, meshFile);
  const closed = cleaning.openEdges === 0 && cleaning.crowdedEdges === 0 && cleaning.clashingEdges === 0;
  const shape = shapeOf(mesh, options, report, path);
  const density = options.density ?? DENSITY;
  const own =
    closed && cleaning.volume > 0
      ? meshInertia({ vertices: mesh.positions, triangles: mesh.triangles }, density)
      : undefined;
  const hull = own === undefined && shape !== undefined ? solidInertia(shape, density)[0] : undefined;
  if (own === undefined && hull !== undefined)
    report.changed(place, "the mesh is not closed: mass and inertia are those of its convex hull");
  const inertia = own ?? hull ?? null;
  if (inertia === null) report.changed(place, "the mesh bounds no solid and has no hull: its body is static");
  const name = nameOf(path).replace(/\.[^.]*$/, "");
  draft.bodies.push({
    name: draft.names.take(name, "mesh"),
    comment: `${nameOf(path)} (${endingOf(path).toUpperCase()}): ${triangleCount({ parts })} triangles, ${density} kg/m³`,
    fixed: inertia === null,
    pose: HERE,
    inertia,
    shapes: shape === undefined ? [] : [shape],
    visuals: [draft.meshVisual(path, name, () => drawn(parts, mesh))],
    place,
  });
  options.progress?.(1, "done");
  const mesh_ = {
    triangles: triangleCount({ parts }),
    points: mesh.positions.length / 3,
    closed,
    unit,
    up,
    ...cleaning,
  };
  return { draft, name, links: 1, joints: [] as string[], mesh: mesh_ };
}

/** The triangles of a file, in metres with z up. The file itself is let go, which may be as large as all that follows. */
async function readParts(path: string, source: FileSource, report: Report, options: ImportOptions) {
  const bytes = await source.read(path);
  if (bytes === undefined) throw new ImportError(wholeFile(path), "there is no such file");
  const file = await readMesh(path, bytes, source, report, (done) => options.progress?.(0.4 * done, "reading"));
  const unit = options.unit ?? file.unit ?? 1;
  const up = options.up ?? file.up ?? "z";
  return { parts: file.parts.map((part) => transformPart(part, up, [unit, unit, unit])), unit, up };
}

/** Triangles that bring no normals and texture points of their own are drawn with common corners. */
function drawn(parts: readonly MeshPart[], mesh: Triangles): readonly MeshPart[] {
  const [only, ...others] = parts;
  return others.length === 0 && only.normals === null && only.uvs === null ? [{ ...only, ...mesh }] : parts;
}

/** Objects of a file are cleaned apart: what touches is not grown together. */
function clean(parts: readonly MeshPart[], { holes }: ImportOptions) {
  const objects = new Map<number, MeshPart[]>();
  for (const part of parts) objects.set(part.object, [...(objects.get(part.object) ?? []), part]);
  const settings = holes === undefined ? {} : { holes };
  const cleaned = [...objects.values()].map((own) => cleanMesh(joinParts(own), settings));
  if (cleaned.length === 1) return cleaned[0];
  const whole = joinParts(cleaned.map(({ mesh }) => ({ ...mesh, normals: null, uvs: null, look: null, object: 0 })));
  const sum = (of: (cleaning: Cleaning) => number) => cleaned.reduce((total, { cleaning }) => total + of(cleaning), 0);
  const cleaning: Cleaning = {
    joined: sum((c) => c.joined),
    tolerance: Math.max(...cleaned.map((c) => c.cleaning.tolerance)),
    dropped: sum((c) => c.dropped),
    turned: sum((c) => c.turned),
    holes: sum((c) => c.holes),
    added: sum((c) => c.added),
    openEdges: sum((c) => c.openEdges),
    crowdedEdges: sum((c) => c.crowdedEdges),
    clashingEdges: sum((c) => c.clashingEdges),
    volume: sum((c) => c.volume),
    area: sum((c) => c.area),
  };
  return { mesh: whole, cleaning };
}

function tell(c: Cleaning, report: Report, path: string): void {
  const place = wholeFile(path);
  if (c.tolerance > 0)
    report.mended(place, `${c.joined} points were joined with others within ${c.tolerance.toPrecision(2)} m`);
  if (c.dropped > 0) report.mended(place, `${c.dropped} triangles without area were dropped`);
  if (c.turned > 0) report.mended(place, `${c.turned} triangles were turned over`);
  if (c.holes > 0) report.mended(place, `${c.holes} holes were closed by ${c.added} triangles`);
  if (c.openEdges > 0) report.changed(place, `the mesh is open along ${c.openEdges} edges`);
  if (c.crowdedEdges > 0) report.changed(place, `at ${c.crowdedEdges} edges more than two triangles meet`);
}

function shapeOf(
  mesh: { positions: Float64Array; triangles: Uint32Array },
  { convex = "hull" }: ImportOptions,
  report: Report,
  path: string,
) {
  if (convex === "none") return { type: "mesh", ...meshRows(mesh) };
  const vertices = hullOf(mesh.positions);
  if (isThinned(mesh.positions))
    report.changed(wholeFile(path), "the convex hull is that of the points that reach farthest in 642 directions");
  if (typeof vertices !== "string") return { type: "convex-hull", vertices };
  report.leftOut(wholeFile(path), `a shape that collides: ${vertices}`);
  return undefined;
}
