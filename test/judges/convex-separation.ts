import {
  cross,
  dot,
  facesOf,
  type JudgedShape,
  norm,
  type Placed,
  separationFunction,
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
  const s = separationFunction(a, b);
  let best = -Infinity;
  for (const [x, y, z] of suggested(a, b)) best = Math.max(best, s(x, y, z));
  return best;
}

/** Directions spread evenly over the sphere. */
const SPHERE: V3[] = Array.from({ length: 400 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 400;
  const r = Math.sqrt(1 - z * z);
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});
const STARTS = 3;

/** Greatest s(n) that sampling and pattern search find; a lower bound of the truth, so whoever reports less is wrong. */
export function sampledSeparation(a: Placed, b: Placed, hint: V3): number {
  const s = separationFunction(a, b);
  const directions = [hint, ...suggested(a, b), ...SPHERE];
  const values = directions.map(([x, y, z]) => s(x, y, z));
  let best = -Infinity;
  // from the best few that are not neighbours
  const starts: V3[] = [];
  while (starts.length < STARTS) {
    let top = -1;
    for (let i = 0; i < values.length; i++) if (values[i] > -Infinity && (top < 0 || values[i] > values[top])) top = i;
    if (top < 0) break;
    starts.push(directions[top]);
    best = Math.max(best, climb(s, directions[top], values[top]));
    for (let i = 0; i < values.length; i++) if (dot(directions[i], directions[top]) > 0.97) values[i] = -Infinity;
  }
  return best;
}

const RING = Array.from({ length: 8 }, (_, k) => [Math.cos((Math.PI * k) / 4), Math.sin((Math.PI * k) / 4)]);

/** Pattern search on the sphere: eight neighbours, halving the step when none is better. */
function climb(s: ReturnType<typeof separationFunction>, from: V3, value: number): number {
  let n = from;
  let best = value;
  for (let step = 0.1; step > 1e-8; ) {
    const t = unit(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    const u = cross(n, t);
    let better: V3 | undefined;
    for (const [c, d] of RING) {
      const x = n[0] + step * (c * t[0] + d * u[0]);
      const y = n[1] + step * (c * t[1] + d * u[1]);
      const z = n[2] + step * (c * t[2] + d * u[2]);
      const length = Math.sqrt(x * x + y * y + z * z);
      const value = s(x / length, y / length, z / length);
      if (value > best) {
        best = value;
        better = [x / length, y / length, z / length];
      }
    }
    if (better) n = better;
    else step *= 0.4;
  }
  return best;
}
