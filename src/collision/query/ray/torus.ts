import type { Collider } from "../../narrow/types.js";
import type { NarrowWorkspace } from "../../narrow/workspace.js";
import { chord, firstCrossing } from "./crossings.js";

/**
 * Rays against a solid torus about z, ring radius R and tube radius r. The points of the line satisfy
 *
 *   f(u) = (|p + u d|² + R² − r²)² − 4 R² ((p_x + u d_x)² + (p_y + u d_y)²) = 0,
 *
 * a quartic in u, the parameter from the point p nearest to the centre. Its roots are isolated rather than computed by
 * radicals: between two neighbouring roots of the cubic f' there is at most one, and those of f' lie between the roots
 * of the quadratic f''. Signs and roots are then taken from
 *
 *   F(u) = (ρ − R)² + z² − r²,   ρ² = x² + y²,
 *
 * which is f without its positive factor (ρ + R)² + z² − r², and keeps its digits for thin tubes.
 */

/** The ray as `crossTorus` takes it. */
const line = new Float64Array(8);
/** p (3), d (3), R, r */
const torus = new Float64Array(8);
/** Coefficients of f'/4, from the constant on. */
const cubic = new Float64Array(4);
/** Ends of the monotone pieces, ascending. */
const knots = new Float64Array(5);
let knotCount = 0;
/** In: bracket [a, b]. Out: the root in a. */
const bracket = new Float64Array(2);

/** Steps of bisection that exhaust any bracket of doubles of similar size. */
const STEPS = 200;

export function rayTorus(
  w: NarrowWorkspace,
  c: Collider,
  ray: Float64Array,
  hit: Float64Array,
  exit: boolean,
): boolean {
  const { crossings } = w;
  for (let k = 0; k < 6; k++) line[k] = ray[k];
  line[6] = c.size[0];
  line[7] = c.size[1];
  crossTorus(w, line);
  return crossings.count > 0 && firstCrossing(w, ray, hit, exit);
}

/**
 * Where a whole line meets a torus: `of` is [origin 3, direction 3, R, r]. Leaves up to four crossings with their
 * normals.
 */
export function crossTorus(w: NarrowWorkspace, of: Float64Array): void {
  const { chordEnds, chordOf, crossings } = w;
  const R = of[6];
  const r = of[7];
  crossings.count = 0;
  crossings.insideFirst = false;
  // only inside the ball around it can anything be; a little more, so that both ends are outside
  for (let k = 0; k < 6; k++) chordOf[k] = of[k];
  chordOf[6] = 1.01 * (R + r);
  if (!chord(w)) return;
  const foot = 0.5 * (chordEnds[0] + chordEnds[1]);
  for (let k = 0; k < 3; k++) {
    torus[k] = of[k] + foot * of[3 + k];
    torus[3 + k] = of[3 + k];
  }
  torus[6] = R;
  torus[7] = r;
  makeCubic();
  findKnots(w);
  for (let i = 0; i + 1 < knotCount && crossings.count < 4; i++) {
    const before = outside(knots, i);
    if (before === outside(knots, i + 1)) continue;
    bracket[0] = knots[i];
    bracket[1] = knots[i + 1];
    findRoot(before);
    crossings.t[crossings.count++] = foot + bracket[0];
    writeNormal(w, crossings.count - 1);
  }
}

function makeCubic(): void {
  const R = torus[6];
  const r = torus[7];
  const a = torus[3] * torus[3] + torus[4] * torus[4] + torus[5] * torus[5];
  const b = torus[0] * torus[3] + torus[1] * torus[4] + torus[2] * torus[5];
  const g = torus[0] * torus[0] + torus[1] * torus[1] + torus[2] * torus[2] + (R - r) * (R + r);
  const alpha = torus[3] * torus[3] + torus[4] * torus[4];
  const beta = torus[0] * torus[3] + torus[1] * torus[4];
  cubic[3] = a * a;
  cubic[2] = 3 * a * b;
  cubic[1] = a * g + 2 * b * b - 2 * R * R * alpha;
  cubic[0] = b * g - 2 * R * R * beta;
}

