import { bodyOrientation, bodyPosition, type FormulationSpec, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

/**
 * Scaling. With lengths times λ, the same density and the same gravity, forces go with the weight and times with √λ:
 *
 *   m λ³,   I λ⁵,   v, v_s λ^½,   h λ^½,   F λ³
 *   k of δ^1.5: F/δ^1.5 λ^1.5,   d (s/m) λ^−½,   bristle k: F/δ λ²,   bristle c: F/v λ^2.5
 *   lengths of rolling and spinning resistance λ
 *
 * Positions over λ and orientations are then the same at the same number of steps.
 */
function scene(scale: number, formulation: FormulationSpec): Spec {
  const root = Math.sqrt(scale);
  const force = scale * scale * scale;
  const sizes = [0.2, 0.15, 0.1].map((x) => x * scale);
  const length = (values: readonly number[]) => values.map((x) => x * scale);
  const speed = (values: readonly number[]) => values.map((v) => v * root);
  return {
    timestep: 1e-3 * root,
    formulation,
    materials: {
      rubber: {
        friction: 0.5,
        kineticFriction: 0.4,
        rollingFriction: 0.002 * scale,
        spinningFriction: 0.001 * scale,
        contact: { type: "hunt-crossley", stiffness: 1e6 * scale * root, damping: 0.3 / root },
        sliding: {
          type: "bristle",
          stictionSpeed: 0.03 * root,
          stiffness: 2e4 * scale * scale,
          damping: 100 * scale * scale * root,
        },
      },
    },
    bodies: [
      { name: "floor", type: "static", material: "rubber", shapes: [{ type: "plane" }] },
      {
        name: "ball",
        mass: force,
        material: "rubber",
        position: length([0, 1, 0.4]),
        velocity: speed([1, 0, 0]),
        angularVelocity: [0, -5 / root, 2 / root],
        shapes: [{ type: "sphere", radius: 0.1 * scale }],
      },
      {
        name: "block",
        mass: force,
        material: "rubber",
        position: length([0, 0, 0.12]),
        velocity: speed([2, 0.5, 0]),
        angularVelocity: [0, 0, 1 / root],
        shapes: [{ type: "box", halfExtents: sizes }],
      },
    ],
  };
}

/** Positions in units of the scale, and orientations, of ball and block after 1 s of the scene of 1 m. */
function endOf(context: Context, scale: number, formulation: FormulationSpec): number[] {
  const simulation = context.simulate(scene(scale, formulation));
  const { model, data } = simulation;
  runFor(simulation, Math.sqrt(scale));
  return ["ball", "block"].flatMap((name) => [
    ...[...bodyPosition(model, data, name)].map((x) => x / scale),
    ...bodyOrientation(model, data, name),
  ]);
}

const apart = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
const SAME = "round-off of 1e-16, times what two bounces and a slide of 1000 steps make of it: factors of 1e6 at most";

export const compliantScale = defineExperiment({
  id: "own.compliant-scale",
  title: "The same motion at 1 mm, 1 m and 100 m",
  reference:
    "Dimensional analysis: density and gravity kept, lengths λ, times √λ, forces λ³; stiffness, damping and speeds of the laws accordingly. A ball that bounces and a block that slides to rest.",
  rows: {
    "small-forces": error("1 mm against 1 m, forces", "1", 1e-9, SAME),
    "large-forces": error("100 m against 1 m, forces", "1", 1e-9, SAME),
    "small-lagrangian": error(
      "1 mm against 1 m, augmented-lagrangian",
      "1",
      1e-6,
      "Newton's tolerance of 1e-10 of the size, amplified likewise",
    ),
    "large-lagrangian": error("100 m against 1 m, augmented-lagrangian", "1", 1e-6, "the same"),
  },
  *measure(context) {
    for (const [key, formulation] of [
      ["forces", { type: "forces", integrator: "rk4" }],
      ["lagrangian", { type: "augmented-lagrangian" }],
    ] as const) {
      const reference = endOf(context, 1, formulation);
      yield [`small-${key}`, apart(endOf(context, 1e-3, formulation), reference)];
      yield [`large-${key}`, apart(endOf(context, 100, formulation), reference)];
    }
  },
});
