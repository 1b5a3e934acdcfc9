import { defineScene, param } from "stiction";
import { floor, GRAVITY, LAYER, LAYER_STIFFNESS, SPHERES, slope } from "./parts/footprint.js";

/**
 * A disk that spins flat on the floor [Vilela2018]. Under uniform pressure Coulomb friction slows it with
 * τ = (2/3) μ m g R, so that it stops after 3 R ω₀/(4 μ g) = 0.5 s, linearly. The law printed on the slides is
 * proportional to the spin: it slows the disk rapidly first, and never stops it. With a velocity as well, sliding and
 * spinning end together.
 */
export const footprintDisk = defineScene({
  name: "footprint-disk",
  title: "Disk spinning flat",
  summary: "Slows linearly and stops after half a second, like a real disk; older laws can be selected",
  group: "conforming contact",
  params: {
    law: param.choice(["field", "disk", "mean", "average", "literal"], {
      default: "field",
      help: "friction of the footprint",
    }),
    speed: param.number({ unit: "m/s", default: 0, help: "initial velocity along x" }),
    spin: param.number({ unit: "rad/s", default: 15.707963267948966, help: "ω₀" }),
    friction: param.number({ unit: "1", min: 0, default: 0.6, help: "μ" }),
    facets: param.number({ unit: "1", integer: true, min: 8, max: 512, default: 64, help: "facets around" }),
    ...SPHERES,
    timestep: param.number({ unit: "s", above: 0, default: 0.001, help: "step" }),
  },
  build: ({ law, speed, spin, friction, facets, geometry, spheres, timestep }) => ({
    duration: 1.5,
    timestep,
    gravity: slope(0),
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: {
        friction,
        contact: {
          type: "volumetric",
          ...LAYER,
          damping: 1,
          friction: law,
          slipSpeed: law === "literal" ? 1 : 1e-3,
          facets,
          geometry,
          spheres,
        },
      },
    },
    bodies: [
      floor(-1, 1, 2),
      {
        name: "disk",
        mass: 1,
        material: "layer",
        color: "#4c88c9",
        position: [0, 0, 0.025 - GRAVITY / (LAYER_STIFFNESS * Math.PI * 0.0625)],
        velocity: [speed, 0, 0],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "cylinder", radius: 0.25, halfLength: 0.025 }],
      },
    ],
    sensors: [
      { name: "spin", read: "body/disk/angularVelocity.z" },
      { name: "speed", read: "body/disk/velocity.x" },
    ],
    view: { eye: [0.6, -1.2, 0.8], target: [0, 0, 0], pictureTime: 0.2, plot: ["spin"] },
  }),
});
