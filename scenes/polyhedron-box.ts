import { type BodySpec, defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { contactModel } from "./parts/exact-geometry.js";
import { icosahedron } from "./parts/regular-solids.js";

/** Icosahedra thrown into a box, one every half second ([Williams2014], 5.2.4). */
export const polyhedronBox = defineScene({
  name: "polyhedron-box",
  title: "Polyhedra in a box",
  summary: "Ten icosahedra thrown into a box, without friction: vertices meet edges, faces and vertices",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    step: param.number({ unit: "s", above: 0, max: 0.05, default: 0.01, help: "h" }),
    implicit: param.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 20,
      default: 0,
      help: "corrections for rotation within the step",
    }),
    turn: param.number({
      unit: "rad",
      default: 0.2,
      help: "initial orientation of the icosahedra about (1, 2, 3)",
    }),
  },
  build: ({ contacts, step, implicit, turn }) => {
    const wall = (name: string, size: readonly [number, number, number], position: readonly [number, number, number]) =>
      ({
        name,
        type: "static" as const,
        position: [...position],
        color: "#c9b79c",
        shapes: [{ type: "box", halfExtents: size.map((x) => x / 2) }],
      }) satisfies BodySpec;
    const inertia = (0.5 * (3 + Math.sqrt(5))) / 20;
    return {
      duration: 5,
      timestep: step,
      formulation: { type: "complementarity", contacts, implicit, cone: "none" },
      bodies: [
        wall("floor", [10.25, 4.25, 0.25], [0, 0, -0.125]),
        wall("end-a", [0.25, 4.25, 4], [-5, 0, 1.75]),
        wall("end-b", [0.25, 4.25, 4], [5, 0, 1.75]),
        wall("side-a", [10.25, 0.25, 4], [0, -2, 1.75]),
        wall("side-b", [10.25, 0.25, 4], [0, 2, 1.75]),
        ...Array.from(
          { length: 10 },
          (_, i) =>
            ({
              name: `solid-${i}`,
              state: "dormant" as const,
              wakes: 0.5 * i,
              mass: 0.5,
              inertia: [inertia, inertia, inertia],
              position: [3, 0, 2],
              velocity: [-5, 0, 0],
              orientation: { axis: [1, 2, 3], angle: turn },
              color: hue(i),
              shapes: [{ type: "convex-hull", vertices: icosahedron(0.5) }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: ["body/solid-0/position.x", "body/solid-0/position.z"],
      view: { eye: [2, -7, 16], target: [0, 0, 0.5], pictureTime: 1, plot: ["body/solid-0/position.x"] },
    };
  },
});
