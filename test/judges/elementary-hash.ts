/**
 * Fingerprint of the elementary functions: the same code runs under Node and in a browser and must return the same text.
 * Nothing here depends on the engine: arguments come from integer arithmetic and bit patterns, and NaN, whose bits the
 * language leaves open, is hashed as one fixed pattern.
 */

/** The functions to be hashed, by name; those of two or three variables are told apart by `length`. */
export type Functions = Record<string, (x: number, y: number, z: number) => number>;

export const hashedFunctions = [
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "atan2",
  "exp",
  "expm1",
  "log",
  "log1p",
  "pow",
  "hypot",
  "hypot3",
  "sinh",
  "cosh",
  "tanh",
  "cbrt",
] as const;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const high = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

/** FNV-1a of 64 bits over the bytes of the results for `count` seeded arguments, lower word first, as 16 hex digits. */
export function hashFunction(f: (x: number, y: number, z: number) => number, seed: number, count: number): string {
  const next = xorshift(seed);
  let hash = 0xcbf29ce484222325n;
  for (let k = 0; k < count; k++) {
    const x = argument(next, k);
    const y = argument(next, k + 1);
    const z = argument(next, k + 2);
    const result = f(x, y, z);
    double[0] = result;
    let low = words[1 - high];
    let top = words[high];
    if (Number.isNaN(result)) {
      low = 0;
      top = 0x7ff80000;
    }
    for (let shift = 0; shift < 32; shift += 8) hash = step(hash, (low >>> shift) & 255);
    for (let shift = 0; shift < 32; shift += 8) hash = step(hash, (top >>> shift) & 255);
  }
  return hash.toString(16).padStart(16, "0");
}

/** Hash of every function in `hashedFunctions`, each with its own seed. */
export function hashElementary(functions: Functions, count = 10_000): Record<string, string> {
  const result: Record<string, string> = {};
  hashedFunctions.forEach((name, k) => {
    result[name] = hashFunction(functions[name], 1 + k, count);
  });
  return result;
}

function step(hash: bigint, byte: number): bigint {
  return BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
}

/** 32-bit xorshift. */
function xorshift(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Four kinds in turn: in [−1, 1], in [−8, 8], with an exponent between −20 and 20, and any bit pattern at all. */
function argument(next: () => number, k: number): number {
  const a = next();
  const b = next();
  const kind = k & 3;
  if (kind < 2) {
    const unit = (a * 4294967296 + b) / (4294967296 * 4294967296);
    return (2 * unit - 1) * (kind === 0 ? 1 : 8);
  }
  words[1 - high] = a;
  words[high] = kind === 2 ? (b & 0x800fffff) | ((1003 + ((b >>> 20) % 41)) << 20) : b;
  return double[0];
}
