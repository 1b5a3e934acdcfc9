import { coreRadius } from "../support.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import {
  drop,
  dropTouched,
  isFilled,
  isInDoubt,
  isSurePlane,
  MAX_PATCHES,
  notePurpose,
  noteReach,
  patches,
  patchPlane,
  patchSeparation,
  REACH,
  reachOf,
} from "./patches.js";
import { nearby, owners, visited } from "./scratch.js";

/**
 * Patches that another one makes needless. Leaving patch q along its normal n, by its depth −s, puts the shape above q's tangent plane
 * n · x = d. So it leaves every triangle below that plane too; when all triangles of a deeper patch p are, p asks for a detour, and
 * its touched points are dropped. (A shape that is above q's plane already does not touch them at all.) On a convex solid all triangles are below every tangent
 * plane, and the least deep patch alone is touched, as between convex shapes. In a valley each side rises above the plane of the other, and
 * both are. Points of p that are apart stay in any case: a body that turns may need them.
 */

/** A triangle this fraction of the shape's size above a plane is not below it, and depths closer than that are equal. */
const SLACK = 1e-9;

/** A plane gives way when another patch is less deep by this part of its depth and this fraction of the size, as in `polytope.ts`. */
const GAIN = 0.05;
const GAIN_SIZE = 1e-4;

const s = new Float64Array(1);
/** Separation of the best so far. */
const most = new Float64Array(1);

/** Marks of patches. */
const STATE = { open: 0, stays: 1, explained: 2 } as const;
const state = new Uint8Array(MAX_PATCHES);

/**
 * Finds what is explained by patches that stay, the least deep first: what explains another is never explained itself. A patch of triangles
 * that are out of reach explains, and stays for, only what the shape meets.
 */
export function findExplained(g: MeshContactGeometry, a: Collider): void {
  for (let p = 0; p < patches.count; p++) state[p] = STATE.open;
  for (let turn = 0; turn < patches.count; turn++) {
    const p = leastDeep();
    if (p < 0) break;
    const q = explainedBy(g, p, a);
    state[p] = q < 0 ? STATE.stays : STATE.explained;
    if (q >= 0) notePurpose(q, reachOf(p));
  }
  for (let i = visited.first; i < nearby.count; i++) if (owners[i] === -2) explainTriangle(g, nearby.items[i], a);
}

/** Drops what `findExplained` has found, and what is out of reach. */
export function dropExplained(a: Collider): void {
  for (let p = 0; p < patches.count; p++) {
    if (!isFilled(p)) continue;
    if (reachOf(p) === REACH.beyond) drop(p);
    else if (state[p] === STATE.explained) dropTouched(p, a);
  }
}

/** The patch with the greatest separation among those not yet looked at; −1 when there is none. */
function leastDeep(): number {
  let best = -1;
  for (let p = 0; p < patches.count; p++) {
    if (state[p] !== STATE.open || !isFilled(p)) continue;
    patchSeparation(p, s);
    if (best >= 0 && !(s[0] > most[0])) continue;
    best = p;
    most[0] = s[0];
  }
  return best;
}

/** The least deep of the patches that stay and explain patch p, among equals one that is in no doubt; −1 for none. */
function explainedBy(g: MeshContactGeometry, p: number, a: Collider): number {
  patchSeparation(p, s);
  // what is not touched asks for no way out
  if (s[0] > coreRadius(a)) return -1;
  const gain = isSurePlane(p) ? GAIN * (coreRadius(a) - s[0]) + GAIN_SIZE * a.reach : 0;
  const enough = s[0] + gain + SLACK * a.reach;
  let best = -1;
  for (let q = 0; q < patches.count; q++) {
    if (state[q] !== STATE.stays || (reachOf(q) === REACH.beyond && reachOf(p) === REACH.within)) continue;
    patchSeparation(q, s);
    if (!(s[0] > enough && isBetter(q, best, a)) || !isBelow(g, p, q, a)) continue;
    best = q;
    most[0] = s[0];
  }
  return best;
}

/** Whether patch q, of the separation s[0], is less deep than the best so far, or as deep and in no doubt. */
function isBetter(q: number, best: number, a: Collider): boolean {
  const gain = s[0] - most[0];
  const slack = SLACK * a.reach;
  return best < 0 || gain > slack || (gain > -slack && isInDoubt(best) && !isInDoubt(q));
}

/** The least deep patch that explains a triangle stays for it: the shape meets the triangle, but nothing of it is over the triangle. */
function explainTriangle(g: MeshContactGeometry, t: number, a: Collider): void {
  let best = -1;
  for (let q = 0; q < patches.count; q++) {
    if (state[q] !== STATE.stays) continue;
    patchSeparation(q, s);
    if (!isBetter(q, best, a) || !isTriangleBelow(g, t, q, a)) continue;
    best = q;
    most[0] = s[0];
  }
  if (best >= 0) noteReach(best, REACH.meets);
}

/** Whether all triangles that add to patch p are below the plane of patch q. */
function isBelow(g: MeshContactGeometry, p: number, q: number, a: Collider): boolean {
  for (let i = visited.first; i < nearby.count; i++)
    if (owners[i] === p && !isTriangleBelow(g, nearby.items[i], q, a)) return false;
  return true;
}

function isTriangleBelow(g: MeshContactGeometry, t: number, q: number, a: Collider): boolean {
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
 * The patch at hand that explains triangle t with the separation least[0], −1 for none. A triangle that the shape does not reach is of interest
 * only as a better way out of others. From then on the patch answers for this triangle, too: what is to explain the patch must explain both.
 */
export function explaining(g: MeshContactGeometry, t: number, least: Float64Array, a: Collider): number {
  for (let q = 0; q < patches.count; q++) {
    patchSeparation(q, s);
    if (isFilled(q) && s[0] > least[0] + SLACK * a.reach && isTriangleBelow(g, t, q, a)) return q;
  }
  return -1;
}
