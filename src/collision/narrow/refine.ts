import { findKinks } from "./kinks.js";
import { differenceSupport } from "./support.js";
import type { Collider } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** Scratch of this file, see `NarrowWorkspace`. */
export interface RefinementWorkspace {
  /** pA, pB, D at the last direction tried. */
  readonly pair: Float64Array;
  readonly trial: Float64Array;
  readonly local: Float64Array;
  readonly circle: Float64Array;
  readonly slope: Float64Array;
  readonly start: Float64Array;
  /** Centre of a cap, its axis, and the other shape's point relative to the centre. */
  readonly cap: Float64Array;
}

function refinementWork(w: NarrowWorkspace): RefinementWorkspace {
  w.refinement ??= {
    pair: new Float64Array(9),
    trial: new Float64Array(4),
    local: new Float64Array(3),
    circle: new Float64Array(13),
    slope: new Float64Array(2),
    start: new Float64Array(4),
    cap: new Float64Array(9),
  };
  return w.refinement;
}

/**
 * Ascends from the direction in refined[1…3] to a maximum of the separation s(n) = n · D(n) over unit vectors n, to
 * round-off: by Newton's method where the supports are smooth, by a bracketed root of the slope along circles of kinks,
 * and by evaluation at isolated directions. Every value is the separation that a direction achieves, so the result is
 * at least as good as the start.
 */
export function refine(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { trial, start } = refinementWork(w);
  const { kinkCount, refined, spots } = w;
  refined[0] = -Infinity;
  for (let k = 0; k < 3; k++) trial[1 + k] = refined[1 + k];
  attempt(w, a, b);
  const enough = 1e-15 * (a.reach + b.reach);
  for (let round = 0; round < 3; round++) {
    const before = refined[0];
    if (newton(w, a, b)) return;
    for (let k = 0; k < 4; k++) start[k] = refined[k];
    kinkCount[0] = 0;
    kinkCount[1] = 0;
    findKinks(w, a, false, start, 1);
    findKinks(w, b, true, start, 1);
    for (let i = 0; i < kinkCount[1]; i++) {
      for (let k = 0; k < 3; k++) trial[1 + k] = spots[3 * i + k];
      attempt(w, a, b);
    }
    if (refined[0] > 0) {
      overRim(w, a, b, a, false);
      overRim(w, a, b, b, true);
    }
    tryCrossings(w, a, b);
    for (let i = 0; i < kinkCount[0]; i++) alongCircle(w, a, b, 4 * i);
    if (!(refined[0] > before + enough)) return;
  }
}

/** Evaluates the separation along trial[1…3] and keeps it when it is the best. */
function attempt(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { pair, trial } = refinementWork(w);
  const { refined } = w;
  differenceSupport(w, a, b, trial, 1, pair, 0);
  trial[0] = trial[1] * pair[6] + trial[2] * pair[7] + trial[3] * pair[8];
  if (trial[0] > refined[0]) for (let k = 0; k < 4; k++) refined[k] = trial[k];
}

/**
 * Number of updates of the other shape's point. It hardly moves while the direction rotates by its distance from the
 * axis.
 */
const RIM_STEPS = 6;
/** A cap is considered when the cosine of the angle between its axis and the direction is at least this. */
const RIM_COSINE = 0.995;

/**
 * For separate shapes, one of which faces the other with a cap: tries the direction from the nearest point of the rim
 * to the other shape's point. Near the axis the curvature of the support function grows as 1/angle, and Newton's method
 * converges slowly.
 */
function overRim(w: NarrowWorkspace, a: Collider, b: Collider, c: Collider, ofB: boolean): void {
  const { pair, trial, cap } = refinementWork(w);
  const { refined, rel } = w;
  const { caps } = c;
  if (caps === null) return;
  const sign = ofB ? -1 : 1;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    cap[3 + k] = ofB ? rel[3 * k + 2] : k === 2 ? 1 : 0;
    along += sign * cap[3 + k] * refined[1 + k];
  }
  if (Math.abs(along) < RIM_COSINE) return;
  const height = caps[along > 0 ? 1 : 0];
  if (height === 0) return;
  for (let k = 0; k < 3; k++) {
    if (along < 0) cap[3 + k] = -cap[3 + k];
    cap[k] = height * cap[3 + k] + (ofB ? rel[9 + k] : 0);
  }
  for (let k = 0; k < 4; k++) trial[k] = refined[k];
  differenceSupport(w, a, b, trial, 1, pair, 0);
  for (let step = 0; step < RIM_STEPS; step++) {
    let up = 0;
    for (let k = 0; k < 3; k++) {
      cap[6 + k] = pair[(ofB ? 0 : 3) + k] - cap[k];
      up += cap[6 + k] * cap[3 + k];
    }
    let out2 = 0;
    for (let k = 0; k < 3; k++) {
      const x = cap[6 + k] - up * cap[3 + k];
      out2 += x * x;
    }
    const out = Math.sqrt(out2);
    // the point is over the cap itself: the direction is the axis, which has been tried
    if (!(up > 0 && out > c.size[0])) return;
    const beyond = 1 - c.size[0] / out;
    let length2 = 0;
    for (let k = 0; k < 3; k++) {
      const x = up * cap[3 + k] + beyond * (cap[6 + k] - up * cap[3 + k]);
      trial[1 + k] = sign * x;
      length2 += x * x;
    }
    const length = Math.sqrt(length2);
    for (let k = 1; k < 4; k++) trial[k] /= length;
    attempt(w, a, b);
  }
}

