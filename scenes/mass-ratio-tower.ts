import { type BodySpec, defineScene, elementary, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

/** Towers of unit boxes with a heavy one on top; the ratio grows by ten from tower to tower. */
export const massRatioTower = defineScene({
  name: "mass-ratio-tower",
  title: "Towers of large mass ratio",
  summary: "Light boxes carry a heavy one: 1 : 1, 1 : 10, 1 : 100, 1 : 1000",
  group: "piles",
  params: {
    boxes: param.number({ unit: "1", integer: true, min: 1, max: 50, default: 4, help: "light boxes per tower" }),
    towers: param.number({ unit: "1", integer: true, min: 1, max: 6, default: 4, help: "towers" }),
  },
  build: ({ boxes, towers }) => ({
    duration: 10,
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast", contacts: "direct" },
    materials: { wood: { friction: 0.6 } },
    bodies: [
      floor("wood"),
      ...Array.from({ length: towers }, (_, tower) =>
        Array.from(
          { length: boxes + 1 },
          (_, k) =>
            ({
              name: k === boxes ? `heavy-${tower}` : `light-${tower}-${k}`,
              material: "wood",
              mass: k === boxes ? elementary.pow(10, tower) : 1,
              position: [2 * tower, 0, 0.5 + k],
              color: k === boxes ? "#7a7f87" : hue(tower),
              shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
            }) satisfies BodySpec,
        ),
      ).flat(),
    ],
    sensors: Array.from({ length: towers }, (_, tower) => `body/heavy-${tower}/position.z`),
    view: {
      eye: [towers + 4, -3 - 2 * boxes, 1.5 + boxes],
      target: [towers - 1, 0, boxes / 2],
      pictureTime: 0.5,
      plot: [`body/heavy-${towers - 1}/position.z`],
    },
  }),
});
