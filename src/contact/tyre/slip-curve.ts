/**
 * Force of a tyre over its load by slip ρ ≥ 0 along the wheel (axis 0) or across it (axis 1), with friction μ and
 * initial slope c:
 *
 *   magic   f = μ sin(C atan(y − E (y − atan y))),  y = c ρ/(C μ)                         [Pacejka2012, §4.3]
 *   brush   f = μ (1 − (1 − x)³),                   x = c ρ/(3 μ) ≤ 1, parabolic pressure  [Pacejka2012, §3.2]
 *   shear   f = μ (1 − (1 − e^−x)/x),               x = 2 c ρ/μ = ρ L/K, a track of length L and uniform pressure
 *           on soil whose shear stress is μ p (1 − e^−j/K) after a displacement j                 [Wong2008, §4.3]
 *
 * Slip of the magic formula is κ = −V_s/|V_x|, tan α; of the others −V_s/|V_r| with the rolling speed V_r, for a track
 * that of its belt.
 */
import { atanAt, expAt, sinCosAt } from "../../math/elementary.js";

export const FORMULA = { magic: 0, brush: 1, shear: 2 } as const;

/** Places of the constants, for axis 0; those of axis 1 follow each. */
export const CURVE = { friction: 0, slope: 2, shape: 4, curvature: 6 } as const;

/** Below this part of the slip at which all slides, the curve is its slope. */
const SMALL = 1e-9;

/** work[0] ← f/ρ, work[1] ← f′ of an axis at ρ = work[0]; work has room for 4 numbers. */
export function evaluateCurve(formula: number, curve: Float64Array, axis: number, work: Float64Array): void {
  const mu = curve[CURVE.friction + axis];
  const slope = curve[CURVE.slope + axis];
  const rho = work[0];
  if (!(mu > 0)) {
    work[0] = work[1] = 0;
    return;
  }
  const x = (slope * rho) / (3 * mu);
  if (x < SMALL) {
    work[0] = work[1] = slope;
    return;
  }
  if (formula === FORMULA.brush) {
    const rest = Math.max(0, 1 - x);
    // 1 − (1 − x)³ = x (1 + r + r²) while some sticks
    work[0] = rest > 0 ? (slope / 3) * (1 + rest + rest * rest) : mu / rho;
    work[1] = slope * rest * rest;
    return;
  }
  if (formula === FORMULA.shear) {
    evaluateShear(mu, slope, work);
    return;
  }
  const shape = curve[CURVE.shape + axis];
  const e = curve[CURVE.curvature + axis];
  const b = slope / (shape * mu);
  const y = b * rho;
  work[2] = y;
  atanAt(work, 2);
  const z = y - e * (y - work[2]);
  const dz = b * (1 - e + e / (1 + y * y));
  work[2] = z;
  atanAt(work, 2);
  work[2] *= shape;
  sinCosAt(work, 2);
  work[0] = (mu * work[2]) / rho;
  work[1] = (mu * work[3] * shape * dz) / (1 + z * z);
}

/** Below this the series of (1 − e^−x)/x is exact to 1e-13. */
const SERIES = 1e-3;

/** work[0] ← f/ρ, work[1] ← f′ of the shear formula at ρ = work[0]. */
function evaluateShear(mu: number, slope: number, work: Float64Array): void {
  const rho = work[0];
  const x = (2 * slope * rho) / mu;
  if (x < SERIES) {
    work[0] = slope * (1 - x / 3 + (x * x) / 12 - (x * x * x) / 60);
    work[1] = slope * (1 - (2 * x) / 3 + (x * x) / 4 - (x * x * x) / 15);
    return;
  }
  work[2] = -x;
  expAt(work, 2);
  const rest = (1 - work[2]) / x;
  work[1] = (2 * slope * (rest - work[2])) / x;
  work[0] = (mu * (1 - rest)) / rho;
}

/** Slip beyond which the force grows no more, or hardly; found once, when a scene is compiled. */
export function peakSlip(formula: number, curve: Float64Array, axis: number): number {
  const mu = curve[CURVE.friction + axis];
  const slope = curve[CURVE.slope + axis];
  if (!(mu > 0)) return 1e-3;
  if (formula === FORMULA.brush) return (3 * mu) / slope;
  // 97.5 % of it is there at x = 40
  if (formula === FORMULA.shear) return (20 * mu) / slope;
  // the force of a curve without a peak is all but there at 20 times the slip where its slope would reach it
  const most = (20 * mu) / slope;
  const work = new Float64Array(4);
  let low = 0;
  let high = most;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    work[0] = middle;
    evaluateCurve(formula, curve, axis, work);
    if (work[1] > 0) low = middle;
    else high = middle;
  }
  return high;
}