/** Tries the directions normal to two edges or axes at once. */
function tryCrossings(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { trial, start } = refinementWork(w);
  const { circles, kinkCount } = w;
  for (let i = 0; i < 4 * kinkCount[0]; i += 4) {
    for (let j = i + 4; j < 4 * kinkCount[0]; j += 4) {
      if (circles[i + 3] !== 0 || circles[j + 3] !== 0) continue;
      const x = circles[i + 1] * circles[j + 2] - circles[i + 2] * circles[j + 1];
      const y = circles[i + 2] * circles[j] - circles[i] * circles[j + 2];
      const z = circles[i] * circles[j + 1] - circles[i + 1] * circles[j];
      const along = x * start[1] + y * start[2] + z * start[3];
      const length = (along < 0 ? -1 : 1) * Math.sqrt(x * x + y * y + z * z);
      if (!(along / length > 0.9)) continue;
      trial[1] = x / length;
      trial[2] = y / length;
      trial[3] = z / length;
      attempt(w, a, b);
    }
  }
}

/**
 * Newton on the sphere: gradient g = D − s n, Hessian −(H_A + H_B + s 1) on the tangent plane, where H are the Hessians
 * of the support functions (radii of curvature). Steps are halved until s grows. Returns true at a maximum: the
 * gradient is round-off and the curvature is that of a maximum.
 */
function newton(w: NarrowWorkspace, a: Collider, b: Collider): boolean {
  const { pair, trial } = refinementWork(w);
  const { hessian, refined } = w;
  const tiny = 1e-15 * (a.reach + b.reach);
  for (let iteration = 0; iteration < 24; iteration++) {
    for (let k = 0; k < 4; k++) trial[k] = refined[k];
    differenceSupport(w, a, b, trial, 1, pair, 0);
    const s = refined[0];
    const nx = refined[1];
    const ny = refined[2];
    const nz = refined[3];
    const gx = pair[6] - s * nx;
    const gy = pair[7] - s * ny;
    const gz = pair[8] - s * nz;
    const g2 = gx * gx + gy * gy + gz * gz;
    if (g2 === 0) return false;
    for (let k = 0; k < 6; k++) hessian[k] = 0;
    addHessian(w, a, false);
    addHessian(w, b, true);
    // tangent frame: along g, and across
    const g = Math.sqrt(g2);
    const tx = gx / g;
    const ty = gy / g;
    const tz = gz / g;
    const ux = ny * tz - nz * ty;
    const uy = nz * tx - nx * tz;
    const uz = nx * ty - ny * tx;
    const hx = hessian[0] * tx + hessian[3] * ty + hessian[4] * tz;
    const hy = hessian[3] * tx + hessian[1] * ty + hessian[5] * tz;
    const hz = hessian[4] * tx + hessian[5] * ty + hessian[2] * tz;
    const kx = hessian[0] * ux + hessian[3] * uy + hessian[4] * uz;
    const ky = hessian[3] * ux + hessian[1] * uy + hessian[5] * uz;
    const kz = hessian[4] * ux + hessian[5] * uy + hessian[2] * uz;
    let m11 = hx * tx + hy * ty + hz * tz + s;
    const m12 = hx * ux + hy * uy + hz * uz;
    let m22 = kx * ux + ky * uy + kz * uz + s;
    let det = m11 * m22 - m12 * m12;
    if (!(g2 > tiny * tiny)) return m11 > 0 && det > 0;
    if (!(m11 > 0 && det > 0)) {
      // the curvature is not that of a maximum: ascend with a step of suitable size
      const shift = Math.abs(m11) + Math.abs(m22) + Math.abs(m12) + g;
      m11 += shift;
      m22 += shift;
      det = m11 * m22 - m12 * m12;
    }
    // [m11 m12; m12 m22] δ = [g; 0]
    let along = (g * m22) / det;
    let across = (-g * m12) / det;
    const length = Math.sqrt(along * along + across * across);
    if (length > 0.5) {
      along *= 0.5 / length;
      across *= 0.5 / length;
    }
    let grew = false;
    for (let halving = 0; halving < 12 && !grew; halving++) {
      const x = nx + along * tx + across * ux;
      const y = ny + along * ty + across * uy;
      const z = nz + along * tz + across * uz;
      const norm = Math.sqrt(x * x + y * y + z * z);
      trial[1] = x / norm;
      trial[2] = y / norm;
      trial[3] = z / norm;
      attempt(w, a, b);
      grew = refined[0] > s;
      along *= halving < 4 ? 0.5 : 0.1;
      across *= halving < 4 ? 0.5 : 0.1;
    }
    if (!grew) return false;
  }
  return false;
}

