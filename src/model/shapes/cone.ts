import { coneBounds } from "../../geometry/bounds.js";
import { coneMass } from "../../geometry/mass-properties.js";
import { coneMesh } from "../../geometry/tessellate.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownBounds, solid } from "./solid.js";

/** Round cone along z with its centroid at the origin: base at z = −height/4, apex at z = 3 height/4. */
export const cone = defineShape({
  name: "cone",
  help: "a round cone along z, its centroid at the origin: base at z = -height/4, apex at z = 3 height/4",
  space: "3d",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius of the base" }),
    height: p.number({ unit: "m", above: 0, help: "from base to apex" }),
  },
  prepare: ({ radius, height }) =>
    solid({
      form: "cone",
      size: [radius, height],
      mass: coneMass(radius, height),
      bounds: ownBounds(coneBounds, radius, height),
      drawing: () => coneMesh(radius, height, 48),
      triangles: (facets) => coneMesh(radius, height, facets),
    }),
});
