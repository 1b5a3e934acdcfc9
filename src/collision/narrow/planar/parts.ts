import type { ContactSink } from "../types.js";
import { escapeUnion } from "./escape.js";
import { emitContact, found, frame, secondBox, secondCenter, secondNormal, secondVertex } from "./frame.js";
import { addPoints, setNearest, startPoints } from "./manifold.js";
import { type Outline, RADIUS } from "./outline.js";
import { EDGE_OF_FIRST, EDGE_OF_SECOND, satPair, satValue, separateLoops } from "./sat.js";

/**
 * Contact and separation of outlines with several loops: non-convex polygons, whose convex parts meet along diagonals, and chains, whose runs meet
 * at vertices. A normal is admitted only where the whole outline has it:
 *
 *   on a real edge          its own normal
 *   at a convex vertex      what lies between the normals of the two edges there
 *   at any other vertex     nothing; contact is on the edges beside it
 *   at the end of a chain   what points beyond the end
 *
 * so neither diagonals nor the inner vertices of a chain are felt. A direction beyond the two normals at a convex vertex is turned back to the
 * better of them, and left to the loop that has it. A polygon
 * deep in another, where every part would push into the next, gets the one direction in which the whole leaves by the shortest way.
 */

/** Sine of the angle within which two directions are taken as one. */
const SAME = 1e-12;

/** Largest separation of loops, without radii, that is of interest, m. */
const limit = new Float64Array(1);
const SKIP = 0;
const ADMIT = 1;
const SNAP = 2;
/** Direction that a vertex is asked for, in the frame of its shape. */
const outward = new Float64Array(2);
/** Side and edge of the last verdict `SNAP`. */
const snapTo = new Int32Array(2);

/** Nodes of the tree that are still to be visited. */
const stack = new Int32Array(128);
/** Box of the second outline: all loops, in the frame of the first. */
const around = new Float64Array(4);

/** Contacts of two outlines that are placed (`setFrame`, `placeSecond`), at least one of them not plain. */
export function contactsOfParts(one: Outline, two: Outline, sink: ContactSink): void {
  startPoints(sink);
  const before = sink.count;
  boxOfSecond(two);
  limit[0] = sink.margin[0] + one.size[RADIUS] + two.size[RADIUS];
  let overlaps = false;
  let patch = 0;
  if (one.leaves === 0) {
    for (let l = 0; l < one.loops; l++) {
      if (isFar(one.box, 4 * l, around, 0)) continue;
      patch = contactsOfLoop(one, l, two, sink, patch);
      if (touched[0] === 1) overlaps = true;
    }
  } else {
    let top = 0;
    stack[top++] = 1;
    while (top > 0) {
      const node = stack[--top];
      if (isFar(one.tree, 4 * node, around, 0)) continue;
      if (node < one.leaves) {
        stack[top++] = 2 * node + 1;
        stack[top++] = 2 * node;
        continue;
      }
      patch = contactsOfLoop(one, node - one.leaves, two, sink, patch);
      if (touched[0] === 1) overlaps = true;
    }
  }
  // a polygon has an inside: what is there must get out
  if (!overlaps || one.chain) return;
  for (let i = before; i < sink.count; i++) if (sink.gap[i] < 0) return;
  if (escapeUnion(one, two)) emitContact(sink, patch);
}

/** 1 when the last `contactsOfLoop` met an overlap, admitted or not. */
const touched = new Int32Array(1);

/** Contacts of loop l of the first with all loops of the second; returns the next patch number. */
function contactsOfLoop(one: Outline, l: number, two: Outline, sink: ContactSink, patch: number): number {
  const radii = one.size[RADIUS] + two.size[RADIUS];
  touched[0] = 0;
  for (let m = 0; m < two.loops; m++) {
    if (isFar(one.box, 4 * l, secondBox, 4 * m)) continue;
    const side = one.chain ? sideOf(one, l, m) : 1;
    if (side < 0 && !one.twoSided) continue;
    if (!separateLoops(one, l, two, m, limit)) continue;
    if (satValue[0] < radii) touched[0] = 1;
    const verdict = judge(one, l, two, m, side);
    if (verdict === SKIP) continue;
    if (verdict === SNAP) snap(one, l, two, m);
    if (addPoints(one, l, two, m, sink, patch, verdict === SNAP) > 0) patch++;
  }
  return patch;
}

/** 1 when the middle of loop m of the second is on the right (the front) of run l of a chain, −1 when it is behind. */
function sideOf(chain: Outline, l: number, m: number): number {
  const i = 2 * chain.start[l];
  const x = secondCenter[2 * m] - chain.vertex[i];
  const y = secondCenter[2 * m + 1] - chain.vertex[i + 1];
  return x * chain.normal[i] + y * chain.normal[i + 1] >= 0 ? 1 : -1;
}

