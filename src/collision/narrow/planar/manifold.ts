import type { ContactSink } from "../types.js";
import { edgeFeature, emitContact, vertexFeature } from "./frame.js";
import { type Outline, RADIUS, REACH } from "./outline.js";
import { EDGE_OF_FIRST, EDGE_OF_SECOND, TWO_VERTICES } from "./sat.js";
import type { ClippedEdge, LoopSeparation, PlanarWorkspace } from "./workspace.js";

/**
 * Contact points of two loops from the features in `w.sat`: just the two vertices when these are nearest, else the edge
 * is the reference, and the other loop's edge at the deepest vertex that faces it most is clipped to the reference
 * edge's ends [Gribel2009, §3.1.1; depth to the reference line]. A point is
 *
 *   gap = (x − e)·n − r₁ − r₂ ≤ margin
 *
 * Feature ids name the vertex and the edge that meet, whichever of them is the reference, so that they survive a change
 * of reference between nearly parallel edges.
 */

/**
 * Extension of a reference edge at both ends, as a fraction of the reach: nothing falls between two edges of one line.
 */
const END_SLACK = 1e-12;

/**
 * Where the reference edge ends at a valley, the solid continues behind the next edge, and a corner that is deep in
 * both lies beyond the end. It then counts with its depth, moved to the end, up to this multiple of the depth beyond
 * (enough for valleys down to 60°).
 */
const VALLEY_DEPTHS = 2;

/**
 * Adds the points of loops l1 and l2 as one patch; returns their number. `strict`: only points that project onto the
 * reference edge, else the deepest vertex when none does (by round-off).
 */
export function addPoints(
  w: PlanarWorkspace,
  one: Outline,
  l1: number,
  two: Outline,
  l2: number,
  sink: ContactSink,
  patch: number,
  strict: boolean,
): number {
  if (w.sat.kind === TWO_VERTICES) return addDeepest(w, one, two, sink, patch);
  return addClipped(w, one, l1, two, l2, sink, patch, strict);
}

/** `w.found` from the nearest (or deepest) features in `w.sat`: for separations, and for a contact of two vertices. */
export function setNearest({ sat, found, second }: PlanarWorkspace, one: Outline, two: Outline): void {
  const nx = sat.normalX;
  const ny = sat.normalY;
  const s = sat.separation;
  const i = 2 * sat.first;
  const j = 2 * sat.second;
  found.gap = s - one.size[RADIUS] - two.size[RADIUS];
  found.normalX = nx;
  found.normalY = ny;
  // the vertex is where it is; an edge's point is opposite to it
  const edge1 = sat.kind === EDGE_OF_FIRST;
  const edge2 = sat.kind === EDGE_OF_SECOND;
  const x1 = edge1 ? second.vertex[j] - s * nx : one.vertex[i];
  const y1 = edge1 ? second.vertex[j + 1] - s * ny : one.vertex[i + 1];
  const x2 = edge2 ? one.vertex[i] + s * nx : second.vertex[j];
  const y2 = edge2 ? one.vertex[i + 1] + s * ny : second.vertex[j + 1];
  found.firstX = x1 + one.size[RADIUS] * nx;
  found.firstY = y1 + one.size[RADIUS] * ny;
  found.secondX = x2 - two.size[RADIUS] * nx;
  found.secondY = y2 - two.size[RADIUS] * ny;
  found.firstFeature = edge1 ? edgeFeature(one, sat.first) : vertexFeature(one, sat.first);
  found.secondFeature = edge2 ? edgeFeature(two, sat.second) : vertexFeature(two, sat.second);
}

