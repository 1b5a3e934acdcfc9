import { nearPairs } from "../../../geometry/tree/near-pairs.js";
import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { treePairs } from "../../../geometry/tree/pairs.js";
import { DISTANCE_SIZE, triangleDistance } from "../../../geometry/triangle/distance.js";
import { FEATURE } from "../../contact-tables.js";
import {
  type Collider,
  type ContactRoutine,
  type ContactSink,
  innerSink,
  type PairRoutines,
  type SeparationRoutine,
} from "../types.js";
import { relativePose } from "../workspace.js";
import { mayBeInside } from "./inside-mesh.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { clearMeshPairs, crossTriangles } from "./mesh-mesh.js";
import { type MeshPairWorkspace, meshPairWorkspace } from "./mesh-pair-workspace.js";
import { findMeshRegions } from "./mesh-regions.js";
import { findTouches, mayCross, measureHeights } from "./near-features.js";
import { addNearest, clearNearest } from "./near-vertices.js";
import { clearPatches, writeMeshPatch } from "./patches.js";
import { placePlane, placeVertex, startPlacing } from "./placed-vertices.js";
import { regionContacts } from "./region-contacts.js";
import { offerRegions } from "./region-patches.js";
import { offerTouches, settleTouches, TURN_ANGLE } from "./touch-patches.js";
import { addTouch, TOUCH } from "./touches.js";
import { treeOf } from "./tree-of.js";

/**
 * Two meshes, or a mesh and a height field. A traversal of both trees gives the candidates. Between their triangles,
 *
 * - features that touch, or are within the margin, are reported one by one, with the normals of the surfaces
 *   (`near-features.ts`), and are joined to patches of up to four points (`touch-patches.ts`). Bodies at rest therefore
 *   have points before they touch, and flat faces meet at the corners of their common area, exactly so when they are
 *   coplanar;
 * - where surfaces cross deeper than such features show, the contact regions of [Luaces2013, §4.7] are used
 *   (`mesh-regions.ts`, `region-patches.ts`): one patch along the normal of the contact plane, with the deepest
 *   vertices;
 * - a mesh that is entirely inside another has one contact: the shortest translation of a vertex to the surface.
 */

/** Capacity of one query: pairs of triangles within the margin, and pairs of crossing triangles. */
const options = { margin: 0.5 };

/** An anchor is a place where the surfaces are closer than this fraction of the margin. */
const CLOSE = 0.1;
/** Steps of the alternating projection that finds it, and the factor by which each must reduce the distance. */
const STEPS = 12;
const PROGRESS = 0.98;
const onA = new Float64Array(3);

/** Depth up to which features are used without regions, as a fraction of the smaller reach; at least the margin. */
const DEPTH = 0.02;
/**
 * A point outside a face by less than this fraction of the smaller reach is on it, as for convex shapes (`BESIDE` in
 * `convex-mesh.ts`).
 */
const BESIDE = 1e-6;
/** Touches closer than this many depths belong to one region. */
const LINK = 2;
/** Depths and distances below this fraction of the smaller reach are round-off. */
const TINY = 1e-9;
const surface = new Float64Array(5);
const point = new Float64Array(3);

const contacts: ContactRoutine = (a, poseA, ao, b, poseB, bo, sink) => {
  const w = meshPairWorkspace(sink);
  const { touches } = w;
  const { patches } = w.mesh;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  relativePose(w.narrow, poseA, ao, poseB, bo);
  if (w.narrow.meshRegions) {
    regionContacts(a, poseA, ao, b, sink);
    return;
  }
  findFeatures(a, g, b, h, sink);
  clearPatches(w.mesh);
  let some = settleTouches(w, a, b, w.regions.pairs.count > 0);
  if (!some && w.regions.pairs.count === 0) {
    touches.count = 0;
    if (!touchHolder(w, a, b, false)) touchHolder(w, a, b, true);
    some = settleTouches(w, a, b, false);
  }
  if (some) offerTouches(w, a, b);
  if (w.regions.pairs.count > 0) {
    findMeshRegions(w.narrow, g, h, w.regions);
    offerRegions(w, a, b, w.regions);
  }
  for (let p = 0; p < patches.count; p++) writeMeshPatch(p, a, poseA, ao, b, sink);
  if (w.near.overflow || touches.overflow || w.regions.overflow) sink.overflow = true;
};

