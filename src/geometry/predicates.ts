import { orient2d, orient3d } from "robust-predicates";

/**
 * Exact orientation tests: a floating-point filter, then exact arithmetic [Shewchuk1997], so the sign is that of the
 * real number for the coordinates as given (barring overflow and underflow: lengths between 1e-60 and 1e60 are safe).
 * Only the sign is exact; the size is an estimate. The signs here are those of the right-hand rule; the package's are
 * the opposite (subtracted from 0 rather than negated, which would give −0).
 */

/**
 * Largest coordinate, m, that the predicates and volume integrals can be trusted with: its cube times 2²⁷ is finite.
 */
export const COORDINATE_LIMIT = 1e60;

/** > 0 when a → b → c turns left (counter-clockwise), 0 when the three points are collinear. */
export function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return 0 - orient2d(ax, ay, bx, by, cx, cy);
}

/**
 * > 0 when point d lies on the side from which the triangle a, b, c is seen counter-clockwise, 0 when the four points
 * are coplanar. Arguments are vertex indices into the packed coordinates `v`.
 */
export function sideOfPlane(v: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  return (
    0 - orient3d(v[i], v[i + 1], v[i + 2], v[j], v[j + 1], v[j + 2], v[k], v[k + 1], v[k + 2], v[l], v[l + 1], v[l + 2])
  );
}

/** True when the vertices a, b, c of `v` lie on one line (or coincide): each projection along an axis is flat. */
export function areCollinear(v: Float64Array, a: number, b: number, c: number): boolean {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  return (
    orient2d(v[i], v[i + 1], v[j], v[j + 1], v[k], v[k + 1]) === 0 &&
    orient2d(v[i + 1], v[i + 2], v[j + 1], v[j + 2], v[k + 1], v[k + 2]) === 0 &&
    orient2d(v[i + 2], v[i], v[j + 2], v[j], v[k + 2], v[k]) === 0
  );
}
