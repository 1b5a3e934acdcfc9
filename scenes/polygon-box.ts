import { type BodySpec, defineScene, elementary, param } from "stiction";
import { hue, randomNumbers } from "./parts/bodies.js";
import { contactModel, randomPolygon, rectangle } from "./parts/exact-geometry.js";
import { polygonCorners } from "./parts/regular-solids.js";

const { atan2 } = elementary;

/** Corners of an equilateral triangle of circumradius 0.1 √2 m. */
const TRIANGLE = polygonCorners(3, 0.1 * Math.SQRT2);

/**
 * Random polygons fall into a box, one every quarter of a second ([Williams2014], 5.2.3); or small triangles (RPIsim,
 * branch PEG in the plane).
 */
export const polygonBox = defineScene({
  name: "polygon-box",
  title: "Polygons in a box",
  summary: "Twenty random polygons thrown into a box, without friction: how much do they overlap?",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    step: param.number({ unit: "s", above: 0, max: 0.05, default: 0.01, help: "h" }),
    implicit: param.number({
      unit: "1",
      integer: true,
      min: 0,
      max: 20,
      default: 0,
      help: "corrections for rotation within the step",
    }),
    shape: param.choice(["random", "triangle"], {
      default: "random",
      help: "random polygons every 0.25 s, or small triangles every 0.5 s",
    }),
    count: param.number({ unit: "1", integer: true, min: 1, max: 100, default: 20, help: "polygons" }),
    seed: param.number({ unit: "1", integer: true, min: 0, default: 1, help: "number of the set of polygons" }),
  },
  build: ({ contacts, step, implicit, shape, count, seed }) => {
    const small = shape === "triangle";
    const random = randomNumbers(1000 + seed);
    const wall = (name: string, w: number, h: number, x: number, y: number) =>
      ({
        name,
        type: "static" as const,
        position: [x, y],
        color: "#c9b79c",
        shapes: [{ type: "polygon", vertices: rectangle(w, h) }],
      }) satisfies BodySpec;
    return {
      duration: 5,
      timestep: step,
      plane: "xy" as const,
      gravity: [0, -9.8, 0],
      formulation: { type: "complementarity", contacts, implicit, cone: "none" },
      bodies: [
        wall("floor", 2, 0.4, 0, -0.2),
        wall("left", 0.4, 2, -1, 0.6),
        wall("right", 0.4, 2, 1, 0.6),
        ...Array.from(
          { length: count },
          (_, i) =>
            ({
              name: `polygon-${String(i).padStart(2, "0")}`,
              state: "dormant" as const,
              wakes: (small ? 0.5 : 0.25) * i,
              mass: 0.25,
              inertia: [0.003, 0.003, 0.003],
              centerOfMass: [0, 0],
              position: [i % 2 === 0 ? -0.5 : 0.5, 0.8],
              orientation: Math.PI * (1 + atan2(random() - 0.5, random() - 0.5) / Math.PI),
              velocity: small ? [0, -0.5] : [i % 2 === 0 ? 0.7 : -0.7, 0],
              color: hue(i),
              shapes: [{ type: "polygon", vertices: small ? TRIANGLE : randomPolygon(random) }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: ["body/polygon-00/position.x", "body/polygon-00/position.y"],
      view: { eye: [0, 0.6, 3.2], target: [0, 0.6, 0], plot: ["body/polygon-00/position.y"] },
    };
  },
});
