import type { BodySpec, Simulation } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

const G = 9.81;
const formulations = {
  forces: { type: "forces", integrator: "rk4" },
  lagrangian: { type: "augmented-lagrangian" },
} as const;

/** Cubes of 10 cm and 1 kg, one on the other, placed where they just touch. */
function column(context: Context, key: keyof typeof formulations, count: number): Simulation {
  const below = (k: number) => (k === 0 ? "floor" : `cube-${k - 1}`);
  return context.simulate({
    timestep: 1e-3,
    formulation: formulations[key],
    materials: { steel: { friction: 0.5, contact: { type: "hunt-crossley", stiffness: 1e6, damping: 10 } } },
    bodies: [
      { name: "floor", type: "static", material: "steel", shapes: [{ type: "plane" }] },
      ...Array.from(
        { length: count },
        (_, k) =>
          ({
            name: `cube-${k}`,
            mass: 1,
            material: "steel",
            position: [0, 0, 0.05 + 0.1 * k],
            shapes: [{ type: "box", halfExtents: [0.05, 0.05, 0.05] }],
          }) satisfies BodySpec,
      ),
    ],
    sensors: Array.from({ length: count }, (_, k) => ({
      name: `force-${k}`,
      read: `contact/${below(k)}:cube-${k}/normalForce`,
    })),
  });
}

/**
 * After the cubes have settled: largest deviation of a force over a cube's weight, and how far a body has moved or
 * turned from where it settled.
 */
function watch(context: Context, key: keyof typeof formulations, count: number) {
  const simulation = column(context, key, count);
  const { model, data } = simulation;
  const slots = model.sensors.columns.map(({ slot }) => slot);
  runFor(simulation, context.full ? 3 : 1.5);
  const before = [...data.bodyPos, ...data.bodyQuat];
  let [noise, motion] = [0, 0];
  runFor(simulation, context.full ? 60 : 0.5, () => {
    for (let k = 0; k < count; k++) noise = Math.max(noise, Math.abs(data.slot[slots[k]] / G - (count - k)));
  });
  [...data.bodyPos, ...data.bodyQuat].forEach((x, k) => {
    motion = Math.max(motion, Math.abs(x - before[k]));
  });
  return { noise, motion };
}

const STILL = "1e-12 m/s for a minute would be 6e-11";

export const compliantRest = defineExperiment({
  id: "own.compliant-rest",
  title: "Perfect cube at rest, aligned stack of equal cubes",
  reference:
    "Statics: every contact carries the weight above it. 60 s after 3 s of settling; in the quick run 0.5 s after 1.5 s. Cubes of 10 cm, stack of 4.",
  rows: {
    "cube-forces": error(
      "force noise of one cube over its weight, forces",
      "1",
      1e-6,
      "goal: a millionth of the weight",
    ),
    "cube-motion-forces": error("motion of one cube, forces", "m, 1", 1e-11, STILL),
    "cube-lagrangian": error(
      "force noise of one cube, augmented-lagrangian",
      "1",
      1e-6,
      "goal: a millionth of the weight",
    ),
    "cube-motion-lagrangian": error("motion of one cube, augmented-lagrangian", "m, 1", 1e-11, STILL),
    "stack-forces": error(
      "force noise in the stack over a cube's weight, forces",
      "1",
      1e-6,
      "goal: a millionth of the weight",
    ),
    "stack-motion-forces": error("motion in the stack, forces", "m, 1", 1e-11, STILL),
    "stack-lagrangian": error(
      "force noise in the stack, augmented-lagrangian",
      "1",
      1e-6,
      "goal: a millionth of the weight",
    ),
    "stack-motion-lagrangian": error("motion in the stack, augmented-lagrangian", "m, 1", 1e-11, STILL),
  },
  *measure(context) {
    for (const [what, count] of [
      ["cube", 1],
      ["stack", 4],
    ] as const) {
      for (const key of ["forces", "lagrangian"] as const) {
        const { noise, motion } = watch(context, key, count);
        yield [`${what}-${key}`, noise];
        yield [`${what}-motion-${key}`, motion];
      }
    }
  },
});
