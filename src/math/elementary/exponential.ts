import { POWERS, ROUND, ZEROTH } from "./constants.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/**
 * Exponential and its relatives.
 *
 *   e^x = 2^k e^(r + c),   k = ⌊x/ln 2⌉,   |r| ≤ ½ ln 2,   e^(r + c) = 1 + (r + (c + r² E(r)))
 *
 * ln 2 is split so that k·LN2_HIGH is exact (Cody and Waite); E is a polynomial of degree 10, the minimax fit (Remez)
 * to (e^r − 1 − r)/r² with weight r²: 2⁻⁶⁰. The sum is compensated, so that the rounding of the result dominates.
 * Sources: [CodyWaite1980]; [Muller2016] ch. 11 and 3; [fdlibm].
 */

/** Largest x with finite e^x, and smallest with e^x > 0. */
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

/** a[i] ← e^a[i]. */
export function expAt(a: Float64Array, i: number): void {
  const x = a[i];
  if (!(x <= OVERFLOW)) {
    if (x > OVERFLOW) a[i] = Number.POSITIVE_INFINITY;
    return;
  }
  if (x < UNDERFLOW) {
    a[i] = 0;
    return;
  }
  pair[0] = x;
  pair[1] = 0;
  expOfPair(pair, a, i);
}

/**
 * Reduces and sums: for x + δ in `pair` writes r and q with e^(x + δ) = 2^k (1 + (r + q)), |q| ≪ |r|, and returns k.
 * The constants are local because V8 loads and checks a module-level number each time it is used.
 */
function reduceExponent(pair: Float64Array): number {
  const PER_LN2 = Math.LOG2E;
  const LN2_HIGH = 0.6931471805598903;
  const LN2_LOW = 5.497923018708371e-14;
  const E0 = 0.5;
  const E1 = 0.16666666666666685;
  const E2 = 0.04166666666666673;
  const E3 = 0.008333333333316737;
  const E4 = 0.0013888888888858534;
  const E5 = 0.0001984126989706215;
  const E6 = 2.4801587373568104e-5;
  const E7 = 2.755723423372367e-6;
  const E8 = 2.755723350082528e-7;
  const E9 = 2.5112240876831636e-8;
  const E10 = 2.092690143614061e-9;
  const x = pair[0];
  const kd = x * PER_LN2 + ROUND - ROUND;
  const high = x - kd * LN2_HIGH;
  const low = kd * LN2_LOW - pair[1];
  const r = high - low;
  const c = high - r - low;
  const r2 = r * r;
  const r4 = r2 * r2;
  const e = E0 + r * E1 + r2 * (E2 + r * E3) + r4 * (E4 + r * E5 + r2 * (E6 + r * E7) + r4 * (E8 + r * E9 + r2 * E10));
  pair[0] = r;
  pair[1] = c + r2 * e + c * r;
  return kd | 0;
}

/**
 * a[i] ← e^(pair₀ + pair₁), |pair₁| ≪ |pair₀| ≤ 746: the core shared by `expAt`, `powAt` and the hyperbolic functions.
 */
export function expOfPair(pair: Float64Array, a: Float64Array, i: number): void {
  const k = reduceExponent(pair);
  const r = pair[0];
  const s = 1 + r;
  const y = s + (1 - s + r + pair[1]);
  // Scale by 2^k in two exact halves, so results below 2⁻¹⁰²² are rounded once.
  const half = k >> 1;
  a[i] = y * POWERS[ZEROTH + half] * POWERS[ZEROTH + k - half];
}

/** pair ← e^a[i] − 1 as an unevaluated sum, for |a[i]| < 700 and not tiny: (2^k − 1) + 2^k (r + q). */
export function expm1Pair(a: Float64Array, i: number, pair: Float64Array): void {
  pair[0] = a[i];
  pair[1] = 0;
  const k = reduceExponent(pair);
  // r + q as a sum of two doubles, then times 2^k (exact), then plus 2^k − 1 (TwoSum).
  const r = pair[0];
  const q = pair[1];
  const p = r + q;
  const pLow = r - p + q;
  const scale = POWERS[ZEROTH + k];
  const m = scale - 1;
  const mLow = scale - m - 1;
  const u = scale * p;
  const s = m + u;
  const b = s - m;
  const t = m - (s - b) + (u - b) + (scale * pLow + mLow);
  const y = s + t;
  pair[0] = y;
  pair[1] = s - y + t;
}

/** a[i] ← e^a[i] − 1. */
export function expm1At(a: Float64Array, i: number): void {
  const x = a[i];
  // Below 2⁻⁵⁴ the result rounds to x (and −0 stays −0); beyond ±ends it is e^x, or −1.
  if (!(Math.abs(x) >= 5.551115123125783e-17)) return;
  if (x > 60) {
    expAt(a, i);
    return;
  }
  if (x < -60) {
    a[i] = -1;
    return;
  }
  expm1Pair(a, i, pair);
  a[i] = pair[0];
}

/** e^x. Within 1 ulp, subnormal results included. */
export function exp(x: number): number {
  argument[0] = x;
  expAt(argument, 0);
  return argument[0];
}

/** e^x − 1, accurate near zero. Within 1 ulp. */
export function expm1(x: number): number {
  argument[0] = x;
  expm1At(argument, 0);
  return argument[0];
}
