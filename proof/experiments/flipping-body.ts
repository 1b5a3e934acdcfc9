import { bodyOrientation, type Simulation, takeEvents } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { angleBetween, TorqueFreeSpin } from "../reference/free-body.js";

// a box of half sizes a, b, c and 1 kg: I = m/3 (b² + c², a² + c², a² + b²)
const INERTIA = [(0.09 + 0.01) / 3, (0.25 + 0.01) / 3, (0.25 + 0.09) / 3] as const;
const SPIN = [0.05, 8, 0.05] as const;
const T = 10;

/** Flip times as a survey of engines printed them. */
const PRINTED = [1.54, 4.22, 6.9, 9.57];

const exact = new TorqueFreeSpin(INERTIA, SPIN);
const flips = exact.flips(T);

// Near the middle axis a disturbance grows by 8/0.05 = 160 before the next flip, and the error with it; the flips of 10
// s make 8 rad/s × 10 s of turning, each radian off by (8 h)⁴/120 at most.
const growth = 160;
const angleBound = (growth * SPIN[1] * T * (SPIN[1] * 0.001) ** 4) / 120;
const origin = "RK4 leaves out (ωh)⁵/120 per step, grown 160-fold near the middle axis";

const flipRow = (k: number) => near(`time of flip ${k + 1}`, "s", flips[k], angleBound / SPIN[1], origin);

/** Largest relative change of energy and of the vector of angular momentum while the simulation runs. */
function conservation(simulation: Simulation, duration: number): { energy: number; momentum: number } {
  const energy = sensorOf(simulation, "system/all/kineticEnergy");
  const parts = ["x", "y", "z"].map((axis) => sensorOf(simulation, `body/box/angularMomentum.${axis}`));
  const energy0 = INERTIA.reduce((sum, i, k) => sum + 0.5 * i * SPIN[k] ** 2, 0);
  const momentum0 = INERTIA.map((i, k) => i * SPIN[k]);
  const size = Math.hypot(...momentum0);
  const worst = { energy: 0, momentum: 0 };
  runFor(simulation, duration, () => {
    worst.energy = Math.max(worst.energy, Math.abs(energy() / energy0 - 1));
    worst.momentum = Math.max(worst.momentum, Math.hypot(...parts.map((read, k) => read() - momentum0[k])) / size);
  });
  return worst;
}

export const flippingBody = defineExperiment({
  id: "own.flipping-body",
  title: "Torque-free asymmetric body",
  reference:
    "Spin by Jacobi elliptic functions, orientation by quadrature of the precession [LandauLifshitz1976, §37]; flip times to 0.01 s from a survey of engines.",
  scene: "flipping-body",
  rows: {
    count: near("flips in 10 s", "1", PRINTED.length, 0, "a count"),
    printed: error("largest deviation from the printed flip times", "s", 0.005, "two printed digits"),
    "flip-1": flipRow(0),
    "flip-2": flipRow(1),
    "flip-3": flipRow(2),
    "flip-4": flipRow(3),
    spin: error("deviation of spin after 10 s", "rad/s", angleBound * SPIN[1], origin),
    orientation: error("deviation of orientation after 10 s", "rad", angleBound * SPIN[1], origin),
    energy: error("largest relative change of energy in 10 s at 1 ms", "1", 1e-6, "requirement of the foundation"),
    momentum: error(
      "largest relative change of angular momentum in 10 s at 1 ms",
      "1",
      1e-6,
      "requirement of the foundation",
    ),
    "energy-60": error(
      "largest relative change of energy in 60 s at 1/60 s",
      "1",
      5e-6,
      "requirement of the foundation",
    ),
    "momentum-60": error(
      "largest relative change of angular momentum in 60 s at 1/60 s",
      "1",
      1e-5,
      "requirement of the foundation",
    ),
  },
  *measure(context) {
    const fine = context.scene("flipping-body");
    const kept = conservation(fine, T);
    const times = takeEvents(fine.data).map((event) => event.time);
    yield ["count", times.length];
    yield ["printed", Math.max(...PRINTED.map((t, k) => Math.abs((times[k] ?? Number.NaN) - t)))];
    yield ["flip-1", times[0]];
    yield ["flip-2", times[1]];
    yield ["flip-3", times[2]];
    yield ["flip-4", times[3]];
    const spin = exact.at(T);
    const axes = ["x", "y", "z"];
    yield ["spin", Math.hypot(...axes.map((axis, k) => sensorOf(fine, `body/box/spin.${axis}`)() - spin[k]))];
    yield ["orientation", angleBetween(exact.attitude(T, 400), bodyOrientation(fine.model, fine.data, "box"))];
    yield ["energy", kept.energy];
    yield ["momentum", kept.momentum];
    const coarse = conservation(context.scene("flipping-body", { set: { timestep: 1 / 60 } }), 60);
    yield ["energy-60", coarse.energy];
    yield ["momentum-60", coarse.momentum];
  },
});
