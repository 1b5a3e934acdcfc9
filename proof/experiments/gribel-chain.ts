import type { Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { atMost, defineExperiment } from "../experiment.js";

const LINK = 0.5;
const COUNT = 10;

/** Nodes of 1 kg on rods of 0.5 m, the last one of M kg, hanging at rest. */
function chain(mass: number): Spec {
  return {
    plane: "xy",
    timestep: 0.01,
    contact: "none",
    formulation: { type: "impulse", preset: "fast" },
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
  } as Spec;
}

/** Largest relative stretch of a link in the last of 5 s. */
function stretch(context: Context, mass: number): number {
  const simulation = context.simulate(chain(mass));
  const { data } = simulation;
  runFor(simulation, 4);
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

const origin = "the spec's figure for the direct solution";

export const gribelChain = defineExperiment({
  id: "gribel.v28",
  title: "Chain of ten links with a heavy end",
  reference:
    "[Gribel2009], spec row V28 and table 7.5: solved directly, no link stretches, whatever the mass; sweeps stretch it by up to 65 %.",
  partial: "the columns of projected Gauss–Seidel and of soft joints need joints that are solved by sweeps",
  rows: {
    "1": atMost("largest stretch with 1 kg at the end", "1", 1e-6, origin),
    "100": atMost("largest stretch with 100 kg at the end", "1", 1e-6, origin),
    "1000": atMost("largest stretch with 1000 kg at the end", "1", 1e-6, origin),
  },
  *measure(context) {
    for (const mass of [1, 100, 1000] as const) yield [`${mass}`, stretch(context, mass)];
  },
});
