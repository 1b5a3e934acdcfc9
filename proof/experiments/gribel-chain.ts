import type { Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atLeast, atMost, defineExperiment, near } from "../experiment.js";

const LINK = 0.5;
const COUNT = 10;

/** Nodes of 1 kg on rods of 0.5 m, the last one of M kg, hanging at rest. */
function chain(mass: number, formulation: Record<string, unknown>): Spec {
  return {
    plane: "xy",
    timestep: 0.01,
    contact: "none",
    formulation: { type: "impulse", ...formulation },
    bodies: Array.from({ length: COUNT }, (_, k) => ({
      name: `node-${k}`,
      mass: k === COUNT - 1 ? mass : 1,
      inertia: [0.01, 0.01, 0.01],
      position: [0, -LINK * (k + 1)],
    })),
    joints: Array.from({ length: COUNT }, (_, k) => ({
      type: "distance",
      name: `rod-${k}`,
      bodyA: k === 0 ? "world" : `node-${k - 1}`,
      bodyB: `node-${k}`,
      frameA: {},
      frameB: {},
      length: LINK,
    })),
  };
}

/** Largest relative stretch of a link in the last second, of 5 s by default. */
function stretch(context: Context, mass: number, formulation: Record<string, unknown>, time = 5): number {
  const simulation = context.simulate(chain(mass, formulation));
  const { data } = simulation;
  runFor(simulation, time - 1);
  let worst = 0;
  runFor(simulation, 1, () => {
    for (let k = 1; k <= COUNT; k++) {
      const length = Math.hypot(
        data.bodyPos[3 * k] - (k > 1 ? data.bodyPos[3 * k - 3] : 0),
        data.bodyPos[3 * k + 1] - (k > 1 ? data.bodyPos[3 * k - 2] : 0),
      );
      worst = Math.max(worst, Math.abs(length / LINK - 1));
    }
  });
  return worst;
}

const direct = "no link stretches: tolerance of the direct solution";
const published = "20 % of an independent prototype";
const sweeps = (iterations: number, mass: number, expected: number) =>
  near(`largest stretch with ${mass} kg, ${iterations} sweeps from nothing`, "1", expected, 0.2 * expected, published);
const soft = (substeps: number, mass: number, expected: number) =>
  near(
    `largest stretch with ${mass} kg, soft rows of 60 Hz and ζ = 5 in ${substeps} sub-steps`,
    "1",
    expected,
    0.05 * expected,
    "5 % of an independent prototype",
  );
const warm = (mass: number) =>
  atLeast(
    `largest stretch with ${mass} kg, 10 warm sweeps`,
    "1",
    1,
    "diverges in an independent prototype, so more than its length",
  );

export const gribelChain = defineExperiment({
  id: "gribel.v28",
  title: "Chain of ten links with a heavy end",
  reference:
    "[Gribel2009], row V28: solved directly, no link stretches, whatever the mass; projected Gauss–Seidel stretches it, the more the heavier its end.",
  rows: {
    "1": atMost("largest stretch with 1 kg at the end, direct", "1", 1e-6, direct),
    "100": atMost("largest stretch with 100 kg at the end, direct", "1", 1e-6, direct),
    "1000": atMost("largest stretch with 1000 kg at the end, direct", "1", 1e-6, direct),
    "cold-10-1": sweeps(10, 1, 0.0072),
    "cold-10-100": sweeps(10, 100, 0.112),
    "cold-10-1000": sweeps(10, 1000, 0.65),
    "cold-100-1": sweeps(100, 1, 0.00018),
    "cold-100-100": sweeps(100, 100, 0.0099),
    "cold-100-1000": sweeps(100, 1000, 0.105),
    "warm-1": atMost("largest stretch with 1 kg, 10 warm sweeps", "1", 5e-6, "0.000 % in an independent prototype"),
    "warm-100": warm(100),
    "warm-1000": warm(1000),
    "soft-4-1": soft(4, 1, 0.0025),
    "soft-4-100": soft(4, 100, 0.0298),
    "soft-4-1000": soft(4, 1000, 0.31),
    "soft-20-1": soft(20, 1, 0.0025),
    "soft-20-100": soft(20, 100, 0.0298),
    "soft-20-1000": soft(20, 1000, 0.29),
  },
  *measure(context) {
    for (const mass of [1, 100, 1000] as const) {
      yield [`${mass}`, stretch(context, mass, { preset: "fast" })];
      yield [`cold-10-${mass}`, stretch(context, mass, { preset: "thesis", iterations: 10 })];
      yield [`cold-100-${mass}`, stretch(context, mass, { preset: "thesis", iterations: 100 })];
      for (const substeps of [4, 20] as const) {
        const settings = { preset: "fast", joints: "iterative", substeps, jointFrequency: 60, jointDamping: 5 };
        yield [`soft-${substeps}-${mass}`, stretch(context, mass, settings, 10)];
      }
      yield [
        `warm-${mass}`,
        stretch(context, mass, { preset: "thesis", iterations: 10, warmStart: "on", feedbackSpeed: 1e6 }),
      ];
    }
  },
});
