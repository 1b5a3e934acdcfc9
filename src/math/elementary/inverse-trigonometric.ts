import { HIGH, SPLIT } from "./constants.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/** One number as two 32-bit words and as a double. */
const words = new Uint32Array(2);
const bits = new Float64Array(words.buffer);

/**
 * Inverse sine, cosine and tangent, results in radians.
 *
 *   asin x = x + x³ A(x²), |x| ≤ ½;       asin x = π/2 − 2 asin √((1 − x)/2) above
 *   atan x = x + x³ T(x²), |x| ≤ 7/16;    atan x = atan b + atan((x − b)/(1 + b x)), b ∈ {½, 1, 3/2, ∞}, above
 *
 * A (degree 12) and T (degree 11) are minimax fits for the relative error of the result (Remez): 2⁻⁵⁹.
 * Sources: [Muller2016] ch. 3 and 11; [fdlibm] for the break points.
 */

const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const PI = Math.PI;
const PI_LOW = 1.2246467991473532e-16;
const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_LOW = 3.061616997868383e-17;
const ATAN_HALF = 0.4636476090008061;
const ATAN_HALF_LOW = 2.2698777452961687e-17;
const ATAN_3_2 = 0.982793723247329;
const ATAN_3_2_LOW = 1.3903311031230998e-17;

/** Below 2⁻²⁷ all of these round to x. */
const TINY = 7.450580596923828e-9;

/**
 * pair₀ ← z A(z) for z = pair₀: the polynomial that asin and acos share.
 * The constants are local because V8 loads and checks a module-level number each time it is used.
 */
function arcsinePolynomial(): void {
  const A0 = 0.16666666666666763;
  const A1 = 0.07499999999970261;
  const A2 = 0.04464285717512131;
  const A3 = 0.030381942683598843;
  const A4 = 0.022372215660687093;
  const A5 = 0.01735160008681578;
  const A6 = 0.01398096149447661;
  const A7 = 0.011397775738271715;
  const A8 = 0.010786530041619318;
  const A9 = 0.0036830393290584787;
  const A10 = 0.021763503732135866;
  const A11 = -0.021077296746976757;
  const A12 = 0.0326768916197087;
  const z = pair[0];
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = A0 + z * A1 + z2 * (A2 + z * A3) + z4 * (A4 + z * A5 + z2 * (A6 + z * A7));
  const high = A8 + z * A9 + z2 * (A10 + z * A11) + z4 * A12;
  pair[0] = z * (low + z4 * z4 * high);
}

/** a[i] ← asin a[i]; NaN outside [−1, 1]. */
export function asinAt(a: Float64Array, i: number): void {
  const x = a[i];
  const size = Math.abs(x);
  if (size <= 0.5) {
    if (size < TINY) return;
    pair[0] = x * x;
    arcsinePolynomial();
    a[i] = x + x * pair[0];
    return;
  }
  if (!(size <= 1)) {
    a[i] = Number.NaN;
    return;
  }
  // s + c = √z with z = (1 − |x|)/2 exact; the correction uses the upper half of s, whose square is exact.
  const z = 0.5 * (1 - size);
  const s = Math.sqrt(z);
  const t = SPLIT * s;
  const h = t - (t - s);
  const c = s > 0 ? (z - h * h) / (s + h) + (h - s) : 0;
  pair[0] = z;
  arcsinePolynomial();
  const p = pair[0];
  // π/2 − 2 (s + c + s p) in the order that keeps the large parts exact.
  const w = 2 * h;
  const high = HALF_PI - w;
  const highLow = HALF_PI - high - w;
  const y = high + (highLow + HALF_PI_LOW - 2 * (s - h + c + (s + c) * p));
  a[i] = x < 0 ? -y : y;
}

/** a[i] ← acos a[i]; NaN outside [−1, 1]. */
export function acosAt(a: Float64Array, i: number): void {
  const x = a[i];
  const size = Math.abs(x);
  if (size <= 0.5) {
    // π/2 − (x + x p).
    pair[0] = x * x;
    arcsinePolynomial();
    const p = pair[0];
    const high = HALF_PI - x;
    const highLow = HALF_PI - high - x;
    a[i] = high + (highLow + HALF_PI_LOW - x * p);
    return;
  }
  if (!(size <= 1)) {
    a[i] = Number.NaN;
    return;
  }
  const z = 0.5 * (1 - size);
  const s = Math.sqrt(z);
  const t = SPLIT * s;
  const h = t - (t - s);
  const c = s > 0 ? (z - h * h) / (s + h) + (h - s) : 0;
  pair[0] = z;
  arcsinePolynomial();
  const p = pair[0];
  if (x > 0) {
    a[i] = 2 * (s + (c + s * p));
    return;
  }
  const w = 2 * h;
  const high = PI - w;
  const highLow = PI - high - w;
  a[i] = high + (highLow + PI_LOW - 2 * (s - h + c + (s + c) * p));
}

