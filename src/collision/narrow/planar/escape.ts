import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import { edgeFeature, vertexFeature } from "./frame.js";
import { type Outline, RADIUS, REACH } from "./outline.js";
import type { UnionBorders } from "./union-borders.js";
import type { PlacedOutline, PlanarWorkspace } from "./workspace.js";

/**
 * The smallest translation that separates outlines of several convex loops: the escape direction of a non-convex
 * polygon or a chain, where the shortest escape from one part may lead into the next.
 *
 * The second outline moved by t overlaps the first when t is inside some M_ij = first_i ⊖ second_j, widened by the
 * radii. These are convex polygons with rounded corners; overlap means that 0 is inside their union, and the answer is
 * the point of the union's border that is nearest to 0. Such a point is the foot of 0 on an edge or an arc, or a point
 * where the borders of two of them cross:
 *
 *   gather     all M_ij, as corners with the normals of the edges between them
 *   feet       of 0 on each edge and each arc
 *   crossings  of edges and arcs of two polygons, as far as they may be nearer than the best foot
 *   offer      keeps a point that is inside no M_ij and nearer than the best so far
 *
 * Cost: the square of the number of edges that are nearer than the best foot. Used for separations, and for contacts
 * only where parts give none; convex pairs never come here.
 */

/** Distance from the border within which a point counts as outside, as a fraction of the reach. */
const BORDER_DISTANCE = 1e-11;
/** Sine of the angle beyond the side of a one-sided run at which directions are refused. */
const BEHIND_SINE = 1e-9;
/** Sine of the angle within which directions are parallel when edges are put in order. */
const PARALLEL_SINE = 1e-12;

/**
 * Writes the smallest translation into `w.found`; false when there is none (cannot happen for finite shapes that
 * overlap).
 */
export function escapeUnion(w: PlanarWorkspace, one: Outline, two: Outline): boolean {
  const { union, second } = w;
  union.radius = one.size[RADIUS] + two.size[RADIUS];
  union.tolerance = BORDER_DISTANCE * (Math.min(one.size[REACH], 1e3 * two.size[REACH]) + two.size[REACH]);
  if (!one.chain) {
    union.distance = Infinity;
    gather(union, one, two, second);
    if (!search(union, one, false)) return false;
    writeFound(w, one, two);
    return true;
  }
  // runs farther away than the translation cannot stand in its path
  for (union.distance = 2 * two.size[REACH]; ; union.distance *= 2) {
    const all = gather(union, one, two, second);
    const out = search(union, one, !one.twoSided) || search(union, one, false);
    if (!(all || (out && union.best.squared <= union.distance * union.distance))) continue;
    if (out) writeFound(w, one, two);
    return out;
  }
}

/** Builds M_ij of all loops within `union.distance`; true when that is all of them. */
function gather(union: UnionBorders, one: Outline, two: Outline, second: PlacedOutline): boolean {
  const a = one.box;
  const b = second.box;
  union.polygons = 0;
  union.polygonStart[0] = 0;
  let all = true;
  for (let l = 0; l < one.loops; l++) {
    for (let m = 0; m < two.loops; m++) {
      const dx = Math.max(a[4 * l] - b[4 * m + 2], b[4 * m] - a[4 * l + 2]);
      const dy = Math.max(a[4 * l + 1] - b[4 * m + 3], b[4 * m + 1] - a[4 * l + 3]);
      if (Math.max(dx, dy) > union.distance + union.radius) all = false;
      else subtract(union, one, l, two, m, second);
    }
  }
  return all;
}

/**
 * Appends M = first_l ⊖ second_m: the edges of both loops (those of the second reversed) in the order of their angles.
 */
function subtract(union: UnionBorders, one: Outline, l: number, two: Outline, m: number, second: PlacedOutline): void {
  const s1 = one.start[l];
  const n1 = one.start[l + 1] - s1;
  const s2 = two.start[m];
  const n2 = two.start[m + 1] - s2;
  let at = union.polygonStart[union.polygons];
  reserve(union, at + n1 + n2);
  const { position, normal } = union;
  const i0 = firstUpward(one.normal, s1, n1, 1);
  const j0 = firstUpward(second.normal, s2, n2, -1);
  const e1 = n1 > 1 ? n1 : 0;
  const e2 = n2 > 1 ? n2 : 0;
  for (let i = 0, j = 0; i < e1 || j < e2; at++) {
    const p = s1 + ((i0 + i) % n1);
    const q = s2 + ((j0 + j) % n2);
    position[2 * at] = one.vertex[2 * p] - second.vertex[2 * q];
    position[2 * at + 1] = one.vertex[2 * p + 1] - second.vertex[2 * q + 1];
    const first = i < e1 && (j >= e2 || comesFirst(one.normal, p, second.normal, q));
    normal[2 * at] = first ? one.normal[2 * p] : -second.normal[2 * q];
    normal[2 * at + 1] = first ? one.normal[2 * p + 1] : -second.normal[2 * q + 1];
    union.ofFirst[at] = p;
    union.ofSecond[at] = q;
    union.edgeOfSecond[at] = first ? 0 : 1;
    union.polygon[at] = union.polygons;
    if (first) i++;
    else j++;
  }
  union.polygons++;
  union.polygonStart[union.polygons] = at;
}

