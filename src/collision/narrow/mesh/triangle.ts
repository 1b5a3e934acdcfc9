import { closestPointOnTriangle, EDGE, FACE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import { DISTANCE_SIZE, segmentTriangleDistance } from "../../../geometry/triangle/distance.js";
import { EPA_DIRECTIONS, epa, epaDirections } from "../epa.js";
import { GJK, gjk } from "../gjk.js";
import { refine, refined } from "../refine.js";
import { startClimbs } from "../support.js";
import { type Collider, KIND } from "../types.js";
import { found, rel } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

/**
 * One triangle against a convex shape: the greatest separation s(m) = min_S m·x − max_T m·x, and on which feature of the triangle it is
 * reached. Everything in the mesh's frame; `rel` places the shape.
 */

/** The triangle at hand: corners 3 × 3, and the plane as seen from the shape's side, 4. */
export const corner = new Float64Array(9);
export const plane = new Float64Array(4);
/** Its number, its vertices, and 1 when it is seen from the back. */
export const current = { triangle: -1, back: 0 };
export const vertexOf = new Int32Array(3);

/** A direction this close to the triangle's normal (1 − cosine) is the normal. */
const FACING = 1e-13;
/** Largest sine between a direction and the plane normal to an edge at which it is the edge that is extreme. */
const ALONG = 1e-6;
/** Sine by which a neighbour may rise above the tangent plane before a ridge or peak does not count. Round-off of normals. */
const RISE = 1e-7;
/** Distances below this fraction of the size give no direction. */
const TOUCH = 1e-9;
/** Distances below this fraction of the size are judged by EPA too, as in `convex.ts`. */
const NEAR = 1e-5;

/** A triangle as a hull, with its first corner at the origin: planes n, −n and the outward ones of its edges; each edge twice. */
const flat: Collider & { reach: number } = {
  kind: KIND.hull,
  size: new Float64Array(0),
  reach: 0,
  hull: {
    polyhedron: { vertices: new Float64Array(9), faceStart: Uint32Array.of(0, 3), faceVertex: Uint32Array.of(0, 1, 2) },
    planes: new Float64Array(20),
    edges: Uint32Array.of(0, 1, 0, 2, 1, 2, 0, 3, 2, 0, 0, 4, 0, 1, 2, 1, 1, 2, 3, 1, 2, 0, 4, 1),
    neighbourStart: Uint32Array.of(0, 2, 4, 6),
    neighbours: Uint32Array.of(1, 2, 2, 0, 0, 1),
    center: new Float64Array(3),
  },
  polygon: null,
  mesh: null,
  heightField: null,
};

const near = new Float64Array(4);
const segment = new Float64Array(6);
const distance = new Float64Array(DISTANCE_SIZE);
const best = new Float64Array(4);
const point = new Float64Array(3);

/** Takes up triangle t; `back` when the shape is on the side away from its normal. */
export function takeTriangle(g: MeshContactGeometry, t: number, back: number): void {
  const v = g.mesh.vertices;
  current.triangle = t;
  current.back = back;
  for (let k = 0; k < 3; k++) {
    const i = g.mesh.triangles[3 * t + k];
    vertexOf[k] = i;
    for (let c = 0; c < 3; c++) corner[3 * k + c] = v[3 * i + c];
  }
  const o = 4 * g.region[t];
  for (let k = 0; k < 4; k++) plane[k] = back === 1 ? -g.planes[o + k] : g.planes[o + k];
}

/**
 * Greatest separation of the triangle and the core of the shape (given that the shape's centre is above `plane`): found[0…3] = s and m, from
 * the triangle to the shape, `limit[0]` a value beyond which it is not wanted exactly. Returns the feature: `FACE`, `EDGE` + k or `VERTEX` + k.
 */
export function separateTriangle(b: Collider, limit: Float64Array): number {
  if (b.kind === KIND.sphere) return fromPoint();
  if (b.kind === KIND.capsule) return fromSegment(b);
  return fromConvex(b, limit);
}

/** The plane's normal and height of the point x above it. */
function facePlane(x: Float64Array, o: number): number {
  for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
  found[0] = plane[0] * x[o] + plane[1] * x[o + 1] + plane[2] * x[o + 2] - plane[3];
  return FACE;
}

function fromPoint(): number {
  for (let k = 0; k < 3; k++) point[k] = rel[9 + k];
  const feature = closestPointOnTriangle(corner, 0, 1, 2, point, 0, near, 0);
  const d = Math.sqrt(near[3]);
  if (feature === FACE || d === 0) return facePlane(point, 0);
  found[0] = d;
  for (let k = 0; k < 3; k++) found[1 + k] = (point[k] - near[k]) / d;
  return feature;
}

/** Core of a capsule: by nearest points when they differ, else by separating axes. */
function fromSegment(b: Collider): number {
  const h = b.size[1];
  for (let k = 0; k < 3; k++) {
    segment[k] = rel[9 + k] - h * rel[3 * k + 2];
    segment[3 + k] = rel[9 + k] + h * rel[3 * k + 2];
  }
  const code = segmentTriangleDistance(segment, 0, 1, corner, 0, 1, 2, distance, 0);
  const feature = code >> 2;
  const d = Math.sqrt(distance[6]);
  if (d > TOUCH * b.reach) {
    if (feature === FACE) return facePlane(distance, 0);
    found[0] = d;
    for (let k = 0; k < 3; k++) found[1 + k] = (distance[k] - distance[3 + k]) / d;
    return feature;
  }
  return segmentAxes();
}

/** Separating axes of a segment that meets the triangle: the face, and each edge with the segment. */
function segmentAxes(): number {
  const low =
    plane[0] * (segment[3] - segment[0]) + plane[1] * (segment[4] - segment[1]) + plane[2] * (segment[5] - segment[2]) <
    0
      ? 3
      : 0;
  let feature = facePlane(segment, low);
  const ux = segment[3] - segment[0];
  const uy = segment[4] - segment[1];
  const uz = segment[5] - segment[2];
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = k === 2 ? 0 : 3 * k + 3;
    const l = k === 0 ? 6 : 3 * k - 3;
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    let x = ey * uz - ez * uy;
    let y = ez * ux - ex * uz;
    let z = ex * uy - ey * ux;
    const length2 = x * x + y * y + z * z;
    if (!(length2 > 1e-20 * (ex * ex + ey * ey + ez * ez) * (ux * ux + uy * uy + uz * uz))) continue;
    // away from the opposite corner
    const side =
      x * (corner[l] - corner[i]) + y * (corner[l + 1] - corner[i + 1]) + z * (corner[l + 2] - corner[i + 2]);
    const f = (side > 0 ? -1 : 1) / Math.sqrt(length2);
    x *= f;
    y *= f;
    z *= f;
    const s = x * (segment[0] - corner[i]) + y * (segment[1] - corner[i + 1]) + z * (segment[2] - corner[i + 2]);
    if (!(s > found[0])) continue;
    found[0] = s;
    found[1] = x;
    found[2] = y;
    found[3] = z;
    feature = EDGE + k;
  }
  return feature;
}

