import { type BodySpec, defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";

/** Layers of spheres fall on a tilted cube and roll off (RPIsim, `spheres_on_cube`). */
export const spheresOnCube = defineScene({
  name: "spheres-on-cube",
  title: "Spheres on a cube",
  summary: "Layers of spheres fall on a cube that is tilted by 0.2 rad, roll down its face without slipping, and off",
  group: "exact geometry",
  params: {
    layers: param.number({ unit: "1", integer: true, min: 1, max: 5, default: 2, help: "layers" }),
    side: param.number({ unit: "1", integer: true, min: 1, max: 4, default: 3, help: "spheres along each side" }),
  },
  build: ({ layers, side }) => ({
    duration: 3,
    timestep: 0.01,
    formulation: { type: "complementarity", directions: 4 },
    materials: { any: { friction: 0.5 } },
    bodies: [
      {
        name: "cube",
        type: "static" as const,
        position: [0, 0, -1],
        orientation: { axis: [1, 1, 0], angle: 0.2 },
        material: "any",
        color: "#c9b79c",
        shapes: [{ type: "box", halfExtents: [1, 1, 1] }],
      },
      ...Array.from(
        { length: layers * side * side },
        (_, k) =>
          ({
            name: `ball-${k}`,
            mass: 1,
            position: [
              0.45 * ((k % side) - (side - 1) / 2),
              0.45 * ((Math.floor(k / side) % side) - (side - 1) / 2),
              0.35 + 0.25 * Math.floor(k / (side * side)),
            ],
            material: "any",
            color: hue(Math.floor(k / (side * side))),
            shapes: [{ type: "sphere", radius: 0.1 }],
          }) satisfies BodySpec,
      ),
    ],
    sensors: ["body/ball-0/position.z", "system/all/energy"],
    view: { eye: [4, -5, 2.5], target: [0, 0, -0.4], pictureTime: 0.6, plot: ["system/all/energy"] },
  }),
});
