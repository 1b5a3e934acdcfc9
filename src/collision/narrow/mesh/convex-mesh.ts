import { sampleHeightField } from "../../../geometry/height-field.js";
import { classifyPoint, INSIDE } from "../../../geometry/tree/inside.js";
import { nearestPoint } from "../../../geometry/tree/nearest.js";
import { EDGE, FACE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import { FEATURE } from "../../contact-tables.js";
import { addPair, candidates, chooseTangents, toPlane } from "../candidates.js";
import { featureA, featureB, PATCH, readFeature, SHAPE } from "../feature.js";
import { flipContacts } from "../flip.js";
import { overlapFeatures } from "../overlap.js";
import { coreRadius, startClimbs, support } from "../support.js";
import { type Collider, type ContactSink, KIND } from "../types.js";
import { found, rel, relativePose } from "../workspace.js";
import { isAcute } from "./acute.js";
import { dropExplained, explaining, findExplained } from "./explained.js";
import { findTriangles } from "./find-triangles.js";
import { EDGE_KIND, type MeshContactGeometry } from "./mesh-geometry.js";
import {
  clearPatches,
  isFilled,
  noteDoubt,
  noteReach,
  noteSeparation,
  offer,
  PATCH_KIND,
  patches,
  patchGap,
  patchOf,
  patchPlane,
  REACH,
  settlePatches,
  writeMeshPatch,
} from "./patches.js";
import { nearby, owners, visited } from "./scratch.js";
import { separateTriangle } from "./triangle.js";
import { choice, corner, current, free, outer, plane, takeTriangle, vertexOf } from "./triangle-feature.js";

/**
 * A convex shape on a mesh or height field. Every triangle near the shape is visited:
 *
 * 1. A triangle without ridge or border touches with its region's normal, wherever the facing feature of the shape lies over it.
 * 2. At ridges, peaks and borders the greatest separation over the normals of the surface decides: its plane's, or one of a ridge. Where
 *    another direction would part the triangle alone by more, the shape may be over a seam, or touch a ridge of another triangle: the
 *    result is doubtful. It counts when another triangle of its plane is sure of it, or when nothing better is touched close by.
 *
 * 3. Where that leaves nothing though triangles overlap (a corner of the mesh pierces the shape to its middle), the shape leaves the
 *    triangle in which it is deepest, by the shortest way to its front.
 *
 * Points of one plane make one patch of at most four. From the back a one-sided surface is not touched; a shape whose centre is inside a
 * solid, or below a height field, and that touches nothing from the front, is pushed out through the face that is least deep.
 */

const margin = new Float64Array(1);
/** Largest separation of interest, and the accuracy at which GJK stops (see `gjk`): smooth shapes are refined afterwards. */
const limit = new Float64Array(3);
const SMOOTH = 1e-7;
const POLYHEDRAL = 1e-15;
const box = new Float64Array(6);
const local = new Float64Array(6);
const center = new Float64Array(3);
const ball = new Float64Array(1);
const direction = new Float64Array(6);
const pair = new Float64Array(6);
const gap = new Float64Array(1);
const sample = new Float64Array(4);
const surface = new Float64Array(5);
/** Height of the shape's lowest point over the plane of the last region. */
const lowest = new Float64Array(4);
/** Region and side of `lowest`. */
const known = new Int32Array(2);
/** Of the overlapping triangles with a doubtful result, the one that is hardest to leave towards its front: separation, direction; number, side. */
const worst = new Float64Array(4);
const worstTriangle = new Int32Array(2);
/** Whether a triangle overlaps the shape, whatever its normal: its doubtful patch outlives any that is apart. */
const overlaps = new Uint8Array(1);
/** Whether the shape is acute. */
const acute = new Uint8Array(1);
/** Whether a triangle was left out because the shape's centre is behind it. */
const behind = new Uint8Array(1);

const CORE_FACE = FEATURE.face << 29;
const CORE_EDGE = FEATURE.edge << 29;
const CORE_VERTEX = FEATURE.vertex << 29;

/** How far (fraction of the shape's size) a point may be outside a triangle and still be over it: seams leave no gap. */
const OVER = 1e-10;
/** How far a point may be outside an edge, in lengths of edges, and still be over the polygon: `FLUSH` in `clip.ts`. */
const BESIDE = 1e-6;
/** A candidate counts as deepest when its gap exceeds the separation by less than this fraction of the size. */
const DEEPEST = 1e-9;

/** Contacts of a convex shape A with a mesh or height field B. */
export function convexMeshContacts(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  sink: ContactSink,
): void {
  const g = b.mesh as MeshContactGeometry;
  const first = sink.count;
  relativePose(poseB, bo, poseA, ao);
  clearPatches();
  visitTriangles(a, b, sink, false);
  findExplained(g, a);
  settlePatches(a);
  dropExplained(a);
  const touched = isTouched(a);
  // nothing touched from the front, or a sphere that may be inside: then only the way out counts
  const inside =
    (touched ? behind[0] === 1 && a.kind === KIND.sphere : behind[0] === 1 || nearby.count === 0) && isInside(g, b);
  const only = inside ? pushOut(g, b, a) : -1;
  if (!touched && !inside && worst[0] < coreRadius(a)) leaveWorst(g, b, a);
  for (let p = 0; p < patches.count; p++) {
    if (isFilled(p) && (only < 0 || p === only)) writeMeshPatch(p, b, poseB, bo, a, sink);
  }
  flipContacts(sink, first);
}

/**
 * Adds to the patches what the convex shape `a`, placed by `rel` in the mesh's frame, touches within the margin; with `facesOnly` not what
 * it touches of ridges. The mesh is A of the framework from here on.
 */
export function visitTriangles(a: Collider, mesh: Collider, sink: ContactSink, facesOnly: boolean): void {
  const g = mesh.mesh as MeshContactGeometry;
  setLimits(a, sink);
  acute[0] = isAcute(a) ? 1 : 0;
  centerOf(a);
  boxOf(a);
  startClimbs();
  findTriangles(g, mesh, box);
  // where the shape is sunk, its deepest point may be under a triangle outside of its box
  if (findDepth(g, a)) findTriangles(g, mesh, box);
  patches.current = -1;
  known[0] = -1;
  behind[0] = 0;
  worst[0] = Infinity;
  overlaps[0] = 0;
  visited.first = 0;
  for (let i = 0; i < nearby.count; i++) {
    visited.index = i;
    owners[i] = -1;
    visit(g, mesh, a, nearby.items[i], facesOnly);
  }
}

/** Apart from the loop over triangles, which the compiler enters in the middle: what comes before it then stays slow, and boxes numbers. */
function setLimits(a: Collider, sink: ContactSink): void {
  margin[0] = sink.margin[0];
  limit[0] = margin[0] + coreRadius(a);
  limit[1] = a.hull === null ? SMOOTH : POLYHEDRAL;
  limit[2] = a.hull === null ? 0.1 * SMOOTH : 0;
}

/** 1: only the nearest is wanted. What is found then lowers the limit, and of what is apart only the nearest so far is kept. */
export const closing = new Uint8Array(1);

function closeIn(a: Collider): void {
  if (!(found[0] < limit[0])) return;
  const r = coreRadius(a);
  if (found[0] > r && overlaps[0] === 0) {
    clearPatches();
    visited.first = visited.index;
  }
  limit[0] = Math.max(found[0], r) + DEEPEST * a.reach;
}

/** Whether a patch is touched. */
function isTouched(a: Collider): boolean {
  const r = coreRadius(a);
  for (let p = 0; p < patches.count; p++) {
    if (!isFilled(p)) continue;
    patchGap(p, gap);
    if (gap[0] <= r) return true;
  }
  return false;
}

/** Added to the feature ids of the shape: tells the parts of a wire apart. */
export const partOf = new Int32Array(1);

/** Widens the box by the greatest depth below the planes of triangles in it; false when the shape is not sunk. */
function findDepth(g: MeshContactGeometry, a: Collider): boolean {
  if (a.kind === KIND.sphere) return false;
  let depth = 0;
  known[0] = -1;
  for (let i = 0; i < nearby.count; i++) {
    const t = nearby.items[i];
    const o = 4 * g.region[t];
    const height =
      g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
    const back = height < 0 ? 1 : 0;
    if ((back === 1 && !g.twoSided) || (known[0] === g.region[t] && known[1] === back)) continue;
    takeTriangle(g, t, back);
    findLowest(a, g.region[t]);
    depth = Math.max(depth, -lowest[0]);
  }
  if (!(depth > 0)) return false;
  for (let k = 0; k < 3; k++) {
    box[k] -= depth;
    box[3 + k] += depth;
  }
  return true;
}

/** A point well inside the shape, in the mesh's frame, and the radius of a ball around it that holds the shape and the margin. */
function centerOf(a: Collider): void {
  const c = a.hull === null ? null : a.hull.center;
  const x = c === null ? 0 : c[0];
  const y = c === null ? 0 : c[1];
  const z = c === null ? 0 : c[2];
  ball[0] = margin[0] + a.reach + Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < 3; k++) center[k] = rel[3 * k] * x + rel[3 * k + 1] * y + rel[3 * k + 2] * z + rel[9 + k];
}