/** The ends of the chord and the roots of the cubic in between. */
function findKnots(w: NarrowWorkspace): void {
  const { chordEnds } = w;
  const half = 0.5 * (chordEnds[1] - chordEnds[0]);
  // extremes of the cubic: 3 c₃ u² + 2 c₂ u + c₁ = 0
  const third = -cubic[2] / (3 * cubic[3]);
  const disc = third * third - cubic[1] / (3 * cubic[3]);
  knots[0] = -half;
  knotCount = 1;
  const width = disc > 0 ? Math.sqrt(disc) : 0;
  let from = -half;
  for (let piece = 0; piece < 3; piece++) {
    let to = piece === 0 ? third - width : piece === 1 ? third + width : half;
    if (width === 0 && piece < 2) continue;
    to = Math.min(Math.max(to, -half), half);
    if (to > from) {
      bracket[0] = from;
      bracket[1] = to;
      if (cubicRoot()) knots[knotCount++] = bracket[0];
    }
    from = Math.max(from, to);
  }
  knots[knotCount++] = half;
}

/** The root of the cubic in a bracket where it is monotone; false when there is none. */
function cubicRoot(): boolean {
  let lo = bracket[0];
  let hi = bracket[1];
  const c0 = cubic[0];
  const c1 = cubic[1];
  const c2 = cubic[2];
  const c3 = cubic[3];
  const atLo = c0 + lo * (c1 + lo * (c2 + lo * c3)) > 0;
  const atHi = c0 + hi * (c1 + hi * (c2 + hi * c3)) > 0;
  if (atLo === atHi) return false;
  let u = 0.5 * (lo + hi);
  for (let k = 0; k < STEPS; k++) {
    const y = c0 + u * (c1 + u * (c2 + u * c3));
    if (y > 0 === atLo) lo = u;
    else hi = u;
    const slope = c1 + u * (2 * c2 + 3 * u * c3);
    let next = u - y / slope;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (next === u || !(next > lo && next < hi)) break;
    u = next;
  }
  bracket[0] = u;
  return true;
}

/** Whether the point at the parameter u[i] is outside. */
function outside(u: Float64Array, i: number): boolean {
  const x = torus[0] + u[i] * torus[3];
  const y = torus[1] + u[i] * torus[4];
  const z = torus[2] + u[i] * torus[5];
  const off = Math.sqrt(x * x + y * y) - torus[6];
  return off * off + z * z > torus[7] * torus[7];
}

/**
 * The root of F in the bracket, at whose beginning the point is outside or not: Newton's steps, kept in by bisection.
 */
function findRoot(outsideFirst: boolean): void {
  let lo = bracket[0];
  let hi = bracket[1];
  const R = torus[6];
  const r = torus[7];
  let u = 0.5 * (lo + hi);
  for (let k = 0; k < STEPS; k++) {
    const x = torus[0] + u * torus[3];
    const y = torus[1] + u * torus[4];
    const z = torus[2] + u * torus[5];
    const rho = Math.sqrt(x * x + y * y);
    const off = rho - R;
    // distance from the tube's circle minus r: nearly linear near the surface
    const s = Math.sqrt(off * off + z * z);
    const value = s - r;
    if (value > 0 === outsideFirst) lo = u;
    else hi = u;
    const slope = rho > 0 && s > 0 ? ((off * (x * torus[3] + y * torus[4])) / rho + z * torus[5]) / s : 0;
    let next = u - value / slope;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (next === u || !(next > lo && next < hi)) break;
    u = next;
  }
  bracket[0] = u;
}

/** From the tube's circle to the point at bracket[0]. */
function writeNormal(w: NarrowWorkspace, i: number): void {
  const { crossings } = w;
  const u = bracket[0];
  const x = torus[0] + u * torus[3];
  const y = torus[1] + u * torus[4];
  const z = torus[2] + u * torus[5];
  const rho = Math.sqrt(x * x + y * y);
  const share = rho > 0 ? (rho - torus[6]) / rho : 0;
  const nx = share * x;
  const ny = share * y;
  const length = Math.sqrt(nx * nx + ny * ny + z * z);
  crossings.normal[3 * i] = length > 0 ? nx / length : 0;
  crossings.normal[3 * i + 1] = length > 0 ? ny / length : 0;
  crossings.normal[3 * i + 2] = length > 0 ? z / length : 1;
}
