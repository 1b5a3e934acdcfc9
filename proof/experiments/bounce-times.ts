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

/** A bar on a hinge between two posts, without weight: it goes to and fro at a constant rate. */
const SWING = { step: 1 / 60, rate: 2.3, reach: 0.7, post: 0.05, bar: 0.02, angle: 0.4, seconds: 2 } as const;
/** Angle at which it meets a post: the distance of the post from its axis is the sum of the radii. */
const MEETS = SWING.angle - Math.asin((SWING.post + SWING.bar) / SWING.reach);

const swinging: Spec = {
  timestep: SWING.step,
  plane: "xy",
  gravity: [0, 0],
  formulation: { type: "impulse" },
  materials: { steel: { restitution: 1, friction: 0 } },
  bodies: [
    ...([1, -1] as const).map((side) => ({
      name: side > 0 ? "above" : "below",
      type: "static" as const,
      material: "steel",
      position: [SWING.reach * Math.cos(SWING.angle), side * SWING.reach * Math.sin(SWING.angle)] as const,
      shapes: [{ type: "circle" as const, radius: SWING.post }],
    })),
    {
      name: "bar",
      mass: 1.2,
      material: "steel",
      position: [0.5, 0],
      velocity: [0, 0.5 * SWING.rate],
      angularVelocity: [0, 0, SWING.rate],
      shapes: [{ type: "capsule", radius: SWING.bar, halfLength: 0.5 }],
    },
  ],
  joints: [{ type: "hinge", name: "hinge", bodyB: "bar", at: [0, 0] }],
  sensors: ["body/bar/position.x", "body/bar/position.y"],
};

/** Error of the time at which the bar is where it is after some impacts, s. */
function swingError(context: Context): number {
  const simulation = context.simulate(swinging);
  const [x, y] = ["x", "y"].map((axis) => sensorOf(simulation, `body/bar/position.${axis}`));
  runFor(simulation, SWING.seconds, () => {});
  // a triangular wave: up to the post, down to the other, and so on
  const way = (SWING.rate * SWING.seconds + MEETS) % (4 * MEETS);
  const angle = way < 2 * MEETS ? way - MEETS : 3 * MEETS - way;
  return (Math.atan2(y(), x()) - angle) / SWING.rate;
}

export const bounceTimes = defineExperiment({
  id: "own.bounce-times",
  title: "A ball, or a bar on a hinge, bounces when it meets something, not when a step ends",
  reference: "Free fall between impacts, v⁺ = −e v⁻.",
  rows: {
    fast: error("largest error of three impacts, fast at 1/240 s", "s", 1e-7, "gaps below 1e-9 m count as touching"),
    precise: error("the same, precise at 1/60 s", "s", 1e-7, "the same"),
    jointed: error(
      "a hinged bar between two posts, some impacts later, fast at 1/60 s",
      "s",
      (SWING.rate * (SWING.step / 4)) ** 2 * SWING.seconds,
      "bodies are put back along the tangents of joints: (ω h)² of the speed",
    ),
  },
  *measure(context) {
    yield ["fast", worst(context, "fast", 1 / 240)];
    yield ["precise", worst(context, "precise", 1 / 60)];
    yield ["jointed", swingError(context)];
  },
});
