import { bodyPosition, type Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { defineExperiment, error } from "../experiment.js";

const H = 0.005;
const G = 9.81;
const MU = 0.4;
const V = 2.5;
const ANGLE = 0.9;
const STOP = (V * V) / (2 * MU * G);
const RHO = 0.01;
const RADIUS = 0.25;
const ROLL = 0.5;

const spec: Spec = {
  timestep: H,
  formulation: { type: "complementarity" },
  // a pair takes the larger rolling friction, so the block has none
  materials: { m: { friction: MU }, rolls: { friction: MU, rollingFriction: RHO } },
  bodies: [
    { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
    {
      name: "block",
      mass: 2,
      material: "m",
      position: [0, 0, 0.05],
      velocity: [V * Math.cos(ANGLE), V * Math.sin(ANGLE), 0],
      shapes: [{ type: "box", halfExtents: [0.2, 0.1, 0.05] }],
    },
    {
      name: "ball",
      mass: 1,
      material: "rolls",
      position: [0, -3, RADIUS],
      velocity: [1, 0, 0],
      angularVelocity: [0, 1 / RADIUS, 0],
      shapes: [{ type: "sphere", radius: RADIUS }],
    },
  ],
  sensors: ["body/ball/velocity.x"],
};

export const complementarityContact = defineExperiment({
  id: "own.complementarity-contact",
  title: "Sliding and rolling to rest in complementarity",
  reference: "Coulomb: v²/(2 μ g) in a straight line. Rolling friction ρ: deceleration 5 ρ g/(7 r).",
  rows: {
    distance: error("deviation of where a block stops, along its push", "m", V * H, "first order of the step: v h"),
    aside: error("the same, across it", "m", 1e-8, "residual of the solver, 1e-10 m/s per step"),
    rolling: error("deviation of the speed of a ball after 0.5 s", "m/s", 1e-6, "residual of the solver"),
  },
  *measure(context) {
    const simulation = context.simulate(spec);
    runFor(simulation, ROLL);
    yield ["rolling", sensorOf(simulation, "body/ball/velocity.x")() - (1 - (5 * RHO * G * ROLL) / (7 * RADIUS))];
    runFor(simulation, 0.4);
    const [x, y] = bodyPosition(simulation.model, simulation.data, "block");
    yield ["distance", x * Math.cos(ANGLE) + y * Math.sin(ANGLE) - STOP];
    yield ["aside", y * Math.cos(ANGLE) - x * Math.sin(ANGLE)];
  },
});