/** Box of the shape along the mesh's axes, grown by the margin. */
function boxOf(a: Collider): void {
  for (let k = 0; k < 3; k++) {
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? -1 : 1;
      for (let c = 0; c < 3; c++) local[c] = s * rel[3 * k + c];
      support(a, local, 0, local, 3, 0);
      box[3 * side + k] =
        rel[3 * k] * local[3] + rel[3 * k + 1] * local[4] + rel[3 * k + 2] * local[5] + rel[9 + k] + s * limit[0];
    }
  }
}

/** Support of the shape against `plane`: the height into lowest[0], the point into lowest[1…3]. Kept for the triangles of one region. */
function findLowest(a: Collider, region: number): void {
  if (known[0] === region && known[1] === current.back) return;
  known[0] = region;
  known[1] = current.back;
  for (let c = 0; c < 3; c++) direction[c] = -(rel[c] * plane[0] + rel[3 + c] * plane[1] + rel[6 + c] * plane[2]);
  support(a, direction, 0, direction, 3, 0);
  lowest[0] = -plane[3];
  for (let k = 0; k < 3; k++) {
    lowest[1 + k] =
      rel[3 * k] * direction[3] + rel[3 * k + 1] * direction[4] + rel[3 * k + 2] * direction[5] + rel[9 + k];
    lowest[0] += plane[k] * lowest[1 + k];
  }
}

