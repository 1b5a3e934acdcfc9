// A hydraulic driver that pushed a body against a spring at constant speed reported `slowed` where the spring began to push back.
import { compileUntyped, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";

/** A driver moves a body at `speed` through the rest position of a spring; status bits and the largest error of the speed. */
function push(mass: number, stiffness: number, speed: number) {
  const model = compileUntyped({
    timestep: 0.01,
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    formulation: { type: "impulse", preset: "fast" },
    bodies: [{ name: "body", mass, position: [2, 0], shapes: [{ type: "circle", radius: 0.1 }] }],
    joints: [
      {
        type: "hydraulic",
        name: "driver",
        bodyB: "body",
        at: [0, 0],
        to: [2, 0],
        force: 1e4,
        speed,
        minLength: 0.5,
        maxLength: 3.5,
        checkValve: true,
      },
    ],
    forces: [{ type: "spring", name: "spring", pointA: [5, 0], bodyB: "body", stiffness, restLength: 2.6 }],
    controllers: [
      { type: "profile", name: "operator", output: "joints.driver.command", times: [0], values: [1], between: "hold" },
    ],
  });
  const data = createData(model);
  let status = 0;
  let off = 0;
  for (let k = 0; k * model.options.timestep * speed < 1; k++) {
    status |= step(model, data);
    if (k > 0) off = Math.max(off, Math.abs(data.bodyVel[9] - speed));
  }
  return { status, off };
}

test.each([
  [0.3, 900, 0.7],
  [0.05, 150, 1.4],
  [4, 12_000, 0.2],
])("%f kg, %f N/m, %f m/s: constant speed, clean status", (mass, stiffness, speed) => {
  const { status, off } = push(mass, stiffness, speed);
  expect(status & STATUS.slowed).toBe(0);
  expect(status).toBe(0);
  // round-off of a speed of 1 m/s by some tens of operations
  expect(off).toBeLessThan(1e-12);
});