/** GJK, then EPA for what overlaps or nearly does, refined to round-off; the way of `convex.ts`. */
function fromConvex(b: Collider, limit: Float64Array): number {
  prepareFlat();
  for (let k = 0; k < 3; k++) rel[9 + k] -= corner[k];
  startClimbs();
  const status = gjk(flat, b, limit);
  best[0] = -Infinity;
  if (status === GJK.separate || status === GJK.touching) climb(b, found, 1);
  if (status === GJK.beyond) best[0] = found[0];
  else if (status !== GJK.separate || best[0] < NEAR * (flat.reach + b.reach)) {
    climb(b, plane, 0);
    epa(flat, b);
    for (let k = 0; k < EPA_DIRECTIONS; k++) if (epaDirections[4 * k] > -Infinity) climb(b, epaDirections, 4 * k + 1);
  }
  for (let k = 0; k < 3; k++) rel[9 + k] += corner[k];
  for (let k = 0; k < 4; k++) found[k] = best[k];
  return status === GJK.beyond ? FACE : featureAlong();
}

function climb(b: Collider, n: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) refined[1 + k] = n[o + k];
  refine(flat, b);
  if (refined[0] > best[0]) for (let k = 0; k < 4; k++) best[k] = refined[k];
}

function prepareFlat(): void {
  const { planes, polyhedron } = flat.hull!;
  const v = polyhedron.vertices;
  let reach2 = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let k = 0; k < 3; k++) v[i + k] = corner[i + k] - corner[k];
    reach2 = Math.max(reach2, v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  }
  flat.reach = Math.sqrt(reach2);
  for (let k = 0; k < 3; k++) {
    planes[k] = plane[k];
    planes[4 + k] = -plane[k];
  }
  // outward normals of the edges, e × n; seen from the back the corners run the other way round
  const turn = current.back === 1 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = k === 2 ? 0 : i + 3;
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    const ez = v[j + 2] - v[i + 2];
    const f = turn / Math.sqrt(ex * ex + ey * ey + ez * ez);
    const o = 8 + 4 * k;
    planes[o] = f * (ey * plane[2] - ez * plane[1]);
    planes[o + 1] = f * (ez * plane[0] - ex * plane[2]);
    planes[o + 2] = f * (ex * plane[1] - ey * plane[0]);
  }
}

