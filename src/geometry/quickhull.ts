import { sideOfPlane } from "./predicates.js";

/**
 * Triangulated boundary of a convex hull: facet f has the corners `corner[3f + k]`, counter-clockwise seen from
 * outside, and `neighbour[3f + k]` is the facet across the edge from corner k to corner k + 1.
 */
export interface HullTriangles {
  readonly corner: Int32Array;
  readonly neighbour: Int32Array;
  readonly count: number;
}

/**
 * Quickhull [Barber1996] with an exact visibility test. `v` holds 3 coordinates per point; `simplex` names four points
 * that are not coplanar.
 *
 * A point sees a facet when it lies strictly above the facet's plane, decided exactly; a point in the plane does not.
 * So the hull is at every stage the true hull of the points taken so far, coplanar facets are seen together or not at
 * all, the seen region is a disc, and no new facet is degenerate (a point collinear with a horizon edge is in the
 * planes on both sides of it and sees neither). Distances only choose which point comes next. Coplanar triangles are
 * left as they are: see `hull-faces.ts`.
 */
export function quickhull(v: Float64Array, simplex: readonly [number, number, number, number]): HullTriangles {
  const n = v.length / 3;
  const capacity = Math.max(4, 2 * n - 4);
  const corner = new Int32Array(3 * capacity);
  const neighbour = new Int32Array(3 * capacity);
  const alive = new Uint8Array(capacity);
  // Points above a facet form a linked list; each outside point is in the list of one facet that it sees.
  const firstPoint = new Int32Array(capacity).fill(-1);
  const nextPoint = new Int32Array(n).fill(-1);
  const free: number[] = [];
  let used = 0;

  const addFacet = (a: number, b: number, c: number): number => {
    const f = free.length > 0 ? free.pop()! : used++;
    corner[3 * f] = a;
    corner[3 * f + 1] = b;
    corner[3 * f + 2] = c;
    alive[f] = 1;
    firstPoint[f] = -1;
    return f;
  };
  const sees = (p: number, f: number) => sideOfPlane(v, corner[3 * f], corner[3 * f + 1], corner[3 * f + 2], p) > 0;
  const assign = (p: number, facets: readonly number[]) => {
    for (const f of facets) {
      if (sees(p, f)) {
        nextPoint[p] = firstPoint[f];
        firstPoint[f] = p;
        return;
      }
    }
  };

  const start = startFacets(v, simplex, addFacet, neighbour);
  for (let p = 0; p < n; p++) if (!simplex.includes(p)) assign(p, start);

  const pending = [...start].reverse();
  const mark = new Int32Array(capacity).fill(-1); // 2·round when seen in that round, 2·round + 1 when tested and not seen
  const facetFrom = new Int32Array(n); // new facet whose horizon edge starts at this point
  for (let round = 0; pending.length > 0; ) {
    const f = pending.pop()!;
    if (!alive[f] || firstPoint[f] < 0) continue;
    const p = takeFarthest(v, corner, f, firstPoint, nextPoint);

    // the facets that p sees, spreading from f
    const seen = [f];
    mark[f] = 2 * round;
    for (let i = 0; i < seen.length; i++) {
      for (let e = 3 * seen[i]; e < 3 * seen[i] + 3; e++) {
        const g = neighbour[e];
        if (mark[g] >= 2 * round) continue;
        const visible = sees(p, g);
        mark[g] = visible ? 2 * round : 2 * round + 1;
        if (visible) seen.push(g);
      }
    }

    // the horizon: edges a → b with a seen facet on the left and an unseen one beyond; and the points set free
    const horizon: number[] = []; // triples a, b, facet beyond
    const orphans: number[] = [];
    for (const g of seen) {
      for (let k = 0; k < 3; k++) {
        const beyond = neighbour[3 * g + k];
        if (mark[beyond] !== 2 * round) horizon.push(corner[3 * g + k], corner[3 * g + ((k + 1) % 3)], beyond);
      }
      for (let q = firstPoint[g]; q >= 0; q = nextPoint[q]) orphans.push(q);
    }
    for (const g of seen) {
      alive[g] = 0;
      free.push(g);
    }

    // a new facet from every horizon edge to p
    const created: number[] = [];
    for (let i = 0; i < horizon.length; i += 3) {
      const [a, b, beyond] = [horizon[i], horizon[i + 1], horizon[i + 2]];
      const g = addFacet(a, b, p);
      created.push(g);
      facetFrom[a] = g;
      neighbour[3 * g] = beyond;
      for (let e = 3 * beyond; e < 3 * beyond + 3; e++) if (corner[e] === b) neighbour[e] = g;
    }
    for (const g of created) {
      const right = facetFrom[corner[3 * g + 1]];
      neighbour[3 * g + 1] = right;
      neighbour[3 * right + 2] = g;
      mark[g] = -1;
    }
    for (const q of orphans) assign(q, created);
    for (const g of created) if (firstPoint[g] >= 0) pending.push(g);
    round++;
  }
  return compact(corner, neighbour, alive, used);
}

