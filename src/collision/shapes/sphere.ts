import { sphereBounds } from "../../geometry/bounds.js";
import { readHull } from "../narrow/feature.js";
import { nearestOnCenter } from "../narrow/point.js";
import { spherePair } from "../narrow/sphere.js";
import { type HullGeometry, KIND, pairColumn } from "../narrow/types.js";
import { raySphere } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [radius]. The core is the centre. */
export const sphere = defineShapeClass({
  kind: KIND.sphere,
  pairs: pairColumn({ sphere: spherePair }),
  convex: true,
  turnsInPlace: true,
  reach: ({ size }) => size[0],
  innerRadius: (c) => c.size[0],
  bounds: (c, _local, _lo, pose, o, out, oo) => sphereBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains: (_w, { size }, p) => p[0] * p[0] + p[1] * p[1] + p[2] * p[2] <= size[0] * size[0],
  castRay: raySphere,
  coreRadius: (size) => size[0],
  hull: () => POINT_HULL,
  support(_c, _d, _di, out, o) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    return 0;
  },
  nearest: (w) => nearestOnCenter(w),
  readFeature: readHull,
});

/** The centre as a hull of one vertex. */
const POINT_HULL: HullGeometry = {
  polyhedron: { vertices: new Float64Array(3), faceStart: Uint32Array.of(0), faceVertex: new Uint32Array(0) },
  planes: new Float64Array(0),
  edges: new Uint32Array(0),
  neighbourStart: Uint32Array.of(0, 0),
  neighbours: new Uint32Array(0),
  center: new Float64Array(3),
};