function visit(g: MeshContactGeometry, mesh: Collider, a: Collider, t: number, facesOnly: boolean): void {
  const o = 4 * g.region[t];
  const height = g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
  if (height < 0 && !g.twoSided) {
    behind[0] = 1;
    return;
  }
  takeTriangle(g, t, height < 0 ? 1 : 0);
  findLowest(a, g.region[t]);
  if (lowest[0] > limit[0] || isBeside()) return;
  if (!hasRidge(g, a, t)) {
    free[0] = lowest[0];
    faceContact(g, mesh, a, PATCH_KIND.plane, false);
    return;
  }
  current.sunk = acute[0] === 1 && lowest[0] < 0;
  const feature = separateTriangle(g, a, limit);
  // touched by no more than round-off, it needs no way out
  if (free[0] < coreRadius(a) - DEEPEST * a.reach) {
    overlaps[0] = 1;
    owners[visited.index] = -2;
    if (choice.doubtful && outer[0] < worst[0] && outer[0] > -Infinity) {
      for (let k = 0; k < 4; k++) worst[k] = outer[k];
      worstTriangle[0] = t;
      worstTriangle[1] = current.back;
    }
  }
  if (found[0] > limit[0] || (facesOnly && (feature !== FACE || choice.doubtful))) return;
  // apart along a normal of the surface, and by more along another direction: another triangle is nearer there
  if (choice.doubtful && feature !== FACE && found[0] > coreRadius(a)) return;
  if (choice.doubtful && free[0] > limit[0]) {
    owners[visited.index] = explaining(g, t, feature === FACE ? lowest : found, a);
    if (owners[visited.index] >= 0) return;
  }
  if (closing[0] === 1 && !choice.doubtful) closeIn(a);
  if (feature !== FACE) ridgeContact(g, mesh, a, feature);
  else if (choice.doubtful) faceContact(g, mesh, a, PATCH_KIND.doubtful, false);
  else faceContact(g, mesh, a, PATCH_KIND.plane, true);
}

