import { groupEdges, nextHalfEdge } from "./half-edge.js";
import { firstAtSamePosition } from "./mesh-edit.js";
import { fansPerVertex, insideOutParts, type MeshParts, meshArea, meshBox, meshParts } from "./mesh-parts.js";
import { meshVolume } from "./polyhedron-mass.js";
import { areCollinear, COORDINATE_LIMIT } from "./predicates.js";
import type { GeometryProblem, TriangleMesh } from "./types.js";

/** Problems of a mesh, and the meaning of the indices in `elements`. */
export type MeshProblemKind =
  /** Array lengths that are not multiples of three, or no triangles at all; no elements. */
  | "malformed"
  /** Triangles that refer to vertices that do not exist. */
  | "index-out-of-range"
  /** Vertices with a coordinate that is not a finite number, or too large to compute with (`COORDINATE_LIMIT`). */
  | "non-finite-vertex"
  /** Vertices at exactly the position of an earlier one. */
  | "duplicate-vertex"
  /** Triangles with a repeated vertex or whose corners are collinear (exact test). */
  | "degenerate-triangle"
  /** Half-edges without a neighbour: the mesh is open there. */
  | "open-edge"
  /** Half-edges along edges that more than two triangles share. */
  | "non-manifold-edge"
  /** Half-edges along edges whose two triangles have opposite orientations. */
  | "inconsistent-orientation"
  /** Vertices where two or more sheets of the surface touch in a point. */
  | "non-manifold-vertex"
  /** Triangles, one per connected part that is inside out. */
  | "inside-out"
  /** The solid has no volume within round-off; no elements. */
  | "zero-volume";

export type MeshProblem = GeometryProblem<MeshProblemKind>;

export interface MeshReport {
  /** Every edge has exactly two triangles. */
  readonly closed: boolean;
  /** Neighbouring triangles agree on which side is outside, everywhere. */
  readonly oriented: boolean;
  /** Signed volume, m³; NaN unless closed and oriented. */
  readonly volume: number;
  /** Number of edge-connected parts (a hollow sphere has two); 0 when the indices are unusable. */
  readonly components: number;
  /** Empty for a mesh that bounds a solid. Half-edge h is edge h mod 3 of triangle ⌊h/3⌋. */
  readonly problems: readonly MeshProblem[];
}

/**
 * Says whether a mesh bounds a solid, and if not, everything that is wrong with it. O(n log n), never throws.
 *
 * Not found: self-intersection, and an inside-out part whose bounding box happens to lie inside that of a proper part
 * (it is taken for a cavity).
 */
export function inspectMesh(mesh: TriangleMesh): MeshReport {
  const problems: MeshProblem[] = [];
  if (!checkArrays(mesh, problems)) return { closed: false, oriented: false, volume: NaN, components: 0, problems };
  const finite = checkVertices(mesh, problems);
  if (finite) checkTriangles(mesh, problems);
  const { closed, oriented } = checkEdges(mesh, problems);
  const parts = meshParts(mesh);
  if (closed && oriented) checkVertexFans(parts, problems);
  const volume = finite && closed && oriented ? checkVolume(mesh, parts, problems) : NaN;
  return { closed, oriented, volume, components: parts.count, problems };
}

/** Lengths and index ranges: a mesh that fails here is checked no further. */
function checkArrays({ vertices, triangles }: TriangleMesh, problems: MeshProblem[]): boolean {
  const report = (kind: MeshProblemKind, message: string, elements: number[] = []) => {
    problems.push({ kind, message, elements });
    return false;
  };
  if (vertices.length % 3 !== 0) {
    return report("malformed", `expected 3 coordinates per vertex, got ${vertices.length} numbers`);
  }
  if (triangles.length % 3 !== 0) {
    return report("malformed", `expected 3 indices per triangle, got ${triangles.length} numbers`);
  }
  if (triangles.length === 0) return report("malformed", "the mesh has no triangles");
  const nv = vertices.length / 3;
  const bad: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    if (triangles[3 * t] >= nv || triangles[3 * t + 1] >= nv || triangles[3 * t + 2] >= nv) bad.push(t);
  }
  if (bad.length === 0) return true;
  const corners = triangles.subarray(3 * bad[0], 3 * bad[0] + 3);
  const wrong = corners.find((v) => v >= nv);
  return report("index-out-of-range", `triangle ${bad[0]} refers to vertex ${wrong} of ${nv}${others(bad)}`, bad);
}

