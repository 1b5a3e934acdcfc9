import { expect, test } from "vitest";
import { CALL_LIMIT } from "../../judges/allocation.js";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm queries of volumes make less than 256 bytes each", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/volume/allocation-cases.ts"));
  expect(bytes.length).toBe(18);
  // 100 queries each
  expect(bytes.filter(([, count]) => count > 100 * CALL_LIMIT)).toEqual([]);
});
