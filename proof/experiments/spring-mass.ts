import { bodyPosition, bodyVelocity, type Simulation } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";
import { type Oscillator, oscillator } from "../reference/oscillator.js";
import { rk4OscillatorError, roundOff } from "../tolerance.js";

const G = 9.81;
const H = 0.001;
const T = 5;
const STRETCH = 0.1;
const MASS = 2;
const STIFFNESS = 200;
const OMEGA = Math.sqrt(STIFFNESS / MASS);
const REST = -1 - (MASS * G) / STIFFNESS;

const system = (damping: number): Oscillator => ({ mass: MASS, damping, stiffness: STIFFNESS, x0: -STRETCH, v0: 0 });
const origin = "RK4 leaves out (λh)⁵/120 per step, largest over the run; and round-off";
const bound = (damping: number) => rk4OscillatorError(system(damping), T, H) + roundOff(T / H, 1.3);

const run = (context: Context, damping: number) =>
  context.scene("spring-mass", { params: { mass: MASS, stiffness: STIFFNESS, damping, stretch: STRETCH } });

function deviation(context: Context, damping: number): number {
  const { model, data } = run(context, damping);
  let worst = 0;
  runFor({ model, data }, T, () => {
    const z = bodyPosition(model, data, "mass")[2];
    worst = Math.max(worst, Math.abs(z - REST - oscillator(system(damping), data.time).x));
  });
  return worst;
}

/** Largest change of energy, relative to that of the oscillation, ½ k A². */
function energyChange(simulation: Simulation): number {
  const energy = sensorOf(simulation, "system/all/energy");
  const start = (STIFFNESS * (REST + 1 - STRETCH) ** 2) / 2 + MASS * G * (REST - STRETCH);
  let worst = 0;
  runFor(simulation, T, () => {
    worst = Math.max(worst, Math.abs(energy() - start));
  });
  return worst / ((STIFFNESS * STRETCH * STRETCH) / 2);
}

export const springMass = defineExperiment({
  id: "own.spring-mass",
  title: "Mass on a spring and damper",
  reference: "m ẍ + c ẋ + k x = 0 in closed form, below, at and above critical damping (c = 40 N s/m).",
  scene: "spring-mass",
  rows: {
    undamped: error("largest deviation in 5 s, undamped", "m", bound(0), origin),
    damped: error("largest deviation in 5 s, c = 4 N s/m", "m", bound(4), origin),
    critical: error("largest deviation in 5 s, critically damped", "m", bound(40), origin),
    overdamped: error("largest deviation in 5 s, c = 80 N s/m", "m", bound(80), origin),
    energy: error(
      "largest relative change of energy in 5 s, RK4",
      "1",
      // an undamped mode shrinks by 1 − (ωh)⁶/144 per step, its energy by twice that
      ((OMEGA * H) ** 6 / 72) * (T / H) + roundOff(T / H, 22),
      "RK4 takes (ωh)⁶/72 of the energy per step; and round-off of 22 J",
    ),
    "energy-euler": atMost(
      "largest relative change of energy in 5 s, semi-implicit Euler",
      "1",
      // the scheme keeps E − ½ h ω² m x v exactly, and |½ h ω² m x v| ≤ ½ ωh E
      (OMEGA * H) / 2 / (1 - (OMEGA * H) / 2),
      "symplectic: E swings by at most ωh/2 and never drifts",
    ),
  },
  curve: {
    quantity: "height of the mass, c = 4 N s/m",
    unit: "m",
    rateUnit: "m/s",
    duration: T,
    limit: bound(4),
    origin,
    exact(t) {
      const { x, v } = oscillator(system(4), t);
      return { value: REST + x, rate: v };
    },
    start(context) {
      const simulation = run(context, 4);
      const { model, data } = simulation;
      return {
        simulation,
        value: () => bodyPosition(model, data, "mass")[2],
        rate: () => bodyVelocity(model, data, "mass")[2],
      };
    },
  },
  *measure(context) {
    yield ["undamped", deviation(context, 0)];
    yield ["damped", deviation(context, 4)];
    yield ["critical", deviation(context, 40)];
    yield ["overdamped", deviation(context, 80)];
    yield ["energy", energyChange(context.scene("spring-mass"))];
    const set = { formulation: "forces" };
    yield ["energy-euler", energyChange(context.scene("spring-mass", { set }))];
  },
});
