import { bodyPosition, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment, near } from "../experiment.js";

const LENGTH = 1;
const ANGLE = 0.05;
const H = 0.001;
const G = 9.81;
const place = (angle: number) => [LENGTH * Math.sin(angle), -LENGTH * Math.cos(angle)];

/** A small heavy body on a rod: a distance, or a hinge at the pivot that makes body and rod one. */
function pendulum(type: "distance" | "hinge", inertia: number): Spec {
  return {
    plane: "xy",
    timestep: H,
    contact: "none",
    formulation: { type: "impulse", preset: "fast" },
    bodies: [
      { name: "bob", mass: 1, inertia: [inertia, inertia, inertia], position: place(ANGLE), orientation: ANGLE },
    ],
    joints: [
      type === "distance"
        ? { type, name: "rod", bodyB: "bob", frameA: {}, frameB: {}, length: LENGTH }
        : { type, name: "rod", bodyB: "bob", at: [0, 0] },
    ],
  };
}

/** Period over whole swings, from the passages to the right, and the largest error of the length in 10 s. */
function swing(context: Context, spec: Spec): { period: number; stretch: number } {
  const simulation = context.simulate(spec);
  const { model, data } = simulation;
  let stretch = 0;
  let before = ANGLE;
  let time = 0;
  const passages: number[] = [];
  runFor(simulation, 10, () => {
    const [x, y] = bodyPosition(model, data, "bob");
    stretch = Math.max(stretch, Math.abs(Math.hypot(x, y) - LENGTH));
    time += H;
    if (before < 0 && x >= 0) passages.push(time - (H * x) / (x - before));
    before = x;
  });
  return { period: (passages[passages.length - 1] - passages[0]) / (passages.length - 1), stretch };
}

/** 2π √(L/g), and the first term of the swing's own width: φ₀²/16. */
const period = (length: number) => 2 * Math.PI * Math.sqrt(length / G) * (1 + ANGLE ** 2 / 16);
/** Of the hinge: the bob's own inertia makes the reduced length L + J/(m L). */
const INERTIA = 0.001;

export const gribelPendulum = defineExperiment({
  id: "gribel.v03",
  title: "Pendulum on a rod and on a hinge",
  reference: "[Gribel2009], row V03: period 2.006 s of a pendulum of 1 m at small angles, h = 1 ms.",
  rows: {
    distance: near("period on a distance joint", "s", period(LENGTH), 0.004, "acceptance limit of row V03: 0.2 %"),
    hinge: near(
      "period on a hinge",
      "s",
      period(LENGTH + INERTIA / LENGTH),
      0.004,
      "acceptance limit of row V03: 0.2 %",
    ),
    "distance-length": atMost("largest error of the length, distance joint", "m", 1e-4, "0.1 mm of 1 m"),
    "hinge-length": atMost("largest error of the length, hinge", "m", 1e-4, "0.1 mm of 1 m"),
  },
  *measure(context) {
    const rod = swing(context, pendulum("distance", 1));
    yield ["distance", rod.period];
    yield ["distance-length", rod.stretch];
    const hinge = swing(context, pendulum("hinge", INERTIA));
    yield ["hinge", hinge.period];
    yield ["hinge-length", hinge.stretch];
  },
});
