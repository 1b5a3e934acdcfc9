/**
 * Status of a factorisation or a solve. Numerical trouble is a status, never an exception: the caller decides
 * whether to shrink a step, add compliance or give up. Small integers, so returning one allocates nothing.
 */

/** The factor or the solution is usable as it stands. */
export const FACTOR_OK = 0;

/** At least one pivot was replaced; the factor belongs to a nearby matrix, so solve with refinement. */
export const FACTOR_PERTURBED = 1;

/** A pivot is zero to working precision and perturbation was not allowed; there is no usable factor. */
export const FACTOR_SINGULAR = 2;

/** NaN or infinity in the input, or overflow on the way. */
export const FACTOR_NON_FINITE = 3;

/** A solve was requested of a factor that does not exist or failed; the right-hand side is left untouched. */
export const FACTOR_MISSING = 4;

export type FactorStatus = 0 | 1 | 2 | 3 | 4;

/**
 * Pivots below this fraction of the terms they were summed from count as zero (64 ε, unit 1).
 *
 * A pivot is d = a − Σ tⱼ with a rounding error of about ε (|a| + Σ|tⱼ|), so a value under 64 ε of that sum has at most
 * six trustworthy bits, and most often none. The test does not change when rows and columns are scaled together,
 * so light bodies next to stiff springs raise no false alarm. Sensible range 1e-15…1e-12: smaller lets round-off
 * through as a pivot, larger rejects systems that are merely ill-conditioned.
 */
export const PIVOT_TOLERANCE = 64 * 2.220446049250313e-16;

/**
 * The pivot replacement to pass as `perturb` where it is wanted: √ε = 2⁻²⁶ of the terms of the pivot (unit 1). Each
 * step of refinement then gains about eight digits, so two recover the solution of the unperturbed system.
 */
export const PERTURBATION = 1.4901161193847656e-8;
