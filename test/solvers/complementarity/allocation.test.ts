import { expect, test } from "vitest";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm solves allocate nothing", async () => {
  const bytes = Object.entries(await allocationsOf("test/solvers/complementarity/allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThanOrEqual(4);
  // 100 solves each: one boxed number a solve would be 1,200 bytes, besides the 256 of measuring
  expect(bytes.filter(([, count]) => count > 1300)).toEqual([]);
}, 240_000);
