import { crossSign, orientSign } from "../../geometry/triangle/orientation.js";
import type { VolumeWork } from "./volume-work.js";

/**
 * Signs that are never zero: A is displaced as a whole by σ (ε, ε², ε³) with an ε smaller than any number, so an
 * orientation of exactly zero takes the sign of the first component of its derivative that is not zero (policy `shift`
 * of `triangle/tie.ts`). Every test on the same points agrees with every other, and no special case is left: coplanar
 * faces, vertex on face, edge on edge.
 *
 * The four points of a test stand in `work.quad`, 3 numbers each.
 */

/** Point i of v to place k of `work.quad`. */
export function putPoint(work: VolumeWork, v: Float64Array, i: number, k: number): void {
  work.quad[3 * k] = v[3 * i];
  work.quad[3 * k + 1] = v[3 * i + 1];
  work.quad[3 * k + 2] = v[3 * i + 2];
}

/**
 * Side of point 3 of the plane through 0, 1, 2: +1 where the normal points. `moves` is +1 when the point moves by (ε,
 * ε², ε³) relative to the triangle, −1 when by the opposite. 0 for a triangle without area only.
 */
export function sideSign(work: VolumeWork, moves: number): number {
  const o = orientSign(work.quad, 0, 1, 2, 3);
  work.tieMet = o === 0;
  if (o !== 0) return o > 0 ? -1 : 1;
  const x = crossSign(work.quad, 1, 0, 2, 0, 1, 2);
  if (x !== 0) return x * moves;
  const y = crossSign(work.quad, 1, 0, 2, 0, 2, 0);
  if (y !== 0) return y * moves;
  return crossSign(work.quad, 1, 0, 2, 0, 0, 1) * moves;
}

/**
 * Sign of O(p, q, a, b) of the edge p q (points 0, 1) of A against the edge a b (points 2, 3) of B; `moves` as in
 * `sideSign`, of A relative to B. It cannot vanish here, because one edge then crosses the plane of a
 * triangle that holds the other.
 */
export function edgeSign(work: VolumeWork, moves: number): number {
  const s = orientSign(work.quad, 0, 1, 2, 3);
  if (s !== 0) return s;
  const x = crossSign(work.quad, 1, 0, 2, 3, 1, 2);
  if (x !== 0) return x * moves;
  const y = crossSign(work.quad, 1, 0, 2, 3, 2, 0);
  if (y !== 0) return y * moves;
  return crossSign(work.quad, 1, 0, 2, 3, 0, 1) * moves;
}
