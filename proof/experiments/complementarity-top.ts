import type { Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

/** A wheel of 0.8 kg on an arm of 0.15 m whose end is held, at 250 rad/s: axis level, in steady precession. */
const H = 0.002;
const T = 1.5;
const MASS = 0.8;
const ARM = 0.15;
const SPIN = 250;
const AXIAL = 0.006;
const ACROSS = 0.0035;
const G = 9.81;
/** Level axis: m g l = I ω Ω to the last digit. */
const PRECESSION = (MASS * G * ARM) / (AXIAL * SPIN);
/** Nutation, rad/s. */
const NUTATION = (AXIAL * SPIN) / (ACROSS + MASS * ARM ** 2);

const wheel: Spec = {
  timestep: H,
  contact: "none",
  formulation: { type: "complementarity" },
  bodies: [
    {
      name: "wheel",
      mass: MASS,
      inertia: [AXIAL, ACROSS, ACROSS],
      position: [ARM, 0, 0],
      velocity: [0, PRECESSION * ARM, 0],
      angularVelocity: [SPIN, 0, PRECESSION],
    },
  ],
  joints: [{ name: "pin", type: "ball", bodyB: "wheel", at: [0, 0, 0] }],
  sensors: ["body/wheel/position.x", "body/wheel/position.y", "body/wheel/position.z"],
};

/** A board of 1 m held at its end, released level and turning about its length: a spherical pendulum that nutates. */
const BOARD = { step: 0.01, half: 0.5, spin: 6, swing: 0.7, seconds: 20 } as const;
const boardMass = 500 * 8 * BOARD.half * 0.1 * 0.02;
/** ½ I ω² about the length, and about the upright through the end, J; the centre is at height 0. */
const BEFORE =
  (boardMass / 6) * ((0.1 ** 2 + 0.02 ** 2) * BOARD.spin ** 2 + (4 * BOARD.half ** 2 + 0.1 ** 2) * BOARD.swing ** 2);
const board: Spec = {
  timestep: BOARD.step,
  contact: "none",
  formulation: { type: "complementarity" },
  bodies: [
    {
      name: "board",
      density: 500,
      position: [BOARD.half, 0, 0],
      angularVelocity: [BOARD.spin, 0, BOARD.swing],
      velocity: [0, BOARD.swing * BOARD.half, 0],
      shapes: [{ type: "box", halfExtents: [BOARD.half, 0.1, 0.02] }],
    },
  ],
  joints: [{ name: "pin", type: "ball", bodyB: "board", at: [0, 0, 0] }],
  sensors: ["system/all/energy"],
};

export const complementarityTop = defineExperiment({
  id: "own.complementarity-top",
  title: "Wheel of 250 rad/s on a pin, and a board that swings in space, in complementarity",
  reference: "Steady precession with a level axis, Ω = m g l/(I ω) [LandauLifshitz1976, §35]; conservation of energy.",
  rows: {
    angle: error(
      "deviation of the angle of precession after 1.5 s",
      "rad",
      PRECESSION * T * ((NUTATION * H) ** 2 / 24) + PRECESSION * H,
      "leapfrog: (ω h)²/24 at the rate of nutation, and a nutation that begins half a step early",
    ),
    height: error(
      "largest deviation of the wheel's height",
      "m",
      ARM * PRECESSION * H,
      "velocities are those of half a step before poses: a nutation of l Ω h/2, twice it from end to end",
    ),
    energy: error(
      "largest change of the board's energy in 20 s at 10 ms",
      "J",
      // the fastest that the centre falls, from level to the lowest point, with all energy in it
      boardMass * G * Math.sqrt(2 * G * BOARD.half + (BOARD.swing * BOARD.half) ** 2) * (0.5 * BOARD.step),
      "velocities are those of half a step before poses: power of the weight times h/2",
    ),
  },
  *measure(context) {
    const top = context.simulate(wheel);
    const [x, y, z] = ["x", "y", "z"].map((axis) => sensorOf(top, `body/wheel/position.${axis}`));
    let height = 0;
    runFor(top, T, () => {
      height = Math.max(height, Math.abs(z()));
    });
    const turn = Math.atan2(y(), x());
    const angle = turn - PRECESSION * T;
    yield ["angle", angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))];
    yield ["height", height];
    const swing = context.simulate(board);
    const energy = sensorOf(swing, "system/all/energy");
    let worst = 0;
    runFor(swing, BOARD.seconds, () => {
      worst = Math.max(worst, Math.abs(energy() - BEFORE));
    });
    yield ["energy", worst];
  },
});
