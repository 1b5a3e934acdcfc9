import { defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { contactModel, rectangle } from "./parts/exact-geometry.js";

/** Offsets of ten boxes, from below, from the archive of [Williams2014], m. */
const OFFSETS = [
  0.062596, -0.048015, 0.058582, -0.069609, 0.068663, -0.034357, 0.050121, -0.043018, 0.034357, -0.027069,
];

/**
 * Ten unit squares, 0.2 m above each other and offset by a few centimetres, fall onto a stack and stay ([Williams2014],
 * 5.2.2).
 */
export const staggeredStack = defineScene({
  name: "staggered-stack",
  title: "Staggered stack",
  summary:
    "Ten frictionless boxes land on each other, corners close to corners: they rest, are trapped, or are thrown apart",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    reach: param.number({ unit: "m", above: 0, default: 0.07, help: "search distance for contacts" }),
  },
  build: ({ contacts, reach }) => ({
    duration: 2,
    timestep: 0.005,
    plane: "xy" as const,
    formulation: { type: "complementarity", contacts, reach, cone: "none" },
    bodies: OFFSETS.map((x, i) => ({
      name: `box-${i}`,
      ...(i === 0 ? { type: "static" as const } : { mass: 1, inertia: [1 / 12, 1 / 12, 1 / 12] }),
      position: [x, 0.7 + 1.2 * i],
      color: hue(i),
      shapes: [{ type: "polygon", vertices: rectangle(1, 1) }],
    })),
    sensors: ["body/box-9/position.x", "body/box-9/position.y"],
    view: { eye: [0, 5.5, 20], target: [0, 5.5, 0], plot: ["body/box-9/position.y"] },
  }),
});
