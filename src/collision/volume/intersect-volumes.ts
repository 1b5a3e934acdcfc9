import type { PairSink } from "../../geometry/tree/pairs.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { assemble, finish, keepRims, measure } from "./assemble.js";
import { boxOverSide } from "./box-over-side.js";
import { cutBySide, NO_SIDE, sideOfBox } from "./box-side.js";
import { cutFaces } from "./cut-faces.js";
import { findPairs, type VolumeCache } from "./face-pairs.js";
import { keepEdges } from "./keep-edges.js";
import { turnOverlap } from "./turn-overlap.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { OVERLAP, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";
import { beginWork, endWork } from "./volume-work.js";

/**
 * The common volume of two solids, region by region, into `out` (in A's frame). `transform` takes B's coordinates to
 * A's: R row by row (9 numbers), then t (3), see `relativeTransform`; further numbers are not read. Exact decisions, no
 * clipping, no special cases (`sums.ts`, `ties.ts`). Where faces of both lie in one plane, vector areas are the mean
 * over both senses of the symbolic displacement. Nothing is allocated once arrays have grown. When one of them is a box
 * and the other meets one of its sides only (a floor), that side is all that counts, see `box-side.ts`.
 */
export function intersectVolumes(
  a: VolumeMesh,
  b: VolumeMesh,
  transform: Float64Array,
  cache: VolumeCache,
  out: Overlap,
): void {
  const work = out.work;
  useTransform(work, a, b, transform);
  const side = a.isBox ? sideOfBox(work, a, span) : NO_SIDE;
  if (side === NO_SIDE && b.isBox) {
    // B may be the floor, unless its mesh is far from its origin: in its frame, digits would be lost
    const largest = work.scale[1];
    invert(transform);
    useTransform(work, b, a, inverse);
    const other = work.scale[1] > 4 * largest ? NO_SIDE : sideOfBox(work, b, span);
    if (other !== NO_SIDE) {
      overlapOf(b, a, other, cache, out);
      turnOverlap(out, transform);
      out.cutByFaces = false;
      return;
    }
    useTransform(work, a, b, transform);
  }
  if (side === NO_SIDE) findPairs(work, a, b, transform, cache);
  overlapOf(a, b, side, cache, out);
  out.cutByFaces = true;
}

/** Regions at the transform in `work`, by a side of box A or by the candidates of the cache. */
function overlapOf(a: VolumeMesh, b: VolumeMesh, side: number, cache: VolumeCache, out: Overlap): void {
  const work = out.work;
  if (side !== NO_SIDE && b.isBox && boxOverSide(work, a, b, side)) {
    measure(out);
    finish(out);
    return;
  }
  work.sense = -1;
  collect(work, a, b, side, cache.pairs);
  assemble(a, b, out);
  if (work.coplanar > 0) {
    const count = keepAreas(work, out);
    keepRims(out);
    endWork(work, a);
    work.sense = 1;
    collect(work, a, b, side, cache.pairs);
    assemble(a, b, out);
    meanAreas(work, out, count);
    finish(out, work.twin);
  } else finish(out);
  endWork(work, a);
}

function useTransform(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, transform: Float64Array): void {
  for (let k = 0; k < 12; k++) work.transform[k] = transform[k];
  measureScale(work, a, b);
}

/** A's coordinates to B's. */
const inverse = new Float64Array(12);

function invert(r: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) inverse[3 * i + j] = r[3 * j + i];
    inverse[9 + i] = -(r[i] * r[9] + r[3 + i] * r[10] + r[6 + i] * r[11]);
  }
}

/**
 * As `intersectVolumes`, with one sense of the displacement only (+1 or −1 of A): vector areas of coplanar faces are
 * given to one body.
 */
export function intersectDisplaced(
  a: VolumeMesh,
  b: VolumeMesh,
  transform: Float64Array,
  sense: 1 | -1,
  cache: VolumeCache,
  out: Overlap,
): void {
  const work = out.work;
  useTransform(work, a, b, transform);
  findPairs(work, a, b, transform, cache);
  work.sense = sense;
  collect(work, a, b, NO_SIDE, cache.pairs);
  assemble(a, b, out);
  finish(out);
  out.cutByFaces = true;
  endWork(work, a);
}

function collect(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, side: number, { pairs, count }: PairSink): void {
  if (side !== NO_SIDE) {
    cutBySide(work, a, b, side);
    return;
  }
  beginWork(work, a, b, count);
  cutFaces(work, a, b, pairs, count);
  keepEdges(work, a, b);
}

/** Bounds of B's box in A's frame. */
const span = new Float64Array(6);

/** Extent of both boxes together, and the largest coordinate in it, in A's frame. */
function measureScale(work: VolumeWork, a: VolumeMesh, b: VolumeMesh): void {
  const { transform: r, scale } = work;
  scale[0] = 0;
  scale[1] = 0;
  for (let k = 0; k < 3; k++) {
    let low = r[9 + k];
    let high = low;
    for (let j = 0; j < 3; j++) {
      const x = r[3 * k + j] * b.box[j];
      const y = r[3 * k + j] * b.box[3 + j];
      low += x < y ? x : y;
      high += x < y ? y : x;
    }
    span[k] = low;
    span[3 + k] = high;
    if (a.box[k] < low) low = a.box[k];
    if (a.box[3 + k] > high) high = a.box[3 + k];
    // rounding adds far less than the safety factor of HEIGHT_ERROR
    if (high - low > scale[0]) scale[0] = high - low;
    if (-low > scale[1]) scale[1] = -low;
    if (high > scale[1]) scale[1] = high;
  }
}

function keepAreas(work: VolumeWork, { count, values }: Overlap): number {
  work.otherAreas = ensureCapacityF64(work.otherAreas, 7 * count);
  for (let r = 0; r < count; r++) {
    for (let k = 0; k < 4; k++) work.otherAreas[7 * r + k] = values[OVERLAP_SIZE * r + k];
    for (let k = 0; k < 3; k++) work.otherAreas[7 * r + 4 + k] = values[OVERLAP_SIZE * r + OVERLAP.area + k];
  }
  return count;
}

/** Regions of both senses have the same volume and centroid, up to rounding; those that do share their vector areas. */
function meanAreas(work: VolumeWork, { count, values }: Overlap, others: number): void {
  work.twin = ensureCapacityI32(work.twin, count);
  for (let r = 0; r < count; r++) {
    const o = OVERLAP_SIZE * r;
    work.twin[r] = -1;
    for (let q = 0; q < others; q++) {
      if (!isSame(work, values, o, 7 * q)) continue;
      work.twin[r] = q;
      for (let k = 0; k < 3; k++) {
        const i = o + OVERLAP.area + k;
        values[i] = 0.5 * (values[i] + work.otherAreas[7 * q + 4 + k]);
      }
      break;
    }
  }
}

function isSame(work: VolumeWork, values: Float64Array, o: number, p: number): boolean {
  if (Math.abs(work.otherAreas[p] - values[o]) > 1e-9 * values[o]) return false;
  for (let k = 1; k < 4; k++) if (Math.abs(work.otherAreas[p + k] - values[o + k]) > 1e-9 * work.scale[0]) return false;
  return true;
}
