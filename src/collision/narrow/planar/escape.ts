import { found, secondBox, secondNormal, secondVertex, setEdgeFeature, setVertexFeature } from "./frame.js";
import { type Outline, RADIUS, REACH } from "./outline.js";

/**
 * The smallest translation that parts outlines of several convex loops: "which way is out" for a non-convex polygon or a chain, where the best way
 * out of one part may lead into the next.
 *
 * The second outline moved by t overlaps the first when t is inside some M_ij = first_i ⊖ second_j, widened by the radii. These are convex
 * polygons with rounded corners; overlap means that 0 is inside their union, and the answer is the point of the union's border that is nearest to 0.
 * Such a point is the foot of 0 on an edge or an arc, or a point where the borders of two of them cross. All of these are tried, nearest
 * first as far as it is cheap, and one that is not inside any M_ij is kept.
 *
 * Cost: the square of the number of edges that are nearer than the best foot. Used for separations, and for contacts only where parts
 * give none; convex pairs never come here.
 */

/** Vertices of all M_ij: position 2, outward normal of the edge from here 2. */
let corner = new Float64Array(4 * 256);
/** For each: vertex of the first, vertex of the second, whose edge leaves here (0 first, 1 second), polygon. */
let origin = new Int32Array(4 * 256);
/** Lower bound of the squared distance of each edge with its arc from 0, m². */
let pieceGap = new Float64Array(256);
/** First vertex of each M_ij, and one past the last. */
let polygonStart = new Int32Array(128);
let polygons = 0;

/** Part of the reach within which a point on the border counts as outside. */
const BORDER = 1e-11;
/** Sine of the angle beyond the side of a one-sided run at which directions are refused. */
const BEHIND = 1e-9;

/** Sine of the angle within which directions are parallel when edges are put in order. */
const OPPOSITE = 1e-12;

/** Best translation: squared length, x, y, outward normal x y there. */
const best = new Float64Array(5);
/** A translation that is tried: x, y, outward normal x y there. */
const trial = new Float64Array(4);
/** How far around the second shape loops are looked at, m. */
const near = new Float64Array(1);
/** Sum of the radii, and the tolerance of borders, m. */
const radius = new Float64Array(2);
/** Corner that the best translation comes from, and 1 when it is its arc rather than its edge. */
const bestFrom = new Int32Array(2);

/** Writes the smallest translation into `found`; false when there is none (cannot happen for finite shapes that overlap). */
export function escapeUnion(one: Outline, two: Outline): boolean {
  radius[0] = one.size[RADIUS] + two.size[RADIUS];
  radius[1] = BORDER * (Math.min(one.size[REACH], 1e3 * two.size[REACH]) + two.size[REACH]);
  if (!one.chain) {
    near[0] = Infinity;
    gather(one, two);
    return search(one, two, false);
  }
  // runs farther away than the way out cannot stand in it
  for (near[0] = 2 * two.size[REACH]; ; near[0] *= 2) {
    const all = gather(one, two);
    const out = search(one, two, !one.twoSided) || search(one, two, false);
    if (all || (out && best[0] <= near[0] * near[0])) return out;
  }
}

/** Builds M_ij of all loops within the distance near[0]; true when that is all of them. */
function gather(one: Outline, two: Outline): boolean {
  polygons = 0;
  polygonStart[0] = 0;
  let all = true;
  for (let l = 0; l < one.loops; l++) {
    for (let m = 0; m < two.loops; m++) {
      const dx = Math.max(one.box[4 * l] - secondBox[4 * m + 2], secondBox[4 * m] - one.box[4 * l + 2]);
      const dy = Math.max(one.box[4 * l + 1] - secondBox[4 * m + 3], secondBox[4 * m + 1] - one.box[4 * l + 3]);
      if (Math.max(dx, dy) > near[0] + radius[0]) all = false;
      else subtract(one, l, two, m);
    }
  }
  return all;
}

