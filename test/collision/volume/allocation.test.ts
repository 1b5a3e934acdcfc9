import { expect, test } from "vitest";
import { CALL_BYTES } from "../../judges/allocation.js";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm queries of volumes allocate next to nothing", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/volume/allocation-cases.ts"));
  expect(bytes.length).toBe(18);
  // 100 queries each
  expect(bytes.filter(([, count]) => count > 100 * CALL_BYTES)).toEqual([]);
});
