/**
 * A plate driven at 30 m/s passed a ball at rest, and one at 5 m/s a ball that came at 40 m/s, in `impulse` at 1/60 s
 * with status 0: the ball was put back to where they met, and the plate went on over it.
 */
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

const E = 0.5;
const STEP = 1 / 60;

/** Velocity of a small ball after a plate has met it along y; the plate is at y = −1 at the start. */
function struck(plate: object, ball: readonly number[], preset: string, time: number, joints: object[] = []): number[] {
  const model = compileUntyped({
    timestep: STEP,
    formulation: { type: "impulse", preset },
    gravity: [0, 0, 0],
    materials: { ash: { friction: 0, restitution: E } },
    bodies: [
      { name: "plate", material: "ash", ...plate },
      { name: "ball", mass: 0.1, material: "ash", shapes: [{ type: "sphere", radius: 0.04 }], velocity: ball },
    ],
    joints,
  });
  const data = createData(model);
  let status = 0;
  while (data.time < time) status |= step(model, data);
  expect(status).toBe(0);
  return [...data.bodyVel.subarray(15, 18)];
}

const slab = { shapes: [{ type: "box", halfExtents: [1, 0.02, 1] }] };
const mesh = {
  shapes: [
    {
      type: "mesh",
      vertices: [
        [-1, 0, 1],
        [1, 0, 1],
        [1, 0, -1],
        [-1, 0, -1],
      ],
      faces: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    },
  ],
};

test.each(["fast", "precise"])("%s: driven plates", (preset) => {
  for (const [form, speed, ball] of [
    [slab, 30, 0],
    [slab, 5, -40],
    [slab, 30, -109],
    [mesh, 30, 0],
  ] as const) {
    const plate = { type: "kinematic", position: [0, -1, 0], velocity: [0, speed, 0], ...form };
    // V + e (V − v), exactly: impulses are solved to round-off
    expect(struck(plate, [0, ball, 0], preset, 0.2)[1]).toBeCloseTo(speed + E * (speed - ball), 6);
  }
});

test.each(["fast", "precise"])("%s: a heavy plate that is free", (preset) => {
  const plate = { mass: 1e5, position: [0, -1, 0], velocity: [0, 30, 0], ...slab };
  // the plate loses 1e-6 of its speed
  expect(struck(plate, [0, 0, 0], preset, 0.2)[1]).toBeCloseTo(45, 3);
});

test.each(["fast", "precise"])("%s: a bat that turns, driven or on a hinge", (preset) => {
  const bat = {
    position: [-0.1, 0.7, 0],
    angularVelocity: [0, 0, -25],
    shapes: [{ type: "box", halfExtents: [1, 0.02, 0.5] }],
  };
  // it meets the ball with its side at √(r² − (radius + thickness)²) from its axis; within h ω of that angle: 1 − cos
  const want = (1 + E) * 25 * Math.sqrt(0.1 ** 2 + 0.7 ** 2 - 0.06 ** 2);
  const driven = struck({ type: "kinematic", ...bat }, [0, 0, 0], preset, 0.15);
  expect(Math.hypot(...driven) / want).toBeCloseTo(1, 2);
  const joints = [{ type: "hinge", bodyB: "plate", at: bat.position, axis: [0, 0, 1] }];
  expect(Math.hypot(...struck({ mass: 1e5, ...bat }, [0, 0, 0], preset, 0.15, joints)) / want).toBeCloseTo(1, 2);
});
