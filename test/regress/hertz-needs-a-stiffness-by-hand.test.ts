// Materials have youngModulus and poissonRatio, and still `hertz` pushes with 1e6 N/m^1.5 whatever they and the shapes are.
import { bodyPosition, bodyVelocity, contact, createSimulation, type ShapeSpec, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";

const STEEL = { modulus: 2e8, poisson: 0.29 };
const CORK = { modulus: 1.9e7, poisson: 0.1 };
const G = 9.81;
const MASS = 0.9;

const scene = (shapes: readonly ShapeSpec[], depths: readonly number[], law: object, floor: ShapeSpec): Spec => ({
  timestep: 1e-3,
  gravity: [0, 0, -G],
  formulation: { type: "augmented-lagrangian" },
  materials: {
    cork: { friction: 0, youngModulus: CORK.modulus, poissonRatio: CORK.poisson, contact: { type: "hertz", ...law } },
    steel: { friction: 0, youngModulus: STEEL.modulus, poissonRatio: STEEL.poisson, contact: "hertz" },
  },
  bodies: [
    { name: "floor", type: "static", material: "steel", shapes: [floor] },
    ...shapes.map((shape, i) => ({
      name: `body${i}`,
      mass: MASS,
      inertia: [0.01, 0.01, 0.01] as [number, number, number],
      centerOfMass: [0, 0, 0] as [number, number, number],
      material: "cork",
      position: [i, 0, -depths[i]] as [number, number, number],
      shapes: [shape],
    })),
  ],
});

const depthOf = (radius: number, points = 1) =>
  ((MASS * G) / points / contact.hertzStiffness({ ...CORK, radius }, { ...STEEL, radius: Number.POSITIVE_INFINITY })) **
  (2 / 3);

const plane: ShapeSpec = { type: "plane" };
/** Shapes whose lowest point is at the origin of the body, and their R. */
const SHAPES: readonly (readonly [string, ShapeSpec, number, number])[] = [
  ["sphere", { type: "sphere", radius: 0.03, position: [0, 0, 0.03] }, 0.03, 1],
  ["larger sphere", { type: "sphere", radius: 0.12, position: [0, 0, 0.12] }, 0.12, 1],
  ["ellipsoid", { type: "ellipsoid", semiAxes: [0.2, 0.1, 0.05], position: [0, 0, 0.05] }, 0.4, 1],
  [
    "capsule on its side, at both ends",
    {
      type: "capsule",
      radius: 0.04,
      halfLength: 0.1,
      position: [0, 0, 0.04],
      orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    },
    0.04,
    2,
  ],
];

test("each of several shapes on one floor rests at the depth of its own radius", () => {
  const depths = SHAPES.map(([, , radius, points]) => depthOf(radius, points));
  const { model, data } = createSimulation(
    scene(
      SHAPES.map(([, shape]) => shape),
      depths,
      {},
      plane,
    ),
  );
  for (let n = 0; n < 200; n++) step(model, data);
  SHAPES.forEach(([name], i) => {
    // left in balance: round-off of 1e-16 over depths of 1e-4 m
    expect(Math.abs(bodyPosition(model, data, `body${i}`)[2] + depths[i]), name).toBeLessThan(1e-10);
    expect(Math.abs(bodyVelocity(model, data, `body${i}`)[2]), name).toBeLessThan(1e-8);
  });
});

describe("shapes without a radius", () => {
  const box: ShapeSpec = { type: "box", halfExtents: [0.1, 0.1, 0.1], position: [0, 0, 0.1] };
  test("are refused, with the names of the bodies", () => {
    expect(() => createSimulation(scene([box], [0], {}, plane))).toThrow(/"body0" and "floor"|"floor" and "body0"/);
  });
  test("take that of the law", () => {
    const depth = depthOf(0.3, 4);
    const { model, data } = createSimulation(scene([box], [depth], { radius: 0.3 }, plane));
    for (let n = 0; n < 100; n++) step(model, data);
    expect(Math.abs(bodyPosition(model, data, "body0")[2] + depth)).toBeLessThan(1e-10);
  });
  test("a given stiffness goes before", () => {
    const { model, data } = createSimulation(scene([box], [0], { stiffness: 3e5 }, plane));
    step(model, data);
    expect(data.time).toBeCloseTo(1e-3, 12);
  });
});
