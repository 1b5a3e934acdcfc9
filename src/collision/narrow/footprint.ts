import { RIM_SAMPLES } from "./feature.js";
import { addSideDistance } from "./side-distance.js";
import type { NarrowWorkspace } from "./workspace.js";

/**
 * The footprint of a patch: the convex region that its candidates span, seen along the normal, before they are reduced
 * to four. A uniformly loaded footprint resists spin about its centroid c as a ring of the radius
 *
 *   ρ = 1/A ∫ |x − c| dA
 *
 * does: 2a/3 for a disc of radius a, 0.3826 b for a square of side b, L/4 for a line of length L. All integrals run
 * along the boundary (∫ f dA = 1/3 ∮ f (x × dx) for f linear homogeneous in x, and ½ ∮ x × dx for f = 1); straight
 * sides are in closed form. Where two neighbouring corners lie on the rim of a disc, the side between them is its arc
 * (an ellipse's, when it is tilted), a rational parabola integrated by Gauss's rule; a whole disc is in closed form.
 */

/**
 * Bit of `candidates.round`: A is a mesh, and only those of its edges bound the contact that are not flat, see `seams`.
 */
export const SEAMS = 4;

/** A footprint with less area than this fraction of its length squared is a line. */
const LINE = 1e-9;

/**
 * Corners on a rim are joined by its arc up to this chord squared, as a fraction of the radius squared: 45°, with
 * round-off.
 */
const ARC = 4 * 0.14644660940672627 * (1 + 1e-6);

/** The same for a mesh, where a patch keeps rim points up to 75° apart. */
const WIDE = 4 * 0.37059047744873963 * (1 + 1e-6);

/** Nodes and weights of Gauss's rule with five points on [0, 1]. */
const NODES = Float64Array.of(0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842, 0.953089922969332);
const WEIGHTS = Float64Array.of(
  0.118463442528095,
  0.239314335249683,
  0.284444444444444,
  0.239314335249683,
  0.118463442528095,
);

/** Scratch of this file, see `NarrowWorkspace`. */
export interface FootprintIntegrals {
  /** About the first corner: 2 ∫ dA, 6 ∫ u dA, 6 ∫ v dA; and without arcs 6 ∫ height dA and 2 ∫ dA. */
  readonly sum: Float64Array;
  /**
   * Start and end of a side about the origin of the integral; the middle control point of its arc, times its weight,
   * and the weight.
   */
  readonly side: Float64Array;
  readonly term: Float64Array;
  /** Two corners about the centroid, and what their side adds; see `addSideDistance`. */
  readonly corner: Float64Array;
  readonly origin: Float64Array;
}

function integralsWork(w: NarrowWorkspace): FootprintIntegrals {
  w.integrals ??= {
    sum: new Float64Array(5),
    side: new Float64Array(7),
    term: new Float64Array(1),
    corner: new Float64Array(5),
    origin: new Float64Array(2),
  };
  return w.integrals;
}

/**
 * Measures the footprint of the candidates, three or more, into `footprint`. With the radii of the cores in radii[0…1],
 * the centroid lies halfway between the two surfaces.
 */
export function measureFootprint(w: NarrowWorkspace, radii: Float64Array): void {
  const { sum, origin } = integralsWork(w);
  const { candidates, footprint, outline } = w;
  const { hull } = outline;
  if (candidates.whole > 0 && candidates.whole === candidates.count) {
    measureDisc(w, radii);
    return;
  }
  if (candidates.ordered) {
    outline.corners = candidates.count;
    for (let i = 0; i < outline.corners; i++) hull[i] = i;
  } else if (candidates.count !== 4 || !(orderFour(w, 1, 2, 3) || orderFour(w, 1, 3, 2) || orderFour(w, 2, 1, 3))) {
    sortCandidates(w);
    wrap(w);
  }
  const { uv } = candidates;
  integrateMoments(w);
  let extent = 0;
  for (let i = 1; i < outline.corners; i++) {
    const x = uv[2 * hull[i]] - uv[2 * hull[0]];
    const y = uv[2 * hull[i] + 1] - uv[2 * hull[0] + 1];
    extent = Math.max(extent, x * x + y * y);
  }
  if (!(sum[0] > 2 * LINE * extent)) {
    measureLine(w, radii);
    return;
  }
  const o = hull[0];
  footprint[0] = 0.5 * sum[0];
  footprint[1] = uv[2 * o] + sum[1] / (3 * sum[0]);
  footprint[2] = uv[2 * o + 1] + sum[2] / (3 * sum[0]);
  // the height is that of the polygon without its arcs: the surfaces are all but flat here; of a chord and its arc,
  // that of an end
  const rise = sum[4] > 0 ? sum[3] / (3 * sum[4]) : 0;
  footprint[3] = 0.5 * (candidates.heightA[o] + radii[0] + candidates.heightB[o] - radii[1] + rise);
  origin[0] = footprint[1];
  origin[1] = footprint[2];
  integrateDistance(w);
}

