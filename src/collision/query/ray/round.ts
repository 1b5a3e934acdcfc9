import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { chord, closeSpan, firstCrossing, openSpan } from "./crossings.js";

/** Rays against cylinder and cone: a round side, cut off by planes across the axis. */

const ROUND = 0;
const LOW = 1;
const HIGH = 2;

/** Which part the line enters and leaves by. */
const by = new Int32Array(2);

export function rayCylinder(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { chordEnds, chordOf, span } = w;
  openSpan(w);
  chordOf[0] = ray[0];
  chordOf[1] = ray[1];
  chordOf[2] = 0;
  chordOf[3] = ray[3];
  chordOf[4] = ray[4];
  chordOf[5] = 0;
  chordOf[6] = c.size[0];
  if (!chord(w)) return false;
  span[0] = chordEnds[0];
  span[4] = chordEnds[1];
  by[0] = ROUND;
  by[1] = ROUND;
  cut[0] = -c.size[1];
  cut[1] = c.size[1];
  if (!cutSpan(w, ray)) return false;
  for (let side = 0; side < 2; side++) {
    const at = 4 * side;
    if (endNormal(w, side)) continue;
    const x = ray[0] + span[at] * ray[3];
    const y = ray[1] + span[at] * ray[4];
    const rho = Math.sqrt(x * x + y * y);
    span[at + 1] = x / rho;
    span[at + 2] = y / rho;
    span[at + 3] = 0;
  }
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/** z from … to */
const cut = new Float64Array(2);

/** Cuts the span by cut[0] ≤ z ≤ cut[1]. */
function cutSpan(w: NarrowWorkspace, ray: Float64Array): boolean {
  const { span } = w;
  const o = ray[2];
  const d = ray[5];
  if (d === 0) return o >= cut[0] && o <= cut[1];
  const low = (cut[0] - o) / d;
  const high = (cut[1] - o) / d;
  const t0 = d > 0 ? low : high;
  const t1 = d > 0 ? high : low;
  if (t0 > span[0]) {
    span[0] = t0;
    by[0] = d > 0 ? LOW : HIGH;
  }
  if (t1 < span[4]) {
    span[4] = t1;
    by[1] = d > 0 ? HIGH : LOW;
  }
  return span[0] <= span[4];
}

/** The normal of a flat end, when the line goes through one. */
function endNormal(w: NarrowWorkspace, side: number): boolean {
  const { span } = w;
  if (by[side] === ROUND) return false;
  span[4 * side + 1] = 0;
  span[4 * side + 2] = 0;
  span[4 * side + 3] = by[side] === LOW ? -1 : 1;
  return true;
}

/**
 * Cone of radius R and height H, base at z = −H/4, apex at 3H/4. From the apex, with w the depth below it and k = R/H,
 *
 *   f(t) = x² + y² − k² w² = A t² + 2 B t + C ≤ 0,   0 ≤ w ≤ H.
 *
 * A > 0: the line is flatter than the side and passes through one half of the double cone; A < 0: it is steeper, meets
 * both halves and is inside on the two far ends, of which the one below the apex counts. The discriminant is a sum of
 * squares of cross products from the apex (Lagrange's identity for the form x² + y² − k²w²), so lines near the apex
 * keep their digits.
 */
export function rayCone(w: NarrowWorkspace, c: Collider, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  const { span } = w;
  const height = c.size[1];
  const k = c.size[0] / height;
  const k2 = k * k;
  const dx = ray[3];
  const dy = ray[4];
  const dw = -ray[5];
  let x = ray[0];
  let y = ray[1];
  let below = 0.75 * height - ray[2];
  // begin at the point nearest to the apex, so that far origins cost no more digits than they must
  const foot = -(x * dx + y * dy + below * dw) / (dx * dx + dy * dy + dw * dw);
  x += foot * dx;
  y += foot * dy;
  below += foot * dw;
  const a = dx * dx + dy * dy - k2 * dw * dw;
  const b = x * dx + y * dy - k2 * below * dw;
  const cc = x * x + y * y - k2 * below * below;
  const xy = x * dy - y * dx;
  const xw = x * dw - below * dx;
  const yw = y * dw - below * dy;
  const disc = k2 * (xw * xw + yw * yw) - xy * xy;
  openSpan(w);
  by[0] = ROUND;
  by[1] = ROUND;
  if (a > 0) {
    if (!(disc >= 0)) return false;
    // the half below the apex
    if (below * a - b * dw < 0) return false;
    const q = b < 0 ? -b + Math.sqrt(disc) : -b - Math.sqrt(disc);
    const t1 = q / a;
    const t2 = q === 0 ? t1 : cc / q;
    span[0] = foot + Math.min(t1, t2);
    span[4] = foot + Math.max(t1, t2);
  } else if (a < 0) {
    const root = Math.sqrt(Math.max(disc, 0));
    const q = b < 0 ? -b + root : -b - root;
    const t1 = q / a;
    const t2 = q === 0 ? t1 : cc / q;
    if (dw > 0) span[0] = foot + Math.max(t1, t2);
    else span[4] = foot + Math.min(t1, t2);
  } else if (b !== 0) {
    const t = -cc / (2 * b);
    if (b > 0) span[4] = foot + t;
    else span[0] = foot + t;
    // parallel to the side: inside for ever in the half that grows
    if (b > 0 === dw > 0) return false;
  } else if (cc > 0) return false;
  cut[0] = -0.25 * height;
  cut[1] = 0.75 * height;
  if (!cutSpan(w, ray)) return false;
  for (let side = 0; side < 2; side++) {
    const at = 4 * side;
    if (by[side] === LOW && endNormal(w, side)) continue;
    const t = span[at] - foot;
    const nx = x + t * dx;
    const ny = y + t * dy;
    const nz = k2 * (below + t * dw);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    span[at + 1] = length > 0 ? nx / length : 0;
    span[at + 2] = length > 0 ? ny / length : 0;
    span[at + 3] = length > 0 ? nz / length : 1;
  }
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}
