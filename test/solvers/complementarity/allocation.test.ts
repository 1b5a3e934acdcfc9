import { expect, test } from "vitest";
import { CALL_BYTES } from "../../judges/allocation.js";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm solves allocate next to nothing", async () => {
  const bytes = Object.entries(await allocationsOf("test/solvers/complementarity/allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThanOrEqual(4);
  // 100 solves each
  expect(bytes.filter(([, count]) => count > 100 * CALL_BYTES)).toEqual([]);
});
