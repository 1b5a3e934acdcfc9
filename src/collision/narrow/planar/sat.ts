import { type Outline, REACH } from "./outline.js";
import type { BestEdge, LoopSeparation, NearestPair, PlanarWorkspace } from "./workspace.js";

/**
 * Separation of two convex loops without their radii, in the frame of the first.
 *
 * The difference K = {y − x : x in the first, y in the second} of two convex polygons is convex, and its edges are the
 * pairs (edge e of one, vertex of the other that lies deepest along e's normal) [Ericson2005, ch. 5]. The signed
 * distance of the origin from K is the separation:
 *
 *   overlapping   max_e min_v (v − e)·n_e ≤ 0, minus the smallest translation that separates them [Gribel2009, §3.1.1]
 *   apart         the least distance of these pairs; if the deepest vertex of the best edge projects onto that edge,
 *                 the two are the nearest pair
 *
 * Both cases need one traversal of each loop: the deepest vertex advances counter-clockwise with the edges.
 */

/** Kinds of deciding features: an edge of one side against a vertex of the other, or two vertices. */
export const EDGE_OF_FIRST = 0;
export const EDGE_OF_SECOND = 1;
export const TWO_VERTICES = 2;

/**
 * Up to this number of vertices of the other loop, each edge scans all of them; above it, the search continues from the
 * deepest vertex of the previous edge.
 */
const SCAN_LIMIT = 8;
/**
 * An edge of the second loop is chosen only when it separates better by this fraction of the reach: parallel edges
 * differ by round-off.
 */
const PREFERENCE_GAP = 1e-15;
/**
 * Overlap, as a fraction of the reach, up to which loops may still be apart: the normals of flat loops do not separate
 * them lengthwise.
 */
const TOUCHING_OVERLAP = 1e-12;
/** Distance, as a fraction of the reach, below which the direction between two vertices is checked for round-off. */
const CLOSE_DISTANCE = 1e-6;

/**
 * Separation of loop l1 of the first and loop l2 of the second outline (placed before, see `placeSecond`) into `w.sat`.
 * Returns false when it is known to exceed `w.sat.limit`; `w.sat.separation` is then a lower bound of the distance.
 */
export function separateLoops(w: PlanarWorkspace, one: Outline, l1: number, two: Outline, l2: number): boolean {
  const { sat } = w;
  const { bestOfFirst, bestOfSecond } = sat;
  const secondVertex = w.second.vertex;
  const s1 = one.start[l1];
  const e1 = one.start[l1 + 1];
  const s2 = two.start[l2];
  const e2 = two.start[l2 + 1];
  const bound = sat.limit;
  const scale = one.size[REACH] + two.size[REACH];
  sat.reach = scale;
  if (e1 - s1 > bestOfFirst.deepest.length) bestOfFirst.deepest = new Int32Array(2 * (e1 - s1));
  if (e2 - s2 > bestOfSecond.deepest.length) bestOfSecond.deepest = new Int32Array(2 * (e2 - s2));

  // edges of the first, then of the second; either may show that the loops are apart
  scanEdges(one.vertex, one.normal, s1, e1, secondVertex, s2, e2, bestOfFirst);
  sat.separation = bestOfFirst.separation;
  if (sat.separation > bound) return false;
  scanEdges(secondVertex, w.second.normal, s2, e2, one.vertex, s1, e1, bestOfSecond);
  sat.separation = bestOfSecond.separation;
  if (sat.separation > bound) return false;

  const ofSecond = bestOfSecond.separation > bestOfFirst.separation + PREFERENCE_GAP * scale;
  const best = ofSecond ? bestOfSecond : bestOfFirst;
  const s = best.separation;
  if (s > -TOUCHING_OVERLAP * scale) {
    // two points have no edges
    if (s === -Infinity || !projectsInside(w, one, s1, e1, s2, e2, best, ofSecond)) {
      closestPair(w, one, s1, e1, s2, e2, best, ofSecond);
      return !(sat.separation > bound);
    }
  }
  takeEdge(w, one, ofSecond, best.edge, best.vertex);
  return true;
}

