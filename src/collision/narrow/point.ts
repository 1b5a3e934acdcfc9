import { FEATURE } from "../contact-tables.js";
import { type Collider, KIND } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/**
 * Nearest point of a shape's surface to a point, in closed form. `query` holds the point p (3) in the shape's frame; the result is
 *
 *   nearest = [signed distance, outward unit normal m 3, surface point x 3],   p = x + distance · m
 *
 * negative inside, where x is the nearest point of the surface from within. `nearestFeature[0]` names the place.
 */
const BITS = 29;

/** Nearest point of the core of a capsule (its segment) or sphere, of a box, cylinder, cone or ellipsoid. */
export function nearestPoint(w: NarrowWorkspace, c: Collider): void {
  if (c.kind === KIND.sphere) nearestOnCore(w, 0);
  else if (c.kind === KIND.capsule) nearestOnSegment(w, c);
  else if (c.kind === KIND.box) nearestOnBox(w, c);
  else if (c.kind === KIND.cylinder) nearestOnCylinder(w, c);
  else if (c.kind === KIND.cone) nearestOnCone(w, c);
  else nearestOnEllipsoid(w, c);
}

function feature(w: NarrowWorkspace, kind: number, index: number): void {
  const { nearestFeature } = w;
  nearestFeature[0] = ((kind << BITS) | index) >>> 0;
}

/** From the core point nearest[4…6] towards the query; straight up when they coincide. */
function nearestOnCore(w: NarrowWorkspace, index: number): void {
  const { nearest, query } = w;
  if (index === 0) {
    nearest[4] = 0;
    nearest[5] = 0;
    nearest[6] = 0;
    feature(w, FEATURE.surface, 0);
  }
  const x = query[0] - nearest[4];
  const y = query[1] - nearest[5];
  const z = query[2] - nearest[6];
  const d = Math.sqrt(x * x + y * y + z * z);
  nearest[0] = d;
  if (d > 0) {
    nearest[1] = x / d;
    nearest[2] = y / d;
    nearest[3] = z / d;
  } else {
    nearest[1] = index === 0 ? 0 : 1;
    nearest[2] = 0;
    nearest[3] = index === 0 ? 1 : 0;
  }
}

function nearestOnSegment(w: NarrowWorkspace, c: Collider): void {
  const { nearest, query } = w;
  const half = c.size[1];
  nearest[4] = 0;
  nearest[5] = 0;
  nearest[6] = Math.max(-half, Math.min(half, query[2]));
  if (query[2] <= -half) feature(w, FEATURE.vertex, 0);
  else if (query[2] >= half) feature(w, FEATURE.vertex, 1);
  else feature(w, FEATURE.edge, 0);
  nearestOnCore(w, 1);
}

/** [Luaces2013, §4.5.2]: clamp; a centre inside goes to the nearest face. */
function nearestOnBox(w: NarrowWorkspace, c: Collider): void {
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
    nearestOnCore(w, 1);
    boxFeature(w, clamped);
    return;
  }
  const side = query[shallow] < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) nearest[1 + k] = k === shallow ? side : 0;
  nearest[0] = -depth;
  nearest[4 + shallow] = side * e[shallow];
  feature(w, FEATURE.face, 2 * shallow + (side < 0 ? 0 : 1));
}

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
  if (clamped === 1) feature(w, FEATURE.face, axis);
  else feature(w, clamped === 2 ? FEATURE.edge : FEATURE.vertex, code);
}

function nearestOnCylinder(w: NarrowWorkspace, c: Collider): void {
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
  const beyondSide = radial - r;
  const beyondCap = Math.abs(z) - h;
  if (beyondSide > 0 && beyondCap > 0) {
    nearest[4] = r * ux;
    nearest[5] = r * uy;
    nearest[6] = z < 0 ? -h : h;
    nearestOnCore(w, 1);
    feature(w, FEATURE.edge, z < 0 ? 1 : 0);
  } else if (beyondCap > beyondSide) {
    nearest[0] = beyondCap;
    nearest[1] = 0;
    nearest[2] = 0;
    nearest[3] = z < 0 ? -1 : 1;
    nearest[4] = x;
    nearest[5] = y;
    nearest[6] = z < 0 ? -h : h;
    feature(w, FEATURE.face, z < 0 ? 1 : 0);
  } else {
    nearest[0] = beyondSide;
    nearest[1] = ux;
    nearest[2] = uy;
    nearest[3] = 0;
    nearest[4] = r * ux;
    nearest[5] = r * uy;
    nearest[6] = z;
    feature(w, FEATURE.surface, 0);
  }
}

/** In the half plane (ρ, z): a triangle with the axis, the base z = −h/4 and the side from (r, −h/4) to (0, 3h/4). */
function nearestOnCone(w: NarrowWorkspace, c: Collider): void {
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
    feature(w, FEATURE.surface, 0);
  } else if (radial <= r && along <= length && (below >= 0 || above <= 0)) {
    nearest[0] = below;
    nearest[1] = 0;
    nearest[2] = 0;
    nearest[3] = -1;
    nearest[4] = x;
    nearest[5] = y;
    nearest[6] = -0.25 * h;
    feature(w, FEATURE.face, 1);
  } else {
    const apex = along >= length;
    if (apex) {
      nearest[4] = 0;
      nearest[5] = 0;
      nearest[6] = 0.75 * h;
      nearestOnCore(w, 1);
      feature(w, FEATURE.vertex, 0);
    } else {
      nearest[4] = r * ux;
      nearest[5] = r * uy;
      nearest[6] = -0.25 * h;
      nearestOnCore(w, 1);
      feature(w, FEATURE.edge, 1);
    }
    if (nearest[0] === 0) {
      nearest[1] = 0;
      nearest[2] = 0;
      nearest[3] = apex ? 1 : -1;
    }
  }
}

const scaled = new Float64Array(3);

/**
 * Ellipsoid with semi-axes a₀, a₁, a₂, the least being c: the nearest surface point is x_i = a_i² p_i / (τ + a_i² − c²), where τ ≥ 0 is
 * the largest root of
 *
 *   F(τ) = Σ (a_i p_i / (τ + a_i² − c²))² − 1
 *
 * [Eberly2013], written in τ = t + c² so that nothing cancels where the point is near the plane of the two larger axes. F is convex
 * and falls, so Newton's steps from the left, where F ≥ 0, never pass the root. When F < 0 everywhere the point is inside, near the
 * middle of that plane, and x lies off the plane on either side: τ = 0.
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
  feature(w, FEATURE.surface, 0);
}