/** Whether the ball around the shape is beside the triangle, seen along its normal. */
function isBeside(): boolean {
  const turn = current.back === 1 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = k === 2 ? 0 : i + 3;
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    const x = center[0] - corner[i];
    const y = center[1] - corner[i + 1];
    const z = center[2] - corner[i + 2];
    // (e × n) · (c − v), outward
    const out =
      turn *
      ((ey * plane[2] - ez * plane[1]) * x + (ez * plane[0] - ex * plane[2]) * y + (ex * plane[1] - ey * plane[0]) * z);
    if (out > 0 && out * out > ball[0] * ball[0] * (ex * ex + ey * ey + ez * ez)) return true;
  }
  return false;
}

/**
 * Whether the box of the shape holds a part of a ridge, peak or border of the triangle at hand: there the shape may pass beside the triangle.
 * So it may at a valley, when the triangle beyond it has the shape's centre on its other side. Farther edges are not touched, and the face
 * ends at them, though points that are beside it by no more than `BESIDE` count as over it.
 */
function hasRidge(g: MeshContactGeometry, a: Collider, t: number): boolean {
  const bit = current.back === 1 ? 2 : 1;
  const sharp = current.back === 1 ? EDGE_KIND.valley : EDGE_KIND.ridge;
  let slack = 0;
  for (let k = 0; k < 3; k++) {
    const kind = g.edgeKind[3 * t + k];
    const from = 3 * k;
    let to = from;
    if (kind === sharp || kind === EDGE_KIND.border || (kind === -sharp && isAcross(g, g.neighbours[3 * t + k])))
      to = k === 2 ? 0 : from + 3;
    // else the first corner alone: the other end is the first of the next
    else if ((g.vertexRidge[vertexOf[k]] & bit) === 0) continue;
    if (slack === 0) {
      slack = 2 * a.reach;
      for (let c = 0; c < 3; c++)
        slack += Math.max(corner[c], corner[3 + c], corner[6 + c]) - Math.min(corner[c], corner[3 + c], corner[6 + c]);
      slack *= BESIDE;
    }
    let apart = false;
    for (let c = 0; c < 3; c++) {
      if (
        Math.min(corner[from + c], corner[to + c]) > box[3 + c] + slack ||
        Math.max(corner[from + c], corner[to + c]) < box[c] - slack
      )
        apart = true;
    }
    if (!apart) return true;
  }
  return false;
}

/** Whether the shape's centre is on the other side of triangle u than of the triangle at hand. */
function isAcross(g: MeshContactGeometry, u: number): boolean {
  const o = 4 * g.region[u];
  const height = g.planes[o] * center[0] + g.planes[o + 1] * center[1] + g.planes[o + 2] * center[2] - g.planes[o + 3];
  return current.back === 1 ? height >= 0 : height < 0;
}

const wanted = new Float64Array(4);

