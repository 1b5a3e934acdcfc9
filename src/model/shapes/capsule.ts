import { capsuleBounds, planarCapsuleBounds } from "../../geometry/bounds.js";
import { capsuleMass, planarCapsuleMass } from "../../geometry/mass-properties.js";
import { capsuleMesh } from "../../geometry/tessellate.js";
import { cos, sin } from "../../math/elementary.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { flatMesh } from "./flat.js";
import { ownBounds, solid } from "./solid.js";

/** All points within a distance of a segment along z; along x in planar scenes, where z leaves the plane. */
export const capsule = defineShape({
  name: "capsule",
  help: "all points within a radius of a segment around the origin, along z (along x in planar scenes)",
  space: "both",
  params: {
    radius: p.number({ unit: "m", above: 0, help: "radius" }),
    halfLength: p.number({ unit: "m", above: 0, help: "half of the length of the segment, without the round ends" }),
  },
  prepare: ({ radius, halfLength }, planar = false) =>
    planar
      ? solid({
          form: "planar-capsule",
          size: [radius, halfLength],
          mass: planarCapsuleMass(radius, halfLength),
          bounds: ownBounds(planarCapsuleBounds, radius, halfLength),
          drawing: () => flatMesh(capsuleOutline(radius, halfLength)),
        })
      : solid({
          form: "capsule",
          size: [radius, halfLength],
          mass: capsuleMass(radius, halfLength),
          bounds: ownBounds(capsuleBounds, radius, halfLength),
          drawing: () => capsuleMesh(radius, halfLength, 32, 8),
          triangles: (facets) => capsuleMesh(radius, halfLength, facets, Math.ceil(facets / 4)),
        }),
});

function capsuleOutline(radius: number, halfLength: number): Float64Array {
  const steps = 16;
  const points: number[] = [];
  for (const side of [1, -1]) {
    for (let i = 0; i <= steps; i++) {
      const angle = (Math.PI * i) / steps;
      points.push(side * (halfLength + radius * sin(angle)), -side * radius * cos(angle));
    }
  }
  return Float64Array.from(points);
}
