import { cutPolygon } from "../../geometry/clip-polygon.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import {
  addUnilateral,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  FEATURES,
  openContact,
} from "./contact-set.js";
import type { Pair, PairWork } from "./pair.js";
import type { Placed } from "./placed-polytope.js";

/**
 * One contact per overlap ([Williams2014], 5.2.3, as its archive has it): along the axis of least depth, in the middle
 * of the corners of the overlap polygon, gap −depth. Nothing while the polygons are apart.
 */
export function planarCorrective(pair: Pair): void {
  const { a, b } = pair;
  let depth = Number.POSITIVE_INFINITY;
  let facet = -1;
  let side = 0;
  for (let s = 0; s < 2; s++) {
    const of = s === 0 ? a : b;
    const to = s === 0 ? b : a;
    for (let f = 0; f < of.normals.length / 3; f++) {
      const k = 3 * of.polytope.facetVertex[of.polytope.facetStart[f]];
      let least = Number.POSITIVE_INFINITY;
      for (let v = 0; v < to.vertices.length; v += 3) {
        let gap = 0;
        for (let c = 0; c < 2; c++) gap += (to.vertices[v + c] - of.vertices[k + c]) * of.normals[3 * f + c];
        least = Math.min(least, gap);
      }
      if (least >= 0) return;
      if (-least >= depth) continue;
      depth = -least;
      facet = f;
      side = s;
    }
  }
  const n = clipPolygons(pair);
  if (n === 0) return;
  const of = side === 0 ? a : b;
  const { points, mean, normal } = pair.work;
  for (let c = 0; c < 3; c++) {
    mean[c] = 0;
    for (let i = 0; i < n; i++) mean[c] += points[3 * i + c] / n;
    normal[c] = (side === 0 ? 1 : -1) * of.normals[3 * facet + c];
  }
  addOverlap(pair, -depth);
}

/** A contact at the mean of the overlap, `work.mean`, with `work.normal`. */
function addOverlap(pair: Pair, gap: number): void {
  const { set } = pair;
  const { mean, normal } = pair.work;
  const c = openContact(set);
  const o = CONTACT_SIZE * c;
  for (let k = 0; k < 3; k++) {
    set.value[o + k] = normal[k];
    set.value[o + CONTACT.pointA + k] = set.value[o + CONTACT.pointB + k] = mean[k];
  }
  set.value[o + CONTACT.gap] = gap;
  set.value[o + CONTACT.applicability] = 1;
  const i = CONTACT_INTS * c;
  set.index[i] = FEATURES.found;
  set.index[i + CONTACT_INT.featureA] = set.index[i + CONTACT_INT.featureB] = 0;
  set.index[i + CONTACT_INT.feasible] = 1;
  set.index[i + CONTACT_INT.shapeA] = pair.shapeA;
  set.index[i + CONTACT_INT.shapeB] = pair.shapeB;
  set.index[i + CONTACT_INT.bodyA] = pair.a.body;
  set.index[i + CONTACT_INT.bodyB] = pair.b.body;
  addUnilateral(set, c);
}

/** Corners of the polygon that both have in common, into `work.points`; returns their number. */
function clipPolygons({ a, b, work }: Pair): number {
  let n = a.vertices.length / 3;
  work.points = ensureCapacityF64(work.points, 3 * (n + b.normals.length));
  work.cutPoints = ensureCapacityF64(work.cutPoints, 3 * (n + b.normals.length));
  work.heights = ensureCapacityF64(work.heights, n + b.normals.length + 1);
  work.sources = ensureCapacityI32(work.sources, n + b.normals.length);
  work.points.set(a.vertices);
  for (let f = 0; f < b.normals.length / 3 && n > 0; f++) {
    const k = 3 * b.polytope.facetVertex[b.polytope.facetStart[f]];
    const { points, cutPoints, heights } = work;
    for (let i = 0; i < n; i++) {
      let at = 0;
      for (let c = 0; c < 2; c++) at += (points[3 * i + c] - b.vertices[k + c]) * b.normals[3 * f + c];
      heights[i] = -at;
    }
    heights[n] = 0;
    n = cutPolygon(points, n, 3, heights, cutPoints, work.sources);
    work.points = cutPoints;
    work.cutPoints = points;
  }
  return n;
}

