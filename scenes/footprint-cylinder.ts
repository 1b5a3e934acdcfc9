import { defineScene, param } from "stiction";
import { floor, LAYER, SPHERES, slope } from "./parts/footprint.js";

/**
 * A cylinder that rolls down a slope of 15° [Vilela2018]. Slip is measured at the centroid of the volume, 0.6 δ above
 * the lowest line, so that it rolls on the radius R − 0.6 δ, and the foundation's loss slows it: 0.13 % less travel
 * than a rigid one with a = 0.1 s/m, which is the model's own prediction. With too few facets it rattles: their sagitta
 * should stay below δ/5.
 */
export const footprintCylinder = defineScene({
  name: "footprint-cylinder",
  title: "Cylinder rolling by its footprint",
  summary: "Rolls on its elastic layer a thousandth slower than a rigid one, without yaw",
  group: "conforming contact",
  params: {
    angle: param.number({ unit: "deg", min: 0, max: 60, default: 15, help: "angle of the slope" }),
    damping: param.number({ unit: "s/m", min: 0, default: 0.1, help: "a of the foundation" }),
    ground: param.choice(["box", "plane"], {
      default: "box",
      help: "a box, on which the cylinder has facets, or a plane, on which it is round",
    }),
    facets: param.number({ unit: "1", integer: true, min: 16, max: 1024, default: 128, help: "facets around" }),
    ...SPHERES,
    timestep: param.number({ unit: "s", above: 0, default: 0.001, help: "step" }),
  },
  build: ({ angle, damping, ground, facets, geometry, spheres, timestep }) => ({
    duration: 3.5,
    timestep,
    gravity: slope(angle),
    formulation: { type: "augmented-lagrangian" },
    materials: {
      layer: { friction: 0.5, contact: { type: "volumetric", ...LAYER, damping, facets, geometry, spheres } },
    },
    bodies: [
      ground === "plane"
        ? { name: "floor", type: "static" as const, material: "layer", shapes: [{ type: "plane" as const }] }
        : floor(-1, 13, 3),
      {
        name: "cylinder",
        mass: 1,
        material: "layer",
        color: "#c9883d",
        // a depth of 4.658e-4 m carries the weight
        position: [0, 0, 0.25 - 4.658e-4],
        orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
        shapes: [{ type: "cylinder", radius: 0.25, halfLength: 0.5 }],
      },
    ],
    sensors: [
      { name: "way", read: "body/cylinder/position.x" },
      { name: "speed", read: "body/cylinder/velocity.x" },
      { name: "height", read: "body/cylinder/position.z" },
    ],
    view: { eye: [3, -5, 3], target: [2, 0, 0], pictureTime: 1.5, plot: ["speed"] },
  }),
});
