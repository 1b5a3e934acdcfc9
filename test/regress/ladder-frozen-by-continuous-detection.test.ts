/**
 * A ladder with small ball ends stood still in 37 of 60 steps at status 0, until `continuous: off` was set.
 *
 * A gap of 1e-10 m at the start of a step counted as a meeting within it, and the body was put back there. What touches is left to ordinary contacts
 * now, unless it sinks in.
 */
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

const G = 9.81;

/** Angle of a frictionless ladder after `time`: θ'' = −m g c/(m c² + I) cos θ, by velocity Verlet in 20,000 steps. */
function ladderAngle(angle: number, rate: number, time: number): number {
  const dt = time / 20_000;
  let theta = angle;
  let speed = 0;
  for (let k = 0; k < 20_000; k++) {
    speed -= 0.5 * dt * rate * Math.cos(theta);
    theta += dt * speed;
    speed -= 0.5 * dt * rate * Math.cos(theta);
  }
  return theta;
}

for (const continuous of ["auto", "on"]) {
  test.each([
    ["precise", 0.004],
    ["precise", 0.03],
    ["fast", 0.004],
    ["fast", 0.03],
  ] as const)(`a ladder slides down as it must: continuous ${continuous}, %s, ends of %s m`, (preset, radius) => {
    const [mass, c, inertia, start, h] = [2.5, 0.9, 0.55, 1.2, 0.008];
    const model = compileUntyped({
      plane: "xy",
      timestep: h,
      formulation: { type: "impulse", preset },
      materials: { ice: { friction: 0 } },
      bodies: [
        { name: "floor", type: "static", material: "ice", shapes: [{ type: "plane" }] },
        { name: "wall", type: "static", material: "ice", orientation: -Math.PI / 2, shapes: [{ type: "plane" }] },
        {
          name: "bar",
          mass,
          inertia: [0, 0, inertia],
          material: "ice",
          continuous,
          position: [radius + c * Math.cos(start), radius + c * Math.sin(start)],
          orientation: -start,
          shapes: [-c, c].map((x) => ({ type: "circle", radius, position: [x, 0] })),
        },
      ],
    });
    const data = createData(model);
    const b = model.bodyNames.indexOf("bar");
    for (let k = 0; k < 45; k++) expect(step(model, data)).toBe(0);
    // before it leaves the wall, at sin θ = ⅔ sin 1.2
    const expected = ladderAngle(start, (mass * G * c) / (mass * c * c + inertia), 45 * h);
    expect(Math.sin(expected)).toBeGreaterThan((2 / 3) * Math.sin(start));
    const angle = 2 * Math.atan2(-data.bodyQuat[4 * b + 2], data.bodyQuat[4 * b + 3]);
    // as without continuous detection: 2e-4 rad for `precise`, 2e-3 for `fast`, which finds contacts once per step
    expect(Math.abs(angle - expected)).toBeLessThan(preset === "precise" ? 5e-4 : 5e-3);
  });
}

/** A sheet of 4 × 4 m in the plane z = 0 with a wall of 1 m at x = 2, as one mesh. */
const sheet = {
  type: "mesh",
  sides: "two",
  vertices: [
    [-2, -2, 0],
    [2, -2, 0],
    [2, 2, 0],
    [-2, 2, 0],
    [2, -2, 1],
    [2, 2, 1],
  ],
  faces: [
    [0, 1, 2],
    [0, 2, 3],
    [1, 4, 5],
    [1, 5, 2],
  ],
};

test.each([0.002, 0.02, 0.1])(
  "a ball of radius %s slides and rolls over a mesh as if nothing looked at it",
  (radius) => {
    const end = ["off", "on", "auto"].map((continuous) => {
      const model = compileUntyped({
        timestep: 0.01,
        formulation: "impulse",
        materials: { ice: { friction: 0 } },
        bodies: [
          { name: "ground", type: "static", material: "ice", shapes: [sheet] },
          {
            name: "ball",
            mass: 1,
            material: "ice",
            continuous,
            position: [-1.5, 0.2, radius],
            velocity: [3, 0, 0],
            angularVelocity: [0, 3 / radius, 0],
            shapes: [{ type: "sphere", radius }],
          },
        ],
      });
      const data = createData(model);
      for (let k = 0; k < 60; k++) step(model, data);
      return data.bodyPos[3 * model.bodyNames.indexOf("ball")];
    });
    // 3 m/s for 0.6 s
    for (const x of end) expect(Math.abs(x - 0.3)).toBeLessThan(1e-3);
  },
);

test("a ball that touches the floor of a mesh does not pass its wall at 60 m/s", () => {
  const model = compileUntyped({
    timestep: 0.01,
    formulation: "impulse",
    materials: { ice: { friction: 0 } },
    bodies: [
      { name: "ground", type: "static", material: "ice", shapes: [sheet] },
      {
        name: "ball",
        mass: 1,
        material: "ice",
        position: [0.9, 0.3, 0.02],
        velocity: [60, 0, 0],
        shapes: [{ type: "sphere", radius: 0.02 }],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 20; k++) step(model, data);
  expect(data.bodyPos[3 * model.bodyNames.indexOf("ball")]).toBeLessThan(2);
});