/**
 * The same in space: the mean of the corners inside the other body and of where edges cross faces; of each body the
 * face nearest to that point, of the two the nearer one, with twice its gap, since the point lies in the middle of the
 * overlap.
 */
export function spatialCorrective(pair: Pair): void {
  const { a, b } = pair;
  const { work } = pair;
  const { mean, normal } = work;
  const n = crossings(work, b, a, crossings(work, a, b, 0));
  if (n === 0) return;
  for (let c = 0; c < 3; c++) {
    mean[c] = 0;
    for (let i = 0; i < n; i++) mean[c] += work.points[3 * i + c] / n;
  }
  let gap = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < 2; s++) {
    const of = s === 0 ? a : b;
    for (let f = 0; f < of.normals.length / 3; f++) {
      const k = 3 * of.polytope.facetVertex[of.polytope.facetStart[f]];
      let own = 0;
      for (let c = 0; c < 3; c++) own += (mean[c] - of.vertices[k + c]) * of.normals[3 * f + c];
      if (own <= gap) continue;
      gap = own;
      for (let c = 0; c < 3; c++) normal[c] = (s === 0 ? 1 : -1) * of.normals[3 * f + c];
    }
  }
  if (gap < 0) addOverlap(pair, 2 * gap);
}

/**
 * Adds corners of `of` inside `to`, and where its edges cross the surface of `to`, to `work.points` after the first n;
 * returns their number.
 */
function crossings(work: PairWork, of: Placed, to: Placed, n: number): number {
  const { edges } = of.polytope;
  work.points = ensureCapacityF64(work.points, 3 * (n + of.vertices.length / 3 + edges.length));
  const { points } = work;
  for (let v = 0; v < of.vertices.length / 3; v++) {
    if (!isInside(of.vertices, 3 * v, to)) continue;
    for (let c = 0; c < 3; c++) points[3 * n + c] = of.vertices[3 * v + c];
    n++;
  }
  for (let e = 0; e < edges.length; e += 4) {
    const p = 3 * edges[e];
    const q = 3 * edges[e + 1];
    let first = 0;
    let last = 1;
    for (let f = 0; f < to.normals.length / 3; f++) {
      const k = 3 * to.polytope.facetVertex[to.polytope.facetStart[f]];
      let at = 0;
      let end = 0;
      for (let c = 0; c < 3; c++) {
        at += (of.vertices[p + c] - to.vertices[k + c]) * to.normals[3 * f + c];
        end += (of.vertices[q + c] - to.vertices[k + c]) * to.normals[3 * f + c];
      }
      if (at > 0 && end > 0) last = -1;
      else if (at > 0) first = Math.max(first, at / (at - end));
      else if (end > 0) last = Math.min(last, at / (at - end));
    }
    if (!(first < last)) continue;
    for (let k = 0; k < 2; k++) {
      const t = k === 0 ? first : last;
      // ends of the edge that are inside are corners, which are in already
      if (t === 0 || t === 1) continue;
      for (let c = 0; c < 3; c++)
        points[3 * n + c] = of.vertices[p + c] + t * (of.vertices[q + c] - of.vertices[p + c]);
      n++;
    }
  }
  return n;
}

function isInside(vertices: Float64Array, v: number, to: Placed): boolean {
  for (let f = 0; f < to.normals.length / 3; f++) {
    const k = 3 * to.polytope.facetVertex[to.polytope.facetStart[f]];
    let gap = 0;
    for (let c = 0; c < 3; c++) gap += (vertices[v + c] - to.vertices[k + c]) * to.normals[3 * f + c];
    if (gap > 0) return false;
  }
  return true;
}
