import type { Spec } from "stiction";
import { type Context, runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

/** Springs among the joints of `impulse`: energy over many periods, and the order of their frequency. */

const MASS = 1.3;
const PERIOD = 0.8;
const OMEGA = (2 * Math.PI) / PERIOD;
const AMPLITUDE = 0.07;
const LENGTH = 0.9;

/** A mass on a spring, stretched by AMPLITUDE, in weightlessness; so many steps per period. */
const sprung = (steps: number, preset: "fast" | "precise"): Spec => ({
  timestep: PERIOD / steps,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "impulse", preset },
  bodies: [{ name: "mass", mass: MASS, inertia: [1, 1, 1], position: [LENGTH + AMPLITUDE, 0, 0] }],
  joints: [
    {
      type: "spring",
      name: "coil",
      bodyB: "mass",
      at: [0, 0, 0],
      to: [LENGTH + AMPLITUDE, 0, 0],
      restLength: LENGTH,
      stiffness: MASS * OMEGA * OMEGA,
    },
  ],
  sensors: ["system/all/energy", "joint/coil/position", "joint/coil/speed"],
});

/** A flywheel on a hinge with an angular spring that is wound up by AMPLITUDE within the first quarter of a period. */
const wound = (steps: number): Spec => ({
  timestep: PERIOD / steps,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: { type: "impulse" },
  bodies: [{ name: "wheel", mass: 2, inertia: [MASS, MASS, MASS], angularVelocity: [0, 0, AMPLITUDE * OMEGA] }],
  joints: [
    { type: "hinge", name: "axle", bodyB: "wheel", at: [0, 0, 0], axis: [0, 0, 1] },
    {
      type: "angular-spring",
      name: "coil",
      bodyB: "wheel",
      at: [0, 0, 0],
      axis: [0, 0, 1],
      stiffness: MASS * OMEGA * OMEGA,
    },
  ],
  sensors: ["system/all/energy"],
});

const ENERGY = 0.5 * MASS * OMEGA * OMEGA * AMPLITUDE * AMPLITUDE;
const PERIODS = 35;

/** Change of energy over 35 periods, part of it. */
function lost(context: Context, spec: Spec): number {
  const simulation = context.simulate(spec);
  const energy = sensorOf(simulation, "system/all/energy");
  runFor(simulation, PERIODS * PERIOD);
  return energy() / ENERGY - 1;
}

/** How far the motion is behind cos ωt after a period and a quarter, rad. */
function lag(context: Context, steps: number): number {
  const simulation = context.simulate(sprung(steps, "fast"));
  const [position, speed] = ["position", "speed"].map((name) => sensorOf(simulation, `joint/coil/${name}`));
  runFor(simulation, 1.25 * PERIOD);
  return 0.5 * Math.PI - Math.atan2(-speed() / OMEGA, position() - LENGTH);
}

/** Amplitude in the last of 35 periods over that of the start, and mean period, in `complementarity`. */
function staggered(context: Context, steps: number): { amplitude: number; period: number } {
  const simulation = context.simulate({ ...sprung(steps, "fast"), formulation: { type: "complementarity" } });
  const position = sensorOf(simulation, "joint/coil/position");
  let before = AMPLITUDE;
  let amplitude = 0;
  let k = 0;
  const risen: number[] = [];
  runFor(simulation, PERIODS * PERIOD, () => {
    k++;
    const x = position() - LENGTH;
    if (k > (PERIODS - 1) * steps) amplitude = Math.max(amplitude, Math.abs(x));
    if (before < 0 && x >= 0) risen.push(((k - x / (x - before)) * PERIOD) / steps);
    before = x;
  });
  return { amplitude: amplitude / AMPLITUDE, period: (risen[risen.length - 1] - risen[0]) / (risen.length - 1) };
}

export const jointSprings = defineExperiment({
  id: "own.joint-springs",
  title: "Springs among joints keep their energy",
  reference: "Harmonic oscillator: constant energy, phase ωt.",
  rows: {
    line: error("change of energy, spring at 20 steps per period, fast", "1", 1e-10, "round-off of 2800 sub-steps"),
    precise: error("the same, precise", "1", 1e-10, "round-off"),
    angular: error("the same, angular spring on a hinge", "1", 1e-10, "round-off"),
    long: error("the same, spring at 6 steps per period", "1", 1e-10, "round-off: at any step"),
    "amplitude-complementarity": near(
      "amplitude after 35 periods over that of the start, complementarity at 20 steps per period",
      "1",
      1,
      1 / Math.cos(Math.PI / 20) - 1,
      "velocities act half a step early: A/cos(ωh/2), and samples miss the peak by as much",
    ),
    "period-complementarity": near(
      "error of its period, 20 steps per period over 40",
      "1",
      4,
      0.1,
      "leapfrog rule, second order: 4 + O(ωh)²",
    ),
    order: near("lag of the phase, 20 steps per period over 40", "1", 4, 0.1, "second order: 4 + O(ωh)²"),
  },
  *measure(context) {
    yield ["line", lost(context, sprung(20, "fast"))];
    yield ["precise", lost(context, sprung(20, "precise"))];
    yield ["angular", lost(context, wound(20))];
    yield ["long", lost(context, sprung(6, "fast"))];
    const coarse = staggered(context, 20);
    const fine = staggered(context, 40);
    yield ["amplitude-complementarity", coarse.amplitude];
    yield ["period-complementarity", (coarse.period / PERIOD - 1) / (fine.period / PERIOD - 1)];
    yield ["order", lag(context, 20) / lag(context, 40)];
  },
});
