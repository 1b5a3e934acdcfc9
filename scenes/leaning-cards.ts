import { type BodySpec, defineScene, elementary, param } from "stiction";
import { slab } from "./parts/exact-geometry.js";

/**
 * Two cards that lean on each other (RPIsim, `cards`): they stand if friction is at least half the tangent of the lean.
 */
export const leaningCards = defineScene({
  name: "leaning-cards",
  title: "Leaning cards",
  summary: "Two cards lean on each other at 0.2 rad and stand, or slip apart if friction is below tan(0.2)/2 = 0.101",
  group: "exact geometry",
  params: {
    friction: param.number({ unit: "1", min: 0, default: 0.2, help: "friction coefficient of all pairs" }),
  },
  build: ({ friction }) => {
    const lean = 0.2;
    const [s, c] = [elementary.sin(lean), elementary.cos(lean)];
    const [t, l] = [0.005, 0.4];
    const card = (name: string, side: number) =>
      ({
        name,
        mass: 1,
        position: [-side * (t * c + l * s), 0, t * s + l * c],
        orientation: { axis: [0, 1, 0], angle: side * lean },
        material: "any",
        color: side > 0 ? "#8fa9bf" : "#d9a5a0",
        shapes: [{ type: "box", halfExtents: [t, 0.25, l] }],
      }) satisfies BodySpec;
    return {
      duration: 2,
      timestep: 0.005,
      formulation: { type: "complementarity", directions: 8, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        { name: "ground", type: "static" as const, material: "any", shapes: [slab()] },
        card("left", 1),
        card("right", -1),
      ],
      sensors: ["body/left/position.z", "body/right/position.z"],
      view: { eye: [0.8, -2, 0.9], target: [0, 0, 0.3], plot: ["body/left/position.z"] },
    };
  },
});
