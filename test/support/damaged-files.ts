/** Files that were damaged: bytes changed, left out, repeated, exchanged or replaced by words that readers dislike. */

/** Damaged files per reader: 2,000 in the full form. */
export const DAMAGED = process.env.STICTION_FULL === "1" ? 2000 : 30;

/** A reader may need this much memory, as a multiple of the file, beside what every reader needs, bytes. */
const FACTOR = 10;
export const MEMORY_BASE = 64 * 2 ** 20;
/** Processor time, s: the largest of the files takes a tenth of a second. */
const LONGEST = 10;

/** A generator of its own, so that a failure can be repeated: Marsaglia's xorshift. */
export function random(seed: number): () => number {
  let x = (seed + 1) * 2654435761;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  "nan",
  "1e999",
  "-1",
  "0",
  "4294967295",
  "99999999999",
  "<a>",
  "</",
  "&x;",
  '"',
  "]]>",
  "$(x)",
  "\u0000",
  "../",
  "\n",
];

/** Bytes changed, left out, repeated, exchanged or replaced by words that readers dislike. */
function mutate(bytes: Uint8Array, next: () => number): Uint8Array {
  let out = bytes.slice();
  const at = () => Math.floor(next() * out.length);
  for (let k = Math.floor(next() * 4); k >= 0; k--) {
    const kind = Math.floor(next() * 6);
    if (kind === 0) out[at()] = Math.floor(next() * 256);
    else if (kind === 1) out = out.slice(0, at());
    else if (kind === 2) {
      const [a, b] = [at(), at()].sort((x, y) => x - y);
      out = Uint8Array.from([...out.subarray(0, a), ...out.subarray(b)]);
    } else if (kind === 3) {
      const a = at();
      const part = out.slice(a, a + Math.floor(next() * 64));
      out = Uint8Array.from([...out.subarray(0, a), ...part, ...out.subarray(a)]);
    } else if (kind === 4) out[at()] ^= 1 << Math.floor(next() * 8);
    else {
      const a = at();
      const word = new TextEncoder().encode(WORDS[Math.floor(next() * WORDS.length)]);
      out = Uint8Array.from([...out.subarray(0, a), ...word, ...out.subarray(a + Math.floor(next() * 8))]);
    }
    if (out.length === 0) return out;
  }
  return out;
}

/**
 * Gives damaged forms of a file to a reader, which reads or refuses them. Whatever else it throws is a fault, and so is
 * memory beyond ten times the file. Returns how many it read.
 */
export async function readDamaged(
  bytes: Uint8Array,
  attempt: (bytes: Uint8Array) => Promise<"read" | "refused">,
): Promise<number> {
  let read = 0;
  for (let seed = 0; seed < DAMAGED; seed++) {
    const damaged = mutate(bytes, random(seed));
    const [memory, time] = [process.memoryUsage().arrayBuffers, process.cpuUsage()];
    try {
      if ((await attempt(damaged)) === "read") read++;
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}`);
    }
    const grown = process.memoryUsage().arrayBuffers - memory;
    const { user, system } = process.cpuUsage(time);
    if (grown > MEMORY_BASE + FACTOR * damaged.length) throw new Error(`seed ${seed}: ${grown} bytes`);
    if (user + system > LONGEST * 1e6) throw new Error(`seed ${seed}: ${(user + system) / 1e6} s`);
  }
  return read;
}
