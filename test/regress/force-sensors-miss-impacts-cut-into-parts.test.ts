// In `forces` and `augmented-lagrangian` the sum of contact force × dt over an impact was not the change of momentum.
import { compileUntyped, createData, readSensor, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;
const MASS = 0.9;

/** A ball that falls on the floor in steps of a fifth of the impact, which the formulation cuts into parts. */
const ball = (formulation: Spec["formulation"], contact = { type: "flores", stiffness: 2e5, restitution: 0.5 }) =>
  compileUntyped({
    timestep: 1 / 500,
    formulation,
    materials: { rubber: { friction: 0.4, contact: contact } },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: MASS,
        material: "rubber",
        position: [0, 0, 0.28],
        velocity: [1.1, 0, 0],
        shapes: [{ type: "sphere", radius: 0.08 }],
      },
    ],
  });

describe.each([
  // round-off of 300 steps; what Newton's method leaves of a stiff contact
  ["forces", { type: "forces" }, 1e-12],
  ["forces, rk4", { type: "forces", integrator: "rk4" }, 1e-12],
  ["augmented-lagrangian", { type: "augmented-lagrangian" }, 1e-6],
  ["augmented-lagrangian, index-1", { type: "augmented-lagrangian", method: "index-1" }, 1e-6],
  ["augmented-lagrangian with error control", { type: "augmented-lagrangian", errorTolerance: 1e-4 }, 1e-4],
] as const)("%s", (_name, formulation, tolerance) => {
  test("contact forces add up to the change of momentum, friction to that across", () => {
    const model = ball(formulation as Spec["formulation"]);
    const data = createData(model);
    const h = model.options.timestep;
    const sums = [0, 0, 0];
    for (let k = 0; k < 300; k++) {
      step(model, data);
      sums[0] += h * readSensor(model, data, "contact/floor:ball/force.x");
      sums[1] += h * readSensor(model, data, "contact/floor:ball/normalForce");
      sums[2] += readSensor(model, data, "contact/floor:ball/impulse.z");
      expect(readSensor(model, data, "body/ball/appliedForce.z")).toBeCloseTo(-MASS * G, 9);
    }
    const time = 300 * h;
    expect(sums[0]).toBeLessThan(-0.1);
    expect(Math.abs(sums[0] - MASS * (readSensor(model, data, "body/ball/velocity.x") - 1.1))).toBeLessThan(tolerance);
    for (const sum of [sums[1], sums[2]])
      expect(Math.abs(sum - MASS * (G * time + readSensor(model, data, "body/ball/velocity.z")))).toBeLessThan(
        tolerance,
      );
  });
});

test("the hinge of an arm that hits a post bears its part of the impact", () => {
  const model = compileUntyped({
    timestep: 0.004,
    plane: "xy",
    formulation: { type: "augmented-lagrangian" },
    materials: { rubber: { friction: 0.2, contact: { type: "flores", stiffness: 1e6, restitution: 0.4 } } },
    bodies: [
      {
        name: "post",
        type: "static",
        material: "rubber",
        position: [0.3, -0.4],
        shapes: [{ type: "circle", radius: 0.1 }],
      },
      {
        name: "arm",
        mass: 1.4,
        material: "rubber",
        position: [0.4, 0],
        shapes: [{ type: "capsule", radius: 0.03, halfLength: 0.4, orientation: Math.PI / 2 }],
      },
    ],
    joints: [{ type: "hinge", name: "hinge", bodyB: "arm", at: [0, 0] }],
  });
  const data = createData(model);
  const sums = [0, 0];
  let largest = 0;
  for (let k = 0; k < 150; k++) {
    step(model, data);
    ["x", "y"].forEach((c, i) => {
      const hinge = readSensor(model, data, `joint/hinge/force.${c}`);
      largest = Math.max(largest, Math.abs(hinge));
      sums[i] += 0.004 * (hinge + readSensor(model, data, `contact/post:arm/force.${c}`));
    });
  }
  // the impact acts on the hinge too: its weight is 14 N
  expect(largest).toBeGreaterThan(50);
  const v = ["x", "y"].map((c) => readSensor(model, data, `body/arm/velocity.${c}`));
  // ½ωh of an impact, with ω = 3 rad/s: the hinge acts with its rows of the middle of the step, wherever that falls
  const tolerance = 0.5 * 3 * 0.004 * 1.4 * G * 0.6;
  expect(Math.abs(sums[0] - 1.4 * v[0])).toBeLessThan(tolerance);
  expect(Math.abs(sums[1] - 1.4 * (G * 0.6 + v[1]))).toBeLessThan(tolerance);
});

test("a floor feels what it bears", () => {
  const model = ball({ type: "forces" });
  const data = createData(model);
  let sum = 0;
  for (let k = 0; k < 300; k++) {
    step(model, data);
    sum += model.options.timestep * readSensor(model, data, "body/floor/force.z");
  }
  const rise = MASS * (G * 0.6 + readSensor(model, data, "body/ball/velocity.z"));
  expect(Math.abs(sum + rise)).toBeLessThan(1e-12);
});
