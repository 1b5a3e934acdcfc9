import { createData, modes, type Spec, settle } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

const G = 9.81;
const natural = { formulation: "augmented-lagrangian", contact: "none", timestep: 1e-3 } as const;
const moments = (j: number) => [j, j, j];

/** Five carriages of 2.3 kg between springs of 640 N/m and dampers of 1.5 N s/m. */
const COUNT = 5;
const MASS = 2.3;
const STIFFNESS = 640;
const DAMPING = 1.5;
const carriages: Spec = {
  name: "carriages",
  ...natural,
  gravity: [0, 0, 0],
  bodies: Array.from({ length: COUNT }, (_, k) => ({
    name: `c${k}`,
    mass: MASS,
    inertia: moments(0.02),
    position: [0.4 * (k + 1), 0, 0],
  })),
  joints: Array.from({ length: COUNT }, (_, k) => ({
    type: "slider",
    name: `rail${k}`,
    bodyB: `c${k}`,
    at: [0.4 * (k + 1), 0, 0],
    axis: [1, 0, 0],
  })),
  forces: Array.from({ length: COUNT + 1 }, (_, k) => ({
    type: "spring",
    name: `spring${k}`,
    bodyA: k === 0 ? "world" : `c${k - 1}`,
    bodyB: k === COUNT ? "world" : `c${k}`,
    ...(k === COUNT ? { pointB: [0.4 * (COUNT + 1), 0, 0] } : {}),
    stiffness: STIFFNESS,
    damping: DAMPING,
  })),
};

/** A bob on an arm, level at the start, and a load on a spring beside it. */
const hanging: Spec = {
  name: "hanging",
  ...natural,
  bodies: [
    { name: "bob", mass: 3.1, inertia: moments(0.2), position: [0.9, 0, 0] },
    { name: "load", mass: 4.2, inertia: moments(0.1), position: [2, 0, -1] },
  ],
  joints: [
    { type: "hinge", name: "pin", bodyB: "bob", at: [0, 0, 0], axis: [0, 1, 0] },
    { type: "slider", name: "rail", bodyB: "load", at: [2, 0, -1], axis: [0, 0, 1] },
  ],
  forces: [
    { type: "spring", name: "spring", bodyB: "load", pointA: [2, 0, 0], stiffness: 560, restLength: 1, damping: 9 },
  ],
};

const placed = (context: Context, spec: Spec) => {
  const { model } = context.simulate(spec);
  return { model, data: createData(model) };
};

export const modesOfCarriages = defineExperiment({
  id: "own.modes",
  title: "Carriages between springs and dampers: natural frequencies and damping",
  reference: "ω_k = 2 √(k/m) sin(kπ / 2(n + 1)), ζ_k = c ω_k / 2k.",
  rows: {
    slowest: error("ω₁ over its closed form, less 1", "1", 1e-8, "differences of forces: twelve digits of K"),
    fastest: error("ω₅ over its closed form, less 1", "1", 1e-8, "the same"),
    damping: error("ζ₅ over its closed form, less 1", "1", 1e-7, "the same for C"),
  },
  *measure(context) {
    const { model, data } = placed(context, carriages);
    const { modes: list } = modes(model, data);
    const omega = (k: number) => 2 * Math.sqrt(STIFFNESS / MASS) * Math.sin((k * Math.PI) / (2 * (COUNT + 1)));
    yield ["slowest", (2 * Math.PI * list[0].frequency) / omega(1) - 1];
    yield ["fastest", (2 * Math.PI * list[COUNT - 1].frequency) / omega(COUNT) - 1];
    yield ["damping", list[COUNT - 1].dampingRatio / ((DAMPING * omega(COUNT)) / (2 * STIFFNESS)) - 1];
  },
});

export const settleHanging = defineExperiment({
  id: "own.settle",
  title: "Static equilibrium of a level pendulum and a load on a spring, and their modes there",
  reference: "The bob hangs below its pin, which bears m g; the load sinks by m g/k; ω² = m g l/(J + m l²) and k/m.",
  rows: {
    bob: near("height of the bob", "m", -0.9, 1e-8, "accelerations of 1e-8 m/s² at rest"),
    load: near("height of the load", "m", -1 - (4.2 * G) / 560, 1e-9, "the same"),
    pin: near("force of the pin", "N", 3.1 * G, 1e-6, "the same"),
    swing: error("ω of the pendulum over its closed form, less 1", "1", 1e-7, "differences of forces"),
    ratio: error("ζ of the load over its closed form, less 1", "1", 1e-7, "differences of forces"),
  },
  *measure(context) {
    const { model, data } = placed(context, hanging);
    const rest = settle(model, data);
    yield ["bob", data.bodyPos[5]];
    yield ["load", data.bodyPos[8]];
    yield ["pin", Math.abs(rest.joints[0]?.force[2] ?? Number.NaN)];
    const [first, second] = modes(model, data).modes;
    const swing = Math.sqrt((3.1 * G * 0.9) / (0.2 + 3.1 * 0.81));
    yield ["swing", first.omega / swing - 1];
    yield ["ratio", second.dampingRatio / (9 / (2 * Math.sqrt(560 * 4.2))) - 1];
  },
});
