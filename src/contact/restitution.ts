/**
 * The restitution of a damped contact, and the damping for a given restitution.
 *
 * Power laws, f = k δⁿ (1 + D δ̇/v₀): a body that hits with v₀, no other force acting, leaves with e v₀ where
 *
 *   D (1 + e) = ln[(1 + D)/(1 − D e)]
 *
 * whatever k, n and mass. It follows from m v dv/dδ = −f, which separates. The published formulas for D are
 * approximations of its inverse: good near e = 1, and far off for soft impacts.
 *
 * Kelvin–Voigt, f = (k δ + c δ̇)₊ with ζ = c/(2√(km)): the body leaves when the force is zero, before the gap has
 * closed again:
 *
 *   e = exp(−2 ζ acos ζ/√(1 − ζ²)),   and with acosh ζ/√(ζ² − 1) above critical damping
 *
 * Sources: [Luaces2013, §3.1.1]; [HuntCrossley1975]; [LankaraniNikravesh1990]; [FloresMachadoSilvaMartins2011];
 * [SchwagerPoschel2007] for the Kelvin–Voigt contact that does not pull.
 */
import { acos, exp, log, log1p } from "../math/elementary.js";

/** Restitutions below this count as this: D and ζ would be infinite at 0. */
export const LEAST_RESTITUTION = 5e-4;

/** Below this D the terms of the closed form cancel, and its series is used. */
const SMALL = 0.05;

/** D = 3(1 − ε)/2, [HuntCrossley1975] and [Luaces2013] (3.1). */
export function huntCrossleyFactor(restitution: number): number {
  return 1.5 * (1 - restitution);
}

/** D = 3(1 − ε²)/4, [LankaraniNikravesh1990]. */
export function lankaraniNikraveshFactor(restitution: number): number {
  return 0.75 * (1 - restitution * restitution);
}

/** D = 8(1 − ε)/(5ε), [FloresMachadoSilvaMartins2011]. */
export function floresFactor(restitution: number): number {
  const e = Math.max(restitution, LEAST_RESTITUTION);
  return (1.6 * (1 - e)) / e;
}

/**
 * The D whose impact has exactly this restitution, 0 … 1. Newton's rule from above the root, where
 * h(D) = D(1 + e) − ln(1 + D) + ln(1 − De) falls and is concave, so that no step passes the root.
 */
export function exactFactor(restitution: number): number {
  let factor = exactFactors.get(restitution);
  if (factor === undefined) {
    factor = solveExactFactor(restitution);
    exactFactors.set(restitution, factor);
  }
  return factor;
}

/** Factors that were asked for: laws ask in every evaluation, and a scene has a few restitutions. */
const exactFactors = new Map<number, number>();

function solveExactFactor(restitution: number): number {
  const e = Math.min(1, Math.max(restitution, LEAST_RESTITUTION));
  if (e === 1) return 0;
  // De < 1, and 1 − De is smaller than its value (1 + D) exp(−D(1 + e)) at D = 1/e
  const above = (1 - (1 + 1 / e) * exp(-(1 + e) / e)) / e;
  if (e < 0.03) return above;
  let factor = Math.min(above, floresFactor(e));
  for (let k = 0; k < 30; k++) {
    const change = balance(factor, e) / slope(factor, e);
    factor -= change;
    if (Math.abs(change) <= 1e-15 * factor) break;
  }
  return factor;
}

/** h(D)/D², which has the root without the double one at D = 0. */
function balance(d: number, e: number): number {
  if (d >= SMALL) return (d * (1 + e) - log1p(d) + log1p(-d * e)) / (d * d);
  // −Σ_{j ≥ 2} D^{j−2} (e^j − (−1)^j)/j … with its sign: −ln(1+D) + ln(1−De) = −Σ D^j (e^j − (−1)^j)/j
  let sum = 0;
  let power = 1;
  let ej = e;
  let sign = -1;
  for (let j = 2; j < 16; j++) {
    ej *= e;
    sign = -sign;
    sum -= (power * (ej - sign)) / j;
    power *= d;
  }
  return sum;
}

/** d/dD of `balance`. */
function slope(d: number, e: number): number {
  if (d >= SMALL) return ((1 + e - 1 / (1 + d) - e / (1 - d * e)) / d - 2 * balance(d, e)) / d;
  let sum = 0;
  let power = 1;
  let ej = e * e;
  let sign = 1;
  for (let j = 3; j < 16; j++) {
    ej *= e;
    sign = -sign;
    sum -= ((j - 2) * power * (ej - sign)) / j;
    power *= d;
  }
  return sum;
}

/** Restitution e of a power law with damping factor D ≥ 0: the inverse of `exactFactor`. */
export function restitutionOf(factor: number): number {
  if (factor === 0) return 1;
  if (factor < SMALL) {
    // from e = 1 downwards; h/D² falls with e, by e/(1 − De)
    let e = 1;
    for (let k = 0; k < 30; k++) {
      const change = (balance(factor, e) * (1 - factor * e)) / e;
      e += change;
      if (Math.abs(change) <= 1e-15) break;
    }
    return e;
  }
  return (1 - exp(releaseLog(factor))) / factor;
}

/**
 * ln(1 − De): t < 0 with t − eᵗ + D + 1 − ln(1 + D) = 0. The left-hand side is concave and grows: Newton's rule from
 * the left.
 */
function releaseLog(factor: number): number {
  const constant = factor + 1 - log1p(factor);
  let t = -constant;
  for (let k = 0; k < 60; k++) {
    const et = exp(t);
    const change = (t - et + constant) / (1 - et);
    t -= change;
    if (Math.abs(change) <= 1e-15 * Math.abs(t)) break;
  }
  return t;
}

/** 1 − De of the release, without the cancellation. */
export function releaseBracket(factor: number): number {
  if (factor < SMALL) return 1 - factor * restitutionOf(factor);
  return exp(releaseLog(factor));
}

/** q(ζ) = acos ζ/√(1 − ζ²), continued above 1 by acosh ζ/√(ζ² − 1); q(1) = 1. */
export function dampedAngle(ratio: number): number {
  const x = 1 - ratio;
  if (Math.abs(x) < 1e-4) return 1 + x / 3 + (2 * x * x) / 15;
  if (x > 0) return acos(ratio) / Math.sqrt(x * (1 + ratio));
  const root = Math.sqrt(-x * (1 + ratio));
  return log(ratio + root) / root;
}

/** Restitution of a Kelvin–Voigt contact that does not pull, by its damping ratio ζ. */
export function kelvinVoigtRestitution(ratio: number): number {
  return exp(-2 * ratio * dampedAngle(ratio));
}

/**
 * Damping ratio ζ of the Kelvin–Voigt contact with this restitution. ln e(ζ) falls and is convex: Newton's rule from ζ
 * = 0.
 */
export function kelvinVoigtRatio(restitution: number): number {
  const wanted = -0.5 * log(Math.min(1, Math.max(restitution, LEAST_RESTITUTION)));
  let ratio = 0;
  for (let k = 0; k < 60; k++) {
    const q = dampedAngle(ratio);
    const x = (1 - ratio) * (1 + ratio);
    const dq = Math.abs(x) < 1e-4 ? -1 / 3 : (ratio * q - 1) / x;
    const change = (wanted - ratio * q) / (q + ratio * dq);
    ratio += change;
    if (Math.abs(change) <= 1e-15 * ratio) break;
  }
  return ratio;
}
