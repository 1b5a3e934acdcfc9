import { type BodySpec, defineScene, param } from "stiction";
import { hue, randomNumbers } from "./parts/bodies.js";
import { slab } from "./parts/exact-geometry.js";
import { prism } from "./parts/regular-solids.js";

/**
 * Balls fall through rows of pins (RPIsim, `Pachinko`; the tilt of π/11 is taken as half a side, about the axis of a
 * pin).
 */
export const pachinko = defineScene({
  name: "pachinko",
  title: "Pachinko",
  summary: "Balls fall through fifteen pins of eleven sides, and all of them reach the ground",
  group: "exact geometry",
  params: {
    balls: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 50,
      default: 16,
      help: "number of balls; 50 in the source",
    }),
    seed: param.number({ unit: "1", integer: true, min: 1, default: 1, help: "seed of the initial positions" }),
  },
  build: ({ balls, seed }) => {
    const random = randomNumbers(seed);
    return {
      duration: 4,
      timestep: 0.01,
      formulation: { type: "complementarity", directions: 4 },
      bodies: [
        { name: "ground", type: "static" as const, position: [0, 0, -3], shapes: [slab()] },
        ...Array.from({ length: 15 }, (_, k) => {
          const row = Math.floor(k / 3);
          return {
            name: `pin-${k}`,
            type: "static" as const,
            position: [0.8 * ((k % 3) - 1) + (row % 2 === 0 ? -0.2 : 0.2), 0, -0.5 * row],
            color: "#c9b79c",
            shapes: [
              {
                type: "convex-hull",
                vertices: prism(11, 0.1, 3),
                orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
              },
            ],
          } satisfies BodySpec;
        }),
        // four side by side, each in its own cell
        ...Array.from(
          { length: balls },
          (_, k) =>
            ({
              name: `ball-${k}`,
              mass: 1,
              position: [
                -0.9 + 0.6 * (k % 4) + 0.3 * (random() - 0.5),
                0.8 * (random() - 0.5),
                0.4 + 0.25 * Math.floor(k / 4),
              ],
              color: hue(1 + (k % 5)),
              shapes: [{ type: "sphere", radius: 0.1 }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: ["body/ball-0/position.x", "body/ball-0/position.z", "system/all/energy"],
      view: { eye: [1.5, -7, 0], target: [0, 0, -1.2], pictureTime: 0.7, plot: ["body/ball-0/position.z"] },
    };
  },
});
