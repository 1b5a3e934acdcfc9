import type { Spec } from "stiction";
import { defineExperiment, near } from "../experiment.js";
import { roundOff } from "../tolerance.js";

const cube: Spec = {
  contact: "none",
  bodies: [{ name: "cube", mass: 10, shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }] }],
};

export const moisioInertia = defineExperiment({
  id: "moisio.v32",
  title: "Inertia of a cube",
  reference: "[Moisio2013], row V32: a cube of 10 kg and 0.2 m has m a²/6 (the source prints 0.0666).",
  rows: {
    "": near(
      "moment of inertia about a face normal",
      "kg m^2",
      (10 * 0.2 * 0.2) / 6,
      roundOff(1, 0.07, 16),
      "round-off: 16 operations",
    ),
  },
  *measure(context) {
    yield ["", context.simulate(cube).model.bodyInertia[8]];
  },
});
