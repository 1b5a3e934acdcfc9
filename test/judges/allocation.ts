/**
 * Bytes that `run` allocates on the JavaScript heap once it is warm: the least that two measurements in a row agree on.
 * Code that allocates does so every time, whereas compilation (which other work on the machine may delay) and the test
 * runner only add; so measuring goes on, up to 24 times, until both stay below 4 kB. Two, because a collection in the
 * middle of one measurement could by chance leave as much as there was. Needs `--expose-gc` (vitest.config.ts).
 */
export function allocatedBytes(run: () => void): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("allocatedBytes needs node --expose-gc.");
  run();
  run();
  let least = Number.POSITIVE_INFINITY;
  let previous = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 24 && least > 4096; k++) {
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
