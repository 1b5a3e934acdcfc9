import { sampleHeightField } from "../../geometry/height-field.js";
import { KIND } from "../narrow/types.js";
import { rayHeightField } from "../query/ray/surface.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { halfExtent, mesh } from "./mesh.js";
import { defineShapeClass, farthestCorner } from "./shape-class.js";

const sample = new Float64Array(4);

/** Ground: all below the surface is solid. */
export const heightField = defineShapeClass({
  kind: KIND.heightField,
  reach: (geometry) => (geometry.soil === undefined ? mesh.reach(geometry) : farthestCorner(geometry)),
  innerRadius: (_c, geometry) => halfExtent(geometry),
  bounds: boundsOfBox,
  contains: (_w, c, p) => sampleHeightField(c.heightField!, p, 0, sample, 0) && p[2] <= sample[0],
  castRay: rayHeightField,
});
