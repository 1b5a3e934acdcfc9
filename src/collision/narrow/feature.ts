import { FEATURE } from "../contact-tables.js";
import { support } from "./support.js";
import { type Collider, KIND } from "./types.js";
import { type Feature, type NarrowWorkspace, reserveFeatures } from "./workspace.js";

/** A plane is a face without end. */
export const SHAPE = { point: 0, segment: 1, polygon: 2, disc: 3, plane: 4 } as const;

/** Rim points at which a disc is sampled, equally spaced; one more is added where a tilted disc is deepest. */
export const RIM_SAMPLES = 8;

const BITS = 29;
const id = (kind: number, index: number): number => (kind << BITS) | index;

/** How far a direction may lean from a face or an edge for that to count as facing it; sines and cosines. */
interface Lean {
  /** Least cosine between the direction and a face's normal. */
  readonly face: number;
  /** Largest sine between the direction and the plane normal to an edge. */
  readonly edge: number;
}

/** For contact patches: whatever leans away farther is beyond the margin anyway, or a single point. */
export const PATCH: Lean = { face: 0.7, edge: 0.2 };

/** Least cosine for a cap to be a disc: farther tilted, only the points next to the deepest of its rim matter. */
const DISC = 0.98;

/** For nearest points: the set of all points that are extreme in the direction, to round-off. */
export const EXTREME: Lean = { face: 1 - 5e-15, edge: 1e-7 };

/** Direction in the shape's frame, a support point, a height. */
const local = new Float64Array(7);

/**
 * Reads the feature of `c` that faces the direction n (frame of A, unit, outward). `ofB` tells which of the two shapes it is; for B the
 * direction is −n.
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
  if (c.kind === KIND.cylinder) readCylinder(f, c, lean);
  else if (c.kind === KIND.cone) readCone(f, c, lean);
  else if (c.kind === KIND.plane) readPlane(f);
  else if (c.hull !== null) readHull(w, f, c, lean);
  else {
    readPoint(f, c);
    f.id = id(FEATURE.surface, 0);
    f.vertexId[0] = f.id;
  }
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

function readPlane(f: Feature): void {
  f.shape = SHAPE.plane;
  f.count = 0;
  f.id = id(FEATURE.face, 0);
  f.plane[0] = 0;
  f.plane[1] = 0;
  f.plane[2] = 1;
  f.plane[3] = 0;
}

/** Only the support point. */
function readPoint(f: Feature, c: Collider): void {
  f.shape = SHAPE.point;
  f.count = 1;
  const v = support(c, local, 0, f.points, 0, 0);
  f.id = id(FEATURE.vertex, v);
  f.vertexId[0] = f.id;
}

/** Caps are faces 0 (top) and 1, rims edges 0 and 1, the side is surface 0. */
function readCylinder(f: Feature, c: Collider, lean: Lean): void {
  const cap = local[2] < 0 ? 1 : 0;
  const height = cap === 1 ? -c.size[1] : c.size[1];
  if (Math.abs(local[2]) >= Math.max(lean.face, DISC)) {
    readDisc(f, c, cap);
    return;
  }
  support(c, local, 0, f.points, 0, 0);
  f.vertexId[0] = id(FEATURE.edge, cap);
  f.id = f.vertexId[0];
  f.shape = SHAPE.point;
  f.count = 1;
  if (Math.abs(local[2]) > lean.edge) return;
  f.points[3] = f.points[0];
  f.points[4] = f.points[1];
  f.points[5] = -height;
  f.vertexId[1] = id(FEATURE.edge, 1 - cap);
  asSegment(f, id(FEATURE.surface, 0));
}

/** The base is face 1 with rim 1, the side surface 0, the apex vertex 0. */
function readCone(f: Feature, c: Collider, lean: Lean): void {
  const r = c.size[0];
  const h = c.size[1];
  if (-local[2] >= Math.max(lean.face, DISC)) {
    readDisc(f, c, 1);
    return;
  }
  const radial = Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  // sine of the angle between the direction and the side's normal, h along the radius and r along the axis
  const off = (h * local[2] - r * radial) / Math.sqrt(r * r + h * h);
  const apexFirst = off >= 0 ? 0 : 3;
  const rim = 3 - apexFirst;
  f.points[apexFirst] = 0;
  f.points[apexFirst + 1] = 0;
  f.points[apexFirst + 2] = 0.75 * h;
  f.points[rim] = radial > 0 ? (r * local[0]) / radial : r;
  f.points[rim + 1] = radial > 0 ? (r * local[1]) / radial : 0;
  f.points[rim + 2] = -0.25 * h;
  f.vertexId[apexFirst / 3] = id(FEATURE.vertex, 0);
  f.vertexId[rim / 3] = id(FEATURE.edge, 1);
  f.shape = SHAPE.point;
  f.count = 1;
  f.id = f.vertexId[0];
  if (Math.abs(off) <= lean.edge) asSegment(f, id(FEATURE.surface, 0));
}

