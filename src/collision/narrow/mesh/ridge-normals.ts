import { EDGE } from "../../../geometry/triangle/closest-point.js";
import { support } from "../support.js";
import { type Collider, KIND } from "../types.js";
import { EDGE_KIND, type MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { consider } from "./triangle-feature.js";
import { tryNormal } from "./triangle-sat.js";

/**
 * Separations of the current triangle and a cylinder, cone or ellipsoid along the normals of the mesh's surface there.
 * EPA finds the shortest translation out of the triangle alone, whose direction is usually not a normal of the surface.
 * The greatest separation over the normals of the surface is among
 *
 *   the triangle's normal,
 *   the axis of each cap,
 *   for each ridge, the greatest along the arc of normals from this triangle's to its neighbour's,
 *   for each peak that is inside the shape, the normal of the side that is nearest to it.
 *
 * At a maximum inside the cone of normals of a peak v, the point of the shape's surface nearest to v is on a cap or on
 * the side, never on a rim, because points of the rim are farther than their neighbours. (For an ellipsoid this point
 * has no closed form; `triangle.ts` finds it by ascent.)
 */

/**
 * Arcs are divided into pieces of at most a quarter of a radian before the slopes at the ends of each piece indicate a
 * maximum. The maxima of a ridge are the nearest points of the shape's outline seen along the ridge (an ellipse, a
 * rectangle or similar), which are about a quarter of a revolution apart.
 */
const HALVINGS = 3;
/** Largest number of directions along an arc. */
export const RAYS = 2 * (1 << HALVINGS) + 1;
const HALF_RADIAN = 0.8775825618903728;
const RADIAN = 0.5403023058681398;
/** Steps of the iteration that narrows the bracket of a maximum. */
const STEPS = 60;

const local = new Float64Array(6);

/** Considers all of the above. Everything is in the mesh's frame. */
export function tryRidgeNormals(w: MeshWorkspace, g: MeshContactGeometry, b: Collider): void {
  const { triangle } = w;
  const { plane, vertex: vertexOf } = w.triangle;
  const { found, rel } = w.narrow;
  for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
  tryNormal(w, g, b);
  // the shape's outward normal points against the mesh's; a cone has one cap, an ellipsoid none
  for (let side = b.kind === KIND.cone ? 1 : b.kind === KIND.cylinder ? 0 : 2; side < 2; side++) {
    for (let k = 0; k < 3; k++) found[1 + k] = side === 0 ? -rel[3 * k + 2] : rel[3 * k + 2];
    tryNormal(w, g, b);
  }
  const bit = triangle.back === 1 ? 2 : 1;
  const sharp = triangle.back === 1 ? EDGE_KIND.valley : EDGE_KIND.ridge;
  for (let k = 0; k < 3; k++) {
    if (b.shape.hasDiscs && (g.vertexRidge[vertexOf[k]] & bit) !== 0) trySide(w, g, b, k);
    const kind = g.edgeKind[3 * triangle.index + k];
    if (kind === sharp || kind === EDGE_KIND.border) tryArc(w, g, b, k);
  }
}

/** The normal of the side through corner k. */
function trySide(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, k: number): void {
  const { corner } = w.triangle;
  const { found, rel } = w.narrow;
  const x = corner[3 * k] - rel[9];
  const y = corner[3 * k + 1] - rel[10];
  const z = corner[3 * k + 2] - rel[11];
  const u = rel[0] * x + rel[3] * y + rel[6] * z;
  const v = rel[1] * x + rel[4] * y + rel[7] * z;
  const rho = Math.sqrt(u * u + v * v);
  // on the axis all sides are equally near
  if (!(rho > 0)) return;
  const r = b.size[0];
  const h = b.size[1];
  const length = b.kind === KIND.cone ? Math.sqrt(r * r + h * h) : 1;
  const out = (b.kind === KIND.cone ? h / length : 1) / rho;
  const up = b.kind === KIND.cone ? r / length : 0;
  for (let c = 0; c < 3; c++) found[1 + c] = -(out * (u * rel[3 * c] + v * rel[3 * c + 1]) + up * rel[3 * c + 2]);
  tryNormal(w, g, b);
}

/** The greatest separations along the arc of normals at edge k. */
function tryArc(w: MeshWorkspace, g: MeshContactGeometry, b: Collider, k: number): void {
  const { at, high, low, rays } = w.ridge;
  const { found } = w.narrow;
  const count = readArc(w, g, k);
  if (count === 0) return;
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) at[c] = rays[3 * i + c];
    slopeAt(w, b, k);
    for (let c = 0; c < 4; c++) {
      low[c] = high[c];
      high[c] = at[c];
    }
    if (i === 0 || !(low[3] > 0 && high[3] < 0)) continue;
    closeIn(w, b, k);
    found[0] = at[4];
    for (let c = 0; c < 3; c++) found[1 + c] = at[c];
    consider(w, g, EDGE + k);
    // `high` may have moved
    for (let c = 0; c < 3; c++) at[c] = rays[3 * i + c];
    slopeAt(w, b, k);
    for (let c = 0; c < 4; c++) high[c] = at[c];
  }
}

