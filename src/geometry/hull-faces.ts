import { sideOfPlane } from "./predicates.js";
import type { HullTriangles } from "./quickhull.js";

/**
 * Joins the coplanar triangles of a hull into polygons, as vertex loops of the input points, counter-clockwise seen
 * from outside.
 *
 * With `tolerance` 0, triangles are joined exactly when they lie in one plane (exact predicate): every polygon is
 * planar and strictly convex, and points inside a face or an edge of the hull are not vertices.
 *
 * With a positive tolerance (m), a face grows from its largest triangle over neighbours whose corners all lie within
 * `tolerance` of that triangle's plane, and points within `tolerance` of the straight edge between two faces are
 * dropped: the noise of rounded coordinates disappears. Where that would give a polygon that is not convex within the
 * tolerance (a finely curved surface rather than a noisy plane), the exact faces are kept instead.
 */
export function hullFaces(v: Float64Array, hull: HullTriangles, tolerance: number): number[][] {
  const bySize = largestFirst(v, hull);
  const everything = new Uint8Array(hull.count).fill(1);
  const exact = groupFacets(v, hull, bySize, everything, 0);
  if (tolerance === 0) {
    const loops = exact.seeds.map((seed, g) => boundaryLoop(hull, exact.of, g, seed));
    return straighten(v, loops, 0);
  }

  // Join within the tolerance; keep the exact faces of every group that does not come out convex; repeat until all do.
  const keepExact = new Uint8Array(hull.count);
  for (;;) {
    const group = groupFacets(v, hull, bySize, keepExact, tolerance);
    const loops = group.seeds.map((seed, g) => boundaryLoop(hull, group.of, g, seed));
    const faces = straighten(v, loops, tolerance);
    const failed = new Uint8Array(exact.seeds.length);
    faces.forEach((face, g) => {
      const seed = group.seeds[g];
      const isDisc = loops[g].length === group.borderEdges[g];
      if (
        keepExact[seed] ||
        face.length < 3 ||
        (isDisc && isConvexLoop(v, face, facetNormal(v, hull, seed), tolerance))
      )
        return;
      for (let f = 0; f < hull.count; f++) if (group.of[f] === g) failed[exact.of[f]] = 1;
    });
    if (!failed.includes(1)) return faces.filter((face) => face.length > 2);
    for (let f = 0; f < hull.count; f++) if (failed[exact.of[f]]) keepExact[f] = 1;
  }
}

interface FacetGroups {
  /** Group of each facet. */
  readonly of: Int32Array;
  /** The facet from which each group grew. */
  readonly seeds: number[];
  /** Number of triangle edges on the border of each group. */
  readonly borderEdges: number[];
}

function groupFacets(
  v: Float64Array,
  hull: HullTriangles,
  bySize: readonly number[],
  keepExact: Uint8Array,
  tolerance: number,
): FacetGroups {
  const of = new Int32Array(hull.count).fill(-1);
  const seeds: number[] = [];
  // Exact faces first, whole, so that no other group can take a piece of them.
  for (const seed of [...bySize.filter((f) => keepExact[f]), ...bySize.filter((f) => !keepExact[f])]) {
    if (of[seed] >= 0) continue;
    const g = seeds.length;
    seeds.push(seed);
    of[seed] = g;
    const normal = facetNormal(v, hull, seed);
    const members = [seed];
    for (let i = 0; i < members.length; i++) {
      for (let e = 3 * members[i]; e < 3 * members[i] + 3; e++) {
        const f = hull.neighbour[e];
        if (of[f] >= 0) continue;
        const joins = keepExact[seed]
          ? isExactlyInPlane(v, hull, seed, f)
          : isNearPlane(v, hull, seed, normal, f, tolerance);
        if (!joins) continue;
        of[f] = g;
        members.push(f);
      }
    }
  }
  const borderEdges = new Array<number>(seeds.length).fill(0);
  for (let e = 0; e < 3 * hull.count; e++) {
    const g = of[Math.floor(e / 3)];
    if (of[hull.neighbour[e]] !== g) borderEdges[g]++;
  }
  return { of, seeds, borderEdges };
}

function isExactlyInPlane(v: Float64Array, { corner }: HullTriangles, seed: number, f: number): boolean {
  const s = 3 * seed;
  for (let k = 3 * f; k < 3 * f + 3; k++) {
    if (sideOfPlane(v, corner[s], corner[s + 1], corner[s + 2], corner[k]) !== 0) return false;
  }
  return true;
}

function isNearPlane(
  v: Float64Array,
  hull: HullTriangles,
  seed: number,
  n: Float64Array,
  f: number,
  tolerance: number,
): boolean {
  const o = 3 * hull.corner[3 * seed];
  for (let k = 3 * f; k < 3 * f + 3; k++) {
    const p = 3 * hull.corner[k];
    const height = n[0] * (v[p] - v[o]) + n[1] * (v[p + 1] - v[o + 1]) + n[2] * (v[p + 2] - v[o + 2]);
    if (!(Math.abs(height) <= tolerance)) return false;
  }
  const m = facetNormal(v, hull, f);
  return n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > 0;
}

