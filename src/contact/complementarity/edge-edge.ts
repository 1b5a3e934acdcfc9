import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE, FEATURES, openContact } from "./contact-set.js";
import { type EdgeWork, owner, type Pair } from "./pair.js";
import type { Placed } from "./placed-polytope.js";

/** Sine of the angle between edges below which they have no contact: vertices and facets do the work. */
const PARALLEL_SINE = 1e-6;

/** Direction of edge e of a polytope, tail to head, m. */
function directionInto(of: Placed, e: number, out: Float64Array): void {
  const { edges } = of.polytope;
  for (let c = 0; c < 3; c++) out[c] = of.vertices[3 * edges[4 * e + 1] + c] - of.vertices[3 * edges[4 * e] + c];
}

function cross(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array): void {
  const x = p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  const y = p[i + 2] * q[j] - p[i] * q[j + 2];
  out[2] = p[i] * q[j + 1] - p[i + 1] * q[j];
  out[0] = x;
  out[1] = y;
}

function dot(p: Float64Array, q: Float64Array): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** Makes p a unit vector, unless it is zero; returns its length. */
function unit(p: Float64Array): number {
  const length = Math.sqrt(dot(p, p));
  if (length > 0) for (let c = 0; c < 3; c++) p[c] /= length;
  return length;
}

/** Sine of the angle to the left of edge `e` at which a direction runs: + over its left face. */
function leftSine({ along, inward, left }: EdgeWork, to: Placed, e: number, direction: Float64Array): number {
  const { edges } = to.polytope;
  directionInto(to, e, along);
  for (let c = 0; c < 3; c++)
    inward[c] = -(to.normals[3 * edges[4 * e + 2] + c] + to.normals[3 * edges[4 * e + 3] + c]);
  // O = e × −(η₁ + η₂), [Williams2014] 3.4
  cross(along, 0, inward, 0, left);
  unit(left);
  return dot(direction, left) / Math.sqrt(dot(direction, direction));
}

/**
 * Sine between edge e of `of`, directed away from vertex v, and the side of edge f of `to`: + where it runs over the
 * left face of f.
 */
export function sideSine(work: EdgeWork, of: Placed, e: number, v: number, to: Placed, f: number): number {
  const { away } = work;
  directionInto(of, e, away);
  if (of.polytope.edges[4 * e] !== v) for (let c = 0; c < 3; c++) away[c] = -away[c];
  return leftSine(work, to, f, away);
}

/**
 * d · n of the two perpendiculars of an edge that point into its faces, t₁ = η₁ × e and t₂ = e × η₂ (3.2), times
 * `sign`, at o.
 */
function intoFaces(
  { normal, along, left, intoFaces: out }: EdgeWork,
  of: Placed,
  e: number,
  sign: number,
  o: number,
): void {
  const { edges } = of.polytope;
  directionInto(of, e, along);
  cross(of.normals, 3 * edges[4 * e + 2], along, 0, left);
  unit(left);
  out[o] = sign * dot(left, normal);
  cross(along, 0, of.normals, 3 * edges[4 * e + 3], left);
  unit(left);
  out[o + 1] = sign * dot(left, normal);
}

/** Applicability of two edges with the unit normal `work.normal`, (3.5). */
function applicability(work: EdgeWork, a: Placed, ea: number, b: Placed, eb: number): number {
  intoFaces(work, a, ea, 1, 0);
  intoFaces(work, b, eb, -1, 2);
  const d = work.intoFaces;
  const one = Math.min(d[0], d[1], d[2], d[3]);
  const other = Math.min(-d[0], -d[1], -d[2], -d[3]);
  return Math.max(one, other);
}

/** Directions of two edges and the offset of their tails, into `work`. */
function placeEdges({ directionA, directionB, offset }: EdgeWork, a: Placed, ea: number, b: Placed, eb: number): void {
  const p = 3 * a.polytope.edges[4 * ea];
  const q = 3 * b.polytope.edges[4 * eb];
  directionInto(a, ea, directionA);
  directionInto(b, eb, directionB);
  for (let c = 0; c < 3; c++) offset[c] = a.vertices[p + c] - b.vertices[q + c];
}

/**
 * Whether edges ea of A and eb of B, as segments, are within the reach of the pair ([Williams2014], algorithm 7,
 * corrected).
 */
