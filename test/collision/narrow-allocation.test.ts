import { expect, test } from "vitest";
import { allocatedBytes, CALL_BYTES } from "../judges/allocation.js";
import { allocationsOf } from "../judges/allocation-process.js";

test("a warm narrow phase allocates next to nothing: convex shapes, wires, meshes and height fields", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/narrow-allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThan(10);
  // 100 calls each
  expect(bytes.filter(([, count]) => count > 100 * CALL_BYTES)).toEqual([]);
});

test("the judge notices three numbers in every call", () => {
  const boxes: object[] = new Array(300);
  const run = () => {
    for (let i = 0; i < 300; i++) boxes[i] = { number: i + 0.5 };
  };
  expect(allocatedBytes(run, Number.POSITIVE_INFINITY)).toBeGreaterThan(100 * CALL_BYTES);
});
