/**
 * In `complementarity` a box that a scene places 2 cm deep in a floor falls through it, and a ball at the same depth
 * leaves it at 20 m/s in one step of 1 ms (80 m/s from 8 cm).
 */
import { bodyPosition, bodyVelocity, compile, createData, restore, type Spec, snapshot, step } from "stiction";
import { describe, expect, test } from "vitest";

type Shapes = NonNullable<NonNullable<Spec["bodies"]>[number]["shapes"]>;
const shapes: Readonly<Record<string, Shapes>> = {
  ball: [{ type: "sphere", radius: 0.1 }],
  box: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
  cylinder: [{ type: "cylinder", radius: 0.1, halfLength: 0.1 }],
};
const PUSH = 1.5;

const scene = (shape: Shapes, depth: number, timestep: number): Spec => ({
  timestep,
  formulation: { type: "complementarity", pushSpeed: PUSH },
  bodies: [
    { name: "floor", type: "static", position: [0, 0, -0.5], shapes: [{ type: "box", halfExtents: [2, 2, 0.5] }] },
    { name: "body", mass: 1, position: [0, 0, 0.1 - depth], shapes: shape },
  ],
});

describe.each(Object.entries(shapes))("%s", (_name, shape) => {
  test.each([
    [0.02, 1e-3],
    [0.08, 1e-3],
    [0.08, 1e-2],
  ])("%f m deep, steps of %f s", (depth, timestep) => {
    const model = compile(scene(shape, depth, timestep));
    const data = createData(model);
    let fastest = 0;
    while (data.time < 1) {
      step(model, data);
      fastest = Math.max(fastest, bodyVelocity(model, data, "body")[2]);
    }
    // the solver's tolerance
    expect(fastest).toBeLessThan(PUSH + 1e-6);
    expect(bodyPosition(model, data, "body")[2]).toBeCloseTo(0.1, 6);
  });
});

test("a state that was kept while a box is pushed out goes on", () => {
  const model = compile(scene(shapes.box, 0.08, 1e-3));
  const first = createData(model);
  for (let k = 0; k < 20; k++) step(model, first);
  const second = createData(model);
  restore(model, second, snapshot(first));
  for (let k = 0; k < 980; k++) step(model, second);
  expect(bodyPosition(model, second, "body")[2]).toBeCloseTo(0.1, 6);
});
