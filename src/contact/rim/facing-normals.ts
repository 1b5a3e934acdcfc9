/**
 * Which normals of a rim bear load. A rim runs around the place where two bodies press on each other; its vector area
 *
 *   S = ½ Σ (p − c) × (q − c)        segments from p to q along n_A × n_B, c their centroid
 *
 * points from A to B across that place, whether the rim is closed or not. Normals that face along it press; walls that
 * stand across it only pass through the surface of the other body, and would hold by their shape whatever slides. With
 * the cosine x of a normal to ±S and X the largest of a rim, an element bears the part
 *
 *   w = (4 x/X − 2) clamped to 0 … 1
 *
 * of its load: all up to 41° and nothing beyond 60° from what faces best, so that facing surfaces have what the source
 * gives them. Elements bear along ±S, not along their normals: what slides across S is pressed in no deeper, however
 * curved it is. The inner rim of a ring runs the other way round, and normals face against its S: −S then stands for S.
 * Segments belong to one rim where the end of one is the beginning of the other.
 */
import { ELEMENT } from "./element.js";
import { ROW } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/** Part of its load that an element with a normal at the cosine x bears, X being the largest. */
export function facingPart(x: number, largest: number): number {
  return Math.min(1, Math.max(0, (4 * x) / largest - 2));
}

/** Sums over a rim: centroid, length, vector area, largest cosine, and minus the least. */
const RIM = { center: 0, length: 3, area: 4, cosine: 7, opposite: 8, size: 9 } as const;

/** Numbers of a rim for each of `capacity` segments that may begin one, and one of the pair of shapes. */
export function createFacing(capacity: number): { readonly root: Int32Array; readonly sum: Float64Array } {
  return { root: new Int32Array(capacity), sum: new Float64Array(RIM.size * (capacity + 1)) };
}

/** Ends that are nearer than this part of the length of all segments are one. */
const SAME_END = 1e-6;
/** More segments count as one rim: comparing their ends would take longer than finding them. */
const MOST_COMPARED = 256;
/** |S| below this part of the length squared has no direction. */
const LEAST_AREA = 1e-6;

/** Parts of load of the segments `start` … `end − 1` of two shapes. Reads: ends, normals. Writes: next. */
export function writeBearing(state: RimState, pair: RimPair, start: number, end: number): void {
  const { next, facing, body } = state;
  if (start === end) return;
  if (pair.normals === "both") {
    for (let i = start; i < end; i++) next[ROW.size * i + ROW.bearing] = next[ROW.size * i + ROW.bearing + 1] = 1;
    return;
  }
  const { root, sum } = facing;
  const whole = root.length;
  for (let i = start; i < end; i++) root[i] = i;
  sum.fill(0, RIM.size * start, RIM.size * end);
  sum.fill(0, RIM.size * whole);
  let length = 0;
  for (let i = start; i < end; i++) length += 2 * state.length[i];
  if (end - start <= MOST_COMPARED) joinSegments(state, start, end, SAME_END * length);
  for (let i = start; i < end; i++) {
    addCenter(state, i, top(root, i));
    addCenter(state, i, whole);
  }
  for (let i = start; i < end; i++) {
    addArea(state, i, top(root, i));
    addArea(state, i, whole);
  }
  for (let i = start; i < end; i++) findCosines(state, i);
  // of the body that stands first in the scene, or of the other; −1: of both
  const first = body[2 * start] < body[2 * start + 1] ? 0 : 1;
  const only = pair.normals === "auto" ? -1 : pair.normals === "first" ? first : 1 - first;
  for (let i = start; i < end; i++) {
    writeParts(state, i);
    choose(state, i, only);
  }
  for (let i = start; i < end; i++) direct(state, i);
}

/** A segment and the one that begins where it ends are of one rim. Writes: root. */
function joinSegments({ next, facing: { root } }: RimState, start: number, end: number, near: number): void {
  const p = ROW.point;
  for (let i = start; i < end; i++) {
    const o = ROW.size * i + p + 3;
    for (let j = start; j < end; j++) {
      const q = ROW.size * j + p;
      const x = next[q] - next[o];
      const y = next[q + 1] - next[o + 1];
      const z = next[q + 2] - next[o + 2];
      if (x * x + y * y + z * z > near * near) continue;
      const a = top(root, i);
      const b = top(root, j);
      root[Math.max(a, b)] = Math.min(a, b);
    }
  }
}

function top(root: Int32Array, i: number): number {
  let k = i;
  while (root[k] !== k) k = root[k];
  return k;
}

/** Adds a segment to the centroid, times the length, of rim r. */
function addCenter({ next, length, facing: { sum } }: RimState, i: number, r: number): void {
  const o = RIM.size * r;
  const p = ROW.size * i + ROW.point;
  for (let k = 0; k < 3; k++) sum[o + k] += length[i] * (next[p + k] + next[p + 3 + k]);
  sum[o + RIM.length] += 2 * length[i];
}

