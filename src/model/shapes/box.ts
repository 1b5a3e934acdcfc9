import { boxBounds } from "../../geometry/bounds.js";
import { boxMass } from "../../geometry/mass-properties.js";
import { polyhedronToMesh } from "../../geometry/mesh-edit.js";
import { boxSolid } from "../../geometry/solids.js";
import * as p from "../params.js";
import { defineShape } from "../shape.js";
import { notPositive, ownBounds, solid } from "./solid.js";

/** Box along the axes, around the origin. */
export const box = defineShape({
  name: "box",
  help: "a box along the axes of its frame, around the origin",
  space: "3d",
  params: { halfExtents: p.vector({ unit: "m", help: "half of the edge lengths along x, y, z" }) },
  prepare: ({ halfExtents }) => {
    const wrong = notPositive(halfExtents, "half extents", 3);
    if (wrong !== undefined) return wrong;
    const [x, y, z] = halfExtents;
    const polyhedron = boxSolid(x, y, z);
    const mesh = polyhedronToMesh(polyhedron);
    return solid({
      form: "box",
      size: [x, y, z],
      mass: boxMass(x, y, z),
      bounds: ownBounds(boxBounds, x, y, z),
      polyhedron,
      mesh,
      drawing: () => mesh,
      triangles: () => mesh,
    });
  },
});
