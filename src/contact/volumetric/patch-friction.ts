/**
 * Friction of a whole patch: force in its plane and torque about its normal, from slip and spin. Everything is written
 * in the axes of the patch, e₁, e₂ in its plane and n, about the centroid: velocity (v₁, v₂, ω_n), wrench (F₁, F₂, τ_n)
 * on B.
 */

/** Motion and load of a patch, for its friction. */
export const PATCH_MOTION = {
  /** v₁, v₂ (m/s), ω_n (rad/s): motion of B relative to A. */
  slip: 0,
  /** F_n, N. */
  load: 3,
  /** μ of what rests and of what slips. */
  friction: 4,
  kineticFriction: 5,
  /** r_g = √(nᵀJn/V), m. */
  gyration: 6,
  /** σ₁, σ₂: standard deviations of the pressure along e₁ and e₂, m. */
  spread: 7,
  /** s since the memory was written. */
  elapsed: 9,
  /** N/m and N s/m of the whole patch, for bristles. */
  stiffness: 10,
  damping: 11,
  /** m/s: v₀ of the literal law, below which the others go to zero. */
  speed: 12,
  /** N s/m, outside of the limit. */
  viscosity: 13,
  size: 14,
} as const;

/** Friction of a patch, with derivatives. */
export const PATCH_FRICTION = {
  /** F₁, F₂ (N), τ_n (N m). */
  wrench: 0,
  /** −∂wrench/∂slip, 3 × 3 by rows. */
  damping: 3,
  /** ∂wrench/∂F_n. */
  perLoad: 12,
  /** Part of the load on points that stick, 0 … 1. */
  sticking: 15,
  size: 16,
} as const;
