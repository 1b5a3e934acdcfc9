import { defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { contactModel } from "./parts/exact-geometry.js";

const MASSES = [1.5, 1, 0.25, 0.12, 0.8];

/** Five bodies in a row meet one after the other ([Williams2014], 5.4). */
export const plasticRow = defineScene({
  name: "plastic-row",
  title: "Momentum of five bodies",
  summary:
    "Five squares in a row, the first at 2 m/s: four plastic impacts conserve 3 kg m/s, and all end at 3/3.67 m/s",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    step: param.number({ unit: "s", above: 0, max: 0.1, default: 0.01, help: "h" }),
  },
  build: ({ contacts, step }) => ({
    duration: 6,
    timestep: step,
    plane: "xy" as const,
    gravity: [0, 0, 0],
    formulation: { type: "complementarity", contacts, cone: "none" },
    bodies: MASSES.map((mass, k) => ({
      name: `body-${k}`,
      mass,
      inertia: [mass / 6, mass / 6, mass / 6],
      position: [1.5 * k, 0],
      velocity: [k === 0 ? 2 : 0, 0],
      color: hue(k),
      shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }],
    })),
    sensors: MASSES.map((_, k) => `body/body-${k}/velocity.x`),
    view: {
      eye: [4.5, 0, 12],
      target: [4.5, 0, 0],
      pictureTime: 1.5,
      plot: MASSES.map((_, k) => `body/body-${k}/velocity.x`),
    },
  }),
});
