/**
 * In complementarity nothing bounces, whatever the restitution of its material.
 *
 * Newton's law is part of the problem now: all contacts of a step and the joints at once.
 */
import { compileUntyped, createData, sensorValues, step } from "stiction";
import { expect, test } from "vitest";

const G = 9.81;

test.each([0.5, 0.8])("a ball comes back to e² of its height, e = %f", (e) => {
  const h = 0.0005;
  const height = 0.4;
  const model = compileUntyped({
    timestep: h,
    formulation: { type: "complementarity" },
    materials: { m: { friction: 0.3, restitution: e } },
    bodies: [
      { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 0.7,
        material: "m",
        position: [0, 0, 0.1 + height],
        shapes: [{ type: "sphere", radius: 0.1 }],
      },
    ],
    sensors: ["body/ball/position.z", "body/ball/velocity.z"],
  });
  expect(model.warnings).toEqual([]);
  const data = createData(model);
  const now = new Float64Array(2);
  const tops: number[] = [];
  let before = 0;
  for (let k = 0; k < 2 / h && tops.length < 2; k++) {
    expect(step(model, data)).toBe(0);
    sensorValues(model, data, now);
    if (before > 0 && now[1] <= 0) tops.push(now[0] - 0.1);
    before = now[1];
  }
  const speed = Math.sqrt(2 * G * height);
  // first order: the ball turns up to one step before the floor, u h, in every bounce
  for (const [n, top] of tops.entries())
    expect(Math.abs(top - height * e ** (2 * n + 2))).toBeLessThan((n + 1) * 2 * speed * h);
  expect(tops).toHaveLength(2);
});

test.each([1, 0.35])("a hinged bar leaves its stop at −e ω, e = %f", (e) => {
  const model = compileUntyped({
    plane: "xy",
    gravity: [0, 0],
    timestep: 0.002,
    formulation: { type: "complementarity" },
    materials: { m: { friction: 0.2, restitution: e } },
    bodies: [
      { name: "stop", type: "static", material: "m", position: [0.7, -0.5], shapes: [{ type: "circle", radius: 0.1 }] },
      {
        name: "bar",
        mass: 1.3,
        material: "m",
        position: [0.5, 0],
        angularVelocity: [0, 0, -1.7],
        velocity: [0, -0.85],
        shapes: [{ type: "polygon", halfExtents: [0.5, 0.03] }],
      },
    ],
    joints: [{ type: "hinge", name: "pivot", bodyB: "bar", at: [0, 0] }],
    sensors: ["body/bar/angularVelocity.z"],
  });
  const data = createData(model);
  const now = new Float64Array(1);
  for (let k = 0; k < 300; k++) step(model, data);
  sensorValues(model, data, now);
  // joints are closed to second order of the step within it
  expect(now[0]).toBeCloseTo(1.7 * e, 2);
});

test("of two equal balls with e = 1 the first stops and the second goes on", () => {
  const ball = (name: string, x: number, v: number) => ({
    name,
    mass: 0.4,
    material: "m",
    position: [x, 0, 0],
    velocity: [v, 0, 0],
    shapes: [{ type: "sphere", radius: 0.05 }],
  });
  const model = compileUntyped({
    timestep: 0.002,
    gravity: [0, 0, 0],
    formulation: { type: "complementarity" },
    materials: { m: { friction: 0, restitution: 1 } },
    bodies: [ball("a", 0, 1.5), ball("b", 0.3, 0), ball("c", 0.6, 0)],
    sensors: ["body/a/velocity.x", "body/b/velocity.x", "body/c/velocity.x"],
  });
  const data = createData(model);
  const now = new Float64Array(3);
  for (let k = 0; k < 400; k++) step(model, data);
  sensorValues(model, data, now);
  // round-off and the residual of the solver
  for (const [k, v] of [0, 0, 1.5].entries()) expect(now[k]).toBeCloseTo(v, 8);
});
