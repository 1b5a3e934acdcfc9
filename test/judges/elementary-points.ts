/** Seeded arguments for the accuracy tests of the elementary functions, spread over the places where they go wrong. */

/** A source of uniform numbers in [0, 1) (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const double = new Float64Array(1);
const word = new BigInt64Array(double.buffer);
const words = new Uint32Array(double.buffer);

/** The double that lies `steps` representable numbers above x > 0. */
export function stepDoubles(x: number, steps: number): number {
  double[0] = x;
  word[0] += BigInt(steps);
  return double[0];
}

export type Source = (random: Random) => number;

const unit = (random: Random) =>
  (Math.floor(random() * 67108864) * 134217728 + Math.floor(random() * 134217728)) / 2 ** 53;
const sign = (random: Random) => (random() < 0.5 ? -1 : 1);

/** Uniform in [low, high). */
export const uniform =
  (low: number, high: number): Source =>
  (random) =>
    low + (high - low) * unit(random);

/** Either sign, exponent uniform in [low, high], all fraction bits random. */
export const scales =
  (low: number, high: number): Source =>
  (random) =>
    sign(random) * (1 + unit(random)) * 2 ** (low + Math.floor(random() * (high - low + 1)));

/** Positive numbers only. */
export const positive =
  (source: Source): Source =>
  (random) =>
    Math.abs(source(random));

/** Below the normal range, leading zeros of every length. */
export const subnormal: Source = (random) => {
  words[0] = Math.floor(random() * 4294967296);
  words[1] = Math.floor(random() * 1048576);
  word[0] >>= BigInt(Math.floor(random() * 52));
  if (word[0] === 0n) word[0] = 1n;
  return sign(random) * double[0];
};

/** Within a few doubles of a multiple of π/2, the multiple up to 2⁵⁰. */
export const nearMultiple: Source = (random) => {
  const multiple = Math.max(1, Math.floor(unit(random) * 2 ** (1 + random() * 49)));
  return sign(random) * stepDoubles((multiple * Math.PI) / 2, Math.floor(random() * 9) - 4);
};

/** c (1 ± 2^−j u), j up to 52. */
export const near =
  (c: number): Source =>
  (random) =>
    c * (1 + sign(random) * unit(random) * 2 ** -Math.floor(random() * 53));

/** A source per twentieth of the points: `mix([10, a], [10, b])` alternates a and b half and half. */
export function mix(...shares: [number, Source][]): Source[] {
  const table: Source[] = [];
  for (const [share, source] of shares) for (let k = 0; k < share; k++) table.push(source);
  if (table.length !== 20) throw new Error(`shares add up to ${table.length}, not 20`);
  return table;
}

/** Points per function: a million in full mode, one in a hundred of the same sequence otherwise. */
export const pointCount = process.env.STICTION_FULL ? 1_000_000 : 10_000;
