import { bodyPosition, bodyVelocity } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, near } from "../experiment.js";

const RADIUS = 0.1;
const FLOOR = 0.1;
const SPEED = 0.1;
/** Depth of the law under the weight of 1 kg. */
const DEPTH = (9.81 / 1e6) ** (2 / 3);

function drop(context: Context, contact: string): readonly [number, number] {
  const simulation = context.scene("u-channel", { params: { contact, radius: RADIUS } });
  runFor(simulation, 2.5);
  const { model, data } = simulation;
  return [bodyPosition(model, data, "ball")[2], bodyVelocity(model, data, "ball")[1]];
}

const height = (how: string, expected: number) =>
  near(`height of the ball at rest, ${how}`, "m", expected, 1e-6, "what is left of the last bounce");
const speed = (how: string) =>
  near(
    `speed along the channel, ${how}`,
    "m/s",
    (5 / 7) * SPEED,
    0.01 * SPEED,
    "1 %: friction acts at the surface, so that m v r + I ω is kept up to the depth of the contacts over the radius",
  );

export const ballInChannel = defineExperiment({
  id: "own.channel",
  title: "Ball in a channel that is one mesh",
  reference: "Rest on the floor, not on the hull; rolling from a slide: v = 5/7 v₀ whatever the friction.",
  rows: {
    "implicit-height": height("forces, implicit", FLOOR + RADIUS - DEPTH),
    "implicit-speed": speed("forces, implicit"),
    "explicit-height": height("forces, explicit", FLOOR + RADIUS - DEPTH),
    "explicit-speed": speed("forces, explicit"),
    "impulse-height": height("impulses", FLOOR + RADIUS),
    "impulse-speed": speed("impulses"),
  },
  *measure(context) {
    for (const [name, contact] of [
      ["implicit", "augmented-lagrangian"],
      ["explicit", "forces"],
      ["impulse", "impulse"],
    ] as const) {
      const [z, v] = drop(context, contact);
      yield [`${name}-height`, z];
      yield [`${name}-speed`, v];
    }
  },
});
