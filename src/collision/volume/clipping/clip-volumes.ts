import type { PairSink } from "../../../geometry/tree/pairs.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import type { VolumeMesh } from "../volume-mesh.js";
import { createOverlap, OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "../volume-overlap.js";
import { type Crossings, candidatePairs, findCrossings } from "./crossings.js";
import { type CommonIntegers, commonIntegers } from "./exact-numbers.js";
import { insidePieces, wholeFace } from "./face-pieces.js";
import { closeHull, type Hull } from "./hull.js";
import { type Bodies, innerFaces, isInsideByRay } from "./inner-faces.js";
import { placedMesh } from "./placed-mesh.js";
import { eachTriangle, findShells, writePatches, writeRegions } from "./regions.js";
import { writeRims } from "./rims.js";
import { createPointTable } from "./tied-points.js";

/**
 * The common volume of two solids as a surface: for drawing, and to compare with `intersectVolumes`. All in A's frame.
 */
export interface ClippedVolumes {
  /**
   * The same record as that of `intersectVolumes`. Regions in the order in which the trees meet their first pair of
   * crossing faces; those without come last.
   */
  overlap: Overlap;
  /** Corners of the triangles, 3 numbers each, m. */
  points: Float64Array;
  /**
   * Three corners each: closed surfaces, outward, every side of a triangle is met by another one in the opposite
   * direction. Some have no area.
   */
  triangles: Uint32Array;
  /** Of each triangle: 0 for A's surface, 1 for B's. */
  body: Uint8Array;
  /** Triangle of that body's mesh that it is a part of. */
  source: Uint32Array;
  /** `CLIPPED.cut` for a part of a triangle that the other surface crosses, `CLIPPED.inner` for a whole one. */
  kind: Uint8Array;
  /** Its region, −1 for a surface without volume. */
  region: Int32Array;
  /** Triangles of both meshes that the other surface crosses, in rising order. */
  crossedA: Uint32Array;
  crossedB: Uint32Array;
  /** Sides of pieces that met no other: 0 for two solids. */
  open: number;
}

/** How triangles of a mesh lie to the other body, and parts of them: outside, crossed, inside. */
export const CLIPPED = { outside: 0, cut: 1, inner: 2 } as const;

export function createClippedVolumes(): ClippedVolumes {
  return {
    overlap: createOverlap(),
    points: new Float64Array(0),
    triangles: new Uint32Array(0),
    body: new Uint8Array(0),
    source: new Uint32Array(0),
    kind: new Uint8Array(0),
    region: new Int32Array(0),
    crossedA: new Uint32Array(0),
    crossedB: new Uint32Array(0),
    open: 0,
  };
}

/**
 * The common volume of two solids by the pipeline of the source [Vilela2018]: pairs of faces by two trees and one
 * transform, crossing faces, clipping of each, inner faces by flooding, closing of the hull, integrals over it. Same
 * arguments, frame, signs and tie rule as `intersectVolumes`, which needs none of it and is about twenty times faster,
 * more with its cache; this one gives the surface itself.
 *
 * Where it differs from the source, of which only the outline is known:
 * - faces are cut by a BSP of the faces that cross them, made for each, not by the BSP of the whole body: fewer pieces,
 *   and no tree to build for a body that moves. Parts that nothing crosses are inside or outside by a winding number;
 * - points are held by their definition and decisions are exact, with ties broken by a displacement of A, so that the
 *   hull closes without tolerances;
 * - regions are parts of one surface that hang together; voids go to the region around them.
 */
export function clipVolumes(a: VolumeMesh, b: VolumeMesh, transform: Float64Array, out: ClippedVolumes): void {
  const bodies: Bodies = { a, b, transform };
  const pairs = candidatePairs(a, b, transform);
  const integers = pairs.count > 0 ? commonIntegers(placedMesh(a, b, transform).vertices) : null;
  const first = clipDisplaced(bodies, pairs, integers, -1, out);
  const { overlap } = out;
  if (first.coplanar === 0) {
    const weight = new Float64Array(overlap.count).fill(1);
    writePatches([{ ...first, weight }], overlap.count, a.nf, overlap.values, overlap.flags);
    return;
  }
  const before = overlap.values.slice(0, OVERLAP_SIZE * overlap.count);
  const second = clipDisplaced(bodies, pairs, integers, 1, out);
  const { weight, now } = meanAreas(overlap, before);
  const region = first.region.map((r) => (r < 0 ? -1 : now[r]));
  const hulls = [
    { ...first, region, weight: weight.map((w) => 1 - w) },
    { ...second, weight },
  ];
  writePatches(hulls, overlap.count, a.nf, overlap.values, overlap.flags);
}

interface Clipped {
  readonly coplanar: number;
  readonly hull: Hull;
  readonly near: readonly number[];
  readonly region: Int32Array;
}

/** With one sense of the displacement of A. */
function clipDisplaced(
  bodies: Bodies,
  pairs: PairSink,
  integers: CommonIntegers | null,
  sense: number,
  out: ClippedVolumes,
): Clipped {
  const work = out.overlap.work;
  const { a, b, transform } = bodies;
  const mesh = placedMesh(a, b, transform);
  const table = createPointTable(mesh, a.nv, a.nf, sense, integers ?? commonIntegers(mesh.vertices));
  const crossings = findCrossings(table, pairs);
  const isCornerInside = (face: number): boolean => {
    const ofA = face < a.nf;
    return isInsideByRay(work, bodies, sense, ofA, mesh.triangles[3 * face] - (ofA ? 0 : a.nv));
  };
  const cut = [...crossings.onFace.keys()].flatMap((face) => insidePieces(table, crossings, face, isCornerInside));
  const inner = innerFaces(work, bodies, sense, crossings, cut).map((face) => wholeFace(table, face));
  const edgeOf = (face: number, k: number) =>
    face < a.nf ? a.edgeOf[3 * face + k] : a.ne + b.edgeOf[3 * (face - a.nf) + k];
  const hull = closeHull(table, [...cut, ...inner], edgeOf);
  const first = firstCrossings(a, b, crossings, hull);
  const shells = findShells(hull, table.near, largestCoordinate(mesh.vertices), first);
  const { overlap } = out;
  overlap.count = shells.outer.length;
  overlap.strayed = shells.strayed;
  overlap.values = ensureCapacityF64(overlap.values, OVERLAP_SIZE * overlap.count);
  overlap.flags = ensureCapacityI32(overlap.flags, overlap.count);
  overlap.flags.fill(crossings.coplanar > 0 ? OVERLAP_FLAG.coplanar : 0, 0, overlap.count);
  const region = Int32Array.from(hull.polygons, (_, i) => Math.max(-1, shells.region[shells.of[i]]));
  writeRegions(hull, table.near, region, overlap.count, a.nf, overlap.values);
  const ends = new Set(crossings.segments.flatMap(({ from, to }) => [hull.rootOf(from), hull.rootOf(to)]));
  writeRims(hull, table.near, region, a.nf, (point) => ends.has(point), overlap);
  writeSurface(bodies, hull, table.near, region, cut.length, out);
  out.open = hull.open;
  out.crossedA = sorted(crossings, 0, a.nf);
  out.crossedB = sorted(crossings, a.nf, a.nf + b.nf);
  return { coplanar: crossings.coplanar, hull, near: table.near, region };
}

/** Where in the list of crossings a polygon of A meets one of B first; nowhere: behind all, A's before B's. */
function firstCrossings(
  a: VolumeMesh,
  b: VolumeMesh,
  { segments }: Crossings,
  hull: Hull,
): (polygon: number) => number {
  const at = new Map<number, number>();
  segments.forEach(({ f, g }, i) => {
    at.set(f * b.nf + (g - a.nf), i);
  });
  return (i) => {
    const { face } = hull.polygons[i];
    let first = segments.length + face;
    for (const j of hull.beyond[i]) {
      if (j < 0) continue;
      const other = hull.polygons[j].face;
      if (face < a.nf === other < a.nf) continue;
      const key = face < a.nf ? face * b.nf + (other - a.nf) : other * b.nf + (face - a.nf);
      first = Math.min(first, at.get(key) ?? first);
    }
    return first;
  };
}

function largestCoordinate(vertices: Float64Array): number {
  let largest = 0;
  for (const x of vertices) if (Math.abs(x) > largest) largest = Math.abs(x);
  return largest;
}

function sorted({ onFace }: Crossings, from: number, end: number): Uint32Array {
  const list = [...onFace.keys()].filter((face) => face >= from && face < end);
  return Uint32Array.from(list, (face) => face - from).sort();
}

/** Polygons as triangles, with only the points that they use. */
function writeSurface(
  { a }: Bodies,
  { polygons }: Hull,
  near: readonly number[],
  regionOf: Int32Array,
  cutCount: number,
  out: ClippedVolumes,
): void {
  const number = new Map<number, number>();
  const points: number[] = [];
  const numberOf = (p: number): number => {
    let n = number.get(p);
    if (n === undefined) {
      n = number.size;
      number.set(p, n);
      points.push(near[3 * p], near[3 * p + 1], near[3 * p + 2]);
    }
    return n;
  };
  const triangles: number[] = [];
  const polygonOf: number[] = [];
  polygons.forEach(({ corners }, i) => {
    eachTriangle(corners, (p, q, r) => {
      triangles.push(numberOf(p), numberOf(q), numberOf(r));
      polygonOf.push(i);
    });
  });
  out.points = Float64Array.from(points);
  out.triangles = Uint32Array.from(triangles);
  out.body = Uint8Array.from(polygonOf, (i) => (polygons[i].face < a.nf ? 0 : 1));
  out.source = Uint32Array.from(polygonOf, (i) => polygons[i].face - (polygons[i].face < a.nf ? 0 : a.nf));
  out.kind = Uint8Array.from(polygonOf, (i) => (i < cutCount ? CLIPPED.cut : CLIPPED.inner));
  out.region = Int32Array.from(polygonOf, (i) => regionOf[i]);
}

/**
 * Regions of both senses have the same volume and centroid, up to rounding; those that do share their vector areas.
 * Returns the weight of the second sense in each region, ½ or 1, and the regions of the first sense as numbers of the
 * second, −1 for none.
 */
function meanAreas({ count, values }: Overlap, before: Float64Array): { weight: Float64Array; now: Int32Array } {
  const weight = new Float64Array(count).fill(1);
  const now = new Int32Array(before.length / OVERLAP_SIZE).fill(-1);
  for (let r = 0; r < count; r++) {
    const o = OVERLAP_SIZE * r;
    const q = now.findIndex((taken, p) => taken < 0 && isSame(values, o, before, OVERLAP_SIZE * p));
    if (q < 0) continue;
    now[q] = r;
    weight[r] = 0.5;
    for (let k = OVERLAP.area; k < OVERLAP.area + 3; k++) {
      values[o + k] = 0.5 * (values[o + k] + before[OVERLAP_SIZE * q + k]);
    }
  }
  return { weight, now };
}

function isSame(x: Float64Array, o: number, y: Float64Array, p: number): boolean {
  const size = Math.sqrt(x[o + OVERLAP.inertia] / x[o] + x[o + OVERLAP.inertia + 1] / x[o]);
  if (Math.abs(x[o] - y[p]) > 1e-9 * x[o]) return false;
  for (let k = 1; k < 4; k++) if (Math.abs(x[o + k] - y[p + k]) > 1e-9 * size) return false;
  return true;
}
