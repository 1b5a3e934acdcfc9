import { defineScene, elementary, param } from "stiction";

const ANGLE = Math.PI / 5;
const { sin, cos } = elementary;

/**
 * A rod on a ball joint, or a sphere on a hinge, released at 36° ([Williams2014], 2.4.2 and 6.2; RPIsim,
 * `joint_hangingRod` and `pendulum`).
 */
export const hangingRod = defineScene({
  name: "hanging-rod",
  title: "Hanging rod",
  summary: "A rod on a ball joint, or a sphere on a hinge: how far the joint opens with different rows",
  group: "exact geometry",
  params: {
    body: param.choice(["rod", "sphere"], { default: "rod", help: "a rod on a ball joint, or a sphere on a hinge" }),
    rows: param.choice(["position", "velocity", "none"], {
      default: "position",
      help: "rows of the joint: ψ/h, the opposite of its speed, or without feedback",
    }),
    correction: param.flag({ default: false, help: "close the joint after the step" }),
    step: param.number({ unit: "s", above: 0, max: 0.05, default: 0.01, help: "h" }),
  },
  build: ({ body, rows, correction, step }) => {
    const rod = body === "rod";
    const moment = rod ? (3 * 0.01 + 0.25) / 12 : 0.4 * 0.01;
    const arm = 0.25;
    return {
      duration: 5,
      timestep: step,
      contact: "none" as const,
      formulation: { type: "complementarity", joints: rows, jointRounds: 1, correction },
      bodies: [
        {
          name: "rod",
          mass: 1,
          inertia: [moment, moment, rod ? 0.005 : moment],
          position: [-arm * sin(ANGLE), 0, arm - arm * cos(ANGLE)],
          orientation: { axis: [0, 1, 0], angle: ANGLE },
          color: "#8fa9bf",
          shapes: [rod ? { type: "cylinder", radius: 0.1, halfLength: 0.25 } : { type: "sphere", radius: 0.1 }],
        },
      ],
      joints: [
        rod
          ? { type: "ball", name: "hook", bodyB: "rod", at: [0, 0, arm] }
          : { type: "hinge", name: "hook", bodyB: "rod", at: [0, 0, arm], axis: [0, 1, 0] },
      ],
      sensors: ["body/rod/position.x", "body/rod/position.z", "system/all/energy"],
      view: { eye: [0.3, -1.6, 0.2], target: [0, 0, 0.05], plot: ["body/rod/position.x"] },
    };
  },
});
