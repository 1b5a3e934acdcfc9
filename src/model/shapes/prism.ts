import { prism as prismSolid } from "../../geometry/solids.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { solidPolyhedron } from "./solid.js";

/** Right prism over a regular polygon, along z, around the origin. */
export const prism = defineShape({
  name: "prism",
  help: "a right prism along z over a regular polygon, around the origin; a corner on the x axis",
  space: "3d",
  params: {
    sides: p.number({ integer: true, min: 3, max: 1000, help: "number of sides of the polygon" }),
    radius: p.number({ unit: "m", above: 0, help: "from the axis to the corners" }),
    height: p.number({ unit: "m", above: 0, help: "height along z" }),
  },
  prepare: ({ sides, radius, height }) => solidPolyhedron(prismSolid(sides, radius, height)),
});
