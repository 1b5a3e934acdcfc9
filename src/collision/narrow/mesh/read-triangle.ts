import { FEATURE } from "../../contact-tables.js";
import { SHAPE } from "../feature.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";

/**
 * The current triangle, its edges and corners as features of the mesh. Their ids do not depend on the triangle from
 * which they were found.
 */

const CORE_FACE = FEATURE.face << 29;
const CORE_EDGE = FEATURE.edge << 29;
const CORE_VERTEX = FEATURE.vertex << 29;

/** The triangle as the facing feature of the mesh: counter-clockwise about the normal, from either side. */
export function readTriangle(w: MeshWorkspace, g: MeshContactGeometry): void {
  const { triangle } = w;
  const { corner, plane, vertex: vertexOf } = w.triangle;
  const { featureA } = w.narrow;
  const t = triangle.index;
  featureA.shape = SHAPE.polygon;
  featureA.count = 3;
  featureA.id = CORE_FACE | g.region[t];
  for (let k = 0; k < 3; k++) {
    const from = triangle.back === 1 ? 2 - k : k;
    for (let c = 0; c < 3; c++) featureA.points[3 * k + c] = corner[3 * from + c];
    featureA.vertexId[k] = CORE_VERTEX | vertexOf[from];
    // the edge that starts here in the order of the feature
    featureA.edgeId[k] = edgeId(w, g, triangle.back === 1 ? (4 - k) % 3 : k);
  }
  for (let k = 0; k < 4; k++) featureA.plane[k] = plane[k];
}

/** Id of edge k: the same from both of its triangles. */
function edgeId(w: MeshWorkspace, g: MeshContactGeometry, k: number): number {
  const { triangle } = w;
  const { vertex: vertexOf } = w.triangle;
  const t = triangle.index;
  const other = g.neighbours[3 * t + k];
  let h = 3 * t + k;
  if (other >= 0 && other < t) {
    const end = vertexOf[k === 2 ? 0 : k + 1];
    for (let c = 0; c < 3; c++) if (g.mesh.triangles[3 * other + c] === end) h = 3 * other + c;
  }
  return CORE_EDGE | h;
}

export function readEdge(w: MeshWorkspace, g: MeshContactGeometry, k: number): void {
  const { corner, vertex: vertexOf } = w.triangle;
  const { featureA } = w.narrow;
  const next = k === 2 ? 0 : k + 1;
  featureA.shape = SHAPE.segment;
  featureA.count = 2;
  featureA.id = edgeId(w, g, k);
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

export function readCorner(w: MeshWorkspace, k: number): void {
  const { corner, vertex: vertexOf } = w.triangle;
  const { featureA } = w.narrow;
  featureA.shape = SHAPE.point;
  featureA.count = 1;
  for (let c = 0; c < 3; c++) featureA.points[c] = corner[3 * k + c];
  featureA.id = CORE_VERTEX | vertexOf[k];
  featureA.vertexId[0] = featureA.id;
}