/** Points of the incident edge over the reference edge, which `w.sat` names. */
function addClipped(
  w: PlanarWorkspace,
  one: Outline,
  l1: number,
  two: Outline,
  l2: number,
  sink: ContactSink,
  patch: number,
  strict: boolean,
): number {
  const { sat, second, incident, found } = w;
  const ofFirst = sat.kind === EDGE_OF_FIRST;
  const reference = ofFirst ? one : two;
  const v = ofFirst ? one.vertex : second.vertex;
  const n = ofFirst ? one.normal : second.normal;
  const l = ofFirst ? l1 : l2;
  const e = ofFirst ? sat.first : sat.second;
  const next = e + 1 === reference.start[l + 1] ? reference.start[l] : e + 1;
  const other = ofFirst ? two : one;
  const m = ofFirst ? l2 : l1;
  const s = other.start[m];
  const end = other.start[m + 1];
  const f = facingEdge(sat, ofFirst ? second.normal : one.normal, s, end, ofFirst ? sat.second : sat.first);
  const g = f + 1 === end ? s : f + 1;
  extendEdge(w, reference, l, e, next, one, two, end - s === 1);
  if (!clip(incident, v, n, e, next, ofFirst ? second.vertex : one.vertex, f, g))
    return strict ? 0 : addDeepest(w, one, two, sink, patch);
  if (end - s === 1 || other.real[f] === 0) return addDeepest(w, one, two, sink, patch);
  const tx = -n[2 * e + 1];
  const ty = n[2 * e];
  const nx = sat.normalX;
  const ny = sat.normalY;
  const r1 = one.size[RADIUS];
  let added = 0;
  for (let k = 0; k < 2; k++) {
    const height = incident.height[k];
    found.gap = height - r1 - two.size[RADIUS];
    if (!(found.gap <= sink.margin[0])) continue;
    // point of the first's loop; the normal runs from first to second, against that of a reference edge of the second
    let x = v[2 * e] + tx * incident.along[k];
    let y = v[2 * e + 1] + ty * incident.along[k];
    if (!ofFirst) {
      x -= height * nx;
      y -= height * ny;
    }
    const d = height - two.size[RADIUS];
    found.normalX = nx;
    found.normalY = ny;
    found.firstX = x + r1 * nx;
    found.firstY = y + r1 * ny;
    found.secondX = x + d * nx;
    found.secondY = y + d * ny;
    const cut = incident.cut[k];
    const onReference = cut < 0 ? edgeFeature(reference, e) : vertexFeature(reference, cut === 0 ? e : next);
    const onOther = cut < 0 ? vertexFeature(other, k === 0 ? f : g) : edgeFeature(other, f);
    found.firstFeature = ofFirst ? onReference : onOther;
    found.secondFeature = ofFirst ? onOther : onReference;
    if (isKnown(w, sink, patch)) continue;
    if (!emitContact(w, sink, patch)) break;
    added++;
  }
  return added;
}

/** The nearest or deepest pair alone: one point. */
function addDeepest(w: PlanarWorkspace, one: Outline, two: Outline, sink: ContactSink, patch: number): number {
  setNearest(w, one, two);
  if (!(w.found.gap <= sink.margin[0]) || isKnown(w, sink, patch)) return 0;
  return emitContact(w, sink, patch) ? 1 : 0;
}

/** Of the two edges at vertex i, the one whose normal is more against the reference's. */
function facingEdge(sat: LoopSeparation, n: Float64Array, s: number, e: number, i: number): number {
  const before = i === s ? e - 1 : i - 1;
  const a = n[2 * before] * sat.normalX + n[2 * before + 1] * sat.normalY;
  const b = n[2 * i] * sat.normalX + n[2 * i + 1] * sat.normalY;
  // against the normal for an incident edge on the second, along it on the first
  const sign = sat.kind === EDGE_OF_FIRST ? 1 : -1;
  return sign * a < sign * b ? before : i;
}

/** How far the reference edge e → next of an outline counts beyond its ends, into `w.incident`. */
function extendEdge(
  { sat, incident }: PlanarWorkspace,
  outline: Outline,
  l: number,
  e: number,
  next: number,
  one: Outline,
  two: Outline,
  point: boolean,
): void {
  incident.beyondStart = 0;
  incident.beyondEnd = 0;
  incident.slack = END_SLACK * (one.size[REACH] + two.size[REACH]);
  const gap = sat.separation - one.size[RADIUS] - two.size[RADIUS];
  if (outline.plain || point || !(gap < 0)) return;
  // the back of a run sees the turns of its chain the other way round
  const side = outline.chain && e !== outline.start[l] ? -1 : 1;
  const turns = outline.turns;
  if (turns[e] !== 2 && side * turns[e] < 0) incident.beyondStart = -VALLEY_DEPTHS * gap;
  if (turns[next] !== 2 && side * turns[next] < 0) incident.beyondEnd = -VALLEY_DEPTHS * gap;
}

/**
 * Clips the edge f → g of w to the ends of the edge e → next of v; false when nothing is left. (Not by `cutPolygon`: a
 * single edge, whose ends move to the ends of the other one exactly.)
 */
function clip(
  incident: ClippedEdge,
  v: Float64Array,
  n: Float64Array,
  e: number,
  next: number,
  w: Float64Array,
  f: number,
  g: number,
): boolean {
  const { along, height, cut, slack } = incident;
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
  const from = -slack - incident.beyondStart;
  const to = length + slack + incident.beyondEnd;
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

/** Points that are in the sink already belong to other pairs. */
export function startPoints(w: PlanarWorkspace, sink: ContactSink): void {
  w.incident.firstPoint = sink.count;
}

/**
 * Whether a point of these two features is in the sink from an earlier patch of this pair: loops share vertices with
 * their neighbours.
 */
function isKnown({ frame, found, incident }: PlanarWorkspace, sink: ContactSink, patch: number): boolean {
  if (patch === 0) return false;
  const a = frame.flipped ? found.secondFeature : found.firstFeature;
  const b = frame.flipped ? found.firstFeature : found.secondFeature;
  for (let i = sink.count - 1; i >= incident.firstPoint; i--) {
    if (sink.featureA[i] === a && sink.featureB[i] === b) return true;
  }
  return false;
}