/**
 * The rim is complete: an ellipse with the half axes a and a cos θ, whose ρ is a/3 (1 + cos θ) up to (1 − cos θ)²/16 of
 * it.
 */
function measureDisc(w: NarrowWorkspace, radii: Float64Array): void {
  const { candidates, featureA, featureB, footprint, tangents } = w;
  const onB = (candidates.round & 1) === 0;
  const disc = onB ? featureB : featureA;
  const { plane } = disc;
  const uv = onB ? candidates.uvB : candidates.uvA;
  const a = plane[4];
  const cosine = Math.abs(plane[0] * tangents[6] + plane[1] * tangents[7] + plane[2] * tangents[8]);
  footprint[0] = Math.PI * a * a * cosine;
  footprint[1] = uv[0];
  footprint[2] = uv[1];
  let height = 0;
  for (let i = 0; i < RIM_SAMPLES; i++) height += candidates.heightA[i] + candidates.heightB[i];
  footprint[3] = 0.5 * (height / RIM_SAMPLES + radii[0] - radii[1]);
  footprint[4] = (a / 3) * (1 + cosine);
}

/** All candidates on a line: its ends are the first and the last of the sorted ones. */
function measureLine(w: NarrowWorkspace, radii: Float64Array): void {
  const { candidates, footprint, outline } = w;
  const { sorted } = outline;
  sortCandidates(w);
  const { uv, heightA, heightB } = candidates;
  const i = sorted[0];
  const j = sorted[candidates.count - 1];
  const x = uv[2 * j] - uv[2 * i];
  const y = uv[2 * j + 1] - uv[2 * i + 1];
  footprint[0] = 0;
  footprint[1] = uv[2 * i] + 0.5 * x;
  footprint[2] = uv[2 * i + 1] + 0.5 * y;
  footprint[3] = 0.25 * (heightA[i] + heightA[j] + heightB[i] + heightB[j]) + 0.5 * (radii[0] - radii[1]);
  footprint[4] = 0.25 * Math.sqrt(x * x + y * y);
}

/** Four candidates as a convex polygon in the order 0, i, j, k, or backwards; false when they are not. */
function orderFour(w: NarrowWorkspace, i: number, j: number, k: number): boolean {
  const { candidates, outline } = w;
  const { hull } = outline;
  const { uv } = candidates;
  const ax = uv[2 * i] - uv[0];
  const ay = uv[2 * i + 1] - uv[1];
  const bx = uv[2 * j] - uv[0];
  const by = uv[2 * j + 1] - uv[1];
  const cx = uv[2 * k] - uv[0];
  const cy = uv[2 * k + 1] - uv[1];
  // twice the areas of the triangles 0ij and 0jk, ijk and 0ik: the corners turn the same way
  const s = ax * by - ay * bx;
  const t = bx * cy - by * cx;
  const v = ax * cy - ay * cx;
  const u = s + t - v;
  const left = s > 0;
  if (left ? !(t > 0 && u > 0 && v > 0) : !(s < 0 && t < 0 && u < 0 && v < 0)) return false;
  outline.corners = 4;
  hull[0] = 0;
  hull[1] = left ? i : k;
  hull[2] = j;
  hull[3] = left ? k : i;
  return true;
}

/** Whether the four corners are those of a parallelogram, whose opposite sides count the same. */
function isParallelogram(w: NarrowWorkspace): boolean {
  const { candidates, outline } = w;
  const { hull } = outline;
  const { uv } = candidates;
  for (let k = 0; k < 2; k++) {
    const a = uv[2 * hull[0] + k];
    const c = uv[2 * hull[2] + k];
    const middle = a + c - uv[2 * hull[1] + k] - uv[2 * hull[3] + k];
    if (Math.abs(middle) > 1e-12 * (Math.abs(a) + Math.abs(c))) return false;
  }
  return true;
}

