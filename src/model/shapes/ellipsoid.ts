import { ellipsoidBounds } from "../../geometry/bounds.js";
import { ellipsoidMass } from "../../geometry/mass-properties.js";
import { ellipsoidMesh, icosphereLevel } from "../../geometry/tessellate.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { notPositive, ownBounds, solid } from "./solid.js";

/** Ellipsoid along the axes, around the origin. */
export const ellipsoid = defineShape({
  name: "ellipsoid",
  help: "an ellipsoid along the axes of its frame, around the origin",
  space: "3d",
  params: { semiAxes: p.vector({ unit: "m", help: "half of the diameters along x, y, z" }) },
  prepare: ({ semiAxes }) => {
    const wrong = notPositive(semiAxes, "semi-axes", 3);
    if (wrong !== undefined) return wrong;
    const [a, b, c] = semiAxes;
    return solid({
      form: "ellipsoid",
      size: [a, b, c],
      mass: ellipsoidMass(a, b, c),
      bounds: ownBounds(ellipsoidBounds, a, b, c),
      drawing: () => ellipsoidMesh(a, b, c, 3),
      triangles: (facets) => ellipsoidMesh(a, b, c, icosphereLevel(facets)),
    });
  },
});
