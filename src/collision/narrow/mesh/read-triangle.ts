import { FEATURE } from "../../contact-tables.js";
import { SHAPE } from "../feature.js";
import type { NarrowWorkspace } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { corner, current, plane, vertexOf } from "./triangle-feature.js";

/** The triangle at hand, its edges and corners, as features of the mesh, with ids that do not depend on the triangle by which they were found. */

const CORE_FACE = FEATURE.face << 29;
const CORE_EDGE = FEATURE.edge << 29;
const CORE_VERTEX = FEATURE.vertex << 29;

/** The triangle as the facing feature of the mesh: counter-clockwise about the normal, from either side. */
export function readTriangle(w: NarrowWorkspace, g: MeshContactGeometry): void {
  const { featureA } = w;
  const t = current.triangle;
  featureA.shape = SHAPE.polygon;
  featureA.count = 3;
  featureA.id = CORE_FACE | g.region[t];
  for (let k = 0; k < 3; k++) {
    const from = current.back === 1 ? 2 - k : k;
    for (let c = 0; c < 3; c++) featureA.points[3 * k + c] = corner[3 * from + c];
    featureA.vertexId[k] = CORE_VERTEX | vertexOf[from];
    // the edge that starts here in the order of the feature
    featureA.edgeId[k] = edgeId(g, current.back === 1 ? (4 - k) % 3 : k);
  }
  for (let k = 0; k < 4; k++) featureA.plane[k] = plane[k];
}

/** Id of edge k: the same from both of its triangles. */
function edgeId(g: MeshContactGeometry, k: number): number {
  const t = current.triangle;
  const other = g.neighbours[3 * t + k];
  let h = 3 * t + k;
  if (other >= 0 && other < t) {
    const end = vertexOf[k === 2 ? 0 : k + 1];
    for (let c = 0; c < 3; c++) if (g.mesh.triangles[3 * other + c] === end) h = 3 * other + c;
  }
  return CORE_EDGE | h;
}

export function readEdge(w: NarrowWorkspace, g: MeshContactGeometry, k: number): void {
  const { featureA } = w;
  const next = k === 2 ? 0 : k + 1;
  featureA.shape = SHAPE.segment;
  featureA.count = 2;
  featureA.id = edgeId(g, k);
  featureA.edgeId[0] = featureA.id;
  featureA.edgeId[1] = featureA.id;
  featureA.lift[0] = 0;
  for (let c = 0; c < 3; c++) {
    featureA.points[c] = corner[3 * k + c];
    featureA.points[3 + c] = corner[3 * next + c];
  }
  featureA.vertexId[0] = CORE_VERTEX | vertexOf[k];
  featureA.vertexId[1] = CORE_VERTEX | vertexOf[next];
}

export function readCorner(w: NarrowWorkspace, k: number): void {
  const { featureA } = w;
  featureA.shape = SHAPE.point;
  featureA.count = 1;
  for (let c = 0; c < 3; c++) featureA.points[c] = corner[3 * k + c];
  featureA.id = CORE_VERTEX | vertexOf[k];
  featureA.vertexId[0] = featureA.id;
}
