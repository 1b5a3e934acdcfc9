import { bodyPosition, bodyVelocity, type Simulation, takeEvents } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";
import { roundOff } from "../tolerance.js";

const G = 9.81;
const T = 2;
const H = 0.001;
const HEIGHT = 1;
const VZ = 8;

const exact = HEIGHT + VZ * T - (G * T * T) / 2;
const rounding = roundOff(T / H, 5);
const byRounding = "round-off: 2000 steps × 4 operations × ε/2 × 5 m";

const RK4 = { set: { formulation: { type: "forces", integrator: "rk4" } } };

/** Relative change of energy between now and `before`. */
function drift(simulation: Simulation, before: number): number {
  return Math.abs(sensorOf(simulation, "system/all/energy")() / before - 1);
}

export const freeFall = defineExperiment({
  id: "own.free-fall",
  title: "Free fall",
  reference:
    "z = z₀ + v t − ½ g t². Runge–Kutta of any order ≥ 2 is exact; semi-implicit Euler gives z₀ + v t − ½ g t (t + h).",
  scene: "free-fall",
  rows: {
    height: near("height after 2 s, RK4", "m", exact, rounding, byRounding),
    speed: near(
      "vertical speed after 2 s, RK4",
      "m/s",
      VZ - G * T,
      roundOff(T / H, 12),
      "round-off: 2000 steps, 12 m/s",
    ),
    energy: error(
      "relative change of energy over 2 s, RK4",
      "1",
      roundOff(T / H, 1, 8),
      "round-off: 2000 steps × 8 operations",
    ),
    apex: near(
      "time of the highest point, by event",
      "s",
      VZ / G,
      roundOff(T / H, 1),
      "round-off; v is linear in t, so interpolation is exact",
    ),
    euler: near("height after 2 s, semi-implicit Euler", "m", exact - (G * T * H) / 2, rounding, byRounding),
  },
  curve: {
    quantity: "height, RK4",
    unit: "m",
    rateUnit: "m/s",
    duration: T,
    limit: rounding,
    origin: byRounding,
    exact: (t) => ({ value: HEIGHT + VZ * t - (G * t * t) / 2, rate: VZ - G * t }),
    start(context) {
      const simulation = context.scene("free-fall", RK4);
      const { model, data } = simulation;
      return {
        simulation,
        value: () => bodyPosition(model, data, "ball")[2],
        rate: () => bodyVelocity(model, data, "ball")[2],
      };
    },
  },
  *measure(context) {
    const fine = context.scene("free-fall", RK4);
    runFor(fine, H);
    const before = sensorOf(fine, "system/all/energy")();
    runFor(fine, T - H);
    yield ["height", bodyPosition(fine.model, fine.data, "ball")[2]];
    yield ["speed", bodyVelocity(fine.model, fine.data, "ball")[2]];
    yield ["energy", drift(fine, before)];
    yield ["apex", takeEvents(fine.data)[0]?.time ?? Number.NaN];
    const coarse = context.scene("free-fall");
    runFor(coarse, T);
    yield ["euler", bodyPosition(coarse.model, coarse.data, "ball")[2]];
  },
});
