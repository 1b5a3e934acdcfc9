import { capsuleBounds } from "../../geometry/bounds.js";
import { FEATURE } from "../contact-tables.js";
import { capsulePair } from "../narrow/capsule.js";
import { readHull, SHAPE } from "../narrow/feature.js";
import { addAxis, KINK_ANGLE } from "../narrow/kinks.js";
import { nearestFrom, setFeature } from "../narrow/point.js";
import { spherePair } from "../narrow/sphere.js";
import { type HullGeometry, KIND, pairColumn } from "../narrow/types.js";
import { rayCapsule } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [radius, half length of the segment]. The core is the segment, along z. */
export const capsule = defineShapeClass({
  kind: KIND.capsule,
  pairs: pairColumn({ sphere: spherePair, capsule: capsulePair }),
  convex: true,
  reach: ({ size }) => size[0] + size[1],
  innerRadius: (c) => c.size[0],
  bounds: (c, _local, _lo, pose, o, out, oo) => capsuleBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains(_w, { size }, p) {
    const off = Math.max(Math.abs(p[2]) - size[1], 0);
    return p[0] * p[0] + p[1] * p[1] + off * off <= size[0] * size[0];
  },
  castRay: rayCapsule,
  coreRadius: (size) => size[0],
  hull: ({ size }) => segmentHull(size[1]),
  support(c, d, di, out, o) {
    const low = d[di + 2] < 0;
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = low ? -c.size[1] : c.size[1];
    return low ? 0 : 1;
  },
  nearest(w, c) {
    const { nearest, query } = w;
    const half = c.size[1];
    nearest[4] = 0;
    nearest[5] = 0;
    nearest[6] = Math.max(-half, Math.min(half, query[2]));
    if (query[2] <= -half) setFeature(w, FEATURE.vertex, 0);
    else if (query[2] >= half) setFeature(w, FEATURE.vertex, 1);
    else setFeature(w, FEATURE.edge, 0);
    nearestFrom(w);
  },
  readFeature(w, f, c, d, lean) {
    readHull(w, f, c, d, lean);
    if (f.shape !== SHAPE.segment) return;
    f.lift[0] = c.size[0];
    f.lift[1] = Math.abs(d[2]);
    f.lift[2] = d[2] < 0 ? 0 : 1;
    f.lift[3] = 2 * c.size[1];
  },
  findKinks(w, _c, d, ofB) {
    if (Math.abs(d[2]) < KINK_ANGLE) addAxis(w, d, ofB, 2, true);
  },
});

/** The segment as a hull without faces, so that capsules share the routines of polyhedra. */
function segmentHull(half: number): HullGeometry {
  return {
    polyhedron: {
      vertices: Float64Array.of(0, 0, -half, 0, 0, half),
      faceStart: Uint32Array.of(0),
      faceVertex: new Uint32Array(0),
    },
    planes: new Float64Array(0),
    edges: Uint32Array.of(0, 1, 0, 0),
    neighbourStart: Uint32Array.of(0, 1, 2),
    neighbours: Uint32Array.of(1, 0),
    center: new Float64Array(3),
  };
}
