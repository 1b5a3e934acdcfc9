import { expect, test } from "vitest";
import { allocatedBytes } from "../judges/allocation.js";
import { allocationsOf } from "../judges/allocation-process.js";

test("a warm narrow phase allocates nothing: convex shapes, wires, meshes and height fields", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/narrow-allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThan(10);
  // 100 calls each: one boxed number a call would be 1,200 bytes, besides the 256 of measuring
  expect(bytes.filter(([, count]) => count > 1300)).toEqual([]);
}, 240_000);

test("the judge notices a number in every call", () => {
  const boxes: object[] = new Array(100);
  const run = () => {
    for (let i = 0; i < 100; i++) boxes[i] = { number: i + 0.5 };
  };
  expect(allocatedBytes(run, Number.POSITIVE_INFINITY)).toBeGreaterThan(1300);
});
