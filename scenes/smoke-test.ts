import { defineScene, param } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";
import { icosahedron } from "./parts/regular-solids.js";

/** The smoke test of RPIsim (`simtest`, `simtest2`; row V27): two bodies fall on a tilted cube. */
export const smokeTest = defineScene({
  name: "smoke-test",
  title: "Smoke test",
  summary: "A cube and half a cube, or half an icosahedron, fall on a tilted cube and slide off within three seconds",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    second: param.choice(["cube", "icosahedron"], { default: "cube", help: "second body that falls on the cube" }),
    friction: param.number({
      unit: "1",
      min: 0,
      default: 0.125,
      help: "friction of a pair; the source combines 0.5 and 0.5 to 0.125",
    }),
  },
  build: ({ contacts, second, friction }) => ({
    duration: 3,
    timestep: 0.01,
    formulation: { type: "complementarity", contacts, directions: 4, cone: friction > 0 ? "polyhedral" : "none" },
    materials: { any: { friction } },
    bodies: [
      {
        name: "base",
        type: "static" as const,
        position: [0.1, 0.2, -1],
        orientation: { axis: [1, 1, 1], angle: 0.3 },
        material: "any",
        color: "#c9b79c",
        shapes: [{ type: "box", halfExtents: [1, 1, 1] }],
      },
      {
        name: "cube",
        mass: 1,
        position: [0, 0, 1],
        material: "any",
        color: "#8fa9bf",
        shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
      },
      {
        name: "half",
        mass: 0.5,
        position: [0.3, 0.07, 2],
        orientation: { axis: [0, 1, 1], angle: Math.PI / 4 },
        material: "any",
        color: "#b5c99a",
        shapes: [
          second === "cube"
            ? { type: "box", halfExtents: [0.25, 0.25, 0.25] }
            : { type: "convex-hull", vertices: icosahedron(0.5) },
        ],
      },
    ],
    sensors: ["body/cube/position.z", "body/half/position.z"],
    view: { eye: [4, -6, 2], target: [0, 0, -0.3], pictureTime: 0.6, plot: ["body/cube/position.z"] },
  }),
});
