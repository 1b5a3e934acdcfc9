import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE, FEATURES, openContact } from "./contact-set.js";
import { owner, type Pair, type PairWork, placeOf } from "./pair.js";
import type { Placed } from "./placed-polytope.js";

/** Whether points i of p and j of q are within the reach of the pair. */
export function withinReach(pair: Pair, p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const x = p[3 * i] - q[3 * j];
  const y = p[3 * i + 1] - q[3 * j + 1];
  const z = p[3 * i + 2] - q[3 * j + 2];
  return Math.sqrt(x * x + y * y + z * z) <= pair.reach;
}

/**
 * [distance, point 3]: the point nearest to point k of p on the segment from vertex i to vertex j of q, and its
 * distance ([Williams2014], algorithm 3, corrected).
 */
function nearestOnSegment(p: Float64Array, k: number, q: Float64Array, i: number, j: number, near: Float64Array): void {
  let along = 0;
  let length = 0;
  for (let c = 0; c < 3; c++) {
    const e = q[3 * j + c] - q[3 * i + c];
    along += e * (p[3 * k + c] - q[3 * i + c]);
    length += e * e;
  }
  const t = Math.min(1, Math.max(0, along / length));
  let d2 = 0;
  for (let c = 0; c < 3; c++) {
    near[1 + c] = q[3 * i + c] + t * (q[3 * j + c] - q[3 * i + c]);
    const d = p[3 * k + c] - near[1 + c];
    d2 += d * d;
  }
  near[0] = Math.sqrt(d2);
}

/** ψ = (v − f) · η: signed distance of vertex v from the plane of facet f, m [Williams2014, (3.7)]. */
export function planeGap(of: Placed, v: number, to: Placed, f: number): number {
  const k = to.polytope.facetVertex[to.polytope.facetStart[f]];
  let gap = 0;
  for (let c = 0; c < 3; c++) gap += (of.vertices[3 * v + c] - to.vertices[3 * k + c]) * to.normals[3 * f + c];
  return gap;
}

/** Whether the projection of vertex v lies on facet f (v is in the Voronoi region of f). */
function isOver(of: Placed, v: number, to: Placed, f: number): boolean {
  const { facetStart, facetVertex, planar } = to.polytope;
  const q = to.vertices;
  const p = of.vertices;
  const nx = to.normals[3 * f];
  const ny = to.normals[3 * f + 1];
  const nz = to.normals[3 * f + 2];
  if (planar) {
    const i = facetVertex[facetStart[f]];
    const j = facetVertex[facetStart[f] + 1];
    let along = 0;
    let length = 0;
    for (let c = 0; c < 2; c++) {
      const e = q[3 * j + c] - q[3 * i + c];
      along += e * (p[3 * v + c] - q[3 * i + c]);
      length += e * e;
    }
    return along >= 0 && along <= length;
  }
  for (let m = facetStart[f]; m < facetStart[f + 1]; m++) {
    const i = facetVertex[m];
    const j = facetVertex[m + 1 < facetStart[f + 1] ? m + 1 : facetStart[f]];
    const ex = q[3 * j] - q[3 * i];
    const ey = q[3 * j + 1] - q[3 * i + 1];
    const ez = q[3 * j + 2] - q[3 * i + 2];
    const x = p[3 * v] - q[3 * i];
    const y = p[3 * v + 1] - q[3 * i + 1];
    const z = p[3 * v + 2] - q[3 * i + 2];
    // (η × e) · x < 0: outside this edge
    if ((ny * ez - nz * ey) * x + (nz * ex - nx * ez) * y + (nx * ey - ny * ex) * z < 0) return false;
  }
  return true;
}

/** Whether vertex v is within the reach of the pair of facet f. */
export function isFacetWithin(pair: Pair, of: Placed, v: number, to: Placed, f: number): boolean {
  nearestOnFacet(pair.work, of, v, to, f);
  return pair.work.nearest[0] <= pair.reach;
}

