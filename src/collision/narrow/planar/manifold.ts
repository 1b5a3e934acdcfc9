import type { ContactSink } from "../types.js";
import {
  emitContact,
  found,
  foundFeature,
  isFlipped,
  secondNormal,
  secondVertex,
  setEdgeFeature,
  setVertexFeature,
} from "./frame.js";
import { type Outline, RADIUS, REACH } from "./outline.js";
import { EDGE_OF_FIRST, satPair, satValue, TWO_VERTICES } from "./sat.js";

/**
 * Contact points of two loops from the pair in `satPair`: nothing but the two vertices when these are nearest, else the edge is the reference and
 * the other loop's edge at the deepest vertex that faces it most is clipped to the reference edge's ends ([Gribel2009] §3.1.1, spec E-25: depth
 * to the reference line). A point is
 *
 *   gap = (x − e)·n − r₁ − r₂ ≤ margin
 *
 * Feature ids name the vertex and the edge that meet, whichever of them is the reference, so that they survive a change of reference
 * between nearly parallel edges.
 */

/** Part of the reach by which a reference edge is longer than it is: nothing falls between two edges of one line. */
const SLACK = 1e-12;

/** Position along the reference edge and height over it, of the two ends of the incident edge. */
const along = new Float64Array(2);
const height = new Float64Array(2);
/** Where the ends come from: −1 own vertex, 0 cut at the start of the reference edge, 1 at its end. */
const cut = new Int32Array(2);

/**
 * Adds the points of loops l1 and l2 as one patch; returns their number. `strict`: only what projects onto the reference edge, else the deepest
 * vertex when nothing does (by round-off).
 */
export function addPoints(
  one: Outline,
  l1: number,
  two: Outline,
  l2: number,
  sink: ContactSink,
  patch: number,
  strict: boolean,
): number {
  if (satPair[0] === TWO_VERTICES) return addDeepest(one, two, sink, patch);
  const first = satPair[0] === EDGE_OF_FIRST;
  return first
    ? addClipped(one, l1, two, l2, sink, patch, strict)
    : addClippedSecond(one, l1, two, l2, sink, patch, strict);
}

/** `found` from the nearest (or deepest) pair in `satPair` and `satValue`: for separations, and for a contact of two vertices. */
export function setNearest(one: Outline, two: Outline): void {
  const nx = satValue[1];
  const ny = satValue[2];
  const s = satValue[0];
  const i = 2 * satPair[1];
  const j = 2 * satPair[2];
  found[0] = s - one.size[RADIUS] - two.size[RADIUS];
  found[1] = nx;
  found[2] = ny;
  // the vertex is where it is; an edge's point is opposite to it
  const edge1 = satPair[0] === EDGE_OF_FIRST;
  const edge2 = satPair[0] !== TWO_VERTICES && !edge1;
  const x1 = edge1 ? secondVertex[j] - s * nx : one.vertex[i];
  const y1 = edge1 ? secondVertex[j + 1] - s * ny : one.vertex[i + 1];
  const x2 = edge2 ? one.vertex[i] + s * nx : secondVertex[j];
  const y2 = edge2 ? one.vertex[i + 1] + s * ny : secondVertex[j + 1];
  found[3] = x1 + one.size[RADIUS] * nx;
  found[4] = y1 + one.size[RADIUS] * ny;
  found[5] = x2 - two.size[RADIUS] * nx;
  found[6] = y2 - two.size[RADIUS] * ny;
  if (edge1) setEdgeFeature(0, one, satPair[1]);
  else setVertexFeature(0, one, satPair[1]);
  if (edge2) setEdgeFeature(1, two, satPair[2]);
  else setVertexFeature(1, two, satPair[2]);
}

