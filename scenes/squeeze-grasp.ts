import { type BodySpec, defineScene, type JointSpec, param } from "stiction";
import { hue } from "./parts/bodies.js";

/**
 * Boxes in a row between two jaws (RPIsim, `grasp`, with 10²⁰ for friction). As an arch it carries n g n/8 ≤ F · 1 m:
 * eight boxes at 10 N each.
 */
export const squeezeGrasp = defineScene({
  name: "squeeze-grasp",
  title: "Row of boxes, squeezed",
  summary: "Two jaws on sliders squeeze a row of boxes: friction alone holds it up, or it falls if there is too little",
  group: "exact geometry",
  params: {
    boxes: param.number({
      unit: "1",
      integer: true,
      min: 1,
      max: 8,
      default: 3,
      help: "n; the jaws press with 10 n newtons",
    }),
    friction: param.number({ unit: "1", min: 0, default: 10, help: "coefficient" }),
  },
  build: ({ boxes, friction }) => {
    const end = (boxes + 1) / 2;
    const jaws = [
      { name: "left", x: -end, push: 10 * boxes },
      { name: "right", x: end, push: -10 * boxes },
    ];
    return {
      duration: 2,
      timestep: 0.01,
      formulation: { type: "complementarity", directions: 4, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        ...jaws.map(
          ({ name, x }) =>
            ({
              name,
              mass: 1,
              position: [x, 0, 0],
              material: "any",
              color: "#c9b79c",
              shapes: [{ type: "box", halfExtents: [0.5, 0.8, 0.8] }],
            }) satisfies BodySpec,
        ),
        ...Array.from(
          { length: boxes },
          (_, k) =>
            ({
              name: `box-${k}`,
              mass: 1,
              position: [k - (boxes - 1) / 2, 0, 0],
              material: "any",
              color: hue(k + 1),
              // every other box is slimmer: faces that coincide corner by corner take the solver minutes; the jaws are
              // wider for the same reason
              shapes: [{ type: "box", halfExtents: k % 2 === 0 ? [0.5, 0.5, 0.5] : [0.5, 0.4, 0.4] }],
            }) satisfies BodySpec,
        ),
      ],
      joints: jaws.map(
        ({ name, x, push }) =>
          ({
            type: "slider",
            name: `slide-${name}`,
            bodyB: name,
            at: [x, 0, 0],
            axis: [1, 0, 0],
            drive: { mode: "effort", target: push },
          }) satisfies JointSpec,
      ),
      sensors: ["body/box-0/position.z", "joint/slide-left/position"],
      view: { eye: [3, -9, 2.5], target: [0, 0, 0], plot: ["body/box-0/position.z"] },
    };
  },
});
