import { bodyOrientation, bodyPosition, bodyVelocity, type Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { angleBetween, axisymmetricFreeBody } from "../reference/free-body.js";

const TRANSVERSE = 0.04;
const AXIAL = 0.02;
const SPIN = [2, 4, 6] as const;
const POSITION = [1, 2, 3] as const;
const VELOCITY = [-4.2, 5.5, 6.1] as const;
const G = 9.81;
const T = 5;

const spec: Spec = {
  timestep: 0.001,
  contact: "none",
  formulation: { type: "forces", integrator: "rk4" },
  bodies: [
    {
      name: "cylinder",
      mass: 1,
      inertia: [TRANSVERSE, TRANSVERSE, AXIAL],
      position: [...POSITION],
      velocity: [...VELOCITY],
      angularVelocity: [...SPIN],
      shapes: [{ type: "cylinder", radius: 0.2, halfLength: 0.3 }],
    },
  ],
  sensors: ["body/cylinder/spin"],
};

const origin = "Drake's own limit for its integrator after 5 s";

export const drakeFreeBody = defineExperiment({
  id: "public.drake-free-body",
  title: "Torque-free axisymmetric body",
  reference:
    "Closed form of [KaneLikinsLevinson1983, 1.13], as in Drake's multibody/benchmarks/free_body: I = 0.04, J = 0.02 kg m², thrown and spinning about no axis of its own.",
  rows: {
    orientation: error("deviation of orientation after 5 s", "rad", 1e-5, origin),
    spin: error("deviation of spin after 5 s", "rad/s", 1e-5, origin),
    position: error("deviation of position after 5 s", "m", 1e-5, origin),
    velocity: error("deviation of velocity after 5 s", "m/s", 1e-5, origin),
  },
  *measure(context) {
    const { model, data } = context.simulate(spec);
    runFor({ model, data }, T);
    const exact = axisymmetricFreeBody(TRANSVERSE, AXIAL, SPIN, T);
    yield ["orientation", angleBetween(exact.quat, bodyOrientation(model, data, "cylinder"))];
    const spin = ["x", "y", "z"].map((axis) => sensorOf({ model, data }, `body/cylinder/spin.${axis}`)());
    yield ["spin", Math.hypot(...spin.map((w, k) => w - exact.spin[k]))];
    const p = bodyPosition(model, data, "cylinder");
    const v = bodyVelocity(model, data, "cylinder");
    const fall = [0, 0, -G];
    yield ["position", Math.hypot(...p.map((x, k) => x - (POSITION[k] + VELOCITY[k] * T + (fall[k] * T * T) / 2)))];
    yield ["velocity", Math.hypot(...v.map((x, k) => x - (VELOCITY[k] + fall[k] * T)))];
  },
});