/**
 * Writes directions along the arc at edge k to `rays`. Returns their number, 0 when the neighbour is not beyond this
 * triangle.
 */
function readArc(w: MeshWorkspace, g: MeshContactGeometry, k: number): number {
  const { triangle } = w;
  const { edge, rays } = w.ridge;
  const { corner, plane } = w.triangle;
  const turn = triangle.back === 1 ? -1 : 1;
  const i = 3 * k;
  const j = k === 2 ? 0 : i + 3;
  let length2 = 0;
  for (let c = 0; c < 3; c++) {
    edge[c] = corner[j + c] - corner[i + c];
    length2 += edge[c] * edge[c];
  }
  // with counter-clockwise corners, e × n points away from the triangle in its plane
  const f = turn / Math.sqrt(length2);
  for (let c = 0; c < 3; c++) edge[c] *= f;
  for (let c = 0; c < 3; c++) {
    rays[c] = plane[c];
    const d = c === 2 ? 0 : c + 1;
    const e = d === 2 ? 0 : d + 1;
    rays[3 + c] = edge[d] * plane[e] - edge[e] * plane[d];
  }
  const other = g.neighbours[3 * triangle.index + k];
  let across = 0;
  let along = -1;
  if (other >= 0) {
    along = 0;
    for (let c = 0; c < 3; c++) {
      rays[6 + c] = turn * g.normals[3 * other + c];
      across += rays[3 + c] * rays[6 + c];
      along += rays[c] * rays[6 + c];
    }
    if (!(across > 0 || along < 0)) return 0;
  } else for (let c = 0; c < 3; c++) rays[6 + c] = -plane[c];
  // beyond a right angle the arc passes through the direction between
  let count = 3;
  if (along >= 0) {
    count = 2;
    for (let c = 0; c < 3; c++) rays[3 + c] = rays[6 + c];
  }
  const halvings = along > HALF_RADIAN ? 1 : along > RADIAN ? 2 : HALVINGS;
  for (let h = 0; h < halvings; h++) {
    for (let r = count - 1; r > 0; r--) {
      for (let c = 0; c < 3; c++) rays[6 * r + c] = rays[3 * r + c];
      middle(w, 6 * r - 3, 3 * r, 3 * r - 3);
    }
    count = 2 * count - 1;
  }
  return count;
}

/** Writes the middle of the directions at p and q to position o of `rays`. */
function middle(w: MeshWorkspace, o: number, p: number, q: number): void {
  const { rays } = w.ridge;
  const x = rays[p] + rays[q];
  const y = rays[p + 1] + rays[q + 1];
  const z = rays[p + 2] + rays[q + 2];
  const f = 1 / Math.sqrt(x * x + y * y + z * z);
  rays[o] = f * x;
  rays[o + 1] = f * y;
  rays[o + 2] = f * z;
}

/**
 * Separation from edge k along n = at[0…2] into at[4], and its slope (e × n) · (x − y) into at[3]; x is the shape's
 * support, y a point of the edge.
 */
function slopeAt(w: MeshWorkspace, b: Collider, k: number): void {
  const { at, edge } = w.ridge;
  const { corner } = w.triangle;
  const { rel } = w.narrow;
  for (let i = 0; i < 3; i++) local[i] = -(rel[i] * at[0] + rel[3 + i] * at[1] + rel[6 + i] * at[2]);
  support(b, local, 0, local, 3, 0);
  for (let i = 0; i < 3; i++)
    point[i] =
      rel[3 * i] * local[3] + rel[3 * i + 1] * local[4] + rel[3 * i + 2] * local[5] + rel[9 + i] - corner[3 * k + i];
  at[4] = at[0] * point[0] + at[1] * point[1] + at[2] * point[2];
  at[3] =
    (edge[1] * at[2] - edge[2] * at[1]) * point[0] +
    (edge[2] * at[0] - edge[0] * at[2]) * point[1] +
    (edge[0] * at[1] - edge[1] * at[0]) * point[2];
}

const point = new Float64Array(3);

/**
 * Converges to the maximum between `low`, where the separation rises, and `high`, where it falls; leaves it in `at`.
 */
function closeIn(w: MeshWorkspace, b: Collider, k: number): void {
  const { at, high, low } = w.ridge;
  for (let i = 0; i < STEPS; i++) {
    // false position converges to a smooth maximum; every other step bisects, which bounds the number of steps
    const t = i % 2 === 1 ? 0.5 : low[3] / (low[3] - high[3]);
    let length2 = 0;
    for (let c = 0; c < 3; c++) {
      at[c] = low[c] + t * (high[c] - low[c]);
      length2 += at[c] * at[c];
    }
    const f = 1 / Math.sqrt(length2);
    for (let c = 0; c < 3; c++) at[c] *= f;
    slopeAt(w, b, k);
    const end = at[3] > 0 ? low : high;
    if (at[3] === 0 || (at[0] === end[0] && at[1] === end[1] && at[2] === end[2])) return;
    for (let c = 0; c < 4; c++) end[c] = at[c];
  }
}
