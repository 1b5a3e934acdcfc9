import type { Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

/** When a ball bounces in `impulse`: impacts fall into the middle of steps. */

const G = 9.81;
const HEIGHT = 0.42;
const RADIUS = 0.08;
const E = 0.6;

const falling = (preset: "fast" | "precise", timestep: number): Spec => ({
  timestep,
  formulation: { type: "impulse", preset },
  materials: { rubber: { restitution: E } },
  bodies: [
    { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
    {
      name: "ball",
      mass: 1.2,
      material: "rubber",
      position: [0, 0, HEIGHT + RADIUS],
      shapes: [{ type: "sphere", radius: RADIUS }],
    },
  ],
  sensors: ["body/ball/position.z", "body/ball/velocity.z"],
});

/** Largest error of the times of the first three impacts, s: each from the flight after it. */
function worst(context: Context, preset: "fast" | "precise", timestep: number): number {
  const simulation = context.simulate(falling(preset, timestep));
  const [position, velocity] = ["position", "velocity"].map((name) => sensorOf(simulation, `body/ball/${name}.z`));
  let speed = Math.sqrt(2 * G * HEIGHT);
  let time = speed / G;
  let before = 0;
  let late = 0;
  let met = 0;
  let now = 0;
  runFor(simulation, 1.1, () => {
    now += timestep;
    const v = velocity();
    if (before < 0 && v > 0 && met < 3) {
      const u = Math.sqrt(Math.max(0, v * v + 2 * G * (position() - RADIUS)));
      late = Math.max(late, Math.abs(now - (u - v) / G - time));
      met++;
      speed *= E;
      time += (2 * speed) / G;
    }
    before = v;
  });
  return met === 3 ? late : Number.NaN;
}

export const bounceTimes = defineExperiment({
  id: "own.bounce-times",
  title: "A ball bounces when it meets the floor, not when a step ends",
  reference: "Free fall between impacts, v⁺ = −e v⁻.",
  rows: {
    fast: error("largest error of three impacts, fast at 1/240 s", "s", 1e-7, "gaps below 1e-9 m count as touching"),
    precise: error("the same, precise at 1/60 s", "s", 1e-7, "the same"),
  },
  *measure(context) {
    yield ["fast", worst(context, "fast", 1 / 240)];
    yield ["precise", worst(context, "precise", 1 / 60)];
  },
});
