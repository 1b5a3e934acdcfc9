import { type BodySpec, defineScene, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

/** A wall of boxes in rows, each row one box shorter: the load spreads downwards through many contacts. */
export const pyramid = defineScene({
  name: "pyramid",
  title: "Pyramid of boxes",
  summary: "Rows of unit boxes, each one shorter than the row below: stands still",
  group: "piles",
  params: {
    rows: param.number({ unit: "1", integer: true, min: 1, max: 60, default: 10, help: "rows" }),
    friction: param.number({ unit: "1", min: 0, default: 0.6, help: "friction coefficient" }),
  },
  build: ({ rows, friction }) => ({
    duration: 10,
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast" },
    materials: { wood: { friction, density: 500 } },
    bodies: [
      floor("wood"),
      ...Array.from({ length: rows }, (_, row) =>
        Array.from(
          { length: rows - row },
          (_, k) =>
            ({
              name: `box-${row}-${k}`,
              material: "wood",
              position: [(k - (rows - row - 1) / 2) * 1.02, 0, 0.5 + row],
              color: hue(row),
              shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
            }) satisfies BodySpec,
        ),
      ).flat(),
    ],
    sensors: [`body/box-${rows - 1}-0/position.z`, `body/box-${rows - 1}-0/position.x`, "system/all/kineticEnergy"],
    view: {
      eye: [0.35 * rows, -1.5 * rows, 0.7 * rows],
      target: [0, 0, 0.4 * rows],
      pictureTime: 1,
      plot: [`body/box-${rows - 1}-0/position.z`],
    },
  }),
});