/** Edge k with the outward normal n, times sign, runs along (−n_y, n_x), and its angle is in [0, π). */
function isUpward(n: Float64Array, k: number, sign: number): boolean {
  return sign * n[2 * k] > 0 || (n[2 * k] === 0 && sign * n[2 * k + 1] < 0);
}

/** Number of the first edge of a loop, of normals times sign, whose angle is in [0, π): there the angles start. */
function firstUpward(n: Float64Array, s: number, count: number, sign: number): number {
  for (let k = 0; k < count; k++) {
    const h = s + ((k + count - 1) % count);
    if (isUpward(n, s + k, sign) && !isUpward(n, h, sign)) return k;
  }
  return 0;
}

/** Whether edge p of the first comes before the reversed edge q of the second, by angle from 0 to 2π. */
function comesFirst(n: Float64Array, p: number, m: Float64Array, q: number): boolean {
  const px = n[2 * p];
  const py = n[2 * p + 1];
  const qx = -m[2 * q];
  const qy = -m[2 * q + 1];
  const up = isUpward(n, p, 1);
  if (up !== isUpward(m, q, -1)) return up;
  const cross = px * qy - py * qx;
  // nearly opposite within one half turn: one is near its start and the other near its end
  if (Math.abs(cross) < PARALLEL_SINE && px * qx + py * qy < 0) return up ? py < 0 : py > 0;
  return cross >= 0;
}

/** Room for so many corners, and for one more polygon. */
function reserve(union: UnionBorders, corners: number): void {
  union.polygonStart = ensureCapacityI32(union.polygonStart, union.polygons + 2);
  if (corners <= union.polygon.length) return;
  union.position = ensureCapacityF64(union.position, 2 * corners);
  union.normal = ensureCapacityF64(union.normal, 2 * corners);
  union.ofFirst = ensureCapacityI32(union.ofFirst, corners);
  union.ofSecond = ensureCapacityI32(union.ofSecond, corners);
  union.polygon = ensureCapacityI32(union.polygon, corners);
  union.squaredBound = ensureCapacityF64(union.squaredBound, corners);
  const larger = new Uint8Array(union.polygon.length);
  larger.set(union.edgeOfSecond);
  union.edgeOfSecond = larger;
}

/** Nearest border point of the union into `union.best`; false when there is none. */
function search(union: UnionBorders, one: Outline, oneSided: boolean): boolean {
  const { best, squaredBound, polygon } = union;
  union.oneSided = oneSided;
  best.squared = Infinity;
  const count = union.polygonStart[union.polygons];
  for (let k = 0; k < count; k++) {
    tryFoot(union, one, k);
    tryArc(union, one, k);
  }
  boundPieces(union, count);
  for (let a = 0; a < count; a++) {
    if (squaredBound[a] >= best.squared) continue;
    for (let b = a + 1; b < count; b++) {
      if (squaredBound[b] >= best.squared || polygon[a] === polygon[b]) continue;
      crossEdges(union, one, a, b);
      if (union.radius === 0) continue;
      crossEdgeArc(union, one, a, b);
      crossEdgeArc(union, one, b, a);
      crossArcs(union, one, a, b);
    }
  }
  return best.squared !== Infinity;
}

function nextCorner({ polygon, polygonStart }: UnionBorders, k: number): number {
  const p = polygon[k];
  return k + 1 === polygonStart[p + 1] ? polygonStart[p] : k + 1;
}

/** A lower bound of the squared distance of each edge and of the arc at its start from 0, into `squaredBound`. */
function boundPieces(union: UnionBorders, count: number): void {
  const { position, squaredBound } = union;
  for (let k = 0; k < count; k++) {
    const j = nextCorner(union, k);
    const x = position[2 * k];
    const y = position[2 * k + 1];
    const ex = position[2 * j] - x;
    const ey = position[2 * j + 1] - y;
    const ee = ex * ex + ey * ey;
    const t = ee > 0 ? Math.min(1, Math.max(0, -(x * ex + y * ey) / ee)) : 0;
    const px = x + t * ex;
    const py = y + t * ey;
    const d = Math.sqrt(px * px + py * py) - union.radius;
    squaredBound[k] = d > 0 ? d * d : 0;
  }
}

