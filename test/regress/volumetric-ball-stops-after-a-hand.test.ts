// With the default volumetric law a ball that rolls at 1 m/s stops after 0.17 m.
import { bodyVelocity, compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

const speedAfter = (shape: object, restitution: number | undefined, seconds: number) => {
  const model = compileUntyped({
    timestep: 2e-3,
    formulation: "augmented-lagrangian",
    materials: {
      m: { friction: 0.6, contact: { type: "volumetric", ...(restitution === undefined ? {} : { restitution }) } },
    },
    bodies: [
      { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
      {
        name: "roller",
        mass: 0.7,
        material: "m",
        position: [0, 0, 0.15],
        velocity: [0, 1.5, 0],
        angularVelocity: [-10, 0, 0],
        shapes: [shape],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < seconds / 2e-3; k++) step(model, data);
  return bodyVelocity(model, data, "roller")[1];
};

/** Speed that hysteresis of a tenth takes in 1 s: at most α λ √m g/R of a footprint as deep as K V = m g, twice over. */
const LOSS = 0.06;

test.each([undefined, 0, 0.5, 1])("a ball rolls on, restitution %s", (restitution) => {
  expect(speedAfter({ type: "sphere", radius: 0.15 }, restitution, 1)).toBeGreaterThan(1.5 - LOSS);
});

test("so does a cylinder", () => {
  const lying = { axis: [0, 1, 0], angle: Math.PI / 2 };
  const shape = { type: "cylinder", radius: 0.15, halfLength: 0.1, orientation: lying };
  expect(speedAfter(shape, undefined, 1)).toBeGreaterThan(1.5 - LOSS);
});
