import type { ContactSink } from "../types.js";
import { escapeUnion } from "./escape.js";
import { emitContact } from "./frame.js";
import { addPoints, setNearest, startPoints } from "./manifold.js";
import { type Outline, RADIUS } from "./outline.js";
import { EDGE_OF_FIRST, EDGE_OF_SECOND, separateLoops } from "./sat.js";
import type { LoopSeparation, PlanarWorkspace } from "./workspace.js";

/**
 * Contact and separation of outlines with several loops: non-convex polygons, whose convex parts meet along diagonals,
 * and chains, whose runs meet at vertices. A normal is admitted only where the whole outline has it:
 *
 *   on a real edge          its own normal
 *   at a convex vertex      directions between the normals of the two edges there
 *   at any other vertex     nothing; contact is on the adjacent edges
 *   at the end of a chain   directions that point beyond the end
 *
 * so neither diagonals nor the inner vertices of a chain are felt. A direction beyond the two normals at a convex
 * vertex is turned back to the better of them, and left to the loop that has it. A polygon deep in another, where every
 * part would push into the next, gets the one direction in which the whole leaves by the shortest translation.
 */

/** Sine of the angle within which two directions count as one. */
const SAME_SINE = 1e-12;

/** Depth, as a multiple of that along a diagonal, up to which an edge next to the diagonal replaces it. */
const BESIDE_DEPTH_RATIO = 4;

/**
 * Verdicts on a normal: the outline does not have it, has it, or has that of another edge instead (`parts.snapSide`,
 * `snapEdge`).
 */
const SKIP = 0;
const ADMIT = 1;
const SNAP = 2;

/** Contacts of two outlines that are placed (`setFrame`, `placeSecond`), at least one of them not plain. */
export function contactsOfParts(w: PlanarWorkspace, one: Outline, two: Outline, sink: ContactSink): void {
  const { parts, sat } = w;
  const { around, stack } = parts;
  startPoints(w, sink);
  const before = sink.count;
  boxOfSecond(w, two);
  sat.limit = sink.margin[0] + one.size[RADIUS] + two.size[RADIUS];
  parts.overlaps = false;
  let patch = 0;
  if (one.leaves === 0) {
    for (let l = 0; l < one.loops; l++) {
      if (isFar(sat, one.box, 4 * l, around, 0)) continue;
      patch = contactsOfLoop(w, one, l, two, sink, patch);
    }
  } else {
    let top = 0;
    stack[top++] = 1;
    while (top > 0) {
      const node = stack[--top];
      if (isFar(sat, one.tree, 4 * node, around, 0)) continue;
      if (node < one.leaves) {
        stack[top++] = 2 * node + 1;
        stack[top++] = 2 * node;
        continue;
      }
      patch = contactsOfLoop(w, one, node - one.leaves, two, sink, patch);
    }
  }
  // a polygon has an inside: a shape that is there must get out
  if (!parts.overlaps || one.chain) return;
  for (let i = before; i < sink.count; i++) if (sink.gap[i] < 0) return;
  if (escapeUnion(w, one, two)) emitContact(w, sink, patch);
}

/**
 * Contacts of loop l of the first with all loops of the second; returns the next patch number. Notes overlaps in
 * `w.parts`.
 */
function contactsOfLoop(
  w: PlanarWorkspace,
  one: Outline,
  l: number,
  two: Outline,
  sink: ContactSink,
  patch: number,
): number {
  const { sat } = w;
  const radii = one.size[RADIUS] + two.size[RADIUS];
  for (let m = 0; m < two.loops; m++) {
    if (isFar(sat, one.box, 4 * l, w.second.box, 4 * m)) continue;
    const side = one.chain ? sideOf(w.second.center, one, l, m) : 1;
    if (side < 0 && !one.twoSided) continue;
    if (!separateLoops(w, one, l, two, m)) continue;
    if (sat.separation < radii) w.parts.overlaps = true;
    const verdict = judge(w, one, l, two, m, side);
    if (verdict === SKIP) continue;
    if (verdict === SNAP) snap(w, one, l, two, m);
    if (addPoints(w, one, l, two, m, sink, patch, verdict === SNAP) > 0) patch++;
  }
  return patch;
}

