import { coreRadius } from "../support.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { PATCH_STATE, REACH } from "./patch-table.js";
import {
  drop,
  dropTouched,
  isFilled,
  isInDoubt,
  isSurePlane,
  notePurpose,
  noteReach,
  patchSeparation,
  reachOf,
} from "./patches.js";

/**
 * Patches that another one makes needless. Leaving patch q along its normal n, by its depth −s, puts the shape above
 * q's tangent plane n · x = d. So it leaves every triangle below that plane too; when all triangles of a deeper patch p
 * are, p asks for a detour, and its touched points are dropped. (A shape that is above q's plane already does not touch
 * them at all.) On a convex solid all triangles are below every tangent plane, and the least deep patch alone is
 * touched, as between convex shapes. In a valley each side rises above the plane of the other, and both are. Points of
 * p that are apart stay in any case: a body that turns may need them.
 */

/**
 * A triangle this fraction of the shape's size above a plane is not below it, and depths closer than that are equal.
 */
const SLACK = 1e-9;

/**
 * A plane gives way when another patch is less deep by this part of its depth and this fraction of the size, as in
 * `polytope.ts`.
 */
const GAIN = 0.05;
const GAIN_SIZE = 1e-4;

/**
 * Finds what is explained by patches that stay, the least deep first: what explains another is never explained itself.
 * A patch of triangles that are out of reach explains, and stays for, only what the shape meets.
 */
export function findExplained(w: MeshWorkspace, g: MeshContactGeometry, a: Collider): void {
  const { patches, visit } = w;
  const { state } = w.patches;
  for (let p = 0; p < patches.count; p++) state[p] = PATCH_STATE.open;
  for (let turn = 0; turn < patches.count; turn++) {
    const p = leastDeep(w);
    if (p < 0) break;
    const q = explainedBy(w, g, p, a);
    state[p] = q < 0 ? PATCH_STATE.stays : PATCH_STATE.explained;
    if (q >= 0) notePurpose(w, q, reachOf(w, p));
  }
  for (let i = visit.first; i < visit.nearby.count; i++)
    if (visit.owners[i] === -2) explainTriangle(w, g, visit.nearby.items[i], a);
}

/** Drops what `findExplained` has found, and what is out of reach. */
export function dropExplained(w: MeshWorkspace, a: Collider): void {
  const { patches } = w;
  const { state } = w.patches;
  for (let p = 0; p < patches.count; p++) {
    if (!isFilled(w, p)) continue;
    if (reachOf(w, p) === REACH.beyond) drop(w, p);
    else if (state[p] === PATCH_STATE.explained) dropTouched(w, p, a);
  }
}

/** The patch with the greatest separation among those not yet looked at; −1 when there is none. */
function leastDeep(w: MeshWorkspace): number {
  const { patches } = w;
  const { state } = w.patches;
  let best = -1;
  for (let p = 0; p < patches.count; p++) {
    if (state[p] !== PATCH_STATE.open || !isFilled(w, p)) continue;
    if (best < 0 || patchSeparation(w, p) > patchSeparation(w, best)) best = p;
  }
  return best;
}

/** The least deep of the patches that stay and explain patch p, among equals one that is in no doubt; −1 for none. */
function explainedBy(w: MeshWorkspace, g: MeshContactGeometry, p: number, a: Collider): number {
  const { patches } = w;
  const { state } = w.patches;
  const s = patchSeparation(w, p);
  // a patch that is not touched asks for no escape
  if (s > coreRadius(a)) return -1;
  const gain = isSurePlane(w, p) ? GAIN * (coreRadius(a) - s) + GAIN_SIZE * a.reach : 0;
  const enough = s + gain + SLACK * a.reach;
  let best = -1;
  for (let q = 0; q < patches.count; q++) {
    if (state[q] !== PATCH_STATE.stays || (reachOf(w, q) === REACH.beyond && reachOf(w, p) === REACH.within)) continue;
    if (patchSeparation(w, q) > enough && isBetter(w, q, best, a) && isBelow(w, g, p, q, a)) best = q;
  }
  return best;
}

/** Whether patch q is less deep than the best so far (−1: none), or as deep and in no doubt. */
function isBetter(w: MeshWorkspace, q: number, best: number, a: Collider): boolean {
  if (best < 0) return true;
  const gain = patchSeparation(w, q) - patchSeparation(w, best);
  const slack = SLACK * a.reach;
  return gain > slack || (gain > -slack && isInDoubt(w, best) && !isInDoubt(w, q));
}

/**
 * The least deep patch that explains a triangle stays for it: the shape meets the triangle, but nothing of it is over
 * the triangle.
 */
function explainTriangle(w: MeshWorkspace, g: MeshContactGeometry, t: number, a: Collider): void {
  const { patches } = w;
  const { state } = w.patches;
  let best = -1;
  for (let q = 0; q < patches.count; q++) {
    if (state[q] === PATCH_STATE.stays && isBetter(w, q, best, a) && isTriangleBelow(w, g, t, q, a)) best = q;
  }
  if (best >= 0) noteReach(w, best, REACH.meets);
}

/** Whether all triangles that add to patch p are below the plane of patch q. */
function isBelow(w: MeshWorkspace, g: MeshContactGeometry, p: number, q: number, a: Collider): boolean {
  const { visit } = w;
  for (let i = visit.first; i < visit.nearby.count; i++)
    if (visit.owners[i] === p && !isTriangleBelow(w, g, visit.nearby.items[i], q, a)) return false;
  return true;
}

function isTriangleBelow(w: MeshWorkspace, g: MeshContactGeometry, t: number, q: number, a: Collider): boolean {
  const { plane: patchPlane } = w.patches;
  const { triangles, vertices: v } = g.mesh;
  const o = 4 * q;
  const top = patchPlane[o + 3] + SLACK * a.reach;
  for (let k = 3 * t; k < 3 * t + 3; k++) {
    const c = 3 * triangles[k];
    if (patchPlane[o] * v[c] + patchPlane[o + 1] * v[c + 1] + patchPlane[o + 2] * v[c + 2] > top) return false;
  }
  return true;
}

/**
 * The first patch that explains triangle t with the separation least[0], −1 for none. A triangle that the shape does
 * not reach is of interest only as a better way out of others. From then on the patch answers for this triangle, too:
 * what is to explain the patch must explain both.
 */
export function explaining(
  w: MeshWorkspace,
  g: MeshContactGeometry,
  t: number,
  least: Float64Array,
  a: Collider,
): number {
  const { patches } = w;
  for (let q = 0; q < patches.count; q++) {
    if (isFilled(w, q) && patchSeparation(w, q) > least[0] + SLACK * a.reach && isTriangleBelow(w, g, t, q, a))
      return q;
  }
  return -1;
}
