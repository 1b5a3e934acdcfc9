/**
 * A body on a hinge was given a velocity that the hinge does not allow; it started with another one, and nothing said
 * so.
 */
import { compile, type Spec } from "stiction";
import { expect, test } from "vitest";

const pendulum = (velocity: number[], angularVelocity: number[]): Spec => ({
  name: "start",
  contact: "none",
  timestep: 0.001,
  formulation: "augmented-lagrangian",
  bodies: [{ name: "bob", mass: 2, inertia: [0.1, 0.1, 0.1], position: [0.7, 0, 0], velocity, angularVelocity }],
  joints: [{ type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] }],
});

test("what the hinge takes is named, with its amount", () => {
  const { warnings } = compile(pendulum([0.4, 0, -1.4], [0, 2, 0]));
  expect(warnings).toHaveLength(1);
  // along the bar: all of 0.4 m/s
  expect(warnings[0]).toMatch(/^bodies\[0\]\.velocity: .*"bob"; 0\.400 m\/s of it are dropped$/);
});

test("a rotation across the axis is named, too", () => {
  const { warnings } = compile(pendulum([0, 0, -1.4], [0.25, 2, 0]));
  expect(warnings[0]).toMatch(/0\.250 rad\/s of it are dropped$/);
});

test("a velocity that fits is not", () => {
  expect(compile(pendulum([0, 0, -1.4], [0, 2, 0])).warnings).toEqual([]);
});

test("bodies at rest follow a crank without a word", () => {
  const spec = pendulum([0, 0, -1.4], [0, 2, 0]);
  const { warnings } = compile({
    ...spec,
    bodies: [...(spec.bodies ?? []), { name: "rod", mass: 1, inertia: [0.1, 0.1, 0.1], position: [1.9, 0, 0] }],
    joints: [
      ...(spec.joints ?? []),
      { type: "hinge", name: "elbow", bodyA: "bob", bodyB: "rod", at: [1.4, 0, 0], axis: [0, 1, 0] },
    ],
  });
  expect(warnings).toEqual([]);
});