/** 1 when the middle of loop m of the second is on the right (the front) of run l of a chain, −1 when it is behind. */
function sideOf(center: Float64Array, chain: Outline, l: number, m: number): number {
  const i = 2 * chain.start[l];
  const x = center[2 * m] - chain.vertex[i];
  const y = center[2 * m + 1] - chain.vertex[i + 1];
  return x * chain.normal[i] + y * chain.normal[i + 1] >= 0 ? 1 : -1;
}

/** Whether the whole outlines have the normal in `w.sat` at the features there. */
function judge(w: PlanarWorkspace, one: Outline, l: number, two: Outline, m: number, side: number): number {
  const { sat, parts, frame } = w;
  const { kind, first, second } = sat;
  const nx = sat.normalX;
  const ny = sat.normalY;
  if (!one.plain) {
    if (kind === EDGE_OF_FIRST) {
      if (one.chain) {
        const front = one.start[l] + (side > 0 ? 0 : 1);
        if (first !== front) {
          parts.snapSide = EDGE_OF_FIRST;
          parts.snapEdge = front;
          return SNAP;
        }
      } else if (one.real[first] === 0) return besideDiagonal(w, one, l, two, m, first, EDGE_OF_FIRST);
    } else {
      parts.outwardX = nx;
      parts.outwardY = ny;
      const [from, to] = [two.start[m], two.start[m + 1]];
      const verdict = judgeVertex(w, one, l, first, side, EDGE_OF_FIRST, w.second.vertex, from, to);
      if (verdict !== ADMIT) return verdict;
    }
  }
  if (two.plain) return ADMIT;
  if (kind === EDGE_OF_SECOND) {
    return two.real[second] === 1 ? ADMIT : besideDiagonal(w, one, l, two, m, second, EDGE_OF_SECOND);
  }
  // into the frame of the second: its outline faces −n
  const c = frame.secondCos;
  const s = frame.secondSin;
  parts.outwardX = -(c * nx + s * ny);
  parts.outwardY = s * nx - c * ny;
  return judgeVertex(w, two, m, second, 1, EDGE_OF_SECOND, one.vertex, one.start[l], one.start[l + 1]);
}

/**
 * A part that is left best across a diagonal: the better of the real edges at the diagonal's ends, if it is about as
 * good.
 */
function besideDiagonal(
  w: PlanarWorkspace,
  one: Outline,
  l: number,
  two: Outline,
  m: number,
  edge: number,
  which: number,
): number {
  const outline = which === EDGE_OF_FIRST ? one : two;
  const s = outline.start[which === EDGE_OF_FIRST ? l : m];
  const e = outline.start[(which === EDGE_OF_FIRST ? l : m) + 1];
  const before = edge === s ? e - 1 : edge - 1;
  const after = edge + 1 === e ? s : edge + 1;
  const a = outline.real[before] === 1 ? separationAlong(w, one, l, two, m, which, before) : -Infinity;
  const b = outline.real[after] === 1 ? separationAlong(w, one, l, two, m, which, after) : -Infinity;
  if (!(Math.max(a, b) >= BESIDE_DEPTH_RATIO * Math.min(0, w.sat.separation))) return SKIP;
  w.parts.snapSide = which;
  w.parts.snapEdge = a > b ? before : after;
  return SNAP;
}

/** Separation of two loops along the normal of an edge of the first or second, m. */
function separationAlong(
  { second }: PlanarWorkspace,
  one: Outline,
  l: number,
  two: Outline,
  m: number,
  which: number,
  edge: number,
): number {
  const v = which === EDGE_OF_FIRST ? one.vertex : second.vertex;
  const n = which === EDGE_OF_FIRST ? one.normal : second.normal;
  const w = which === EDGE_OF_FIRST ? second.vertex : one.vertex;
  const from = which === EDGE_OF_FIRST ? two.start[m] : one.start[l];
  const to = which === EDGE_OF_FIRST ? two.start[m + 1] : one.start[l + 1];
  let low = Infinity;
  for (let i = from; i < to; i++) {
    const h = n[2 * edge] * (w[2 * i] - v[2 * edge]) + n[2 * edge + 1] * (w[2 * i + 1] - v[2 * edge + 1]);
    if (h < low) low = h;
  }
  return low;
}

/**
 * Whether vertex i of loop l, part of the outline seen from `side`, has the direction `w.parts.outward` (in its own
 * frame); the other loop is from … to of `other`.
 */
