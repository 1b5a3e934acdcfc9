import { cube, dodecahedron, icosahedron, octahedron, tetrahedron } from "../../geometry/solids.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { solidPolyhedron } from "./solid.js";

const GENERATORS = { tetrahedron, cube, octahedron, dodecahedron, icosahedron } as const;

/** The five regular solids, by circumradius. */
export const platonic = defineShape({
  name: "platonic",
  help: "one of the five regular solids, around the origin",
  space: "3d",
  params: {
    solid: p.choice(["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"], {
      default: "dodecahedron",
      help: "which one",
    }),
    radius: p.number({ unit: "m", above: 0, help: "from the centre to the corners" }),
  },
  prepare: ({ solid, radius }) => solidPolyhedron(GENERATORS[solid](radius)),
});
