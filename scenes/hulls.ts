import { type BodySpec, defineScene, elementary, param } from "stiction";
import { bin } from "./box-pile.js";
import { floor, hue, randomNumbers } from "./parts/bodies.js";

/** Convex hulls of random points on ellipsoids: pebbles with flat faces. */
export const hulls = defineScene({
  name: "hulls",
  title: "Pile of convex hulls",
  summary: "Stones, each the hull of sixteen random points, fall into a bin",
  group: "piles",
  params: {
    count: param.number({ unit: "1", integer: true, min: 1, max: 10_000, default: 150, help: "stones" }),
    points: param.number({ unit: "1", integer: true, min: 6, max: 200, default: 16, help: "points of each hull" }),
    seed: param.number({ unit: "1", integer: true, default: 1, help: "seed of the stones" }),
  },
  build: ({ count, points, seed }) => {
    const random = randomNumbers(seed);
    const between = (low: number, high: number) => low + (high - low) * random();
    const stone = (): number[][] => {
      const axes = [between(0.25, 0.4), between(0.25, 0.4), between(0.15, 0.3)];
      return Array.from({ length: points }, () => {
        const z = between(-1, 1);
        const angle = between(0, 2 * Math.PI);
        const r = Math.sqrt(1 - z * z);
        return [axes[0] * r * elementary.cos(angle), axes[1] * r * elementary.sin(angle), axes[2] * z];
      });
    };
    return {
      duration: 8,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset: "fast" },
      materials: { wood: { friction: 0.5, density: 500 }, stone: { friction: 0.6, density: 2500 } },
      bodies: [
        floor("wood"),
        bin(3, 1.2),
        ...Array.from(
          { length: count },
          (_, k) =>
            ({
              name: `stone-${k}`,
              material: "stone",
              position: [
                (k % 5) - 2 + between(-0.1, 0.1),
                (Math.floor(k / 5) % 5) - 2 + between(-0.1, 0.1),
                1 + Math.floor(k / 25),
              ],
              orientation: { euler: [between(-3, 3), between(-3, 3), between(-3, 3)] },
              color: hue(k),
              shapes: [{ type: "convex-hull", vertices: stone() }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: ["system/all/kineticEnergy", "body/stone-0/position.z"],
      view: { eye: [7, -9, 7], target: [0, 0, 1], pictureTime: 3, plot: ["system/all/kineticEnergy"] },
    };
  },
});
