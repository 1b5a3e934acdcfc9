// Contacts and applied forces by sensors miss 4 % (`hht`) and 13 % (`generalized-alpha`) of what moves a body in an impact.
import { compile } from "stiction";
import { expect, test } from "vitest";
import { balance } from "../support/balance.js";

test.each(["hht", "generalized-alpha"] as const)("%s: sensors leave nothing out", (scheme) => {
  const model = compile({
    timestep: 0.001,
    formulation: { type: "augmented-lagrangian", scheme },
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: 2,
        position: [0, 0, 0.12],
        velocity: [0.5, 0, -2],
        shapes: [{ type: "sphere", radius: 0.1 }],
      },
      { name: "arm", mass: 1, position: [2.3, 0, 1], shapes: [{ type: "box", halfExtents: [0.3, 0.02, 0.02] }] },
    ],
    joints: [{ name: "pin", type: "hinge", bodyB: "arm", at: [2, 0, 1], axis: [0, 1, 0] }],
    forces: [
      {
        name: "spring",
        type: "spring",
        bodyB: "arm",
        pointA: [2.6, 0, 2],
        pointB: [0.3, 0, 0],
        stiffness: 200,
        restLength: 0.8,
      },
    ],
  });
  let hardest = 0;
  balance(model, 100, ({ force, forces, torque, torques, turn }, _body, status) => {
    expect(status).toBe(0);
    hardest = Math.max(hardest, forces);
    // what Newton's method leaves, as for the other schemes (test/scenes/balance.test.ts)
    expect(force).toBeLessThanOrEqual(5e-3 * forces + 1e-10);
    expect(torque).toBeLessThanOrEqual((5e-3 + 2 * turn) * torques + 1e-10);
  });
  // the impact is in it: its weight is 20 N
  expect(hardest).toBeGreaterThan(1000);
});
