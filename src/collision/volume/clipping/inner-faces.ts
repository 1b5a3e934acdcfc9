import { type BspTree, buildBspTree } from "../../../geometry/tree/bsp-tree.js";
import type { VolumeMesh } from "../volume-mesh.js";
import { isVertexInside } from "../winding.js";
import { beginWork, endWork, work } from "../work.js";
import type { Crossings } from "./crossings.js";
import type { Piece } from "./face-pieces.js";
import { type PointTable, sideOfPlane } from "./tied-points.js";

/** Above this many faces the winding number along a ray tells inside from outside, not a BSP (spec 5.5). */
const MOST_FACES = 500;

/** The two bodies of a query, B placed in A's frame by the transform. */
export interface Bodies {
  readonly a: VolumeMesh;
  readonly b: VolumeMesh;
  readonly transform: Float64Array;
}

/**
 * Faces that nothing crosses and that lie inside the other body [Vilela2018, spec 5.8]. They spread from the kept pieces of crossed faces: a side of
 * such a piece that lies on an edge tells that the face beyond is inside as well, unless it is crossed itself. A part of a surface without any crossed
 * face is inside or outside as a whole, which the BSP of the other body tells by one of its vertices.
 */
export function innerFaces(
  bodies: Bodies,
  table: PointTable,
  crossings: Crossings,
  pieces: readonly Piece[],
): number[] {
  const { a, b } = bodies;
  const found: number[] = [];
  const seen = new Uint8Array(a.nf + b.nf);
  const stack: number[] = [];
  const enter = (face: number): void => {
    if (seen[face] !== 0 || crossings.onFace.has(face)) return;
    seen[face] = 1;
    found.push(face);
    stack.push(face);
  };
  const spread = (): void => {
    for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
      for (let k = 0; k < 3; k++) enter(faceBeyond(bodies, face, k));
    }
  };
  for (const { face, lines } of pieces)
    for (const line of lines) if (line < 0) enter(faceBeyond(bodies, face, -1 - line));
  spread();
  for (const ofA of [true, false]) {
    const body = ofA ? a : b;
    const first = ofA ? 0 : a.nf;
    const crossed = crossedParts(body, first, crossings);
    for (let part = 0; part < body.partVertex.length; part++) {
      if (crossed.has(part) || !isInside(bodies, table, ofA, body.partVertex[part])) continue;
      const edge = body.ring[body.ringStart[body.partVertex[part]]];
      enter(first + body.edges[4 * edge + 2]);
      spread();
    }
  }
  return found;
}

/** The face across edge k of a face. */
function faceBeyond({ a, b }: Bodies, face: number, k: number): number {
  const first = face < a.nf ? 0 : a.nf;
  const { edgeOf, edges } = face < a.nf ? a : b;
  const e = 4 * edgeOf[3 * (face - first) + k];
  return first + (edges[e + 2] === face - first ? edges[e + 3] : edges[e + 2]);
}

function crossedParts({ mesh, nf, partOfVertex }: VolumeMesh, first: number, { onFace }: Crossings): Set<number> {
  const parts = new Set<number>();
  for (const face of onFace.keys()) {
    if (face >= first && face < first + nf) parts.add(partOfVertex[mesh.triangles[3 * (face - first)]]);
  }
  return parts;
}

/** Whether a vertex of A (or of B) is inside the other body, with ties as everywhere. */
function isInside(bodies: Bodies, table: PointTable, ofA: boolean, vertex: number): boolean {
  const { a, b } = bodies;
  const solid = ofA ? b : a;
  const point = ofA ? vertex : a.nv + vertex;
  if (isOutsideBox(table, solid, ofA ? a.nv : 0, point)) return false;
  if (solid.nf > MOST_FACES) return isInsideByRay(bodies, table.sense, ofA, vertex);
  const first = ofA ? a.nf : 0;
  // the BSP of a convex body would be a list of its planes
  if (isConvex(table, solid, first, ofA ? a.nv : 0)) {
    for (let t = 0; t < solid.nf; t++) if (sideOfPlane(table, first + t, point) > 0) return false;
    return true;
  }
  return bspOf(table, solid, ofA).isCellInside((t) => sideOfPlane(table, first + t, point));
}

/** Whether no edge of a body is hollow, exactly; its faces and vertices begin at these numbers. A closed surface in one part is then convex. */
function isConvex(table: PointTable, body: VolumeMesh, firstFace: number, firstVertex: number): boolean {
  const { triangles } = body.mesh;
  if (body.partVertex.length > 1) return false;
  for (let e = 0; e < 4 * body.ne; e += 4) {
    const beyond = 3 * body.edges[e + 3];
    for (let c = beyond; c < beyond + 3; c++) {
      if (triangles[c] === body.edges[e] || triangles[c] === body.edges[e + 1]) continue;
      if (sideOfPlane(table, firstFace + body.edges[e + 2], firstVertex + triangles[c]) > 0) return false;
    }
  }
  return true;
}

/** Whether a point is outside the bounds of a body whose vertices begin at `first`, by more than touching. */
function isOutsideBox({ near }: PointTable, { nv }: VolumeMesh, first: number, point: number): boolean {
  for (let k = 0; k < 3; k++) {
    const x = near[3 * point + k];
    let below = false;
    let above = false;
    for (let v = first; v < first + nv && !(below && above); v++) {
      if (near[3 * v + k] <= x) below = true;
      if (near[3 * v + k] >= x) above = true;
    }
    if (!below || !above) return true;
  }
  return false;
}

/** Trees of meshes that stand still, which A does in its own frame. */
const trees = new WeakMap<VolumeMesh, BspTree>();

function bspOf({ mesh, verticesOfA }: PointTable, solid: VolumeMesh, isB: boolean): BspTree {
  if (isB) return buildBspTree({ vertices: mesh.vertices.slice(3 * verticesOfA), triangles: solid.mesh.triangles });
  let tree = trees.get(solid);
  if (tree === undefined) {
    tree = buildBspTree(solid.mesh);
    trees.set(solid, tree);
  }
  return tree;
}

/** Whether a vertex of A (or of B) is inside the other body by the winding number along a ray, which may touch itself. */
export function isInsideByRay({ a, b, transform }: Bodies, sense: number, ofA: boolean, vertex: number): boolean {
  for (let k = 0; k < 12; k++) work.transform[k] = transform[k];
  work.sense = sense;
  beginWork(a, b, 0);
  const inside = isVertexInside(a, b, ofA, vertex);
  endWork(a);
  return inside;
}