/** The deepest vertex of the other loop for each edge s … e − 1 of one loop, and the edge that separates best. */
function scanEdges(
  v: Float64Array,
  n: Float64Array,
  s: number,
  e: number,
  w: Float64Array,
  ws: number,
  we: number,
  out: BestEdge,
): void {
  out.separation = -Infinity;
  if (e - s < 2) return;
  const { deepest } = out;
  const scan = we - ws <= SCAN_LIMIT;
  let best = -Infinity;
  let at = ws;
  for (let k = s; k < e; k++) {
    const nx = n[2 * k];
    const ny = n[2 * k + 1];
    let low: number;
    if (scan || k === s) {
      low = Infinity;
      for (let i = ws; i < we; i++) {
        const h = nx * w[2 * i] + ny * w[2 * i + 1];
        if (h < low) {
          low = h;
          at = i;
        }
      }
    } else {
      low = nx * w[2 * at] + ny * w[2 * at + 1];
      for (let turns = we - ws; turns > 0; turns--) {
        const next = at + 1 === we ? ws : at + 1;
        const h = nx * w[2 * next] + ny * w[2 * next + 1];
        if (h > low) break;
        low = h;
        at = next;
      }
    }
    deepest[k - s] = at;
    const separation = low - (nx * v[2 * k] + ny * v[2 * k + 1]);
    if (separation > best) {
      best = separation;
      out.edge = k;
      out.vertex = at;
    }
  }
  out.separation = best;
}

/** Whether the deepest vertex of the best edge projects onto that edge. */
function projectsInside(
  { second }: PlanarWorkspace,
  one: Outline,
  s1: number,
  e1: number,
  s2: number,
  e2: number,
  best: BestEdge,
  ofSecond: boolean,
): boolean {
  const v = ofSecond ? second.vertex : one.vertex;
  const n = ofSecond ? second.normal : one.normal;
  const w = ofSecond ? one.vertex : second.vertex;
  const s = ofSecond ? s2 : s1;
  const e = ofSecond ? e2 : e1;
  const edge = best.edge;
  const k = 2 * edge;
  const j = 2 * (edge + 1 === e ? s : edge + 1);
  const i = 2 * best.vertex;
  // the edge runs along (−n_y, n_x)
  const tx = -n[k + 1];
  const ty = n[k];
  return (w[i] - v[k]) * tx + (w[i + 1] - v[k + 1]) * ty >= 0 && (w[i] - v[j]) * tx + (w[i + 1] - v[j + 1]) * ty <= 0;
}

/** Sets the result to this edge, of the second or the first loop, and this vertex of the other. */
function takeEdge(
  { sat, second }: PlanarWorkspace,
  one: Outline,
  ofSecond: boolean,
  edge: number,
  vertex: number,
): void {
  const v = ofSecond ? second.vertex : one.vertex;
  const n = ofSecond ? second.normal : one.normal;
  const w = ofSecond ? one.vertex : second.vertex;
  const nx = n[2 * edge];
  const ny = n[2 * edge + 1];
  const sign = ofSecond ? -1 : 1;
  sat.separation = (w[2 * vertex] - v[2 * edge]) * nx + (w[2 * vertex + 1] - v[2 * edge + 1]) * ny;
  sat.normalX = sign * nx;
  sat.normalY = sign * ny;
  sat.kind = ofSecond ? EDGE_OF_SECOND : EDGE_OF_FIRST;
  sat.first = ofSecond ? vertex : edge;
  sat.second = ofSecond ? edge : vertex;
}

/**
 * Result for loops that no edge separates: the nearest of the pairs (edge, deepest vertex and its neighbours, in case
 * edges are parallel).
 */
