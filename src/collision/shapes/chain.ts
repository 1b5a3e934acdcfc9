import { polygonBounds } from "../../geometry/bounds.js";
import { crossingTime, isAtBack } from "../continuous/chain-crossing.js";
import { outlinePair } from "../narrow/planar/index.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayOutline } from "../query/ray/outline.js";
import { defineShapeClass, farthestCorner } from "./shape-class.js";

/** Size [1 when closed, 1 when two-sided]; segments of planar scenes without an inside. */
export const chain = defineShapeClass({
  kind: KIND.chain,
  pairs: pairColumn({ circle: outlinePair, planarCapsule: outlinePair, polygon: outlinePair }),
  reach: farthestCorner,
  innerRadius: () => 0,
  bounds(c, _local, _lo, pose, o, out, oo) {
    const { vertices } = c.polygon!;
    polygonBounds(vertices, 0, vertices.length, pose, o, pose, o + 3, out, oo);
  },
  contains: () => false,
  castRay: rayOutline,
  crossing: { crossingTime, isAtBack },
});