/** The four facets of the first tetrahedron, outward oriented and linked. */
function startFacets(
  v: Float64Array,
  simplex: readonly [number, number, number, number],
  addFacet: (a: number, b: number, c: number) => number,
  neighbour: Int32Array,
): number[] {
  let [a, b, c] = simplex;
  const d = simplex[3];
  if (sideOfPlane(v, a, b, c, d) > 0) [b, c] = [c, b];
  const facets = [addFacet(a, b, c), addFacet(a, d, b), addFacet(b, d, c), addFacet(c, d, a)];
  const [f0, f1, f2, f3] = facets;
  neighbour.set([f1, f2, f3], 3 * f0);
  neighbour.set([f3, f2, f0], 3 * f1);
  neighbour.set([f1, f3, f0], 3 * f2);
  neighbour.set([f2, f1, f0], 3 * f3);
  return facets;
}

/**
 * Removes from the list of facet f the point farthest above its plane (to rounding: any choice gives the same hull).
 */
function takeFarthest(
  v: Float64Array,
  corner: Int32Array,
  f: number,
  firstPoint: Int32Array,
  nextPoint: Int32Array,
): number {
  const a = 3 * corner[3 * f];
  const b = 3 * corner[3 * f + 1];
  const c = 3 * corner[3 * f + 2];
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const uz = v[b + 2] - v[a + 2];
  const wx = v[c] - v[a];
  const wy = v[c + 1] - v[a + 1];
  const wz = v[c + 2] - v[a + 2];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  let best = firstPoint[f];
  let beforeBest = -1;
  let bestHeight = -Infinity;
  let before = -1;
  for (let p = firstPoint[f]; p >= 0; p = nextPoint[p]) {
    const height = nx * (v[3 * p] - v[a]) + ny * (v[3 * p + 1] - v[a + 1]) + nz * (v[3 * p + 2] - v[a + 2]);
    if (height > bestHeight) {
      best = p;
      beforeBest = before;
      bestHeight = height;
    }
    before = p;
  }
  if (beforeBest < 0) firstPoint[f] = nextPoint[best];
  else nextPoint[beforeBest] = nextPoint[best];
  return best;
}

/** Drops the facets that are no longer alive and renumbers the rest. */
function compact(corner: Int32Array, neighbour: Int32Array, alive: Uint8Array, used: number): HullTriangles {
  const newIndex = new Int32Array(used).fill(-1);
  let count = 0;
  for (let f = 0; f < used; f++) if (alive[f]) newIndex[f] = count++;
  const corners = new Int32Array(3 * count);
  const neighbours = new Int32Array(3 * count);
  for (let f = 0; f < used; f++) {
    if (!alive[f]) continue;
    for (let k = 0; k < 3; k++) {
      corners[3 * newIndex[f] + k] = corner[3 * f + k];
      neighbours[3 * newIndex[f] + k] = newIndex[neighbour[3 * f + k]];
    }
  }
  return { corner: corners, neighbour: neighbours, count };
}
