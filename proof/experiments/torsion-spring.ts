import { bodyOrientation, type Spec } from "stiction";
import { type Context, runFor } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { angleBetween } from "../reference/free-body.js";
import { type Oscillator, oscillator } from "../reference/oscillator.js";
import { rk4OscillatorError, roundOff } from "../tolerance.js";

const H = 0.001;
const T = 5;
const K = 20;
const INERTIA = 0.5;
const ANGLE = 1;

const system = (damping: number): Oscillator => ({ mass: INERTIA, damping, stiffness: K, x0: ANGLE, v0: 0 });
const origin = "RK4 leaves out (λh)⁵/120 per step, largest over the run; and round-off";
const bound = (damping: number) => rk4OscillatorError(system(damping), T, H) + roundOff(T / H, 1);

/** A body whose inertia is the same about every axis, turned by ANGLE about `axis`. */
function spec(axis: readonly number[], damping: number): Spec {
  return {
    timestep: H,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [
      {
        name: "body",
        mass: 1,
        inertia: [INERTIA, INERTIA, INERTIA],
        orientation: { axis: [...axis], angle: ANGLE },
        shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.2] }],
      },
    ],
    forces: [{ type: "torsion-spring", name: "spring", bodyB: "body", stiffness: K, damping }],
  };
}

/** Largest angle between the simulated orientation and the rotation by θ(t) about the axis. */
function deviation(context: Context, axis: readonly number[], damping: number): number {
  const { model, data } = context.simulate(spec(axis, damping));
  const size = Math.hypot(...axis);
  let worst = 0;
  runFor({ model, data }, T, () => {
    const theta = oscillator(system(damping), data.time).x;
    const s = Math.sin(theta / 2) / size;
    const expected = [s * axis[0], s * axis[1], s * axis[2], Math.cos(theta / 2)];
    worst = Math.max(worst, angleBetween(expected, bodyOrientation(model, data, "body")));
  });
  return worst;
}

export const torsionSpring = defineExperiment({
  id: "own.torsion-spring",
  title: "Body on a torsion spring",
  reference: "I θ̈ + c θ̇ + k θ = 0 in closed form, about z and about a skew axis.",
  rows: {
    undamped: error("largest deviation of the angle in 5 s, about z", "rad", bound(0), origin),
    skew: error("largest deviation of the orientation in 5 s, about (1, 2, −2)", "rad", bound(0), origin),
    damped: error("largest deviation of the angle in 5 s, c = 1 N m s/rad", "rad", bound(1), origin),
  },
  *measure(context) {
    yield ["undamped", deviation(context, [0, 0, 1], 0)];
    yield ["skew", deviation(context, [1, 2, -2], 0)];
    yield ["damped", deviation(context, [0, 0, 1], 1)];
  },
});
