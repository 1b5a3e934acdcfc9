import { secondNormal, secondVertex } from "./frame.js";
import { type Outline, REACH } from "./outline.js";

/**
 * Separation of two convex loops without their radii, in the frame of the first: [separation m, unit normal x y from first to second].
 *
 * The difference K = {y − x : x in the first, y in the second} of two convex polygons is convex, and its edges are the pairs (edge e of one, vertex
 * of the other that lies deepest along e's normal) [Ericson2005, ch. 5]. The signed distance of the origin from K is the separation:
 *
 *   overlapping   max_e min_v (v − e)·n_e ≤ 0, minus the smallest translation that parts them ([Gribel2009] §3.1.1, spec E-20, E-21)
 *   apart         the least distance of these pairs; when the deepest vertex of the best edge projects onto it, that pair is it
 *
 * so both take one walk around each loop: the deepest vertex advances counter-clockwise as the edges do.
 */
export const satValue = new Float64Array(3);
/**
 * [kind, edge or vertex of the first, edge or vertex of the second] of the pair that decides, indices into the outlines' vertices. Kinds:
 * `EDGE_OF_FIRST` against a vertex of the second, `EDGE_OF_SECOND` against a vertex of the first, `TWO_VERTICES`.
 */
export const satPair = new Int32Array(3);
export const EDGE_OF_FIRST = 0;
export const EDGE_OF_SECOND = 1;
export const TWO_VERTICES = 2;

/** Vertices of the other loop up to which each edge scans them all; beyond, it walks on from the deepest vertex of the edge before. */
const SCAN_LIMIT = 8;
/** Part of the reach by which an edge of the second must be better to be chosen: round-off of parallel edges. */
const PREFERENCE = 1e-15;
/** Part of the reach within which loops are not known to overlap: the axes of flat loops do not part them lengthwise. */
const TOUCHING = 1e-12;
/** Part of the reach below which the direction between two vertices is checked for round-off. */
const CLOSE = 1e-6;

/** Best edge of one loop: separation at [0]; edge and deepest vertex. */
const bestValue = new Float64Array(2);
const bestEdge = new Int32Array(2);
const bestVertex = new Int32Array(2);
/** Deepest vertex for every edge of first and second. */
let deepest1 = new Int32Array(64);
let deepest2 = new Int32Array(64);

/**
 * Separation of loop l1 of the first and loop l2 of the second outline (placed before, see `placeSecond`) into `satValue`, `satPair`. Returns false
 * when it is known to exceed limit[0]; the result is then only a bound.
 */
export function separateLoops(one: Outline, l1: number, two: Outline, l2: number, limit: Float64Array): boolean {
  const s1 = one.start[l1];
  const e1 = one.start[l1 + 1];
  const s2 = two.start[l2];
  const e2 = two.start[l2 + 1];
  const bound = limit[0];
  const scale = one.size[REACH] + two.size[REACH];
  if (e1 - s1 > deepest1.length) deepest1 = new Int32Array(2 * (e1 - s1));
  if (e2 - s2 > deepest2.length) deepest2 = new Int32Array(2 * (e2 - s2));

  // edges of the first, then of the second; either may show that there is nothing to do
  bestValue[0] = -Infinity;
  bestValue[1] = -Infinity;
  scanEdges(one.vertex, one.normal, s1, e1, secondVertex, s2, e2, deepest1, 0);
  if (bestValue[0] > bound) return false;
  scanEdges(secondVertex, secondNormal, s2, e2, one.vertex, s1, e1, deepest2, 1);
  if (bestValue[1] > bound) return false;

  const side = bestValue[1] > bestValue[0] + PREFERENCE * scale ? 1 : 0;
  const s = bestValue[side];
  if (s > -TOUCHING * scale) {
    // two points have no edges
    if (s === -Infinity || !projectsInside(one, s1, e1, s2, e2, side)) {
      reach[0] = scale;
      closestPair(one, s1, e1, s2, e2, side);
      return !(satValue[0] > bound);
    }
  }
  takeEdge(one, side, bestEdge[side], bestVertex[side]);
  return true;
}

/** For the edges s … e − 1 of one loop the deepest vertex of the other, and the best of them into best…[side]. */
function scanEdges(
  v: Float64Array,
  n: Float64Array,
  s: number,
  e: number,
  w: Float64Array,
  ws: number,
  we: number,
  deepest: Int32Array,
  side: number,
): void {
  if (e - s < 2) return;
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
      bestEdge[side] = k;
      bestVertex[side] = at;
    }
  }
  bestValue[side] = best;
}

/** Whether the deepest vertex of the best edge of `side` projects onto that edge. */
function projectsInside(one: Outline, s1: number, e1: number, s2: number, e2: number, side: number): boolean {
  const v = side === 0 ? one.vertex : secondVertex;
  const n = side === 0 ? one.normal : secondNormal;
  const w = side === 0 ? secondVertex : one.vertex;
  const s = side === 0 ? s1 : s2;
  const e = side === 0 ? e1 : e2;
  const edge = bestEdge[side];
  const k = 2 * edge;
  const j = 2 * (edge + 1 === e ? s : edge + 1);
  const i = 2 * bestVertex[side];
  // the edge runs along (−n_y, n_x)
  const tx = -n[k + 1];
  const ty = n[k];
  return (w[i] - v[k]) * tx + (w[i + 1] - v[k + 1]) * ty >= 0 && (w[i] - v[j]) * tx + (w[i + 1] - v[j + 1]) * ty <= 0;
}