/** Tangents and the shape's facing feature for patch p. */
function takePatch(p: number, mesh: Collider, a: Collider): void {
  for (let k = 0; k < 3; k++) found[1 + k] = patchPlane[4 * p + k];
  if (patches.current === p) return;
  patches.current = p;
  chooseTangents(mesh, a);
  readFeature(featureB, a, true, found, 1, PATCH);
  if (partOf[0] === 0) return;
  featureB.id |= partOf[0];
  featureB.vertexId[0] |= partOf[0];
  featureB.vertexId[1] |= partOf[0];
}

/** What of the shape's facing feature lies over the triangle. `nearest`: the triangle is known to be nearest at its face. */
function faceContact(g: MeshContactGeometry, mesh: Collider, a: Collider, kind: number, nearest: boolean): void {
  const p = patchOf(plane, kind, a);
  // the nearest direction is the normal up to round-off only: tilted by that, the shape's lowest point may be far beside the triangle
  wanted[0] = nearest ? found[0] : lowest[0];
  if (kind === PATCH_KIND.doubtful) noteDoubt(p, free);
  noteSeparation(p, lowest, plane, 3);
  takePatch(p, mesh, a);
  readTriangle(g);
  if (featureB.shape === SHAPE.point) {
    toPlane(featureA, candidates.uvA);
    toPlane(featureB, candidates.uvB);
    if (!nearest && !isOver(a)) return;
  }
  overlapFeatures();
  for (let k = 0; k < 3; k++) {
    pair[3 + k] = lowest[1 + k];
    pair[k] = lowest[1 + k] - lowest[0] * plane[k];
  }
  collect(p, a, nearest);
  if (closing[0] === 0 || kind === PATCH_KIND.doubtful || !isFilled(p)) return;
  patchGap(p, gap);
  limit[0] = Math.min(limit[0], Math.max(gap[0], coreRadius(a)) + DEEPEST * a.reach);
}

/** The touched edge or corner against the shape's facing feature, along found[1…3]. */
function ridgeContact(g: MeshContactGeometry, mesh: Collider, a: Collider, feature: number): void {
  const k = feature >= VERTEX ? feature - VERTEX : feature - EDGE;
  wanted[0] = found[0];
  for (let i = 0; i < 3; i++) wanted[1 + i] = found[1 + i];
  // as a plane: the tangent plane at the ridge
  for (let i = 0; i < 3; i++) direction[i] = wanted[1 + i];
  direction[3] = wanted[1] * corner[3 * k] + wanted[2] * corner[3 * k + 1] + wanted[3] * corner[3 * k + 2];
  const p = patchOf(direction, choice.doubtful ? PATCH_KIND.doubtful : PATCH_KIND.ridge, a);
  if (choice.doubtful) noteDoubt(p, free);
  noteSeparation(p, wanted, direction, 3);
  takePatch(p, mesh, a);
  if (feature >= VERTEX) readCorner(k);
  else readEdge(g, k);
  overlapFeatures();
  for (let c = 0; c < 3; c++) local[c] = -(rel[c] * wanted[1] + rel[3 + c] * wanted[2] + rel[6 + c] * wanted[3]);
  support(a, local, 0, local, 3, 0);
  for (let c = 0; c < 3; c++) {
    pair[3 + c] = rel[3 * c] * local[3] + rel[3 * c + 1] * local[4] + rel[3 * c + 2] * local[5] + rel[9 + c];
    pair[c] = pair[3 + c] - wanted[0] * wanted[1 + c];
  }
  if (feature >= VERTEX) {
    for (let c = 0; c < 3; c++) {
      pair[c] = corner[3 * k + c];
      pair[3 + c] = pair[c] + wanted[0] * wanted[1 + c];
    }
  }
  if (choice.doubtful && feature < VERTEX) pairOnEdge(k);
  collect(p, a, true);
}

