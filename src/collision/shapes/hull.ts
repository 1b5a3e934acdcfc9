import { vertexBounds } from "../../geometry/bounds.js";
import { convexPair } from "../narrow/convex.js";
import { readHull } from "../narrow/feature.js";
import { nearestOnHull } from "../narrow/hull-point.js";
import { addHullKinks } from "../narrow/kinks.js";
import { polytopePair } from "../narrow/polytope.js";
import { SCAN_LIMIT } from "../narrow/support.js";
import { type Collider, KIND, pairColumn } from "../narrow/types.js";
import { rayHull } from "../query/ray/convex.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { createHull } from "./create-hull.js";
import { type BoundsRoutine, defineShapeClass, farthestVertex } from "./shape-class.js";

/** Vertices up to which a polyhedron's bounds are taken from its vertices; beyond, from its turned local box. */
const EXACT_VERTICES = 64;

const bounds: BoundsRoutine = (c, local, lo, pose, o, out, oo) => {
  const { vertices } = c.hull!.polyhedron;
  if (vertices.length <= 3 * EXACT_VERTICES) vertexBounds(vertices, 0, vertices.length, pose, o, pose, o + 3, out, oo);
  else boundsOfBox(c, local, lo, pose, o, out, oo);
};

/** A convex polyhedron. */
export const hull = defineShapeClass({
  kind: KIND.hull,
  pairs: pairColumn({
    sphere: polytopePair,
    capsule: polytopePair,
    box: polytopePair,
    cylinder: convexPair,
    cone: convexPair,
    ellipsoid: convexPair,
    hull: polytopePair,
  }),
  convex: true,
  flat: true,
  reach: (geometry) => farthestVertex(geometry.polyhedron!.vertices),
  // from the mean of the vertices
  innerRadius(c) {
    const { planes, center } = c.hull!;
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < planes.length; f += 4) {
      const behind = planes[f] * center[0] + planes[f + 1] * center[1] + planes[f + 2] * center[2];
      least = Math.min(least, planes[f + 3] - behind);
    }
    return least;
  },
  bounds,
  contains(_w, c, p) {
    const { planes } = c.hull!;
    for (let f = 0; f < planes.length; f += 4)
      if (planes[f] * p[0] + planes[f + 1] * p[1] + planes[f + 2] * p[2] > planes[f + 3]) return false;
    return true;
  },
  castRay: rayHull,
  hull({ polyhedron }) {
    if (polyhedron === undefined) throw new Error("a hull without a polyhedron cannot collide");
    return createHull(polyhedron);
  },
  support: hullSupport,
  nearest: nearestOnHull,
  readFeature: readHull,
  findKinks: addHullKinks,
});

function hullSupport(c: Collider, d: Float64Array, di: number, out: Float64Array, o: number, start: number): number {
  const hull = c.hull!;
  const v = hull.polyhedron.vertices;
  const x = d[di];
  const y = d[di + 1];
  const z = d[di + 2];
  let best = 0;
  if (v.length <= 3 * SCAN_LIMIT) {
    let most = x * v[0] + y * v[1] + z * v[2];
    for (let i = 3; i < v.length; i += 3) {
      const height = x * v[i] + y * v[i + 1] + z * v[i + 2];
      if (height > most) {
        most = height;
        best = i;
      }
    }
    best /= 3;
  } else {
    // climb: the best neighbour until none is higher; on a convex polyhedron that is the top
    const { neighbourStart, neighbours } = hull;
    best = 3 * start < v.length ? start : 0;
    let most = x * v[3 * best] + y * v[3 * best + 1] + z * v[3 * best + 2];
    for (;;) {
      const from = best;
      for (let k = neighbourStart[from]; k < neighbourStart[from + 1]; k++) {
        const i = 3 * neighbours[k];
        const height = x * v[i] + y * v[i + 1] + z * v[i + 2];
        if (height > most) {
          most = height;
          best = neighbours[k];
        }
      }
      if (best === from) break;
    }
  }
  out[o] = v[3 * best];
  out[o + 1] = v[3 * best + 1];
  out[o + 2] = v[3 * best + 2];
  return best;
}
