import type { Spec } from "stiction";
import { runFor, sensorOf } from "../context.js";
import { atMost, defineExperiment, error } from "../experiment.js";

const G = 9.81;
const COUNT = 8;
const LINK = 3e-3;
const LOAD = 600;
const LENGTH = 0.06;

const cube = (m: number, size: number) => [m * size * size, m * size * size, m * size * size];
const names = [...Array.from({ length: COUNT }, (_, k) => `link${k}`), "load"];
const scene: Spec = {
  name: "light-chain",
  timestep: 4e-3,
  contact: "none",
  formulation: "augmented-lagrangian",
  bodies: names.map((name, k) => ({
    name,
    mass: k < COUNT ? LINK : LOAD,
    inertia: k < COUNT ? cube(LINK, 0.3 * LENGTH) : cube(LOAD, 0.1),
    position: [0, 0, -(k + 0.5) * LENGTH],
  })),
  joints: names.map((name, k) => ({
    type: "ball",
    name: `joint${k}`,
    ...(k > 0 ? { bodyA: names[k - 1] } : {}),
    bodyB: name,
    at: [0, 0, -k * LENGTH],
  })),
  sensors: ["joint/joint0/force", `joint/joint${COUNT}/force`],
};

export const lightChain = defineExperiment({
  id: "own.light-chain",
  title: "Load of 600 kg on eight links of 3 g, natural coordinates at 4 ms",
  reference: "Statics: every joint bears what hangs below it, from the first step on.",
  rows: {
    top: error("tension of the uppermost joint after one step, over its load, less 1", "1", 1e-6, "six digits at 2e5"),
    bottom: error("tension above the load after one step, over its load, less 1", "1", 1e-6, "the same"),
    later: atMost("largest error of both in 0.4 s", "1", 1e-6, "the same"),
  },
  *measure(context) {
    const simulation = context.simulate(scene);
    const top = sensorOf(simulation, "joint/joint0/force.z");
    const bottom = sensorOf(simulation, `joint/joint${COUNT}/force.z`);
    const errors = () => [Math.abs(top()) / ((LOAD + COUNT * LINK) * G) - 1, Math.abs(bottom()) / (LOAD * G) - 1];
    let first: number[] | undefined;
    let worst = 0;
    runFor(simulation, 0.4, () => {
      first ??= errors();
      worst = Math.max(worst, ...errors().map(Math.abs));
    });
    yield ["top", first?.[0] ?? Number.NaN];
    yield ["bottom", first?.[1] ?? Number.NaN];
    yield ["later", worst];
  },
});
