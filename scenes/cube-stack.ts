import { type BodySpec, defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { contactModel, slab } from "./parts/exact-geometry.js";

/** Cubes, each a gap above the one below, land on each other (RPIsim, `cube_stack`). */
export const cubeStack = defineScene({
  name: "cube-stack",
  title: "Cubes land on each other",
  summary: "Two cubes, each 0.2 m above the body below, land in steps 40 and 57 and stay at rest",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    count: param.number({ unit: "1", integer: true, min: 1, max: 10, default: 2, help: "cubes" }),
    gap: param.number({ unit: "m", min: 0, max: 1, default: 0.2, help: "initial gap between them" }),
    shift: param.number({ unit: "m", default: 0.03, help: "sideways offset of every other one" }),
  },
  build: ({ contacts, count, gap, shift }) => ({
    duration: 1,
    timestep: 0.005,
    formulation: { type: "complementarity", contacts, cone: "none" },
    bodies: [
      { name: "ground", type: "static" as const, shapes: [slab(5)] },
      ...Array.from(
        { length: count },
        (_, k) =>
          ({
            name: `cube-${k}`,
            mass: 1,
            inertia: [1 / 6, 1 / 6, 1 / 6],
            position: [k % 2 === 0 ? 0 : shift, 0, 0.5 + gap + k * (1 + gap)],
            color: hue(k),
            shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
          }) satisfies BodySpec,
      ),
    ],
    sensors: Array.from({ length: count }, (_, k) => `body/cube-${k}/position.z`),
    view: { eye: [3, -6, 3], target: [0, 0, 1], pictureTime: 0.15, plot: [`body/cube-${count - 1}/position.z`] },
  }),
});