/**
 * Touches of all candidates, and the pairs of triangles that cross. A place of contact anchors the search: around it,
 * smooth surfaces are searched only as far as a small rotation could bring them together.
 */
function findFeatures(
  a: Collider,
  g: MeshContactGeometry,
  b: Collider,
  h: MeshContactGeometry,
  sink: ContactSink,
): void {
  const w = meshPairWorkspace(sink);
  const { limits } = w;
  const { rel } = w.narrow;
  const size = a.reach < b.reach ? a.reach : b.reach;
  limits.margin = sink.margin[0];
  limits.gap = sink.margin[0];
  limits.depth = Math.max(sink.margin[0], DEPTH * size);
  limits.beside = BESIDE * size;
  limits.tiny = TINY * size;
  limits.link = LINK * limits.depth;
  placeAnchor(w, g, h);
  visit(w, g, h);
  addNearest(w, g, h, rel);
}

function visit(w: MeshPairWorkspace, g: MeshContactGeometry, h: MeshContactGeometry): void {
  const { touches } = w;
  const { rel } = w.narrow;
  w.near.count = 0;
  w.near.overflow = false;
  touches.count = 0;
  touches.overflow = false;
  w.regions.overflow = false;
  clearMeshPairs(w.regions.pairs);
  startPlacing(w.narrow, h.mesh);
  clearNearest(w, g, h);
  nearPairs(treeOf(g), treeOf(h), rel, w.limits.depth, w.anchors, w.near);
  const { triangles, vertices } = h.mesh;
  let before = -1;
  for (let i = 0; i < w.near.count; i++) {
    const s = w.near.pairs[2 * i];
    const t = w.near.pairs[2 * i + 1];
    for (let k = 0; k < 3; k++) placeVertex(w.narrow, vertices, triangles[3 * t + k]);
    placePlane(w.narrow, h, t);
    if (w.anchors.count > 0 && s !== before) allow(w, g, s);
    before = s;
    if (!measureHeights(w, g, s, h, t)) continue;
    if (mayCross(w)) crossTriangles(w.narrow, g, s, h, t, "symbolic", w.regions.pairs);
    findTouches(w, g, s, h, t, rel);
  }
}

/** Writes the largest gap of interest at triangle s of A, as defined in `nearPairs`, to the limits. */
function allow(w: MeshPairWorkspace, g: MeshContactGeometry, s: number): void {
  const { limits } = w;
  const { vertices: v, triangles } = g.mesh;
  limits.gap = limits.margin;
  for (let k = 0; k < 4 * w.anchors.count; k += 4) {
    let far = 0;
    for (let c = 3 * s; c < 3 * s + 3; c++) {
      const i = 3 * triangles[c];
      const x = v[i] - w.anchors.values[k];
      const y = v[i + 1] - w.anchors.values[k + 1];
      const z = v[i + 2] - w.anchors.values[k + 2];
      far = Math.max(far, x * x + y * y + z * z);
    }
    const gap = w.anchors.values[k + 3] + TURN_ANGLE * Math.sqrt(far);
    if (gap < limits.gap) limits.gap = gap;
  }
}

/**
 * Places an anchor where the surfaces are close, if alternating projection between them finds such a place. It starts
 * at the point of A nearest to the middle of B, and finds a place of contact of smooth shapes in a few steps. Any place
 * of contact is suitable.
 */
