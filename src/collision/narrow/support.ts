import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** Hulls with at most this many vertices are scanned; larger ones are climbed from the vertex of the last query. */
export const SCAN_LIMIT = 24;

/** Radius around the core, m. */
export function coreRadius(c: Collider): number {
  return c.radius;
}

/** Support point of the core of `c`, see `SupportRoutine`. */
export function support(c: Collider, d: Float64Array, di: number, out: Float64Array, o: number, start: number): number {
  return c.support(c, d, di, out, o, start);
}

const local = new Float64Array(6);

/**
 * Forgets where the last climbs ended: a query must not depend on the one before, not even in the choice between
 * equals.
 */
export function startClimbs(w: NarrowWorkspace): void {
  w.climbs[0] = 0;
  w.climbs[1] = 0;
}

/**
 * Support of the difference B − A in the direction that tells how far B is beyond A along n:
 *
 *   pA = argmax_A n·x,   pB = argmin_B n·x,   D = pB − pA,   s(n) = n · D
 *
 * all in the frame of A (`rel` places B). s(n) is the width of the gap between the two tangent planes normal to the
 * unit vector n; its maximum over n is the distance of separate shapes and minus the penetration depth of overlapping
 * ones. Writes pA, pB and D, 9 numbers.
 */
export function differenceSupport(
  w: NarrowWorkspace,
  a: Collider,
  b: Collider,
  n: Float64Array,
  ni: number,
  out: Float64Array,
  o: number,
): void {
  const { climbs, rel } = w;
  const x = n[ni];
  const y = n[ni + 1];
  const z = n[ni + 2];
  climbs[0] = support(a, n, ni, out, o, climbs[0]);
  local[0] = -(rel[0] * x + rel[3] * y + rel[6] * z);
  local[1] = -(rel[1] * x + rel[4] * y + rel[7] * z);
  local[2] = -(rel[2] * x + rel[5] * y + rel[8] * z);
  climbs[1] = support(b, local, 0, local, 3, climbs[1]);
  const u = local[3];
  const v = local[4];
  const q = local[5];
  out[o + 3] = rel[0] * u + rel[1] * v + rel[2] * q + rel[9];
  out[o + 4] = rel[3] * u + rel[4] * v + rel[5] * q + rel[10];
  out[o + 5] = rel[6] * u + rel[7] * v + rel[8] * q + rel[11];
  out[o + 6] = out[o + 3] - out[o];
  out[o + 7] = out[o + 4] - out[o + 1];
  out[o + 8] = out[o + 5] - out[o + 2];
}
