import { polygonMass } from "../../geometry/mass-properties.js";
import { inspectPolygon, rectangle, regularPolygon, scalePolygon } from "../../geometry/polygon.js";
import type { Polygon } from "../../geometry/types.js";
import * as p from "../params.js";
import { defineShape, type ShapeGeometry } from "../shape.js";
import { flatMesh } from "./flat.js";
import { readScale, scaleParam } from "./scale.js";
import { notPositive, ownVertexBounds, packRows, solid } from "./solid.js";

/** Polygon of a planar scene: by its vertices, as a rectangle, or regular. */
export const polygon = defineShape({
  name: "polygon",
  help: "a polygon: given by its vertices, or a rectangle (halfExtents), or regular (sides and radius)",
  space: "planar",
  params: {
    vertices: p.rows({
      unit: "m",
      minLength: 3,
      optional: true,
      help: "corners [x, y], counter-clockwise; may be non-convex, but must not cross itself",
    }),
    halfExtents: p.vector({ unit: "m", optional: true, help: "half sides [x, y] of a rectangle around the origin" }),
    sides: p.number({
      integer: true,
      min: 3,
      max: 10_000,
      optional: true,
      help: "number of sides of a regular polygon",
    }),
    radius: p.number({
      unit: "m",
      above: 0,
      optional: true,
      help: "from the origin to the corners of a regular polygon",
    }),
    scale: scaleParam,
  },
  prepare: ({ vertices, halfExtents, sides, radius, scale }): ShapeGeometry | string => {
    const ways = [vertices, halfExtents, sides ?? radius].filter((x) => x !== undefined);
    if (ways.length !== 1) return "expected either vertices, or halfExtents, or sides and radius";
    let given: Polygon;
    if (vertices !== undefined) {
      const points = packRows(vertices, 2, "vertices");
      if (typeof points === "string") return points;
      given = { vertices: points };
    } else if (halfExtents !== undefined) {
      const half = halfExtents.slice(0, 2);
      const wrong = notPositive(half, "half extents", 2);
      if (wrong !== undefined) return wrong;
      given = rectangle(half[0], half[1]);
    } else {
      if (sides === undefined || radius === undefined) return "a regular polygon needs both sides and radius";
      given = regularPolygon(sides, radius);
    }
    const factors = readScale(scale, 2);
    if (typeof factors === "string") return factors;
    const outline = scalePolygon(given, factors[0], factors[1]);
    const [problem] = inspectPolygon(outline);
    if (problem !== undefined) {
      return problem.kind === "clockwise" ? "the vertices run clockwise; list them counter-clockwise" : problem.message;
    }
    return solid({
      form: "polygon",
      size: [],
      mass: polygonMass(outline.vertices),
      bounds: ownVertexBounds(outline.vertices, 2),
      polygon: outline,
      drawing: () => flatMesh(outline.vertices),
    });
  },
});