/** Candidates by u, then v, then number, in Shell's way. */
function sortCandidates(w: NarrowWorkspace): void {
  const { candidates, outline } = w;
  const { sorted } = outline;
  const { uv, count } = candidates;
  for (let i = 0; i < count; i++) sorted[i] = i;
  let gap = 1;
  while (3 * gap + 1 < count) gap = 3 * gap + 1;
  for (; gap >= 1; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const c = sorted[i];
      const u = uv[2 * c];
      const v = uv[2 * c + 1];
      let j = i;
      for (; j >= gap; j -= gap) {
        const d = sorted[j - gap];
        const du = uv[2 * d] - u;
        const dv = uv[2 * d + 1] - v;
        if (du < 0 || (du === 0 && (dv < 0 || (dv === 0 && d < c)))) break;
        sorted[j] = d;
      }
      sorted[j] = c;
    }
  }
}

/** Convex hull of the sorted candidates by its lower and its upper chain [Andrew1979]. */
function wrap(w: NarrowWorkspace): void {
  const { candidates, outline } = w;
  const { hull, sorted } = outline;
  const n = candidates.count;
  let top = 0;
  for (let pass = 0; pass < 2; pass++) {
    const base = top;
    for (let k = 0; k < n; k++) {
      const c = sorted[pass === 0 ? k : n - 1 - k];
      while (top - base >= 2 && !turnsLeft(w, hull[top - 2], hull[top - 1], c)) top--;
      hull[top++] = c;
    }
    // the last of a chain is the first of the next
    top--;
  }
  outline.corners = top;
}

function turnsLeft(w: NarrowWorkspace, i: number, j: number, k: number): boolean {
  const { candidates } = w;
  const { uv } = candidates;
  const x = uv[2 * j] - uv[2 * i];
  const y = uv[2 * j + 1] - uv[2 * i + 1];
  return x * (uv[2 * k + 1] - uv[2 * i + 1]) - y * (uv[2 * k] - uv[2 * i]) > 0;
}

/** Area and first moments about the first corner, into `sum`. */
function integrateMoments(w: NarrowWorkspace): void {
  const { sum, origin } = integralsWork(w);
  const { candidates, outline } = w;
  const { hull } = outline;
  const { uv, heightA, heightB, round } = candidates;
  for (let k = 0; k < 5; k++) sum[k] = 0;
  const o = hull[0];
  const u0 = uv[2 * o];
  const v0 = uv[2 * o + 1];
  origin[0] = u0;
  origin[1] = v0;
  const h0 = heightA[o] + heightB[o];
  for (let k = 0; k < outline.corners; k++) {
    const i = hull[k];
    const j = hull[k + 1 < outline.corners ? k + 1 : 0];
    const px = uv[2 * i] - u0;
    const py = uv[2 * i + 1] - v0;
    const qx = uv[2 * j] - u0;
    const qy = uv[2 * j + 1] - v0;
    const cross = px * qy - py * qx;
    sum[3] += cross * (heightA[i] + heightB[i] + heightA[j] + heightB[j] - 2 * h0);
    sum[4] += cross;
    if (round !== 0 && takeArc(w, i, j)) {
      arcMoments(w);
      continue;
    }
    sum[0] += cross;
    sum[1] += cross * (px + qx);
    sum[2] += cross * (py + qy);
  }
}

/** Mean distance from the centroid, into footprint[4]. */
function integrateDistance(w: NarrowWorkspace): void {
  const { term, corner, origin } = integralsWork(w);
  const { candidates, footprint, outline } = w;
  const { hull } = outline;
  const { uv, round } = candidates;
  const cu = origin[0];
  const cv = origin[1];
  let total = 0;
  const twice = round === 0 && outline.corners === 4 && isParallelogram(w);
  const sides = twice ? 2 : outline.corners;
  for (let k = 0; k < sides; k++) {
    const i = hull[k];
    const j = hull[k + 1 < outline.corners ? k + 1 : 0];
    if (round !== 0 && takeArc(w, i, j)) {
      arcDistance(w);
      total += term[0];
      continue;
    }
    corner[0] = uv[2 * i] - cu;
    corner[1] = uv[2 * i + 1] - cv;
    corner[2] = uv[2 * j] - cu;
    corner[3] = uv[2 * j + 1] - cv;
    corner[4] = 0;
    addSideDistance(corner);
    total += corner[4];
  }
  footprint[4] = (twice ? 2 * total : total) / footprint[0];
}

/**
 * Whether the side from candidate i to j is an arc of a rim: then its control points into `side`, in the plane of the
 * tangents.
 */
