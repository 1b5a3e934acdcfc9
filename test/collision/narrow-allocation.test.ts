import { expect, test } from "vitest";
import { allocatedBytes, CALL_BYTES, CALL_LIMIT } from "../judges/allocation.js";
import { allocationsOf } from "../judges/allocation-process.js";

test("a warm narrow phase makes less than 256 bytes a call: convex shapes, wires, meshes and height fields", async () => {
  const bytes = Object.entries(await allocationsOf("test/collision/narrow-allocation-cases.ts"));
  expect(bytes.length).toBeGreaterThan(10);
  // 100 calls each
  expect(bytes.filter(([, count]) => count > 100 * CALL_LIMIT)).toEqual([]);
});

test("the judge notices three numbers in every call", () => {
  const boxes: object[] = new Array(300);
  const run = () => {
    for (let i = 0; i < 300; i++) boxes[i] = { number: i + 0.5 };
  };
  expect(allocatedBytes(run, Number.POSITIVE_INFINITY)).toBeGreaterThan(100 * CALL_BYTES);
});
