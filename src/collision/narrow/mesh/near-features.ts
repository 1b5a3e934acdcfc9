import { FEATURE } from "../../contact-tables.js";
import { EDGE_KIND, type MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshPairWorkspace } from "./mesh-pair-workspace.js";
import { noteBesideFace, noteOverFace } from "./near-vertices.js";
import { placePlane } from "./placed-vertices.js";
import { addTouch, TOUCH } from "./touches.js";

/**
 * How far (sine) the perpendicular of two edges may be outside the normals of a ridge: faces that are all but parallel
 * meet at all corners.
 */
const ARC_SINE = 0.03;
/** Edges closer to parallel than this (sine) are left to their ends. */
const PARALLEL = 1e-4;
/**
 * A perpendicular that is longer than this part of the narrower extent of the two edges' facet says little of where
 * they will meet.
 */
const FAR = 0.5;
/** A face is faced by a vertex when its normal is this much (cosine) against the normal of the vertex. */
const FACING = 0.02;

const FACE_ID = FEATURE.face << 29;
const EDGE_ID = FEATURE.edge << 29;
const VERTEX_ID = FEATURE.vertex << 29;

/** Heights into `heights`; false when the triangles are too far apart, seen along either normal. B must be placed. */
export function measureHeights(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
): boolean {
  const { limits } = w;
  const { plane: placedPlane, vertex: placed } = w.narrow.placed;
  const { heights } = w.features;
  const v = g.mesh.vertices;
  const { triangles: ta } = g.mesh;
  const { triangles: tb } = h.mesh;
  const p = 4 * t;
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < 3; k++) {
    const i = 3 * ta[3 * s + k];
    const d =
      placedPlane[p] * v[i] + placedPlane[p + 1] * v[i + 1] + placedPlane[p + 2] * v[i + 2] - placedPlane[p + 3];
    heights[k] = d;
    if (d < low) low = d;
    if (d > high) high = d;
  }
  const reach = limits.depth;
  if (low > limits.gap || high < -reach) return false;
  const n = 3 * s;
  const offset = g.planes[4 * g.region[s] + 3];
  low = Infinity;
  high = -Infinity;
  for (let k = 0; k < 3; k++) {
    const i = 3 * tb[3 * t + k];
    const d = g.normals[n] * placed[i] + g.normals[n + 1] * placed[i + 1] + g.normals[n + 2] * placed[i + 2] - offset;
    heights[3 + k] = d;
    if (d < low) low = d;
    if (d > high) high = d;
  }
  return low <= limits.gap && high >= -reach;
}

/** Whether the triangles may cross, by their heights, which may be off by `limits.tiny`. */
export function mayCross(w: MeshPairWorkspace): boolean {
  const { limits } = w;
  const { heights } = w.features;
  const e = limits.tiny;
  const a = heights[0] <= e || heights[1] <= e || heights[2] <= e;
  const b = heights[0] >= -e || heights[1] >= -e || heights[2] >= -e;
  const c = heights[3] <= e || heights[4] <= e || heights[5] <= e;
  const d = heights[3] >= -e || heights[4] >= -e || heights[5] >= -e;
  return a && b && c && d;
}

/**
 * All touches of the two triangles; `measureHeights` must have been called. `turn` turns vectors of B into A's frame
 * (row by row).
 */
export function findTouches(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
  turn: Float64Array,
): void {
  const { limits } = w;
  const { heights } = w.features;
  for (let k = 0; k < 3; k++) {
    const i = g.mesh.triangles[3 * s + k];
    if (g.owner[i] === s && (g.vertexRidge[i] & 1) !== 0) vertexOnFace(w, g, i, k, h, t, turn, true);
    const j = h.mesh.triangles[3 * t + k];
    if (h.owner[j] === t && (h.vertexRidge[j] & 1) !== 0) vertexOnFace(w, h, j, 3 + k, g, s, turn, false);
  }
  for (let k = 0; k < 3; k++) {
    if (!isOwnRidge(g, s, k)) continue;
    // both ends on one side of the other's plane, too far
    const p = heights[k];
    const q = heights[k === 2 ? 0 : k + 1];
    if ((p > limits.gap && q > limits.gap) || (p < -limits.depth && q < -limits.depth)) continue;
    for (let l = 0; l < 3; l++) {
      if (!isOwnRidge(h, t, l)) continue;
      const u = heights[3 + l];
      const v = heights[3 + (l === 2 ? 0 : l + 1)];
      if ((u > limits.gap && v > limits.gap) || (u < -limits.depth && v < -limits.depth)) continue;
      edgeOnEdge(w, g, s, k, h, t, l);
    }
  }
}

/** Whether edge k of triangle s is a ridge or border for which s speaks. */
function isOwnRidge(g: MeshContactGeometry, s: number, k: number): boolean {
  const kind = g.edgeKind[3 * s + k];
  if (kind !== EDGE_KIND.ridge && kind !== EDGE_KIND.border) return false;
  const other = g.neighbours[3 * s + k];
  return other < 0 || s < other;
}

