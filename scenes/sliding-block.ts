import { defineScene, elementary, param } from "stiction";

const ANGLE = Math.PI / 12;

/** A block on a ramp of π/12 (RPIsim, `sliding_block`, where friction is 1 and the block stays). */
export const slidingBlock = defineScene({
  name: "sliding-block",
  title: "Sliding block",
  summary: "A block on a ramp of 15° slides down and off, or sticks when friction exceeds tan 15° = 0.268",
  group: "exact geometry",
  params: {
    friction: param.number({ unit: "1", min: 0, default: 0.2, help: "friction coefficient; 1 in the source" }),
  },
  build: ({ friction }) => {
    const [s, c] = [elementary.sin(ANGLE), elementary.cos(ANGLE)];
    const orientation = { axis: [1, 0, 0], angle: ANGLE };
    const height = 0.05 + 0.025;
    return {
      duration: 3,
      timestep: 0.01,
      formulation: { type: "complementarity", directions: 8, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        {
          name: "ramp",
          type: "static" as const,
          orientation,
          material: "any",
          color: "#c9b79c",
          shapes: [{ type: "box", halfExtents: [0.5, 1, 0.05] }],
        },
        {
          name: "block",
          mass: 1,
          position: [0, 0.5 * c - height * s, 0.5 * s + height * c],
          orientation,
          material: "any",
          color: "#8fa9bf",
          shapes: [{ type: "box", halfExtents: [0.05, 0.1, 0.025] }],
        },
      ],
      sensors: ["body/block/position.y", "body/block/position.z", "body/block/velocity.y"],
      view: { eye: [2.6, -1.4, 1], target: [0, 0, 0], pictureTime: 0.5, plot: ["body/block/position.y"] },
    };
  },
});
