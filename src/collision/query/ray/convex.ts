import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { chord, closeSpan, firstCrossing, openSpan } from "./crossings.js";

/**
 * Rays against sphere, capsule, box, ellipsoid, convex polyhedron and half-space; circle, capsule and half-plane in the
 * plane.
 */

/**
 * Unit vector into span[side …] from the point o + t d, scaled by 1/w² per axis and taken from the centre c along
 * `axis`.
 */
function roundNormal(
  w: NarrowWorkspace,
  ray: Float64Array,
  side: number,
  size: Float64Array | null,
  axis: number,
  center: number,
): void {
  const { span } = w;
  let length2 = 0;
  for (let k = 0; k < 3; k++) {
    let v = ray[k] + span[side] * ray[3 + k];
    if (k === axis) v -= center;
    if (size !== null) v /= size[k] * size[k];
    span[side + 1 + k] = v;
    length2 += v * v;
  }
  const length = Math.sqrt(length2);
  for (let k = 0; k < 3; k++) span[side + 1 + k] = length > 0 ? span[side + 1 + k] / length : k === 2 ? 1 : 0;
}

export function raySphere(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { chordEnds, chordOf, span } = w;
  for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
  chordOf[6] = c.size[0];
  if (!chord(w)) return false;
  span[0] = chordEnds[0];
  span[4] = chordEnds[1];
  roundNormal(w, ray, 0, null, 0, 0);
  roundNormal(w, ray, 4, null, 0, 0);
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/** A sphere after division by the semi-axes; t stays the same, the normal is x/s². */
export function rayEllipsoid(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { chordEnds, chordOf, span } = w;
  for (let k = 0; k < 3; k++) {
    chordOf[k] = ray[k] / c.size[k];
    chordOf[3 + k] = ray[3 + k] / c.size[k];
  }
  chordOf[6] = 1;
  if (!chord(w)) return false;
  span[0] = chordEnds[0];
  span[4] = chordEnds[1];
  roundNormal(w, ray, 0, c.size, 0, 0);
  roundNormal(w, ray, 4, c.size, 0, 0);
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

export function rayCapsule(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  return capsuleSpan(w, c, ray, 2) && closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/** In the plane capsules lie along x. Rays there have no z. */
export function rayPlanarCapsule(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  return capsuleSpan(w, c, ray, 0) && closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/**
 * A capsule is a tube between two balls. The whole is convex, so the line enters it where it first enters a part and
 * leaves it where it last leaves one. The flat ends of the tube are inside the balls and never count.
 */
function capsuleSpan(w: NarrowWorkspace, c: Collider, ray: Float64Array, axis: number): boolean {
  const { chordEnds, chordOf, span } = w;
  const r = c.size[0];
  const h = c.size[1];
  span[0] = Number.POSITIVE_INFINITY;
  span[4] = Number.NEGATIVE_INFINITY;
  for (let end = -1; end <= 1; end += 2) {
    for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
    chordOf[axis] -= end * h;
    chordOf[6] = r;
    if (!chord(w)) continue;
    takeEnds(w, ray, axis, end * h);
  }
  for (let k = 0; k < 6; k++) chordOf[k] = ray[k];
  chordOf[axis] = 0;
  chordOf[3 + axis] = 0;
  chordOf[6] = r;
  if (chord(w)) {
    for (let side = 0; side < 2; side++) {
      const t = chordEnds[side];
      const along = ray[axis] + t * ray[3 + axis];
      if (!(along >= -h && along <= h)) continue;
      const at = 4 * side;
      if (side === 0 ? !(t < span[0]) : !(t > span[4])) continue;
      span[at] = t;
      roundNormal(w, ray, at, null, axis, along);
    }
  }
  return span[0] <= span[4];
}

/** Extends the span by the chord that was found about `center` on the axis. */
function takeEnds(w: NarrowWorkspace, ray: Float64Array, axis: number, center: number): void {
  const { chordEnds, span } = w;
  if (chordEnds[0] < span[0]) {
    span[0] = chordEnds[0];
    roundNormal(w, ray, 0, null, axis, center);
  }
  if (chordEnds[1] > span[4]) {
    span[4] = chordEnds[1];
    roundNormal(w, ray, 4, null, axis, center);
  }
}

/**
 * Between three pairs of planes [KayKajiya1986]; a component of the direction that is zero lets the ray stay between
 * its planes or never.
 */
export function rayBox(w: NarrowWorkspace, c: Collider, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  const { span } = w;
  openSpan(w);
  let enter = 0;
  let leave = 0;
  for (let k = 0; k < 3; k++) {
    const o = ray[k];
    const d = ray[3 + k];
    const h = c.size[k];
    if (d === 0) {
      if (!(o >= -h && o <= h)) return false;
      continue;
    }
    const t0 = ((d > 0 ? -h : h) - o) / d;
    const t1 = ((d > 0 ? h : -h) - o) / d;
    if (t0 > span[0]) {
      span[0] = t0;
      enter = k;
    }
    if (t1 < span[4]) {
      span[4] = t1;
      leave = k;
    }
  }
  for (let k = 0; k < 3; k++) {
    span[1 + k] = k !== enter ? 0 : ray[3 + k] > 0 ? -1 : 1;
    span[5 + k] = k !== leave ? 0 : ray[3 + k] > 0 ? 1 : -1;
  }
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/** Behind all faces: the last plane that is passed inwards and the first that is passed outwards. */
export function rayHull(w: NarrowWorkspace, c: Collider, ray: Float64Array, hit: Float64Array, exit: boolean): boolean {
  const { span } = w;
  const { planes } = c.hull!;
  openSpan(w);
  let enter = -1;
  let leave = -1;
  for (let f = 0; f < planes.length; f += 4) {
    const above = planes[f] * ray[0] + planes[f + 1] * ray[1] + planes[f + 2] * ray[2] - planes[f + 3];
    const rate = planes[f] * ray[3] + planes[f + 1] * ray[4] + planes[f + 2] * ray[5];
    if (rate === 0) {
      if (above > 0) return false;
      continue;
    }
    const t = -above / rate;
    if (rate < 0) {
      if (t > span[0]) {
        span[0] = t;
        enter = f;
      }
    } else if (t < span[4]) {
      span[4] = t;
      leave = f;
    }
  }
  for (let k = 0; k < 3; k++) {
    if (enter >= 0) span[1 + k] = planes[enter + k];
    if (leave >= 0) span[5 + k] = planes[leave + k];
  }
  return closeSpan(w) && firstCrossing(w, ray, hit, exit);
}

/** All below z = 0 is solid. */
export function rayPlane(
  w: NarrowWorkspace,
  _c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  return halfSpace(w, ray, 2) && firstCrossing(w, ray, hit, exit);
}

/** All below y = 0 is solid. */
export function rayPlanarPlane(
  w: NarrowWorkspace,
  _c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  return halfSpace(w, ray, 1) && firstCrossing(w, ray, hit, exit);
}

function halfSpace(w: NarrowWorkspace, ray: Float64Array, axis: number): boolean {
  const { span } = w;
  openSpan(w);
  const o = ray[axis];
  const d = ray[3 + axis];
  if (d === 0) {
    if (o > 0) return false;
  } else span[d < 0 ? 0 : 4] = -o / d;
  for (let k = 0; k < 3; k++) {
    span[1 + k] = k === axis ? 1 : 0;
    span[5 + k] = k === axis ? 1 : 0;
  }
  return closeSpan(w);
}