export function areEdgesWithin({ a, b, work, reach }: Pair, ea: number, eb: number): boolean {
  const { directionA, directionB, offset } = work.edges;
  placeEdges(work.edges, a, ea, b, eb);
  const aa = dot(directionA, directionA);
  const bb = dot(directionB, directionB);
  const ab = dot(directionA, directionB);
  const ar = dot(directionA, offset);
  const br = dot(directionB, offset);
  const den = aa * bb - ab * ab;
  // nearest points, along the edges from 0 to 1
  let s = den > PARALLEL_SINE * PARALLEL_SINE * aa * bb ? clamp((ab * br - ar * bb) / den) : 0;
  let t = (ab * s + br) / bb;
  if (t < 0) {
    t = 0;
    s = clamp(-ar / aa);
  } else if (t > 1) {
    t = 1;
    s = clamp((ab - ar) / aa);
  }
  let d2 = 0;
  for (let c = 0; c < 3; c++) {
    const d = offset[c] + s * directionA[c] - t * directionB[c];
    d2 += d * d;
  }
  return !(Math.sqrt(d2) > reach);
}

function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}

/**
 * The contact of an edge of A with an edge of B; −1 when they are parallel. The normal points from A to B by the side
 * on which one runs over the other (3.6): A's over B's for side 0, B's over A's for side 1, which differ only where the
 * edges could not touch. Made at the first request.
 */
export function edgeEdgeContact(pair: Pair, side: number, ea: number, eb: number): number {
  const { a, b, set, settings } = pair;
  const at = 2 * (ea * (b.polytope.edges.length / 4) + eb) + side;
  if (pair.edgeEdge[at] >= 0) return pair.edgeEdge[at];
  const work = pair.work.edges;
  const { directionA, directionB, offset, normal, away } = work;
  placeEdges(work, a, ea, b, eb);
  const lengths = Math.sqrt(dot(directionA, directionA) * dot(directionB, directionB));
  cross(directionA, 0, directionB, 0, normal);
  if (!(unit(normal) > PARALLEL_SINE * lengths)) return -1;
  const applicable = applicability(work, a, ea, b, eb);
  directionInto(owner(pair, side), side === 0 ? ea : eb, away);
  // side 0: n = e_a × e_b where e_a runs to the left of e_b, from A to B; side 1: e_b × e_a from B to A, which is e_a ×
  // e_b from A to B
  if (leftSine(work, owner(pair, 1 - side), side === 0 ? eb : ea, away) < 0)
    for (let c = 0; c < 3; c++) normal[c] = -normal[c];
  const c = openContact(set);
  pair.edgeEdge[at] = c;
  // nearest points of the two lines
  const p = 3 * a.polytope.edges[4 * ea];
  const q = 3 * b.polytope.edges[4 * eb];
  const aa = dot(directionA, directionA);
  const bb = dot(directionB, directionB);
  const ab = dot(directionA, directionB);
  const ar = dot(directionA, offset);
  const br = dot(directionB, offset);
  const den = aa * bb - ab * ab;
  const s = (ab * br - ar * bb) / den;
  const t = (aa * br - ab * ar) / den;
  const o = CONTACT_SIZE * c;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    set.value[o + k] = normal[k];
    set.value[o + CONTACT.pointA + k] = a.vertices[p + k] + s * directionA[k];
    set.value[o + CONTACT.pointB + k] = b.vertices[q + k] + t * directionB[k];
    gap -= normal[k] * offset[k];
  }
  set.value[o + CONTACT.gap] = gap;
  set.value[o + CONTACT.applicability] = applicable;
  const i = CONTACT_INTS * c;
  set.index[i] = FEATURES.edgeEdge;
  set.index[i + CONTACT_INT.featureA] = ea;
  set.index[i + CONTACT_INT.featureB] = eb;
  set.index[i + CONTACT_INT.shapeA] = pair.shapeA;
  set.index[i + CONTACT_INT.shapeB] = pair.shapeB;
  set.index[i + CONTACT_INT.bodyA] = a.body;
  set.index[i + CONTACT_INT.bodyB] = b.body;
  set.index[i + CONTACT_INT.feasible] = !settings.edgeGuard || areNearestOn(pair, c, -1, -1, false) ? 1 : 0;
  return c;
}

/**
 * Whether the lines of contact c are nearest on both edges, give or take the pair's depth, or exactly; the edge of body
 * `side` (0: A, 1: B) may be left at its end at vertex `v`.
 */
export function areNearestOn(pair: Pair, c: number, side: number, v: number, exactly: boolean): boolean {
  const { set } = pair;
  const depth = exactly ? 0 : pair.depth;
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
