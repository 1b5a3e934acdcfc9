import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";

/**
 * Rays against one collider, in the collider's own frame. A ray is 8 numbers: origin o (3, m), direction d (3, any
 * length but 0), and the range t₀ … t₁ of its parameter: points o + t d. Solids are closed sets: a ray that starts on a
 * surface starts inside.
 */
export type RayRoutine = (
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
) => boolean;

/** Numbers per ray. */
export const RAY_SIZE = 8;

/**
 * Numbers per hit: t; the outward unit normal (3); and which way the ray goes there: 1 enters, −1 leaves, 0 it starts
 * inside. A ray that starts inside hits at t₀ with the normal −d/|d|, unless it is asked for the exit.
 */
export const HIT_SIZE = 5;

/** Begins a span that covers the whole line. */
export function openSpan(w: NarrowWorkspace): void {
  const { span } = w;
  span[0] = Number.NEGATIVE_INFINITY;
  span[4] = Number.POSITIVE_INFINITY;
}

/** Turns a span into crossings; false when it is empty. */
export function closeSpan(w: NarrowWorkspace): boolean {
  const { crossings, span } = w;
  crossings.count = 0;
  crossings.insideFirst = false;
  if (!(span[0] <= span[4])) return false;
  crossings.insideFirst = span[0] === Number.NEGATIVE_INFINITY;
  for (let side = 0; side < 8; side += 4) {
    if (Math.abs(span[side]) === Number.POSITIVE_INFINITY) continue;
    const i = crossings.count++;
    crossings.t[i] = span[side];
    for (let k = 0; k < 3; k++) crossings.normal[3 * i + k] = span[side + 1 + k];
  }
  return true;
}

/** The first crossing within the range of the ray, or its start when that is inside and the exit is not asked for. */
export function firstCrossing(w: NarrowWorkspace, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  const { crossings } = w;
  const { count, t, normal } = crossings;
  let inside = crossings.insideFirst;
  let i = 0;
  for (; i < count && t[i] < ray[6]; i++) inside = !inside;
  if (inside && !exit) {
    hitStart(ray, hit);
    return true;
  }
  if (i === count || !(t[i] <= ray[7])) return false;
  hit[0] = t[i];
  for (let k = 0; k < 3; k++) hit[1 + k] = normal[3 * i + k];
  hit[4] = inside ? -1 : 1;
  return true;
}

/** A hit at the start of a ray that is inside already. */
export function hitStart(ray: Float64Array, hit: Float64Array): void {
  const length = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  hit[0] = ray[6];
  for (let k = 0; k < 3; k++) hit[1 + k] = -ray[3 + k] / length;
  hit[4] = 0;
}

/**
 * Where the line p + t e is within the radius r of the origin: with p' the point of the line nearest to the origin,
 *
 *   t = t' ± √((r − |p'|)(r + |p'|)/e·e),
 *
 * which loses no digits for far origins or grazing lines beyond those that p' has lost. A line without direction (e =
 * 0, along the axis of a cylinder) is inside for ever or never.
 */
export function chord(w: NarrowWorkspace): boolean {
  const { chordEnds, chordOf } = w;
  let x = chordOf[0];
  let y = chordOf[1];
  let z = chordOf[2];
  const ex = chordOf[3];
  const ey = chordOf[4];
  const ez = chordOf[5];
  const r = chordOf[6];
  const a = ex * ex + ey * ey + ez * ez;
  if (a === 0) {
    chordEnds[0] = Number.NEGATIVE_INFINITY;
    chordEnds[1] = Number.POSITIVE_INFINITY;
    return x * x + y * y + z * z <= r * r;
  }
  // twice, because the first foot of a far origin is off along the line
  let foot = 0;
  for (let k = 0; k < 2; k++) {
    const more = -(x * ex + y * ey + z * ez) / a;
    foot += more;
    x += more * ex;
    y += more * ey;
    z += more * ez;
  }
  const m = Math.sqrt(x * x + y * y + z * z);
  if (!(m <= r)) return false;
  const half = Math.sqrt(((r - m) * (r + m)) / a);
  chordEnds[0] = foot - half;
  chordEnds[1] = foot + half;
  return true;
}