/** Adds the Hessian of a support function at the direction refined[1…3]: xx yy zz xy xz yz, frame of A. */
function addHessian(w: NarrowWorkspace, c: Collider, ofB: boolean): void {
  const { local } = refinementWork(w);
  const { refined, rel } = w;
  const nx = refined[1];
  const ny = refined[2];
  const nz = refined[3];
  local[0] = ofB ? -(rel[0] * nx + rel[3] * ny + rel[6] * nz) : nx;
  local[1] = ofB ? -(rel[1] * nx + rel[4] * ny + rel[7] * nz) : ny;
  local[2] = ofB ? -(rel[2] * nx + rel[5] * ny + rel[8] * nz) : nz;
  c.shape.addHessian(w, c, local, ofB);
}

/**
 * Best direction near the start on the circle n · e = c. With u and v a frame of its plane, n(τ) = c e + ρ (u + τ
 * v)/√(1 + τ²), |τ| ≤ 1. The slope of s along the circle is n′ · D. Its change of sign is bracketed, which finds both
 * smooth maxima and kinks.
 */
function alongCircle(w: NarrowWorkspace, a: Collider, b: Collider, o: number): void {
  const { trial, circle, slope, start } = refinementWork(w);
  const { circles, refined } = w;
  const ex = circles[o];
  const ey = circles[o + 1];
  const ez = circles[o + 2];
  const along = start[1] * ex + start[2] * ey + start[3] * ez;
  // for B the circle is reversed together with its axis, so c keeps its sign
  const c = circles[o + 3];
  const x = start[1] - along * ex;
  const y = start[2] - along * ey;
  const z = start[3] - along * ez;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  circle[0] = ex;
  circle[1] = ey;
  circle[2] = ez;
  circle[3] = x / length;
  circle[4] = y / length;
  circle[5] = z / length;
  circle[6] = ey * circle[5] - ez * circle[4];
  circle[7] = ez * circle[3] - ex * circle[5];
  circle[8] = ex * circle[4] - ey * circle[3];
  circle[9] = c;
  circle[10] = Math.sqrt(Math.max(0, 1 - c * c));
  slope[0] = 0;
  slopeAt(w, a, b);
  const scale = a.reach + b.reach;
  let low = 0;
  let lowSlope = slope[1];
  let lowTop = trial[0];
  let highTop = trial[0];
  if (lowSlope === 0) return;
  // ascend until the slope changes sign
  const sign = lowSlope > 0 ? 1 : -1;
  let high = 0;
  let highSlope = lowSlope;
  for (let step = 1e-3; step <= 1.1; step *= 4) {
    slope[0] = sign * step;
    slopeAt(w, a, b);
    high = slope[0];
    highSlope = slope[1];
    highTop = trial[0];
    if (highSlope * sign <= 0) break;
    low = high;
    lowSlope = highSlope;
    lowTop = highTop;
  }
  if (highSlope * sign > 0) return;
  for (let i = 0; i < 80; i++) {
    const width = high - low;
    if (Math.abs(width) <= 1e-16 || highSlope === 0) return;
    // The tangents at both ends meet above all values between, up to curvature: stop when there is nothing to gain.
    const meet = (highTop - lowTop - highSlope * width) / (lowSlope - highSlope);
    if (lowTop + lowSlope * meet + scale * width * width <= refined[0] + 1e-16 * scale) return;
    // the intersection finds a kink at once, false position a smooth maximum, and bisection bounds the number of steps
    let t = low + meet;
    if (i % 3 === 1) t = low - (lowSlope * width) / (highSlope - lowSlope);
    if (i % 3 === 2 || !(Math.min(low, high) < t && t < Math.max(low, high))) t = 0.5 * (low + high);
    if (t === low || t === high) return;
    slope[0] = t;
    slopeAt(w, a, b);
    if (slope[1] * sign > 0) {
      low = t;
      lowSlope = slope[1];
      lowTop = trial[0];
    } else {
      high = t;
      highSlope = slope[1];
      highTop = trial[0];
    }
  }
}

/** Tries the direction at τ = slope[0] and writes the slope of s there to slope[1]. */
function slopeAt(w: NarrowWorkspace, a: Collider, b: Collider): void {
  const { pair, trial, circle, slope } = refinementWork(w);
  const t = slope[0];
  const q = circle[10] / Math.sqrt(1 + t * t);
  for (let k = 0; k < 3; k++) trial[1 + k] = circle[9] * circle[k] + q * (circle[3 + k] + t * circle[6 + k]);
  attempt(w, a, b);
  let d = 0;
  for (let k = 0; k < 3; k++) d += (circle[6 + k] - t * circle[3 + k]) * pair[6 + k];
  // dn/dτ = ρ (v − τ u)/(1 + τ²)^{3/2}
  slope[1] = (d * q) / (1 + t * t);
}
