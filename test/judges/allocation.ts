/**
 * Bytes that one call of a warm kernel may allocate on average: two boxed numbers of 12 to 16 bytes. The rule that matters to a user is
 * about a whole step (scene-allocation.ts); this one names the kernel.
 */
export const CALL_BYTES = 32;

/**
 * The same for kernels whose callers pass workspaces and get numbers back: a quarter of the 1 kB that a warm step may make
 * (scene-allocation.ts). Observed in one run of all kinds: rows of a screw 193 bytes, of a point on a plane 55, a
 * cylinder on a height field 78, two meshes 46, a flush volume 34; all others below CALL_BYTES.
 */
export const CALL_LIMIT = 256;

/** Measuring ends when this many bytes or fewer were seen twice in a row, unless the caller wants it closer. */
const FEW = 4096;

/** How long to go on while there are more, µs of this process: other work on the machine must not shorten it. */
const PATIENCE = 15e6;

/**
 * Bytes that `run` allocates on the JavaScript heap once it is warm: the least that two measurements in a row agree on.
 * Code that allocates does so every time, whereas compilation (which other work on the machine may delay) and the test
 * runner only add; so measuring goes on, at least 24 times and for up to `patience` µs of its own time, until both stay below `enough`. Only code that
 * does allocate takes that long. Two, because a collection in the middle of one measurement could by chance leave as much
 * as there was. Needs `--expose-gc` (vitest.config.ts).
 */
export function allocatedBytes(run: () => void, enough = FEW, patience = PATIENCE): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("allocatedBytes needs node --expose-gc.");
  run();
  run();
  const start = process.cpuUsage();
  let least = Number.POSITIVE_INFINITY;
  let previous = Number.POSITIVE_INFINITY;
  for (let k = 0; least > enough && (k < 24 || process.cpuUsage(start).user < patience); k++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    run();
    const difference = process.memoryUsage().heapUsed - before;
    // A negative difference means that a collection came between, and says nothing.
    const bytes = difference >= 0 ? difference : Number.POSITIVE_INFINITY;
    least = Math.min(least, Math.max(previous, bytes));
    previous = bytes;
  }
  return least;
}
