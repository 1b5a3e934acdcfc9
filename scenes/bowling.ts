import { type BodySpec, defineScene, elementary, param } from "stiction";
import { slab } from "./parts/exact-geometry.js";

/** Middle of the rod, `below` metres from the hinge, rotated by an angle about y. */
const swung = (angle: number, below: number) => [
  -below * elementary.sin(angle),
  0,
  0.25 - below * elementary.cos(angle),
];

/**
 * A rod on a hinge swings into two balls (RPIsim, `bowling` and `joint_and_contact`; the hinge is 0.1 m below the end
 * of the rod here).
 */
export const bowling = defineScene({
  name: "bowling",
  title: "Bowling",
  summary: "A rod falls about its hinge and pushes two balls over the floor, while the hinge stays closed",
  group: "exact geometry",
  params: {
    angle: param.number({ unit: "rad", min: 0, max: 3, default: 1.5, help: "initial angle of the rod from hanging" }),
  },
  build: ({ angle }) => {
    const half = 0.5;
    return {
      duration: 3,
      timestep: 0.01,
      formulation: { type: "complementarity", directions: 8 },
      materials: { any: { friction: 0.2 } },
      bodies: [
        { name: "floor", type: "static" as const, position: [0, 0, -0.7], material: "any", shapes: [slab()] },
        {
          name: "rod",
          mass: 1,
          position: swung(angle, half - 0.1),
          orientation: { axis: [0, 1, 0], angle },
          material: "any",
          color: "#c9b79c",
          shapes: [{ type: "cylinder", radius: 0.1, halfLength: half }],
        },
        ...[0.25, 0.5].map(
          (x, k) =>
            ({
              name: `ball-${k}`,
              mass: 1,
              position: [x, 0, -0.6],
              material: "any",
              color: "#8fa9bf",
              shapes: [{ type: "sphere", radius: 0.1 }],
            }) satisfies BodySpec,
        ),
      ],
      joints: [{ type: "hinge", name: "hinge", bodyB: "rod", at: [0, 0, 0.25], axis: [0, 1, 0] }],
      sensors: ["joint/hinge/position", "joint/hinge/gap", "body/ball-1/position.x"],
      view: { eye: [1, -4, 0.5], target: [0.5, 0, -0.2], pictureTime: 0.6, plot: ["body/ball-1/position.x"] },
    };
  },
});
