import { meshFromFaces } from "../../geometry/face-mesh.js";
import { inspectMesh, type MeshProblemKind, type MeshReport } from "../../geometry/mesh.js";
import { scaleMesh, weldMesh } from "../../geometry/mesh-edit.js";
import { meshMass } from "../../geometry/polyhedron-mass.js";
import type { TriangleMesh } from "../../geometry/types.js";
import * as p from "../params.js";
import { defineShape, type ShapeGeometry } from "../shape.js";
import { readScale, scaleParam } from "./scale.js";
import { ownVertexBounds, packRows, solid } from "./solid.js";

/** With these the surface is usable, but does not bound a solid: it carries no mass of its own. */
const SURFACE_ONLY: readonly MeshProblemKind[] = ["open-edge", "non-manifold-edge", "zero-volume"];

/** These leave both the surface and the solid well defined. */
const HARMLESS: readonly MeshProblemKind[] = ["duplicate-vertex", "non-manifold-vertex"];

/**
 * Triangle mesh from vertices and polygonal faces, used as it is: neither convexified nor repaired, but for one thing,
 * that vertices at exactly equal positions are joined where the mesh is open otherwise (files of loose triangles).
 */
export const mesh = defineShape({
  name: "mesh",
  help: "a surface of vertices and faces; closed and outward oriented, it is a solid",
  space: "3d",
  params: {
    vertices: p.rows({ unit: "m", minLength: 3, help: "points [x, y, z]" }),
    faces: p.rows({
      minLength: 1,
      help: "planar faces: numbers of three or more vertices, from 0, counter-clockwise seen from outside",
    }),
    scale: scaleParam,
    sides: p.choice(["auto", "one", "two"], {
      default: "auto",
      help: "which sides can be touched: one, the outer; two; auto, one for closed meshes and two for open ones",
    }),
  },
  prepare: ({ vertices, faces, scale, sides }) => {
    const factors = readScale(scale, 3);
    if (typeof factors === "string") return factors;
    const points = packRows(vertices, 3, "vertices");
    if (typeof points === "string") return points;
    const result = meshFromFaces(points, faces);
    if (!result.ok) return result.problems[0].message;
    const geometry = prepareMesh(scaleMesh(result.mesh, factors[0], factors[1], factors[2]));
    return typeof geometry === "string" || sides === "auto" ? geometry : { ...geometry, twoSided: sides === "two" };
  },
});

/** Told in a warning: neither refused nor hidden. */
const TOLD: readonly MeshProblemKind[] = ["non-manifold-edge", "non-manifold-vertex", "duplicate-vertex"];

/** The geometry of a triangle mesh, or why it will not do. */
function prepareMesh(given: TriangleMesh): ShapeGeometry | string {
  const { mesh: found, report, joined } = joinLooseTriangles(given);
  const fatal = report.problems.find((q) => !SURFACE_ONLY.includes(q.kind) && !HARMLESS.includes(q.kind));
  if (fatal !== undefined) return fatal.message;
  const notes = report.problems
    .filter((q) => TOLD.includes(q.kind))
    .map((q) => `${q.message}; the mesh is used as it is`);
  if (joined > 0)
    notes.push(`${joined} vertices at the position of another one were joined with it, since the mesh was open`);
  const common = {
    form: "mesh",
    size: [],
    ...(notes.length > 0 ? { notes } : {}),
    bounds: ownVertexBounds(found.vertices),
    mesh: found,
    drawing: () => found,
    triangles: () => found,
  } as const;
  const open = report.problems.find((q) => SURFACE_ONLY.includes(q.kind));
  if (open !== undefined) return { mass: null, massless: open.message, ...common };
  return solid({ mass: meshMass(found), ...common });
}

function joinLooseTriangles(given: TriangleMesh): { mesh: TriangleMesh; report: MeshReport; joined: number } {
  const report = inspectMesh(given);
  const kinds = report.problems.map((q) => q.kind);
  if (!kinds.includes("duplicate-vertex") || !kinds.includes("open-edge")) return { mesh: given, report, joined: 0 };
  const mesh = weldMesh(given);
  return { mesh, report: inspectMesh(mesh), joined: (given.vertices.length - mesh.vertices.length) / 3 };
}
