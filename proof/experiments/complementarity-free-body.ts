import { bodyOrientation, type Spec, takeEvents } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { angleBetween, TorqueFreeSpin } from "../reference/free-body.js";
import { roundOff } from "../tolerance.js";

const H = 1 / 60;
const T = 12;
/** A box of half sizes 0.6, 0.35, 0.2 m and 1.2 kg: I = m/3 (b² + c², a² + c², a² + b²). */
const HALF = [0.6, 0.35, 0.2] as const;
const MASS = 1.2;
const INERTIA = [
  (MASS / 3) * (HALF[1] ** 2 + HALF[2] ** 2),
  (MASS / 3) * (HALF[0] ** 2 + HALF[2] ** 2),
  (MASS / 3) * (HALF[0] ** 2 + HALF[1] ** 2),
] as const;
const SPIN = [0.3, 7, -0.2] as const;

const exact = new TorqueFreeSpin(INERTIA, SPIN);
const flips = exact.flips(T);
const steps = T / H;
/** Parts of a step, each of at most 0.02 rad. */
const PARTS = Math.ceil((SPIN[1] * H) / 0.02);
/** The midpoint rule leaves out (ω h)³/12 per part; near the middle axis errors grow by 7/0.2 until the next flip. */
const ANGLE = ((SPIN[1] / SPIN[0]) * SPIN[1] * T * ((SPIN[1] * H) / PARTS) ** 2) / 12;
const origin = "the midpoint rule leaves out (ωh)³/12 per part of a step, grown 23-fold near the middle axis";

const spec: Spec = {
  timestep: H,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "complementarity" },
  bodies: [{ name: "box", mass: MASS, angularVelocity: [...SPIN], shapes: [{ type: "box", halfExtents: [...HALF] }] }],
  sensors: ["body/box/angularMomentum", "system/all/kineticEnergy"],
  events: [{ name: "flip", crosses: "[body/box/spin.y]" }],
};

export const complementarityFreeBody = defineExperiment({
  id: "own.complementarity-free-body",
  title: "Torque-free asymmetric body in complementarity, 1/60 s",
  reference:
    "Spin by Jacobi elliptic functions, orientation by quadrature of the precession [LandauLifshitz1976, §37].",
  rows: {
    flips: near("flips in 12 s", "1", flips.length, 0, "a count"),
    time: error("largest deviation of a flip's time", "s", ANGLE / SPIN[1], origin),
    orientation: error("deviation of orientation after 12 s", "rad", ANGLE, origin),
    energy: error(
      "largest relative change of energy",
      "1",
      roundOff(steps * PARTS, 1, 60),
      "round-off: the rule keeps quadratic invariants",
    ),
    momentum: error(
      "largest relative change of angular momentum",
      "1",
      roundOff(steps * PARTS, 1, 60),
      "round-off: the rule and the Cayley map keep the vector",
    ),
  },
  *measure(context) {
    const simulation = context.simulate(spec);
    const energy = sensorOf(simulation, "system/all/kineticEnergy");
    const parts = ["x", "y", "z"].map((axis) => sensorOf(simulation, `body/box/angularMomentum.${axis}`));
    const energy0 = INERTIA.reduce((sum, i, k) => sum + 0.5 * i * SPIN[k] ** 2, 0);
    const momentum0 = INERTIA.map((i, k) => i * SPIN[k]);
    const size = Math.hypot(...momentum0);
    const worst = { energy: 0, momentum: 0 };
    runFor(simulation, T, () => {
      worst.energy = Math.max(worst.energy, Math.abs(energy() / energy0 - 1));
      worst.momentum = Math.max(worst.momentum, Math.hypot(...parts.map((read, k) => read() - momentum0[k])) / size);
    });
    const times = takeEvents(simulation.data).map((event) => event.time);
    yield ["flips", times.length];
    yield ["time", Math.max(...flips.map((t, k) => Math.abs((times[k] ?? Number.NaN) - t)))];
    yield [
      "orientation",
      angleBetween(exact.attitude(T, 400), bodyOrientation(simulation.model, simulation.data, "box")),
    ];
    yield ["energy", worst.energy];
    yield ["momentum", worst.momentum];
  },
});
