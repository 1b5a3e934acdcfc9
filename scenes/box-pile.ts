import { type BodySpec, defineScene, param } from "stiction";
import { floor, hue, randomNumbers } from "./parts/bodies.js";

/** Boxes of all proportions dropped at random into a bin. */
export const boxPile = defineScene({
  name: "box-pile",
  title: "Pile of boxes",
  summary: "Boxes of all proportions fall into a bin and come to rest",
  group: "piles",
  params: {
    count: param.number({ unit: "1", integer: true, min: 1, max: 10_000, default: 200, help: "boxes" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the random poses" }),
  },
  build: ({ count, seed }) => {
    const random = randomNumbers(seed);
    const between = (low: number, high: number) => low + (high - low) * random();
    // layers of 5 × 5, 1 m apart
    const bodies = Array.from(
      { length: count },
      (_, k) =>
        ({
          name: `box-${k}`,
          material: "wood",
          position: [
            (k % 5) - 2 + between(-0.1, 0.1),
            (Math.floor(k / 5) % 5) - 2 + between(-0.1, 0.1),
            1 + Math.floor(k / 25),
          ],
          orientation: { euler: [between(-3, 3), between(-3, 3), between(-3, 3)] },
          color: hue(k),
          shapes: [{ type: "box", halfExtents: [between(0.15, 0.35), between(0.15, 0.35), between(0.15, 0.35)] }],
        }) satisfies BodySpec,
    );
    return {
      duration: 8,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset: "fast" },
      materials: { wood: { friction: 0.5, density: 500 } },
      bodies: [floor("wood"), bin(3, 1.2), ...bodies],
      sensors: ["system/all/kineticEnergy", "body/box-0/position.z"],
      view: { eye: [7, -9, 7], target: [0, 0, 1], pictureTime: 3, plot: ["system/all/kineticEnergy"] },
    };
  },
});

/** Four walls around a square of the given half side, m. */
export function bin(half: number, height: number) {
  const wall = 0.2;
  return {
    name: "bin",
    type: "static" as const,
    material: "wood",
    position: [0, 0, height / 2],
    shapes: [-1, 1].flatMap((side) => [
      { type: "box", halfExtents: [wall, half + 2 * wall, height / 2], position: [side * (half + wall), 0, 0] },
      { type: "box", halfExtents: [half, wall, height / 2], position: [0, side * (half + wall), 0] },
    ]),
  } satisfies BodySpec;
}
