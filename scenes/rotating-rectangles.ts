import { type BodySpec, defineScene, param } from "stiction";

/**
 * Two rectangles that rotate together, one on the other ([Williams2014], 5.3): the error of contacts taken from the
 * start of a step.
 */
export const rotatingRectangles = defineScene({
  name: "rotating-rectangles",
  title: "Rotating rectangles",
  summary: "Two rectangles rotate together, one on the other: after the first step they overlap by ½ (1 − cos ωh) m²",
  group: "exact geometry",
  params: {
    step: param.number({ unit: "s", above: 0, max: 0.5, default: 0.1, help: "h" }),
    speed: param.number({ unit: "rad/s", default: 1, help: "ω of both" }),
    implicit: param.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 20,
      default: 0,
      help: "corrections for rotation within the step",
    }),
  },
  build: ({ step, speed, implicit }) => {
    const rectangle = (name: string, width: number, y: number, color: string) =>
      ({
        name,
        mass: 1,
        inertia: [1, 1, 1],
        position: [0, y],
        angularVelocity: [0, 0, speed],
        color,
        shapes: [{ type: "polygon", halfExtents: [width / 2, 0.25] }],
      }) satisfies BodySpec;
    return {
      duration: 1,
      timestep: step,
      plane: "xy" as const,
      gravity: [0, 0, 0],
      formulation: { type: "complementarity", cone: "none", implicit },
      bodies: [rectangle("below", 2, -0.25, "#c9b79c"), rectangle("above", 1, 0.25, "#8fa9bf")],
      sensors: ["body/below/angle", "body/above/angle", "body/above/position.y"],
      view: { eye: [0, 0, 3.2], target: [0, 0, 0], pictureTime: 0.5, plot: ["body/above/position.y"] },
    };
  },
});
