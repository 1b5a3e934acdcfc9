// Modes of a block that friction holds on a floor listed it as free to slide: three rigid modes.
import { compileUntyped, createData, modesAtRest } from "stiction";
import { expect, test } from "vitest";

test.each(["augmented-lagrangian", "impulse"])("bristles of contacts hold sideways and in spin, %s", (formulation) => {
  const model = compileUntyped({
    name: "gripping",
    formulation,
    timestep: 0.002,
    materials: { wood: { friction: 0.5 } },
    bodies: [
      { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 2.6,
        material: "wood",
        position: [0, 0, 0.11],
        shapes: [{ type: "box", halfExtents: [0.2, 0.15, 0.1] }],
      },
    ],
  });
  const { equilibrium, modes } = modesAtRest(model, createData(model));
  expect(equilibrium).toMatchObject({ found: true, stable: true });
  // the four points of the box bear its weight together; 1e-4 of gravity is left at most
  expect(Math.abs(equilibrium.contacts[0].force[2]) / (2.6 * 9.81)).toBeCloseTo(1, 3);
  expect(modes.modes.some(({ kind }) => kind === "rigid")).toBe(false);
});