/** Appends M = first_l ⊖ second_m: the edges of both loops (those of the second reversed) in the order of their angles. */
function subtract(one: Outline, l: number, two: Outline, m: number): void {
  const s1 = one.start[l];
  const n1 = one.start[l + 1] - s1;
  const s2 = two.start[m];
  const n2 = two.start[m + 1] - s2;
  reserve(polygonStart[polygons] + n1 + n2);
  const i0 = firstUpward(one.normal, s1, n1, 1);
  const j0 = firstUpward(secondNormal, s2, n2, -1);
  const e1 = n1 > 1 ? n1 : 0;
  const e2 = n2 > 1 ? n2 : 0;
  let at = polygonStart[polygons];
  for (let i = 0, j = 0; i < e1 || j < e2; at++) {
    const p = s1 + ((i0 + i) % n1);
    const q = s2 + ((j0 + j) % n2);
    corner[4 * at] = one.vertex[2 * p] - secondVertex[2 * q];
    corner[4 * at + 1] = one.vertex[2 * p + 1] - secondVertex[2 * q + 1];
    const first = i < e1 && (j >= e2 || comesFirst(one.normal, p, secondNormal, q));
    corner[4 * at + 2] = first ? one.normal[2 * p] : -secondNormal[2 * q];
    corner[4 * at + 3] = first ? one.normal[2 * p + 1] : -secondNormal[2 * q + 1];
    origin[4 * at] = p;
    origin[4 * at + 1] = q;
    origin[4 * at + 2] = first ? 0 : 1;
    origin[4 * at + 3] = polygons;
    if (first) i++;
    else j++;
  }
  polygons++;
  polygonStart[polygons] = at;
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
  if (Math.abs(cross) < OPPOSITE && px * qx + py * qy < 0) return up ? py < 0 : py > 0;
  return cross >= 0;
}

function reserve(corners: number): void {
  if (4 * corners > corner.length) {
    const c = new Float64Array(8 * corners);
    c.set(corner);
    corner = c;
    const o = new Int32Array(8 * corners);
    o.set(origin);
    origin = o;
    pieceGap = new Float64Array(2 * corners);
  }
  if (polygons + 2 > polygonStart.length) {
    const p = new Int32Array(2 * polygonStart.length);
    p.set(polygonStart);
    polygonStart = p;
  }
}

/** Nearest border point of the union into `found`. */
function search(one: Outline, two: Outline, oneSided: boolean): boolean {
  best[0] = Infinity;
  const count = polygonStart[polygons];
  for (let k = 0; k < count; k++) {
    tryFoot(one, k, oneSided);
    tryArc(one, k, oneSided);
  }
  measurePieces(count);
  for (let a = 0; a < count; a++) {
    if (pieceGap[a] >= best[0]) continue;
    for (let b = a + 1; b < count; b++) {
      if (pieceGap[b] >= best[0] || origin[4 * a + 3] === origin[4 * b + 3]) continue;
      crossEdges(one, a, b, oneSided);
      if (radius[0] === 0) continue;
      crossEdgeArc(one, a, b, oneSided);
      crossEdgeArc(one, b, a, oneSided);
      crossArcs(one, a, b, oneSided);
    }
  }
  if (best[0] === Infinity) return false;
  write(one, two);
  return true;
}

function nextCorner(k: number): number {
  const p = origin[4 * k + 3];
  return k + 1 === polygonStart[p + 1] ? polygonStart[p] : k + 1;
}

/** A lower bound of the squared distance of each edge and of the arc at its start from 0, into `pieceGap`. */
function measurePieces(count: number): void {
  for (let k = 0; k < count; k++) {
    const j = nextCorner(k);
    const x = corner[4 * k];
    const y = corner[4 * k + 1];
    const ex = corner[4 * j] - x;
    const ey = corner[4 * j + 1] - y;
    const ee = ex * ex + ey * ey;
    const t = ee > 0 ? Math.min(1, Math.max(0, -(x * ex + y * ey) / ee)) : 0;
    const px = x + t * ex;
    const py = y + t * ey;
    const d = Math.sqrt(px * px + py * py) - radius[0];
    pieceGap[k] = d > 0 ? d * d : 0;
  }
}