function placeAnchor(w: MeshPairWorkspace, g: MeshContactGeometry, h: MeshContactGeometry): void {
  const { limits } = w;
  const { rel } = w.narrow;
  w.anchors.count = 0;
  for (let k = 0; k < 3; k++) point[k] = rel[9 + k];
  let best = Infinity;
  for (let step = 0; step < STEPS; step++) {
    surface[3] = Infinity;
    nearestPoint(treeOf(g), point, 0, surface, 0);
    for (let k = 0; k < 3; k++) {
      onA[k] = surface[k];
      point[k] = surface[k] - rel[9 + k];
    }
    for (let k = 0; k < 3; k++) onB[k] = rel[k] * point[0] + rel[3 + k] * point[1] + rel[6 + k] * point[2];
    surface[3] = Infinity;
    nearestPoint(treeOf(h), onB, 0, surface, 0);
    for (let k = 0; k < 3; k++)
      point[k] = rel[3 * k] * surface[0] + rel[3 * k + 1] * surface[1] + rel[3 * k + 2] * surface[2] + rel[9 + k];
    const d = Math.sqrt(surface[3]);
    if (!(d < PROGRESS * best)) break;
    best = d;
    for (let k = 0; k < 3; k++) w.anchors.values[k] = onA[k];
    w.anchors.values[3] = d;
  }
  if (best <= CLOSE * limits.depth) w.anchors.count = 1;
}

/**
 * When the first vertex of A (or of B, with `ofB`) is inside the other mesh, a solid, the nearest point of that mesh's
 * surface gives the direction and depth of the contact.
 */
function touchHolder(w: MeshPairWorkspace, a: Collider, b: Collider, ofB: boolean): boolean {
  const { limits } = w;
  const { vertex: placed } = w.narrow.placed;
  const { next: touch } = w.touches;
  const { rel } = w.narrow;
  const inner = (ofB ? b.mesh : a.mesh) as MeshContactGeometry;
  const holder = (ofB ? a.mesh : b.mesh) as MeshContactGeometry;
  if (!holder.solid) return false;
  const v = inner.mesh.triangles[0];
  if (ofB) placeVertex(w.narrow, inner.mesh.vertices, v);
  for (let k = 0; k < 3; k++) point[k] = ofB ? placed[3 * v + k] : inner.mesh.vertices[3 * v + k];
  if (!mayBeInside(w.narrow, ofB ? a : b, !ofB, point, 0)) return false;
  for (let k = 0; k < 3; k++) touch[3 + k] = point[k];
  if (!ofB) {
    for (let k = 0; k < 3; k++) surface[k] = point[k] - rel[9 + k];
    for (let k = 0; k < 3; k++) point[k] = rel[k] * surface[0] + rel[3 + k] * surface[1] + rel[6 + k] * surface[2];
  }
  surface[3] = Infinity;
  const t = nearestPoint(treeOf(holder), point, 0, surface, 0);
  if (t < 0) return false;
  let depth = 0;
  for (let k = 0; k < 3; k++) {
    const x = rel[3 * k] * surface[0] + rel[3 * k + 1] * surface[1] + rel[3 * k + 2] * surface[2] + rel[9 + k];
    touch[6 + k] = ofB ? surface[k] : x;
    depth += (touch[6 + k] - touch[3 + k]) * (touch[6 + k] - touch[3 + k]);
  }
  depth = Math.sqrt(depth);
  if (!(depth > limits.tiny)) return false;
  // the inner point is first up to here; the direction out of the holder is from it to the surface
  for (let k = 0; k < 3; k++) {
    const way = (touch[6 + k] - touch[3 + k]) / depth;
    touch[k] = ofB ? way : -way;
  }
  touch[9] = -depth;
  const face = (FEATURE.face << 29) | holder.region[t];
  const vertex = (FEATURE.vertex << 29) | v;
  if (ofB) {
    for (let k = 0; k < 3; k++) {
      const x = touch[3 + k];
      touch[3 + k] = touch[6 + k];
      touch[6 + k] = x;
    }
    addTouch(w, TOUCH.vertexFace, face, vertex);
  } else addTouch(w, TOUCH.vertexFace, vertex, face);
  return true;
}

