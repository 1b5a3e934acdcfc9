import { closestPointOnTriangle, EDGE, FACE } from "../../../geometry/triangle/closest-point.js";
import { DISTANCE_SIZE, segmentTriangleDistance } from "../../../geometry/triangle/distance.js";
import { epa } from "../epa.js";
import { GJK, gjk } from "../gjk.js";
import { refine } from "../refine.js";
import { startClimbs } from "../support.js";
import { type Collider, KIND } from "../types.js";
import { EPA_DIRECTIONS } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { tryRidgeNormals } from "./ridge-normals.js";
import { consider, endChoice, isDoubtful, startChoice } from "./triangle-feature.js";
import { separateBySat, tryNormal } from "./triangle-sat.js";

/**
 * One triangle against a convex shape: the greatest separation s(m) = min_S m·x − max_T m·x, and on which feature of
 * the triangle it is reached. Everything in the mesh's frame; `rel` places the shape.
 */

/** Distances below this fraction of the size give no direction. */
const TOUCH = 1e-9;
/**
 * Below this fraction of the size the direction of GJK, a difference of nearly equal points, is compared with
 * separating axes.
 */
const SMALL = 1e-3;
/** Distances below this fraction of the size are judged by EPA too, as in `convex.ts`. */
const NEAR = 1e-5;

const near = new Float64Array(4);
const distance = new Float64Array(DISTANCE_SIZE);
const point = new Float64Array(3);

/**
 * Greatest separation of the triangle and the core of the shape over the normals that the surface has there (given that
 * the shape's centre is above `plane`): found[0…3] = s and m, from the triangle to the shape. `limit[0]` is a value
 * beyond which it is not wanted exactly. Returns the feature: `FACE`, `EDGE` + k or `VERTEX` + k; `choice.doubtful`
 * tells that the triangle alone would be less deep.
 */
export function separateTriangle(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, limit: Float64Array): number {
  startChoice(w);
  if (b.kind === KIND.sphere) consider(w, g, fromPoint(w));
  else if (b.kind === KIND.capsule) fromSegment(w, g, b);
  else fromConvex(w, g, b, limit);
  return endChoice(w, b);
}

/** The plane's normal and height of the point x above it. */
function facePlane(w: MeshWorkspace, x: Float64Array, o: number): number {
  const { plane } = w.triangle;
  const { found } = w.narrow;
  for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
  found[0] = plane[0] * x[o] + plane[1] * x[o + 1] + plane[2] * x[o + 2] - plane[3];
  return FACE;
}

function fromPoint(w: MeshWorkspace): number {
  const { corner } = w.triangle;
  const { found, rel } = w.narrow;
  for (let k = 0; k < 3; k++) point[k] = rel[9 + k];
  const feature = closestPointOnTriangle(corner, 0, 1, 2, point, 0, near, 0);
  const d = Math.sqrt(near[3]);
  if (feature === FACE || d === 0) return facePlane(w, point, 0);
  found[0] = d;
  for (let k = 0; k < 3; k++) found[1 + k] = (point[k] - near[k]) / d;
  return feature;
}

/** Core of a capsule: by nearest points when they differ, else by separating axes. */
function fromSegment(w: MeshWorkspace, g: MeshContactGeometry, b: Collider): void {
  const { corner, segment } = w.triangle;
  const { found, rel } = w.narrow;
  const h = b.size[1];
  for (let k = 0; k < 3; k++) {
    segment[k] = rel[9 + k] - h * rel[3 * k + 2];
    segment[3 + k] = rel[9 + k] + h * rel[3 * k + 2];
  }
  const code = segmentTriangleDistance(segment, 0, 1, corner, 0, 1, 2, distance, 0);
  const feature = code >> 2;
  const d = Math.sqrt(distance[6]);
  if (d > TOUCH * b.reach) {
    if (feature === FACE) facePlane(w, distance, 0);
    else {
      found[0] = d;
      for (let k = 0; k < 3; k++) found[1 + k] = (distance[k] - distance[3 + k]) / d;
    }
    consider(w, g, feature);
  } else segmentAxes(w, g);
}

/** Separating axes of a segment that meets the triangle: the face, and each edge with the segment. */
function segmentAxes(w: MeshWorkspace, g: MeshContactGeometry): void {
  const { corner, plane, segment } = w.triangle;
  const { found } = w.narrow;
  const low =
    plane[0] * (segment[3] - segment[0]) + plane[1] * (segment[4] - segment[1]) + plane[2] * (segment[5] - segment[2]) <
    0
      ? 3
      : 0;
  consider(w, g, facePlane(w, segment, low));
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
    found[0] = s;
    found[1] = x;
    found[2] = y;
    found[3] = z;
    consider(w, g, EDGE + k);
  }
}

