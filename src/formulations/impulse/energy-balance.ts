/**
 * Energy balance of islands in which impulses could create energy: islands with joints, with contacts that are solved
 * directly or can bounce, or with bodies whose moments of inertia were raised. Joints, contacts and friction dissipate
 * or conserve energy. So with v⁺ the velocities after the first half of the forces of a sub-step and v⁻ those at its
 * end before the second half,
 *
 *   T(v⁻) + S ≤ T(v⁺) + S₀ + W
 *
 * with T the kinetic energy, S the energy of the springs of joints, and W the work of drives and of bodies with
 * prescribed motion. A symplectic method errs in both directions. Lost energy is therefore kept in reserve, up to a
 * fraction of T, and given back; excess energy that could not be removed is recorded as debt. The bodies with the most
 * energy are slowed down to what an island may have. An excess of up to (2 ω h)² T, ω the fastest rotation in the
 * island, is the truncation error of a sub-step h in which bodies turn against each other and the reserve is empty. A
 * larger one is not motion but
 * a failed solution, beyond the limits of linearisation, round-off or the iteration count: status `slowed` reports it.
 */

/** Positions in `state.energy`, ENERGY_SIZE per root; `before` is T + S before plus the work supplied. */
export const ENERGY = {
  before: 0,
  reserved: 1,
  /** What a body at rest gains and loses by free fall over half a sub-step. */
  slack: 2,
  mass: 3,
  /** Least bound. */
  least: 4,
  /** T + S after, without the motion. */
  after: 5,
  /** Work of forces from velocities. */
  work: 6,
  /** Energy that drives can supply from rest. */
  effort: 7,
  /** Permitted debt to feedback. */
  credit: 8,
  /** T after. */
  motion: 9,
  /** Bound of the round-off of the balance. */
  roundOff: 10,
} as const;
export const ENERGY_SIZE = 11;

/** Largest energy reserve, as a fraction of T. */
export const RESERVE = 0.1;

/** Workspace of the balance of one island or body at a time; in arrays, because V8 boxes numbers that are passed. */
export interface Balance {
  /**
   * [T, T before half the forces, h² fᵀM⁻¹f/8, f · v, f² / m of forces without torques] of the body measured last.
   */
  readonly measured: Float64Array;
  readonly momentum: Float64Array;
  /** Kinetic energy that the current island keeps, J. */
  readonly kept: Float64Array;
  /** Factor on the velocities of the current body. */
  readonly slower: Float64Array;
  /** Work of the half of the forces that has acted, on the velocity that the last slowed island has lost, J. */
  readonly paid: Float64Array;
}

export function createBalance(): Balance {
  return {
    measured: new Float64Array(5),
    momentum: new Float64Array(3),
    kept: new Float64Array(1),
    slower: new Float64Array(1),
    paid: new Float64Array(1),
  };
}
