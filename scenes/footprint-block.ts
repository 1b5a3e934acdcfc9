import { defineScene, param } from "stiction";
import { floor, LAYER, LAYER_STIFFNESS, SPHERES, slope } from "./parts/footprint.js";

/**
 * A block on a slope, with contact by the volume that it shares with the floor [Vilela2018]. It is loaded slowly, so
 * that it rests, bristles loaded, when it is released after two seconds. Below the angle of friction it stays for good;
 * beyond, it slides with g (sin θ − μ cos θ) and leans by the elastic pitch 12 e F_n/(K L³ w), e = (H/2) F_t/F_n. With
 * `start: touching` it is released at once, as in the source.
 */
export const footprintBlock = defineScene({
  name: "footprint-block",
  title: "Block on a slope by its footprint",
  summary:
    "Holds to within 0.03° of the friction angle, slides beyond it by Coulomb's law, and leans on its elastic foundation",
  group: "conforming contact",
  params: {
    angle: param.number({ unit: "deg", min: 0, max: 60, default: 30, help: "angle of the slope" }),
    friction: param.number({ unit: "1", min: 0, default: 0.5, help: "μ" }),
    start: param.choice(["resting", "touching"], {
      default: "resting",
      help: "loaded slowly and released after two seconds, or released at once",
    }),
    ...SPHERES,
    timestep: param.number({ unit: "s", above: 0, default: 0.001, help: "step" }),
  },
  build: ({ angle, friction, start, geometry, spheres, timestep }) => {
    const gravity = slope(angle);
    const normal = -gravity[2];
    // up to 99.9 % of the friction limit, so that nothing slips before release
    const rest = Math.max(0, gravity[0] - 0.999 * friction * normal);
    const resting = start === "resting";
    const depth = normal / (LAYER_STIFFNESS * 0.5);
    return {
      duration: resting ? 6 : 4,
      timestep,
      gravity,
      formulation: { type: "augmented-lagrangian" },
      materials: {
        layer: { friction, contact: { type: "volumetric", ...LAYER, damping: 10, geometry, spheres } },
      },
      bodies: [
        floor(-2, 8, 4),
        {
          name: "block",
          mass: 1,
          material: "layer",
          color: "#c9883d",
          position: [0, 0, 0.25 - (resting ? depth : 0)],
          shapes: [{ type: "box", halfExtents: [0.5, 0.25, 0.25] }],
        },
      ],
      controllers: resting
        ? [
            {
              type: "profile",
              name: "support",
              output: "bodies.block.force.x",
              times: [0, 1.5, 2 - 1e-6, 2],
              values: [-gravity[0], -rest, -rest, 0],
            },
          ]
        : [],
      sensors: [
        { name: "way", read: "body/block/position.x" },
        { name: "speed", read: "body/block/velocity.x" },
      ],
      view: {
        eye: [1.5, -4, 2],
        target: [1, 0, 0],
        pictureTime: 3,
        plot: ["speed"],
      },
    };
  },
});
