import { type BodySpec, defineScene, param } from "stiction";
import { hue, randomNumbers } from "./parts/bodies.js";

/** Ten balls thrown about between five planes (RPIsim, `ten_balls_sim`). */
export const tenBalls = defineScene({
  name: "ten-balls",
  title: "Ten balls",
  summary: "Ten balls of different sizes fall into a box of five planes and roll about on its floor",
  group: "exact geometry",
  params: {
    seed: param.number({
      unit: "1",
      integer: true,
      min: 1,
      default: 1,
      help: "seed of positions, sizes and velocities",
    }),
  },
  build: ({ seed }) => {
    const random = randomNumbers(seed);
    const between = (a: number, b: number) => a + (b - a) * random();
    // boxes 1 m thick instead of half-spaces
    const wall = (name: string, position: number[], halfExtents: number[]) =>
      ({
        name,
        type: "static" as const,
        position,
        shapes: [{ type: "box", halfExtents }],
      }) satisfies BodySpec;
    return {
      duration: 4,
      timestep: 0.005,
      formulation: { type: "complementarity", directions: 4 },
      bodies: [
        wall("floor", [0, 0, -1.5], [2, 2, 0.5]),
        wall("west", [-1.5, 0, 1], [0.5, 2, 2]),
        wall("east", [1.5, 0, 1], [0.5, 2, 2]),
        wall("south", [0, -1.5, 1], [1, 0.5, 2]),
        wall("north", [0, 1.5, 1], [1, 0.5, 2]),
        // one level each, so that none overlap at the start
        ...Array.from(
          { length: 10 },
          (_, k) =>
            ({
              name: `ball-${k}`,
              density: 500,
              position: [between(-0.8, 0.8), between(-0.8, 0.8), -0.8 + 0.31 * k],
              velocity: [between(-1, 1), between(-1, 1), between(-1, 0)],
              color: hue(k),
              shapes: [{ type: "sphere", radius: between(0.1, 0.15) }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: ["system/all/energy"],
      view: { eye: [0.7, -1.8, 15], target: [0, 0, 0.5], pictureTime: 0.4, plot: ["system/all/energy"] },
    };
  },
});
