import { checkWord } from "../model/arguments.js";
import { show } from "../model/errors.js";
import { checksumText, xxh32 } from "./checksum.js";
import type { Data } from "./data.js";
import { checkOwner } from "./owner.js";
import { fieldBytes, stateFields } from "./snapshot.js";

/** Numeric profile of the arithmetic that made the state. */
export type NumericProfile = (typeof PROFILES)[number];
const PROFILES = ["f64", "mixed"] as const;

/** Name of the algorithm: xxHash32 over 32-bit little-endian words, run with two seeds. */
export const HASH_ALGORITHM = "xxh32x2";

const SEEDS = [0, 0x5711c710] as const;

/**
 * A hash of the state: `f64-xxh32x2-0123456789abcdef`. It covers the bytes that a snapshot covers, field by field, with
 * every NaN replaced by the canonical one, so that the same motion gives the same text on every machine. What was only
 * measured over the last step, for sensors, is left out. The profile is that of the scene unless it is given.
 */
export function stateHash(data: Data, profile?: NumericProfile): string {
  checkOwner(data?.model, data);
  // a formulation that computes in single precision has a system for it
  profile ??= data.systems.impulseMixed ? "mixed" : "f64";
  checkWord("numeric profile", profile, PROFILES);
  const lanes: number[] = [...SEEDS];
  for (const field of stateFields(data)) {
    if (field.measured === true) continue;
    const bytes = canonical(fieldBytes(data, field), field.type === "f64");
    for (let k = 0; k < 2; k++) lanes[k] = xxh32(bytes, lanes[k]);
  }
  return `${profile}-${HASH_ALGORITHM}-${lanes.map(checksumText).join("")}`;
}

/** Hash of any bytes, for contents and caches: sixteen hexadecimal digits. */
export function bytesHash(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw new RangeError(`expected bytes, a Uint8Array, got ${show(bytes)}`);
  return SEEDS.map((seed) => checksumText(xxh32(bytes, seed))).join("");
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
