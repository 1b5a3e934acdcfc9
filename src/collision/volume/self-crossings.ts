import type { MeshTree } from "../../geometry/tree/mesh-tree.js";
import { createPairSink, treePairs } from "../../geometry/tree/pairs.js";
import { coplanarTrianglesMeet } from "../../geometry/triangle/coplanar.js";
import { createCrossing, intersectTriangles } from "../../geometry/triangle/intersect.js";
import { orientSign } from "../../geometry/triangle/orientation.js";

/** Two triangles of one mesh that cross. */
export type SelfCrossing = readonly [number, number];

/** At most this many pairs are listed. */
const MAX_CROSSINGS = 1000;

/**
 * Pairs of triangles of one mesh whose insides cross or cover each other, exact. Triangles that touch do not cross;
 * neighbours across an edge cross when one is folded onto the other, neighbours at a vertex when an edge of one pierces
 * the other.
 */
export function findSelfCrossings(tree: MeshTree): SelfCrossing[] {
  const { vertices, triangles } = tree.mesh;
  const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  let sink = createPairSink(16 * triangles.length);
  for (;;) {
    treePairs(tree, tree, identity, sink);
    if (!sink.overflow) break;
    sink = createPairSink(sink.pairs.length);
  }
  const found: SelfCrossing[] = [];
  for (let i = 0; i < sink.count; i++) {
    const f = sink.pairs[2 * i];
    const g = sink.pairs[2 * i + 1];
    if (f < g && cross(vertices, triangles, f, g)) found.push([f, g]);
  }
  return found.sort(([a, b], [c, d]) => a - c || b - d).slice(0, MAX_CROSSINGS);
}

const crossing = createCrossing();

function cross(v: Float64Array, t: Uint32Array, f: number, g: number): boolean {
  const a = [t[3 * f], t[3 * f + 1], t[3 * f + 2]];
  const b = [t[3 * g], t[3 * g + 1], t[3 * g + 2]];
  const common = a.filter((x) => b.includes(x));
  if (common.length === 3) return true;
  const heights = b.map((x) => orientSign(v, a[0], a[1], a[2], x));
  if (heights.every((h) => h === 0))
    return common.length === 2 ? folded(v, a, b, common) : covers(v, a, b, common.length);
  if (common.length === 0) {
    return intersectTriangles(v, a[0], a[1], a[2], v, b[0], b[1], b[2], "exclude", crossing);
  }
  return common.length === 1 && (pierces(v, a, b, common[0]) || pierces(v, b, a, common[0]));
}

/** Coplanar neighbours across an edge whose third corners lie on the same side of it. */
function folded(v: Float64Array, a: number[], b: number[], common: number[]): boolean {
  const [p] = a.filter((x) => !common.includes(x));
  const [q] = b.filter((x) => !common.includes(x));
  return sameSide(v, common[0], common[1], p, q);
}

/** (e − s) × (p − s) and (e − s) × (q − s) point the same way; all four in one plane. */
function sameSide(v: Float64Array, s: number, e: number, p: number, q: number): boolean {
  const d = (i: number, k: number) => v[3 * i + k] - v[3 * s + k];
  const normal = (i: number) => [
    d(e, 1) * d(i, 2) - d(e, 2) * d(i, 1),
    d(e, 2) * d(i, 0) - d(e, 0) * d(i, 2),
    d(e, 0) * d(i, 1) - d(e, 1) * d(i, 0),
  ];
  const [m, n] = [normal(p), normal(q)];
  return m[0] * n[0] + m[1] * n[1] + m[2] * n[2] > 0;
}

/**
 * Coplanar triangles that face the same way and have an area in common: the solid lies twice there. Back to back they
 * only touch.
 */
function covers(v: Float64Array, a: number[], b: number[], common: number): boolean {
  const normal = ([i, j, k]: number[]) => {
    const d = (x: number, c: number) => v[3 * x + c] - v[3 * i + c];
    return [
      d(j, 1) * d(k, 2) - d(j, 2) * d(k, 1),
      d(j, 2) * d(k, 0) - d(j, 0) * d(k, 2),
      d(j, 0) * d(k, 1) - d(j, 1) * d(k, 0),
    ];
  };
  const [m, n] = [normal(a), normal(b)];
  if (m[0] * n[0] + m[1] * n[1] + m[2] * n[2] <= 0) return false;
  // common corners alone are no area: shrink one triangle a little towards its middle
  const points = new Float64Array(18);
  const middle = [0, 1, 2].map((k) => (v[3 * a[0] + k] + v[3 * a[1] + k] + v[3 * a[2] + k]) / 3);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) {
      points[3 * c + k] = v[3 * a[c] + k] + 1e-9 * (middle[k] - v[3 * a[c] + k]);
      points[9 + 3 * c + k] = v[3 * b[c] + k];
    }
  }
  return common < 3 && coplanarTrianglesMeet(points, 0, 1, 2, 3, 4, 5);
}

/** The edge of `a` opposite to the common corner goes through the inside of `b`. */
function pierces(v: Float64Array, a: number[], b: number[], common: number): boolean {
  const [p, q] = a.filter((x) => x !== common);
  const i = b.indexOf(common);
  const [r, s, t] = [b[i], b[(i + 1) % 3], b[(i + 2) % 3]];
  const hp = orientSign(v, r, s, t, p);
  const hq = orientSign(v, r, s, t, q);
  if (hp === 0 || hq === 0 || hp === hq) return false;
  const first = orientSign(v, p, q, r, s);
  return first !== 0 && first === orientSign(v, p, q, s, t) && first === orientSign(v, p, q, t, r);
}
