// rollingFriction, spinningFriction, surfaceVelocity and sliding of materials do nothing in volumetric contact, without a word.
import { bodyAngularVelocity, bodyVelocity, compileUntyped, createData, step } from "stiction";
import { describe, expect, test } from "vitest";

const formulations = [
  ["augmented-lagrangian", 1e-3],
  ["forces", 2e-4],
] as const;

function run(formulation: string, h: number, material: object, body: object, floor: object, seconds: number) {
  const model = compileUntyped({
    timestep: h,
    formulation,
    materials: { m: { friction: 0.5, contact: { type: "volumetric", modulus: 1e6, restitution: 0.5 }, ...material } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "m",
        shapes: [{ type: "box", halfExtents: [5, 5, 0.5], position: [0, 0, -0.5], ...floor }],
      },
      { name: "body", mass: 1.5, material: "m", ...body },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < Math.round(seconds / h); k++) step(model, data);
  return { v: bodyVelocity(model, data, "body"), w: bodyAngularVelocity(model, data, "body") };
}

describe.each(formulations)("in %s", (formulation, h) => {
  const ball = { position: [0, 0, 0.0985], shapes: [{ type: "sphere", radius: 0.1 }] };

  test("rollingFriction brakes a ball and then holds it", () => {
    const rolling = { ...ball, velocity: [0.1, 0, 0], angularVelocity: [0, 1, 0] };
    // decelerates by at least ρ g/r/(7/5) = 0.42 m/s², stands after 0.25 s
    const { v } = run(formulation, h, { rollingFriction: 0.006 }, rolling, {}, 0.5);
    expect(Math.abs(v[0])).toBeLessThan(1e-4);
    const free = run(formulation, h, {}, rolling, {}, 0.5);
    expect(free.v[0]).toBeGreaterThan(0.08);
  });

  test("spinningFriction slows a spin by ρ m g/I", () => {
    const { w } = run(
      formulation,
      h,
      { friction: 0, spinningFriction: 0.002 },
      { ...ball, angularVelocity: [0, 0, 15] },
      {},
      0.3,
    );
    const expected = 15 - (0.3 * 0.002 * 9.81) / (0.4 * 0.01);
    // the load of a ball that has just been laid down swings: a tenth of what is lost
    expect(Math.abs(w[2] - expected)).toBeLessThan(0.15);
  });

  test("a belt carries a block", () => {
    const block = { position: [0, 0, 0.05], shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.05] }] };
    const { v } = run(formulation, h, {}, block, { surfaceVelocity: [0, 0.6, 0] }, 0.5);
    expect(v[1]).toBeCloseTo(0.6, 3);
  });
});

describe("a friction law that is not used is refused", () => {
  const scene = (materials: object) =>
    compileUntyped({
      timestep: 1e-3,
      formulation: "augmented-lagrangian",
      materials,
      bodies: [
        { name: "floor", type: "static", material: "m", shapes: [{ type: "box", halfExtents: [1, 1, 0.1] }] },
        {
          name: "body",
          mass: 1,
          material: "m",
          position: [0, 0, 1],
          shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
        },
      ],
    });
  test.each([
    ["volumetric", "lugre"],
    ["volumetric", "bristle"],
    ["rim", "stribeck"],
    ["rim", "viscous"],
  ])("%s with sliding %s", (type, sliding) => {
    expect(() => scene({ m: { contact: { type }, sliding } })).toThrow(/materials\.m\.sliding/);
  });
  test.each(["rollingFriction", "spinningFriction"])("rim of meshes with %s", (key) => {
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const mesh = {
      type: "mesh",
      vertices,
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ],
    };
    const bodies = ["a", "b"].map((name) => ({ name, mass: 1, material: "m", shapes: [mesh] }));
    const materials = { m: { [key]: 0.01, contact: "rim" } };
    expect(() => compileUntyped({ timestep: 1e-3, formulation: "forces", materials, bodies })).toThrow(
      `materials.m.${key}`,
    );
  });
  test.each(["lugre", "coulomb"])("rim with sliding %s stands", (sliding) => {
    expect(() => scene({ m: { contact: "rim", sliding } })).not.toThrow();
  });
});
