import { orientValue } from "../../geometry/triangle/orientation.js";
import { edgeSign, putPoint, sideSign } from "./ties.js";
import { facePlane, HEIGHT_ERROR, PLANE_SIZE, type VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { addCut, placeVertex } from "./volume-work.js";

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
 * Faces of A against faces of B (`pairs`, two numbers each) by orientation signs [GuigueDevillers2003]: when they
 * cross, two edges of the six pierce the other face; these two points become nodes (unless the neighbour across the
 * edge has made them already) and the segment between them a cut, along n_A × n_B. Signs are exact and never zero
 * (`ties.ts`).
 */
export function cutFaces(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, pairs: Int32Array, count: number): void {
  const va = a.mesh.vertices;
  const ta = a.mesh.triangles;
  const tb = b.mesh.triangles;
  const planesA = a.planes;
  const { placed, placedStamp, planesB, planeStamp, stamp } = work;
  const reach = HEIGHT_ERROR * work.scale[0];
  // of places: four operations on coordinates and differences
  const rounding = 8e-15 * (work.scale[0] + work.scale[1]);
  for (let i = 0; i < 2 * count; i += 2) {
    const f = pairs[i];
    const g = pairs[i + 1];
    const i0 = ta[3 * f];
    const j0 = tb[3 * g];
    const j1 = tb[3 * g + 1];
    const j2 = tb[3 * g + 2];
    if (placedStamp[j0] !== stamp) placeVertex(work, b, j0);
    if (placedStamp[j1] !== stamp) placeVertex(work, b, j1);
    if (placedStamp[j2] !== stamp) placeVertex(work, b, j2);
    // B's corners over A's plane; most candidates end here
    let p = PLANE_SIZE * f;
    let nx = planesA[p];
    let ny = planesA[p + 1];
    let nz = planesA[p + 2];
    const limitA = reach * planesA[p + 3];
    let ox = va[3 * i0];
    let oy = va[3 * i0 + 1];
    let oz = va[3 * i0 + 2];
    const x = placed[3 * j0];
    const y = placed[3 * j0 + 1];
    const z = placed[3 * j0 + 2];
    const h3 = nx * (x - ox) + ny * (y - oy) + nz * (z - oz);
    const h4 = nx * (placed[3 * j1] - ox) + ny * (placed[3 * j1 + 1] - oy) + nz * (placed[3 * j1 + 2] - oz);
    const h5 = nx * (placed[3 * j2] - ox) + ny * (placed[3 * j2 + 1] - oy) + nz * (placed[3 * j2 + 2] - oz);
    if (h3 > limitA && h4 > limitA && h5 > limitA) continue;
    if (h3 < -limitA && h4 < -limitA && h5 < -limitA) continue;
    // A's corners over B's plane
    if (planeStamp[g] !== stamp) {
      planeStamp[g] = stamp;
      facePlane(placed, tb, g, planesB);
    }
    const i1 = ta[3 * f + 1];
    const i2 = ta[3 * f + 2];
    p = PLANE_SIZE * g;
    nx = planesB[p];
    ny = planesB[p + 1];
    nz = planesB[p + 2];
    const limitB = reach * planesB[p + 3];
    const h0 = nx * (ox - x) + ny * (oy - y) + nz * (oz - z);
    ox = va[3 * i1];
    oy = va[3 * i1 + 1];
    oz = va[3 * i1 + 2];
    const h1 = nx * (ox - x) + ny * (oy - y) + nz * (oz - z);
    ox = va[3 * i2];
    oy = va[3 * i2 + 1];
    oz = va[3 * i2 + 2];
    const h2 = nx * (ox - x) + ny * (oy - y) + nz * (oz - z);
    if (h0 > limitB && h1 > limitB && h2 > limitB) continue;
    if (h0 < -limitB && h1 < -limitB && h2 < -limitB) continue;
    corner[0] = i0;
    corner[1] = i1;
    corner[2] = i2;
    corner[3] = j0;
    corner[4] = j1;
    corner[5] = j2;
    height[0] = h0;
    height[1] = h1;
    height[2] = h2;
    height[3] = h3;
    height[4] = h4;
    height[5] = h5;
    error[0] = limitB;
    error[1] = limitA;
    const least = Math.min(abs(h0), abs(h1), abs(h2));
    const leastB = Math.min(abs(h3), abs(h4), abs(h5));
    if (!(least > limitB && leastB > limitA)) {
      settle(work, a, b, f, g);
      continue;
    }
    // Along the line common to both planes each face covers an interval, measured by coordinates along the nearest
    // axis. No branches here: they could not be predicted.
    p = PLANE_SIZE * f;
    const dx = planesA[p + 1] * nz - planesA[p + 2] * ny;
    const dy = planesA[p + 2] * nx - planesA[p] * nz;
    const dz = planesA[p] * ny - planesA[p + 1] * nx;
    const ax = abs(dx);
    const ay = abs(dy);
    const az = abs(dz);
    const first = Number(ax > ay);
    const axis = first * 2 * Number(ax <= az) + (1 - first) * (1 + Number(ay <= az));
    // the corners alone on their sides, and the two others
    const signsA = Number(h0 > 0) + 2 * Number(h1 > 0) + 4 * Number(h2 > 0);
    const signsB = Number(h3 > 0) + 2 * Number(h4 > 0) + 4 * Number(h5 > 0);
    const p1 = LONE[signsA];
    const q1 = NEXT[p1];
    const r1 = NEXT[q1];
    const p2 = LONE[signsB] + 3;
    const q2 = NEXT[p2];
    const r2 = NEXT[q2];
    const u = va[3 * corner[p1] + axis];
    const uq = va[3 * corner[q1] + axis] - u;
    const ur = va[3 * corner[r1] + axis] - u;
    const w = placed[3 * corner[p2] + axis];
    const wq = placed[3 * corner[q2] + axis] - w;
    const wr = placed[3 * corner[r2] + axis] - w;
    const h = height[p1];
    const k = height[p2];
    const dropQ = uq / (h - height[q1]);
    const dropR = ur / (h - height[r1]);
    const fallQ = wq / (k - height[q2]);
    const fallR = wr / (k - height[r2]);
    // where the two edges from the lone corner meet the line
    const tq = u + h * dropQ;
    const tr = u + h * dropR;
    const sq = w + k * fallQ;
    const sr = w + k * fallR;
    // heights err by the limit: the places by less than four of them over the drop times the way, and by rounding
    const limit = 4 * (limitB * (abs(dropQ) + abs(dropR)) + limitA * (abs(fallQ) + abs(fallR))) + rounding;
    const lowA = Math.min(tq, tr);
    const highA = Math.max(tq, tr);
    const lowB = Math.min(sq, sr);
    const highB = Math.max(sq, sr);
    if (lowA - highB > limit || lowB - highA > limit) continue;
    const along = dx * Number(axis === 0) + dy * Number(axis === 1) + dz * Number(axis === 2);
    if (
      !(
        highB - lowA > limit &&
        highA - lowB > limit &&
        abs(lowA - lowB) > limit &&
        abs(highA - highB) > limit &&
        abs(along) >= 1e-14 * planesA[p + 3] * planesB[PLANE_SIZE * g + 3]
      )
    ) {
      settle(work, a, b, f, g);
      continue;
    }
    for (let c = 0; c < 6; c++) side[c] = height[c] > 0 ? 1 : -1;
    // the cut runs from the higher of the lower ends to the lower of the higher ends, or back, along n_A × n_B
    const lowInB = lowB > lowA;
    const highInB = highB < highA;
    const pl = lowInB ? p2 : p1;
    const ql = lowInB ? (sq < sr ? q2 : r2) : tq < tr ? q1 : r1;
    const ph = highInB ? p2 : p1;
    const qh = highInB ? (sq < sr ? r2 : q2) : tq < tr ? r1 : q1;
    // nodes are numbered as `settle` does it
    const backwards = along > 0 === (h > 0 !== k > 0);
    const one = backwards ? pierce(work, a, b, ph, qh, f, g) : pierce(work, a, b, pl, ql, f, g);
    const two = backwards ? pierce(work, a, b, pl, ql, f, g) : pierce(work, a, b, ph, qh, f, g);
    const upwards = along > 0 !== backwards;
    addCut(work, a, upwards ? one : two, upwards ? two : one, f, g);
  }
}

/** Corner alone on its side, by the signs of three heights as bits; the next corner of the same face. */
const LONE = Uint8Array.of(0, 0, 1, 2, 2, 1, 0, 0);
const NEXT = Uint8Array.of(1, 2, 0, 4, 5, 3);

/** The current pair, with signs that rounding leaves open. */
function settle(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, f: number, g: number): void {
  for (let k = 0; k < 6; k++) {
    const limit = error[k < 3 ? 0 : 1];
    side[k] = height[k] > limit ? 1 : height[k] < -limit ? -1 : 0;
  }
  const va = a.mesh.vertices;
  if (settleA(work, va) && settleB(work, va)) overlap(work, a, b, f, g);
}

const abs = Math.abs;

/** Sides of A's corners that rounding leaves open; false when all are on one side. */
function settleA(work: VolumeWork, va: Float64Array): boolean {
  let zeros = 0;
  for (let k = 0; k < 3; k++) {
    if (side[k] !== 0) continue;
    for (let c = 0; c < 3; c++) putPoint(work, work.placed, corner[3 + c], c);
    putPoint(work, va, corner[k], 3);
    side[k] = sideSign(work, work.sense);
    if (work.tieMet) zeros++;
  }
  if (zeros === 3) work.coplanar++;
  return side[0] !== side[1] || side[0] !== side[2];
}

function settleB(work: VolumeWork, va: Float64Array): boolean {
  for (let k = 3; k < 6; k++) {
    if (side[k] !== 0) continue;
    for (let c = 0; c < 3; c++) putPoint(work, va, corner[c], c);
    putPoint(work, work.placed, corner[k], 3);
    // A's plane moves one way, so the point the other way relative to it
    side[k] = sideSign(work, -work.sense);
  }
  return side[3] !== side[4] || side[3] !== side[5];
}

/** Corner alone on its side. */
function lone(first: number): number {
  if (side[first] === side[first + 1]) return first + 2;
  return side[first] === side[first + 2] ? first + 1 : first;
}

/**
 * Sign of O(p1, q1, p2, q2), p1, q1 corners of A, p2, q2 of B: whether the edge p1 q1 meets the line common to both
 * planes after (+1) or before (−1) the edge p2 q2. Places on the line, computed from heights, tell when they are apart
 * by more than their errors.
 */
function crossingSign(
  work: VolumeWork,
  va: Float64Array,
  p1: number,
  q1: number,
  k1: number,
  p2: number,
  q2: number,
  k2: number,
): number {
  const apart = place[k1] - place[k2];
  const limit = placeError[k1] + placeError[k2];
  if (apart > limit) return 1;
  if (apart < -limit) return -1;
  putPoint(work, va, corner[p1], 0);
  putPoint(work, va, corner[q1], 1);
  putPoint(work, work.placed, corner[p2], 2);
  putPoint(work, work.placed, corner[q2], 3);
  return edgeSign(work, work.sense);
}

/** Scratch: places on the common line where edges from the lone corners meet it, and their errors. */
const place = new Float64Array(4);
const placeError = new Float64Array(4);

/**
 * Where the edge from corner p to q of v meets the plane: its coordinate along `axis`, times `along`, into place[k].
 */
function findPlace(v: Float64Array, p: number, q: number, axis: number, along: number, k: number): void {
  const limit = error[p < 3 ? 0 : 1];
  const x = v[3 * corner[p] + axis];
  const d = v[3 * corner[q] + axis] - x;
  const h = height[p];
  const drop = h - height[q];
  if (along === 0 || Math.abs(drop) < 16 * limit) {
    place[k] = 0;
    placeError[k] = Infinity;
    return;
  }
  place[k] = along * (x + (h / drop) * d);
  // heights err by the limit: the quotient by less than four of them over the drop; and the sum is rounded
  placeError[k] = Math.abs(d) * ((4 * limit) / Math.abs(drop) + 1e-15) + 1e-15 * Math.abs(x);
}

/**
 * Along the line common to both planes each face covers an interval between its two edges from the lone corner; do they
 * overlap?
 */
function overlap(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, f: number, g: number): void {
  const va = a.mesh.vertices;
  const { placed, planesB } = work;
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
  // the largest component of n_A × n_B
  const m = PLANE_SIZE * f;
  const n = PLANE_SIZE * g;
  const x = a.planes[m + 1] * planesB[n + 2] - a.planes[m + 2] * planesB[n + 1];
  const y = a.planes[m + 2] * planesB[n] - a.planes[m] * planesB[n + 2];
  const z = a.planes[m] * planesB[n + 1] - a.planes[m + 1] * planesB[n];
  const axis = Math.abs(x) > Math.abs(y) ? (Math.abs(x) > Math.abs(z) ? 0 : 2) : Math.abs(y) > Math.abs(z) ? 1 : 2;
  const largest = axis === 0 ? x : axis === 1 ? y : z;
  // its sign is lost in rounding for planes that are nearly parallel; then places do not decide
  const lost = Math.abs(largest) < 1e-14 * a.planes[m + 3] * planesB[n + 3];
  const along = lost ? 0 : largest > 0 !== reversed ? 1 : -1;
  // along the line, A covers [q1, r1] and B covers [r2, q2]
  findPlace(va, p1, q1, axis, along, 0);
  findPlace(placed, p2, q2, axis, along, 2);
  if (crossingSign(work, va, p1, q1, 0, p2, q2, 2) >= 0) return;
  findPlace(va, p1, r1, axis, along, 1);
  findPlace(placed, p2, r2, axis, along, 3);
  if (crossingSign(work, va, p1, r1, 1, p2, r2, 3) <= 0) return;
  const startsInB = crossingSign(work, va, p1, q1, 0, p2, r2, 3) < 0;
  const endsInB = crossingSign(work, va, p1, r1, 1, p2, q2, 2) > 0;
  const first = startsInB ? pierce(work, a, b, p2, r2, f, g) : pierce(work, a, b, p1, q1, f, g);
  const last = endsInB ? pierce(work, a, b, p2, q2, f, g) : pierce(work, a, b, p1, r1, f, g);
  addCut(work, a, reversed ? last : first, reversed ? first : last, f, g);
}

/** Node where the edge between corners p and q pierces the face of the other body. */
function pierce(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, p: number, q: number, f: number, g: number): number {
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
  if (Math.abs(value[0]) + Math.abs(value[1]) < GRAZING_RATIO * limit) {
    exactHeights(work, a, from, to, ofA);
    limit = 0;
  }
  work.partStamp[ofA ? a.partOfVertex[corner[p]] : a.partVertex.length + b.partOfVertex[corner[p]]] = work.stamp;
  const n = addCrossing(work, own, other, ofA ? a.mesh.vertices : work.placed, corner[from], corner[to], value);
  work.crossSense[n] = side[from];
  work.crossError[n] = (4 * limit) / Math.abs(value[0] - value[1]) + PLACE_ERROR;
  return n;
}

/**
 * Heights less than this many times their error are computed again, to about 12 digits: the place is then known to 1e-6
 * at worst.
 */
const GRAZING_RATIO = 1e6;
/** Error of a place from rounding of the quotient, and of `orientValue`. */
const PLACE_ERROR = 4e-12;

/** Heights of the ends of an edge that runs nearly along the plane, into `value`. */
function exactHeights(work: VolumeWork, a: VolumeMesh, from: number, to: number, ofA: boolean): void {
  const va = a.mesh.vertices;
  for (let c = 0; c < 3; c++) putPoint(work, ofA ? work.placed : va, corner[ofA ? 3 + c : c], c);
  putPoint(work, ofA ? va : work.placed, corner[from], 3);
  orientValue(work.quad, 0, 1, 2, 3, value, 0);
  putPoint(work, ofA ? va : work.placed, corner[to], 3);
  orientValue(work.quad, 0, 1, 2, 3, value, 1);
}

/**
 * A node on the edge `own` from vertex p to vertex q of v, where it pierces face `other`, from the heights of its ends
 * over the plane of that face (h[0], h[1], of opposite signs or zero).
 */
export function addCrossing(
  work: VolumeWork,
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
