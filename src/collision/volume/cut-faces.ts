import { orientValue } from "../../geometry/triangle/orientation.js";
import { edgeSign, putPoint, quad, sideSign, tie } from "./ties.js";
import { facePlane, HEIGHT_ERROR, PLANE_SIZE, type VolumeMesh } from "./volume-mesh.js";
import { placeVertex, work } from "./work.js";

/** Scratch: signed sides and heights of the corners of A's face over B's plane (0–2) and of B's over A's (3–5). */
const side = new Int32Array(6);
const height = new Float64Array(6);
/** Error of the heights over B's plane and over A's. */
const error = new Float64Array(2);
/** Corners of both faces: vertex numbers, each in its own body. */
const corner = new Int32Array(6);
/** Heights of the ends of an edge, exact to a few digits. */
const value = new Float64Array(2);

/**
 * Face f of A against face g of B by orientation signs [GuigueDevillers2003]: when they cross, two edges of the six pierce the other face;
 * these two points become nodes (unless the neighbour across the edge has made them already) and the segment between them a cut, along
 * n_A × n_B. Signs are exact and never zero (`ties.ts`).
 */
export function cutFaces(a: VolumeMesh, b: VolumeMesh, f: number, g: number): void {
  const va = a.mesh.vertices;
  const ta = a.mesh.triangles;
  const tb = b.mesh.triangles;
  const { placed, planesB, planeStamp, scale } = work;
  for (let k = 0; k < 3; k++) {
    corner[k] = ta[3 * f + k];
    corner[3 + k] = tb[3 * g + k];
  }
  if (planeStamp[g] !== work.stamp) {
    planeStamp[g] = work.stamp;
    for (let k = 3; k < 6; k++) placeVertex(b, corner[k]);
    facePlane(placed, tb, g, planesB);
  }
  // A's corners over B's plane; most candidates end here
  let p = PLANE_SIZE * g;
  let nx = planesB[p];
  let ny = planesB[p + 1];
  let nz = planesB[p + 2];
  let limit = HEIGHT_ERROR * planesB[p + 3] * scale[0];
  error[0] = limit;
  let o = 3 * corner[3];
  let ox = placed[o];
  let oy = placed[o + 1];
  let oz = placed[o + 2];
  let plus = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * corner[k];
    const h = nx * (va[i] - ox) + ny * (va[i + 1] - oy) + nz * (va[i + 2] - oz);
    height[k] = h;
    side[k] = h > limit ? 1 : h < -limit ? -1 : 0;
    if (side[k] > 0) plus++;
  }
  if (plus === 3) return;
  if (side[0] < 0 && side[1] < 0 && side[2] < 0) return;
  if (!settleA(va)) return;
  // B's corners over A's plane
  p = PLANE_SIZE * f;
  const planesA = a.planes;
  nx = planesA[p];
  ny = planesA[p + 1];
  nz = planesA[p + 2];
  limit = HEIGHT_ERROR * planesA[p + 3] * scale[0];
  error[1] = limit;
  o = 3 * corner[0];
  ox = va[o];
  oy = va[o + 1];
  oz = va[o + 2];
  for (let k = 3; k < 6; k++) {
    const i = 3 * corner[k];
    const h = nx * (placed[i] - ox) + ny * (placed[i + 1] - oy) + nz * (placed[i + 2] - oz);
    height[k] = h;
    side[k] = h > limit ? 1 : h < -limit ? -1 : 0;
  }
  if (!settleB(va)) return;
  overlap(a, b, f, g);
}

/** Sides of A's corners that rounding leaves open; false when all are on one side. */
function settleA(va: Float64Array): boolean {
  let zeros = 0;
  for (let k = 0; k < 3; k++) {
    if (side[k] !== 0) continue;
    for (let c = 0; c < 3; c++) putPoint(work.placed, corner[3 + c], c);
    putPoint(va, corner[k], 3);
    side[k] = sideSign(work.sense);
    if (tie.met) zeros++;
  }
  if (zeros === 3) work.coplanar++;
  return side[0] !== side[1] || side[0] !== side[2];
}

function settleB(va: Float64Array): boolean {
  for (let k = 3; k < 6; k++) {
    if (side[k] !== 0) continue;
    for (let c = 0; c < 3; c++) putPoint(va, corner[c], c);
    putPoint(work.placed, corner[k], 3);
    // A's plane moves one way, so the point the other way relative to it
    side[k] = sideSign(-work.sense);
  }
  return side[3] !== side[4] || side[3] !== side[5];
}

/** Corner alone on its side. */
function lone(first: number): number {
  if (side[first] === side[first + 1]) return first + 2;
  return side[first] === side[first + 2] ? first + 1 : first;
}

/** Sign of O(p1, q1, p2, q2); p1, q1 corners of A, p2, q2 of B. */
function crossingSign(va: Float64Array, p1: number, q1: number, p2: number, q2: number): number {
  putPoint(va, corner[p1], 0);
  putPoint(va, corner[q1], 1);
  putPoint(work.placed, corner[p2], 2);
  putPoint(work.placed, corner[q2], 3);
  return edgeSign(work.sense);
}