/**
 * Arctangents to which `atanOfPositive` adds, as sums of two doubles; the first stands for no addition. From a table,
 * since a variable that is 0 or one of these is boxed.
 */
const ATAN_HIGH = Float64Array.of(0, ATAN_HALF, QUARTER_PI, ATAN_3_2, HALF_PI);
const ATAN_LOW = Float64Array.of(0, ATAN_HALF_LOW, QUARTER_PI_LOW, ATAN_3_2_LOW, HALF_PI_LOW);

/** pair ← atan a[i] for a[i] > 0, as a sum whose first part is the rounded value. */
function atanOfPositive(a: Float64Array, i: number): void {
  const T0 = -0.33333333333333315;
  const T1 = 0.19999999999993115;
  const T2 = -0.14285714284848353;
  const T3 = 0.11111111056416612;
  const T4 = -0.09090907062223393;
  const T5 = 0.07692259635636996;
  const T6 = -0.06665903925207076;
  const T7 = 0.05874030689503821;
  const T8 = -0.05200170903882915;
  const T9 = 0.04433274559586792;
  const T10 = -0.031922217361041345;
  const T11 = 0.013697980539054438;
  const size = a[i];
  let t = size;
  let piece = 0;
  if (size > 0.4375) {
    if (size < 0.6875) {
      t = (2 * size - 1) / (2 + size);
      piece = 1;
    } else if (size < 1.1875) {
      t = (size - 1) / (size + 1);
      piece = 2;
    } else if (size < 2.4375) {
      t = (size - 1.5) / (1 + 1.5 * size);
      piece = 3;
    } else {
      t = -1 / size;
      piece = 4;
    }
  }
  const z = t * t;
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = T0 + z * T1 + z2 * (T2 + z * T3);
  const middle = T4 + z * T5 + z2 * (T6 + z * T7);
  const high = T8 + z * T9 + z2 * (T10 + z * T11);
  const p = z * (low + z4 * (middle + z4 * high));
  const tail = piece === 0 ? t * p : t * p + ATAN_LOW[piece] + t;
  const head = piece === 0 ? t : ATAN_HIGH[piece];
  const y = head + tail;
  pair[0] = y;
  pair[1] = head - y + tail;
}

/** a[i] ← atan a[i]. */
export function atanAt(a: Float64Array, i: number): void {
  const x = a[i];
  if (!(Math.abs(x) >= TINY)) return;
  a[i] = Math.abs(x);
  atanOfPositive(a, i);
  a[i] = x < 0 ? -pair[0] : pair[0];
}

/** a[i] ← atan2(a[i], a[i+1]), the angle of the point (x, y) = (a[i+1], a[i]) in (−π, π]. */
export function atan2At(a: Float64Array, i: number): void {
  const y = a[i];
  const x = a[i + 1];
  if (Number.isNaN(x) || Number.isNaN(y)) {
    a[i] = Number.NaN;
    return;
  }
  bits[0] = y;
  const yNegative = words[HIGH] >>> 31 === 1;
  bits[0] = x;
  const xNegative = words[HIGH] >>> 31 === 1;
  const ay = Math.abs(y);
  const ax = Math.abs(x);

  // Angle of (|x|, |y|) in [0, π/2], as a sum of two doubles.
  if (ay === 0) {
    pair[0] = 0;
    pair[1] = 0;
  } else if (ax === ay) {
    pair[0] = QUARTER_PI;
    pair[1] = QUARTER_PI_LOW;
  } else {
    // A quotient that overflows to ∞ is π/2; one that underflows to 0 is its own arctangent.
    a[i] = ay / ax;
    atanOfPositive(a, i);
  }
  let angle = pair[0];
  if (xNegative) {
    const high = PI - angle;
    angle = high + (PI - high - angle + (PI_LOW - pair[1]));
  }
  a[i] = yNegative ? -angle : angle;
}

/** Inverse sine in [−π/2, π/2], rad. */
export function asin(x: number): number {
  argument[0] = x;
  asinAt(argument, 0);
  return argument[0];
}

/** Inverse cosine in [0, π], rad. */
export function acos(x: number): number {
  argument[0] = x;
  acosAt(argument, 0);
  return argument[0];
}

/** Inverse tangent in [−π/2, π/2], rad. */
export function atan(x: number): number {
  argument[0] = x;
  atanAt(argument, 0);
  return argument[0];
}

/** Angle of the point (x, y) in [−π, π], rad; signed zeros as in C99 and ECMAScript. */
export function atan2(y: number, x: number): number {
  argument[0] = y;
  argument[1] = x;
  atan2At(argument, 0);
  return argument[0];
}