function readDisc(f: Feature, c: Collider, cap: number): void {
  const height = c.kind === KIND.cone ? -0.25 * c.size[1] : cap === 1 ? -c.size[1] : c.size[1];
  f.shape = SHAPE.disc;
  f.count = 1;
  f.points[0] = 0;
  f.points[1] = 0;
  f.points[2] = height;
  f.id = id(FEATURE.face, cap);
  f.vertexId[0] = id(FEATURE.edge, cap);
  f.plane[0] = 0;
  f.plane[1] = 0;
  f.plane[2] = height < 0 ? -1 : 1;
  f.plane[3] = Math.abs(height);
  f.plane[4] = c.size[0];
}

function asSegment(f: Feature, whole: number): void {
  f.shape = SHAPE.segment;
  f.count = 2;
  f.id = whole;
  f.edgeId[0] = whole;
  f.edgeId[1] = whole;
  f.lift[0] = 0;
}

/** The face at the support vertex that faces the direction best, else the edge there, else the vertex. */
function readHull(w: NarrowWorkspace, f: Feature, c: Collider, lean: Lean): void {
  const hull = c.hull!;
  const { planes, edges } = hull;
  const { vertices, faceStart, faceVertex } = hull.polyhedron;
  const top = support(c, local, 0, local, 3, 0);
  const height = local[0] * local[3] + local[1] * local[4] + local[2] * local[5];
  const level = height - 1e-9 * c.reach;
  local[6] = level;
  let best = -1;
  let cosine = lean.face;
  for (let i = 0; i < planes.length; i += 4) {
    const along = local[0] * planes[i] + local[1] * planes[i + 1] + local[2] * planes[i + 2];
    if (along > cosine && faceReaches(c, i >> 2)) {
      cosine = along;
      best = i >> 2;
    }
  }
  if (best >= 0) {
    const start = faceStart[best];
    f.shape = SHAPE.polygon;
    f.count = faceStart[best + 1] - start;
    reserveFeatures(w, f.count);
    for (let k = 0; k < f.count; k++) {
      const v = faceVertex[start + k];
      f.points[3 * k] = vertices[3 * v];
      f.points[3 * k + 1] = vertices[3 * v + 1];
      f.points[3 * k + 2] = vertices[3 * v + 2];
      f.vertexId[k] = id(FEATURE.vertex, v);
      f.edgeId[k] = id(FEATURE.edge, start + k);
    }
    for (let k = 0; k < 4; k++) f.plane[k] = planes[4 * best + k];
    f.id = id(FEATURE.face, best);
    return;
  }
  let sine = lean.edge;
  for (let e = 0; e < edges.length; e += 4) {
    const p = edges[e];
    const q = edges[e + 1];
    const hp = local[0] * vertices[3 * p] + local[1] * vertices[3 * p + 1] + local[2] * vertices[3 * p + 2];
    const hq = local[0] * vertices[3 * q] + local[1] * vertices[3 * q + 1] + local[2] * vertices[3 * q + 2];
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
    readPoint(f, c);
    f.vertexId[0] = id(FEATURE.vertex, top);
    return;
  }
  for (let k = 0; k < 2; k++) {
    const v = edges[best + k];
    f.points[3 * k] = vertices[3 * v];
    f.points[3 * k + 1] = vertices[3 * v + 1];
    f.points[3 * k + 2] = vertices[3 * v + 2];
    f.vertexId[k] = id(FEATURE.vertex, v);
  }
  asSegment(f, id(FEATURE.edge, best >> 2));
  if (c.kind === KIND.capsule) {
    f.lift[0] = c.size[0];
    f.lift[1] = Math.abs(local[2]);
    f.lift[2] = local[2] < 0 ? 0 : 1;
    f.lift[3] = 2 * c.size[1];
  }
}

/** Whether face `f` has a vertex as high along local[0…2] as local[6]. */
function faceReaches(c: Collider, f: number): boolean {
  const { vertices, faceStart, faceVertex } = c.hull!.polyhedron;
  for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
    const v = 3 * faceVertex[k];
    if (local[0] * vertices[v] + local[1] * vertices[v + 1] + local[2] * vertices[v + 2] >= local[6]) return true;
  }
  return false;
}
