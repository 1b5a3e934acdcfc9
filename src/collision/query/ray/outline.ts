import { type Collider, KIND } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { hitStart } from "./crossings.js";

/**
 * Rays against polygons, which need not be convex, and chains of segments. Rays in the plane have no z.
 *
 * A segment is crossed when its ends are on different sides of the ray's line; a vertex exactly on the line counts as
 * on its right. Both segments at a vertex see the same side, so a ray never slips through between them, and the number
 * of crossings before the start of a ray tells whether it starts inside of a polygon.
 */
export function rayOutline(
  _w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const v = c.polygon!.vertices;
  const isChain = c.kind === KIND.chain;
  const isClosed = !isChain || c.size[0] === 1;
  const isOneSided = isChain && c.size[1] === 0;
  const n = v.length / 2;
  const ox = ray[0];
  const oy = ray[1];
  const dx = ray[3];
  const dy = ray[4];
  const d2 = dx * dx + dy * dy;
  let best = ray[7];
  let edge = -1;
  let leaves = false;
  let inside = false;
  let i = isClosed ? n - 1 : 0;
  for (let j = isClosed ? 0 : 1; j < n; i = j++) {
    const ax = v[2 * i] - ox;
    const ay = v[2 * i + 1] - oy;
    const bx = v[2 * j] - ox;
    const by = v[2 * j + 1] - oy;
    const a = dx * ay - dy * ax;
    const b = dx * by - dy * bx;
    if (a > 0 === b > 0) continue;
    // from right to left of the ray the outside, on the right of the segment, is ahead: the ray leaves
    const isLeaving = b > 0;
    const t = ((dx * ax + dy * ay) * b - (dx * bx + dy * by) * a) / (d2 * (b - a));
    if (t < ray[6]) {
      inside = !inside;
      continue;
    }
    if (isOneSided && isLeaving) continue;
    if (t < best || (t === best && edge < 0)) {
      best = t;
      edge = i;
      leaves = isLeaving;
    }
  }
  if (inside && !isChain && !exit) {
    hitStart(ray, hit);
    return true;
  }
  if (edge < 0) return false;
  const next = edge + 1 === n ? 0 : edge + 1;
  const ex = v[2 * next] - v[2 * edge];
  const ey = v[2 * next + 1] - v[2 * edge + 1];
  const length = Math.sqrt(ex * ex + ey * ey);
  hit[0] = best;
  hit[1] = ey / length;
  hit[2] = -ex / length;
  hit[3] = 0;
  hit[4] = leaves ? -1 : 1;
  return true;
}
