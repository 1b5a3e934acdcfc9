/** Stacks and slides. */
import type { ShippedStudy } from "./index.js";

/** Whether a tower that carries a heavy box stands, over iterations of the solver and the ratio of masses. */
export const stackStability: ShippedStudy = {
  name: "stack-stability",
  title: "Towers over iterations and mass ratio",
  study: {
    study: 1,
    title: "A tower that carries a heavy box: sinking over iterations and mass ratio",
    scene: "mass-ratio-tower",
    params: { towers: 1, boxes: 4 },
    set: { duration: 4 },
    factors: [
      { path: "bodies.heavy-0.mass", name: "ratio", unit: "1", values: [1, 10, 100, 1000] },
      { path: "formulation.contacts", name: "contacts", values: ["iterative", "direct"] },
      { path: "formulation.substeps", name: "substeps", values: [2, 4, 8, 16] },
    ],
    metrics: {
      sunk: { final: "4.5 - [body/heavy-0/position.z]", unit: "m" },
      aside: { final: "hypot([body/heavy-0/position.x], [body/heavy-0/position.y])", unit: "m" },
      restless: { rms: "[body/heavy-0/velocity.z]", unit: "m/s" },
      notConverged: { figure: "notConverged", unit: "1" },
    },
  },
};

/** The coefficient of friction from the way of a slide, over what is not known exactly. */
export const frictionIdentification: ShippedStudy = {
  name: "friction-slide",
  title: "Friction from the way of a slide, with Sobol's indices",
  study: {
    study: 1,
    title: "The friction that a measured slide tells, over errors of speed, slope and mass",
    scene: {
      name: "slide",
      timestep: 0.004,
      duration: 1.2,
      formulation: { type: "impulse", preset: "precise" },
      gravity: [0, 0, -9.81],
      materials: { pad: { friction: 0.3 } },
      bodies: [
        { name: "floor", type: "static", shapes: [{ type: "plane" }], material: "pad" },
        {
          name: "block",
          mass: 2,
          position: [0, 0, 0.05],
          velocity: [1.5, 0, 0],
          shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.05] }],
          material: "pad",
        },
      ],
    },
    design: "saltelli",
    samples: 16,
    factors: [
      { path: "materials.pad.friction", name: "mu", unit: "1", uniform: { low: 0.25, high: 0.35 } },
      { path: "bodies.block.velocity.x", name: "speed", unit: "m/s", normal: { mean: 1.5, deviation: 0.03 } },
      { path: "gravity.x", name: "slope", unit: "m/s²", normal: { mean: 0, deviation: 0.05 } },
      { path: "bodies.block.mass", name: "mass", unit: "kg", uniform: { low: 1.5, high: 2.5 } },
    ],
    metrics: {
      way: { max: "[body/block/position.x]", unit: "m" },
      estimate: { expression: "1.5^2 / (2 * 9.81 * way)", unit: "1" },
      error: { expression: "estimate - mu", unit: "1" },
    },
  },
};
