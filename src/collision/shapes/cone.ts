import { coneBounds } from "../../geometry/bounds.js";
import { FEATURE } from "../contact-tables.js";
import { convexPair } from "../narrow/convex.js";
import { asSegment, DISC_COSINE, featureOf, readDisc, SHAPE } from "../narrow/feature.js";
import { addRimHessian } from "../narrow/hessian.js";
import { addAxis, addCircle, KINK_ANGLE, KINK_COSINE } from "../narrow/kinks.js";
import { nearestFrom, setFeature } from "../narrow/point.js";
import { spherePair } from "../narrow/sphere.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { rayCone } from "../query/ray/round.js";
import { defineShapeClass, lengthOf } from "./shape-class.js";

/**
 * Size [radius, height], along z: base at z = −h/4, apex at z = 3h/4. The base is face 1 with rim 1, the side surface
 * 0, the apex vertex 0.
 */
export const cone = defineShapeClass({
  kind: KIND.cone,
  pairs: pairColumn({
    sphere: spherePair,
    capsule: convexPair,
    box: convexPair,
    cylinder: convexPair,
    cone: convexPair,
  }),
  convex: true,
  iterates: true,
  hasDiscs: true,
  reach: ({ size }) => Math.max(0.75 * size[1], lengthOf(size[0], 0.25 * size[1])),
  // from the centroid
  innerRadius: ({ size }) => Math.min(0.25 * size[1], (0.75 * size[1] * size[0]) / lengthOf(size[0], size[1])),
  bounds: (c, _local, _lo, pose, o, out, oo) => coneBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains(_w, { size }, p) {
    const z = p[2];
    const radius = (size[0] / size[1]) * (0.75 * size[1] - z);
    return z >= -0.25 * size[1] && z <= 0.75 * size[1] && p[0] * p[0] + p[1] * p[1] <= radius * radius;
  },
  castRay: rayCone,
  support(c, d, di, out, o) {
    const { size } = c;
    const x = d[di];
    const y = d[di + 1];
    const radial = Math.sqrt(x * x + y * y);
    if (size[1] * d[di + 2] >= size[0] * radial) {
      out[o] = 0;
      out[o + 1] = 0;
      out[o + 2] = 0.75 * size[1];
      return 0;
    }
    out[o] = radial > 0 ? (size[0] * x) / radial : size[0];
    out[o + 1] = radial > 0 ? (size[0] * y) / radial : 0;
    out[o + 2] = -0.25 * size[1];
    return 0;
  },
  /** In the half plane (ρ, z): a triangle with the axis, the base z = −h/4 and the side from (r, −h/4) to (0, 3h/4). */
  nearest(w, c) {
    const { nearest, query } = w;
    const r = c.size[0];
    const h = c.size[1];
    const x = query[0];
    const y = query[1];
    const z = query[2];
    const radial = Math.sqrt(x * x + y * y);
    let ux = 1;
    let uy = 0;
    if (radial > 0) {
      ux = x / radial;
      uy = y / radial;
    }
    const length = Math.sqrt(r * r + h * h);
    // along the side from the rim to the apex, 0 … length, and above it
    const along = ((r - radial) * r + (z + 0.25 * h) * h) / length;
    const above = ((radial - r) * h + (z + 0.25 * h) * r) / length;
    const below = -0.25 * h - z;
    if (above <= 0 && below <= 0 ? above > below : above > 0 && along > 0 && along < length) {
      // over the side, or inside and nearer to it than to the base
      nearest[0] = above;
      nearest[1] = (ux * h) / length;
      nearest[2] = (uy * h) / length;
      nearest[3] = r / length;
      const rho = r - (along * r) / length;
      nearest[4] = rho * ux;
      nearest[5] = rho * uy;
      nearest[6] = -0.25 * h + (along * h) / length;
      setFeature(w, FEATURE.surface, 0);
    } else if (radial <= r && along <= length && (below >= 0 || above <= 0)) {
      nearest[0] = below;
      nearest[1] = 0;
      nearest[2] = 0;
      nearest[3] = -1;
      nearest[4] = x;
      nearest[5] = y;
      nearest[6] = -0.25 * h;
      setFeature(w, FEATURE.face, 1);
    } else {
      const apex = along >= length;
      nearest[4] = apex ? 0 : r * ux;
      nearest[5] = apex ? 0 : r * uy;
      nearest[6] = apex ? 0.75 * h : -0.25 * h;
      nearestFrom(w);
      if (apex) setFeature(w, FEATURE.vertex, 0);
      else setFeature(w, FEATURE.edge, 1);
      if (nearest[0] === 0) {
        nearest[1] = 0;
        nearest[2] = 0;
        nearest[3] = apex ? 1 : -1;
      }
    }
  },
  readFeature(_w, f, c, d, lean) {
    const r = c.size[0];
    const h = c.size[1];
    if (-d[2] >= Math.max(lean.face, DISC_COSINE)) {
      readDisc(f, c, 1);
      return;
    }
    const radial = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    // sine of the angle between the direction and the side's normal, h along the radius and r along the axis
    const off = (h * d[2] - r * radial) / Math.sqrt(r * r + h * h);
    const apexFirst = off >= 0 ? 0 : 3;
    const rim = 3 - apexFirst;
    f.points[apexFirst] = 0;
    f.points[apexFirst + 1] = 0;
    f.points[apexFirst + 2] = 0.75 * h;
    f.points[rim] = radial > 0 ? (r * d[0]) / radial : r;
    f.points[rim + 1] = radial > 0 ? (r * d[1]) / radial : 0;
    f.points[rim + 2] = -0.25 * h;
    f.vertexId[apexFirst / 3] = featureOf(FEATURE.vertex, 0);
    f.vertexId[rim / 3] = featureOf(FEATURE.edge, 1);
    f.shape = SHAPE.point;
    f.count = 1;
    f.id = f.vertexId[0];
    if (Math.abs(off) <= lean.edge) asSegment(f, featureOf(FEATURE.surface, 0));
  },
  findKinks(w, c, d, ofB) {
    const z = d[2];
    if (-z > KINK_COSINE) addAxis(w, d, ofB, 2, false);
    const r = c.size[0];
    const h = c.size[1];
    const length = Math.sqrt(r * r + h * h);
    if (Math.abs(h * z - r * Math.sqrt(Math.max(0, 1 - z * z))) < KINK_ANGLE * length) {
      d[3] = 0;
      d[4] = 0;
      d[5] = 1;
      d[6] = r / length;
      addCircle(w, d, ofB);
    }
  },
  addHessian(w, c, d, ofB) {
    const rho = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    if (rho > 1e-9 && !(c.size[1] * d[2] >= c.size[0] * rho)) addRimHessian(w, c, d, ofB);
  },
  caps: (size) => Float64Array.of(0.25 * size[1], 0),
});
