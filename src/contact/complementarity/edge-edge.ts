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

/** p · q into `product`: V8 boxes numbers that are returned. */
function dot(p: Float64Array, i: number, q: Float64Array, j: number): void {
  product[0] = p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

const product = new Float64Array(1);

/** Makes p[i…] a unit vector; its length into `length`. */
function unit(p: Float64Array, i: number): void {
  dot(p, i, p, i);
  length[0] = Math.sqrt(product[0]);
  if (length[0] > 0) for (let c = 0; c < 3; c++) p[i + c] /= length[0];
}

/** What was measured last; V8 boxes numbers that are returned. */
const length = new Float64Array(1);
const lengths = new Float64Array(1);
const applicability = new Float64Array(1);
/** Sine that `leftOf` and `measureSide` measured last. */
export const sine = new Float64Array(1);

/** Work: directions of two edges, normal, perpendiculars. */
const DA = 0;
const DB = 3;
const N = 6;
const T = 9;
const work = new Float64Array(24);

/** Sine of the angle to the left of edge `e` at which the direction at `at` runs, into `sine`: + over its left face. */
function leftOf(to: Placed, e: number, direction: Float64Array, at: number): void {
  const { edges } = to.polytope;
  directionInto(to, e, work, T);
  for (let c = 0; c < 3; c++)
    work[T + 3 + c] = -(to.normals[3 * edges[4 * e + 2] + c] + to.normals[3 * edges[4 * e + 3] + c]);
  // O = e × −(η₁ + η₂), [Williams2014] 3.4
  cross(work, T, work, T + 3, work, T + 6);
  unit(work, T + 6);
  dot(direction, at, work, T + 6);
  sine[0] = product[0];
  dot(direction, at, direction, at);
  sine[0] /= Math.sqrt(product[0]);
}

/** Sine between edge e of `of`, directed away from vertex v, and the side of edge f of `to`, into `sine`: + where it runs over the left face of f. */
export function measureSide(of: Placed, e: number, v: number, to: Placed, f: number): void {
  directionInto(of, e, away, 0);
  if (of.polytope.edges[4 * e] !== v) for (let c = 0; c < 3; c++) away[c] = -away[c];
  leftOf(to, f, away, 0);
}

const away = new Float64Array(3);

/** d · n of the two perpendiculars of an edge that point into its faces, t₁ = η₁ × e and t₂ = e × η₂ (3.2), times `sign`. */
function intoFaces(of: Placed, e: number, sign: number, out: Float64Array, o: number): void {
  const { edges } = of.polytope;
  directionInto(of, e, work, T);
  cross(of.normals, 3 * edges[4 * e + 2], work, T, work, T + 3);
  unit(work, T + 3);
  dot(work, T + 3, work, N);
  out[o] = sign * product[0];
  cross(work, T, of.normals, 3 * edges[4 * e + 3], work, T + 3);
  unit(work, T + 3);
  dot(work, T + 3, work, N);
  out[o + 1] = sign * product[0];
}

const into = new Float64Array(4);

/** Applicability of two edges (3.5), with their unit normal at N of `work`, into `applicability`. */
function measureApplicability(a: Placed, ea: number, b: Placed, eb: number): void {
  intoFaces(a, ea, 1, into, 0);
  intoFaces(b, eb, -1, into, 2);
  const one = Math.min(into[0], into[1], into[2], into[3]);
  const other = Math.min(-into[0], -into[1], -into[2], -into[3]);
  applicability[0] = Math.max(one, other);
}

/** a·a, b·b, a·b, a·r, b·r of what stands in `work` at DA, DB and T. */
const products = new Float64Array(5);

/** Reads: work. Writes: products. */
function multiply(): void {
  products.fill(0);
  for (let c = 0; c < 3; c++) {
    const a = work[DA + c];
    const b = work[DB + c];
    const r = work[T + c];
    products[0] += a * a;
    products[1] += b * b;
    products[2] += a * b;
    products[3] += a * r;
    products[4] += b * r;
  }
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
  multiply();
  const aa = products[0];
  const bb = products[1];
  const ab = products[2];
  const ar = products[3];
  const br = products[4];
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
  dot(work, DA, work, DA);
  lengths[0] = product[0];
  dot(work, DB, work, DB);
  lengths[0] = Math.sqrt(lengths[0] * product[0]);
  cross(work, DA, work, DB, work, N);
  unit(work, N);
  if (!(length[0] > PARALLEL * lengths[0])) return -1;
  measureApplicability(a, ea, b, eb);
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const own = side === 0 ? ea : eb;
  const other = side === 0 ? eb : ea;
  directionInto(of, own, away, 0);
  // side 0: n = e_a × e_b where e_a runs to the left of e_b, from A to B; side 1: e_b × e_a from B to A, which is e_a × e_b from A to B
  leftOf(to, other, away, 0);
  if (sine[0] < 0) for (let c = 0; c < 3; c++) work[N + c] = -work[N + c];
  const c = openContact(set);
  pair.edgeEdge[at] = c;
  // nearest points of the two lines
  const p = 3 * a.polytope.edges[4 * ea];
  const q = 3 * b.polytope.edges[4 * eb];
  for (let k = 0; k < 3; k++) work[T + k] = a.vertices[p + k] - b.vertices[q + k];
  multiply();
  const aa = products[0];
  const bb = products[1];
  const ab = products[2];
  const ar = products[3];
  const br = products[4];
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
  set.value[o + CONTACT.applicability] = applicability[0];
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

/** Whether the lines of contact c are nearest on both edges, give or take the pair's depth, or exactly; the edge of body `side` (0: A, 1: B) may be left at its end at vertex `v`. */
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
