import { HIGH, LOW, SPLIT, TWO_54 } from "./constants.js";

/** Scratch argument of the plain forms; its content is undefined between calls. */
const argument = new Float64Array(3);

/** One number as two 32-bit words and as a double. */
const words = new Uint32Array(2);
const bits = new Float64Array(words.buffer);

/**
 * Lengths and cube root.
 *
 *   hypot(x, y) = √(x² + y²) without intermediate overflow or underflow: the sum of squares is formed to about 100 bits
 *   (Dekker) on arguments scaled by a power of two, and the root is corrected once by its residual.
 *   cbrt: an estimate from the exponent, three Halley steps, then one more step from 26 bits of the root, whose square
 *   is exact.
 *
 * Sources: [Dekker1971]; [Borges2019] for the corrected root; [fdlibm].
 */

/** 2^±600 and 2^±700. */
const DOWN = 2.409919865102884e-181;
const DOWN_BACK = 4.149515568880993e180;
const UP = 5.260135901548374e210;
const UP_BACK = 1.90109156629516e-211;
/** Between these the squares and their errors are normal numbers. */
const TINY_OPERAND = 1e-130;
const BIG = 1e145;

const TWO_MINUS_54 = 5.551115123125783e-17;
const TWO_162 = 5.846006549323612e48;
const TWO_MINUS_162 = 1.7105694144590052e-49;

/** a[i] ← √(a[i]² + a[i+1]²). Infinite if either is, even if the other is NaN. */
export function hypotAt(a: Float64Array, i: number): void {
  rootOfSquaresAt(a, i, 2);
}

/** a[i] ← √(a[i]² + a[i+1]² + a[i+2]²). */
export function hypot3At(a: Float64Array, i: number): void {
  rootOfSquaresAt(a, i, 3);
}

function rootOfSquaresAt(a: Float64Array, i: number, count: number): void {
  let x = Math.abs(a[i]);
  let y = Math.abs(a[i + 1]);
  let z = count === 3 ? Math.abs(a[i + 2]) : 0;
  const infinite = Number.POSITIVE_INFINITY;
  if (x === infinite || y === infinite || z === infinite) {
    a[i] = infinite;
    return;
  }
  const largest = Math.max(x, y, z);
  if (!(largest > 0)) {
    a[i] = largest;
    return;
  }
  // Scale by a power of two where squares would leave the range of normal numbers.
  let back = 1;
  if (largest > BIG) {
    x *= DOWN;
    y *= DOWN;
    z *= DOWN;
    back = DOWN_BACK;
  } else if (largest < TINY_OPERAND) {
    x *= UP;
    y *= UP;
    z *= UP;
    back = UP_BACK;
  }
  // Sum of exact squares: s + e.
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  let c = SPLIT * x;
  let h = c - (c - x);
  let l = x - h;
  let e = h * h - xx + 2 * h * l + l * l;
  c = SPLIT * y;
  h = c - (c - y);
  l = y - h;
  e += h * h - yy + 2 * h * l + l * l;
  c = SPLIT * z;
  h = c - (c - z);
  l = z - h;
  e += h * h - zz + 2 * h * l + l * l;
  const s1 = xx + yy;
  let b = s1 - xx;
  e += xx - (s1 - b) + (yy - b);
  const s = s1 + zz;
  b = s - s1;
  e += s1 - (s - b) + (zz - b);
  // r + (s + e − r²)/(2 r).
  const r = Math.sqrt(s);
  c = SPLIT * r;
  h = c - (c - r);
  l = r - h;
  const rr = r * r;
  const residual = s - rr - (h * h - rr + 2 * h * l + l * l) + e;
  a[i] = (r + residual / (2 * r)) * back;
}

/** a[i] ← ∛a[i]. */
export function cbrtAt(a: Float64Array, i: number): void {
  const x = a[i];
  let size = Math.abs(x);
  if (!(size > 0) || size === Number.POSITIVE_INFINITY) return;
  let back = 1;
  if (size < 1e-200) {
    size *= TWO_162;
    back = TWO_MINUS_54;
  } else if (size > 1e200) {
    size *= TWO_MINUS_162;
    back = TWO_54;
  }
  // A third of the exponent and leading fraction bits: within 6 % of the root.
  bits[0] = size;
  words[HIGH] = Math.floor(words[HIGH] / 3) + 715094163;
  words[LOW] = 0;
  let t = bits[0];
  for (let k = 0; k < 3; k++) {
    const cube = t * t * t;
    t -= t * ((cube - size) / (cube + cube + size));
  }
  // Keep 26 bits of t: its square is exact, and one step from it gives the rest.
  const c = SPLIT * t;
  t = c - (c - t);
  const q = size / (t * t);
  const y = (t + t * ((q - t) / (t + t + q))) * back;
  a[i] = x < 0 ? -y : y;
}

/** √(x² + y²), within 1 ulp. */
export function hypot(x: number, y: number): number {
  argument[0] = x;
  argument[1] = y;
  hypotAt(argument, 0);
  return argument[0];
}

/** √(x² + y² + z²), within 1 ulp. */
export function hypot3(x: number, y: number, z: number): number {
  argument[0] = x;
  argument[1] = y;
  argument[2] = z;
  hypot3At(argument, 0);
  return argument[0];
}

/** Cube root, within 1 ulp. */
export function cbrt(x: number): number {
  argument[0] = x;
  cbrtAt(argument, 0);
  return argument[0];
}
