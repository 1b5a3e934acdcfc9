// In complementarity a box at 20 m/s and more passed a thin plate at status 0: below the plate every gap is open again.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";

test.each([
  [25, 1 / 60, { type: "box", halfExtents: [0.03, 0.05, 0.04] }],
  [90, 0.001, { type: "box", halfExtents: [0.04, 0.03, 0.05] }],
  [180, 1 / 60, { type: "box", halfExtents: [0.05, 0.05, 0.02] }],
  [22, 1 / 60, { type: "capsule", radius: 0.012, halfLength: 0.18 }],
])("a way through the plate at %f m/s is reported", (speed, timestep, shape) => {
  const model = compileUntyped({
    timestep,
    gravity: [0, 0, 0],
    formulation: { type: "complementarity" },
    materials: { steel: { density: 7800, friction: 0.3 } },
    bodies: [
      { name: "plate", type: "static", material: "steel", shapes: [{ type: "box", halfExtents: [1, 1, 0.003] }] },
      {
        name: "shot",
        material: "steel",
        position: [0.1, 0.03, 0.9],
        velocity: [0, 0.03 * speed, -speed],
        angularVelocity: [2, 4, 3],
        shapes: [shape],
      },
    ],
  });
  const data = createData(model);
  const shot = model.bodyNames.indexOf("shot");
  let status = 0;
  for (let k = 0; k * timestep < 0.3; k++) status |= step(model, data);
  const through = data.bodyPos[3 * shot + 2] < 0;
  expect(through).toBe((status & STATUS.unresolved) !== 0);
});
