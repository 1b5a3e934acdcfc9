import { sphereBounds } from "../../geometry/bounds.js";
import { sphereMass } from "../../geometry/mass-properties.js";
import { icosphere, icosphereLevel } from "../../geometry/tessellate.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownBounds, solid } from "./solid.js";

/** Ball around the origin. */
export const sphere = defineShape({
  name: "sphere",
  help: "a ball around the origin",
  space: "3d",
  params: { radius: p.number({ unit: "m", above: 0, help: "radius" }) },
  prepare: ({ radius }) =>
    solid({
      form: "sphere",
      size: [radius],
      mass: sphereMass(radius),
      bounds: ownBounds(sphereBounds, radius),
      drawing: () => icosphere(radius, 3),
      triangles: (facets) => icosphere(radius, icosphereLevel(facets)),
    }),
});
