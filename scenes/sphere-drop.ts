import { type BodySpec, defineScene, param } from "stiction";
import { slab } from "./parts/exact-geometry.js";

/** A sphere falls on a plane, or lies near the top of another (RPIsim, `sphereDrop` and `sphere_on_sphere`). */
export const sphereDrop = defineScene({
  name: "sphere-drop",
  title: "Sphere drop",
  summary: "A sphere falls nine metres and stays where it lands, or a small one rolls off a large one",
  group: "exact geometry",
  params: {
    onto: param.choice(["plane", "sphere"], { default: "plane", help: "body below" }),
  },
  build: ({ onto }) => ({
    duration: onto === "plane" ? 3 : 5,
    timestep: 0.01,
    formulation: { type: "complementarity" },
    materials: { any: { friction: 0.5 } },
    bodies: [
      {
        name: "ground",
        type: "static" as const,
        position: [0, 0, onto === "plane" ? 0 : -3],
        material: "any",
        shapes: [slab()],
      },
      ...(onto === "sphere"
        ? [
            {
              name: "large",
              mass: 20,
              position: [0, 0, -1],
              material: "any",
              color: "#c9b79c",
              shapes: [{ type: "sphere", radius: 2 }],
            } satisfies BodySpec,
          ]
        : []),
      {
        name: "ball",
        mass: 1,
        position: onto === "plane" ? [0, 0, 10] : [-0.05, 0.05, 1.25],
        material: "any",
        color: "#8fa9bf",
        shapes: [{ type: "sphere", radius: onto === "plane" ? 1 : 0.25 }],
      },
    ],
    sensors: ["body/ball/position.z", "system/all/energy"],
    view: {
      eye: onto === "plane" ? [4, -22, 7] : [4, -12, 3],
      target: onto === "plane" ? [0, 0, 5] : [0, 0, -1],
      pictureTime: onto === "plane" ? 1 : 2,
      plot: ["system/all/energy"],
    },
  }),
});
