import { type BodySpec, defineScene, elementary, param } from "stiction";
import { floor, hue } from "./parts/bodies.js";

/** Dominoes of 48 × 24 × 7.5 mm, ten times as large, in a row; the first is pushed. */
export const dominoes = defineScene({
  name: "dominoes",
  title: "Dominoes",
  summary: "A row of dominoes falls, one after the other",
  group: "piles",
  params: {
    count: param.number({ unit: "1", integer: true, min: 2, max: 1000, default: 40, help: "dominoes" }),
    spacing: param.number({ unit: "m", above: 0.08, max: 0.45, default: 0.25, help: "distance from one to the next" }),
    radius: param.number({
      unit: "m",
      min: 0,
      default: 4,
      help: "radius of the curve on which they stand; 0: straight",
    }),
  },
  build: ({ count, spacing, radius }) => ({
    duration: 6,
    timestep: 1 / 120,
    formulation: { type: "impulse", preset: "fast" },
    materials: { ivory: { friction: 0.3, density: 1000 } },
    bodies: [
      floor("ivory"),
      ...Array.from({ length: count }, (_, k) => {
        const angle = radius > 0 ? (k * spacing) / radius : 0;
        const x = radius > 0 ? radius * elementary.sin(angle) : k * spacing;
        const y = radius > 0 ? radius * (1 - elementary.cos(angle)) : 0;
        return {
          name: `domino-${k}`,
          material: "ivory",
          position: [x, y, 0.24],
          orientation: angle,
          // the push: about the lower edge
          ...(k === 0 ? { velocity: [0.4, 0, 0], angularVelocity: [0, 1.6, 0] } : {}),
          color: hue(k),
          shapes: [{ type: "box", halfExtents: [0.0375, 0.12, 0.24] }],
        } satisfies BodySpec;
      }),
    ],
    sensors: ["body/domino-0/position.z", `body/domino-${count - 1}/position.z`, "system/all/kineticEnergy"],
    events: [{ name: "last-falls", when: `[body/domino-${count - 1}/position.z] < 0.2` }],
    view: { eye: [3, -5, 4], target: [2.5, 2, 0], pictureTime: 1.5, plot: ["system/all/kineticEnergy"] },
  }),
});
