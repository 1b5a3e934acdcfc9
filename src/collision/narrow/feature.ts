import { FEATURE } from "../contact-tables.js";
import { support } from "./support.js";
import type { Collider } from "./types.js";
import { type Feature, type Lean, type NarrowWorkspace, reserveFeatures } from "./workspace.js";

/** A plane is a face without end. */
export const SHAPE = { point: 0, segment: 1, polygon: 2, disc: 3, plane: 4 } as const;

/** Rim points at which a disc is sampled, equally spaced; one more is added where a tilted disc is deepest. */
export const RIM_SAMPLES = 8;

const BITS = 29;
export const featureOf = (kind: number, index: number): number => (kind << BITS) | index;

/** For contact patches: whatever leans away farther is beyond the margin anyway, or a single point. */
export const PATCH: Lean = { face: 0.7, edge: 0.2 };

/** Least cosine for a cap to be a disc: farther tilted, only the points next to the deepest of its rim matter. */
export const DISC_COSINE = 0.98;

/** For nearest points: the set of all points that are extreme in the direction, to round-off. */
export const EXTREME: Lean = { face: 1 - 5e-15, edge: 1e-7 };

/** Direction in the shape's frame. */
const local = new Float64Array(3);
/** Support point of a hull, and the height from which its features count. */
const extreme = new Float64Array(4);

/**
 * Reads the feature of `c` that faces the direction n (frame of A, unit, outward). `ofB` tells which of the two shapes
 * it is; for B the direction is −n.
 */
export function readFeature(
  w: NarrowWorkspace,
  f: Feature,
  c: Collider,
  ofB: boolean,
  n: Float64Array,
  ni: number,
  lean: Lean,
): void {
  const { rel } = w;
  if (ofB) {
    local[0] = -(rel[0] * n[ni] + rel[3] * n[ni + 1] + rel[6] * n[ni + 2]);
    local[1] = -(rel[1] * n[ni] + rel[4] * n[ni + 1] + rel[7] * n[ni + 2]);
    local[2] = -(rel[2] * n[ni] + rel[5] * n[ni + 1] + rel[8] * n[ni + 2]);
  } else {
    local[0] = n[ni];
    local[1] = n[ni + 1];
    local[2] = n[ni + 2];
  }
  c.shape.readFeature(w, f, c, local, lean);
  if (ofB) placeFeature(w, f);
}

/** Moves a feature from the frame of B to that of A. */
function placeFeature(w: NarrowWorkspace, f: Feature): void {
  const { rel } = w;
  const { points, plane } = f;
  for (let i = 0; i < 3 * f.count; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    points[i] = rel[0] * x + rel[1] * y + rel[2] * z + rel[9];
    points[i + 1] = rel[3] * x + rel[4] * y + rel[5] * z + rel[10];
    points[i + 2] = rel[6] * x + rel[7] * y + rel[8] * z + rel[11];
  }
  if (f.shape < SHAPE.polygon) return;
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  plane[0] = rel[0] * x + rel[1] * y + rel[2] * z;
  plane[1] = rel[3] * x + rel[4] * y + rel[5] * z;
  plane[2] = rel[6] * x + rel[7] * y + rel[8] * z;
  plane[3] += plane[0] * rel[9] + plane[1] * rel[10] + plane[2] * rel[11];
}

export function readPlane(f: Feature): void {
  f.shape = SHAPE.plane;
  f.count = 0;
  f.id = featureOf(FEATURE.face, 0);
  f.plane[0] = 0;
  f.plane[1] = 0;
  f.plane[2] = 1;
  f.plane[3] = 0;
}

/** A point of a smooth surface. */
export function readSurfacePoint(_w: NarrowWorkspace, f: Feature, c: Collider, d: Float64Array): void {
  readPoint(f, c, d);
  f.id = featureOf(FEATURE.surface, 0);
  f.vertexId[0] = f.id;
}

/** Only the support point. */
function readPoint(f: Feature, c: Collider, d: Float64Array): void {
  f.shape = SHAPE.point;
  f.count = 1;
  const v = support(c, d, 0, f.points, 0, 0);
  f.id = featureOf(FEATURE.vertex, v);
  f.vertexId[0] = f.id;
}

