import { planarCapsuleBounds } from "../../geometry/bounds.js";
import { outlinePair } from "../narrow/planar/index.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayPlanarCapsule } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [radius, half length of the segment], along x, in planar scenes. */
export const planarCapsule = defineShapeClass({
  kind: KIND.planarCapsule,
  pairs: pairColumn({ circle: outlinePair, planarCapsule: outlinePair }),
  convex: true,
  reach: ({ size }) => size[0] + size[1],
  innerRadius: (c) => c.size[0],
  bounds: (c, _local, _lo, pose, o, out, oo) => planarCapsuleBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains(_w, { size }, p) {
    const off = Math.max(Math.abs(p[0]) - size[1], 0);
    return off * off + p[1] * p[1] <= size[0] * size[0];
  },
  castRay: rayPlanarCapsule,
});