function judgeVertex(
  w: PlanarWorkspace,
  outline: Outline,
  l: number,
  i: number,
  side: number,
  which: number,
  other: Float64Array,
  from: number,
  to: number,
): number {
  const { parts } = w;
  const mx = parts.outwardX;
  const my = parts.outwardY;
  const { start, normal, turns, chain } = outline;
  const cone = outline.around;
  const s = start[l];
  const e = start[l + 1];
  const before = i === s ? e - 1 : i - 1;
  parts.snapSide = which;
  if (turns[i] === 2) {
    // beyond the end: along the run's direction at its second vertex, against it at its first
    const front = s + (side > 0 ? 0 : 1);
    parts.snapEdge = front;
    const along = my * normal[2 * s] - mx * normal[2 * s + 1];
    if ((i === s ? -along : along) <= SAME_SINE) return SNAP;
    return outline.twoSided || mx * normal[2 * s] + my * normal[2 * s + 1] >= 0 ? ADMIT : SKIP;
  }
  const admitted = side * turns[i] > 0;
  // between the normals before and after: a × m > 0 and m × b > 0, which holds seen from behind as well
  const cross1 = cone[4 * i] * my - cone[4 * i + 1] * mx;
  const cross2 = mx * cone[4 * i + 3] - my * cone[4 * i + 2];
  if (admitted && cross1 > SAME_SINE && cross2 > SAME_SINE) return ADMIT;
  if (chain) {
    parts.snapEdge = s + (side > 0 ? 0 : 1);
    return !admitted || isBetterSide(w, outline, i, i === s, side, other, from, to, which) ? SNAP : SKIP;
  }
  // at a convex vertex an own edge counts when it is the better of the two there, at another the own edge that faces m
  // most
  const a = outline.real[before] === 1 && (!admitted || isBetterSide(w, outline, i, false, 1, other, from, to, which));
  const b = outline.real[i] === 1 && (!admitted || isBetterSide(w, outline, i, true, 1, other, from, to, which));
  if (!a && !b) return SKIP;
  const da = mx * normal[2 * before] + my * normal[2 * before + 1];
  const db = mx * normal[2 * i] + my * normal[2 * i + 1];
  parts.snapEdge = a && (!b || da > db) ? before : i;
  return SNAP;
}

/**
 * Whether the outline's edge after vertex i (else the one before) parts it from the other loop at least as well as the
 * edge on the other side of the vertex does. Both edges belong to different loops, which ask the same question and get
 * the same numbers: one of them has the contact.
 */
function isBetterSide(
  { frame, second }: PlanarWorkspace,
  outline: Outline,
  i: number,
  after: boolean,
  side: number,
  other: Float64Array,
  from: number,
  to: number,
  which: number,
): boolean {
  const cone = outline.around;
  const turned = which === EDGE_OF_SECOND;
  const c = turned ? frame.secondCos : 1;
  const s = turned ? frame.secondSin : 0;
  const v = turned ? second.vertex : outline.vertex;
  const ax = side * (c * cone[4 * i] - s * cone[4 * i + 1]);
  const ay = side * (s * cone[4 * i] + c * cone[4 * i + 1]);
  const bx = side * (c * cone[4 * i + 2] - s * cone[4 * i + 3]);
  const by = side * (s * cone[4 * i + 2] + c * cone[4 * i + 3]);
  let a = Infinity;
  let b = Infinity;
  for (let k = from; k < to; k++) {
    const x = other[2 * k] - v[2 * i];
    const y = other[2 * k + 1] - v[2 * i + 1];
    a = Math.min(a, ax * x + ay * y);
    b = Math.min(b, bx * x + by * y);
  }
  return after ? b >= a : a >= b;
}

/**
 * Replaces the result in `w.sat` by the edge of the verdict `SNAP` against the vertex of the other loop that is deepest
 * along it.
 */
