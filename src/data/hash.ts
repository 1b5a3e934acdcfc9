import type { Data } from "./data.js";
import { fieldBytes, stateFields } from "./snapshot.js";

/** Numeric profile of the arithmetic that made the state. */
export type NumericProfile = "f64" | "mixed";

/** Name of the algorithm: xxHash32 over 32-bit little-endian words, run with two seeds. */
export const HASH_ALGORITHM = "xxh32x2";

const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const SEEDS = [0, 0x5711c710] as const;

/**
 * A hash of the state: `f64-xxh32x2-0123456789abcdef`. It covers the bytes that a snapshot covers, field by field, with
 * every NaN replaced by the canonical one, so that the same motion gives the same text on every machine. What was only
 * measured over the last step, for sensors, is left out.
 */
export function stateHash(data: Data, profile: NumericProfile = "f64"): string {
  const lanes: number[] = [...SEEDS];
  for (const field of stateFields(data)) {
    if (field.measured === true) continue;
    const bytes = canonical(fieldBytes(data, field), field.type === "f64");
    for (let k = 0; k < 2; k++) lanes[k] = xxh32(bytes, lanes[k]);
  }
  return `${profile}-${HASH_ALGORITHM}-${lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("")}`;
}

/** Hash of any bytes, for contents and caches: sixteen hexadecimal digits. */
export function bytesHash(bytes: Uint8Array): string {
  return SEEDS.map((seed) => (xxh32(bytes, seed) >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The same bytes with every NaN (any payload, any sign) written as 0x7ff8000000000000. */
function canonical(bytes: Uint8Array, floats: boolean): Uint8Array {
  if (!floats) return bytes;
  const words = new Uint32Array(bytes.slice().buffer);
  for (let i = 0; i < words.length; i += 2) {
    const high = words[i + 1] & 0x7fffffff;
    if (high > 0x7ff00000 || (high === 0x7ff00000 && words[i] !== 0)) {
      words[i] = 0;
      words[i + 1] = 0x7ff80000;
    }
  }
  return new Uint8Array(words.buffer);
}

/** xxHash32 [xxHash]; four lanes of 32-bit words, then the tail. */
function xxh32(bytes: Uint8Array, seed: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const n = bytes.length;
  let at = 0;
  let h: number;
  if (n >= 16) {
    let a = (seed + P1 + P2) | 0;
    let b = (seed + P2) | 0;
    let c = seed | 0;
    let d = (seed - P1) | 0;
    for (; at + 16 <= n; at += 16) {
      a = Math.imul(rotl(a + Math.imul(view.getUint32(at, true), P2), 13), P1);
      b = Math.imul(rotl(b + Math.imul(view.getUint32(at + 4, true), P2), 13), P1);
      c = Math.imul(rotl(c + Math.imul(view.getUint32(at + 8, true), P2), 13), P1);
      d = Math.imul(rotl(d + Math.imul(view.getUint32(at + 12, true), P2), 13), P1);
    }
    h = (rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18)) | 0;
  } else {
    h = (seed + 0x165667b1) | 0;
  }
  h = (h + n) | 0;
  for (; at + 4 <= n; at += 4) h = Math.imul(rotl(h + Math.imul(view.getUint32(at, true), P3), 17), P4);
  for (; at < n; at++) h = Math.imul(rotl(h + Math.imul(bytes[at], 0x165667b1), 11), P1);
  h = Math.imul(h ^ (h >>> 15), P2);
  h = Math.imul(h ^ (h >>> 13), P3);
  return h ^ (h >>> 16);
}

function rotl(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}