/** The foot of 0 on edge k. */
function tryFoot(union: UnionBorders, one: Outline, k: number): void {
  const { position, normal, trial, tolerance } = union;
  const nx = normal[2 * k];
  const ny = normal[2 * k + 1];
  const s = position[2 * k] * nx + position[2 * k + 1] * ny + union.radius;
  if (!(s >= -tolerance)) return;
  const j = nextCorner(union, k);
  const t0 = position[2 * k + 1] * nx - position[2 * k] * ny;
  const t1 = position[2 * j + 1] * nx - position[2 * j] * ny;
  if (t0 > tolerance || t1 < -tolerance) return;
  trial.x = s * nx;
  trial.y = s * ny;
  trial.normalX = nx;
  trial.normalY = ny;
  offer(union, one, k, false);
}

/** The nearest point of the arc around corner k; without a radius, the corner. */
function tryArc(union: UnionBorders, one: Outline, k: number): void {
  const { position, trial } = union;
  const x = position[2 * k];
  const y = position[2 * k + 1];
  const d = Math.sqrt(x * x + y * y);
  const r = union.radius;
  if (r === 0) {
    if (d > 0) {
      trial.x = x;
      trial.y = y;
      trial.normalX = x / d;
      trial.normalY = y / d;
      offer(union, one, k, true);
    }
    return;
  }
  if (d > r || d === 0) return;
  trial.x = x - (r * x) / d;
  trial.y = y - (r * y) / d;
  trial.normalX = -x / d;
  trial.normalY = -y / d;
  offer(union, one, k, true);
}

/** Where the edges a and b, moved out by the radius, cross. */
function crossEdges(union: UnionBorders, one: Outline, a: number, b: number): void {
  const { position, normal, trial, best } = union;
  const r = union.radius;
  const anx = normal[2 * a];
  const any = normal[2 * a + 1];
  const bnx = normal[2 * b];
  const bny = normal[2 * b + 1];
  const det = anx * bny - any * bnx;
  if (det === 0) return;
  const sa = position[2 * a] * anx + position[2 * a + 1] * any + r;
  const sb = position[2 * b] * bnx + position[2 * b + 1] * bny + r;
  const x = (sa * bny - sb * any) / det;
  const y = (sb * anx - sa * bnx) / det;
  if (x * x + y * y >= best.squared) return;
  trial.x = x;
  trial.y = y;
  if (!isOnEdge(union, a) || !isOnEdge(union, b)) return;
  trial.normalX = anx;
  trial.normalY = any;
  offer(union, one, a, false);
}

/** Whether the trial point, on the line of edge k (moved out), projects onto the edge. */
function isOnEdge(union: UnionBorders, k: number): boolean {
  const { position, normal, trial, tolerance } = union;
  const nx = normal[2 * k];
  const ny = normal[2 * k + 1];
  const j = nextCorner(union, k);
  const t = trial.y * nx - trial.x * ny;
  return (
    t >= position[2 * k + 1] * nx - position[2 * k] * ny - tolerance &&
    t <= position[2 * j + 1] * nx - position[2 * j] * ny + tolerance
  );
}

/** Where edge a, moved out, crosses the circle around corner b. */
function crossEdgeArc(union: UnionBorders, one: Outline, a: number, b: number): void {
  const { position, normal, trial } = union;
  const r = union.radius;
  const nx = normal[2 * a];
  const ny = normal[2 * a + 1];
  const h = (position[2 * a] - position[2 * b]) * nx + (position[2 * a + 1] - position[2 * b + 1]) * ny + r;
  const q2 = r * r - h * h;
  if (!(q2 >= 0)) return;
  const q = Math.sqrt(q2);
  for (let sign = -1; sign <= 1; sign += 2) {
    trial.x = position[2 * b] + h * nx - sign * q * ny;
    trial.y = position[2 * b + 1] + h * ny + sign * q * nx;
    if (!isOnEdge(union, a)) continue;
    trial.normalX = nx;
    trial.normalY = ny;
    offer(union, one, a, false);
  }
}