/** The feature of the triangle that is extreme along found[1…3]. */
function featureAlong(): number {
  const x = found[1];
  const y = found[2];
  const z = found[3];
  if (x * plane[0] + y * plane[1] + z * plane[2] > 1 - FACING) {
    for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
    return FACE;
  }
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
 * Whether the direction found[1…3] is a normal of the surface at a feature of the triangle: no neighbour rises above the tangent plane, so
 * the direction lies between the normals of the faces around. At a border of a one-sided mesh it must not look backwards either.
 */
export function isSurfaceNormal(g: MeshContactGeometry, feature: number): boolean {
  if (!g.twoSided && found[1] * plane[0] + found[2] * plane[1] + found[3] * plane[2] < -RISE && isAtBorder(g, feature))
    return false;
  if (feature >= VERTEX) {
    const i = vertexOf[feature - VERTEX];
    for (let k = g.ringStart[i]; k < g.ringStart[i + 1]; k++) if (rises(g, i, g.ring[k])) return false;
    return true;
  }
  const k = feature - EDGE;
  const i = vertexOf[k];
  if (rises(g, i, vertexOf[k === 0 ? 2 : k - 1])) return false;
  const other = g.neighbours[3 * current.triangle + k];
  if (other < 0) return true;
  for (let c = 3 * other; c < 3 * other + 3; c++) if (rises(g, i, g.mesh.triangles[c])) return false;
  return true;
}

function isAtBorder(g: MeshContactGeometry, feature: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (g.neighbours[3 * current.triangle + k] >= 0) continue;
    const next = k === 2 ? 0 : k + 1;
    if (feature === EDGE + k || feature === VERTEX + k || feature === VERTEX + next) return true;
  }
  return false;
}

/** Whether vertex j is above the tangent plane at vertex i. */
function rises(g: MeshContactGeometry, i: number, j: number): boolean {
  const v = g.mesh.vertices;
  const x = v[3 * j] - v[3 * i];
  const y = v[3 * j + 1] - v[3 * i + 1];
  const z = v[3 * j + 2] - v[3 * i + 2];
  const up = found[1] * x + found[2] * y + found[3] * z;
  return up > 0 && up * up > RISE * RISE * (x * x + y * y + z * z);
}
