import { defineScene, param } from "stiction";
import { slab } from "./parts/exact-geometry.js";
import { prism } from "./parts/regular-solids.js";

/** A coin of 25 sides from 1 m (RPIsim, `coin`; the initial motion is ours). */
export const rollingCoin = defineScene({
  name: "rolling-coin",
  title: "Rolling coin",
  summary: "A coin of 25 sides lands on its edge, rolls, topples, and ends flat",
  group: "exact geometry",
  params: {
    tilt: param.number({ unit: "rad", min: 0, max: 1.5, default: 0.5, help: "initial angle from upright" }),
    speed: param.number({
      unit: "m/s",
      min: 0,
      max: 5,
      default: 1,
      help: "initial forward speed, with the spin of rolling",
    }),
  },
  build: ({ tilt, speed }) => ({
    duration: 4,
    timestep: 0.01,
    formulation: { type: "complementarity", directions: 4 },
    bodies: [
      { name: "ground", type: "static" as const, shapes: [slab()] },
      {
        name: "coin",
        mass: 1,
        position: [0, 0, 1],
        // the axis of the coin along y
        orientation: { axis: [1, 0, 0], angle: Math.PI / 2 - tilt },
        velocity: [speed, 0, 0],
        angularVelocity: [0, speed / 0.5, 0],
        color: "#c9b79c",
        shapes: [{ type: "convex-hull", vertices: prism(25, 0.5, 0.05) }],
      },
    ],
    sensors: ["body/coin/position.x", "body/coin/position.z", "system/all/energy"],
    view: { eye: [1.5, -5, 2], target: [1, 0, 0.2], pictureTime: 0.8, plot: ["body/coin/position.z"] },
  }),
});
