import type { Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const H = 0.01;
/** A load of 3 kg on a rope of 2 m circles a post at 1.5 rad/s without gravity and is reeled in at 0.4 m/s. */
const LENGTH = 2;
const TURN = 1.5;
const REEL = 0.4;
const T = 3;
const END = LENGTH - REEL * T;

const orbit = (mode: "rod" | "rope"): Spec => ({
  name: "load-on-a-winch",
  formulation: "impulse",
  timestep: H,
  gravity: [0, 0, 0],
  bodies: [
    {
      name: "load",
      mass: 3,
      inertia: [0.1, 0.1, 0.1],
      position: [LENGTH, 0, 0],
      velocity: [-REEL, LENGTH * TURN, 0],
    },
  ],
  joints: [{ type: "distance", name: "rope", mode, bodyB: "load", at: [0, 0, 0], to: [LENGTH, 0, 0] }],
  controllers: [{ type: "expression", output: "joints.rope.length", expression: `${LENGTH} - ${REEL} * (t + ${H})` }],
  sensors: ["joint/rope/position", "joint/rope/speed", "system/all/kineticEnergy"],
});

/** L² ω stays: ω = ω₀ (L₀/L)². */
const ENERGY = 1.5 * (REEL ** 2 + (LENGTH ** 2 * TURN) ** 2 / END ** 2);

/** A pinion of 0.03 kg m² under 2 N m moves a point mass of 5 kg by a point 0.4 m beside it. */
const RADIUS = 0.15;
const rack: Spec = {
  name: "rack-without-inertia",
  formulation: "impulse",
  timestep: H,
  gravity: [0, 0, -9.81],
  bodies: [
    { name: "pinion", mass: 2, inertia: [0.03, 0.03, 0.03] },
    { name: "rack", mass: 5, position: [0.4, 0, -0.2] },
  ],
  joints: [
    {
      type: "hinge",
      name: "bearing",
      bodyB: "pinion",
      at: [0, 0, 0],
      axis: [0, 1, 0],
      drive: { mode: "effort", target: 2 },
    },
    { type: "slider", name: "guide", bodyB: "rack", at: [0.4, 0, -0.2], axis: [1, 0, 0] },
    {
      type: "rack-and-pinion",
      name: "teeth",
      bodyA: "pinion",
      bodyB: "rack",
      at: [0, 0, -0.15],
      axis: [0, 1, 0],
      travel: [1, 0, 0],
      radius: RADIUS,
    },
  ],
  sensors: ["body/rack/position.x", "joint/teeth/gap"],
};

export const winch = defineExperiment({
  id: "own.winch",
  title: "Load that a winch reels in, and rack of a point mass, by impulses at 10 ms",
  reference:
    "Without gravity the load keeps L² ω, so the winch does the work ½ m L₀⁴ω₀² (1/L² − 1/L₀²). Rack: ẍ = r τ/(I + m r²).",
  rows: {
    length: error("length of the rope less what it is reeled to", "m", 1e-7, "default of the position tolerance"),
    energy: near(
      "energy after 3 s",
      "J",
      ENERGY,
      3e-4 * ENERGY,
      "second order: (ω h)²/12 with ω up to 9.4 rad/s, 1 of 4 sub-steps",
    ),
    rope: near(
      "the same with a rope that only pulls",
      "J",
      ENERGY,
      1.1e-3 * ENERGY,
      "corrections of one-sided rows: twice the observed",
    ),
    rack: near(
      "way of the rack after 2 s",
      "m",
      (0.5 * RADIUS * 2 * 4) / (0.03 + 5 * RADIUS ** 2),
      1e-9,
      "exact for constant efforts",
    ),
    teeth: error("gap of the teeth", "m", 1e-9, "one row, solved to round-off"),
  },
  *measure(context) {
    const rod = context.simulate(orbit("rod"));
    runFor(rod, T);
    yield ["length", sensorOf(rod, "joint/rope/position")() - END];
    yield ["energy", sensorOf(rod, "system/all/kineticEnergy")()];
    const rope = context.simulate(orbit("rope"));
    runFor(rope, T);
    yield ["rope", sensorOf(rope, "system/all/kineticEnergy")()];
    const machine = context.simulate(rack);
    runFor(machine, 2);
    yield ["rack", sensorOf(machine, "body/rack/position.x")() - 0.4];
    yield ["teeth", sensorOf(machine, "joint/teeth/gap")()];
  },
});
