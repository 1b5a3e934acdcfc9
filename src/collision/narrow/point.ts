import { FEATURE } from "../contact-tables.js";
import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

const BITS = 29;

/**
 * Nearest point of the surface of a convex core to a point. w.query holds the point p (3) in the shape's frame; the
 * result is
 *
 *   w.nearest = [signed distance, outward unit normal m 3, surface point x 3],   p = x + distance · m
 *
 * negative inside, where x is the nearest point of the surface from within. `w.nearestFeature[0]` names the place.
 */
export function nearestPoint(w: NarrowWorkspace, c: Collider): void {
  c.shape.nearest(w, c);
}

/** Names the place of the nearest point. */
export function setFeature(w: NarrowWorkspace, kind: number, index: number): void {
  w.nearestFeature[0] = ((kind << BITS) | index) >>> 0;
}

/** From the origin towards the query; straight up when they coincide. */
export function nearestOnCenter(w: NarrowWorkspace): void {
  const { nearest } = w;
  nearest[4] = 0;
  nearest[5] = 0;
  nearest[6] = 0;
  setFeature(w, FEATURE.surface, 0);
  nearestFrom(w);
  if (nearest[0] > 0) return;
  nearest[1] = 0;
  nearest[3] = 1;
}

/** Distance and normal from the surface point nearest[4…6] towards the query; along x when they coincide. */
export function nearestFrom(w: NarrowWorkspace): void {
  const { nearest, query } = w;
  const x = query[0] - nearest[4];
  const y = query[1] - nearest[5];
  const z = query[2] - nearest[6];
  const d = Math.sqrt(x * x + y * y + z * z);
  nearest[0] = d;
  nearest[1] = d > 0 ? x / d : 1;
  nearest[2] = d > 0 ? y / d : 0;
  nearest[3] = d > 0 ? z / d : 0;
}
