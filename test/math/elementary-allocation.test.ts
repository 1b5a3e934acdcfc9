import { expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";
import { allocatedBytes } from "../judges/allocation.js";

const functions = { ...el };

const forms = [
  "sinAt",
  "cosAt",
  "tanAt",
  "sinCosAt",
  "asinAt",
  "acosAt",
  "atanAt",
  "atan2At",
  "expAt",
  "expm1At",
  "logAt",
  "log1pAt",
  "powAt",
  "hypotAt",
  "hypot3At",
  "sinhAt",
  "coshAt",
  "tanhAt",
  "cbrtAt",
] as const;

test.each(forms)("%s: 100 000 warm calls allocate nothing", (name) => {
  const f = functions[name];
  const a = new Float64Array(3);
  const inverse = name === "asinAt" || name === "acosAt";
  const run = () => {
    for (let k = 0; k < 100_000; k++) {
      // Every kind of argument, huge ones for the slow reduction included.
      const u = (k * 0.6180339887498949) % 1;
      a[0] = inverse ? 2 * u - 1 : k % 16 === 0 ? u * 1e25 : (u - 0.3) * 40;
      a[1] = (u - 0.5) * 10;
      a[2] = u;
      f(a, 0);
    }
  };
  // One boxed double is 12 or 16 bytes, so one per call would be over a megabyte; measured: below 2 kB of noise.
  expect(allocatedBytes(run, 28_800)).toBeLessThan(32_000);
});
