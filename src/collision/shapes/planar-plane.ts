import { onPlanePair } from "../narrow/planar/index.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayPlanarPlane } from "../query/ray/convex.js";
import { unbounded } from "./plane.js";
import { defineShapeClass } from "./shape-class.js";

/** All below y = 0 in planar scenes. */
export const planarPlane = defineShapeClass({
  kind: KIND.planarPlane,
  pairs: pairColumn({ circle: onPlanePair, planarCapsule: onPlanePair, polygon: onPlanePair, chain: onPlanePair }),
  convex: true,
  flat: true,
  reach: () => Infinity,
  innerRadius: () => Infinity,
  bounds: (_c, _local, _lo, _pose, _o, out, oo) => unbounded(out, oo),
  contains: (_w, _c, p) => p[1] <= 0,
  castRay: rayPlanarPlane,
});
