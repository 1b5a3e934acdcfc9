// In impulse and complementarity a start velocity that the joints do not allow was dropped, and bodies placed inside each other were pushed apart, both without a word.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { describe, expect, test } from "vitest";

const FORMULATIONS = ["impulse", "complementarity"] as const;

/** A bar of 0.6 m on a hinge at its end, 1.5 kg, with the velocity of its centre and its spin. */
function hinged(type: string, velocity: number[], angularVelocity: number[]) {
  return compileUntyped({
    contact: "none",
    gravity: [0, 0, 0],
    timestep: 1e-3,
    formulation: type,
    bodies: [
      { name: "bar", mass: 1.5, inertia: [0.045, 0.045, 0.045], position: [0.3, 0, 0], velocity, angularVelocity },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [0, 0, 0], axis: [0, 1, 0] }],
  });
}

describe.each(FORMULATIONS)("%s", (type) => {
  test("what a hinge takes from a velocity is named, with its amount", () => {
    const model = hinged(type, [0.7, 0, -0.9], [0, 3, 0]);
    expect(model.warnings).toEqual([
      'bodies[0].velocity: the joints do not allow the start velocity of "bar"; 0.700 m/s of it are dropped',
    ]);
    const data = createData(model);
    step(model, data);
    // along the bar all of it is lost, in the first step; it has turned by 3e-3 rad
    expect(Math.abs(data.bodyVel[9])).toBeLessThan(0.01);
  });

  test("the amount is that of the first step: a bar thrown sideways keeps what its inertia about the hinge keeps", () => {
    const model = hinged(type, [0, 0, -1.2], [0, 0, 0]);
    // ω = m v l / (I + m l²) = 1.5 · 1.2 · 0.3 / (0.045 + 0.135) = 3; of 1.2 m/s 0.9 m/s are left
    expect(model.warnings[0]).toMatch(/; 0\.300 m\/s and 3\.00 rad\/s of it are dropped$/);
    const data = createData(model);
    step(model, data);
    // joints are held at the end of the step, at an angle of 3e-3 rad
    expect(data.bodyVel[7]).toBeCloseTo(3, 4);
  });

  test("a velocity that fits is not named, nor are bodies at rest that a crank takes along", () => {
    expect(hinged(type, [0, 0, -0.9], [0, 3, 0]).warnings).toEqual([]);
    const { warnings } = compileUntyped({
      plane: "xy",
      contact: "none",
      formulation: type,
      bodies: [
        { name: "crank", type: "kinematic", angularVelocity: [0, 0, 2] },
        { name: "rod", mass: 1, inertia: [0, 0, 0.1], position: [1, 0] },
      ],
      joints: [{ type: "hinge", bodyA: "crank", bodyB: "rod", at: [0.5, 0] }],
    });
    expect(warnings).toEqual([]);
  });

  test("a loop whose rows are redundant is judged as well", () => {
    // cranks of 0.4 m and a coupler of 1 m move as one; the second crank is given a quarter too much
    const crank = (x: number, spin: number) => ({
      name: `crank-${x}`,
      mass: 1,
      inertia: [0.02, 0.02, 0.02],
      position: [x, 0, 0.2],
      velocity: [0.2 * spin, 0, 0],
      angularVelocity: [0, spin, 0],
    });
    const spec = (spin: number) => ({
      contact: "none",
      formulation: type,
      bodies: [
        crank(0, 2),
        crank(1, spin),
        { name: "coupler", mass: 2, inertia: [0.2, 0.2, 0.2], position: [0.5, 0, 0.4], velocity: [0.8, 0, 0] },
      ],
      joints: [
        ...[0, 1].map((x) => ({ type: "hinge", bodyB: `crank-${x}`, at: [x, 0, 0], axis: [0, 1, 0] })),
        ...[0, 1].map((x) => ({
          type: "hinge",
          bodyA: `crank-${x}`,
          bodyB: "coupler",
          at: [x, 0, 0.4],
          axis: [0, 1, 0],
        })),
      ],
    });
    expect(compileUntyped(spec(2)).warnings).toEqual([]);
    expect(compileUntyped(spec(2.5)).warnings.length).toBeGreaterThan(1);
  });

  test.each([
    ["a box half in the floor", [0, 0, 0], true],
    ["a box on the floor", [0, 0, 0.15], false],
  ] as const)("%s", (_, position, overlaps) => {
    const model = compileUntyped({
      timestep: 1e-3,
      formulation: type,
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "box", halfExtents: [2, 2, 0.5], position: [0, 0, -0.5] }] },
        { name: "box", mass: 3, position, shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.15] }] },
      ],
    });
    const data = createData(model);
    expect((step(model, data) & STATUS.overlapping) !== 0).toBe(overlaps);
    // once: afterwards it is known
    expect(step(model, data) & STATUS.overlapping).toBe(0);
  });
});

test("impulse: a velocity into a body that is touched at the start is an impact, by the law of restitution", () => {
  const speed = (restitution: number) => {
    const model = compileUntyped({
      gravity: [0, 0, 0],
      timestep: 1e-3,
      formulation: { type: "impulse", preset: "precise" },
      materials: { m: { restitution } },
      bodies: [
        { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
        {
          name: "ball",
          mass: 1,
          material: "m",
          position: [0, 0, 0.1],
          velocity: [0, 0, -2],
          shapes: [{ type: "sphere", radius: 0.1 }],
        },
      ],
    });
    const data = createData(model);
    step(model, data);
    return data.bodyVel[6 * model.bodyNames.indexOf("ball") + 5];
  };
  expect(speed(0.6)).toBeCloseTo(1.2, 9);
  expect(speed(0)).toBeCloseTo(0, 9);
});
