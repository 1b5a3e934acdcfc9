import { circleBounds } from "../../geometry/bounds.js";
import { circlePair } from "../narrow/planar/index.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { raySphere } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [radius], in planar scenes. */
export const circle = defineShapeClass({
  kind: KIND.circle,
  pairs: pairColumn({ circle: circlePair }),
  convex: true,
  turnsInPlace: true,
  reach: ({ size }) => size[0],
  innerRadius: (c) => c.size[0],
  bounds: (c, _local, _lo, pose, o, out, oo) => circleBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains: (_w, { size }, p) => p[0] * p[0] + p[1] * p[1] <= size[0] * size[0],
  castRay: raySphere,
  coreRadius: (size) => size[0],
  support(_c, _d, _di, out, o) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    return 0;
  },
});