/** Whether the whole outlines have the direction in `satValue`, at the features in `satPair`. */
function judge(one: Outline, l: number, two: Outline, m: number, side: number): number {
  const kind = satPair[0];
  const nx = satValue[1];
  const ny = satValue[2];
  if (!one.plain) {
    if (kind === EDGE_OF_FIRST) {
      if (one.chain) {
        const front = one.start[l] + (side > 0 ? 0 : 1);
        if (satPair[1] !== front) {
          snapTo[0] = EDGE_OF_FIRST;
          snapTo[1] = front;
          return SNAP;
        }
      } else if (one.real[satPair[1]] === 0) return besideDiagonal(one, l, two, m, satPair[1], EDGE_OF_FIRST);
    } else {
      outward[0] = nx;
      outward[1] = ny;
      const verdict = judgeVertex(
        one,
        l,
        satPair[1],
        side,
        EDGE_OF_FIRST,
        secondVertex,
        two.start[m],
        two.start[m + 1],
      );
      if (verdict !== ADMIT) return verdict;
    }
  }
  if (two.plain) return ADMIT;
  if (kind === EDGE_OF_SECOND) {
    return two.real[satPair[2]] === 1 ? ADMIT : besideDiagonal(one, l, two, m, satPair[2], EDGE_OF_SECOND);
  }
  // into the frame of the second: its outline faces −n
  const c = frame[4];
  const s = frame[5];
  outward[0] = -(c * nx + s * ny);
  outward[1] = s * nx - c * ny;
  return judgeVertex(two, m, satPair[2], 1, EDGE_OF_SECOND, one.vertex, one.start[l], one.start[l + 1]);
}

/** Depth, as a multiple of that along a diagonal, up to which an edge beside the diagonal takes its place. */
const BESIDE = 4;

/** A part that is left best across a diagonal: the better of the real edges at the diagonal's ends, if it is about as good. */
function besideDiagonal(one: Outline, l: number, two: Outline, m: number, edge: number, which: number): number {
  const outline = which === EDGE_OF_FIRST ? one : two;
  const s = outline.start[which === EDGE_OF_FIRST ? l : m];
  const e = outline.start[(which === EDGE_OF_FIRST ? l : m) + 1];
  const before = edge === s ? e - 1 : edge - 1;
  const after = edge + 1 === e ? s : edge + 1;
  depth[0] = -Infinity;
  depth[1] = -Infinity;
  if (outline.real[before] === 1) setDepth(one, l, two, m, which, before, 0);
  if (outline.real[after] === 1) setDepth(one, l, two, m, which, after, 1);
  const a = depth[0];
  const b = depth[1];
  if (!(Math.max(a, b) >= BESIDE * Math.min(0, satValue[0]))) return SKIP;
  snapTo[0] = which;
  snapTo[1] = a > b ? before : after;
  return SNAP;
}

/** Separations along the normals of two edges. */
const depth = new Float64Array(2);

/** Separation along the normal of an edge of the first or second, into `depth`. */
function setDepth(one: Outline, l: number, two: Outline, m: number, which: number, edge: number, at: number): void {
  const v = which === EDGE_OF_FIRST ? one.vertex : secondVertex;
  const n = which === EDGE_OF_FIRST ? one.normal : secondNormal;
  const w = which === EDGE_OF_FIRST ? secondVertex : one.vertex;
  const from = which === EDGE_OF_FIRST ? two.start[m] : one.start[l];
  const to = which === EDGE_OF_FIRST ? two.start[m + 1] : one.start[l + 1];
  let low = Infinity;
  for (let i = from; i < to; i++) {
    const h = n[2 * edge] * (w[2 * i] - v[2 * edge]) + n[2 * edge + 1] * (w[2 * i + 1] - v[2 * edge + 1]);
    if (h < low) low = h;
  }
  depth[at] = low;
}

/** Whether vertex i of loop l, part of the outline seen from `side`, has the direction m in `outward` (in its own frame); the other loop is from … to of `other`. */
function judgeVertex(
  outline: Outline,
  l: number,
  i: number,
  side: number,
  which: number,
  other: Float64Array,
  from: number,
  to: number,
): number {
  const mx = outward[0];
  const my = outward[1];
  const { start, normal, turns, chain } = outline;
  const cone = outline.around;
  const s = start[l];
  const e = start[l + 1];
  const before = i === s ? e - 1 : i - 1;
  snapTo[0] = which;
  if (turns[i] === 2) {
    // beyond the end: along the run's direction at its second vertex, against it at its first
    const front = s + (side > 0 ? 0 : 1);
    snapTo[1] = front;
    const along = my * normal[2 * s] - mx * normal[2 * s + 1];
    if ((i === s ? -along : along) <= SAME) return SNAP;
    return outline.twoSided || mx * normal[2 * s] + my * normal[2 * s + 1] >= 0 ? ADMIT : SKIP;
  }
  const admitted = side * turns[i] > 0;
  // between the normals before and after: a × m > 0 and m × b > 0, which holds seen from behind as well
  const cross1 = cone[4 * i] * my - cone[4 * i + 1] * mx;
  const cross2 = mx * cone[4 * i + 3] - my * cone[4 * i + 2];
  if (admitted && cross1 > SAME && cross2 > SAME) return ADMIT;
  if (chain) {
    snapTo[1] = s + (side > 0 ? 0 : 1);
    return !admitted || isBetterSide(outline, i, i === s, side, other, from, to, which) ? SNAP : SKIP;
  }
  // at a convex vertex an own edge counts when it is the better of the two there, at another the own edge that faces m most
  const a = outline.real[before] === 1 && (!admitted || isBetterSide(outline, i, false, 1, other, from, to, which));
  const b = outline.real[i] === 1 && (!admitted || isBetterSide(outline, i, true, 1, other, from, to, which));
  if (!a && !b) return SKIP;
  const da = mx * normal[2 * before] + my * normal[2 * before + 1];
  const db = mx * normal[2 * i] + my * normal[2 * i + 1];
  snapTo[1] = a && (!b || da > db) ? before : i;
  return SNAP;
}