/** The foot of 0 on edge k. */
function tryFoot(one: Outline, k: number, oneSided: boolean): void {
  const nx = corner[4 * k + 2];
  const ny = corner[4 * k + 3];
  const s = corner[4 * k] * nx + corner[4 * k + 1] * ny + radius[0];
  if (!(s >= -radius[1])) return;
  const j = nextCorner(k);
  const t0 = corner[4 * k + 1] * nx - corner[4 * k] * ny;
  const t1 = corner[4 * j + 1] * nx - corner[4 * j] * ny;
  if (t0 > radius[1] || t1 < -radius[1]) return;
  trial[0] = s * nx;
  trial[1] = s * ny;
  trial[2] = nx;
  trial[3] = ny;
  offer(one, k, 0, oneSided);
}

/** The nearest point of the arc around corner k; without a radius, the corner. */
function tryArc(one: Outline, k: number, oneSided: boolean): void {
  const x = corner[4 * k];
  const y = corner[4 * k + 1];
  const d = Math.sqrt(x * x + y * y);
  const r = radius[0];
  if (r === 0) {
    if (d > 0) {
      trial[0] = x;
      trial[1] = y;
      trial[2] = x / d;
      trial[3] = y / d;
      offer(one, k, 1, oneSided);
    }
    return;
  }
  if (d > r || d === 0) return;
  trial[0] = x - (r * x) / d;
  trial[1] = y - (r * y) / d;
  trial[2] = -x / d;
  trial[3] = -y / d;
  offer(one, k, 1, oneSided);
}

/** Where the edges a and b, moved out by the radius, cross. */
function crossEdges(one: Outline, a: number, b: number, oneSided: boolean): void {
  const r = radius[0];
  const anx = corner[4 * a + 2];
  const any = corner[4 * a + 3];
  const bnx = corner[4 * b + 2];
  const bny = corner[4 * b + 3];
  const det = anx * bny - any * bnx;
  if (det === 0) return;
  const sa = corner[4 * a] * anx + corner[4 * a + 1] * any + r;
  const sb = corner[4 * b] * bnx + corner[4 * b + 1] * bny + r;
  const x = (sa * bny - sb * any) / det;
  const y = (sb * anx - sa * bnx) / det;
  if (x * x + y * y >= best[0]) return;
  trial[0] = x;
  trial[1] = y;
  if (!isOnEdge(a) || !isOnEdge(b)) return;
  trial[2] = anx;
  trial[3] = any;
  offer(one, a, 0, oneSided);
}

/** The trial point, on the line of edge k (moved out), projects onto it. */
function isOnEdge(k: number): boolean {
  const nx = corner[4 * k + 2];
  const ny = corner[4 * k + 3];
  const j = nextCorner(k);
  const t = trial[1] * nx - trial[0] * ny;
  return (
    t >= corner[4 * k + 1] * nx - corner[4 * k] * ny - radius[1] &&
    t <= corner[4 * j + 1] * nx - corner[4 * j] * ny + radius[1]
  );
}

/** Where edge a, moved out, crosses the circle around corner b. */
function crossEdgeArc(one: Outline, a: number, b: number, oneSided: boolean): void {
  const r = radius[0];
  const nx = corner[4 * a + 2];
  const ny = corner[4 * a + 3];
  const h = (corner[4 * a] - corner[4 * b]) * nx + (corner[4 * a + 1] - corner[4 * b + 1]) * ny + r;
  const q2 = r * r - h * h;
  if (!(q2 >= 0)) return;
  const q = Math.sqrt(q2);
  for (let sign = -1; sign <= 1; sign += 2) {
    const x = corner[4 * b] + h * nx - sign * q * ny;
    const y = corner[4 * b + 1] + h * ny + sign * q * nx;
    trial[0] = x;
    trial[1] = y;
    if (!isOnEdge(a)) continue;
    trial[2] = nx;
    trial[3] = ny;
    offer(one, a, 0, oneSided);
  }
}

/** Where the circles around corners a and b cross. */
function crossArcs(one: Outline, a: number, b: number, oneSided: boolean): void {
  const r = radius[0];
  const dx = corner[4 * b] - corner[4 * a];
  const dy = corner[4 * b + 1] - corner[4 * a + 1];
  const d2 = dx * dx + dy * dy;
  if (!(d2 > 0 && d2 <= 4 * r * r)) return;
  const q = Math.sqrt(r * r - d2 / 4) / Math.sqrt(d2);
  for (let sign = -1; sign <= 1; sign += 2) {
    const ux = dx / 2 - sign * q * dy;
    const uy = dy / 2 + sign * q * dx;
    trial[0] = corner[4 * a] + ux;
    trial[1] = corner[4 * a + 1] + uy;
    trial[2] = ux / r;
    trial[3] = uy / r;
    offer(one, a, 1, oneSided);
  }
}

