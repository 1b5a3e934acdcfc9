import { defineScene, param } from "stiction";
import { hue, planarFloor } from "./parts/bodies.js";

/**
 * Stack of 20 squares of [Gribel2009] §5.1: sides of 0.5 m, 8 kg/m², friction 0.25, step of 10 ms. With the solver of the thesis it falls, the
 * later the more iterations; with ours it stands.
 */
export const thesisStack = defineScene({
  name: "thesis-stack",
  title: "Stack of 20 boxes",
  summary: "The stack of Gribel's thesis, with its own solver or ours",
  group: "piles",
  params: {
    boxes: param.number({ unit: "1", integer: true, min: 1, max: 100, default: 20, help: "boxes" }),
    preset: param.choice(["fast", "precise", "thesis"], { default: "fast", help: "solver" }),
    iterations: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 1000,
      optional: true,
      help: "sweeps per step; that of the preset when absent",
    }),
  },
  build: ({ boxes, preset, iterations }) => ({
    duration: 15,
    timestep: 0.01,
    plane: "xy",
    formulation: { type: "impulse", preset, ...(iterations === undefined ? {} : { iterations }) },
    materials: { wood: { friction: 0.25, restitution: 0.25, density: 8 } },
    bodies: [
      planarFloor(20, "wood"),
      ...Array.from({ length: boxes }, (_, k) => ({
        name: `box-${k}`,
        material: "wood",
        position: [0, 0.25 + 0.5 * k],
        color: hue(k),
        shapes: [{ type: "polygon", halfExtents: [0.25, 0.25] }],
      })),
    ],
    sensors: [`body/box-${boxes - 1}/position.x`, `body/box-${boxes - 1}/position.y`, "system/all/kineticEnergy"],
    view: {
      eye: [0, 0.26 * boxes, 0.75 * boxes],
      target: [0, 0.26 * boxes, 0],
      plot: [`body/box-${boxes - 1}/position.x`],
    },
  }),
});
