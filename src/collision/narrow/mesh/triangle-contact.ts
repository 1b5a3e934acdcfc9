import { EDGE, VERTEX } from "../../../geometry/triangle/closest-point.js";
import { addPair, chooseTangents, toPlane } from "../candidates.js";
import { PATCH, readFeature, SHAPE } from "../feature.js";
import { overlapFeatures } from "../overlap.js";
import { coreRadius, support } from "../support.js";
import type { Collider } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import { closing, DEEPEST, limit, lowest } from "./convex-pose.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import {
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
} from "./patches.js";
import { readCorner, readEdge, readTriangle } from "./read-triangle.js";
import { owners, visited } from "./scratch.js";
import { choice, corner, free, plane } from "./triangle-feature.js";

/** What the triangle at hand, its edge or its corner adds to the patches: points of the two facing features that lie over each other. */

/** How far (fraction of the shape's size) a point may be outside a triangle and still be over it: seams leave no gap. */
const OVER = 1e-10;

/** Added to the feature ids of the shape: tells the parts of a wire apart. */
export const partOf = new Int32Array(1);

const direction = new Float64Array(6);
const local = new Float64Array(6);
const pair = new Float64Array(6);
const gap = new Float64Array(1);
/** Separation and direction that the contact has. */
const wanted = new Float64Array(4);

/** Tangents and the shape's facing feature for patch p. */
export function takePatch(w: NarrowWorkspace, p: number, mesh: Collider, a: Collider): void {
  const { featureB, found } = w;
  for (let k = 0; k < 3; k++) found[1 + k] = patchPlane[4 * p + k];
  if (patches.current === p) return;
  patches.current = p;
  chooseTangents(w, mesh, a);
  readFeature(w, featureB, a, true, found, 1, PATCH);
  if (partOf[0] === 0) return;
  featureB.id |= partOf[0];
  featureB.vertexId[0] |= partOf[0];
  featureB.vertexId[1] |= partOf[0];
}

/** What of the shape's facing feature lies over the triangle. `nearest`: the triangle is known to be nearest at its face. */
export function faceContact(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  mesh: Collider,
  a: Collider,
  kind: number,
  nearest: boolean,
): void {
  const { candidates, featureA, featureB, found } = w;
  const p = patchOf(plane, kind, a);
  // the nearest direction is the normal up to round-off only: tilted by that, the shape's lowest point may be far beside the triangle
  wanted[0] = nearest ? found[0] : lowest[0];
  if (kind === PATCH_KIND.doubtful) noteDoubt(p, free);
  noteSeparation(p, lowest, plane, 3);
  takePatch(w, p, mesh, a);
  readTriangle(w, g);
  if (featureB.shape === SHAPE.point) {
    toPlane(w, featureA, candidates.uvA);
    toPlane(w, featureB, candidates.uvB);
    if (!nearest && !isOver(w, a)) return;
  }
  overlapFeatures(w);
  for (let k = 0; k < 3; k++) {
    pair[3 + k] = lowest[1 + k];
    pair[k] = lowest[1 + k] - lowest[0] * plane[k];
  }
  collect(w, p, a, nearest);
  if (closing[0] === 0 || kind === PATCH_KIND.doubtful || !isFilled(p)) return;
  patchGap(p, gap);
  limit[0] = Math.min(limit[0], Math.max(gap[0], coreRadius(a)) + DEEPEST * a.reach);
}

/** The touched edge or corner against the shape's facing feature, along found[1…3]. */
export function ridgeContact(
  w: NarrowWorkspace,
  g: MeshContactGeometry,
  mesh: Collider,
  a: Collider,
  feature: number,
): void {
  const { found, rel } = w;
  const k = feature >= VERTEX ? feature - VERTEX : feature - EDGE;
  wanted[0] = found[0];
  for (let i = 0; i < 3; i++) wanted[1 + i] = found[1 + i];
  // as a plane: the tangent plane at the ridge
  for (let i = 0; i < 3; i++) direction[i] = wanted[1 + i];
  direction[3] = wanted[1] * corner[3 * k] + wanted[2] * corner[3 * k + 1] + wanted[3] * corner[3 * k + 2];
  const p = patchOf(direction, choice.doubtful ? PATCH_KIND.doubtful : PATCH_KIND.ridge, a);
  if (choice.doubtful) noteDoubt(p, free);
  noteSeparation(p, wanted, direction, 3);
  takePatch(w, p, mesh, a);
  if (feature >= VERTEX) readCorner(w, k);
  else readEdge(w, g, k);
  overlapFeatures(w);
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
  collect(w, p, a, true);
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
function collect(w: NarrowWorkspace, p: number, a: Collider, nearest: boolean): void {
  const { candidates, featureA, featureB } = w;
  findLeast(w);
  const missing = nearest && isMissing(a);
  // a single point is the nearest point itself, only less exact
  if (missing && (featureA.shape === SHAPE.point || featureB.shape === SHAPE.point)) candidates.count = 0;
  for (let i = 0; i < candidates.count; i++) if (isWithin(w, i)) offer(w, p, i, a);
  if (missing) {
    candidates.count = 0;
    addPair(w, pair, 0, pair, 3, featureA.id, featureB.id);
    offer(w, p, 0, a);
    least[0] = wanted[0];
  }
  if (!isFilled(p)) return;
  owners[visited.index] = p;
  noteReach(p, reachOfTriangle(a));
}

// The numbers of `collect`, in functions of their own: in one that is large the compiler boxes them.

function findLeast(w: NarrowWorkspace): void {
  const { candidates } = w;
  const { heightA, heightB } = candidates;
  least[0] = Infinity;
  for (let i = 0; i < candidates.count; i++) least[0] = Math.min(least[0], heightB[i] - heightA[i]);
}

/** Whether wanted[0] is within the margin and no candidate reaches it. */
function isMissing(a: Collider): boolean {
  return least[0] > wanted[0] + DEEPEST * a.reach && wanted[0] <= limit[0];
}

function isWithin(w: NarrowWorkspace, i: number): boolean {
  const { candidates } = w;
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

/** Whether the shape's point feature is over the triangle, seen along the normal, up to round-off. */
function isOver(w: NarrowWorkspace, a: Collider): boolean {
  const { candidates } = w;
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