/**
 * Vertex i of mesh g on triangle t of mesh h, at the height heights[at] over its plane. `ofA`: the vertex is A's, the
 * face B's; else the other way round. On a surface with two sides the vertex touches the side that it faces, or, having
 * no side itself, the one where it is.
 */
function vertexOnFace(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  i: number,
  at: number,
  h: MeshContactGeometry,
  t: number,
  turn: Float64Array,
  ofA: boolean,
): void {
  const { limits } = w;
  const { heights, normal } = w.features;
  const { plane: placedPlane, vertex: placed } = w.narrow.placed;
  const { next: touch } = w.touches;
  const d = heights[at];
  // the face's normal and the vertex's, in the frame of A
  const n = ofA ? 4 * t : 3 * t;
  const planes = ofA ? placedPlane : h.normals;
  const own = g.vertexNormal;
  let facing = 0;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    const m = ofA
      ? own[3 * i + k]
      : turn[3 * k] * own[3 * i] + turn[3 * k + 1] * own[3 * i + 1] + turn[3 * k + 2] * own[3 * i + 2];
    normal[k] = planes[n + k];
    facing += m * normal[k];
    length2 += m * m;
  }
  let side = 1;
  if (g.twoSided) {
    if (h.twoSided && d < 0) side = -1;
  } else if (facing * facing <= FACING * FACING * length2) return;
  else if (facing > 0) {
    if (!h.twoSided) return;
    side = -1;
  }
  const gap = side * d;
  if (gap > limits.gap || gap < -limits.depth) return;
  const v = ofA ? g.mesh.vertices : placed;
  const c = ofA ? placed : h.mesh.vertices;
  touch[9] = gap;
  if (!isOverFace(w, v, 3 * i, c, h, t)) {
    if (gap <= limits.gap) noteBesideFace(w, g, i, h, t, ofA);
    return;
  }
  noteOverFace(w, ofA, i);
  // normal from A to B: against the face's normal when the face is B's
  const sign = ofA ? -side : side;
  for (let k = 0; k < 3; k++) {
    touch[k] = sign * normal[k];
    const foot = v[3 * i + k] - d * normal[k];
    touch[3 + k] = ofA ? v[3 * i + k] : foot;
    touch[6 + k] = ofA ? foot : v[3 * i + k];
  }
  const face = FACE_ID | h.region[t];
  if (ofA) addTouch(w, TOUCH.vertexFace, VERTEX_ID | i, face);
  else addTouch(w, TOUCH.vertexFace, face, VERTEX_ID | i);
}

/**
 * Whether the foot of the point v[i …] is on triangle t of h (corners in `c`, normal in `normal`), or beside it by no
 * more than the limit; its gap is in touch[9]. Past a valley, where another face rises, one that has sunk into both is
 * over this one too.
 */
function isOverFace(
  w: MeshPairWorkspace,
  v: Float64Array,
  i: number,
  c: Float64Array,
  h: MeshContactGeometry,
  t: number,
): boolean {
  const { limits } = w;
  const { next: touch } = w.touches;
  const { normal } = w.features;
  const { triangles } = h.mesh;
  const gap = touch[9];
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangles[3 * t + k];
    const q = 3 * triangles[3 * t + (k === 2 ? 0 : k + 1)];
    const ex = c[q] - c[p];
    const ey = c[q + 1] - c[p + 1];
    const ez = c[q + 2] - c[p + 2];
    // outwards in the plane: e × n
    const out =
      (ey * normal[2] - ez * normal[1]) * (v[i] - c[p]) +
      (ez * normal[0] - ex * normal[2]) * (v[i + 1] - c[p + 1]) +
      (ex * normal[1] - ey * normal[0]) * (v[i + 2] - c[p + 2]);
    if (!(out > 0)) continue;
    const allowed = h.edgeKind[3 * t + k] === EDGE_KIND.valley && gap < limits.beside ? limits.depth : limits.beside;
    if (out * out > allowed * allowed * (ex * ex + ey * ey + ez * ez)) return false;
  }
  return true;
}

