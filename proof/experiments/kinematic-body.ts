import { bodyOrientation, bodyPosition, type ShapeSpec, type Spec } from "stiction";
import { runFor } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { angleBetween } from "../reference/free-body.js";
import { roundOff, simpsonError } from "../tolerance.js";

const H = 0.01;
const T = 4;
const SPIN = [0.3, -0.6, 0.6] as const;

const shapes = [{ type: "box", halfExtents: [0.2, 0.2, 0.2] }] satisfies ShapeSpec[];

const spec: Spec = {
  timestep: H,
  contact: "none",
  formulation: { type: "forces", integrator: "rk4" },
  bodies: [
    { name: "steady", type: "kinematic", velocity: [1, -2, 0.5], angularVelocity: [...SPIN], shapes },
    { name: "swinging", type: "kinematic", shapes },
  ],
  controllers: [{ type: "expression", output: "bodies.swinging.velocity.x", expression: "sin(t)", rate: "evaluation" }],
};

export const kinematicBody = defineExperiment({
  id: "own.kinematic-body",
  title: "Body with prescribed velocity",
  reference: "Constant velocities: p = v t, R = Rot(ω̂, |ω| t). Velocity sin t: x = 1 − cos t. Gravity does not matter.",
  rows: {
    position: error(
      "deviation of position after 4 s, constant velocity",
      "m",
      roundOff(T / H, 8),
      "round-off: 400 steps, 8 m",
    ),
    orientation: error(
      "deviation of orientation after 4 s, constant angular velocity",
      "rad",
      roundOff(T / H, 1, 16),
      "round-off: 400 steps × 16 operations",
    ),
    driven: near(
      "position after 4 s, velocity sin t",
      "m",
      1 - Math.cos(T),
      simpsonError(1, T, H) + roundOff(T / H, 2),
      "RK4 is Simpson's rule here: h⁴/2880 × ∫|f⁗|",
    ),
  },
  *measure(context) {
    const { model, data } = context.simulate(spec);
    runFor({ model, data }, T);
    const [x, y, z] = bodyPosition(model, data, "steady");
    yield ["position", Math.hypot(x - T, y + 2 * T, z - 0.5 * T)];
    const size = Math.hypot(...SPIN);
    const s = Math.sin((size * T) / 2) / size;
    const expected = [s * SPIN[0], s * SPIN[1], s * SPIN[2], Math.cos((size * T) / 2)];
    yield ["orientation", angleBetween(expected, bodyOrientation(model, data, "steady"))];
    yield ["driven", bodyPosition(model, data, "swinging")[0]];
  },
});
