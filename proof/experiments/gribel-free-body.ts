import type { Simulation, Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const INERTIA = [1, 2, 3] as const;
const SPIN = [0.01, 5, 0.01] as const;
const T = 20;

function body(formulation: Spec["formulation"], timestep: number): Spec {
  return {
    timestep,
    gravity: [0, 0, 0],
    contact: "none",
    formulation,
    bodies: [
      {
        name: "body",
        mass: 1,
        inertia: [...INERTIA],
        angularVelocity: [...SPIN],
        shapes: [{ type: "box", halfExtents: [0.5, 0.3, 0.1] }],
      },
    ],
    sensors: ["body/body/spin.y", "body/body/kineticEnergy", "body/body/angularMomentum"],
  };
}

interface Outcome {
  readonly energy: number;
  readonly size: number;
  readonly direction: number;
  readonly flips: number;
}

/** Deviations at the end, and changes of sign of the spin about the middle axis. */
function outcome(simulation: Simulation): Outcome {
  const spin = sensorOf(simulation, "body/body/spin.y");
  let flips = 0;
  let sign = 1;
  runFor(simulation, T, () => {
    if (spin() * sign >= 0) return;
    sign = -sign;
    flips++;
  });
  const energy0 = INERTIA.reduce((sum, i, k) => sum + 0.5 * i * SPIN[k] ** 2, 0);
  const momentum0 = INERTIA.map((i, k) => i * SPIN[k]);
  const momentum = ["x", "y", "z"].map((axis) => sensorOf(simulation, `body/body/angularMomentum.${axis}`)());
  const size0 = Math.hypot(...momentum0);
  const size = Math.hypot(...momentum);
  const cross = [0, 1, 2].map((k) => {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    return momentum[i] * momentum0[j] - momentum[j] * momentum0[i];
  });
  return {
    energy: Math.abs(sensorOf(simulation, "body/body/kineticEnergy")() / energy0 - 1),
    size: Math.abs(size / size0 - 1),
    direction: Math.asin(Math.min(1, Math.hypot(...cross) / (size * size0))),
    flips,
  };
}

const origin = "0.1 % over 20 s, the limit for a momentum method";

export const gribelFreeBody = defineExperiment({
  id: "gribel.v29",
  title: "Free rigid body, I = (1, 2, 3) kg m²",
  reference:
    "[Gribel2009], row V29: the momentum method keeps energy and |L| within 0.1 % over 20 s and flips four times. RK4 carries the momentum in both frames; the impulse formulation turns with the implicit midpoint rule at constant momentum.",
  rows: {
    energy: error("relative change of energy in 20 s at 1/60 s, RK4", "1", 1e-3, origin),
    momentum: error("relative change of |L| in 20 s at 1/60 s, RK4", "1", 1e-3, origin),
    direction: error("change of the direction of L in 20 s at 1/60 s, RK4", "rad", 1e-3, "0.1 %, as an angle"),
    flips: near("flips in 20 s at 1/60 s, RK4", "1", 4, 0, "a count"),
    "impulse-energy": error("relative change of energy in 20 s at 1/60 s, impulses", "1", 1e-3, origin),
    "impulse-momentum": error("relative change of |L| in 20 s at 1/60 s, impulses", "1", 1e-3, origin),
    "impulse-direction": error("change of the direction of L, impulses", "rad", 1e-3, "0.1 %, as an angle"),
    "impulse-flips": near("flips in 20 s at 1/60 s, impulses", "1", 4, 0, "a count"),
  },
  *measure(context) {
    const fine = outcome(context.simulate(body({ type: "forces", integrator: "rk4" }, 1 / 60)));
    yield ["energy", fine.energy];
    yield ["momentum", fine.size];
    yield ["direction", fine.direction];
    yield ["flips", fine.flips];
    const impulse = outcome(context.simulate(body({ type: "impulse", preset: "fast" }, 1 / 60)));
    yield ["impulse-energy", impulse.energy];
    yield ["impulse-momentum", impulse.size];
    yield ["impulse-direction", impulse.direction];
    yield ["impulse-flips", impulse.flips];
  },
});