/** Nearest point of facet f to vertex v, into `nearest`. */
function nearestOnFacet(
  { nearest: near, nearestOfEdges }: PairWork,
  of: Placed,
  v: number,
  to: Placed,
  f: number,
): void {
  const { facetStart, facetVertex, planar } = to.polytope;
  if (isOver(of, v, to, f)) {
    const gap = planeGap(of, v, to, f);
    near[0] = Math.abs(gap);
    for (let c = 0; c < 3; c++) near[1 + c] = of.vertices[3 * v + c] - gap * to.normals[3 * f + c];
    return;
  }
  if (planar) {
    nearestOnSegment(of.vertices, v, to.vertices, facetVertex[facetStart[f]], facetVertex[facetStart[f] + 1], near);
    return;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let m = facetStart[f]; m < facetStart[f + 1]; m++) {
    const next = m + 1 < facetStart[f + 1] ? m + 1 : facetStart[f];
    nearestOnSegment(of.vertices, v, to.vertices, facetVertex[m], facetVertex[next], near);
    if (near[0] >= best) continue;
    best = near[0];
    for (let c = 0; c < 4; c++) nearestOfEdges[c] = near[c];
  }
  near.set(nearestOfEdges);
}

/**
 * Smallest η · (v_k − v)/|v_k − v| over the neighbours v_k of v. It shows whether v can touch facet f without other
 * parts of its body in between [Williams2014, (3.3), (3.4)].
 */
function applicability(of: Placed, v: number, to: Placed, f: number): number {
  const { neighbourStart, neighbours } = of.polytope;
  const p = of.vertices;
  let least = 1;
  for (let m = neighbourStart[v]; m < neighbourStart[v + 1]; m++) {
    const k = neighbours[m];
    let dot = 0;
    let length = 0;
    for (let c = 0; c < 3; c++) {
      const d = p[3 * k + c] - p[3 * v + c];
      dot += d * to.normals[3 * f + c];
      length += d * d;
    }
    least = Math.min(least, dot / Math.sqrt(length));
  }
  return least;
}

/**
 * Whether a contact of vertex v with facet f is feasible. A vertex over the facet must be less than `depth` below it; a
 * vertex beside the facet must be above a slope.
 */
function isFeasible(pair: Pair, of: Placed, v: number, to: Placed, f: number): boolean {
  const { depth } = pair;
  const { slope } = pair.settings;
  if (isOver(of, v, to, f)) return planeGap(of, v, to, f) > -depth;
  nearestOnFacet(pair.work, of, v, to, f);
  const near = pair.work.nearest;
  // x is measured from the apex, `depth` below the nearest point.
  let up = 0;
  let length2 = 0;
  for (let c = 0; c < 3; c++) {
    const x = of.vertices[3 * v + c] - near[1 + c] + depth * to.normals[3 * f + c];
    up += x * to.normals[3 * f + c];
    length2 += x * x;
  }
  return up > -slope * Math.sqrt(Math.max(0, length2 - up * up));
}

/**
 * Index in the set of the contact of vertex v of A (side 0) or B (side 1) with facet f of the other shape. The first
 * call creates the contact. The facet normal points out of its own body; the contact normal points from A to B.
 */
export function vertexFacetContact(pair: Pair, side: number, v: number, f: number): number {
  const of = owner(pair, side);
  const to = owner(pair, 1 - side);
  const at = placeOf(pair, side, v, f);
  if (pair.vertexFacet[at] >= 0) return pair.vertexFacet[at];
  const { set } = pair;
  const c = openContact(set);
  pair.vertexFacet[at] = c;
  const gap = planeGap(of, v, to, f);
  const o = CONTACT_SIZE * c;
  const sign = side === 0 ? -1 : 1;
  const own = side === 0 ? CONTACT.pointA : CONTACT.pointB;
  const other = side === 0 ? CONTACT.pointB : CONTACT.pointA;
  for (let k = 0; k < 3; k++) {
    const normal = to.normals[3 * f + k];
    set.value[o + k] = sign * normal;
    set.value[o + own + k] = of.vertices[3 * v + k];
    set.value[o + other + k] = of.vertices[3 * v + k] - gap * normal;
  }
  set.value[o + CONTACT.gap] = gap;
  set.value[o + CONTACT.applicability] = applicability(of, v, to, f);
  const i = CONTACT_INTS * c;
  set.index[i] = side === 0 ? FEATURES.vertexFacet : FEATURES.facetVertex;
  set.index[i + CONTACT_INT.featureA] = side === 0 ? v : f;
  set.index[i + CONTACT_INT.featureB] = side === 0 ? f : v;
  set.index[i + CONTACT_INT.feasible] = isFeasible(pair, of, v, to, f) ? 1 : 0;
  set.index[i + CONTACT_INT.shapeA] = pair.shapeA;
  set.index[i + CONTACT_INT.shapeB] = pair.shapeB;
  set.index[i + CONTACT_INT.bodyA] = pair.a.body;
  set.index[i + CONTACT_INT.bodyB] = pair.b.body;
  return c;
}