function checkVertices({ vertices }: TriangleMesh, problems: MeshProblem[]): boolean {
  const nv = vertices.length / 3;
  const bad: number[] = [];
  for (let v = 0; v < nv; v++) {
    const size = Math.max(Math.abs(vertices[3 * v]), Math.abs(vertices[3 * v + 1]), Math.abs(vertices[3 * v + 2]));
    if (!(size <= COORDINATE_LIMIT)) bad.push(v);
  }
  if (bad.length > 0) {
    const at = vertices.subarray(3 * bad[0], 3 * bad[0] + 3).join(", ");
    const message = `vertex ${bad[0]} is at [${at}], not at finite coordinates${others(bad)}`;
    problems.push({ kind: "non-finite-vertex", message, elements: bad });
    return false;
  }
  const first = firstAtSamePosition(vertices);
  const doubles: number[] = [];
  for (let v = 0; v < nv; v++) if (first[v] !== v) doubles.push(v);
  if (doubles.length > 0) {
    const message = `vertex ${doubles[0]} is at the same position as vertex ${first[doubles[0]]}${others(doubles)}`;
    problems.push({ kind: "duplicate-vertex", message, elements: doubles });
  }
  return true;
}

function checkTriangles({ vertices, triangles }: TriangleMesh, problems: MeshProblem[]): void {
  const bad: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    if (areCollinear(vertices, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2])) bad.push(t);
  }
  if (bad.length === 0) return;
  const message = `triangle ${bad[0]} has no area: its corners are on one line${others(bad)}`;
  problems.push({ kind: "degenerate-triangle", message, elements: bad });
}

function checkEdges(mesh: TriangleMesh, problems: MeshProblem[]): { closed: boolean; oriented: boolean } {
  const { triangles } = mesh;
  const { order, start, count } = groupEdges(mesh);
  const open: number[] = [];
  const many: number[] = [];
  const opposed: number[] = [];
  let firstMany = "";
  for (let g = 0; g < count; g++) {
    const size = start[g + 1] - start[g];
    const a = order[start[g]];
    // An edge from a vertex to itself belongs to a degenerate triangle and has no neighbour.
    if (size === 1 || triangles[a] === triangles[nextHalfEdge(a)]) open.push(a);
    else if (size > 2) {
      if (many.length === 0) firstMany = `${edgeName(mesh, a)} is shared by ${size} triangles`;
      for (let i = start[g]; i < start[g + 1]; i++) many.push(order[i]);
    } else if (triangles[a] === triangles[order[start[g] + 1]]) opposed.push(a, order[start[g] + 1]);
  }
  if (open.length > 0) {
    const h = open[0];
    const message = `the mesh is open: ${edgeName(mesh, h)} of triangle ${Math.floor(h / 3)} has no neighbour${others(open)}`;
    problems.push({ kind: "open-edge", message, elements: open });
  }
  if (many.length > 0) {
    const names = many.slice(0, 4).map((h) => Math.floor(h / 3));
    const message = `${firstMany} (${names.join(", ")}${many.length > 4 ? ", …" : ""})`;
    problems.push({ kind: "non-manifold-edge", message, elements: many });
  }
  if (opposed.length > 0) {
    const [h, k] = opposed;
    const message =
      `triangles ${Math.floor(h / 3)} and ${Math.floor(k / 3)} run the same way along ${edgeName(mesh, h)}, ` +
      `so one of them is turned over${opposed.length > 2 ? `, and ${opposed.length / 2 - 1} more edges` : ""}`;
    problems.push({ kind: "inconsistent-orientation", message, elements: opposed });
  }
  return { closed: open.length === 0 && many.length === 0, oriented: opposed.length === 0 && many.length === 0 };
}

/** In a closed oriented mesh each vertex must have one cycle of triangles around it. */
function checkVertexFans(parts: MeshParts, problems: MeshProblem[]): void {
  const bad: number[] = [];
  fansPerVertex(parts.edges).forEach((fans, v) => {
    if (fans > 1) bad.push(v);
  });
  if (bad.length === 0) return;
  const message = `the surface touches itself at vertex ${bad[0]}: its triangles form more than one fan${others(bad)}`;
  problems.push({ kind: "non-manifold-vertex", message, elements: bad });
}

function checkVolume(mesh: TriangleMesh, parts: MeshParts, problems: MeshProblem[]): number {
  const volume = meshVolume(mesh);
  // V = Σ area·height/3, each term with a relative round-off of a few ε: less than that is no volume at all.
  const box = meshBox(mesh);
  const extent = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const noise = 64 * Number.EPSILON * meshArea(mesh) * extent;
  if (!(Math.abs(volume) > noise)) {
    const message = `the mesh encloses no volume (${volume} m³ is within round-off of zero)`;
    problems.push({ kind: "zero-volume", message, elements: [] });
    return volume;
  }
  const insideOut = insideOutParts(mesh, parts);
  if (insideOut.length > 0) {
    const message =
      volume < 0
        ? `the mesh is inside out: its volume is ${volume} m³`
        : `the part with triangle ${insideOut[0]} is inside out and is not a cavity of another part`;
    problems.push({ kind: "inside-out", message, elements: insideOut });
  }
  return volume;
}

function edgeName({ triangles }: TriangleMesh, h: number): string {
  return `edge ${triangles[h]}–${triangles[nextHalfEdge(h)]}`;
}

function others(list: readonly number[]): string {
  return list.length > 1 ? `, and ${list.length - 1} more like it` : "";
}