function closestPair(
  w: PlanarWorkspace,
  one: Outline,
  s1: number,
  e1: number,
  s2: number,
  e2: number,
  best: BestEdge,
  bestOfSecond: boolean,
): void {
  const { sat } = w;
  const { nearest } = sat;
  const secondVertex = w.second.vertex;
  nearest.squared = Infinity;
  if (e1 - s1 > 1) nearEdges(one.vertex, s1, e1, secondVertex, s2, e2, sat.bestOfFirst.deepest, false, nearest);
  if (e2 - s2 > 1) nearEdges(secondVertex, s2, e2, one.vertex, s1, e1, sat.bestOfSecond.deepest, true, nearest);
  const { ofSecond } = nearest;
  const s = ofSecond ? s2 : s1;
  const e = ofSecond ? e2 : e1;
  let i = s1;
  let j = s2;
  if (nearest.squared < Infinity) {
    const { edge, vertex } = nearest;
    if (nearest.end === 2) {
      takeEdge(w, one, ofSecond, edge, vertex);
      // a segment has two coincident edges with opposite normals: take the one that faces the vertex
      if (sat.separation < 0 && e - s === 2) takeEdge(w, one, ofSecond, edge === s ? s + 1 : s, vertex);
      return;
    }
    const end = nearest.end === 0 ? edge : edge + 1 === e ? s : edge + 1;
    i = ofSecond ? vertex : end;
    j = ofSecond ? end : vertex;
  }
  const x = secondVertex[2 * j] - one.vertex[2 * i];
  const y = secondVertex[2 * j + 1] - one.vertex[2 * i + 1];
  const d = Math.sqrt(x * x + y * y);
  sat.kind = TWO_VERTICES;
  sat.first = i;
  sat.second = j;
  sat.separation = d;
  sat.normalX = x / d;
  sat.normalY = y / d;
  if (d >= CLOSE_DISTANCE * sat.reach) return;
  // the direction between vertices this close is mostly round-off: accept it only if it separates the loops at least as
  // well as the best edge
  if (best.separation === -Infinity) {
    if (d === 0) {
      sat.normalX = 0;
      sat.normalY = 1;
    }
    return;
  }
  if (d === 0 || widthAlong(sat, one.vertex, s1, e1, secondVertex, s2, e2) < best.separation) {
    takeEdge(w, one, bestOfSecond, best.edge, best.vertex);
    sat.kind = TWO_VERTICES;
    sat.first = i;
    sat.second = j;
    sat.separation = x * sat.normalX + y * sat.normalY;
  }
}

/**
 * Finds the nearest pair of an edge of s … e − 1 and a vertex of the other loop; updates `nearest` when it is nearer.
 */
function nearEdges(
  v: Float64Array,
  s: number,
  e: number,
  w: Float64Array,
  ws: number,
  we: number,
  deepest: Int32Array,
  ofSecond: boolean,
  nearest: NearestPair,
): void {
  const tries = we - ws > 2 ? 3 : we - ws;
  for (let k = s; k < e; k++) {
    const j = k + 1 === e ? s : k + 1;
    const ex = v[2 * j] - v[2 * k];
    const ey = v[2 * j + 1] - v[2 * k + 1];
    const ee = ex * ex + ey * ey;
    let i = deepest[k - s];
    if (tries === 3) i = i === ws ? we - 1 : i - 1;
    for (let turn = 0; turn < tries; turn++) {
      const x = w[2 * i] - v[2 * k];
      const y = w[2 * i + 1] - v[2 * k + 1];
      const t = x * ex + y * ey;
      let end = 2;
      let d2: number;
      if (t <= 0) {
        end = 0;
        d2 = x * x + y * y;
      } else if (t >= ee) {
        end = 1;
        d2 = (x - ex) * (x - ex) + (y - ey) * (y - ey);
      } else {
        const cross = x * ey - y * ex;
        d2 = (cross * cross) / ee;
      }
      if (d2 < nearest.squared) {
        nearest.squared = d2;
        nearest.ofSecond = ofSecond;
        nearest.edge = k;
        nearest.vertex = i;
        nearest.end = end;
      }
      i = i + 1 === we ? ws : i + 1;
    }
  }
}

/** Width of the gap between two loops along the normal of `sat`: min over the second − max over the first, m. */
function widthAlong(
  sat: LoopSeparation,
  v: Float64Array,
  s1: number,
  e1: number,
  w: Float64Array,
  s2: number,
  e2: number,
): number {
  const nx = sat.normalX;
  const ny = sat.normalY;
  let high = -Infinity;
  let low = Infinity;
  for (let i = s1; i < e1; i++) high = Math.max(high, nx * v[2 * i] + ny * v[2 * i + 1]);
  for (let i = s2; i < e2; i++) low = Math.min(low, nx * w[2 * i] + ny * w[2 * i + 1]);
  return low - high;
}