/** The deepest contact when the meshes overlap or touch, otherwise the exact distance with its nearest points. */
const separation: SeparationRoutine = (a, poseA, ao, b, poseB, bo, out) => {
  const w = meshPairWorkspace(out);
  const { distance, triangles: nearest } = w.nearest;
  const { frameA } = w.narrow;
  const all = innerSink(w.narrow);
  all.margin[0] = 0;
  all.count = 0;
  all.overflow = false;
  contacts(a, poseA, ao, b, poseB, bo, all);
  const { values } = out;
  if (all.count > 0) {
    let best = 0;
    for (let c = 1; c < all.count; c++) if (all.gap[c] < all.gap[best]) best = c;
    values[0] = all.gap[best];
    for (let k = 0; k < 3; k++) {
      values[1 + k] = all.normal[3 * best + k];
      values[4 + k] = all.pointA[3 * best + k];
      values[7 + k] = all.pointB[3 * best + k];
    }
    out.featureA = all.featureA[best];
    out.featureB = all.featureB[best];
    return;
  }
  nearestOfMeshes(w, a, b);
  const gap = Math.sqrt(distance[6]);
  values[0] = gap;
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k];
    const y = frameA[3 * k + 1];
    const z = frameA[3 * k + 2];
    values[4 + k] = x * distance[0] + y * distance[1] + z * distance[2] + poseA[ao + k];
    values[7 + k] = x * distance[3] + y * distance[4] + z * distance[5] + poseA[ao + k];
    const way = x * (distance[3] - distance[0]) + y * (distance[4] - distance[1]) + z * (distance[5] - distance[2]);
    values[1 + k] = gap > 0 ? way / gap : z;
  }
  out.featureA = (FEATURE.face << 29) | nearest[0];
  out.featureB = (FEATURE.face << 29) | nearest[1];
};
const onB = new Float64Array(3);

/**
 * Nearest points of two meshes that are apart, into `distance` (frame of A). Alternating projection between the
 * surfaces gives an upper bound for the search.
 */
function nearestOfMeshes(w: MeshPairWorkspace, a: Collider, b: Collider): void {
  const { vertex: placed } = w.narrow.placed;
  const { distance, triangles: nearest } = w.nearest;
  const { rel } = w.narrow;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  const { triangles: ta, vertices: va } = g.mesh;
  const { triangles: tb, vertices: vb } = h.mesh;
  for (let k = 0; k < 3; k++) point[k] = va[3 * ta[0] + k];
  let bound = Infinity;
  for (let step = 0; step < 16; step++) {
    for (let k = 0; k < 3; k++) surface[k] = point[k] - rel[9 + k];
    for (let k = 0; k < 3; k++) onB[k] = rel[k] * surface[0] + rel[3 + k] * surface[1] + rel[6 + k] * surface[2];
    surface[3] = Infinity;
    nearestPoint(treeOf(h), onB, 0, surface, 0);
    for (let k = 0; k < 3; k++)
      onB[k] = rel[3 * k] * surface[0] + rel[3 * k + 1] * surface[1] + rel[3 * k + 2] * surface[2] + rel[9 + k];
    surface[3] = Infinity;
    nearestPoint(treeOf(g), onB, 0, surface, 0);
    for (let k = 0; k < 3; k++) point[k] = surface[k];
    const d = Math.sqrt(surface[3]);
    if (!(d < bound * (1 - 1e-6))) break;
    bound = d;
  }
  w.near.count = 0;
  w.near.overflow = false;
  options.margin = bound * (1 + 1e-9);
  treePairs(treeOf(g), treeOf(h), rel, w.near, options);
  let best = Infinity;
  for (let i = 0; i < w.near.count; i++) {
    const s = w.near.pairs[2 * i];
    const t = w.near.pairs[2 * i + 1];
    for (let k = 0; k < 3; k++) placeVertex(w.narrow, vb, tb[3 * t + k]);
    const p = 3 * s;
    const q = 3 * t;
    triangleDistance(va, ta[p], ta[p + 1], ta[p + 2], placed, tb[q], tb[q + 1], tb[q + 2], found, 0);
    if (!(found[6] < best)) continue;
    best = found[6];
    nearest[0] = s;
    nearest[1] = t;
    for (let k = 0; k < DISTANCE_SIZE; k++) distance[k] = found[k];
  }
}

const found = new Float64Array(DISTANCE_SIZE);

/** Features within a margin are in closed form; regions use fitted planes. */
export const meshMeshPair: PairRoutines = { contacts, separation, exact: false };
