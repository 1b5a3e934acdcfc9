// 1,000 kg on a block of 1 kg sink in by 36 mm in augmented-lagrangian at status 0.
import { compile, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";

function status(load: number, stiffness?: number): number {
  const material = stiffness === undefined ? {} : { material: "steel" };
  const model = compile({
    timestep: 0.002,
    formulation: { type: "augmented-lagrangian" },
    ...(stiffness === undefined ? {} : { materials: { steel: { contact: { type: "hunt-crossley", stiffness } } } }),
    bodies: [
      { name: "floor", type: "static", ...material, shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 1,
        ...material,
        position: [0, 0, 0.1],
        shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
      },
      {
        name: "load",
        mass: load,
        ...material,
        position: [0, 0, 0.4],
        shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.2] }],
      },
    ],
  });
  const data = createData(model);
  let all = 0;
  for (let k = 0; k < 300; k++) all |= step(model, data);
  return all;
}

test("a load that rests 9 % of a width deep has a status", () => {
  expect(status(1000) & STATUS.sunk).toBe(STATUS.sunk);
});

test("a light one has not, nor has a soft law that the scene asks for", () => {
  expect(status(1)).toBe(0);
  expect(status(1000, 1.1e6) & STATUS.sunk).toBe(0);
});
