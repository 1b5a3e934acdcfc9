/** A joint that no folder of the library knows: defined here by its locked axes, it runs in every formulation that has joints. */
import { bodyOrientation, bodyPosition, compileUntyped, createData, defaultItems, defineJoint, step } from "stiction";
import { expect, test } from "vitest";

/** Free: displacements along x and z of A, rotation about y. A disc between two parallel plates. */
const disc = defineJoint({
  name: "disc",
  help: "moves along x and z of A and turns about y",
  params: {},
  lockedTranslation: "y",
  lockedRotation: "xz",
  coordinate: "none",
});

/** Free: displacement along z, rotations about x and y: one locked rotation, pins perpendicular. */
const gimbal = defineJoint({
  name: "gimbal",
  help: "moves along z of A and turns about x and y",
  params: {},
  lockedTranslation: "xy",
  lockedRotation: "z",
  coordinate: "none",
});

const items = { ...defaultItems, joints: { ...defaultItems.joints, disc, gimbal } };

/** A body on the arm of another, which swings on a hinge in the world: every locked axis moves. */
function poseAfter(type: string, formulation: string, timestep: number): number[] {
  const model = compileUntyped(
    {
      formulation,
      timestep,
      contact: "none",
      bodies: [
        { name: "arm", mass: 2, inertia: [0.2, 0.3, 0.4], position: [0.4, 0, 0] },
        { name: "load", mass: 1, inertia: [0.1, 0.2, 0.15], position: [0.9, 0.1, 0.05], angularVelocity: [0, 0, 0] },
      ],
      joints: [
        { type: "hinge", name: "pin", bodyB: "arm", at: [0, 0, 0], axis: [0.3, 1, 0.2] },
        { type, name: "new", bodyA: "arm", bodyB: "load", at: [0.8, 0, 0], axis: [1, 0.2, 0.1] },
      ],
    },
    items,
  );
  const data = createData(model);
  let status = 0;
  while (data.time < 0.4 - 1e-9) status |= step(model, data);
  expect(status, formulation).toBe(0);
  return [...bodyPosition(model, data, "load"), ...bodyOrientation(model, data, "load")];
}

test.each(["disc", "gimbal"])("a %s, defined by its locked axes alone, moves alike in three formulations", (type) => {
  const judge = poseAfter(type, "augmented-lagrangian", 1e-3);
  // the integrators are of first and second order: 1e-3 s times speeds of some 4 m/s and 0.4 s of motion; observed 7e-4
  for (const formulation of ["impulse", "complementarity"])
    poseAfter(type, formulation, 5e-4).forEach((value, k) => {
      expect(Math.abs(value - judge[k]), `${formulation} ${k}`).toBeLessThan(4e-3);
    });
  // natural coordinates converge with h²: two steps differ by about (4 − 1) × 2.5e-7 × 40 m/s²
  poseAfter(type, "augmented-lagrangian", 5e-4).forEach((value, k) => {
    expect(Math.abs(value - judge[k])).toBeLessThan(3e-5);
  });
});
