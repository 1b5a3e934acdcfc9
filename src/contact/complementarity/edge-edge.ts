import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE, FEATURES, openContact } from "./lists.js";
import { owner, type Pair } from "./pair.js";
import type { Placed } from "./placed.js";

/** Edges whose directions differ by less than this, rad, have no contact: vertices and facets do the work. */
const PARALLEL = 1e-6;

/** Direction of edge e of a polytope, tail to head, at o, m. */
function directionInto(of: Placed, e: number, out: Float64Array, o: number): void {
  const { edges } = of.polytope;
  for (let c = 0; c < 3; c++) out[o + c] = of.vertices[3 * edges[4 * e + 1] + c] - of.vertices[3 * edges[4 * e] + c];
}

function cross(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array, o: number): void {
  const x = p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  const y = p[i + 2] * q[j] - p[i] * q[j + 2];
  out[o + 2] = p[i] * q[j + 1] - p[i + 1] * q[j];
  out[o] = x;
  out[o + 1] = y;
}

function dot(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

function unit(p: Float64Array, i: number): number {
  const n = Math.sqrt(dot(p, i, p, i));
  if (n > 0) for (let c = 0; c < 3; c++) p[i + c] /= n;
  return n;
}

/** Work: directions of two edges, normal, perpendiculars. */
const DA = 0;
const DB = 3;
const N = 6;
const T = 9;
const work = new Float64Array(24);

/** Sine of the angle to the left of edge `e` at which the direction in `work` at `at` runs: + over its left face. Unit vectors. */
function leftOf(to: Placed, e: number, direction: Float64Array, at: number): number {
  const { edges } = to.polytope;
  directionInto(to, e, work, T);
  for (let c = 0; c < 3; c++)
    work[T + 3 + c] = -(to.normals[3 * edges[4 * e + 2] + c] + to.normals[3 * edges[4 * e + 3] + c]);
  // O = e × −(η₁ + η₂), [Williams2014] 3.4
  cross(work, T, work, T + 3, work, T + 6);
  unit(work, T + 6);
  const length = Math.sqrt(dot(direction, at, direction, at));
  return dot(direction, at, work, T + 6) / length;
}

/** Sine between edge e of `of`, directed away from vertex v, and the side of edge f of `to`: + where it runs over the left face of f. */
export function sideOf(of: Placed, e: number, v: number, to: Placed, f: number): number {
  directionInto(of, e, away, 0);
  if (of.polytope.edges[4 * e] !== v) for (let c = 0; c < 3; c++) away[c] = -away[c];
  return leftOf(to, f, away, 0);
}

const away = new Float64Array(3);

/** d · n of the two perpendiculars of an edge that point into its faces, t₁ = η₁ × e and t₂ = e × η₂ (3.2), times `sign`. */
function intoFaces(of: Placed, e: number, sign: number, out: Float64Array, o: number): void {
  const { edges } = of.polytope;
  directionInto(of, e, work, T);
  cross(of.normals, 3 * edges[4 * e + 2], work, T, work, T + 3);
  unit(work, T + 3);
  out[o] = sign * dot(work, T + 3, work, N);
  cross(work, T, of.normals, 3 * edges[4 * e + 3], work, T + 3);
  unit(work, T + 3);
  out[o + 1] = sign * dot(work, T + 3, work, N);
}

const into = new Float64Array(4);

/** Applicability of two edges (3.5), with their unit normal at N of `work`. */
function edgeApplicability(a: Placed, ea: number, b: Placed, eb: number): number {
  intoFaces(a, ea, 1, into, 0);
  intoFaces(b, eb, -1, into, 2);
  const one = Math.min(into[0], into[1], into[2], into[3]);
  const other = Math.min(-into[0], -into[1], -into[2], -into[3]);
  return Math.max(one, other);
}

/** [s, t, distance]: where the segments of two edges are nearest (algorithm 7, mended), along them from 0 to 1. */
export const nearestEdges = new Float64Array(3);

/** Distance of two edges as segments, m, and where, into `nearestEdges`. */
export function measureEdges(a: Placed, ea: number, b: Placed, eb: number): void {
  const p = 3 * a.polytope.edges[4 * ea];
  const q = 3 * b.polytope.edges[4 * eb];
  directionInto(a, ea, work, DA);
  directionInto(b, eb, work, DB);
  for (let c = 0; c < 3; c++) work[T + c] = a.vertices[p + c] - b.vertices[q + c];
  const aa = dot(work, DA, work, DA);
  const bb = dot(work, DB, work, DB);
  const ab = dot(work, DA, work, DB);
  const ar = dot(work, DA, work, T);
  const br = dot(work, DB, work, T);
  const den = aa * bb - ab * ab;
  let s = den > PARALLEL * PARALLEL * aa * bb ? clamp((ab * br - ar * bb) / den) : 0;
  let t = (ab * s + br) / bb;
  if (t < 0) {
    t = 0;
    s = clamp(-ar / aa);
  } else if (t > 1) {
    t = 1;
    s = clamp((ab - ar) / aa);
  }
  nearestEdges[0] = s;
  nearestEdges[1] = t;
  let d2 = 0;
  for (let c = 0; c < 3; c++) {
    const d = work[T + c] + s * work[DA + c] - t * work[DB + c];
    d2 += d * d;
  }
  nearestEdges[2] = Math.sqrt(d2);
}

function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}

