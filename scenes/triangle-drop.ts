import { defineScene, elementary, param } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";

const { sin, cos } = elementary;

/** Corners of an equilateral triangle with one corner up, by its circumradius. */
const triangle = (radius: number) =>
  [90, 210, 330].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [radius * cos(angle), radius * sin(angle)];
  });

/**
 * A triangle falls on another next to its apex and slides off, if the contact model allows it ([Williams2014], 5.2.1).
 */
export const triangleDrop = defineScene({
  name: "triangle-drop",
  title: "Triangle drop",
  summary:
    "A triangle lands next to the apex of another: it slides off, is caught, or bounces, depending on the contact model",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    step: param.number({
      unit: "s",
      above: 0,
      max: 0.05,
      default: 0.01,
      help: "h; contacts are searched within 10 m/s h",
    }),
  },
  build: ({ contacts, step }) => ({
    duration: 1.5,
    timestep: step,
    plane: "xy" as const,
    formulation: { type: "complementarity", contacts, reach: 10 * step, cone: "none" },
    bodies: [
      {
        name: "base",
        type: "static",
        color: "#c9b79c",
        shapes: [{ type: "polygon", vertices: triangle(2 * Math.SQRT2) }],
      },
      {
        name: "falling",
        mass: 1,
        // as in the archive: an area moment; 0.5 would be the inertia of 1 kg
        inertia: [0.649519, 0.649519, 0.649519],
        position: [1, 5],
        orientation: Math.PI / 3,
        color: "#8fa9bf",
        shapes: [{ type: "polygon", vertices: triangle(Math.SQRT2) }],
      },
    ],
    sensors: ["body/falling/position.x", "body/falling/position.y", "body/falling/angle"],
    view: { eye: [1, 1.5, 14], target: [1, 1.5, 0], plot: ["body/falling/position.x", "body/falling/position.y"] },
  }),
});
