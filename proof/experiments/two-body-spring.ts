import type { BodySpec, Simulation, Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error } from "../experiment.js";
import { rk4OscillatorError, roundOff } from "../tolerance.js";

const H = 0.001;
const T = 3;
const K = 400;
const MASSES = [1, 3] as const;
const REDUCED = (MASSES[0] * MASSES[1]) / (MASSES[0] + MASSES[1]);
const OMEGA = Math.sqrt(K / REDUCED);
const REST = 1;
const STRETCH = 0.2;
/** Velocity of the centre of mass, m/s. */
const DRIFT = [0.5, 0.2, -0.1] as const;

/** Two balls on a spring in free space; `turn` is an extra speed of the lighter one across the spring. */
function balls(turn: number): Spec {
  const [m1, m2] = MASSES;
  const total = m1 + m2;
  const ball = (name: string, mass: number, x: number, across: number) =>
    ({
      name,
      mass,
      position: [x, 0, 0],
      velocity: [DRIFT[0], DRIFT[1] + across, DRIFT[2]],
      shapes: [{ type: "sphere", radius: 0.1 }],
    }) satisfies BodySpec;
  return {
    timestep: H,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [ball("light", m1, 0, turn), ball("heavy", m2, REST + STRETCH, (-turn * m1) / m2)],
    forces: [{ type: "spring", name: "spring", bodyA: "light", bodyB: "heavy", stiffness: K, restLength: REST }],
    sensors: [
      "force/spring/length",
      "system/all/momentum",
      "system/all/angularMomentum",
      "system/all/energy",
      { name: "center", expression: `([body/light/position.x] * ${m1} + [body/heavy/position.x] * ${m2}) / ${total}` },
    ],
  };
}

function vector(simulation: Simulation, name: string): () => number[] {
  const parts = ["x", "y", "z"].map((axis) => sensorOf(simulation, `${name}.${axis}`));
  return () => parts.map((read) => read());
}

export const twoBodySpring = defineExperiment({
  id: "own.two-body-spring",
  title: "Two bodies on a spring",
  reference:
    "Momentum and angular momentum are kept, the centre of mass moves straight on, and the length is that of one oscillator with the reduced mass m₁m₂/(m₁ + m₂).",
  rows: {
    length: error(
      "largest deviation of the length in 3 s",
      "m",
      rk4OscillatorError({ mass: REDUCED, damping: 0, stiffness: K, x0: STRETCH, v0: 0 }, T, H),
      "RK4 leaves out (ωh)⁵/120 per step",
    ),
    momentum: error("largest change of momentum in 3 s", "N s", roundOff(T / H, 4), "round-off: 3000 steps, 4 N s"),
    center: error(
      "deviation of the centre of mass from a straight line after 3 s",
      "m",
      roundOff(T / H, 3),
      "round-off: 3000 steps, 3 m",
    ),
    "angular-momentum": error(
      "largest relative change of angular momentum in 3 s, rotating pair",
      "1",
      // quadratic in the state, so RK4 keeps it only to its order
      ((2 * OMEGA * T) / 120) * (OMEGA * H) ** 4,
      "RK4 leaves out (ωh)⁵/120 per step",
    ),
    energy: error(
      "largest relative change of energy in 3 s, rotating pair",
      "1",
      ((2 * OMEGA * T) / 120) * (OMEGA * H) ** 4,
      "RK4 leaves out (ωh)⁵/120 per step",
    ),
  },
  *measure(context) {
    const straight = context.simulate(balls(0));
    const length = sensorOf(straight, "force/spring/length");
    const momentum = vector(straight, "system/all/momentum");
    const total = MASSES[0] + MASSES[1];
    let worst = 0;
    let change = 0;
    runFor(straight, T, () => {
      worst = Math.max(worst, Math.abs(length() - REST - STRETCH * Math.cos(OMEGA * straight.data.time)));
      change = Math.max(change, ...momentum().map((p, k) => Math.abs(p - total * DRIFT[k])));
    });
    yield ["length", worst];
    yield ["momentum", change];
    const start = (MASSES[1] * (REST + STRETCH)) / total;
    yield ["center", Math.abs(sensorOf(straight, "center")() - start - DRIFT[0] * T)];

    const turning = context.simulate(balls(2));
    const spin = vector(turning, "system/all/angularMomentum");
    const energy = sensorOf(turning, "system/all/energy");
    runFor(turning, H);
    const spin0 = spin();
    const energy0 = energy();
    let spinChange = 0;
    let energyChange = 0;
    runFor(turning, T, () => {
      spinChange = Math.max(spinChange, Math.hypot(...spin().map((l, k) => l - spin0[k])) / Math.hypot(...spin0));
      energyChange = Math.max(energyChange, Math.abs(energy() / energy0 - 1));
    });
    yield ["angular-momentum", spinChange];
    yield ["energy", energyChange];
  },
});
