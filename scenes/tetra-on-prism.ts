import { type BodySpec, defineScene, param } from "stiction";
import { contactModel } from "./parts/exact-geometry.js";
import { polygonCorners, tetrahedron } from "./parts/regular-solids.js";

/** A tetrahedron and a three-sided prism (RPIsim, `tetra_prism` and `vertex_edge_example`; sizes are ours). */
export const tetraOnPrism = defineScene({
  name: "tetra-on-prism",
  title: "Tetrahedron and prism",
  summary: "A tetrahedron falls on the ridge of a prism and slides off; or slides into a prism inside a box",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    start: param.choice(["drop", "slide"], {
      default: "drop",
      help: "the tetrahedron comes from above, or over the floor at 1 m/s",
    }),
  },
  build: ({ contacts, start }) => {
    const slide = start === "slide";
    const radius = slide ? 0.3 : 0.6;
    const wall = (name: string, halfExtents: number[], position: number[]) =>
      ({
        name,
        type: "static" as const,
        position,
        color: "#c9b79c",
        shapes: [{ type: "box", halfExtents }],
      }) satisfies BodySpec;
    const prismatic = {
      name: "prism",
      ...(slide ? { mass: 1 } : { type: "static" as const }),
      position: slide ? [-0.6, 0, radius / 2] : [0, 0, 0],
      color: "#b5c99a",
      shapes: [
        {
          type: "convex-hull",
          // one edge up, along y
          vertices: polygonCorners(3, radius).flatMap(([up, x]) => [
            [x, slide ? -0.5 : -1, up],
            [x, slide ? 0.5 : 1, up],
          ]),
        },
      ],
    } satisfies BodySpec;
    return {
      duration: slide ? 2.5 : 1.5,
      timestep: 0.01,
      formulation: { type: "complementarity", contacts, cone: "none" },
      bodies: [
        ...(slide
          ? [
              wall("floor", [1.75, 1, 0.1], [0, 0, -0.1]),
              wall("west", [0.1, 1, 0.5], [-1.85, 0, 0.5]),
              wall("east", [0.1, 1, 0.5], [1.85, 0, 0.5]),
              wall("south", [1.75, 0.1, 0.5], [0, -1.1, 0.5]),
              wall("north", [1.75, 0.1, 0.5], [0, 1.1, 0.5]),
            ]
          : []),
        prismatic,
        {
          name: "tetrahedron",
          mass: 1,
          position: slide ? [0.6, 0.05, 0.15] : [0.1, 0, 1.6],
          ...(slide ? { velocity: [-1, 0, 0] } : {}),
          orientation: { axis: [0, 0, 1], angle: slide ? Math.PI : 0.3 },
          color: "#8fa9bf",
          shapes: [{ type: "convex-hull", vertices: tetrahedron(slide ? 0.45 : 0.6) }],
        },
      ],
      sensors: ["body/tetrahedron/position.x", "body/tetrahedron/position.z"],
      view: { eye: [2.5, -5, 2.5], target: [0, 0, 0.2], pictureTime: 0.6, plot: ["body/tetrahedron/position.x"] },
    };
  },
});
