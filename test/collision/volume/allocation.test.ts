import { expect, test } from "vitest";
import { allocationsOf } from "../../judges/allocation-process.js";

test("warm queries of volumes allocate nothing", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/volume/allocation-cases.ts"));
  expect(bytes.length).toBe(18);
  // 100 queries each: one boxed number a query would be 1,200 bytes, besides the 256 of measuring
  expect(bytes.filter(([, count]) => count > 1300)).toEqual([]);
}, 240_000);
