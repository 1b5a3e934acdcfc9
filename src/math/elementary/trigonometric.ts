import { SPLIT } from "./constants.js";
import { reduceAt } from "./reduce.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/**
 * Sine, cosine and tangent, radians.
 *
 * After reduction to r + c, |r| ≤ π/4, with z = r²:
 *
 *   sin(r + c) = r + (r z S(z) + c (1 − z/2)),   cos(r + c) = (1 − z/2) + (z² C(z) − r c)
 *
 * where S and C are polynomials of degree 5, minimax fits (Remez) to (sin r − r)/r³ with weight z and to
 * (cos r − 1 + z/2)/z² with weight z²: they err by 2⁻⁵⁷ and 2⁻⁶⁰ of the result.
 * Sources: [Muller2016] ch. 3 and 11; [fdlibm] for the order of the compensated sums.
 */

const QUARTER_PI = 0.7853981633974483;
/** Below 2⁻²⁷ sin x and tan x round to x (this also keeps −0). */
const TINY = 7.450580596923828e-9;

/** Sine and cosine of the reduced argument, each as a sum of two doubles: sine, its tail, cosine, its tail. */
const both = new Float64Array(4);

/**
 * a[i] ← sin(a[i] + turn π/2), turn 0 or 1.
 * The constants are local because V8 loads and checks a module-level number each time it is used.
 */
function sineAt(a: Float64Array, i: number, turn: number): void {
  const S0 = -0.16666666666666632;
  const S1 = 0.008333333333322413;
  const S2 = -0.00019841269829807819;
  const S3 = 2.7557313691920794e-6;
  const S4 = -2.5050758115642605e-8;
  const S5 = 1.5896795672224764e-10;
  const C0 = 0.0416666666666666;
  const C1 = -0.0013888888888874125;
  const C2 = 2.4801587289482174e-5;
  const C3 = -2.7557314352328286e-7;
  const C4 = 2.0875723272501897e-9;
  const C5 = -1.1359647761725295e-11;
  let r = a[i];
  let c = 0;
  let n = turn;
  if (Math.abs(r) > QUARTER_PI) {
    n += reduceAt(a, i, pair);
    r = pair[0];
    c = pair[1];
  }
  const z = r * r;
  const z2 = z * z;
  const h = 0.5 * z;
  const w = 1 - h;
  let y: number;
  if ((n & 1) === 0) {
    const s = S0 + z * S1 + z2 * (S2 + z * S3 + z2 * (S4 + z * S5));
    y = r + (r * z * s + c * w);
  } else {
    const s = C0 + z * C1 + z2 * (C2 + z * C3 + z2 * (C4 + z * C5));
    y = w + (1 - w - h + (z2 * s - r * c));
  }
  a[i] = (n & 2) === 0 ? y : -y;
}

/** both ← sine and cosine of the reduced a[i], the same numbers as in `sineAt`; returns the quarter turn n. */
function reduceBoth(a: Float64Array, i: number): number {
  const S0 = -0.16666666666666632;
  const S1 = 0.008333333333322413;
  const S2 = -0.00019841269829807819;
  const S3 = 2.7557313691920794e-6;
  const S4 = -2.5050758115642605e-8;
  const S5 = 1.5896795672224764e-10;
  const C0 = 0.0416666666666666;
  const C1 = -0.0013888888888874125;
  const C2 = 2.4801587289482174e-5;
  const C3 = -2.7557314352328286e-7;
  const C4 = 2.0875723272501897e-9;
  const C5 = -1.1359647761725295e-11;
  let r = a[i];
  let c = 0;
  let n = 0;
  if (Math.abs(r) > QUARTER_PI) {
    n = reduceAt(a, i, pair);
    r = pair[0];
    c = pair[1];
  }
  const z = r * r;
  const z2 = z * z;
  const h = 0.5 * z;
  const w = 1 - h;
  const s = S0 + z * S1 + z2 * (S2 + z * S3 + z2 * (S4 + z * S5));
  const k = C0 + z * C1 + z2 * (C2 + z * C3 + z2 * (C4 + z * C5));
  both[0] = r;
  both[1] = r * z * s + c * w;
  both[2] = w;
  both[3] = 1 - w - h + (z2 * k - r * c);
  return n;
}

/** a[i] ← sin a[i]. */
export function sinAt(a: Float64Array, i: number): void {
  if (Math.abs(a[i]) < TINY) return;
  sineAt(a, i, 0);
}

/** a[i] ← cos a[i]. */
export function cosAt(a: Float64Array, i: number): void {
  sineAt(a, i, 1);
}

/** a[i + 1] ← cos a[i], a[i] ← sin a[i]; the same bits as `sinAt` and `cosAt`, with one reduction. */
export function sinCosAt(a: Float64Array, i: number): void {
  if (Math.abs(a[i]) < TINY) {
    a[i + 1] = 1;
    return;
  }
  const n = reduceBoth(a, i);
  const s = both[0] + both[1];
  const k = both[2] + both[3];
  const odd = (n & 1) !== 0;
  const y0 = odd ? k : s;
  const y1 = odd ? s : k;
  a[i] = (n & 2) === 0 ? y0 : -y0;
  // cos changes sign in the second and third quarter turn: n = 1 and n = 2.
  a[i + 1] = ((n + 1) & 2) === 0 ? y1 : -y1;
}

/** a[i] ← tan a[i], as the quotient of sine and cosine that are both kept as unevaluated sums of two doubles. */
export function tanAt(a: Float64Array, i: number): void {
  if (Math.abs(a[i]) < TINY) return;
  const n = reduceBoth(a, i);
  const sine = both[0] + both[1];
  const sineLow = both[0] - sine + both[1];
  const cosine = both[2] + both[3];
  const cosineLow = both[2] - cosine + both[3];
  // Numerator and denominator: sin/cos, or −cos/sin in odd quarter turns.
  const odd = (n & 1) !== 0;
  const u = odd ? -cosine : sine;
  const uLow = odd ? -cosineLow : sineLow;
  const v = odd ? sine : cosine;
  const vLow = odd ? sineLow : cosineLow;
  const t = u / v;
  // Remainder u − t v with the product split exactly.
  let s = SPLIT * t;
  const th = s - (s - t);
  const tl = t - th;
  s = SPLIT * v;
  const vh = s - (s - v);
  const vl = v - vh;
  const m = t * v;
  const e = th * vh - m + th * vl + tl * vh + tl * vl;
  a[i] = t + (u - m - e + (uLow - t * vLow)) / v;
}

/** Sine of x, rad. Within 1 ulp for every finite x; NaN for ±∞. */
export function sin(x: number): number {
  argument[0] = x;
  sinAt(argument, 0);
  return argument[0];
}

/** Cosine of x, rad. Within 1 ulp for every finite x; NaN for ±∞. */
export function cos(x: number): number {
  argument[0] = x;
  cosAt(argument, 0);
  return argument[0];
}

/** Tangent of x, rad. Within 1 ulp for every finite x; NaN for ±∞. */
export function tan(x: number): number {
  argument[0] = x;
  tanAt(argument, 0);
  return argument[0];
}

/** out[offset] ← sin x, out[offset + 1] ← cos x. */
export function sinCos(x: number, out: Float64Array, offset: number): void {
  out[offset] = x;
  sinCosAt(out, offset);
}