/** Walks around the border of a group, starting from the border edge of lowest number near its seed. */
function boundaryLoop(hull: HullTriangles, of: Int32Array, g: number, seed: number): number[] {
  const { corner, neighbour } = hull;
  let first = -1;
  for (let e = 3 * seed; e < 3 * seed + 3 && first < 0; e++) if (of[neighbour[e]] !== g) first = e;
  for (let e = 0; e < neighbour.length && first < 0; e++) {
    if (of[Math.floor(e / 3)] === g && of[neighbour[e]] !== g) first = e;
  }
  const loop: number[] = [];
  let e = first;
  do {
    loop.push(corner[e]);
    // the next edge around this triangle; while it is inside the group, cross it and take the next one there
    e = nextEdge(e);
    while (of[neighbour[e]] === g) {
      const end = corner[nextEdge(e)];
      const across = neighbour[e];
      for (let k = 3 * across; k < 3 * across + 3; k++) if (corner[k] === end) e = nextEdge(k);
    }
  } while (e !== first && loop.length < corner.length);
  return loop;
}

function nextEdge(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

/**
 * Drops the points along straight edges. A sliver whose middle corner goes becomes an edge itself (a loop of two),
 * where its two neighbours now meet; that may leave more points between two faces only, so repeat while anything
 * changes.
 */
function straighten(v: Float64Array, loops: readonly number[][], tolerance: number): number[][] {
  let faces = loops.slice();
  for (;;) {
    const dropped = straightEdgePoints(v, faces, tolerance);
    if (!dropped.includes(1)) return faces;
    faces = faces.map((loop) => loop.filter((p) => !dropped[p]));
  }
}

/**
 * Points that only two faces share lie along an edge, not at a corner. Each run of them between two corners is dropped
 * when all lie within `tolerance` of the straight line between the corners; with exact faces they always do.
 */
function straightEdgePoints(v: Float64Array, loops: readonly number[][], tolerance: number): Uint8Array {
  const faces = new Int32Array(v.length / 3);
  for (const loop of loops) if (loop.length > 2) for (const p of loop) faces[p]++;
  const dropped = new Uint8Array(faces.length);
  for (const loop of loops) {
    const begin = loop.findIndex((p) => faces[p] > 2);
    if (begin < 0 || loop.length < 3) continue;
    for (let i = 0; i < loop.length; ) {
      const from = loop[(begin + i) % loop.length];
      const run: number[] = [];
      let to = loop[(begin + ++i) % loop.length];
      while (faces[to] <= 2) {
        run.push(to);
        to = loop[(begin + ++i) % loop.length];
      }
      if (tolerance === 0 || run.every((p) => distanceToLine(v, from, to, p) <= tolerance)) {
        for (const p of run) dropped[p] = 1;
      }
    }
  }
  return dropped;
}

function distanceToLine(v: Float64Array, from: number, to: number, p: number): number {
  const [a, b, c] = [3 * from, 3 * to, 3 * p];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  const [x, y, z] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  return Math.sqrt((x * x + y * y + z * z) / (ux * ux + uy * uy + uz * uz));
}

/** No corner of the loop is reflex by more than `tolerance`, and the loop turns once. */
function isConvexLoop(v: Float64Array, loop: readonly number[], n: Float64Array, tolerance: number): boolean {
  if (loop.length < 3) return false;
  if (new Set(loop).size !== loop.length) return false;
  let area = 0;
  for (let i = 0; i < loop.length; i++) {
    const [a, b, c] = [loop[i], loop[(i + 1) % loop.length], loop[(i + 2) % loop.length]];
    const turn = normalTurn(v, a, b, c, n);
    if (turn < 0 && distanceToLine(v, a, c, b) > tolerance) return false;
    area += normalTurn(v, loop[0], a, b, n);
  }
  return area > 0;
}

/** n · ((b − a) × (c − a)): twice the area of the triangle as seen along −n. */
function normalTurn(v: Float64Array, ia: number, ib: number, ic: number, n: Float64Array): number {
  const [a, b, c] = [3 * ia, 3 * ib, 3 * ic];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  return n[0] * (uy * wz - uz * wy) + n[1] * (uz * wx - ux * wz) + n[2] * (ux * wy - uy * wx);
}

/** Unit normal of a facet, and twice its area in the fourth number. */
function facetNormal(v: Float64Array, { corner }: HullTriangles, f: number): Float64Array {
  const [a, b, c] = [3 * corner[3 * f], 3 * corner[3 * f + 1], 3 * corner[3 * f + 2]];
  const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
  const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
  const [x, y, z] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? Float64Array.of(x / length, y / length, z / length, length) : new Float64Array(4);
}

function largestFirst(v: Float64Array, hull: HullTriangles): number[] {
  const size = Float64Array.from({ length: hull.count }, (_, f) => facetNormal(v, hull, f)[3]);
  return Array.from({ length: hull.count }, (_, f) => f).sort((a, b) => size[b] - size[a] || a - b);
}
