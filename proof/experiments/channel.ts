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
  near(`height of the ball at rest, ${how}`, "m", expected, 1e-6, "remainder of the last bounce");
/**
 * Elastic depth of the first impact, from 0.6 m: friction acts in the middle of it, with the arm r − δ/2, and v = v₀/(1
 * + 2r/(5r − 5δ/2)).
 */
const IMPACT = ((1.25 * 2 * 9.81 * 0.6) / 1e6) ** 0.4;
const ARM = SPEED * (5 / 7 - 1 / (1 + (0.4 * RADIUS) / (RADIUS - IMPACT / 2)));
const speed = (how: string, tolerance: number, origin: string) =>
  near(`speed along the channel, ${how}`, "m/s", (5 / 7) * SPEED, tolerance, origin);
const BY_DEPTH = "all friction in the deepest moment of the first impact; the arm is shorter by half of that depth";

export const ballInChannel = defineExperiment({
  id: "own.channel",
  title: "Ball in a channel that is one mesh",
  reference: "Rest on the floor, not on the hull; rolling from a slide: v = 5/7 v₀ whatever the friction.",
  rows: {
    "implicit-height": height("forces, implicit", FLOOR + RADIUS - DEPTH),
    "implicit-speed": speed("forces, implicit", ARM, BY_DEPTH),
    "explicit-height": height("forces, explicit", FLOOR + RADIUS - DEPTH),
    "explicit-speed": speed("forces, explicit", ARM, BY_DEPTH),
    "impulse-height": height("impulses", FLOOR + RADIUS),
    "impulse-speed": speed("impulses", 1e-9, "round-off: impulses act at the surface"),
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
