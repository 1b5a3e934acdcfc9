import { bodyPosition, bodyVelocity, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** Restitution in the thesis's own step. */

const RADIUS = 0.5;

/** A disc over the ground, `gap` above it. */
function disc(timestep: number, restitution: number, gap: number, velocity: number, gravity: number): Spec {
  return {
    plane: "xy",
    timestep,
    gravity: [0, -gravity],
    formulation: { type: "impulse", preset: "thesis" },
    materials: { ball: { friction: 0, restitution } },
    bodies: [
      {
        name: "ground",
        type: "static",
        position: [0, -0.5],
        material: "ball",
        shapes: [{ type: "polygon", halfExtents: [20, 0.5] }],
      },
      {
        name: "disc",
        mass: 1,
        position: [0, RADIUS + gap],
        velocity: [0, velocity],
        material: "ball",
        shapes: [{ type: "circle", radius: RADIUS }],
      },
    ],
  };
}

/** Height of the first apex after a fall of 1 m. */
function apex(context: Context, timestep: number, restitution: number): number {
  const { model, data } = context.simulate(disc(timestep, restitution, 1, 0, 9.81));
  let best = 0;
  let met = false;
  runFor({ model, data }, 1, () => {
    const rises = bodyVelocity(model, data, "disc")[1] > 0;
    if (rises) met = true;
    if (met) best = Math.max(best, bodyPosition(model, data, "disc")[1] - RADIUS);
  });
  return best;
}

/**
 * The same on paper: semi-implicit Euler down to the first pose that overlaps, one step with v ← −e v, and up. With v =
 * −g h (n + 1) at the impact and depth from the sum of the steps.
 */
function apexOnPaper(h: number, e: number): number {
  const g = 9.81;
  let y = 1;
  let v = 0;
  while (y > 0) {
    v -= g * h;
    y += h * v;
  }
  v = -e * (v - g * h);
  y += h * v;
  while (v > 0) {
    v -= g * h;
    if (v > 0) y += h * v;
  }
  return y;
}

/** Falls of the curve: restitution, speed below which there is none, and step. */
const BOUNCE = { e: 0.5, threshold: 1, h: 5e-5, seconds: 1.6 } as const;

/** Height and speed of a ball let fall from 1 m, each rebound with e of the speed, none below the threshold. */
function exactBounce(t: number): { value: number; rate: number } {
  const g = 9.81;
  let speed = Math.sqrt(2 * g);
  // the first fall is the second half of a flight
  let start = -speed / g;
  while (t - start > (2 * speed) / g) {
    start += (2 * speed) / g;
    if (speed < BOUNCE.threshold) return { value: 0, rate: 0 };
    speed *= BOUNCE.e;
  }
  const s = t - start;
  return { value: speed * s - (g * s * s) / 2, rate: speed - g * s };
}

const digits = "the scheme worked out on paper; round-off of up to 20000 sums";

export const gribelBounce = defineExperiment({
  id: "gribel.v06",
  title: "Bounce from 1 m: e² in the limit, and the effect of the step",
  reference:
    "[Gribel2009] (27)–(29), row V06: e is a ratio of speeds, so the height is e². A step overlaps before it bounces: 0.255 m for e = 0.5 and 0.667 m for 0.8 at 10 ms, 0.2484 m at 1 ms.",
  rows: {
    half: near("apex, e = 0.5, 10 ms", "m", 0.255, 0.02 * 0.255, "2 % of an independent prototype with the same step"),
    "half-exact": near("the same, to the last digits", "m", () => apexOnPaper(0.01, 0.5), 1e-10, digits),
    most: near("apex, e = 0.8, 10 ms", "m", 0.667, 0.02 * 0.667, "2 % of an independent prototype with the same step"),
    "most-exact": near("the same, to the last digits", "m", () => apexOnPaper(0.01, 0.8), 1e-10, digits),
    fine: near("apex, e = 0.5, 1 ms", "m", 0.2484, 0.02 * 0.2484, "2 % of an independent prototype with the same step"),
    limit: near(
      "apex, e = 0.5, 50 µs",
      "m",
      0.25,
      // a step g h v over the impact, and one step of 4.43 m/s in depth
      2 * 4.43 * 5e-5,
      "e² h₀, up to two steps of the way at 4.43 m/s",
    ),
  },
  curve: {
    quantity: "height, e = 0.5, 50 µs",
    unit: "m",
    rateUnit: "m/s",
    duration: BOUNCE.seconds,
    // (1 + e) v h for v = 4.43, 2.21 and 1.11 m/s, the error of each speed, up to 2 g h, over what is left of the time,
    // and Euler's ½ g h t
    limit: BOUNCE.h * (1.5 * (4.43 + 2.21 + 1.11) + 3 * 2 * 9.81 * 1.15 + 0.5 * 9.81 * BOUNCE.seconds),
    origin:
      "an impact is met up to a step late, (1 + e) v h, with a speed that is off by up to 2 g h; and Euler's ½ g h t",
    exact: exactBounce,
    start(context) {
      const simulation = context.simulate(disc(BOUNCE.h, BOUNCE.e, 1, 0, 9.81));
      const { model, data } = simulation;
      return {
        simulation,
        value: () => bodyPosition(model, data, "disc")[1] - RADIUS,
        rate: () => bodyVelocity(model, data, "disc")[1],
      };
    },
  },
  *measure(context) {
    const half = apex(context, 0.01, 0.5);
    yield ["half", half];
    yield ["half-exact", half];
    const most = apex(context, 0.01, 0.8);
    yield ["most", most];
    yield ["most-exact", most];
    yield ["fine", apex(context, 0.001, 0.5)];
    yield ["limit", apex(context, 5e-5, 0.5)];
  },
});

/**
 * Speed after the impact of a disc that arrives with `speed`, without gravity; it overlaps by less than the allowed
 * depth.
 */
function after(context: Context, speed: number): number {
  const { model, data } = context.simulate(disc(0.01, 0.5, 0.009, -speed, 0));
  runFor({ model, data }, 0.1);
  return bodyVelocity(model, data, "disc")[1];
}

export const gribelThreshold = defineExperiment({
  id: "gribel.v07",
  title: "Approach below the speed of restitution does not bounce",
  reference: "[Gribel2009] (28)–(29), row V07: threshold 1 m/s.",
  rows: {
    below: error("speed after an impact with 0.99 m/s, e = 0.5", "m/s", 1e-12, "round-off"),
    above: near("speed after an impact with 1.01 m/s, e = 0.5", "m/s", 0.505, 1e-12, "round-off"),
  },
  *measure(context) {
    yield ["below", after(context, 0.99)];
    yield ["above", after(context, 1.01)];
  },
});
