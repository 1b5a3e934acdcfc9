import {
  applySetting,
  compile,
  compileUntyped,
  createData,
  defaultItems,
  type Spec,
  SpecError,
  sceneJsonSchema,
} from "stiction";
import { describe, expect, test } from "vitest";

/** The problems of a scene, one line each. */
function problems(spec: unknown): string[] {
  try {
    compileUntyped(spec);
  } catch (error) {
    if (error instanceof SpecError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const ball = { name: "ball", shapes: [{ type: "sphere", radius: 0.1 }] };

describe("bodies", () => {
  test("mass, centre and inertia come from shapes and density", () => {
    // two spheres of 0.1 m and 1000 kg/m³ at ±0.5 m: m = 2 · 4/3 π r³ ρ, I_xx = 2 · 2/5 m₁ r², I_yy = I_xx + 2 m₁ 0.5²
    const model = compile({
      bodies: [
        {
          name: "dumb-bell",
          density: 1000,
          shapes: [
            { type: "sphere", radius: 0.1, position: [0.5, 0, 0] },
            { type: "sphere", radius: 0.1, position: [-0.5, 0, 0] },
          ],
        },
      ],
    });
    const m1 = (4 / 3) * Math.PI * 1e-3 * 1000;
    expect(model.bodyMass[1]).toBeCloseTo(2 * m1, 12);
    expect(model.bodyInertia[6]).toBeCloseTo(2 * 0.4 * m1 * 0.01, 12);
    expect(model.bodyInertia[7]).toBeCloseTo(2 * 0.4 * m1 * 0.01 + 2 * m1 * 0.25, 12);
  });

  test("a stated mass spreads over the shapes, a stated centre of mass moves the inertia", () => {
    const model = compile({
      bodies: [{ name: "box", mass: 3, centerOfMass: [0, 0, 0.5], shapes: [{ type: "box", halfExtents: [1, 1, 1] }] }],
    });
    expect(model.bodyMass[1]).toBe(3);
    // cube of side 2: I = m (2² + 2²)/12 = 2; parallel axis m 0.5² = 0.75 about x and y
    expect([...model.bodyInertia.slice(6, 9)]).toEqual([2.75, 2.75, 2].map((v) => expect.closeTo(v, 12)));
    // the frame stays at the origin: the centre of mass is where it was said to be
    expect([...model.bodyPos0.slice(3, 6)]).toEqual([0, 0, 0.5]);
  });

  test("bodies are placed relative to others, in any order", () => {
    const model = compile({
      bodies: [
        { name: "hand", mass: 1, position: [1, 0, 0], relativeTo: "arm" },
        { name: "arm", mass: 1, position: [0, 0, 2], orientation: { axis: [0, 0, 1], angle: Math.PI / 2 } },
      ],
    });
    const hand = [...model.bodyPos0.slice(3, 6)];
    expect(hand).toEqual([expect.closeTo(0, 15), expect.closeTo(1, 15), 2]);
  });

  test("a circle of placements is an input error that names the circle", () => {
    const spec = {
      bodies: [
        { name: "a", mass: 1, relativeTo: "b" },
        { name: "b", mass: 1, relativeTo: "c" },
        { name: "c", mass: 1, relativeTo: "a" },
      ],
    };
    expect(problems(spec)).toEqual([
      "bodies[2].relativeTo: bodies are placed relative to each other in a circle: a → b → c → a",
    ]);
  });

  test("orientation by quaternion, axis and angle, Euler angles or an angle about z is the same rotation", () => {
    const s = Math.SQRT1_2;
    const forms = [[0, 0, s, s], { axis: [0, 0, 2], angle: Math.PI / 2 }, { euler: [0, 0, Math.PI / 2] }, Math.PI / 2];
    for (const orientation of forms) {
      const model = compile({ bodies: [{ name: "a", mass: 1, orientation: orientation as number }] });
      expect([...model.bodyQuat0.slice(4, 8)]).toEqual([0, 0, expect.closeTo(s, 15), expect.closeTo(s, 15)]);
    }
  });

  test("impossible inertias are refused", () => {
    expect(problems({ bodies: [{ name: "a", mass: 1, inertia: [1, 1, 3] }] })[0]).toContain(
      "the largest exceeds the sum",
    );
    expect(problems({ bodies: [{ name: "a", mass: 1, inertia: [-1, 1, 1] }] })[0]).toContain(
      "expected principal moments >= 0",
    );
    expect(problems({ bodies: [{ name: "a" }] })[0]).toMatch(/^bodies\[0\]\.mass: a dynamic body needs a mass/);
  });
});

describe("errors name path, expectation, value and the nearest known word", () => {
  test.each([
    [{ bodies: [{ ...ball, mass: -1 }] }, "bodies[0].mass: expected a finite number > 0 kg, got -1"],
    [{ bodies: [{ ...ball, mass: Number.NaN }] }, "bodies[0].mass: expected a finite number > 0 kg, got NaN"],
    [{ bodies: [{ ...ball, masss: 1 }] }, 'bodies[0]: unknown key "masss"; did you mean "mass"?'],
    [
      { bodies: [{ mass: 1 }] },
      "bodies[0].name: expected a name of letters, digits, - and _ that starts with a letter (at most 64), got nothing",
    ],
    [{ bodies: [ball, ball] }, 'bodies[1].name: the name "ball" is taken by bodies[0]'],
    [
      { bodies: [{ ...ball, position: [0, 1] }] },
      'bodies[0].position: expected a vector [x, y, z], got [0, 1]; two components go with plane: "xy"',
    ],
    [
      { bodies: [ball], forces: [{ type: "sprong", bodyB: "ball" }] },
      'forces[0].type: unknown force "sprong"; did you mean "spring"?',
    ],
    [
      { bodies: [ball], forces: [{ type: "spring", bodyB: "bal" }] },
      'forces[0].bodyB: unknown body "bal"; did you mean "ball"?',
    ],
    [
      { bodies: [ball], sensors: ["body/ball/positon.z"] },
      'sensors[0]: unknown quantity "positon"; did you mean "position"? (in "body/ball/positon.z")',
    ],
    [{ bodies: [ball], formulation: "force" }, 'formulation.type: unknown formulation "force"; did you mean "forces"?'],
    [
      { bodies: [ball], formulation: { type: "forces", integrator: "rk5" } },
      'formulation.integrator: unknown integrator "rk5"; did you mean "rk4"?',
    ],
    [
      { plane: "xy", bodies: [ball] },
      /^bodies\[0\]\.shapes\[0\]\.type: a sphere has no place in a planar scene; fitting: /,
    ],
    [
      { bodies: [ball], formulation: "forces", joints: [{ type: "hinge", bodyB: "ball", at: [0, 0, 0] }] },
      /^joints\[0\]\.type: formulation "forces" does not solve hinge joints/,
    ],
    [
      { bodies: [ball], controllers: [{ type: "expression", output: "bodies.ball.velocity.x", expression: "1" }] },
      'controllers[0].output: velocity drives kinematic bodies only, and "ball" is not kinematic',
    ],
    [{ timestep: 0 }, "timestep: expected a finite number >= 1e-12 and <= 10 s, got 0"],
    [{ capacity: { points: 1e7 * 1e3 } }, /^capacity\.points: expected a whole number/],
    ["not a scene", 'expected an object, got "not a scene"'],
  ])("%j", (spec, expected) => {
    const found = problems(spec);
    expect(found).toHaveLength(1);
    if (typeof expected === "string") expect(found[0]).toBe(expected);
    else expect(found[0]).toMatch(expected);
  });

  test("all problems are reported at once", () => {
    expect(problems({ timestep: -1, gravity: "down", bodies: [{ ...ball, type: "dynamo" }] })).toHaveLength(3);
  });
});

describe("materials", () => {
  const materials = { ice: { friction: 0.04, restitution: 0.1 }, rubber: { friction: 0.9, restitution: 0.6 } };

  test("a missing pair is mixed: geometric mean of friction, larger restitution", () => {
    const { materials: m } = compile({ materials });
    expect(m.friction[1]).toBeCloseTo(Math.sqrt(0.04 * 0.9), 15);
    expect(m.restitution[1]).toBe(0.6);
    // the third row and column belong to shapes without a material
    expect([...m.mixed]).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 0]);
  });

  test("a given pair stands both ways", () => {
    const { materials: m } = compile({ materials, materialPairs: [{ between: ["rubber", "ice"], friction: 0.15 }] });
    expect([m.friction[1], m.friction[3], m.restitution[1]]).toEqual([0.15, 0.15, 0.6]);
    expect([...m.mixed]).toEqual([0, 0, 1, 0, 0, 1, 1, 1, 0]);
  });
});

describe("settings", () => {
  const spec: Spec = { bodies: [{ name: "boom", mass: 2 }], gravity: [0, 0, -9.81] };

  test("paths go by name, index and component, and leave the original alone", () => {
    const changed = applySetting(
      applySetting(applySetting(spec, "bodies.boom.mass", 5), "gravity.z", -1.6),
      "bodies[0].position",
      [1, 2, 3],
    );
    expect(changed).toEqual({ bodies: [{ name: "boom", mass: 5, position: [1, 2, 3] }], gravity: [0, 0, -1.6] });
    expect(spec.gravity).toEqual([0, 0, -9.81]);
  });

  test("a name becomes an object when something is set inside it", () => {
    expect(applySetting({ formulation: "forces" }, "formulation.integrator", "rk4")).toEqual({
      formulation: { type: "forces", integrator: "rk4" },
    });
  });

  test("wrong paths are input errors", () => {
    expect(() => applySetting(spec, "bodies.bom.mass", 5)).toThrow(
      'unknown entry of bodies "bom"; did you mean "boom"?',
    );
    expect(() => applySetting(spec, "bodies.__proto__.x", 5)).toThrow("expected a path");
  });
});

test("the JSON Schema knows every item, with unit and help", () => {
  const text = JSON.stringify(sceneJsonSchema(defaultItems));
  const { shapes, forces, controllers, joints, contactLaws, frictionLaws } = defaultItems;
  for (const registry of [shapes, forces, controllers, joints, contactLaws, frictionLaws]) {
    for (const name of Object.keys(registry)) expect(text).toContain(`"title":"${name}"`);
  }
  expect(text).toContain('"unit":"N/m"');
  expect(text).not.toContain('"expected"');
});

test("a scene without bodies is a scene", () => {
  const model = compile({});
  expect(createData(model).time).toBe(0);
});

test("thousands of problems are all kept, and the first twenty told", () => {
  const bodies = Array.from({ length: 1000 }, (_, k) => ({ name: `b${k}`, mass: -1 }));
  try {
    compile({ bodies });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    expect(error.problems).toHaveLength(1000);
    const lines = error.message.split("\n");
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^bodies\[0\]\.mass: /);
    expect(lines[20]).toBe("… and 980 more");
  }
});
