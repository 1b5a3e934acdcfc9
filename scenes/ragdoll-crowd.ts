import { defineScene, elementary, param } from "stiction";
import { floor, randomNumbers } from "./parts/bodies.js";
import { clothes } from "./parts/figure-visuals.js";
import { ragdoll } from "./parts/ragdoll.js";

/** Many ragdolls fall in a heap: contacts and joints at once. */
export const ragdollCrowd = defineScene({
  name: "ragdoll-crowd",
  title: "Crowd of ragdolls",
  summary: "Ragdolls fall in a heap",
  group: "piles",
  params: {
    count: param.number({ unit: "1", integer: true, min: 1, max: 1000, default: 4, help: "ragdolls" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the initial poses" }),
  },
  build: ({ count, seed }) => {
    const random = randomNumbers(seed);
    const side = Math.max(1, Math.ceil(elementary.cbrt(count)));
    const figures = Array.from({ length: count }, (_, k) => {
      const at = [
        0.8 * ((k % side) - (side - 1) / 2) + 0.1 * random(),
        0.8 * ((Math.floor(k / side) % side) - (side - 1) / 2) + 0.1 * random(),
        0.2 + 2 * Math.floor(k / (side * side)),
      ] as const;
      const { bodies, joints } = ragdoll(`r${k}-`, at, clothes(k));
      // a figure that falls exactly upright would stay on its feet, in exact balance
      const velocity = [0.6 * (random() - 0.5), 0.6 * (random() - 0.5), 0];
      return { bodies: bodies.map((body) => ({ ...body, velocity })), joints };
    });
    return {
      duration: 8,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset: "fast" },
      materials: { stone: { friction: 0.6 }, skin: { friction: 0.6 } },
      bodies: [floor("stone"), ...figures.flatMap((f) => f.bodies)],
      joints: figures.flatMap((f) => f.joints),
      sensors: ["system/all/kineticEnergy", "body/r0-trunk/position.z"],
      view: { eye: [4.2, -5, 2.8], target: [0, 0, 0.9], pictureTime: 1, plot: ["system/all/kineticEnergy"] },
    };
  },
});