/**
 * GJK for the distance; for what overlaps or nearly does, all separating axes of a polyhedron, or EPA, refined to
 * round-off (the way of `convex.ts`).
 */
function fromConvex(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, limit: Float64Array): void {
  const { choice, triangle } = w;
  const { corner, plane } = w.triangle;
  const { epaDirections, found, refined, rel } = w.narrow;
  prepareFlat(w);
  for (let k = 0; k < 3; k++) rel[9 + k] -= corner[k];
  startClimbs(w.narrow);
  const status = gjk(w.narrow, triangle.hull, b, limit);
  const scale = triangle.hull.reach + b.reach;
  const apart = status === GJK.separate || status === GJK.touching;
  if (b.hull !== null) {
    for (let k = 0; k < 3; k++) rel[9 + k] += corner[k];
    const far = status === GJK.beyond || (status === GJK.separate && found[0] > SMALL * scale);
    if (far) consider(w, g, -1);
    else if (status === GJK.separate) tryNormal(w, g, b);
    if (!far || (triangle.sunk && isDoubtful(w, b))) separateBySat(w, g, b);
    return;
  }
  if (status === GJK.beyond) consider(w, g, -1);
  if (apart) climb(w, g, b, found, 1);
  if (status !== GJK.beyond && !(status === GJK.separate && refined[0] > NEAR * scale)) {
    climb(w, g, b, plane, 0);
    epa(w.narrow, triangle.hull, b);
    for (let k = 0; k < EPA_DIRECTIONS; k++)
      if (epaDirections[4 * k] > -Infinity) climb(w, g, b, epaDirections, 4 * k + 1);
  }
  // what is apart from the triangle needs no other normal, unless it has a sharp point below it
  const doubtful = (choice.free <= 0 || triangle.sunk) && isDoubtful(w, b);
  if (doubtful && !b.shape.hasDiscs) for (let k = 0; k < 3; k++) climbFromCorner(w, g, b, k);
  for (let k = 0; k < 3; k++) rel[9 + k] += corner[k];
  if (doubtful) tryRidgeNormals(w, g, b);
}

/** Climbs from the direction n[o…] and considers where that ends. */
function climb(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, n: Float64Array, o: number): void {
  const { triangle } = w;
  const { found, refined } = w.narrow;
  for (let k = 0; k < 3; k++) refined[1 + k] = n[o + k];
  refine(w.narrow, triangle.hull, b);
  for (let k = 0; k < 4; k++) found[k] = refined[k];
  consider(w, g, -1);
}

/** Climbs from the normal of the ellipsoid through corner k. */
function climbFromCorner(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, k: number): void {
  const { triangle } = w;
  const { rel } = w.narrow;
  const v = triangle.hull.hull!.polyhedron.vertices;
  let length2 = 0;
  for (let c = 0; c < 3; c++) {
    point[c] = 0;
    for (let i = 0; i < 3; i++) point[c] += rel[3 * i + c] * (v[3 * k + i] - rel[9 + i]);
    point[c] /= b.size[c] * b.size[c];
    length2 += point[c] * point[c];
  }
  if (!(length2 > 0)) return;
  const f = -1 / Math.sqrt(length2);
  for (let i = 0; i < 3; i++)
    near[i] = f * (rel[3 * i] * point[0] + rel[3 * i + 1] * point[1] + rel[3 * i + 2] * point[2]);
  climb(w, g, b, near, 0);
}

function prepareFlat(w: MeshWorkspace): void {
  const { triangle } = w;
  const { corner, plane } = w.triangle;
  const { planes, polyhedron } = triangle.hull.hull!;
  const v = polyhedron.vertices;
  let reach2 = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let k = 0; k < 3; k++) v[i + k] = corner[i + k] - corner[k];
    reach2 = Math.max(reach2, v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  }
  triangle.hull.reach = Math.sqrt(reach2);
  for (let k = 0; k < 3; k++) {
    planes[k] = plane[k];
    planes[4 + k] = -plane[k];
  }
  // outward normals of the edges, e × n; seen from the back the corners run the other way round
  const turn = triangle.back === 1 ? -1 : 1;
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
