/**
 * Bytes that `run` allocates on the JavaScript heap once it is warm: the smallest of three measurements after warm-up,
 * since compilation and the test runner add noise but never take away. Needs `--expose-gc` (set in vitest.config.ts).
 */
export function allocatedBytes(run: () => void): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("allocatedBytes needs node --expose-gc.");
  for (let k = 0; k < 3; k++) run();
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    run();
    const after = process.memoryUsage().heapUsed;
    // A collection in between would make the difference negative and say nothing.
    if (after >= before) least = Math.min(least, after - before);
  }
  return least;
}
