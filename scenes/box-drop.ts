import { type BodySpec, defineScene, param } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";

/** A cube falls into the gap between four others (RPIsim, `boxDrop`), half a millimetre wider on each side. */
export const boxDrop = defineScene({
  name: "box-drop",
  title: "Cube through a gap",
  summary:
    "A cube falls through the gap between four others, half a millimetre wider on each side, without touching them",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    size: param.number({
      unit: "m",
      above: 0,
      max: 1.2,
      default: 0.999,
      help: "edge of the cube; the gap is 1 m wide; the standard model stops or throws it, lnc stops it from 0.99",
    }),
  },
  build: ({ contacts, size }) => {
    const sides = [
      ["west", -1, 0],
      ["east", 1, 0],
      ["south", 0, -1],
      ["north", 0, 1],
    ] as const;
    return {
      duration: 1,
      timestep: 0.01,
      formulation: { type: "complementarity", contacts, cone: "none" },
      bodies: [
        ...sides.map(
          ([name, x, y]) =>
            ({
              name,
              type: "static" as const,
              position: [x, y, 0],
              color: "#c9b79c",
              shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
            }) satisfies BodySpec,
        ),
        {
          name: "cube",
          mass: 1,
          position: [0, 0, 1.2],
          color: "#8fa9bf",
          shapes: [{ type: "box", halfExtents: [size / 2, size / 2, size / 2] }],
        },
      ],
      sensors: ["body/cube/position.z"],
      view: { eye: [3, -5, 4], target: [0, 0, 0.3], pictureTime: 0.3, plot: ["body/cube/position.z"] },
    };
  },
});