/** Reference edge on the first. */
function addClipped(
  one: Outline,
  l1: number,
  two: Outline,
  l2: number,
  sink: ContactSink,
  patch: number,
  strict: boolean,
): number {
  const e = satPair[1];
  const next = e + 1 === one.start[l1 + 1] ? one.start[l1] : e + 1;
  const s = two.start[l2];
  const end = two.start[l2 + 1];
  const f = facingEdge(secondNormal, s, end, satPair[2]);
  const g = f + 1 === end ? s : f + 1;
  setBeyond(one, l1, e, next, one, two, end - s === 1);
  if (!clip(one.vertex, one.normal, e, next, secondVertex, f, g)) return strict ? 0 : addDeepest(one, two, sink, patch);
  if (end - s === 1 || two.real[f] === 0) return addDeepest(one, two, sink, patch);
  const tx = -one.normal[2 * e + 1];
  const ty = one.normal[2 * e];
  let added = 0;
  for (let k = 0; k < 2; k++) {
    found[0] = height[k] - one.size[RADIUS] - two.size[RADIUS];
    if (!(found[0] <= sink.margin[0])) continue;
    const x = one.vertex[2 * e] + tx * along[k];
    const y = one.vertex[2 * e + 1] + ty * along[k];
    place[0] = x;
    place[1] = y;
    place[2] = height[k];
    setPoint(one, two);
    if (cut[k] < 0) {
      setEdgeFeature(0, one, e);
      setVertexFeature(1, two, k === 0 ? f : g);
    } else {
      setVertexFeature(0, one, cut[k] === 0 ? e : next);
      setEdgeFeature(1, two, f);
    }
    if (isKnown(sink, patch)) continue;
    if (!emitContact(sink, patch)) break;
    added++;
  }
  return added;
}

/** Reference edge on the second. */
function addClippedSecond(
  one: Outline,
  l1: number,
  two: Outline,
  l2: number,
  sink: ContactSink,
  patch: number,
  strict: boolean,
): number {
  const e = satPair[2];
  const next = e + 1 === two.start[l2 + 1] ? two.start[l2] : e + 1;
  const s = one.start[l1];
  const end = one.start[l1 + 1];
  const f = facingEdge(one.normal, s, end, satPair[1]);
  const g = f + 1 === end ? s : f + 1;
  setBeyond(two, l2, e, next, one, two, end - s === 1);
  if (!clip(secondVertex, secondNormal, e, next, one.vertex, f, g))
    return strict ? 0 : addDeepest(one, two, sink, patch);
  if (end - s === 1 || one.real[f] === 0) return addDeepest(one, two, sink, patch);
  const tx = -secondNormal[2 * e + 1];
  const ty = secondNormal[2 * e];
  let added = 0;
  for (let k = 0; k < 2; k++) {
    found[0] = height[k] - one.size[RADIUS] - two.size[RADIUS];
    if (!(found[0] <= sink.margin[0])) continue;
    // `satValue` points from first to second, against the reference normal: the incident point is on the first
    const x = secondVertex[2 * e] + tx * along[k] - height[k] * satValue[1];
    const y = secondVertex[2 * e + 1] + ty * along[k] - height[k] * satValue[2];
    place[0] = x;
    place[1] = y;
    place[2] = height[k];
    setPoint(one, two);
    if (cut[k] < 0) {
      setVertexFeature(0, one, k === 0 ? f : g);
      setEdgeFeature(1, two, e);
    } else {
      setEdgeFeature(0, one, f);
      setVertexFeature(1, two, cut[k] === 0 ? e : next);
    }
    if (isKnown(sink, patch)) continue;
    if (!emitContact(sink, patch)) break;
    added++;
  }
  return added;
}

/** Point x, y of the first's loop, and the height of the second's over it along the normal in `satValue`. */
const place = new Float64Array(3);

/** `found` from `place`. */
function setPoint(one: Outline, two: Outline): void {
  const nx = satValue[1];
  const ny = satValue[2];
  const r1 = one.size[RADIUS];
  const d = place[2] - two.size[RADIUS];
  found[1] = nx;
  found[2] = ny;
  found[3] = place[0] + r1 * nx;
  found[4] = place[1] + r1 * ny;
  found[5] = place[0] + d * nx;
  found[6] = place[1] + d * ny;
}

/** The nearest or deepest pair alone: one point. */
function addDeepest(one: Outline, two: Outline, sink: ContactSink, patch: number): number {
  setNearest(one, two);
  if (!(found[0] <= sink.margin[0]) || isKnown(sink, patch)) return 0;
  return emitContact(sink, patch) ? 1 : 0;
}