/** Keeps the translation in `trial` when it is shorter than the best and leaves every M_ij. */
function offer(one: Outline, from: number, arc: number, oneSided: boolean): void {
  const x = trial[0];
  const y = trial[1];
  const nx = trial[2];
  const ny = trial[3];
  const d2 = x * x + y * y;
  if (!(d2 < best[0])) return;
  if (oneSided) {
    const i = origin[4 * from];
    // the front of a run is the edge at its first vertex, which has an even index
    const f = i & ~1;
    if (nx * one.normal[2 * f] + ny * one.normal[2 * f + 1] < -BEHIND) return;
  }
  for (let p = 0; p < polygons; p++) if (isInside(p)) return;
  best[0] = d2;
  best[1] = x;
  best[2] = y;
  best[3] = nx;
  best[4] = ny;
  bestFrom[0] = from;
  bestFrom[1] = arc;
}

/** The trial point is inside M_ij, widened by the radius, by more than the tolerance. */
function isInside(p: number): boolean {
  const x = trial[0];
  const y = trial[1];
  const r = radius[0] - radius[1];
  let highest = -Infinity;
  for (let k = polygonStart[p]; k < polygonStart[p + 1]; k++) {
    const h = (x - corner[4 * k]) * corner[4 * k + 2] + (y - corner[4 * k + 1]) * corner[4 * k + 3];
    if (h >= r) return false;
    if (h > highest) highest = h;
  }
  if (radius[0] === 0) return true;
  // inside or beside an edge: certain, unless the point is beyond all edges' ends
  for (let k = polygonStart[p]; k < polygonStart[p + 1]; k++) {
    const j = nextCorner(k);
    const ex = corner[4 * j] - corner[4 * k];
    const ey = corner[4 * j + 1] - corner[4 * k + 1];
    const ee = ex * ex + ey * ey;
    const px = x - corner[4 * k];
    const py = y - corner[4 * k + 1];
    const t = ee > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / ee)) : 0;
    const dx = px - t * ex;
    const dy = py - t * ey;
    if (dx * dx + dy * dy < r * r) return true;
  }
  return highest < 0;
}

/** `found` from the best translation: the points meet when the second has moved by it. */
function write(one: Outline, two: Outline): void {
  const k = bestFrom[0];
  const i = origin[4 * k];
  const j = origin[4 * k + 1];
  const edgeOfFirst = bestFrom[1] === 0 && origin[4 * k + 2] === 0;
  const edgeOfSecond = bestFrom[1] === 0 && origin[4 * k + 2] === 1;
  const x = best[1];
  const y = best[2];
  const length = Math.sqrt(best[0]);
  // out along the translation; when it is nothing but round-off, along the border's normal
  const certain = length > radius[1];
  const nx = certain ? x / length : best[3];
  const ny = certain ? y / length : best[4];
  found[0] = certain ? -length : -Math.max(0, x * nx + y * ny);
  found[1] = nx;
  found[2] = ny;
  const r1 = one.size[RADIUS];
  const r2 = two.size[RADIUS];
  if (edgeOfFirst) {
    found[5] = secondVertex[2 * j] - r2 * best[3];
    found[6] = secondVertex[2 * j + 1] - r2 * best[4];
    found[3] = found[5] + x;
    found[4] = found[6] + y;
  } else {
    found[3] = one.vertex[2 * i] + r1 * best[3];
    found[4] = one.vertex[2 * i + 1] + r1 * best[4];
    found[5] = found[3] - x;
    found[6] = found[4] - y;
  }
  if (edgeOfFirst) setEdgeFeature(0, one, i);
  else setVertexFeature(0, one, i);
  if (edgeOfSecond) setEdgeFeature(1, two, j);
  else setVertexFeature(1, two, j);
}
