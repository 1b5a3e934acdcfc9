import { EDGE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import { addPair, chooseTangents, toPlane } from "../candidates.js";
import { PATCH, readFeature, SHAPE } from "../feature.js";
import { overlapFeatures } from "../overlap.js";
import { coreRadius, support } from "../support.js";
import type { Collider } from "../types.js";
import { DEEPEST } from "./convex-pose.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { PATCH_KIND, REACH } from "./patch-table.js";
import { isFilled, noteDoubt, noteReach, noteSeparation, offer, patchGap, patchOf } from "./patches.js";
import { readCorner, readEdge, readTriangle } from "./read-triangle.js";
import { FLAT } from "./triangle-feature.js";

/**
 * Contribution of the current triangle, its edge or its corner to the patches: points of the two facing features that
 * lie over each other.
 */

/**
 * A point outside a triangle by up to this fraction of the shape's size is still over it, so that seams leave no gap.
 */
const OVER = 1e-10;

const direction = new Float64Array(6);
const local = new Float64Array(6);

/** Tangents and the shape's facing feature for patch p. */
export function takePatch(w: MeshWorkspace, p: number, mesh: Collider, a: Collider): void {
  const { contact, patches } = w;
  const { plane: patchPlane } = w.patches;
  const { featureB, found } = w.narrow;
  for (let k = 0; k < 3; k++) found[1 + k] = patchPlane[4 * p + k];
  if (patches.current === p) return;
  patches.current = p;
  chooseTangents(w.narrow, mesh, a);
  readFeature(w.narrow, featureB, a, true, found, 1, PATCH);
  if (contact.part === 0) return;
  featureB.id |= contact.part;
  featureB.vertexId[0] |= contact.part;
  featureB.vertexId[1] |= contact.part;
}

/**
 * Adds the part of the shape's facing feature that lies over the triangle. `nearest`: the nearest point of the triangle
 * is known to be on its face.
 */
export function faceContact(
  w: MeshWorkspace,
  g: MeshContactGeometry,
  mesh: Collider,
  a: Collider,
  kind: number,
  nearest: boolean,
): void {
  const { convex } = w;
  const { plane } = w.triangle;
  const { pair, wanted } = w.contact;
  const { limit, lowest } = w.convex;
  const { candidates, featureA, featureB, found } = w.narrow;
  const p = patchOf(w, plane, kind, a);
  // the nearest direction equals the normal only up to round-off; with that tilt the shape's lowest point may be far
  // outside the triangle
  wanted[0] = nearest ? found[0] : lowest[0];
  if (kind === PATCH_KIND.doubtful) noteDoubt(w, p);
  noteSeparation(w, p, lowest, plane);
  takePatch(w, p, mesh, a);
  readTriangle(w, g);
  if (featureB.shape === SHAPE.point) {
    toPlane(w.narrow, featureA, candidates.uvA);
    toPlane(w.narrow, featureB, candidates.uvB);
    if (!nearest && !isOver(w, a)) return;
  }
  overlapFeatures(w.narrow);
  for (let k = 0; k < 3; k++) {
    pair[3 + k] = lowest[1 + k];
    pair[k] = lowest[1 + k] - lowest[0] * plane[k];
  }
  collect(w, p, a, nearest);
  if (!convex.closing || kind === PATCH_KIND.doubtful || !isFilled(w, p)) return;
  limit[0] = Math.min(limit[0], Math.max(patchGap(w, p), coreRadius(a)) + DEEPEST * a.reach);
}

/** The touched edge or corner against the shape's facing feature, along found[1…3]. */
export function ridgeContact(
  w: MeshWorkspace,
  g: MeshContactGeometry,
  mesh: Collider,
  a: Collider,
  feature: number,
): void {
  const { choice } = w;
  const { pair, wanted } = w.contact;
  const { corner } = w.triangle;
  const { found, rel } = w.narrow;
  const k = feature >= VERTEX ? feature - VERTEX : feature - EDGE;
  wanted[0] = found[0];
  for (let i = 0; i < 3; i++) wanted[1 + i] = found[1 + i];
  // as a plane: the tangent plane at the ridge
  for (let i = 0; i < 3; i++) direction[i] = wanted[1 + i];
  direction[3] = wanted[1] * corner[3 * k] + wanted[2] * corner[3 * k + 1] + wanted[3] * corner[3 * k + 2];
  const p = patchOf(w, direction, choice.doubtful ? PATCH_KIND.doubtful : PATCH_KIND.ridge, a);
  if (choice.doubtful) noteDoubt(w, p);
  noteSeparation(w, p, wanted, direction);
  takePatch(w, p, mesh, a);
  if (liesFlat(w)) readTriangle(w, g);
  else if (feature >= VERTEX) readCorner(w, k);
  else readEdge(w, g, k);
  overlapFeatures(w.narrow);
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
  if (choice.doubtful && feature < VERTEX) pairOnEdge(w, k);
  collect(w, p, a, true);
}

/**
 * Whether the current triangle lies on the shape's facing side, but for a small tilt that makes one of its corners or
 * edges the deepest. All of its corners over that side then count, as those of two polyhedra do.
 */
function liesFlat(w: MeshWorkspace): boolean {
  const { plane } = w.triangle;
  const { wanted } = w.contact;
  const { shape } = w.narrow.featureB;
  if (shape !== SHAPE.polygon && shape !== SHAPE.disc) return false;
  return plane[0] * wanted[1] + plane[1] * wanted[2] + plane[2] * wanted[3] >= FLAT;
}

/**
 * Where the direction is not that of nearest points, the shape's support need not be above edge k. The pair is then
 * moved to the edge.
 */
function pairOnEdge(w: MeshWorkspace, k: number): void {
  const { corner } = w.triangle;
  const { pair, wanted } = w.contact;
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

/**
 * Offers the candidates within the margin to patch p. With `nearest`, also offers the pair when no candidate reaches
 * wanted[0].
 */
function collect(w: MeshWorkspace, p: number, a: Collider, nearest: boolean): void {
  const { contact, visit } = w;
  const { pair, wanted } = w.contact;
  const { candidates, featureA, featureB } = w.narrow;
  findLeast(w);
  const missing = nearest && isMissing(w, a);
  // a single point is the nearest point itself, only less exact
  if (missing && (featureA.shape === SHAPE.point || featureB.shape === SHAPE.point)) candidates.count = 0;
  for (let i = 0; i < candidates.count; i++) if (isWithin(w, i)) offer(w, p, i, a);
  if (missing) {
    candidates.count = 0;
    addPair(w.narrow, pair, 0, pair, 3, featureA.id, featureB.id);
    offer(w, p, 0, a);
    contact.leastGap = wanted[0];
  }
  if (!isFilled(w, p)) return;
  visit.owners[visit.index] = p;
  noteReach(w, p, reachOfTriangle(w, a));
}

// The arithmetic of `collect` is in separate functions, because the compiler boxes numbers in a large one.

function findLeast(w: MeshWorkspace): void {
  const { contact } = w;
  const { candidates } = w.narrow;
  const { heightA, heightB } = candidates;
  contact.leastGap = Infinity;
  for (let i = 0; i < candidates.count; i++) contact.leastGap = Math.min(contact.leastGap, heightB[i] - heightA[i]);
}

/** Whether wanted[0] is within the margin and no candidate reaches it. */
function isMissing(w: MeshWorkspace, a: Collider): boolean {
  const { contact } = w;
  const { wanted } = w.contact;
  const { limit } = w.convex;
  return contact.leastGap > wanted[0] + DEEPEST * a.reach && wanted[0] <= limit[0];
}

function isWithin(w: MeshWorkspace, i: number): boolean {
  const { limit } = w.convex;
  const { candidates } = w.narrow;
  return candidates.heightB[i] - candidates.heightA[i] <= limit[0];
}

/**
 * `REACH` of the current triangle; `contact.leastGap` is the least gap of its candidates. A shape that is outside the
 * triangle and apart from it, but below its plane, does not touch it. Such a triangle counts as out of reach: its
 * direction only serves other triangles.
 */
function reachOfTriangle(w: MeshWorkspace, a: Collider): number {
  const { choice, contact } = w;
  const { limit } = w.convex;
  const r = coreRadius(a);
  const slack = DEEPEST * a.reach;
  if (choice.free > limit[0] || contact.leastGap > limit[0]) return REACH.beyond;
  if (choice.doubtful && choice.free > r - slack && contact.leastGap < choice.free - slack) return REACH.beyond;
  return choice.free > r ? REACH.within : REACH.meets;
}

/** Whether the shape's point feature is over the triangle, seen along the normal, up to round-off. */
function isOver(w: MeshWorkspace, a: Collider): boolean {
  const { candidates } = w.narrow;
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
