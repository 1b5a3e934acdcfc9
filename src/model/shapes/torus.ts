import { torusBounds } from "../../geometry/bounds.js";
import { torusMass } from "../../geometry/mass-properties.js";
import { torusMesh } from "../../geometry/tessellate.js";
import { torusArcMass, torusArcMesh } from "../../geometry/torus-arc.js";
import { cos, sin } from "../../math/elementary.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownBounds, solid } from "./solid.js";

const WHOLE = 2 * Math.PI;

/** The arc within the angle `alpha` of +x. */
function arcOf(radius: number, tube: number, alpha: number) {
  const c = cos(alpha);
  const s = sin(alpha);
  if (alpha > 0.5 * Math.PI && radius * s < tube)
    return `the ends of the arc overlap: arc should be 2π or leave more than a tube between them, got ${show(2 * alpha)}`;
  const quarter = 0.25 * alpha;
  return solid({
    form: "torus",
    size: [radius, tube, cos(0.5 * alpha), sin(0.5 * alpha), sin(quarter) / cos(quarter), c, s],
    mass: torusArcMass(radius, tube, alpha),
    bounds: Float64Array.of(
      radius * c - tube,
      -(alpha < 0.5 * Math.PI ? radius * s : radius) - tube,
      -tube,
      radius + tube,
      (alpha < 0.5 * Math.PI ? radius * s : radius) + tube,
      tube,
    ),
    drawing: () => torusArcMesh(radius, tube, alpha, 64, 24),
    triangles: (facets) => torusArcMesh(radius, tube, alpha, facets, Math.ceil(facets / 2)),
  });
}

/**
 * Solid ring about z: a tube of radius `tube` around a circle of radius `radius` in the xy plane, or around the arc of
 * it that lies within half of `arc` of +x, with half balls at its ends.
 */
export const torus = defineShape({
  name: "torus",
  help: "a solid ring about z",
  space: "3d",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "from the centre to the middle of the tube" }),
    tube: p.number({ unit: "m", above: 0, help: "radius of the tube, at most the ring's" }),
    arc: p.number({
      unit: "rad",
      above: 0,
      max: WHOLE,
      default: WHOLE,
      help: "angle of the ring that is there, half of it on either side of +x, with round ends; 2π for all of it",
    }),
  },
  prepare: ({ radius, tube, arc }) => {
    if (tube > radius) return `tube should be at most the ring's radius ${show(radius)}, got ${show(tube)}`;
    if (arc < WHOLE) return arcOf(radius, tube, 0.5 * arc);
    return solid({
      form: "torus",
      size: [radius, tube],
      mass: torusMass(radius, tube),
      bounds: ownBounds(torusBounds, radius, tube),
      drawing: () => torusMesh(radius, tube, 64, 24),
      triangles: (facets) => torusMesh(radius, tube, facets, Math.ceil(facets / 2)),
    });
  },
});