/** Where the direction is not that of nearest points, the shape's support need not be above edge k: the pair moves to the edge. */
function pairOnEdge(k: number): void {
  const i = 3 * k;
  const j = k === 2 ? 0 : i + 3;
  let e2 = 0;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    const e = corner[j + c] - corner[i + c];
    e2 += e * e;
    along += e * (pair[c] - corner[i + c]);
  }
  const t = Math.max(0, Math.min(1, along / e2));
  for (let c = 0; c < 3; c++) {
    pair[c] = corner[i + c] + t * (corner[j + c] - corner[i + c]);
    pair[3 + c] = pair[c] + wanted[0] * wanted[1 + c];
  }
}

/** Least gap of the candidates at hand. */
const least = new Float64Array(1);

/** Offers the candidates within the margin to patch p; with `nearest`, the pair as well when they do not reach wanted[0]. */
function collect(p: number, a: Collider, nearest: boolean): void {
  findLeast();
  const missing = nearest && isMissing(a);
  // a single point is the nearest point itself, only less exact
  if (missing && (featureA.shape === SHAPE.point || featureB.shape === SHAPE.point)) candidates.count = 0;
  for (let i = 0; i < candidates.count; i++) if (isWithin(i)) offer(p, i, a);
  if (missing) {
    candidates.count = 0;
    addPair(pair, 0, pair, 3, featureA.id, featureB.id);
    offer(p, 0, a);
    least[0] = wanted[0];
  }
  if (!isFilled(p)) return;
  owners[visited.index] = p;
  noteReach(p, reachOfTriangle(a));
}

// The numbers of `collect`, in functions of their own: in one that is large the compiler boxes them.

function findLeast(): void {
  const { heightA, heightB } = candidates;
  least[0] = Infinity;
  for (let i = 0; i < candidates.count; i++) least[0] = Math.min(least[0], heightB[i] - heightA[i]);
}

/** Whether wanted[0] is within the margin and no candidate reaches it. */
function isMissing(a: Collider): boolean {
  return least[0] > wanted[0] + DEEPEST * a.reach && wanted[0] <= limit[0];
}

function isWithin(i: number): boolean {
  return candidates.heightB[i] - candidates.heightA[i] <= limit[0];
}

/**
 * `REACH` of the triangle at hand, whose candidates have gaps from least[0] on. A shape that is beside the triangle, apart from it, though below
 * its plane does not touch it: as a way out it is of use to other triangles only, as one out of reach.
 */
function reachOfTriangle(a: Collider): number {
  const r = coreRadius(a);
  const slack = DEEPEST * a.reach;
  if (free[0] > limit[0] || least[0] > limit[0]) return REACH.beyond;
  if (choice.doubtful && free[0] > r - slack && least[0] < free[0] - slack) return REACH.beyond;
  return free[0] > r ? REACH.within : REACH.meets;
}