/** Adds its sector to the vector area. */
function addArea({ next, facing: { sum } }: RimState, i: number, r: number): void {
  const o = RIM.size * r;
  const p = ROW.size * i + ROW.point;
  const l = sum[o + RIM.length];
  const x = next[p] - sum[o] / l;
  const y = next[p + 1] - sum[o + 1] / l;
  const z = next[p + 2] - sum[o + 2] / l;
  const u = next[p + 3] - sum[o] / l;
  const v = next[p + 4] - sum[o + 1] / l;
  const w = next[p + 5] - sum[o + 2] / l;
  sum[o + RIM.area] += 0.5 * (y * w - z * v);
  sum[o + RIM.area + 1] += 0.5 * (z * u - x * w);
  sum[o + RIM.area + 2] += 0.5 * (x * v - y * u);
}

/** Rim of segment i whose area has a direction: its own, or that of the pair of shapes; −1: none. */
function directed({ facing: { root, sum } }: RimState, i: number): number {
  for (let k = 0; k < 2; k++) {
    const r = k === 0 ? top(root, i) : root.length;
    if (areaOf(sum, r) > LEAST_AREA * sum[RIM.size * r + RIM.length] * sum[RIM.size * r + RIM.length]) return r;
  }
  return -1;
}

function areaOf(sum: Float64Array, r: number): number {
  const o = RIM.size * r + RIM.area;
  return Math.sqrt(sum[o] * sum[o] + sum[o + 1] * sum[o + 1] + sum[o + 2] * sum[o + 2]);
}

/** Cosines of both normals, 1 where the rim has no direction. Writes: next, extreme cosines of the rim. */
function findCosines(state: RimState, i: number): void {
  const { next, facing } = state;
  const { root, sum } = facing;
  const r = directed(state, i);
  const largest = RIM.size * top(root, i) + RIM.cosine;
  const opposite = RIM.size * top(root, i) + RIM.opposite;
  const area = r < 0 ? 1 : areaOf(sum, r);
  for (let side = 0; side < 2; side++) {
    const n = ROW.size * i + ROW.normal + 3 * side;
    let along = 0;
    for (let k = 0; k < 3; k++) along += next[n + k] * sum[RIM.size * Math.max(0, r) + RIM.area + k];
    const x = r < 0 ? 1 : ((side === 0 ? 1 : -1) * along) / area;
    next[ROW.size * i + ROW.bearing + side] = x;
    sum[largest] = Math.max(sum[largest], x);
    sum[opposite] = Math.max(sum[opposite], -x);
  }
}

/** 1 where normals of the rim of segment i face along its area, −1 where against it. */
function senseOf({ facing: { root, sum } }: RimState, i: number): number {
  const r = RIM.size * top(root, i);
  return sum[r + RIM.cosine] >= sum[r + RIM.opposite] ? 1 : -1;
}

/** Parts from cosines; where nothing faces, all of it. Writes: next. */
function writeParts(state: RimState, i: number): void {
  const { next, facing } = state;
  const r = RIM.size * top(facing.root, i);
  const sense = senseOf(state, i);
  const largest = Math.max(facing.sum[r + RIM.cosine], facing.sum[r + RIM.opposite]);
  for (let side = 0; side < 2; side++) {
    const at = ROW.size * i + ROW.bearing + side;
    next[at] = largest > 0 ? facingPart(sense * next[at], largest) : 1;
  }
}

/** One body's normals alone, where they face; where they do not, the other's bear. Writes: next. */
function choose({ next }: RimState, i: number, only: number): void {
  const at = ROW.size * i + ROW.bearing;
  if (only >= 0) next[at + 1 - only] *= 1 - next[at + only];
}

/** Elements that bear along the direction of their rim instead of along their normals. Writes: next. */
function direct(state: RimState, i: number): void {
  const { next, facing } = state;
  const r = directed(state, i);
  if (r < 0) return;
  const area = areaOf(facing.sum, r);
  const sense = senseOf(state, i);
  for (let side = 0; side < 2; side++) {
    if (next[ROW.size * i + ROW.bearing + side] === 0) continue;
    const n = ROW.size * i + ROW.normal + 3 * side;
    const sign = side === 0 ? sense : -sense;
    for (let k = 0; k < 3; k++) next[n + k] = (sign * facing.sum[RIM.size * r + RIM.area + k]) / area;
  }
}

/** Elements of segment i that bear nothing forget. Reads: parts of load. Writes: next. */
export function forgetIdle({ next }: RimState, i: number): void {
  const at = ROW.size * i + ROW.bearing;
  for (let side = 0; side < 2; side++) {
    if (next[at + side] > 0) continue;
    for (let e = side; e < 4; e += 2) {
      const o = ROW.size * i + ROW.element + ELEMENT.size * e;
      for (let k = 0; k < ELEMENT.size; k++) next[o + k] = 0;
      next[o + ELEMENT.speed] = -1;
    }
  }
}