/** The result is this edge of `side` and this vertex of the other. */
function takeEdge(one: Outline, side: number, edge: number, vertex: number): void {
  const v = side === 0 ? one.vertex : secondVertex;
  const n = side === 0 ? one.normal : secondNormal;
  const w = side === 0 ? secondVertex : one.vertex;
  const nx = n[2 * edge];
  const ny = n[2 * edge + 1];
  const sign = 1 - 2 * side;
  satValue[0] = (w[2 * vertex] - v[2 * edge]) * nx + (w[2 * vertex + 1] - v[2 * edge + 1]) * ny;
  satValue[1] = sign * nx;
  satValue[2] = sign * ny;
  satPair[0] = side;
  satPair[1] = side === 0 ? edge : vertex;
  satPair[2] = side === 0 ? vertex : edge;
}

/** Reach of both shapes together, m. */
const reach = new Float64Array(1);
/** Least squared distance at [0]. */
const least = new Float64Array(1);
/** Where it is: side of the edge, edge, vertex of the other side, end of the edge (0 first vertex, 1 second, 2 between). */
const leastPair = new Int32Array(4);

/** Result for loops that no edge parts: nearest of the pairs (edge, deepest vertex and its neighbours, in case edges are parallel). */
function closestPair(one: Outline, s1: number, e1: number, s2: number, e2: number, side: number): void {
  least[0] = Infinity;
  if (e1 - s1 > 1) nearEdges(one.vertex, s1, e1, secondVertex, s2, e2, deepest1, 0);
  if (e2 - s2 > 1) nearEdges(secondVertex, s2, e2, one.vertex, s1, e1, deepest2, 1);
  const s = leastPair[0] === 0 ? s1 : s2;
  const e = leastPair[0] === 0 ? e1 : e2;
  let i = s1;
  let j = s2;
  if (least[0] < Infinity) {
    const edge = leastPair[1];
    if (leastPair[3] === 2) {
      takeEdge(one, leastPair[0], edge, leastPair[2]);
      // a segment is two edges in the same place, with opposite normals: the one that faces the vertex
      if (satValue[0] < 0 && e - s === 2) takeEdge(one, leastPair[0], edge === s ? s + 1 : s, leastPair[2]);
      return;
    }
    const end = leastPair[3] === 0 ? edge : edge + 1 === e ? s : edge + 1;
    i = leastPair[0] === 0 ? end : leastPair[2];
    j = leastPair[0] === 0 ? leastPair[2] : end;
  }
  const x = secondVertex[2 * j] - one.vertex[2 * i];
  const y = secondVertex[2 * j + 1] - one.vertex[2 * i + 1];
  const d = Math.sqrt(x * x + y * y);
  satPair[0] = TWO_VERTICES;
  satPair[1] = i;
  satPair[2] = j;
  satValue[0] = d;
  satValue[1] = x / d;
  satValue[2] = y / d;
  if (d >= CLOSE * reach[0]) return;
  // the direction between vertices this close is mostly round-off: it must part the loops at least as well as the best edge
  if (bestValue[side] === -Infinity) {
    if (d === 0) {
      satValue[1] = 0;
      satValue[2] = 1;
    }
    return;
  }
  setWidth(one, s1, e1, s2, e2);
  if (d === 0 || width[0] < bestValue[side]) {
    takeEdge(one, side, bestEdge[side], bestVertex[side]);
    satPair[0] = TWO_VERTICES;
    satPair[1] = i;
    satPair[2] = j;
    satValue[0] = x * satValue[1] + y * satValue[2];
  }
}

/** Nearest pair of an edge of s … e − 1 and a vertex of the other loop, into `least` when it is nearer. */
function nearEdges(
  v: Float64Array,
  s: number,
  e: number,
  w: Float64Array,
  ws: number,
  we: number,
  deepest: Int32Array,
  side: number,
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
      if (d2 < least[0]) {
        least[0] = d2;
        leastPair[0] = side;
        leastPair[1] = k;
        leastPair[2] = i;
        leastPair[3] = end;
      }
      i = i + 1 === we ? ws : i + 1;
    }
  }
}

const width = new Float64Array(1);

/** Width of the gap between the loops along the direction in `satValue`: min over the second − max over the first. */
function setWidth(one: Outline, s1: number, e1: number, s2: number, e2: number): void {
  const nx = satValue[1];
  const ny = satValue[2];
  const v = one.vertex;
  let high = -Infinity;
  let low = Infinity;
  for (let i = s1; i < e1; i++) high = Math.max(high, nx * v[2 * i] + ny * v[2 * i + 1]);
  for (let i = s2; i < e2; i++) low = Math.min(low, nx * secondVertex[2 * i] + ny * secondVertex[2 * i + 1]);
  width[0] = low - high;
}