/** The triangle as the facing feature of the mesh: counter-clockwise about the normal, from either side. */
function readTriangle(g: MeshContactGeometry): void {
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

function readEdge(g: MeshContactGeometry, k: number): void {
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

function readCorner(k: number): void {
  featureA.shape = SHAPE.point;
  featureA.count = 1;
  for (let c = 0; c < 3; c++) featureA.points[c] = corner[3 * k + c];
  featureA.id = CORE_VERTEX | vertexOf[k];
  featureA.vertexId[0] = featureA.id;
}

/** Whether the shape's point feature is over the triangle, seen along the normal, up to round-off. */
function isOver(a: Collider): boolean {
  const slack = OVER * a.reach;
  const { uvA, uvB } = candidates;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const ex = uvA[2 * j] - uvA[2 * i];
    const ey = uvA[2 * j + 1] - uvA[2 * i + 1];
    const turn = ex * (uvB[1] - uvA[2 * i + 1]) - ey * (uvB[0] - uvA[2 * i]);
    if (turn < 0 && turn * turn > slack * slack * (ex * ex + ey * ey)) return false;
  }
  return true;
}

/** Whether the shape's centre is inside the solid, or below the ground. */
function isInside(g: MeshContactGeometry, mesh: Collider): boolean {
  if (g.tree !== null) return g.solid && !g.twoSided && classifyPoint(g.tree, center, 0) === INSIDE;
  return sampleHeightField(mesh.heightField!, center, 0, sample, 0) && center[2] < sample[0];
}

/**
 * The patch through which a shape with its centre inside leaves: for a sphere the nearest point of the surface, for the others the least
 * deep of the planes behind which the centre is, and the nearest point when there is none near. Returns −1 when nothing is found.
 */
function pushOut(g: MeshContactGeometry, mesh: Collider, a: Collider): number {
  clearPatches();
  if (g.tree === null) {
    // the ground has no end below: whatever is above the shape counts
    box[5] = Infinity;
    findTriangles(g, mesh, box);
  }
  if (a.kind !== KIND.sphere || g.tree === null) {
    known[0] = -1;
    for (let i = 0; i < nearby.count; i++) {
      const t = nearby.items[i];
      takeTriangle(g, t, 0);
      if (plane[0] * center[0] + plane[1] * center[1] + plane[2] * center[2] >= plane[3]) continue;
      findLowest(a, g.region[t]);
      faceContact(g, mesh, a, PATCH_KIND.plane, false);
    }
    let best = -1;
    let least = -Infinity;
    for (let p = 0; p < patches.count; p++) {
      if (!isFilled(p)) continue;
      patchGap(p, gap);
      if (!(gap[0] > least)) continue;
      least = gap[0];
      best = p;
    }
    if (best >= 0 || g.tree === null) return best;
  }
  return leaveAtNearest(g, mesh, a);
}

/** A patch along the shortest way out of the triangle in `worst`. */
function leaveWorst(g: MeshContactGeometry, mesh: Collider, a: Collider): void {
  takeTriangle(g, worstTriangle[0], worstTriangle[1]);
  for (let c = 0; c < 3; c++) direction[c] = -(rel[c] * worst[1] + rel[3 + c] * worst[2] + rel[6 + c] * worst[3]);
  support(a, direction, 0, direction, 3, 0);
  for (let k = 0; k < 3; k++) {
    pair[3 + k] =
      rel[3 * k] * direction[3] + rel[3 * k + 1] * direction[4] + rel[3 * k + 2] * direction[5] + rel[9 + k];
    pair[k] = pair[3 + k] - worst[0] * worst[1 + k];
  }
  for (let k = 0; k < 3; k++) direction[k] = worst[1 + k];
  direction[3] = worst[1] * pair[0] + worst[2] * pair[1] + worst[3] * pair[2];
  const p = patchOf(direction, PATCH_KIND.ridge, a);
  takePatch(p, mesh, a);
  readTriangle(g);
  candidates.count = 0;
  addPair(pair, 0, pair, 3, featureA.id, featureB.id);
  offer(p, 0, a);
}

/** A patch at the surface point nearest to the centre, along the line to it. */
function leaveAtNearest(g: MeshContactGeometry, mesh: Collider, a: Collider): number {
  surface[3] = Infinity;
  const t = nearestPoint(g.tree!, center, 0, surface, 0);
  takeTriangle(g, t, 0);
  const d = Math.sqrt(surface[3]);
  if (d > 0) for (let k = 0; k < 3; k++) plane[k] = (surface[k] - center[k]) / d;
  plane[3] = plane[0] * surface[0] + plane[1] * surface[1] + plane[2] * surface[2];
  known[0] = -1;
  findLowest(a, -2);
  const p = patchOf(plane, PATCH_KIND.ridge, a);
  takePatch(p, mesh, a);
  readTriangle(g);
  candidates.count = 0;
  for (let k = 0; k < 3; k++) {
    pair[3 + k] = lowest[1 + k];
    pair[k] = lowest[1 + k] - lowest[0] * plane[k];
  }
  addPair(pair, 0, pair, 3, featureA.id, featureB.id);
  offer(p, 0, a);
  return p;
}
