import { bodyAngularVelocity, type Spec } from "stiction";
import { runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const ANGLE = Math.PI / 6;
const SPEED = 5;

/** Two shafts at 30° that meet at the origin, each in its own bearing; the first is driven. */
const shafts: Spec = {
  timestep: 1 / 120,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "impulse", preset: "fast" },
  bodies: [
    { name: "input", mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, -0.5] },
    {
      name: "output",
      mass: 1,
      inertia: [0.01, 0.01, 0.01],
      position: [0.5 * Math.sin(ANGLE), 0, 0.5 * Math.cos(ANGLE)],
    },
  ],
  joints: [
    {
      type: "hinge",
      name: "in",
      bodyB: "input",
      at: [0, 0, -0.5],
      axis: [0, 0, 1],
      drive: { mode: "speed", target: SPEED },
    },
    {
      type: "cylindrical",
      name: "out",
      bodyB: "output",
      at: [0.5 * Math.sin(ANGLE), 0, 0.5 * Math.cos(ANGLE)],
      axis: [Math.sin(ANGLE), 0, Math.cos(ANGLE)],
    },
    {
      type: "universal",
      name: "joint",
      bodyA: "input",
      bodyB: "output",
      // shafts along z of either frame; the pins, x of A and y of B, are perpendicular
      frameA: { position: [0, 0, 0.5] },
      frameB: {
        position: [-0.5 * Math.sin(ANGLE), 0, -0.5 * Math.cos(ANGLE)],
        orientation: { axis: [0, 1, 0], angle: ANGLE },
      },
    },
  ],
};

export const gribelCardan = defineExperiment({
  id: "gribel.v30",
  title: "Cardan joint at 30°",
  reference: "[Gribel2009], row V30: ω₂/ω₁ swings between cos β and 1/cos β, twice per revolution.",
  rows: {
    least: near(
      "least ratio of the speeds",
      "1",
      Math.cos(ANGLE),
      0.005 * Math.cos(ANGLE),
      "acceptance limit of row V30: 0.5 %",
    ),
    most: near(
      "largest ratio of the speeds",
      "1",
      1 / Math.cos(ANGLE),
      0.005 / Math.cos(ANGLE),
      "acceptance limit of row V30: 0.5 %",
    ),
    swings: near("times the ratio rises through 1 in two revolutions", "1", 4, 0, "a count: twice per revolution"),
  },
  *measure(context) {
    const simulation = context.simulate(shafts);
    const { model, data } = simulation;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let swings = 0;
    let before = Number.NaN;
    // the output starts at rest; a revolution later it runs
    runFor(simulation, (2 * Math.PI) / SPEED);
    runFor(simulation, (4 * Math.PI) / SPEED, () => {
      const input = bodyAngularVelocity(model, data, "input");
      const output = bodyAngularVelocity(model, data, "output");
      const ratio = (output[0] * Math.sin(ANGLE) + output[2] * Math.cos(ANGLE)) / input[2];
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
      if (before < 1 && ratio >= 1) swings++;
      before = ratio;
    });
    yield ["least", least];
    yield ["most", most];
    yield ["swings", swings];
  },
});
