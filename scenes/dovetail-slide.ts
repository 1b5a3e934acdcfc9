import { defineScene, elementary, param } from "stiction";
import { extrude, type Outline, SMALL } from "./parts/solids.js";

/** m: half width of the slide at its top, its height, length of rail and slide; initial speed, m/s. */
const HALF = 0.03;
const HEIGHT = 0.02;
const RAIL = 0.6;
const SLIDE = 0.1;
const SPEED = 0.1;
const MASS = 2;
const ANGLE = Math.PI / 3;

/**
 * A dovetail slide in its rail, pushed sideways so that its base and one flank support it: one region of common volume,
 * two clusters of normals. Statics gives
 *
 *   N_flank = P/sin 60°,   N_base = m g + N_flank cos 60°
 *
 * and a pull of μ (N_base + N_flank) along the rail keeps its speed.
 */
export const dovetailSlide = defineScene({
  name: "dovetail-slide",
  title: "Dovetail slide",
  summary: "A slide on base and flank at once moves along its rail at constant speed, pulled by the force of friction",
  group: "conforming contact",
  params: {
    play: param.number({ unit: "m", above: 0, max: 0.002, default: 1e-4, help: "play between the flanks, across" }),
    aside: param.number({ unit: "N", min: 0, default: 30, help: "force across the rail" }),
    friction: param.number({ unit: "1", min: 0, default: 0.15, help: "μ" }),
  },
  build: ({ play, aside, friction }) => {
    const { sin, cos, tan } = elementary;
    // wider at the bottom
    const lean = HEIGHT / tan(ANGLE);
    const slide: Outline = [
      [-HALF - lean, 0],
      [HALF + lean, 0],
      [HALF + 0.1 * lean, 0.9 * HEIGHT],
      [-HALF - 0.1 * lean, 0.9 * HEIGHT],
    ];
    const rail: Outline = [
      [-2.5 * HALF, -HEIGHT],
      [2.5 * HALF, -HEIGHT],
      [2.5 * HALF, HEIGHT],
      [HALF + play, HEIGHT],
      [HALF + lean + play, 0],
      [-HALF - lean - play, 0],
      [-HALF - play, HEIGHT],
      [-2.5 * HALF, HEIGHT],
    ];
    const flank = aside / sin(ANGLE);
    const pull = friction * (9.81 * MASS + flank * (1 + cos(ANGLE)));
    // outlines stand upright: y of the plane is up, the rail runs along y
    const upright = { axis: [1, 0, 0] as [number, number, number], angle: Math.PI / 2 };
    return {
      duration: 2,
      timestep: 0.002,
      formulation: { type: "augmented-lagrangian" },
      materials: {
        iron: {
          friction,
          contact: { type: "volumetric", modulus: 1e7, thickness: 0.1, leastSpeed: 0.015, area: SMALL },
        },
      },
      bodies: [
        {
          name: "rail",
          type: "static",
          material: "iron",
          color: "#7f95a8",
          orientation: upright,
          shapes: [extrude(rail, RAIL)],
        },
        {
          name: "slide",
          mass: MASS,
          material: "iron",
          color: "#c9883d",
          position: [play, -0.2, 0],
          velocity: [0, SPEED, 0],
          orientation: upright,
          shapes: [extrude(slide, SLIDE)],
        },
      ],
      forces: [{ type: "wrench", name: "push", body: "slide", force: [aside, pull, 0] }],
      sensors: [
        { name: "force", read: "contact/rail:slide/force" },
        { name: "load", read: "contact/rail:slide/normalForce" },
        { name: "way", read: "body/slide/position.y" },
        { name: "speed", read: "body/slide/velocity.y" },
        { name: "height", read: "body/slide/position.z" },
        { name: "aside", read: "body/slide/position.x" },
      ],
      view: { eye: [0.25, -0.55, 0.25], target: [0, -0.1, 0.01], pictureTime: 0.9, plot: ["speed", "load"] },
    };
  },
});
