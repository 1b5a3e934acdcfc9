import { coreRadius } from "../support.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import {
  drop,
  isFilled,
  isSurePlane,
  MAX_PATCHES,
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
 * n · x = d. So it leaves every triangle below that plane too; when all triangles of a deeper patch p are, p asks for a detour and is
 * dropped. (A shape that is above q's plane already does not touch them at all.) On a convex solid all triangles are below every tangent
 * plane, and the least deep patch alone is left, as between convex shapes. In a valley each side rises above the plane of the other, and
 * both stay.
 */

/** A triangle this fraction of the shape's size above a plane is not below it, and depths closer than that are equal. */
const SLACK = 1e-9;

/** A plane gives way when another patch is less deep by this part of its depth and this fraction of the size, as in `polytope.ts`. */
const GAIN = 0.05;
const GAIN_SIZE = 1e-4;

const s = new Float64Array(1);

/** Marks of patches: 0 not yet looked at, 1 stays. */
const stays = new Uint8Array(MAX_PATCHES);

/**
 * Drops what is explained by patches that stay, the least deep first: what explains another is never dropped afterwards. A patch of triangles
 * that are out of reach explains, and stays for, only what the shape meets.
 */
export function dropExplained(g: MeshContactGeometry, a: Collider): void {
  for (let p = 0; p < patches.count; p++) stays[p] = 0;
  for (let turn = 0; turn < patches.count; turn++) {
    const p = leastDeep();
    if (p < 0) break;
    const q = explainedBy(g, p, a);
    stays[p] = q < 0 ? 1 : 0;
    if (q < 0) continue;
    noteReach(q, reachOf(p));
    drop(p);
  }
  for (let i = visited.first; i < nearby.count; i++) if (owners[i] === -2) explainTriangle(g, nearby.items[i], a);
  for (let p = 0; p < patches.count; p++) if (isFilled(p) && reachOf(p) === REACH.beyond) drop(p);
}

/** The patch with the greatest separation among those not yet looked at; −1 when there is none. */
function leastDeep(): number {
  let best = -1;
  let most = -Infinity;
  for (let p = 0; p < patches.count; p++) {
    if (stays[p] === 1 || !isFilled(p)) continue;
    patchSeparation(p, s);
    if (best >= 0 && !(s[0] > most)) continue;
    best = p;
    most = s[0];
  }
  return best;
}

/** The least deep of the patches that stay and explain patch p, −1 for none. */
function explainedBy(g: MeshContactGeometry, p: number, a: Collider): number {
  patchSeparation(p, s);
  const gain = isSurePlane(p) ? GAIN * Math.max(0, coreRadius(a) - s[0]) + GAIN_SIZE * a.reach : 0;
  const enough = s[0] + gain + SLACK * a.reach;
  let best = -1;
  let most = -Infinity;
  for (let q = 0; q < patches.count; q++) {
    if (stays[q] === 0 || (reachOf(q) === REACH.beyond && reachOf(p) === REACH.within)) continue;
    patchSeparation(q, s);
    if (!(s[0] > enough && s[0] > most) || !isBelow(g, p, q, a)) continue;
    best = q;
    most = s[0];
  }
  return best;
}

/** The least deep patch that explains a triangle stays for it: the shape meets the triangle, but nothing of it is over the triangle. */
function explainTriangle(g: MeshContactGeometry, t: number, a: Collider): void {
  let best = -1;
  let most = -Infinity;
  for (let q = 0; q < patches.count; q++) {
    if (stays[q] === 0) continue;
    patchSeparation(q, s);
    if (!(s[0] > most) || !isTriangleBelow(g, t, q, a)) continue;
    best = q;
    most = s[0];
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
