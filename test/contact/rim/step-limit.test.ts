/** The longest step that `compile` and `stiction info` tell for contact from the rim. That it is the one that is measured is `verify own.rim-step`. */
import { compile, contact, type FormulationSpec, type Spec } from "stiction";
import { describe, expect, test } from "vitest";
import { boxMesh, icoSphere } from "../../../proof/reference/mesh-shapes.js";
import { rimImpact, rimSection } from "../../../src/contact/rim/rim-step-limit.js";

const LAW = {
  modulus: 2.1e6 / (2 * 0.91),
  correction: 0.5,
  restitution: 1,
  leastSpeed: 0.2,
  normalWeight: 1,
  normals: "both",
  dampingCap: 0,
};
const mesh = ({ vertices, faces }: ReturnType<typeof boxMesh>) => ({
  vertices: Float64Array.from(vertices.flat()),
  triangles: Uint32Array.from(faces.flat()),
});

describe("sections", () => {
  test("of a cube: its circumference, walls without a part of their own", () => {
    const { weight } = rimSection(mesh(boxMesh(0.2, 0.2, 0.2)), [0, 0, 1], LAW, 1, 1);
    for (const w of weight) expect(w).toBeCloseTo(0.8, 9);
  });

  test("of a cube on its corner, three edges up: a triangle of 3√2 d√3 whose faces have c² = 1/3", () => {
    const up = [1, 1, 1].map((x) => x / Math.sqrt(3));
    const { spacing, weight } = rimSection(mesh(boxMesh(0.2, 0.2, 0.2)), up, LAW, 1, 1);
    for (let k = 1; k < 20; k++) expect(weight[k] / (k * spacing)).toBeCloseTo(3 * Math.sqrt(6) * (1 + 1 / 3), 6);
  });

  test("of a ball: circles, all but for the facets", () => {
    const { spacing, weight } = rimSection(mesh(icoSphere(0.2, 4)), [0, 0, 1], LAW, 1, 1);
    const d = 40 * spacing;
    const circle = 2 * Math.PI * Math.sqrt(d * (0.4 - d));
    // c = 1 − d/R; facets of 5120 triangles are 13 mm long
    expect(Math.abs(weight[40] / (circle * (1 + (1 - d / 0.2) ** 2)) - 1)).toBeLessThan(0.02);
  });
});

test("an elastic impact of a cube is half a vibration", () => {
  const section = rimSection(mesh(boxMesh(0.2, 0.2, 0.2)), [0, 0, 1], LAW, 1, 1);
  const omega = Math.sqrt((LAW.modulus * 0.5 * 0.8) / 4);
  const { duration, depth, restitution } = rimImpact(section, LAW, 1, 1);
  // found half a step late and left half a step later, of 700 steps
  expect(Math.abs((duration * omega) / Math.PI - 1)).toBeLessThan(5e-3);
  expect(Math.abs(depth * omega - 1)).toBeLessThan(5e-3);
  expect(Math.abs(restitution - 1)).toBeLessThan(1e-3);
});

const scene = (timestep: number, formulation: FormulationSpec, mass = 1): Spec => ({
  timestep,
  formulation,
  materials: { soft: { friction: 0, youngModulus: 2.1e6, poissonRatio: 0.3, contact: { type: "rim" } } },
  bodies: [
    { name: "floor", type: "static", material: "soft", shapes: [boxMesh(0.6, 0.6, 0.2)] },
    { name: "cube", mass, material: "soft", position: [0, 0, 0.3], shapes: [boxMesh(0.2, 0.2, 0.2)] },
  ],
});

describe("what is told", () => {
  const longest = (spec: Spec) => contact.contactReport(compile(spec))[0].longestStep;

  test("the limit goes with √m", () => {
    const one = longest(scene(1e-4, { type: "forces" }));
    // impacts of 1 m/s: with the floor of the impact speed and the cap of damping the law is one of √(m/k) alone
    expect(Math.abs(longest(scene(1e-4, { type: "forces" }, 4)) / one - 2)).toBeLessThan(0.05);
  });

  test.each([{ type: "forces" }, { type: "augmented-lagrangian" }] as const)(
    "compile warns of longer steps: %o",
    (formulation) => {
      const limit = longest(scene(1e-4, formulation));
      expect(compile(scene(0.98 * limit, formulation)).warnings).toEqual([]);
      const warnings = compile(scene(1.02 * limit, formulation)).warnings;
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/timestep: an impact of cube \(soft on soft\) at 1 m\/s on something flat/);
    },
  );
});