function takeArc(w: NarrowWorkspace, i: number, j: number): boolean {
  const { side } = integralsWork(w);
  const { candidates, featureA, featureB } = w;
  const { uv, idA, idB, heightA, heightB, round } = candidates;
  let best = 0;
  for (let ofB = 0; ofB < 2; ofB++) {
    if ((round & (1 + ofB)) === 0) continue;
    const id = ofB === 0 ? idA : idB;
    const other = ofB === 0 ? idB : idA;
    const disc = ofB === 0 ? featureA : featureB;
    if (id[i] === disc.id || id[j] === disc.id) continue;
    // both ends cross the rim on the same straight side, or on borders of a mesh's region: those bound it
    if (isCrossing(id[i]) && isCrossing(id[j])) {
      if ((round & SEAMS) === 0 ? other[i] === other[j] : isBorder(w, other[i]) && isBorder(w, other[j])) continue;
    }
    const height = ofB === 0 ? heightA : heightB;
    const x = uv[2 * j] - uv[2 * i];
    const y = uv[2 * j + 1] - uv[2 * i + 1];
    const z = height[j] - height[i];
    const chord2 = x * x + y * y + z * z;
    const a2 = disc.plane[4] * disc.plane[4];
    // of two rims the flatter one bounds the common region
    if (!(chord2 > 0 && chord2 <= ((round & SEAMS) === 0 ? ARC : WIDE) * a2 && a2 > best)) continue;
    const center = ofB === 0 ? candidates.uvA : candidates.uvB;
    const left = x * (center[1] - uv[2 * i + 1]) - y * (center[0] - uv[2 * i]);
    if (!(left > 0)) continue;
    best = a2;
    // tangents at the ends meet beyond the middle of the chord, seen from the centre, by 1/w², w = cos of half the
    // angle
    const w2 = 1 - chord2 / (4 * a2);
    for (let k = 0; k < 2; k++) {
      side[k] = uv[2 * i + k];
      side[2 + k] = uv[2 * j + k];
      side[4 + k] = center[k] + (0.5 * (side[k] + side[2 + k]) - center[k]) / w2;
    }
    side[6] = Math.sqrt(w2);
  }
  return best > 0;
}

/** Whether a feature on a rim is where a side or another rim crosses it. */
function isCrossing(id: number): boolean {
  return (id & 63) >= 24;
}

/** Whether an edge of the mesh bounds a flat region. */
function isBorder(w: NarrowWorkspace, id: number): boolean {
  const { seams } = w;
  return seams.kind[id & 0x1fffffff] !== 0;
}

/**
 * Adds the moments of the arc in `side` about `origin` to `sum`. With x = N/D a rational parabola, x × dx = N × N′/D²
 * dt.
 */
function arcMoments(work: NarrowWorkspace): void {
  const { sum, side, origin } = integralsWork(work);
  const u0 = origin[0];
  const v0 = origin[1];
  const w = side[6];
  for (let k = 0; k < 5; k++) {
    const t = NODES[k];
    const s = 1 - t;
    const b = 2 * w * s * t;
    const d = s * s + b + t * t;
    const x = (s * s * (side[0] - u0) + b * (side[4] - u0) + t * t * (side[2] - u0)) / d;
    const y = (s * s * (side[1] - v0) + b * (side[5] - v0) + t * t * (side[3] - v0)) / d;
    const b1 = 2 * w * (s - t);
    const dx = (-2 * s * (side[0] - u0) + b1 * (side[4] - u0) + 2 * t * (side[2] - u0)) / d;
    const dy = (-2 * s * (side[1] - v0) + b1 * (side[5] - v0) + 2 * t * (side[3] - v0)) / d;
    const cross = WEIGHTS[k] * (x * dy - y * dx);
    sum[0] += cross;
    sum[1] += 2 * cross * x;
    sum[2] += 2 * cross * y;
  }
}

/** 1/3 ∫ |x| x × dx of the arc in `side` about `origin`, into term[0]. */
function arcDistance(work: NarrowWorkspace): void {
  const { side, term, origin } = integralsWork(work);
  const u0 = origin[0];
  const v0 = origin[1];
  const w = side[6];
  let total = 0;
  for (let k = 0; k < 5; k++) {
    const t = NODES[k];
    const s = 1 - t;
    const b = 2 * w * s * t;
    const d = s * s + b + t * t;
    const x = (s * s * (side[0] - u0) + b * (side[4] - u0) + t * t * (side[2] - u0)) / d;
    const y = (s * s * (side[1] - v0) + b * (side[5] - v0) + t * t * (side[3] - v0)) / d;
    const b1 = 2 * w * (s - t);
    const dx = (-2 * s * (side[0] - u0) + b1 * (side[4] - u0) + 2 * t * (side[2] - u0)) / d;
    const dy = (-2 * s * (side[1] - v0) + b1 * (side[5] - v0) + 2 * t * (side[3] - v0)) / d;
    total += WEIGHTS[k] * Math.sqrt(x * x + y * y) * (x * dy - y * dx);
  }
  term[0] = total / 3;
}
