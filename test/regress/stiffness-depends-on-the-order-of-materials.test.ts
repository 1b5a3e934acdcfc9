// The stiffness of two materials is that of the one listed later: swapping two lines of the scene changes the depth threefold.
import { bodyPosition, compileUntyped, createData, step } from "stiction";
import { describe, expect, test } from "vitest";
import { compileLaws } from "../../src/contact/material-laws.js";
import { ProblemList } from "../../src/model/errors.js";

type Material = Record<string, unknown>;
type Numbers = { modulus: number; thickness: number; stiffness: number };

function lawOf(a: Material, b: Material, swapped: boolean) {
  const model = compileUntyped({
    formulation: "augmented-lagrangian",
    timestep: 1e-4,
    materials: swapped ? { b, a } : { a, b },
    bodies: [{ name: "one", mass: 1, shapes: [{ type: "sphere", radius: 0.1 }] }],
  });
  const { materials } = model;
  const at = materials.names.indexOf("a") * (materials.names.length + 1) + materials.names.indexOf("b");
  return compileLaws(model, new ProblemList())[at];
}

const contact = (type: string, given: object) => ({ contact: { type, ...given } });

describe("springs in series, in either order", () => {
  test.each([
    // K = 1/(h₁/k₁ + h₂/k₂)
    [
      "modulus and thickness",
      contact("volumetric", { modulus: 2e6, thickness: 0.2 }),
      contact("volumetric", { modulus: 5e5, thickness: 0.01 }),
      (p: Numbers) => p.modulus / p.thickness,
      1 / (0.2 / 2e6 + 0.01 / 5e5),
    ],
    // σ = (1 − ν²)/E
    [
      "youngModulus on one side",
      contact("volumetric", { modulus: 2e6 }),
      { youngModulus: 3e6, poissonRatio: 0.4, ...contact("volumetric", {}) },
      (p: Numbers) => p.modulus / p.thickness,
      1 / (0.1 / 2e6 + (0.1 * (1 - 0.16)) / 3e6),
    ],
    [
      "youngModulus on both",
      { youngModulus: 4e6, poissonRatio: 0.2, ...contact("rim", {}) },
      { youngModulus: 1e6, poissonRatio: 0.5, ...contact("rim", {}) },
      (p: Numbers) => p.modulus,
      1 / ((1 - 0.04) / 4e6 + (1 - 0.25) / 1e6),
    ],
    [
      "stiffness of a line",
      contact("linear", { stiffness: 3e4 }),
      contact("linear", { stiffness: 6e4 }),
      (p: Numbers) => p.stiffness,
      2e4,
    ],
    // δ = (f/k₁)^(2/3) + (f/k₂)^(2/3)
    [
      "stiffness of a power",
      contact("hunt-crossley", { stiffness: 1e6 }),
      contact("hunt-crossley", { stiffness: 8e6 }),
      (p: Numbers) => p.stiffness,
      (1e6 ** (-2 / 3) + 8e6 ** (-2 / 3)) ** -1.5,
    ],
  ] as const)("%s", (_what, a, b, read, expected) => {
    for (const swapped of [false, true]) {
      // a few operations
      expect(read(lawOf(a, b, swapped).params as Readonly<Record<string, number>> & Numbers) / expected).toBeCloseTo(
        1,
        12,
      );
    }
  });
});

test.each([
  ["linear", "volumetric"],
  ["rim", "hunt-crossley"],
])("laws of different kinds, %s and %s: the same in either order", (a, b) => {
  const names = [false, true].map((swapped) => lawOf(contact(a, {}), contact(b, {}), swapped).law.name);
  expect(names[0]).toBe(names[1]);
});

test.each([false, true])("a block rests at m g/(K S), hard listed first: %s", (swapped) => {
  const soft = contact("volumetric", { modulus: 6e5, thickness: 0.1, restitution: 0.2 });
  const hard = contact("volumetric", { modulus: 3e6, thickness: 0.1, restitution: 0.2 });
  const model = compileUntyped({
    timestep: 2e-3,
    formulation: "augmented-lagrangian",
    materials: swapped ? { hard, soft } : { soft, hard },
    bodies: [
      { name: "floor", type: "static", material: "soft", shapes: [{ type: "plane" }] },
      {
        name: "block",
        mass: 1,
        material: "hard",
        position: [0, 0, 0.1],
        shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 500; k++) step(model, data);
  const depth = 9.81 / (5e6 * 0.04);
  // settled
  expect(Math.abs(0.1 - bodyPosition(model, data, "block")[2] - depth)).toBeLessThan(1e-3 * depth);
});
