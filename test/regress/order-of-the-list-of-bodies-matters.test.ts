/**
 * The same scene with its bodies listed in another order ended in another pile.
 *
 * Shapes stood in the order of the list. They stand in the order of their bodies' names, so the list decides no bit.
 */
import { bodyPosition, compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

const box = (k: number) => ({
  name: `box-${k}`,
  position: [0.03 * (k % 3), 0.02 * (k % 2), 0.3 + 0.55 * k],
  shapes: [{ type: "box", halfExtents: [0.25, 0.25, 0.25] }],
});

function run(order: readonly number[]): number[] {
  const bodies = [{ name: "floor", type: "static", shapes: [{ type: "plane" }] }, ...order.map(box)];
  const model = compileUntyped({ timestep: 1 / 60, formulation: { type: "impulse" }, bodies });
  const data = createData(model);
  for (let k = 0; k < 60; k++) step(model, data);
  return [...order].sort((a, b) => a - b).flatMap((k) => [...bodyPosition(model, data, `box-${k}`)]);
}

test.each([[[5, 4, 3, 2, 1, 0]], [[2, 0, 5, 1, 4, 3]]])("order %j of six boxes gives the same bits", (order) => {
  expect(run(order)).toEqual(run([0, 1, 2, 3, 4, 5]));
});
