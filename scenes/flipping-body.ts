import { defineScene } from "stiction";

/**
 * The intermediate-axis effect (Dzhanibekov, tennis racket): a free box of half sizes 0.5, 0.3, 0.1 m and 1 kg that
 * spins about its middle axis flips again and again.
 */
export const flippingBody = defineScene({
  name: "flipping-body",
  title: "Flipping body",
  summary: "A free box spinning about its middle axis flips every 2.68 s; many engines miss it",
  group: "basics",
  params: {},
  build: () => ({
    duration: 10,
    timestep: 0.001,
    gravity: [0, 0, 0],
    contact: "none",
    formulation: { type: "forces", integrator: "rk4" },
    bodies: [
      {
        name: "box",
        mass: 1,
        angularVelocity: [0.05, 8, 0.05],
        shapes: [{ type: "box", halfExtents: [0.5, 0.3, 0.1] }],
      },
    ],
    sensors: ["body/box/spin", "body/box/angularMomentum", "system/all/kineticEnergy"],
    events: [{ name: "flip", crosses: "[body/box/spin.y]" }],
    view: { eye: [1.4, -1.6, 0.9], target: [0, 0, 0], pictureTime: 1.5, plot: ["body/box/spin.y"] },
  }),
});
