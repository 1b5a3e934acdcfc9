import { readPlane } from "../narrow/feature.js";
import { planePair } from "../narrow/plane.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayPlane } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** All below z = 0. */
export const plane = defineShapeClass({
  kind: KIND.plane,
  pairs: pairColumn({
    sphere: planePair,
    capsule: planePair,
    box: planePair,
    cylinder: planePair,
    cone: planePair,
    ellipsoid: planePair,
    hull: planePair,
    convex: planePair,
  }),
  convex: true,
  flat: true,
  reach: () => Infinity,
  innerRadius: () => Infinity,
  bounds: (_c, _local, _lo, _pose, _o, out, oo) => unbounded(out, oo),
  contains: (_w, _c, p) => p[2] <= 0,
  castRay: rayPlane,
  readFeature: (_w, f) => readPlane(f),
});

/** The box of all space. */
export function unbounded(out: Float64Array, oo: number): void {
  for (let k = 0; k < 3; k++) {
    out[oo + k] = Number.NEGATIVE_INFINITY;
    out[oo + 3 + k] = Number.POSITIVE_INFINITY;
  }
}