/** The cap of radius size[0] about z: 0 at the top, 1 at the bottom, which is also the number of its face and rim. */
export function readDisc(f: Feature, c: Collider, cap: number): void {
  const height = cap === 1 ? -c.caps![0] : c.caps![1];
  f.shape = SHAPE.disc;
  f.count = 1;
  f.points[0] = 0;
  f.points[1] = 0;
  f.points[2] = height;
  f.id = featureOf(FEATURE.face, cap);
  f.vertexId[0] = featureOf(FEATURE.edge, cap);
  f.plane[0] = 0;
  f.plane[1] = 0;
  f.plane[2] = height < 0 ? -1 : 1;
  f.plane[3] = Math.abs(height);
  f.plane[4] = c.size[0];
}

/** Two points as a segment. */
export function asSegment(f: Feature, whole: number): void {
  f.shape = SHAPE.segment;
  f.count = 2;
  f.id = whole;
  f.edgeId[0] = whole;
  f.edgeId[1] = whole;
  f.lift[0] = 0;
}

/** The face at the support vertex that faces the direction best, else the edge there, else the vertex. */
export function readHull(w: NarrowWorkspace, f: Feature, c: Collider, d: Float64Array, lean: Lean): void {
  const hull = c.hull!;
  const { planes, edges } = hull;
  const { vertices } = hull.polyhedron;
  const top = support(c, d, 0, extreme, 0, 0);
  const height = d[0] * extreme[0] + d[1] * extreme[1] + d[2] * extreme[2];
  const level = height - 1e-9 * c.reach;
  extreme[3] = level;
  let best = -1;
  let cosine = lean.face;
  for (let i = 0; i < planes.length; i += 4) {
    const along = d[0] * planes[i] + d[1] * planes[i + 1] + d[2] * planes[i + 2];
    if (along > cosine && faceReaches(c, d, i >> 2)) {
      cosine = along;
      best = i >> 2;
    }
  }
  if (best >= 0) {
    readFace(w, f, c, best);
    return;
  }
  let sine = lean.edge;
  for (let e = 0; e < edges.length; e += 4) {
    const p = edges[e];
    const q = edges[e + 1];
    const hp = d[0] * vertices[3 * p] + d[1] * vertices[3 * p + 1] + d[2] * vertices[3 * p + 2];
    const hq = d[0] * vertices[3 * q] + d[1] * vertices[3 * q + 1] + d[2] * vertices[3 * q + 2];
    if (Math.max(hp, hq) < level) continue;
    const x = vertices[3 * q] - vertices[3 * p];
    const y = vertices[3 * q + 1] - vertices[3 * p + 1];
    const z = vertices[3 * q + 2] - vertices[3 * p + 2];
    const across = Math.abs(hq - hp) / Math.sqrt(x * x + y * y + z * z);
    if (across < sine || (across === 0 && sine === 0)) {
      sine = across;
      best = e;
    }
  }
  if (best < 0) {
    readPoint(f, c, d);
    f.vertexId[0] = featureOf(FEATURE.vertex, top);
    return;
  }
  for (let k = 0; k < 2; k++) {
    const v = edges[best + k];
    f.points[3 * k] = vertices[3 * v];
    f.points[3 * k + 1] = vertices[3 * v + 1];
    f.points[3 * k + 2] = vertices[3 * v + 2];
    f.vertexId[k] = featureOf(FEATURE.vertex, v);
  }
  asSegment(f, featureOf(FEATURE.edge, best >> 2));
}

/** Face number `face` of a hull as a polygon. */
export function readFace(w: NarrowWorkspace, f: Feature, c: Collider, face: number): void {
  const { planes, polyhedron } = c.hull!;
  const { vertices, faceStart, faceVertex } = polyhedron;
  const start = faceStart[face];
  f.shape = SHAPE.polygon;
  f.count = faceStart[face + 1] - start;
  reserveFeatures(w, f.count);
  for (let k = 0; k < f.count; k++) {
    const v = faceVertex[start + k];
    f.points[3 * k] = vertices[3 * v];
    f.points[3 * k + 1] = vertices[3 * v + 1];
    f.points[3 * k + 2] = vertices[3 * v + 2];
    f.vertexId[k] = featureOf(FEATURE.vertex, v);
    f.edgeId[k] = featureOf(FEATURE.edge, start + k);
  }
  for (let k = 0; k < 4; k++) f.plane[k] = planes[4 * face + k];
  f.id = featureOf(FEATURE.face, face);
}

/** Whether face `f` has a vertex as high along d[0…2] as extreme[3]. */
function faceReaches(c: Collider, d: Float64Array, f: number): boolean {
  const { vertices, faceStart, faceVertex } = c.hull!.polyhedron;
  for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
    const v = 3 * faceVertex[k];
    if (d[0] * vertices[v] + d[1] * vertices[v + 1] + d[2] * vertices[v + 2] >= extreme[3]) return true;
  }
  return false;
}
