import { polygonBounds } from "../../geometry/bounds.js";
import { outlinePair } from "../narrow/planar/index.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayOutline } from "../query/ray/outline.js";
import { defineShapeClass, farthestCorner } from "./shape-class.js";

/** A polygon of planar scenes, convex or not; it counts as not convex. */
export const polygon = defineShapeClass({
  kind: KIND.polygon,
  pairs: pairColumn({ circle: outlinePair, planarCapsule: outlinePair, polygon: outlinePair }),
  flat: true,
  reach: farthestCorner,
  innerRadius: (_c, { bounds: b }) => 0.5 * Math.min(b[3] - b[0], b[4] - b[1]),
  bounds(c, _local, _lo, pose, o, out, oo) {
    const { vertices } = c.polygon!;
    polygonBounds(vertices, 0, vertices.length, pose, o, pose, o + 3, out, oo);
  },
  /** By the crossings of a line to the right; points on an edge may fall on either side by round-off. */
  contains(_w, c, p) {
    const v = c.polygon!.vertices;
    const x = p[0];
    const y = p[1];
    let inside = false;
    for (let j = 0, i = v.length - 2; j < v.length; i = j, j += 2) {
      if (v[i + 1] > y === v[j + 1] > y) continue;
      const cross = (v[i] - x) * (v[j + 1] - y) - (v[i + 1] - y) * (v[j] - x);
      if (cross > 0 === v[j + 1] > v[i + 1]) inside = !inside;
    }
    return inside;
  },
  castRay: rayOutline,
  support(c, d, di, out, o) {
    const { vertices } = c.polygon!;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < vertices.length; i += 2) {
      const height = d[di] * vertices[i] + d[di + 1] * vertices[i + 1];
      if (!(height > most)) continue;
      most = height;
      out[o] = vertices[i];
      out[o + 1] = vertices[i + 1];
    }
    out[o + 2] = 0;
    return 0;
  },
});