/** Along the line common to both planes each face covers an interval between its two edges from the lone corner; do they overlap? */
function overlap(a: VolumeMesh, b: VolumeMesh, f: number, g: number): void {
  const va = a.mesh.vertices;
  const p1 = lone(0);
  let q1 = p1 === 2 ? 0 : p1 + 1;
  let r1 = p1 === 0 ? 2 : p1 - 1;
  const p2 = lone(3);
  let q2 = p2 === 5 ? 3 : p2 + 1;
  let r2 = p2 === 3 ? 5 : p2 - 1;
  // turn each face over where needed, so that the lone corner of the other lies behind it
  let reversed = false;
  if (side[p1] > 0) {
    const t = q2;
    q2 = r2;
    r2 = t;
    reversed = !reversed;
  }
  if (side[p2] > 0) {
    const t = q1;
    q1 = r1;
    r1 = t;
    reversed = !reversed;
  }
  // along the line, A covers [q1, r1] and B covers [r2, q2]
  if (crossingSign(va, p1, q1, p2, q2) >= 0) return;
  if (crossingSign(va, p1, r1, p2, r2) <= 0) return;
  const startsInB = crossingSign(va, p1, q1, p2, r2) < 0;
  const endsInB = crossingSign(va, p1, r1, p2, q2) > 0;
  const first = startsInB ? pierce(a, b, p2, r2, f, g) : pierce(a, b, p1, q1, f, g);
  const last = endsInB ? pierce(a, b, p2, q2, f, g) : pierce(a, b, p1, r1, f, g);
  const { cut, cutFrom } = work;
  const c = 4 * work.cutCount;
  cut[c] = reversed ? last : first;
  cut[c + 1] = reversed ? first : last;
  cut[c + 2] = f;
  cut[c + 3] = g;
  cutFrom[cut[c]] = work.cutCount;
  work.cutCount++;
}

/** Node where the edge between corners p and q pierces the face of the other body. */
function pierce(a: VolumeMesh, b: VolumeMesh, p: number, q: number, f: number, g: number): number {
  const ofA = p < 3;
  const body = ofA ? a : b;
  const base = ofA ? 0 : 3;
  // half-edge k runs from corner k to k + 1
  const k = q - base === (p - base + 1) % 3 ? p : q;
  const e = body.edgeOf[3 * (ofA ? f : g) + (k - base)];
  const own = ofA ? e : a.ne + e;
  const other = ofA ? g : f;
  const { edgeHead, crossFace, crossNext } = work;
  for (let c = edgeHead[own]; c >= 0; c = crossNext[c]) if (crossFace[c] === other) return c;
  // from the end at which the edge begins
  const from = corner[p] === body.edges[4 * e] ? p : q;
  const to = from === p ? q : p;
  value[0] = height[from];
  value[1] = height[to];
  let limit = error[ofA ? 0 : 1];
  if (Math.abs(value[0]) + Math.abs(value[1]) < GRAZING * limit) {
    exactHeights(a, from, to, ofA);
    limit = 0;
  }
  work.partStamp[ofA ? a.partOfVertex[corner[p]] : a.partVertex.length + b.partOfVertex[corner[p]]] = work.stamp;
  const n = addCrossing(own, other, ofA ? a.mesh.vertices : work.placed, corner[from], corner[to], value);
  work.crossSense[n] = side[from];
  work.crossError[n] = (4 * limit) / Math.abs(value[0] - value[1]) + PLACE_ERROR;
  return n;
}

/** Heights less than this many times their error are computed again, to about 12 digits: the place is then known to 1e-6 at worst. */
const GRAZING = 1e6;
/** Error of a place from rounding of the quotient, and of `orientValue`. */
const PLACE_ERROR = 4e-12;

/** Heights of the ends of an edge that runs nearly along the plane, into `value`. */
function exactHeights(a: VolumeMesh, from: number, to: number, ofA: boolean): void {
  const va = a.mesh.vertices;
  for (let c = 0; c < 3; c++) putPoint(ofA ? work.placed : va, corner[ofA ? 3 + c : c], c);
  putPoint(ofA ? va : work.placed, corner[from], 3);
  orientValue(quad, 0, 1, 2, 3, value, 0);
  putPoint(ofA ? va : work.placed, corner[to], 3);
  orientValue(quad, 0, 1, 2, 3, value, 1);
}

/**
 * A node on the edge `own` from vertex p to vertex q of v, where it pierces face `other`, from the heights of its ends over the plane of that
 * face (h[0], h[1], of opposite signs or zero).
 */
export function addCrossing(
  own: number,
  other: number,
  v: Float64Array,
  p: number,
  q: number,
  h: Float64Array,
): number {
  const { edgeHead, node, parent } = work;
  const n = work.nodeCount++;
  work.crossingCount++;
  if (edgeHead[own] < 0) work.crossed[work.crossedCount++] = own;
  work.crossNext[n] = edgeHead[own];
  edgeHead[own] = n;
  work.crossFace[n] = other;
  work.cutFrom[n] = -1;
  parent[n] = n;
  const t = Math.min(1, Math.max(0, h[0] / (h[0] - h[1])));
  work.crossPlace[n] = t;
  const s = 1 - t;
  for (let k = 0; k < 3; k++) {
    const x = v[3 * p + k];
    const y = v[3 * q + k];
    // meets both ends exactly
    node[3 * n + k] = t <= 0.5 ? x + t * (y - x) : y - s * (y - x);
  }
  return n;
}