/** Of the two edges at vertex i, the one whose normal is more against the reference's; satValue has the sign either way. */
function facingEdge(n: Float64Array, s: number, e: number, i: number): number {
  const before = i === s ? e - 1 : i - 1;
  const a = n[2 * before] * satValue[1] + n[2 * before + 1] * satValue[2];
  const b = n[2 * i] * satValue[1] + n[2 * i + 1] * satValue[2];
  // against the normal for an incident edge on the second, along it on the first
  const sign = satPair[0] === EDGE_OF_FIRST ? 1 : -1;
  return sign * a < sign * b ? before : i;
}

/**
 * Where the edge e → next of an outline ends at a valley, the solid goes on behind the next edge, and a corner that is deep in both lies beyond the end.
 * It then counts with its depth, moved to the end, up to this far beyond (a multiple of the depth, enough for valleys down to 60°).
 */
const VALLEY = 2;

/** How far edge e counts beyond its ends, into `beyond`, and at [2] the slack of round-off. */
const beyond = new Float64Array(3);

function setBeyond(
  outline: Outline,
  l: number,
  e: number,
  next: number,
  one: Outline,
  two: Outline,
  point: boolean,
): void {
  beyond[0] = 0;
  beyond[1] = 0;
  beyond[2] = SLACK * (one.size[REACH] + two.size[REACH]);
  const gap = satValue[0] - one.size[RADIUS] - two.size[RADIUS];
  if (outline.plain || point || !(gap < 0)) return;
  // the back of a run sees the turns of its chain the other way round
  const side = outline.chain && e !== outline.start[l] ? -1 : 1;
  const turns = outline.turns;
  if (turns[e] !== 2 && side * turns[e] < 0) beyond[0] = -VALLEY * gap;
  if (turns[next] !== 2 && side * turns[next] < 0) beyond[1] = -VALLEY * gap;
}

/** Clips the edge f → g of w to the ends of the edge e → next of v; false when nothing is left. */
function clip(
  v: Float64Array,
  n: Float64Array,
  e: number,
  next: number,
  w: Float64Array,
  f: number,
  g: number,
): boolean {
  const slack = beyond[2];
  const nx = n[2 * e];
  const ny = n[2 * e + 1];
  const ex = v[2 * e];
  const ey = v[2 * e + 1];
  const length = (v[2 * next + 1] - ey) * nx - (v[2 * next] - ex) * ny;
  for (let k = 0; k < 2; k++) {
    const i = k === 0 ? f : g;
    const x = w[2 * i] - ex;
    const y = w[2 * i + 1] - ey;
    along[k] = y * nx - x * ny;
    height[k] = x * nx + y * ny;
    cut[k] = -1;
  }
  const a = along[0];
  const b = along[1];
  const from = -slack - beyond[0];
  const to = length + slack + beyond[1];
  if ((a < from && b < from) || (a > to && b > to)) return false;
  const ha = height[0];
  const slope = (height[1] - ha) / (b - a);
  for (let k = 0; k < 2; k++) {
    const t = along[k];
    along[k] = Math.min(length, Math.max(0, t));
    if (t >= from && t <= to) continue;
    cut[k] = t < 0 ? 0 : 1;
    height[k] = ha + slope * (along[k] - a);
  }
  return true;
}

/** First point of the pair in the sink. */
const base = new Int32Array(1);

/** Points that are in the sink already belong to other pairs. */
export function startPoints(sink: ContactSink): void {
  base[0] = sink.count;
}

/** A point of these two features is in the sink from an earlier patch of this pair: loops share vertices with their neighbours. */
function isKnown(sink: ContactSink, patch: number): boolean {
  if (patch === 0) return false;
  const a = foundFeature[isFlipped() ? 1 : 0];
  const b = foundFeature[isFlipped() ? 0 : 1];
  for (let i = sink.count - 1; i >= base[0]; i--) {
    if (sink.featureA[i] === a && sink.featureB[i] === b) return true;
  }
  return false;
}
