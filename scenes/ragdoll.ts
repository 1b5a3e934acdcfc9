import { defineScene, param } from "stiction";
import { floor } from "./parts/bodies.js";
import { ragdoll as figureAt } from "./parts/ragdoll.js";
import { stairs } from "./parts/stairs.js";

/**
 * A ragdoll in space: ball joints with cone and twist at neck, shoulders and hips, hinges at elbows and knees; dropped
 * on stairs.
 */
export const ragdoll = defineScene({
  name: "ragdoll",
  title: "Ragdoll on stairs",
  summary: "Ten parts on ball joints and hinges with limits fall down a flight of stairs",
  group: "mechanisms",
  params: {
    height: param.number({ unit: "m", min: 0, default: 3, help: "height of the soles above the floor" }),
    speed: param.number({ unit: "m/s", default: 0.5, help: "initial speed along the stairs" }),
    tumble: param.number({ unit: "rad/s", default: 1, help: "initial forward rotation" }),
    preset: param.choice(["fast", "precise"], { default: "fast", help: "solver" }),
  },
  build: ({ height, speed, tumble, preset }) => {
    const figure = figureAt("", [-1, 0.1, height]);
    return {
      duration: 6,
      timestep: 1 / 60,
      formulation: { type: "impulse", preset },
      materials: { stone: { friction: 0.6 }, skin: { friction: 0.6 } },
      bodies: [
        floor("stone"),
        stairs(5, false, "stone"),
        // forwards is about +y; it rotates about the middle of the figure
        ...figure.bodies.map((body) => ({
          ...body,
          velocity: [speed + tumble * ((body.position as number[])[2] - height - 0.9), 0, 0],
          angularVelocity: [0, tumble, 0],
        })),
      ],
      joints: figure.joints,
      sensors: ["body/trunk/position.x", "body/trunk/position.z", "body/head/speed", "system/all/kineticEnergy"],
      view: { eye: [4, -6, 3], target: [-0.3, 0, 1.2], pictureTime: 1, plot: ["system/all/kineticEnergy"] },
    };
  },
});
