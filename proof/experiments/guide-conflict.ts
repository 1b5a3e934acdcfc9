import { type JointSpec, type Spec, STATUS } from "stiction";
import { runFor } from "../context.js";
import { atMost, defineExperiment, error, near } from "../experiment.js";

/** Crank of 0.25 m and rod of 0.6 m; the slider starts at 0.55 m and is driven outwards. */
const CRANK = 0.25;
const ROD = 0.6;
const SPEED = 0.5;
const STEP = 4e-3;
const PIN_X = (0.55 * 0.55 + CRANK * CRANK - ROD * ROD) / (2 * 0.55);
const PIN_Z = Math.sqrt(CRANK * CRANK - PIN_X * PIN_X);

const body = (name: string, x: number, z: number) => ({
  name,
  mass: 1,
  inertia: [0.02, 0.02, 0.02],
  position: [x, 0, z],
});
const hinge = (name: string, bodyA: string | undefined, bodyB: string, at: readonly number[]): JointSpec => ({
  type: "hinge",
  name,
  ...(bodyA === undefined ? {} : { bodyA }),
  bodyB,
  at,
  axis: [0, 1, 0],
});
const scene: Spec = {
  name: "driven-too-far",
  timestep: STEP,
  contact: "none",
  formulation: { type: "augmented-lagrangian" },
  bodies: [
    body("crank", PIN_X / 2, PIN_Z / 2),
    body("rod", (PIN_X + 0.55) / 2, PIN_Z / 2),
    body("block", 0.55, 0),
    body("free", 0.5, 1),
  ],
  joints: [
    hinge("axle", undefined, "crank", [0, 0, 0]),
    hinge("pin", "crank", "rod", [PIN_X, 0, PIN_Z]),
    hinge("wrist", "rod", "block", [0.55, 0, 0]),
    {
      type: "slider",
      name: "rail",
      bodyB: "block",
      at: [0.55, 0, 0],
      axis: [1, 0, 0],
      drive: { mode: "speed", target: SPEED },
    },
  ],
};

export const guideConflict = defineExperiment({
  id: "own.guide-conflict",
  title: "Slider that is driven farther than its rod reaches, natural coordinates at 4 ms",
  reference: "It stops where crank and rod are in line, at 0.85 m, after 0.6 s; what is free falls on.",
  rows: {
    place: near("slider at the end", "m", CRANK + ROD, SPEED * STEP * 2, "the last pose that fits, within two steps"),
    time: near("first status contradiction", "s", (CRANK + ROD - 0.55) / SPEED, 2 * STEP, "within two steps"),
    rest: atMost("fastest coordinate of the mechanism at the end", "m/s or rad/s", 1e-9, "round-off"),
    fall: error("free body after 1 s, less its fall", "m", 1e-9, "uniform acceleration is exact"),
  },
  *measure(context) {
    const simulation = context.simulate(scene);
    const { data } = simulation;
    let first = Number.NaN;
    runFor(simulation, 1, () => {
      if (Number.isNaN(first) && (data.status & STATUS.contradiction) !== 0) first = data.clock[0];
    });
    yield ["place", data.bodyPos[9]];
    yield ["time", first];
    yield ["rest", Math.max(...data.bodyVel.subarray(6, 24).map(Math.abs))];
    yield ["fall", data.bodyPos[14] - 1 + 0.5 * 9.81];
  },
});
