import { defineScene, param } from "stiction";
import { circle, ridge, SMALL, tubeBetween } from "./parts/solids.js";

/** m: core of the bolt, tip of its thread; depth of a ridge, play between tip and foot. */
const CORE = 0.01;
const DEPTH = 0.004;
const PLAY = 0.0005;
/** Windings of the nut and of the bolt. */
const NUT = 3;
const BOLT = 8;

/**
 * A rotating nut moves a bolt that cannot rotate along its axis. Only the flanks of two threads touch, trapezoids swept
 * along helices, and the bolt advances by the pitch per revolution, against its weight. The flanks of all windings in
 * the nut are one region, with the axial force K V.
 */
export const boltInNut = defineScene({
  name: "bolt-in-nut",
  title: "Bolt in a nut",
  summary: "Two threads as meshes: rotating the nut lifts the bolt by the pitch per revolution",
  group: "conforming contact",
  params: {
    pitch: param.number({ unit: "m", min: 0.003, max: 0.01, default: 0.006, help: "advance per revolution" }),
    speed: param.number({ unit: "rad/s", default: -2 * Math.PI, help: "of the nut; negative: the bolt goes up" }),
    play: param.number({ unit: "m", above: 0, max: 0.001, default: 1e-4, help: "along the axis, between ridges" }),
    friction: param.number({ unit: "1", min: 0, default: 0.1, help: "μ" }),
    facets: param.number({ unit: "1", integer: true, min: 16, max: 96, default: 24, help: "corners per winding" }),
  },
  build: ({ pitch, speed, play, friction, facets }) => {
    // flanks lean by about 10°: thinner at the tip
    const thick = (pitch - play) / 2 + 0.0006;
    const thin = (pitch - play) / 2 - 0.0006;
    const tip = CORE + DEPTH;
    // between flanks, along the axis, when the bolt is in the middle
    const gap = (play + ((thick - thin) * PLAY) / DEPTH) / 2;
    const bolt = ridge({
      foot: CORE,
      tip,
      footHeight: thick,
      tipHeight: thin,
      pitch,
      turns: BOLT,
      facets,
      start: 0,
    });
    // inside out: its foot is at the bolt's tip
    const nut = ridge({
      foot: tip + PLAY,
      tip: CORE + PLAY,
      footHeight: thick,
      tipHeight: thin,
      pitch,
      turns: NUT,
      facets,
      start: Math.PI / facets,
    });
    return {
      duration: 3,
      timestep: 0.004,
      formulation: { type: "augmented-lagrangian" },
      materials: {
        steel: {
          friction,
          contact: { type: "volumetric", modulus: 1e6, thickness: 0.01, leastSpeed: 0.015, area: SMALL, facets },
        },
      },
      bodies: [
        {
          name: "nut",
          type: "kinematic",
          material: "steel",
          color: "#7f95a8",
          angularVelocity: [0, 0, speed],
          shapes: [
            // half a pitch off the bolt's
            { ...nut, position: [0, 0, (2.5 + 0.5 / facets) * pitch] },
            {
              ...tubeBetween(circle(tip + PLAY, facets), circle(2 * tip, facets), (NUT + 1) * pitch),
              position: [0, 0, 3.5 * pitch],
              mask: 0,
            },
          ],
        },
        {
          name: "bolt",
          mass: 1,
          inertia: [1e-3, 1e-3, 1e-4],
          material: "steel",
          color: "#c9883d",
          // with its steady depth and speed
          position: [0, 0, -gap - 1.2e-4],
          velocity: [0, 0, (-pitch * speed) / (2 * Math.PI)],
          shapes: [
            bolt,
            {
              type: "cylinder",
              radius: CORE,
              halfLength: ((BOLT + 2) * pitch) / 2,
              position: [0, 0, (BOLT * pitch) / 2],
              mask: 0,
            },
          ],
        },
      ],
      joints: [{ type: "slider", name: "guide", bodyB: "bolt", at: [0, 0, 0], axis: [0, 0, 1] }],
      sensors: [
        { name: "force", read: "contact/nut:bolt/force" },
        { name: "torque", read: "contact/nut:bolt/torque" },
        { name: "height", read: "body/bolt/position.z" },
        { name: "speed", read: "body/bolt/velocity.z" },
      ],
      view: { eye: [0.08, -0.12, 0.08], target: [0, 0, 0.02], pictureTime: 0.5, plot: ["height", "force.z"] },
    };
  },
});