function edgeOnEdge(
  w: MeshPairWorkspace,
  g: MeshContactGeometry,
  s: number,
  k: number,
  h: MeshContactGeometry,
  t: number,
  l: number,
): void {
  const { limits } = w;
  const { vertex: placed } = w.narrow.placed;
  const { edgeA: ea, edgeB: eb, perpendicular } = w.features;
  const { next: touch } = w.touches;
  const { triangles: ta, vertices: v } = g.mesh;
  const { triangles: tb } = h.mesh;
  const i = 3 * ta[3 * s + k];
  const j = 3 * tb[3 * t + l];
  const ie = 3 * ta[3 * s + (k === 2 ? 0 : k + 1)];
  const je = 3 * tb[3 * t + (l === 2 ? 0 : l + 1)];
  const ax = v[ie] - v[i];
  const ay = v[ie + 1] - v[i + 1];
  const az = v[ie + 2] - v[i + 2];
  const bx = placed[je] - placed[j];
  const by = placed[je + 1] - placed[j + 1];
  const bz = placed[je + 2] - placed[j + 2];
  const rx = placed[j] - v[i];
  const ry = placed[j + 1] - v[i + 1];
  const rz = placed[j + 2] - v[i + 2];
  let nx = ay * bz - az * by;
  let ny = az * bx - ax * bz;
  let nz = ax * by - ay * bx;
  const n2 = nx * nx + ny * ny + nz * nz;
  const la2 = ax * ax + ay * ay + az * az;
  const lb2 = bx * bx + by * by + bz * bz;
  if (!(n2 > PARALLEL * PARALLEL * la2 * lb2)) return;
  // lines a + σ ea and b + τ eb are nearest at σ = det(r, eb, n)/n², τ = det(r, ea, n)/n²
  const f = 1 / n2;
  const sigma = f * (rx * (by * nz - bz * ny) + ry * (bz * nx - bx * nz) + rz * (bx * ny - by * nx));
  const tau = f * (rx * (ay * nz - az * ny) + ry * (az * nx - ax * nz) + rz * (ax * ny - ay * nx));
  const besideA = limits.beside * limits.beside;
  if (sigma < 0 ? sigma * sigma * la2 > besideA : sigma > 1 && (sigma - 1) * (sigma - 1) * la2 > besideA) return;
  if (tau < 0 ? tau * tau * lb2 > besideA : tau > 1 && (tau - 1) * (tau - 1) * lb2 > besideA) return;
  const scale = 1 / Math.sqrt(n2);
  nx *= scale;
  ny *= scale;
  nz *= scale;
  let gap = rx * nx + ry * ny + rz * nz;
  const limit = limits.gap > limits.depth ? limits.gap : limits.depth;
  if (gap > limit || gap < -limit) return;
  perpendicular[0] = nx;
  perpendicular[1] = ny;
  perpendicular[2] = nz;
  ea[0] = ax;
  ea[1] = ay;
  ea[2] = az;
  eb[0] = bx;
  eb[1] = by;
  eb[2] = bz;
  // the direction that is a normal of A's ridge and against one of B's
  let sign = 0;
  for (let d = 1; d >= -1; d -= 2) {
    if (isNormalOfA(w, g, s, k, d) && isNormalOfB(w, h, t, l, -d)) {
      if (sign !== 0) return;
      sign = d;
    }
  }
  if (sign === 0) return;
  gap *= sign;
  if (gap > limits.gap || gap < -limits.depth) return;
  // the facet of the two edges is as wide as the shorter one is long across the longer
  if (gap > 0 && gap * gap * Math.max(la2, lb2) > FAR * FAR * n2) return;
  const p = sigma < 0 ? 0 : sigma > 1 ? 1 : sigma;
  const q = tau < 0 ? 0 : tau > 1 ? 1 : tau;
  for (let c = 0; c < 3; c++) {
    touch[c] = sign * perpendicular[c];
    touch[3 + c] = v[i + c] + p * ea[c];
    touch[6 + c] = placed[j + c] + q * eb[c];
  }
  touch[9] = gap;
  addTouch(w, TOUCH.edgeEdge, EDGE_ID | (3 * s + k), EDGE_ID | (3 * t + l));
}

/**
 * Whether ± the perpendicular is among the normals at edge k of triangle s: neither face rises over it. Within its
 * face, s lies along n × e, its neighbour along e × n′.
 */
function isNormalOfA(w: MeshPairWorkspace, g: MeshContactGeometry, s: number, k: number, sign: number): boolean {
  const { edgeA: ea } = w.features;
  if (rises(w, g.normals, 3 * s, ea, sign)) return false;
  const other = g.neighbours[3 * s + k];
  return other < 0 || !rises(w, g.normals, 3 * other, ea, -sign);
}

function isNormalOfB(w: MeshPairWorkspace, h: MeshContactGeometry, t: number, l: number, sign: number): boolean {
  const { plane: placedPlane } = w.narrow.placed;
  const { edgeB: eb } = w.features;
  if (rises(w, placedPlane, 4 * t, eb, sign)) return false;
  const other = h.neighbours[3 * t + l];
  if (other < 0) return true;
  placePlane(w.narrow, h, other);
  return !rises(w, placedPlane, 4 * other, eb, -sign);
}

/**
 * Whether ± the perpendicular · (n × e) is above the length of e times `ARC_SINE`: the face with the normal n rises
 * over the perpendicular.
 */
function rises(w: MeshPairWorkspace, normals: Float64Array, n: number, e: Float64Array, sign: number): boolean {
  const { perpendicular } = w.features;
  const x = normals[n];
  const y = normals[n + 1];
  const z = normals[n + 2];
  const height =
    sign *
    (perpendicular[0] * (y * e[2] - z * e[1]) +
      perpendicular[1] * (z * e[0] - x * e[2]) +
      perpendicular[2] * (x * e[1] - y * e[0]));
  return height > ARC_SINE * Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
}
