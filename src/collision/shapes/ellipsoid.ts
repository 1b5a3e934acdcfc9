import { ellipsoidBounds } from "../../geometry/bounds.js";
import { FEATURE } from "../contact-tables.js";
import { convexPair } from "../narrow/convex.js";
import { readSurfacePoint } from "../narrow/feature.js";
import { addOuter } from "../narrow/hessian.js";
import { setFeature } from "../narrow/point.js";
import { spherePair } from "../narrow/sphere.js";
import { type Collider, KIND, pairColumn } from "../narrow/types.js";
import type { NarrowWorkspace } from "../narrow/workspace.js";
import { rayEllipsoid } from "../query/ray/convex.js";
import { defineShapeClass } from "./shape-class.js";

/** Size [semi-axes 3]. */
export const ellipsoid = defineShapeClass({
  kind: KIND.ellipsoid,
  pairs: pairColumn({
    sphere: spherePair,
    capsule: convexPair,
    box: convexPair,
    cylinder: convexPair,
    cone: convexPair,
    ellipsoid: convexPair,
  }),
  convex: true,
  iterates: true,
  reach: ({ size }) => Math.max(size[0], size[1], size[2]),
  innerRadius: ({ size }) => Math.min(size[0], size[1], size[2]),
  bounds: (c, _local, _lo, pose, o, out, oo) => ellipsoidBounds(c.size, 0, pose, o, pose, o + 3, out, oo),
  contains(_w, { size: s }, p) {
    const x = p[0] / s[0];
    const y = p[1] / s[1];
    const z = p[2] / s[2];
    return x * x + y * y + z * z <= 1;
  },
  castRay: rayEllipsoid,
  support(c, d, di, out, o) {
    const { size } = c;
    const u = size[0] * d[di];
    const v = size[1] * d[di + 1];
    const t = size[2] * d[di + 2];
    const length = Math.sqrt(u * u + v * v + t * t);
    out[o] = length > 0 ? (size[0] * u) / length : size[0];
    out[o + 1] = length > 0 ? (size[1] * v) / length : 0;
    out[o + 2] = length > 0 ? (size[2] * t) / length : 0;
    return 0;
  },
  nearest: nearestOnEllipsoid,
  readFeature: readSurfacePoint,
  /** h = √(Σ a² n²):  H = (A² − (A²n)(A²n)ᵀ/h²)/h */
  addHessian(w, c, d, ofB) {
    const x = d[0];
    const y = d[1];
    const z = d[2];
    const a2 = c.size[0] * c.size[0];
    const b2 = c.size[1] * c.size[1];
    const c2 = c.size[2] * c.size[2];
    const h2 = a2 * x * x + b2 * y * y + c2 * z * z;
    const h = Math.sqrt(h2);
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 3; k++) outer[k] = k === axis ? 1 : 0;
      outer[3] = (axis === 0 ? a2 : axis === 1 ? b2 : c2) / h;
      addOuter(w, outer, ofB);
    }
    outer[0] = a2 * x;
    outer[1] = b2 * y;
    outer[2] = c2 * z;
    outer[3] = -1 / (h2 * h);
    addOuter(w, outer, ofB);
  },
});

/** A vector and a factor, see `addOuter`. */
const outer = new Float64Array(4);
const scaled = new Float64Array(3);

/**
 * Ellipsoid with semi-axes a₀, a₁, a₂, the least being c: the nearest surface point is x_i = a_i² p_i / (τ + a_i² −
 * c²), where τ ≥ 0 is the largest root of
 *
 *   F(τ) = Σ (a_i p_i / (τ + a_i² − c²))² − 1
 *
 * [Eberly2013], written in τ = t + c² so that nothing cancels where the point is near the plane of the two larger axes.
 * F is convex and falls, so Newton's steps from the left, where F ≥ 0, never pass the root. When F < 0 everywhere the
 * point is inside, near the middle of that plane, and x lies off the plane on either side: τ = 0.
 */
function nearestOnEllipsoid(w: NarrowWorkspace, c: Collider): void {
  const { nearest, query } = w;
  const size = c.size;
  let small = 0;
  for (let k = 1; k < 3; k++) if (size[k] < size[small]) small = k;
  const c2 = size[small] * size[small];
  let tau = 0;
  for (let k = 0; k < 3; k++) {
    scaled[k] = size[k] * Math.abs(query[k]);
    tau = Math.max(tau, scaled[k] - (size[k] - size[small]) * (size[k] + size[small]));
  }
  for (let i = 0; i < 100; i++) {
    let f = -1;
    let slope = 0;
    for (let k = 0; k < 3; k++) {
      if (scaled[k] === 0) continue;
      const d = tau + (size[k] - size[small]) * (size[k] + size[small]);
      const q = scaled[k] / d;
      f += q * q;
      slope += (q * q) / d;
    }
    if (!(f > 0)) break;
    const next = tau + f / (2 * slope);
    if (!(next > tau)) break;
    tau = next;
  }
  let rest = 1;
  for (let k = 0; k < 3; k++) {
    const d = tau + (size[k] - size[small]) * (size[k] + size[small]);
    const q = scaled[k] === 0 || d === 0 ? 0 : scaled[k] / d;
    scaled[k] = q;
    rest -= q * q;
  }
  // off the plane: the part of the unit sphere that the other coordinates leave
  if (tau === 0 || scaled[small] === 0) {
    if (rest > 0 && tau <= 1e-8 * c2) scaled[small] = Math.sqrt(rest + scaled[small] * scaled[small]);
  }
  let m2 = 0;
  for (let k = 0; k < 3; k++) {
    const s = query[k] < 0 ? -1 : 1;
    nearest[4 + k] = s * size[k] * scaled[k];
    nearest[1 + k] = (s * scaled[k]) / size[k];
    m2 += nearest[1 + k] * nearest[1 + k];
  }
  const m = Math.sqrt(m2);
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    nearest[1 + k] /= m;
    distance += nearest[1 + k] * (query[k] - nearest[4 + k]);
  }
  nearest[0] = distance;
  setFeature(w, FEATURE.surface, 0);
}
