import { type BodySpec, defineScene, elementary, param, type ShapeSpec } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";

type Vector = readonly number[];

const fixed = (position: Vector, shape: ShapeSpec) =>
  ({
    name: "fixed",
    type: "static" as const,
    position: [...position],
    color: "#c9b79c",
    shapes: [shape],
  }) satisfies BodySpec;

const moving = (position: Vector, velocity: Vector, inertia: Vector, shape: ShapeSpec) =>
  ({
    name: "moving",
    mass: 1,
    inertia: [...inertia],
    position: [...position],
    velocity: [...velocity],
    color: "#8fa9bf",
    shapes: [shape],
  }) satisfies BodySpec;

const box = (...halfExtents: number[]): ShapeSpec =>
  halfExtents.length === 2 ? { type: "polygon", halfExtents } : { type: "box", halfExtents };

/** A regular tetrahedron of 1 m, point up (1) or down (−1), its base triangle the same. */
const tetrahedron = (up: 1 | -1) =>
  ({
    type: "convex-hull",
    vertices: [
      [0, 0, (up * 3) / Math.sqrt(24)],
      ...[90, 210, 330].map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        return [elementary.cos(angle) / Math.sqrt(3), elementary.sin(angle) / Math.sqrt(3), -up / Math.sqrt(24)];
      }),
    ],
  }) satisfies ShapeSpec;

const wedge = {
  type: "polygon",
  vertices: [
    [1, 1],
    [1, -0.5],
    [2, 1],
  ],
} satisfies ShapeSpec;

/** The cases: reach of the contacts, m, gravity or none, and two bodies. */
const CASES = {
  i1: {
    planar: true,
    reach: 0.6,
    gravity: 0,
    bodies: [fixed([0, 0], wedge), moving([0.5, 1.505], [1, 0], [1, 1, 1], box(1, 0.495))],
  },
  i2: {
    planar: true,
    reach: 0.05,
    gravity: 0,
    bodies: [fixed([-0.5, -0.5], box(0.5, 0.5)), moving([0.5, 0.5], [1, -1], [1, 1, 1 / 6], box(0.5, 0.5))],
  },
  i3: {
    planar: false,
    reach: 0.05,
    gravity: 0,
    bodies: [
      fixed([0, 0, 0], box(1.5, 1.5, 0.5)),
      moving([1, 0, 1], [-1, 0, 0], [1 / 6, 1 / 6, 1 / 6], box(0.5, 0.5, 0.5)),
    ],
  },
  i4: {
    planar: false,
    reach: 0.05,
    gravity: 0,
    bodies: [
      fixed([0, 0, -1 / Math.sqrt(24)], tetrahedron(-1)),
      moving([0, 0, 1 / Math.sqrt(24)], [0, 0, 1], [0.05, 0.05, 0.05], tetrahedron(1)),
    ],
  },
  i5: {
    planar: true,
    reach: 0.6,
    gravity: 9.81,
    bodies: [fixed([0, 0], box(1, 1)), moving([0, 1.5], [0, 0], [1, 1, 1 / 6], box(0.5, 0.5))],
  },
} as const;

/** Five cases in which a single step distinguishes contact models ([Williams2014], 5.1). */
export const singleSteps = defineScene({
  name: "single-steps",
  title: "Five single steps",
  summary:
    "Five poses near corners from which a body can move freely, or rest, and in which other contact models trap it",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    case: param.choice(["i1", "i2", "i3", "i4", "i5"], {
      default: "i1",
      help: "i1 slides over a corner, i2 corners touch, i3 a cube flush with the side of a block, i4 a tetrahedron on an inverted one, i5 a box on a larger one",
    }),
  },
  build: ({ contacts, case: name }) => {
    const { planar, reach, gravity, bodies } = CASES[name];
    return {
      duration: 0.2,
      timestep: 0.01,
      ...(planar ? { plane: "xy" as const, gravity: [0, -gravity, 0] } : { gravity: [0, 0, -gravity] }),
      formulation: { type: "complementarity", contacts, cone: "none", reach },
      bodies: [...bodies],
      sensors: ["body/moving/velocity.x", "body/moving/velocity.y", "body/moving/velocity.z"],
      view: planar
        ? { eye: [0.5, 0.8, 6], target: [0.5, 0.8, 0], plot: ["body/moving/velocity.x"] }
        : { eye: [3, -5, 2.5], target: [0, 0, 0.3], plot: ["body/moving/velocity.x"] },
    };
  },
});
