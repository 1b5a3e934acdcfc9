import { inspectMesh, type MeshProblemKind } from "../../geometry/mesh.js";
import { buildMeshTree } from "../../geometry/tree/build.js";
import type { MeshTree } from "../../geometry/tree/mesh-tree.js";
import type { GeometryProblem, TriangleMesh } from "../../geometry/types.js";
import { show } from "../../model/errors.js";
import { findSelfCrossings, type SelfCrossing } from "./self-crossings.js";
import { buildVolumeMesh, type VolumeMesh } from "./volume-mesh.js";

export type SolidProblemKind = MeshProblemKind | "self-intersection";

/** Why a mesh bounds no solid; `elements` are the triangles concerned. */
export interface SolidProblem extends GeometryProblem<SolidProblemKind> {
  /** Suggested repair, in one sentence. */
  readonly repair: string;
}

/** Kinds that do no harm to volumes: sheets that touch in a point, vertices at one place. */
const HARMLESS: readonly MeshProblemKind[] = ["duplicate-vertex", "non-manifold-vertex"];

const REPAIR: Readonly<Record<SolidProblemKind, string>> = {
  malformed: "give 3 coordinates per vertex and 3 vertices per triangle",
  "index-out-of-range": "remove these triangles, or add the vertices that they name",
  "non-finite-vertex": "give these vertices finite coordinates",
  "duplicate-vertex": "merge vertices at the same position",
  "degenerate-triangle": "merge the corners of these triangles that lie close together, and remove the triangles",
  "open-edge": "fill the hole along these edges; give a sheet a thickness, and a floor a box below it",
  "non-manifold-edge":
    "remove inner walls and double triangles along these edges, or give the parts as separate shapes",
  "inconsistent-orientation": "turn over the triangles on one side of these edges (exchange two of their vertices)",
  "non-manifold-vertex": "split the vertex, one for each sheet",
  "inside-out": "turn over all triangles of this part (exchange two vertices of each)",
  "zero-volume": "give the sheet a thickness",
  "self-intersection": "unite the parts that cross in a modelling program, or give them as separate shapes",
};

/** Kinds whose elements are half-edges, as `inspectMesh` has them. */
const BY_EDGE: readonly MeshProblemKind[] = ["open-edge", "non-manifold-edge", "inconsistent-orientation"];

/**
 * Everything that keeps a mesh from bounding a solid: open, inside out, crossing itself. Empty for one that does.
 * Touching itself is no problem. O(n log n) for a mesh without long thin triangles; never throws.
 */
export function inspectSolid(mesh: TriangleMesh, tree?: MeshTree): SolidProblem[] {
  if (mesh?.vertices === undefined || mesh.triangles === undefined)
    throw new RangeError(`expected a mesh with vertices and triangles, got ${show(mesh)}`);
  const report = inspectMesh(mesh);
  const found = report.problems
    .filter(({ kind }) => !HARMLESS.includes(kind))
    .map(({ kind, message, elements }): SolidProblem => {
      const duplicates = kind === "open-edge" && report.problems.some((p) => p.kind === "duplicate-vertex");
      return {
        kind,
        message,
        elements: BY_EDGE.includes(kind) ? [...new Set(elements.map((h) => Math.floor(h / 3)))] : elements,
        repair: duplicates ? "merge vertices at the same position, which are not joined here" : REPAIR[kind],
      };
    });
  if (report.closed && report.oriented && Number.isFinite(report.volume)) {
    const crossings = findSelfCrossings(tree ?? buildMeshTree(mesh));
    if (crossings.length > 0) found.push(crossingProblem(crossings));
  }
  return found;
}

function crossingProblem(crossings: readonly SelfCrossing[]): SolidProblem {
  const [[f, g]] = crossings;
  const more = crossings.length > 1 ? `, and ${crossings.length - 1} more pairs` : "";
  return {
    kind: "self-intersection",
    message: `the mesh crosses itself: triangle ${f} meets triangle ${g}${more}`,
    elements: [...new Set(crossings.flat())],
    repair: REPAIR["self-intersection"],
  };
}

/**
 * Prepares a mesh for `intersectVolumes`. Throws a RangeError that lists every problem, the first triangles concerned
 * and a suggested repair, unless the mesh bounds a solid. The tree may come from a cache.
 */
export function createVolumeMesh(mesh: TriangleMesh, tree?: MeshTree): VolumeMesh {
  const problems = inspectSolid(mesh, tree);
  if (problems.length > 0) {
    const lines = problems.map(({ message, elements, repair }) => {
      const names =
        elements.length > 0 ? ` (triangles ${elements.slice(0, 8).join(", ")}${elements.length > 8 ? ", …" : ""})` : "";
      return `${message}${names}; ${repair}`;
    });
    throw new RangeError(`the mesh bounds no solid:\n${lines.join("\n")}`);
  }
  return buildVolumeMesh(mesh, tree);
}
