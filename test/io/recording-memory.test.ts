/**
 * A recording of any length is written in constant memory: what is kept is an entry of the index per megabyte (.mcap)
 * or a checksum per 64 lines (.csv). 10 GB in the full form.
 */
import { COUNTER, compile, createData, step } from "stiction";
import { createRecorder, RECORDING_FORMATS } from "stiction/io";
import { expect, test } from "vitest";

/** Bytes between the two readings of the memory. */
const LENGTH = process.env.STICTION_FULL === "1" ? 10e9 : 8e6;
/**
 * What may be kept of that: of .csv 8 characters per 64 lines of some 1,000 bytes, in objects of 40 bytes, 0.1 %; of
 * .mcap an entry of 1 kB per chunk of 1 MB, 0.1 %; and what a heap that was just collected differs by.
 */
const KEPT = 0.002 * LENGTH + 2e6;

const collect = (globalThis as { gc?: () => void }).gc as () => void;

/** Bytes in use after a collection. */
function inUse(): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test.each(RECORDING_FORMATS)("%s", async (format) => {
  const names = Array.from({ length: 8 }, (_, k) => `ball${k}`);
  const model = compile({
    name: "long",
    timestep: 1 / 64,
    sensors: names.flatMap((name) => [`body/${name}/position`, `body/${name}/velocity`]),
    bodies: names.map((name, k) => ({ name, position: [k, 0, 10], shapes: [{ type: "sphere", radius: 0.1 }] })),
  });
  const data = createData(model);
  let written = 0;
  const write = (bytes: Uint8Array) => void (written += bytes.length);
  const recorder = await createRecorder(format, model, { write });
  step(model, data);
  data.counter[COUNTER.steps] = 0;
  /** Records states that nobody computed: the memory of the recorder alone. */
  const upTo = async (length: number) => {
    while (written < length) {
      for (let k = 0; k < 16; k++) {
        recorder.record(data);
        data.counter[COUNTER.steps]++;
        data.clock[0] += 1 / 64;
        data.bodyPos[3] += 1e-3 * k;
      }
      await recorder.flush();
    }
  };
  await upTo(2e6);
  const before = inUse();
  await upTo(2e6 + LENGTH);
  expect(inUse() - before).toBeLessThan(KEPT);
  expect(recorder.waiting).toBe(0);
});