function snap({ sat, second, parts }: PlanarWorkspace, one: Outline, l: number, two: Outline, m: number): void {
  const ofFirst = parts.snapSide === EDGE_OF_FIRST;
  const edge = parts.snapEdge;
  const v = ofFirst ? one.vertex : second.vertex;
  const n = ofFirst ? one.normal : second.normal;
  const w = ofFirst ? second.vertex : one.vertex;
  const from = ofFirst ? two.start[m] : one.start[l];
  const to = ofFirst ? two.start[m + 1] : one.start[l + 1];
  const nx = n[2 * edge];
  const ny = n[2 * edge + 1];
  let low = Infinity;
  let at = from;
  for (let i = from; i < to; i++) {
    const h = nx * (w[2 * i] - v[2 * edge]) + ny * (w[2 * i + 1] - v[2 * edge + 1]);
    if (h < low) {
      low = h;
      at = i;
    }
  }
  const sign = ofFirst ? 1 : -1;
  sat.separation = low;
  sat.normalX = sign * nx;
  sat.normalY = sign * ny;
  sat.kind = parts.snapSide;
  sat.first = ofFirst ? edge : at;
  sat.second = ofFirst ? at : edge;
}

/** Signed separation of two outlines that are placed, into `w.found`. */
export function separationOfParts(w: PlanarWorkspace, one: Outline, two: Outline): void {
  const { parts, sat } = w;
  const { around, stack } = parts;
  boxOfSecond(w, two);
  sat.limit = Infinity;
  const radii = one.size[RADIUS] + two.size[RADIUS];
  let top = 0;
  if (one.leaves > 0) stack[top++] = 1;
  else for (let l = 0; l < one.loops; l++) nearestOfLoop(w, one, l, two);
  while (top > 0 && sat.limit >= radii) {
    const node = stack[--top];
    if (isFar(sat, one.tree, 4 * node, around, 0)) continue;
    if (node >= one.leaves) {
      nearestOfLoop(w, one, node - one.leaves, two);
      continue;
    }
    // the nearer child first, that is, last on the stack
    const swap = isNearer(one.tree, 8 * node, 8 * node + 4, around) ? 0 : 1;
    stack[top++] = 2 * node + 1 - swap;
    stack[top++] = 2 * node + swap;
  }
  if (w.found.gap < 0) escapeUnion(w, one, two);
}

/**
 * Nearest pair of loop l of the first and any loop of the second into `w.found`, when nearer than `w.sat.limit`, which
 * it lowers.
 */
function nearestOfLoop(w: PlanarWorkspace, one: Outline, l: number, two: Outline): void {
  const { sat } = w;
  for (let m = 0; m < two.loops; m++) {
    const near = sat.limit;
    if (near < 0 || isFar(sat, one.box, 4 * l, w.second.box, 4 * m)) continue;
    if (!separateLoops(w, one, l, two, m) || !(sat.separation < near)) continue;
    sat.limit = sat.separation;
    setNearest(w, one, two);
  }
}

/** Box of all loops of the second into `w.parts.around`. */
function boxOfSecond({ parts, second }: PlanarWorkspace, two: Outline): void {
  const { around } = parts;
  const { box } = second;
  around[0] = Infinity;
  around[1] = Infinity;
  around[2] = -Infinity;
  around[3] = -Infinity;
  for (let m = 0; m < two.loops; m++) {
    around[0] = Math.min(around[0], box[4 * m]);
    around[1] = Math.min(around[1], box[4 * m + 1]);
    around[2] = Math.max(around[2], box[4 * m + 2]);
    around[3] = Math.max(around[3], box[4 * m + 3]);
  }
}

/** Whether two boxes are farther apart than the limit of `sat`; the empty boxes of a tree are. */
function isFar(sat: LoopSeparation, a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const x = Math.max(0, a[i] - b[j + 2], b[j] - a[i + 2]);
  const y = Math.max(0, a[i + 1] - b[j + 3], b[j + 1] - a[i + 3]);
  return x * x + y * y > sat.limit * sat.limit;
}

/** Whether the box a[i …] is at most as far from the box b as a[j …]. */
function isNearer(a: Float64Array, i: number, j: number, b: Float64Array): boolean {
  const xi = Math.max(0, a[i] - b[2], b[0] - a[i + 2]);
  const yi = Math.max(0, a[i + 1] - b[3], b[1] - a[i + 3]);
  const xj = Math.max(0, a[j] - b[2], b[0] - a[j + 2]);
  const yj = Math.max(0, a[j + 1] - b[3], b[1] - a[j + 3]);
  return xi * xi + yi * yi <= xj * xj + yj * yj;
}
