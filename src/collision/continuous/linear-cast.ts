import { separationOf } from "../narrow/pair-table.js";
import { type Collider, createSeparation } from "../narrow/types.js";

/** How a cast ended. */
export const CAST = {
  /** They do not meet up to the limit. */
  none: 0,
  /** They meet at t. */
  hit: 1,
  /** They overlap or touch at the start; t = 0, with the separation there. */
  overlap: 2,
  /** Not decided after the largest number of iterations; up to t they do not meet. */
  limit: 3,
  /** The pair has no separation routine. */
  unsupported: 4,
} as const;

/** Result of a cast. */
export interface Cast {
  /**
   * [t, normal from A to B 3, point on A 3, point on B 3] at the time of impact, world; written unless the status is
   * `none`.
   */
  readonly values: Float64Array;
  /** Largest t that is looked for, at index 0. */
  readonly limit: Float64Array;
  /** See `CAST`. */
  status: number;
  /** Separations computed. */
  iterations: number;
}

export function createCast(): Cast {
  return { values: new Float64Array(10), limit: Float64Array.of(1), status: CAST.none, iterations: 0 };
}

/** Gap that counts as touching, as a part of the size of the pair, and of the coordinates for the sake of round-off. */
const TOUCH = 1e-12;
const ROUND_OFF = 1e-15;

/** Iterations of convex pairs; transversal impacts take two to eight, tangential ones gain a bit each. */
const CONVEX_STEPS = 100;
/** Iterations of other pairs, which advance by the whole gap only. */
const OTHER_STEPS = 500;

const pose = new Float64Array(7);
const gap = createSeparation();

/**
 * First t in [0, limit] at which A, moved by t · motion[mo …] (3, m) without turning, touches B.
 *
 * Conservative advancement [MirtichThesis1996]: with φ the gap at t and n the normal from A to B,
 *
 *   t ← t + φ/(motion · n).
 *
 * Two convex solids are separated by the slab of width φ normal to n, and A needs that long to cross it, so no t that
 * is reached is too late. φ(t) is a convex function, and this is Newton's iteration from the side where it stays below
 * the root: it converges quadratically unless the motion is tangential, then by a factor of two. When motion · n ≤ 0
 * they do not meet at all. For other pairs, as long as they have a separation, t ← t + φ/|motion| holds, which is safe
 * and slow.
 */
export function linearCast(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  motion: Float64Array,
  mo: number,
  out: Cast,
): void {
  const convex = a.shape.convex && b.shape.convex;
  const steps = convex ? CONVEX_STEPS : OTHER_STEPS;
  const mx = motion[mo];
  const my = motion[mo + 1];
  const mz = motion[mo + 2];
  const way = Math.sqrt(mx * mx + my * my + mz * mz);
  const end = out.limit[0];
  const { values } = gap;
  const touch = touchGap(a, poseA, ao, b, poseB, bo);
  for (let k = 3; k < 7; k++) pose[k] = poseA[ao + k];
  let t = 0;
  out.status = CAST.none;
  out.iterations = 0;
  for (; out.iterations < steps; ) {
    for (let k = 0; k < 3; k++) pose[k] = poseA[ao + k] + t * motion[mo + k];
    out.iterations++;
    if (!separationOf(a, pose, 0, b, poseB, bo, gap)) {
      out.status = CAST.unsupported;
      return;
    }
    const phi = values[0];
    const rate = mx * values[1] + my * values[2] + mz * values[3];
    if (!(phi > touch)) {
      out.status = t === 0 ? CAST.overlap : CAST.hit;
      // the last piece of the way, if it is there
      if (t > 0 && rate > 0) t = Math.min(t + phi / rate, end);
      writeCast(out);
      out.values[0] = t;
      return;
    }
    if (convex && !(rate > 0)) return;
    const next = t + phi / (convex ? rate : way);
    if (!(next <= end)) return;
    if (next === t) {
      // the gap is less than the last digit of the way
      out.status = CAST.hit;
      writeCast(out);
      out.values[0] = t;
      return;
    }
    t = next;
  }
  out.status = CAST.limit;
  writeCast(out);
  out.values[0] = t;
}

/** Normal and points of the last separation. */
function writeCast(out: Cast): void {
  for (let k = 1; k < 10; k++) out.values[k] = gap.values[k];
}

/** The gap that counts as touching, m. */
export function touchGap(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
): number {
  const size = Math.min(a.reach, b.reach);
  let far = 0;
  for (let k = 0; k < 3; k++) far = Math.max(far, Math.abs(poseA[ao + k]), Math.abs(poseB[bo + k]));
  return TOUCH * (size < Number.POSITIVE_INFINITY ? size : 0) + ROUND_OFF * far;
}
