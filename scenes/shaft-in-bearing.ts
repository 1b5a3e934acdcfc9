import { defineScene, param } from "stiction";
import { circle, SMALL, tubeBetween } from "./parts/solids.js";

/** m */
const RADIUS = 0.025;
const LENGTH = 0.04;

/**
 * A shaft that rotates in a plain bearing with a little play, with contact by their common crescent, in clusters of
 * 30°. Pressure K δ over the crescent carries the load,
 *
 *   F = K R L ∫ (e cos φ − c)₊ cos φ dφ
 *
 * with the play c and the distance e of the axes; friction lets the shaft climb the wall to the angle of friction.
 */
export const shaftInBearing = defineScene({
  name: "shaft-in-bearing",
  title: "Shaft in a plain bearing",
  summary: "A shaft with a twentieth of a millimetre of play rotates on the crescent that it shares with its bearing",
  group: "conforming contact",
  params: {
    play: param.number({
      unit: "m",
      above: 0,
      max: 0.002,
      default: 5e-5,
      help: "radius of the bearing less that of the shaft",
    }),
    load: param.number({ unit: "N", min: 0, default: 90.19, help: "load in addition to the shaft's weight" }),
    spin: param.number({ unit: "rad/s", default: 10, help: "constant speed of the shaft" }),
    friction: param.number({ unit: "1", min: 0, default: 0.1, help: "μ" }),
    facets: param.number({ unit: "1", integer: true, min: 32, max: 256, default: 64, help: "facets around" }),
  },
  build: ({ play, load, spin, friction, facets }) => ({
    duration: 2,
    timestep: 0.002,
    formulation: { type: "augmented-lagrangian" },
    materials: {
      bronze: {
        friction,
        contact: { type: "volumetric", modulus: 1e7, thickness: 0.01, leastSpeed: 0.07, area: SMALL, facets },
      },
    },
    bodies: [
      {
        name: "bearing",
        type: "static",
        material: "bronze",
        color: "#c9883d",
        orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
        shapes: [tubeBetween(circle(RADIUS + play, facets), circle(2 * RADIUS, facets), LENGTH)],
      },
      {
        name: "shaft",
        mass: 1,
        material: "bronze",
        color: "#7f95a8",
        position: [0, 0, -play],
        orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
        angularVelocity: [0, spin, 0],
        shapes: [{ type: "cylinder", radius: RADIUS, halfLength: LENGTH }],
      },
    ],
    // its spin is prescribed, everything else is free
    controllers: [
      {
        type: "pd",
        name: "motor",
        sensor: "body/shaft/angularVelocity.y",
        rateSensor: "body/shaft/angularVelocity.y",
        output: "bodies.shaft.torque.y",
        target: spin,
        kp: 0.05,
      },
    ],
    forces: [{ type: "wrench", name: "load", body: "shaft", force: [0, 0, -load] }],
    sensors: [
      { name: "force", read: "contact/bearing:shaft/force" },
      { name: "area", read: "contact/bearing:shaft/area" },
      { name: "height", read: "body/shaft/position.z" },
      { name: "aside", read: "body/shaft/position.x" },
    ],
    view: { eye: [0.08, -0.16, 0.06], target: [0, 0, 0], pictureTime: 0.5, plot: ["force.z", "aside"] },
  }),
});