/**
 * The contact of an edge of A with an edge of B; −1 when they are parallel. The normal points from A to B by the side on which one runs over the other (3.6): A's over B's for side 0,
 * B's over A's for side 1, which differ only where the edges could not touch. Made when asked for first. `turned`: with the opposite normal, and gap.
 */
export function edgeEdgeContact(pair: Pair, side: number, ea: number, eb: number): number {
  const { a, b, set, settings } = pair;
  const at = 2 * (ea * (b.polytope.edges.length / 4) + eb) + side;
  if (pair.edgeEdge[at] >= 0) return pair.edgeEdge[at];
  directionInto(a, ea, work, DA);
  directionInto(b, eb, work, DB);
  const lengths = Math.sqrt(dot(work, DA, work, DA) * dot(work, DB, work, DB));
  cross(work, DA, work, DB, work, N);
  if (!(unit(work, N) > PARALLEL * lengths)) return -1;
  const appl = edgeApplicability(a, ea, b, eb);
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const own = side === 0 ? ea : eb;
  const other = side === 0 ? eb : ea;
  directionInto(of, own, away, 0);
  // side 0: n = e_a × e_b where e_a runs to the left of e_b, from A to B; side 1: e_b × e_a from B to A, which is e_a × e_b from A to B
  if (leftOf(to, other, away, 0) < 0) for (let c = 0; c < 3; c++) work[N + c] = -work[N + c];
  const c = openContact(set);
  pair.edgeEdge[at] = c;
  // nearest points of the two lines
  const p = 3 * a.polytope.edges[4 * ea];
  const q = 3 * b.polytope.edges[4 * eb];
  for (let k = 0; k < 3; k++) work[T + k] = a.vertices[p + k] - b.vertices[q + k];
  const aa = dot(work, DA, work, DA);
  const bb = dot(work, DB, work, DB);
  const ab = dot(work, DA, work, DB);
  const ar = dot(work, DA, work, T);
  const br = dot(work, DB, work, T);
  const den = aa * bb - ab * ab;
  const s = (ab * br - ar * bb) / den;
  const t = (aa * br - ab * ar) / den;
  const o = CONTACT_SIZE * c;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    set.value[o + k] = work[N + k];
    set.value[o + CONTACT.pointA + k] = a.vertices[p + k] + s * work[DA + k];
    set.value[o + CONTACT.pointB + k] = b.vertices[q + k] + t * work[DB + k];
    gap -= work[N + k] * work[T + k];
  }
  set.value[o + CONTACT.gap] = gap;
  set.value[o + CONTACT.applicability] = appl;
  const i = CONTACT_INTS * c;
  set.index[i] = FEATURES.edgeEdge;
  set.index[i + CONTACT_INT.featureA] = ea;
  set.index[i + CONTACT_INT.featureB] = eb;
  set.index[i + CONTACT_INT.shapeA] = pair.shapeA;
  set.index[i + CONTACT_INT.shapeB] = pair.shapeB;
  set.index[i + CONTACT_INT.bodyA] = a.body;
  set.index[i + CONTACT_INT.bodyB] = b.body;
  set.index[i + CONTACT_INT.feasible] = !settings.edgeGuard || areNearestOn(pair, c, -1, -1) ? 1 : 0;
  return c;
}

/** Whether the lines of contact c are nearest on both edges, give or take `depth`; the edge of body `side` (0: A, 1: B) may be left at its end at vertex `v`. */
export function areNearestOn(pair: Pair, c: number, side: number, v: number): boolean {
  const { set, depth } = pair;
  for (let s = 0; s < 2; s++) {
    const of = owner(pair, s);
    const e = set.index[CONTACT_INTS * c + (s === 0 ? CONTACT_INT.featureA : CONTACT_INT.featureB)];
    const at = CONTACT_SIZE * c + (s === 0 ? CONTACT.pointA : CONTACT.pointB);
    const tail = of.polytope.edges[4 * e];
    const head = of.polytope.edges[4 * e + 1];
    let along = 0;
    let length2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = of.vertices[3 * head + k] - of.vertices[3 * tail + k];
      along += d * (set.value[at + k] - of.vertices[3 * tail + k]);
      length2 += d * d;
    }
    const slack = depth * Math.sqrt(length2);
    if (along < -slack && !(s === side && v === tail)) return false;
    if (along > length2 + slack && !(s === side && v === head)) return false;
  }
  return true;
}
