// A bar that turned on a hinge without gravity reported status `slowed` in one step of twenty.
import { expect, test } from "vitest";
import { compile, createData, type Spec, step } from "../../src/index.js";

/** Status bits of all steps together. */
function statusOf(spec: Spec, steps: number): number {
  const model = compile(spec);
  const data = createData(model);
  let status = 0;
  for (let k = 0; k < steps; k++) status |= step(model, data);
  return status;
}

const formulation = { type: "impulse", preset: "precise" } as const;

test.each([1.7, 40])("a planar bar at %d rad/s", (w) => {
  const spec: Spec = {
    plane: "xy",
    gravity: [0, 0],
    timestep: 0.002,
    formulation,
    bodies: [
      {
        name: "bar",
        mass: 2.1,
        inertia: [0, 0, 0.11],
        position: [0, 0.35],
        velocity: [-0.35 * w, 0],
        angularVelocity: [0, 0, w],
      },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [0, 0] }],
  };
  expect(statusOf(spec, 600)).toBe(0);
});

test.each([3, 40, 150])("a spatial bar on an inclined hinge far from the origin at %d rad/s", (w) => {
  const spec: Spec = {
    gravity: [0, 0, 0],
    timestep: 0.002,
    formulation,
    bodies: [
      {
        name: "bar",
        mass: 1.3,
        inertia: [0.02, 0.05, 0.06],
        position: [10.3, 5, -2],
        velocity: [0, 0.18 * w, 0],
        angularVelocity: [0.8 * w, 0, 0.6 * w],
      },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [10, 5, -2], axis: [0.8, 0, 0.6] }],
  };
  expect(statusOf(spec, 300)).toBe(0);
});

test.each([3, 40])("a straight chain of five hinges at %d rad/s", (w) => {
  const links = [0, 1, 2, 3, 4];
  const spec: Spec = {
    gravity: [0, 0, 0],
    timestep: 0.002,
    formulation,
    bodies: links.map((i) => ({
      name: `link${i}`,
      mass: 0.7,
      inertia: [0.01, 0.02, 0.03],
      position: [0.2 + 0.4 * i, 0, 0],
      velocity: [0, w * (0.2 + 0.4 * i), 0],
      angularVelocity: [0, 0, w],
    })),
    joints: links.map((i) => ({
      type: "hinge",
      bodyA: i > 0 ? `link${i - 1}` : "world",
      bodyB: `link${i}`,
      at: [0.4 * i, 0, 0],
    })),
  };
  expect(statusOf(spec, 300)).toBe(0);
});

test("a hinged bar that rebounds without loss", () => {
  const material = { restitution: 1, friction: 0 };
  const spec: Spec = {
    plane: "xy",
    gravity: [0, 0],
    timestep: 0.001,
    formulation,
    materials: { hard: material },
    bodies: [
      {
        name: "post",
        type: "static",
        material: "hard",
        position: [0.8, -0.25],
        shapes: [{ type: "circle", radius: 0.06 }],
      },
      {
        name: "bar",
        mass: 1.4,
        material: "hard",
        position: [0.45, 0],
        velocity: [0, -1.35],
        angularVelocity: [0, 0, -3],
        shapes: [{ type: "polygon", halfExtents: [0.45, 0.02] }],
      },
    ],
    joints: [{ type: "hinge", bodyB: "bar", at: [0, 0] }],
  };
  expect(statusOf(spec, 250)).toBe(0);
});
