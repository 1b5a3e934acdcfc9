import { EDGE, FACE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";

/** A direction this close to the triangle's normal (1 − cosine) is the normal. */
const FACING = 1e-13;
/** Largest sine between a direction and the plane normal to an edge at which it is the edge that is extreme. */
const ALONG = 1e-6;
/** Separations that differ by less than this fraction of the size are equal. */
const DOUBT = 1e-9;
/**
 * Sine by which a neighbour may rise above the tangent plane before a ridge or peak does not count. Round-off of
 * normals.
 */
const RISE = 1e-7;
/**
 * The same where the direction is the normal of the shape's side and the triangle lies flat on it, tilted by less than
 * this, rad: a side that rests on a slightly tilted one touches all of its triangles, not only those at its deepest
 * corner.
 */
const TILT = 0.05;
/** The cosine of that tilt. */
export const FLAT = 0.99875;

/** Takes up triangle t; `back` when the shape is on the side away from its normal. */
export function takeTriangle(w: MeshWorkspace, g: MeshContactGeometry, t: number, back: number): void {
  const { triangle } = w;
  const { corner, plane, vertex: vertexOf } = w.triangle;
  const v = g.mesh.vertices;
  triangle.index = t;
  triangle.back = back;
  for (let k = 0; k < 3; k++) {
    const i = g.mesh.triangles[3 * t + k];
    vertexOf[k] = i;
    for (let c = 0; c < 3; c++) corner[3 * k + c] = v[3 * i + c];
  }
  const o = 4 * g.region[t];
  for (let k = 0; k < 4; k++) plane[k] = back === 1 ? -g.planes[o + k] : g.planes[o + k];
}

export function startChoice(w: MeshWorkspace): void {
  const { choice } = w;
  const { outer, valid } = w.choice;
  choice.free = -Infinity;
  valid[0] = -Infinity;
  outer[0] = -Infinity;
  choice.feature = -1;
}

/**
 * Considers the separation found[0] along found[1…3], reached on a feature of the triangle (−1: not yet known which).
 */
export function consider(w: MeshWorkspace, g: MeshContactGeometry, feature: number): void {
  const { choice } = w;
  const { outer, valid } = w.choice;
  const { plane } = w.triangle;
  const { found } = w.narrow;
  if (found[0] > choice.free) choice.free = found[0];
  if (found[0] > outer[0] && found[1] * plane[0] + found[2] * plane[1] + found[3] * plane[2] > 0)
    for (let k = 0; k < 4; k++) outer[k] = found[k];
  if (!(found[0] > valid[0])) return;
  const touched = isFacing(w) ? FACE : feature < 0 ? featureAlong(w) : feature;
  if (touched !== FACE && !isSurfaceNormal(w, g, touched)) return;
  choice.feature = touched;
  valid[0] = found[0];
  for (let k = 0; k < 3; k++) valid[1 + k] = touched === FACE ? plane[k] : found[1 + k];
}

/** Whether no normal of the surface has been considered, or another direction separates more. */
export function isDoubtful(w: MeshWorkspace, b: Collider): boolean {
  const { choice } = w;
  const { valid } = w.choice;
  return choice.feature < 0 || choice.free > valid[0] + DOUBT * b.reach;
}

/** Takes the best direction considered into found[0…3]; the face, doubtfully, when none was a normal of the surface. */
export function endChoice(w: MeshWorkspace, b: Collider): number {
  const { choice } = w;
  const { plane } = w.triangle;
  const { valid } = w.choice;
  const { found } = w.narrow;
  if (choice.feature < 0) {
    found[0] = choice.free;
    for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
    choice.doubtful = true;
    return FACE;
  }
  for (let k = 0; k < 4; k++) found[k] = valid[k];
  choice.doubtful = isDoubtful(w, b);
  return choice.feature;
}

function isFacing(w: MeshWorkspace): boolean {
  const { plane } = w.triangle;
  const { found } = w.narrow;
  return found[1] * plane[0] + found[2] * plane[1] + found[3] * plane[2] > 1 - FACING;
}

/** The feature of the triangle that is extreme along found[1…3]. */
function featureAlong(w: MeshWorkspace): number {
  const { corner } = w.triangle;
  const { found } = w.narrow;
  const x = found[1];
  const y = found[2];
  const z = found[3];
  let top = 0;
  let most = -Infinity;
  for (let k = 0; k < 3; k++) {
    const h = x * corner[3 * k] + y * corner[3 * k + 1] + z * corner[3 * k + 2];
    if (h > most) {
      most = h;
      top = k;
    }
  }
  for (let side = 0; side < 2; side++) {
    const k = side === 0 ? top : top === 0 ? 2 : top - 1;
    const i = 3 * k;
    const j = k === 2 ? 0 : i + 3;
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    const along = x * ex + y * ey + z * ez;
    if (along * along <= ALONG * ALONG * (ex * ex + ey * ey + ez * ez)) return EDGE + k;
  }
  return VERTEX + top;
}

/**
 * Whether the direction found[1…3] is a normal of the surface at a feature of the triangle: no neighbour rises above
 * the tangent plane, so the direction lies between the normals of the faces around. On a one-sided mesh it must look
 * outwards, too.
 */
function isSurfaceNormal(w: MeshWorkspace, g: MeshContactGeometry, feature: number): boolean {
  const { triangle } = w;
  const { vertex: vertexOf } = w.triangle;
  if (!g.twoSided && !isOutward(w, g, feature)) return false;
  const rise = w.choice.side && liesAlong(w) ? TILT : RISE;
  if (feature >= VERTEX) {
    const i = vertexOf[feature - VERTEX];
    for (let k = g.ringStart[i]; k < g.ringStart[i + 1]; k++) if (rises(w, g, i, g.ring[k], rise)) return false;
    return true;
  }
  const k = feature - EDGE;
  const i = vertexOf[k];
  if (rises(w, g, i, vertexOf[k === 0 ? 2 : k - 1], rise)) return false;
  const other = g.neighbours[3 * triangle.index + k];
  if (other < 0) return true;
  for (let c = 3 * other; c < 3 * other + 3; c++) if (rises(w, g, i, g.mesh.triangles[c], rise)) return false;
  return true;
}

/** Against the sum of the normals at the edge, or the weighted sum at the corner. */
function isOutward(w: MeshWorkspace, g: MeshContactGeometry, feature: number): boolean {
  const { triangle } = w;
  const { vertex: vertexOf } = w.triangle;
  const { found } = w.narrow;
  const { normals, vertexNormal } = g;
  if (feature >= VERTEX) {
    const i = 3 * vertexOf[feature - VERTEX];
    return found[1] * vertexNormal[i] + found[2] * vertexNormal[i + 1] + found[3] * vertexNormal[i + 2] > -RISE;
  }
  const t = 3 * triangle.index;
  const other = g.neighbours[t + feature - EDGE];
  const u = other < 0 ? t : 3 * other;
  const x = normals[t] + normals[u];
  const y = normals[t + 1] + normals[u + 1];
  const z = normals[t + 2] + normals[u + 2];
  return found[1] * x + found[2] * y + found[3] * z > -RISE;
}

/** Whether the triangle lies flat across the direction found[1…3]. */
function liesAlong(w: MeshWorkspace): boolean {
  const { plane } = w.triangle;
  const { found } = w.narrow;
  return plane[0] * found[1] + plane[1] * found[2] + plane[2] * found[3] >= FLAT;
}

/** Whether vertex j is above the tangent plane at vertex i by more than the sine `rise`. */
function rises(w: MeshWorkspace, g: MeshContactGeometry, i: number, j: number, rise: number): boolean {
  const { found } = w.narrow;
  const v = g.mesh.vertices;
  const x = v[3 * j] - v[3 * i];
  const y = v[3 * j + 1] - v[3 * i + 1];
  const z = v[3 * j + 2] - v[3 * i + 2];
  const up = found[1] * x + found[2] * y + found[3] * z;
  return up > 0 && up * up > rise * rise * (x * x + y * y + z * z);
}
