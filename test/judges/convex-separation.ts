import {
  cross,
  dot,
  facesOf,
  type JudgedShape,
  norm,
  type Placed,
  separationAlong,
  toWorld,
  unit,
  type V3,
} from "./convex-shapes.js";

/**
 * Judges of the greatest separation max s(n) of two convex shapes, slow and independent of the library: for polyhedra all face normals
 * and all cross products of edges without any pruning (exact for overlap); for curved shapes directions spread over the sphere, those that
 * the shapes themselves suggest, and a pattern search from the best of them.
 */

/** Directions of the edges of a shape, and of its straight generators, in its own frame; empty for round shapes. */
function edgeDirections({ form, polyhedron }: JudgedShape): V3[] {
  if (form === "capsule" || form === "cylinder") return [[0, 0, 1]];
  if (form === "box")
    return [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
  if (form !== "hull") return [];
  const v = polyhedron!.vertices;
  const out: V3[] = [];
  const seen = new Set<string>();
  for (const { loop } of facesOf(polyhedron!)) {
    loop.forEach((i, k) => {
      const j = loop[(k + 1) % loop.length];
      const key = `${Math.min(i, j)}:${Math.max(i, j)}`;
      if (seen.has(key)) return;
      seen.add(key);
      out.push(unit([v[3 * j] - v[3 * i], v[3 * j + 1] - v[3 * i + 1], v[3 * j + 2] - v[3 * i + 2]]));
    });
  }
  return out;
}

function faceNormals({ form, polyhedron }: JudgedShape): V3[] {
  const axes: V3[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  if (form === "box" || form === "cylinder" || form === "cone" || form === "ellipsoid") return axes;
  return form === "hull" ? facesOf(polyhedron!).map(({ n }) => n) : [];
}

/** Face normals of both and cross products of all edges, as directions from A to B, both signs. */
function suggested(a: Placed, b: Placed): V3[] {
  const out: V3[] = [];
  const both = (n: V3) => out.push(n, [-n[0], -n[1], -n[2]]);
  for (const s of [a, b]) for (const n of faceNormals(s)) both(toWorld(s, n));
  const edgesB = edgeDirections(b).map((e) => toWorld(b, e));
  for (const e of edgeDirections(a).map((d) => toWorld(a, d))) {
    for (const f of edgesB) {
      const n = cross(e, f);
      if (norm(n) > 1e-10) both(unit(n));
    }
  }
  const centres: V3 = [b.pose[0] - a.pose[0], b.pose[1] - a.pose[1], b.pose[2] - a.pose[2]];
  if (norm(centres) > 1e-9) both(unit(centres));
  return out;
}

/** Greatest s(n) over the normals of all faces that the difference of two polyhedra can have: minus the depth when they overlap. */
export function polyhedralSeparation(a: Placed, b: Placed): number {
  let best = -Infinity;
  for (const n of suggested(a, b)) best = Math.max(best, separationAlong(a, b, n));
  return best;
}

const spread = (count: number): V3[] =>
  Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  });
const SPHERE = spread(1500);

/** Greatest s(n) that sampling and pattern search find; a lower bound of the truth, so whoever reports less is wrong. */
export function sampledSeparation(a: Placed, b: Placed, hint?: V3): number {
  const tried = [...SPHERE, ...suggested(a, b), ...(hint ? [hint] : [])].map((n) => ({
    n,
    s: separationAlong(a, b, n),
  }));
  tried.sort((p, q) => q.s - p.s);
  // the best few that are not neighbours
  const starts: typeof tried = [];
  for (const t of tried) {
    if (starts.length >= 6) break;
    if (starts.every(({ n }) => dot(n, t.n) < 0.97)) starts.push(t);
  }
  return Math.max(...starts.map(({ n, s }) => climb(a, b, n, s)));
}

/** Pattern search on the sphere: eight neighbours, halving the step when none is better. */
function climb(a: Placed, b: Placed, from: V3, value: number): number {
  let n = from;
  let best = value;
  for (let step = 0.05; step > 1e-8; ) {
    const t = unit(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    const u = cross(n, t);
    let better: V3 | undefined;
    for (let k = 0; k < 8; k++) {
      const c = step * Math.cos((Math.PI * k) / 4);
      const d = step * Math.sin((Math.PI * k) / 4);
      const m = unit([0, 1, 2].map((i) => n[i] + c * t[i] + d * u[i]) as V3);
      const s = separationAlong(a, b, m);
      if (s > best) {
        best = s;
        better = m;
      }
    }
    if (better) n = better;
    else step /= 2;
  }
  return best;
}
