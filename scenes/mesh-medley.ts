import { type BodySpec, defineScene, param } from "stiction";
import { hue } from "./parts/bodies.js";
import { contactModel } from "./parts/exact-geometry.js";
import { dodecahedron, icosahedron, octahedron, tetrahedron } from "./parts/regular-solids.js";

/** Four of the regular solids fall on the fifth (RPIsim, `multi_mesh_test`; sizes are circumradii here). */
export const meshMedley = defineScene({
  name: "mesh-medley",
  title: "Regular solids",
  summary:
    "A tetrahedron, an icosahedron, a dodecahedron and an octahedron land on a large cube: two stay, two fall over its edge",
  group: "exact geometry",
  params: {
    contacts: contactModel(),
    friction: param.number({ unit: "1", min: 0, default: 0.5, help: "coefficient" }),
  },
  build: ({ contacts, friction }) => {
    const solids = [
      { name: "tetrahedron", vertices: tetrahedron(1), position: [2, 0, 1] },
      { name: "icosahedron", vertices: icosahedron(0.5), position: [0.3, 0.07, 3] },
      { name: "dodecahedron", vertices: dodecahedron(0.8), position: [-0.3, -0.1, 1.5] },
      { name: "octahedron", vertices: octahedron(1.2), position: [0, 2, 2], turn: 0.3 },
    ];
    return {
      duration: 4.5,
      timestep: 0.015,
      formulation: { type: "complementarity", contacts, directions: 4, cone: friction > 0 ? "polyhedral" : "none" },
      materials: { any: { friction } },
      bodies: [
        {
          name: "cube",
          type: "static" as const,
          position: [0, 0, -2],
          material: "any",
          color: "#c9b79c",
          shapes: [{ type: "box", halfExtents: [2, 2, 2] }],
        },
        ...solids.map(
          ({ name, vertices, position, turn = 0 }, k) =>
            ({
              name,
              mass: 1,
              position,
              // an octahedron that falls on a corner would balance there
              orientation: { axis: [1, 0, 0], angle: turn },
              material: "any",
              color: hue(k + 1),
              shapes: [{ type: "convex-hull", vertices }],
            }) satisfies BodySpec,
        ),
      ],
      sensors: solids.map(({ name }) => `body/${name}/position.z`),
      view: { eye: [7, -7, 5], target: [0, 0, -0.5], pictureTime: 0.6, plot: ["body/icosahedron/position.z"] },
    };
  },
});
