import { defineScene, param } from "stiction";
import { planarFloor } from "./parts/bodies.js";
import { planarRagdoll } from "./parts/ragdoll.js";
import { stairs } from "./parts/stairs.js";

/** A planar ragdoll, as in [Gribel2009]: ten parts on hinges with limits and friction, dropped on stairs. */
export const ragdollPlanar = defineScene({
  name: "ragdoll-planar",
  title: "Ragdoll in the plane",
  summary: "Ten parts on hinges with limits, dropped on stairs",
  group: "mechanisms",
  params: {
    height: param.number({ unit: "m", min: 0, default: 3, help: "height of the soles above the floor" }),
    lean: param.number({ unit: "rad", default: -0.4, help: "angle of the figure from upright" }),
    preset: param.choice(["fast", "precise"], { default: "fast", help: "solver" }),
  },
  build: ({ height, lean, preset }) => {
    const figure = planarRagdoll("", -1, height, lean);
    return {
      duration: 6,
      timestep: 1 / 60,
      plane: "xy" as const,
      formulation: { type: "impulse", preset },
      materials: { stone: { friction: 0.6 }, skin: { friction: 0.6 } },
      bodies: [planarFloor(20, "stone"), stairs(5, true, "stone"), ...figure.bodies],
      joints: figure.joints,
      sensors: ["body/trunk/position.x", "body/trunk/position.y", "body/head/speed", "system/all/kineticEnergy"],
      view: { eye: [0, 1.8, 7], target: [0, 1.8, 0], pictureTime: 0.9, plot: ["system/all/kineticEnergy"] },
    };
  },
});
