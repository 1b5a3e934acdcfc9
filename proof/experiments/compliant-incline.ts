import { bodyPosition, bodyVelocity } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

const MU = 0.5;
const G = 9.81;
/** Degrees off the angle of friction at which the table stops. */
const OFF = 0.05;
/** s: when the table goes on, how long it takes from stop to stop, and when the run ends. */
const ON = 9;
const TURN = 2;
const END = 13;

/** √(1 + μ²) g sin(θ − atan μ) is the acceleration beyond the angle of friction.
 * While the table turns by s³ (10 − 15 s + 6 s²), twice the integral of that beyond 1/2, less 1/2, is 0.34375. */
const beyond = (OFF * Math.PI) / 180;
const slidingSpeed = G * Math.sqrt(1 + MU * MU) * beyond * (0.34375 * TURN + (END - ON - TURN));

/** Speed while the table stands short of the angle, the same 4 s before as a way, and the speed at the end. */
function tilt(context: Context, formulation: string) {
  const simulation = context.scene("tilting-table", {
    params: { friction: MU, short: OFF, beyond: OFF, formulation },
  });
  const { model, data } = simulation;
  runFor(simulation, ON - 1);
  const before = bodyPosition(model, data, "block");
  runFor(simulation, 0.9);
  const held = Math.hypot(...bodyVelocity(model, data, "block"));
  const after = bodyPosition(model, data, "block");
  const creep = Math.hypot(...[0, 1, 2].map((k) => after[k] - before[k])) / 0.9;
  runFor(simulation, END - ON + 0.1);
  return { held, creep, slides: Math.hypot(...bodyVelocity(model, data, "block")) };
}

/** Mean speed of a prism of seven corners between 0.3 and 0.6 s after its start on a slope 1 % short of the angle. */
function prismCreep(context: Context): number {
  const slope = Math.atan(0.99 * MU);
  const corners = Array.from({ length: 14 }, (_, i) => {
    const angle = (2 * Math.PI * (i % 7)) / 7;
    return [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), i < 7 ? -0.1 : 0.1];
  });
  const simulation = context.simulateUntyped({
    timestep: 1 / 240,
    gravity: [G * Math.sin(slope), 0, -G * Math.cos(slope)],
    formulation: "augmented-lagrangian",
    materials: { wood: { friction: MU } },
    bodies: [
      { name: "floor", type: "static", material: "wood", shapes: [{ type: "plane" }] },
      {
        name: "prism",
        material: "wood",
        mass: 2,
        position: [0, 0, 0.1],
        shapes: [{ type: "convex-hull", vertices: corners }],
      },
    ],
  });
  const { model, data } = simulation;
  runFor(simulation, 0.3);
  const before = bodyPosition(model, data, "prism");
  runFor(simulation, 0.3);
  const after = bodyPosition(model, data, "prism");
  return Math.hypot(after[0] - before[0], after[1] - before[1]) / 0.3;
}

const HELD = "no creep: round-off of the velocities";
const SLIDES = "2 %: the bristle gives way by 10 µm over the last 0.05°, and the block tilts by the change of depth";
const CREEP = "round-off of positions of 0.5 m in 0.9 s is 6e-17 m a step";

export const compliantIncline = defineExperiment({
  id: "own.compliant-incline",
  title: "Block on a tilting table: holds 0.05° short of atan μ, slides 0.05° beyond",
  reference:
    "Coulomb: slides where tan θ > μ, with √(1 + μ²) g sin(θ − atan μ). Hunt–Crossley and bristle, steps of 1 ms.",
  scene: "tilting-table",
  rows: {
    "held-forces": atMost("speed after settling, short of the angle, forces with RK4", "m/s", 1e-12, HELD),
    "creep-forces": atMost("mean speed of 0.9 s there", "m/s", 1e-13, CREEP),
    "slides-forces": near("speed at the end, beyond the angle", "m/s", slidingSpeed, 0.02 * slidingSpeed, SLIDES),
    "held-lagrangian": atMost("speed after settling, augmented-lagrangian", "m/s", 1e-12, HELD),
    "creep-lagrangian": atMost("mean speed of 0.9 s there", "m/s", 1e-13, CREEP),
    "slides-lagrangian": near("speed at the end, beyond the angle", "m/s", slidingSpeed, 0.02 * slidingSpeed, SLIDES),
    prism: atMost(
      "mean speed of a prism of seven corners short of the angle, augmented-lagrangian at 1/240 s",
      "m/s",
      1e-4,
      "bristles of 1e5 N/m give way by 0.1 mm, which swings out within 0.3 s at a damping of 300 N s/m",
    ),
  },
  *measure(context) {
    for (const [key, formulation] of [
      ["forces", "forces"],
      ["lagrangian", "augmented-lagrangian"],
    ] as const) {
      const { held, creep, slides } = tilt(context, formulation);
      yield [`held-${key}`, held];
      yield [`creep-${key}`, creep];
      yield [`slides-${key}`, slides];
    }
    yield ["prism", prismCreep(context)];
  },
});
