import { expect, test } from "vitest";
import { CALL_LIMIT } from "../../judges/allocation.js";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm solves make less than 256 bytes each", async () => {
  const bytes = Object.entries(await allocationsOf("test/solvers/complementarity/allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThanOrEqual(4);
  // 100 solves each; observed: at most 36 bytes a solve (interior-point), by the count of its work
  expect(bytes.filter(([, count]) => count > 100 * CALL_LIMIT)).toEqual([]);
});
