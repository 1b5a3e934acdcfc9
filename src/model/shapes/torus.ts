import { torusBounds } from "../../geometry/bounds.js";
import { torusMass } from "../../geometry/mass-properties.js";
import { torusMesh } from "../../geometry/tessellate.js";
import { show } from "../errors.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { ownBounds, solid } from "./solid.js";

/** Solid ring about z: a tube of radius `tube` around a circle of radius `radius` in the xy plane. */
export const torus = defineShape({
  name: "torus",
  help: "a solid ring about z",
  space: "3d",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "from the centre to the middle of the tube" }),
    tube: p.number({ unit: "m", above: 0, help: "radius of the tube, at most the ring's" }),
  },
  prepare: ({ radius, tube }) => {
    if (tube > radius) return `tube should be at most the ring's radius ${show(radius)}, got ${show(tube)}`;
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
