// A gear pushed by another in the plane kept its speed while sensors said that nothing pushed it, and 43 of 60 steps reported `slowed`.
import { compile, createData, STATUS, step } from "stiction";
import { expect, test } from "vitest";
import { startScene } from "../scenes/scene-hashes.js";
import { createReader } from "../support/balance.js";

test("a wheel on a hinge: its angular momentum is the sum of what its sensors say", () => {
  const simulation = startScene("gear-pair", "impulse");
  if (simulation === undefined) throw new Error("gear-pair runs in impulse");
  const { model, data } = simulation;
  const read = createReader(model);
  const [driver, wheel] = ["driver", "wheel"].map((name) => model.bodyNames.indexOf(name));
  const h = model.options.timestep;
  for (let k = 0; k < 60; k++) {
    const before = read(data, "body", wheel, "angularMomentum")[2];
    expect(step(model, data)).toBe(0);
    const gained = read(data, "body", wheel, "angularMomentum")[2] - before;
    const contact = read(data, "contact", driver * model.nb + wheel, "torque")[2];
    const applied = read(data, "body", wheel, "appliedTorque")[2];
    expect(applied).toBeCloseTo(5, 9);
    // arms are those of the pose at which contacts were found: the wheel turns by ω h = 0.0042 rad in a step
    expect(Math.abs(gained / h - applied - contact)).toBeLessThan(0.0042 * (Math.abs(contact) + applied));
  }
});

test("a lever that a torque presses against a post is held by T/r, from the first step", () => {
  const model = compile({
    plane: "xy",
    gravity: [0, 0],
    timestep: 0.001,
    formulation: { type: "impulse" },
    materials: { steel: { friction: 0 } },
    bodies: [
      {
        name: "post",
        type: "static",
        material: "steel",
        position: [1, 0.1],
        shapes: [{ type: "circle", radius: 0.05 }],
      },
      {
        name: "lever",
        mass: 1,
        inertia: [0, 0, 0.1],
        material: "steel",
        shapes: [{ type: "polygon", halfExtents: [1.5, 0.05] }],
      },
    ],
    joints: [{ type: "hinge", bodyB: "lever", at: [0, 0] }],
    forces: [{ type: "wrench", body: "lever", torque: [0, 0, 5] }],
  });
  const data = createData(model);
  const read = createReader(model);
  const [post, lever] = ["post", "lever"].map((name) => model.bodyNames.indexOf(name));
  for (let k = 0; k < 10; k++) {
    // nor is the round-off of a lever at rest a gain of energy
    expect(step(model, data) & (STATUS.gained | STATUS.slowed)).toBe(0);
    expect(read(data, "contact", post * model.nb + lever, "force")[1]).toBeCloseTo(-5, 9);
  }
});
