import { cylinderBounds } from "../../geometry/bounds.js";
import { cylinderMass } from "../../geometry/mass-properties.js";
import { cylinderMesh } from "../../geometry/tessellate.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownBounds, solid } from "./solid.js";

/** Round cylinder along z, around the origin. */
export const cylinder = defineShape({
  name: "cylinder",
  help: "a round cylinder along z, around the origin",
  space: "3d",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius" }),
    halfLength: p.number({ unit: "m", above: 0, help: "half of the length along the axis" }),
  },
  prepare: ({ radius, halfLength }) =>
    solid({
      form: "cylinder",
      size: [radius, halfLength],
      mass: cylinderMass(radius, halfLength),
      bounds: ownBounds(cylinderBounds, radius, halfLength),
      drawing: () => cylinderMesh(radius, halfLength, 48),
      triangles: (facets) => cylinderMesh(radius, halfLength, facets),
    }),
});
