/**
 * Random numbers by place instead of by order: the number of stream `stream` at place `index` is a function of the seed
 * alone, so that any row of a study can be made without the rows before it.
 */

/** Mixes 32 bits so that each bit of the result depends on each bit of the input (the finalizer of MurmurHash3). */
function mix(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 32 bits from seed, stream and place. */
export function bits(seed: number, stream: number, index: number, salt = 0): number {
  let h = mix(seed ^ 0x9e3779b9);
  h = mix(h ^ mix(Math.floor(seed / 2 ** 32) + 0x7f4a7c15));
  h = mix(h ^ mix(stream + 0x165667b1));
  h = mix(h ^ mix((index % 2 ** 32) + 0x27d4eb2f));
  h = mix(h ^ mix(Math.floor(index / 2 ** 32) + salt + 0x61c88647));
  return h >>> 0;
}

/** A number strictly between 0 and 1, uniform, with 52 random bits. */
export function uniform(seed: number, stream: number, index: number): number {
  const high = bits(seed, stream, index, 1) >>> 6;
  const low = bits(seed, stream, index, 2) >>> 6;
  return (high * 2 ** 26 + low + 0.5) * 2 ** -52;
}

/** A generator of numbers in order, for optimisers and environments. */
export interface Random {
  /** Uniform in (0, 1). */
  next(): number;
  /** Normal with mean 0 and deviation 1. */
  normal(): number;
}

/** A stream of random numbers; the same seed gives the same numbers. */
export function createRandom(seed: number, stream = 0): Random {
  let index = 0;
  const next = () => uniform(seed, stream, index++);
  return { next, normal: () => normalQuantile(next()) };
}

/**
 * Quantile of the standard normal distribution: Φ(x) = u. Wichura's algorithm AS 241 (PPND16), relative error about
 * 1e-16 [Wichura1988].
 */
export function normalQuantile(u: number): number {
  if (!(u > 0 && u < 1)) return u === 0 ? Number.NEGATIVE_INFINITY : u === 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  const q = u - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(NEAR_ABOVE, r)) / polynomial(NEAR_BELOW, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? u : 1 - u));
  const x =
    r <= 5
      ? polynomial(MIDDLE_ABOVE, r - 1.6) / polynomial(MIDDLE_BELOW, r - 1.6)
      : polynomial(FAR_ABOVE, r - 5) / polynomial(FAR_BELOW, r - 5);
  return q < 0 ? -x : x;
}

/** Σ c[k] r^k */
function polynomial(c: readonly number[], r: number): number {
  let sum = 0;
  for (let k = c.length - 1; k >= 0; k--) sum = sum * r + c[k];
  return sum;
}

const NEAR_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const NEAR_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const MIDDLE_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_ABOVE = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_BELOW = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];