/** Where the circles around corners a and b cross. */
function crossArcs(union: UnionBorders, one: Outline, a: number, b: number): void {
  const { position, trial } = union;
  const r = union.radius;
  const dx = position[2 * b] - position[2 * a];
  const dy = position[2 * b + 1] - position[2 * a + 1];
  const d2 = dx * dx + dy * dy;
  if (!(d2 > 0 && d2 <= 4 * r * r)) return;
  const q = Math.sqrt(r * r - d2 / 4) / Math.sqrt(d2);
  for (let sign = -1; sign <= 1; sign += 2) {
    const ux = dx / 2 - sign * q * dy;
    const uy = dy / 2 + sign * q * dx;
    trial.x = position[2 * a] + ux;
    trial.y = position[2 * a + 1] + uy;
    trial.normalX = ux / r;
    trial.normalY = uy / r;
    offer(union, one, a, true);
  }
}

/**
 * Keeps the trial translation, of the edge from `corner` or the arc there, when it is the shortest so far and leaves
 * every M_ij.
 */
function offer(union: UnionBorders, one: Outline, corner: number, arc: boolean): void {
  const { best, polygons } = union;
  const { x, y, normalX, normalY } = union.trial;
  const squared = x * x + y * y;
  if (!(squared < best.squared)) return;
  if (union.oneSided) {
    // the front of a run is the edge at its first vertex, which has an even index
    const f = union.ofFirst[corner] & ~1;
    if (normalX * one.normal[2 * f] + normalY * one.normal[2 * f + 1] < -BEHIND_SINE) return;
  }
  for (let p = 0; p < polygons; p++) if (isInside(union, p)) return;
  best.squared = squared;
  best.x = x;
  best.y = y;
  best.normalX = normalX;
  best.normalY = normalY;
  best.corner = corner;
  best.arc = arc;
}

/** Whether the trial point is inside polygon p, widened by the radius, by more than the tolerance. */
function isInside(union: UnionBorders, p: number): boolean {
  const { position, normal, polygonStart } = union;
  const { x, y } = union.trial;
  const r = union.radius - union.tolerance;
  let highest = -Infinity;
  for (let k = polygonStart[p]; k < polygonStart[p + 1]; k++) {
    const h = (x - position[2 * k]) * normal[2 * k] + (y - position[2 * k + 1]) * normal[2 * k + 1];
    if (h >= r) return false;
    if (h > highest) highest = h;
  }
  if (union.radius === 0) return true;
  // inside or next to an edge: certain, unless the point is beyond all edges' ends
  for (let k = polygonStart[p]; k < polygonStart[p + 1]; k++) {
    const j = nextCorner(union, k);
    const ex = position[2 * j] - position[2 * k];
    const ey = position[2 * j + 1] - position[2 * k + 1];
    const ee = ex * ex + ey * ey;
    const px = x - position[2 * k];
    const py = y - position[2 * k + 1];
    const t = ee > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / ee)) : 0;
    const dx = px - t * ex;
    const dy = py - t * ey;
    if (dx * dx + dy * dy < r * r) return true;
  }
  return highest < 0;
}

/** `w.found` from the best translation: the points meet when the second has moved by it. */
function writeFound({ union, found, second }: PlanarWorkspace, one: Outline, two: Outline): void {
  const { best } = union;
  const k = best.corner;
  const i = union.ofFirst[k];
  const j = union.ofSecond[k];
  const edgeOfFirst = !best.arc && union.edgeOfSecond[k] === 0;
  const edgeOfSecond = !best.arc && union.edgeOfSecond[k] === 1;
  const { x, y } = best;
  const length = Math.sqrt(best.squared);
  // out along the translation; when it is only round-off, along the border's normal
  const certain = length > union.tolerance;
  const nx = certain ? x / length : best.normalX;
  const ny = certain ? y / length : best.normalY;
  found.gap = certain ? -length : -Math.max(0, x * nx + y * ny);
  found.normalX = nx;
  found.normalY = ny;
  const r1 = one.size[RADIUS];
  const r2 = two.size[RADIUS];
  if (edgeOfFirst) {
    found.secondX = second.vertex[2 * j] - r2 * best.normalX;
    found.secondY = second.vertex[2 * j + 1] - r2 * best.normalY;
    found.firstX = found.secondX + x;
    found.firstY = found.secondY + y;
  } else {
    found.firstX = one.vertex[2 * i] + r1 * best.normalX;
    found.firstY = one.vertex[2 * i + 1] + r1 * best.normalY;
    found.secondX = found.firstX - x;
    found.secondY = found.firstY - y;
  }
  found.firstFeature = edgeOfFirst ? edgeFeature(one, i) : vertexFeature(one, i);
  found.secondFeature = edgeOfSecond ? edgeFeature(two, j) : vertexFeature(two, j);
}