/**
 * Whether the outline's edge after vertex i (else the one before) parts it from the other loop at least as well as the edge on the other side of the
 * vertex does. Both edges belong to different loops, which ask the same question and get the same numbers: one of them has the contact.
 */
function isBetterSide(
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
  const c = turned ? frame[4] : 1;
  const s = turned ? frame[5] : 0;
  const v = turned ? secondVertex : outline.vertex;
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

/** Replaces the result in `satPair`, `satValue` by the edge in `snapTo` against the vertex of the other loop that is deepest along it. */
function snap(one: Outline, l: number, two: Outline, m: number): void {
  const side = snapTo[0];
  const edge = snapTo[1];
  const v = side === EDGE_OF_FIRST ? one.vertex : secondVertex;
  const n = side === EDGE_OF_FIRST ? one.normal : secondNormal;
  const w = side === EDGE_OF_FIRST ? secondVertex : one.vertex;
  const from = side === EDGE_OF_FIRST ? two.start[m] : one.start[l];
  const to = side === EDGE_OF_FIRST ? two.start[m + 1] : one.start[l + 1];
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
  const sign = side === EDGE_OF_FIRST ? 1 : -1;
  satValue[0] = low;
  satValue[1] = sign * nx;
  satValue[2] = sign * ny;
  satPair[0] = side;
  satPair[1] = side === EDGE_OF_FIRST ? edge : at;
  satPair[2] = side === EDGE_OF_FIRST ? at : edge;
}

/** Signed separation of two outlines that are placed, into `found`. */
export function separationOfParts(one: Outline, two: Outline): void {
  boxOfSecond(two);
  limit[0] = Infinity;
  const radii = one.size[RADIUS] + two.size[RADIUS];
  let top = 0;
  if (one.leaves > 0) stack[top++] = 1;
  else for (let l = 0; l < one.loops; l++) nearestOfLoop(one, l, two);
  while (top > 0 && limit[0] >= radii) {
    const node = stack[--top];
    if (isFar(one.tree, 4 * node, around, 0)) continue;
    if (node >= one.leaves) {
      nearestOfLoop(one, node - one.leaves, two);
      continue;
    }
    // the nearer child first, that is, last on the stack
    isFar(one.tree, 8 * node, around, 0);
    const left = boxGap[0];
    isFar(one.tree, 8 * node + 4, around, 0);
    const swap = left <= boxGap[0] ? 0 : 1;
    stack[top++] = 2 * node + 1 - swap;
    stack[top++] = 2 * node + swap;
  }
  if (found[0] < 0) escapeUnion(one, two);
}

/** Nearest pair of loop l of the first and any loop of the second into `found`, when it is nearer than limit[0], which it lowers. */
function nearestOfLoop(one: Outline, l: number, two: Outline): void {
  for (let m = 0; m < two.loops; m++) {
    const near = limit[0];
    if (near < 0 || isFar(one.box, 4 * l, secondBox, 4 * m)) continue;
    if (!separateLoops(one, l, two, m, limit) || !(satValue[0] < near)) continue;
    limit[0] = satValue[0];
    setNearest(one, two);
  }
}

function boxOfSecond(two: Outline): void {
  around[0] = Infinity;
  around[1] = Infinity;
  around[2] = -Infinity;
  around[3] = -Infinity;
  for (let m = 0; m < two.loops; m++) {
    around[0] = Math.min(around[0], secondBox[4 * m]);
    around[1] = Math.min(around[1], secondBox[4 * m + 1]);
    around[2] = Math.max(around[2], secondBox[4 * m + 2]);
    around[3] = Math.max(around[3], secondBox[4 * m + 3]);
  }
}

/** Squared distance of two boxes of the last `isFar`: 0 when they meet, infinite for the empty boxes of a tree. */
const boxGap = new Float64Array(1);

/** Whether two boxes are farther apart than limit[0]. */
function isFar(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const x = Math.max(0, a[i] - b[j + 2], b[j] - a[i + 2]);
  const y = Math.max(0, a[i + 1] - b[j + 3], b[j + 1] - a[i + 3]);
  boxGap[0] = x * x + y * y;
  return boxGap[0] > limit[0] * limit[0];
}
