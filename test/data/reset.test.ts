// A reset leaves no trace: all memory is that of new data, although blocks that are zero are not written.
import { type BodySpec, compile, createData, resetData, type Spec, step } from "stiction";
import { expect, test } from "vitest";

const ball = (name: string, position: readonly number[], rest: Partial<BodySpec> = { mass: 1 }): BodySpec => ({
  name,
  position: [...position],
  shapes: [{ type: "sphere", radius: 0.5 }],
  ...rest,
});

const heap = (fixed: number): Spec => ({
  formulation: { type: "impulse", preset: "fast" },
  bodies: [
    { name: "floor", type: "static", shapes: [{ type: "plane" }] },
    ...Array.from({ length: 12 }, (_, k) => ball(`m${k}`, [0.3 * (k % 3), 0.2 * (k % 2), 0.5 + k])),
    ...Array.from({ length: fixed }, (_, k) => ball(`f${k}`, [10 + 2 * k, 0, 0], { type: "static" })),
  ],
});

test("memory after a reset is that of new data, byte for byte", () => {
  const model = compile(heap(3));
  const fresh = createData(model);
  const used = createData(model);
  for (let k = 0; k < 40; k++) step(model, used);
  // a number that looks like zero and is not
  used.bodyForce[3] = -0;
  resetData(model, used);
  const { start } = fresh.layout;
  expect(Buffer.compare(Buffer.from(used.memory.buffer, start), Buffer.from(fresh.memory.buffer, start))).toBe(0);
});

test("static shapes reserve a sixth of the contacts of moving ones", () => {
  const pairs = (fixed: number) => createData(compile(heap(fixed))).pairKey.length / 2;
  expect(pairs(1000) - pairs(0)).toBe(2 * 1000);
  expect(pairs(0)).toBe(12 * 12 + 2);
});
