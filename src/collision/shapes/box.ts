import { boxBounds } from "../../geometry/bounds.js";
import { boxSolid } from "../../geometry/solids.js";
import { FEATURE } from "../contact-tables.js";
import { readFace, readHull } from "../narrow/feature.js";
import { addAxis, KINK_ANGLE, KINK_COSINE } from "../narrow/kinks.js";
import { nearestFrom, setFeature } from "../narrow/point.js";
import { polytopePair } from "../narrow/polytope.js";
import { spherePair } from "../narrow/sphere.js";
import { KIND, pairColumn } from "../narrow/types.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import { rayBox } from "../query/ray/convex.js";
import { createHull } from "./create-hull.js";
import { defineShapeClass, lengthOf } from "./shape-class.js";

/** Size [half extents 3]. */
export const box = defineShapeClass({
  kind: KIND.box,
  pairs: pairColumn({ sphere: spherePair, capsule: polytopePair, box: polytopePair }),
  convex: true,
  flat: true,
  reach: ({ size }) => lengthOf(size[0], size[1], size[2]),
  innerRadius: ({ size }) => Math.min(size[0], size[1], size[2]),
  bounds: (c, _local, _lo, pose, o, out, oo) => boxBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains: (_w, { size }, p) => Math.abs(p[0]) <= size[0] && Math.abs(p[1]) <= size[1] && Math.abs(p[2]) <= size[2],
  castRay: rayBox,
  hull: ({ size, polyhedron }) => createHull(polyhedron ?? boxSolid(size[0], size[1], size[2])),
  support(c, d, di, out, o) {
    const { size } = c;
    const x = d[di];
    const y = d[di + 1];
    const z = d[di + 2];
    out[o] = x < 0 ? -size[0] : size[0];
    out[o + 1] = y < 0 ? -size[1] : size[1];
    out[o + 2] = z < 0 ? -size[2] : size[2];
    return (x < 0 ? 0 : 1) + (y < 0 ? 0 : 2) + (z < 0 ? 0 : 4);
  },
  /** [Luaces2013, §4.5.2]: clamp; a centre inside goes to the nearest face. */
  nearest(w, c) {
    const { nearest, query } = w;
    const e = c.size;
    let clamped = 0;
    let shallow = 0;
    let depth = Infinity;
    for (let k = 0; k < 3; k++) {
      const x = Math.max(-e[k], Math.min(e[k], query[k]));
      nearest[4 + k] = x;
      if (x !== query[k]) clamped++;
      const below = e[k] - Math.abs(query[k]);
      if (below < depth) {
        depth = below;
        shallow = k;
      }
    }
    if (clamped > 0) {
      nearestFrom(w);
      boxFeature(w, clamped);
      return;
    }
    const side = query[shallow] < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) nearest[1 + k] = k === shallow ? side : 0;
    nearest[0] = -depth;
    nearest[4 + shallow] = side * e[shallow];
    setFeature(w, FEATURE.face, 2 * shallow + (side < 0 ? 0 : 1));
  },
  readFeature(w, f, c, d, lean) {
    const { planes } = c.hull!;
    // the face that faces the direction best holds the farthest corner
    let best = -1;
    let cosine = lean.face;
    for (let i = 0; i < planes.length; i += 4) {
      const along = d[0] * planes[i] + d[1] * planes[i + 1] + d[2] * planes[i + 2];
      if (!(along > cosine)) continue;
      cosine = along;
      best = i >> 2;
    }
    if (best >= 0) readFace(w, f, c, best);
    else readHull(w, f, c, d, lean);
  },
  findKinks(w, _c, d, ofB) {
    for (let k = 0; k < 3; k++) {
      if (Math.abs(d[k]) < KINK_ANGLE) addAxis(w, d, ofB, k, true);
      if (Math.abs(d[k]) > KINK_COSINE) addAxis(w, d, ofB, k, false);
    }
  },
});

/** A code of the faces, edges and corners of a box: three ternary digits, one per axis (below, between, above). */
function boxFeature(w: NarrowWorkspace, clamped: number): void {
  const { nearest, query } = w;
  let code = 0;
  let axis = 0;
  for (let k = 0, base = 1; k < 3; k++, base *= 3) {
    const digit = query[k] < nearest[4 + k] ? 0 : query[k] > nearest[4 + k] ? 2 : 1;
    code += base * digit;
    if (digit !== 1) axis = 2 * k + (digit >> 1);
  }
  if (clamped === 1) setFeature(w, FEATURE.face, axis);
  else setFeature(w, clamped === 2 ? FEATURE.edge : FEATURE.vertex, code);
}
