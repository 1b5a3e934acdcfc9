// `settle` of a scene whose controller pushes a block after a second let the clock run, and reported the block where the push had left it.
import { compileUntyped, createData, settle } from "stiction";
import { expect, test } from "vitest";

test.each(["impulse", "augmented-lagrangian"])(
  "a push that comes later is no part of the equilibrium, %s",
  (formulation) => {
    const model = compileUntyped({
      name: "later",
      formulation,
      timestep: 0.004,
      materials: { wood: { friction: 0.3 } },
      bodies: [
        { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
        {
          name: "ball",
          mass: 1.4,
          material: "wood",
          position: [0, 0, 0.35],
          shapes: [{ type: "sphere", radius: 0.15 }],
        },
      ],
      controllers: [
        {
          type: "profile",
          name: "p",
          output: "bodies.ball.force.x",
          times: [0, 0.3],
          values: [0, 40],
          between: "hold",
        },
      ],
    });
    const data = createData(model);
    const result = settle(model, data);
    expect(result.found).toBe(true);
    // nothing pushes it aside: round-off
    expect(Math.abs(data.bodyPos[6])).toBeLessThan(1e-9);
    expect(data.clock[0]).toBe(0);
  },
);
