import { HULL_DEFAULTS, convexHull as hullOf } from "../../geometry/convex-hull.js";
import { scalePolyhedron } from "../../geometry/mesh-edit.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { readScale, scaleParam } from "./scale.js";
import { packRows, solidPolyhedron } from "./solid.js";

/** Convex hull of points. */
export const convexHull = defineShape({
  name: "convex-hull",
  help: "the smallest convex solid that holds all its points",
  space: "3d",
  params: {
    vertices: p.rows({ unit: "m", minLength: 4, help: "points [x, y, z]; those inside are allowed" }),
    scale: scaleParam,
    tolerance: p.number({
      unit: "1",
      min: 0,
      max: 0.01,
      default: HULL_DEFAULTS.tolerance,
      help: "flatness: faces within this fraction of the size are joined, and a thinner hull is refused",
    }),
  },
  prepare: ({ vertices, scale, tolerance }) => {
    const factors = readScale(scale, 3);
    if (typeof factors === "string") return factors;
    const points = packRows(vertices, 3, "vertices");
    if (typeof points === "string") return points;
    const result = hullOf(points, { tolerance });
    if (!result.ok) return `the points have no hull with a volume: ${result.message}`;
    const geometry = solidPolyhedron(scalePolyhedron(result.hull, factors[0], factors[1], factors[2]));
    const repeated = vertices.length - new Set(vertices.map(String)).size;
    if (typeof geometry === "string" || repeated === 0) return geometry;
    return {
      ...geometry,
      notes: [`${repeated} of ${vertices.length} points are given more than once, and count once`],
    };
  },
});
