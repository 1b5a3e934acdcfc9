import { COORDINATE_LIMIT, turn } from "./predicates.js";
import type { GeometryProblem, TriangleMesh } from "./types.js";

/** Problems of polygonal faces; `elements` are face indices, except for vertices that are not finite. */
export type FaceProblemKind =
  /** The number of coordinates is not a multiple of three, or there are no faces; no elements. */
  | "malformed"
  | "non-finite-vertex"
  /** A face with fewer than three vertices. */
  | "too-few-vertices"
  /** An index that is not the number of a vertex. */
  | "index-out-of-range"
  /** A face that visits a vertex twice. */
  | "repeated-vertex"
  /** A face without area. */
  | "zero-area"
  /** A face whose vertices leave its plane by more than `FACE_FLATNESS` of its size. */
  | "not-planar"
  /** A face whose outline crosses or touches itself. */
  | "self-crossing";

export type FaceProblem = GeometryProblem<FaceProblemKind>;

export type FaceMeshResult =
  | { readonly ok: true; readonly mesh: TriangleMesh; readonly faceOfTriangle: Uint32Array }
  | { readonly ok: false; readonly problems: readonly FaceProblem[] };

/**
 * How far a vertex may lie off the plane of its face, as a fraction of the face's size. Generous enough for coordinates
 * written with six digits; larger deviations mean that the face is bent, and where to fold it would be a guess.
 */
const FACE_FLATNESS = 1e-5;

/**
 * "Vertices and faces" as people write them (3 coordinates per vertex; faces as lists of three or more vertex indices,
 * counter-clockwise seen from outside) to a triangle mesh. Strictly convex faces become fans, others are cut by ear
 * clipping; no vertex is added, moved or left out, and no triangle is degenerate. Lists every face that will not do.
 */
export function meshFromFaces(vertices: Float64Array, faces: readonly ArrayLike<number>[]): FaceMeshResult {
  const bad = checkInput(vertices, faces);
  if (bad.length > 0) return { ok: false, problems: bad };
  const problems: FaceProblem[] = [];
  const triangles: number[] = [];
  const faceOfTriangle: number[] = [];
  for (let f = 0; f < faces.length; f++) {
    const cut = triangulateFace(vertices, faces[f], f);
    if (!Array.isArray(cut)) problems.push(cut as FaceProblem);
    else {
      for (const v of cut) triangles.push(v);
      for (let t = 0; t < cut.length; t += 3) faceOfTriangle.push(f);
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  const mesh = { vertices, triangles: Uint32Array.from(triangles) };
  return { ok: true, mesh, faceOfTriangle: Uint32Array.from(faceOfTriangle) };
}

function checkInput(vertices: Float64Array, faces: readonly ArrayLike<number>[]): FaceProblem[] {
  if (vertices.length % 3 !== 0) {
    const message = `expected 3 coordinates per vertex, got ${vertices.length} numbers`;
    return [{ kind: "malformed", message, elements: [] }];
  }
  if (faces.length === 0) return [{ kind: "malformed", message: "there are no faces", elements: [] }];
  const at = vertices.findIndex((x) => !(Math.abs(x) <= COORDINATE_LIMIT));
  if (at >= 0) {
    const v = Math.floor(at / 3);
    const message = `vertex ${v} has the coordinate ${vertices[at]}, not a finite number`;
    return [{ kind: "non-finite-vertex", message, elements: [v] }];
  }
  const nv = vertices.length / 3;
  const problems: FaceProblem[] = [];
  for (let f = 0; f < faces.length; f++) {
    const face = Array.from(faces[f]);
    const wrong = face.find((v) => !(Number.isInteger(v) && v >= 0 && v < nv));
    const visited = new Set<number>();
    const twice = face.find((v) => visited.size === visited.add(v).size);
    if (face.length < 3) {
      const message = `face ${f} has ${face.length} vertices, and at least 3 are needed`;
      problems.push({ kind: "too-few-vertices", message, elements: [f] });
    } else if (wrong !== undefined) {
      const message = `face ${f} refers to vertex ${wrong}, and there are ${nv} vertices`;
      problems.push({ kind: "index-out-of-range", message, elements: [f] });
    } else if (twice !== undefined) {
      problems.push({ kind: "repeated-vertex", message: `face ${f} visits vertex ${twice} twice`, elements: [f] });
    }
  }
  return problems;
}

/** Triangles of one face, as vertex indices, or its problem. */
function triangulateFace(v: Float64Array, face: ArrayLike<number>, f: number): number[] | FaceProblem {
  const n = face.length;
  const plane = facePlane(v, face);
  if (plane === null) return { kind: "zero-area", message: `face ${f} has no area`, elements: [f] };
  if (plane.deviation > FACE_FLATNESS * plane.size) {
    const message = `face ${f} is not planar: a vertex is ${plane.deviation} m off its plane`;
    return { kind: "not-planar", message, elements: [f] };
  }
  // Flatten by leaving out the coordinate along which the normal is longest; keeps orientation, and is exact.
  const xy = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    xy[2 * i] = v[3 * face[i] + plane.u];
    xy[2 * i + 1] = v[3 * face[i] + plane.v];
  }
  const cut = isStrictlyConvex(xy, n) ? fan(n) : clipEars(xy, n);
  if (cut === null) {
    return { kind: "self-crossing", message: `the outline of face ${f} crosses or touches itself`, elements: [f] };
  }
  return cut.map((i) => face[i]);
}

interface FacePlane {
  /** Coordinates kept when flattening, in an order that keeps the orientation. */
  readonly u: number;
  readonly v: number;
  /** Largest distance of a vertex from the mean plane, m. */
  readonly deviation: number;
  /** Longest extent along a coordinate axis, m. */
  readonly size: number;
}

function facePlane(v: Float64Array, face: ArrayLike<number>): FacePlane | null {
  const n = face.length;
  const mean = [0, 0, 0];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      const x = v[3 * face[i] + k];
      mean[k] += x / n;
      low[k] = Math.min(low[k], x);
      high[k] = Math.max(high[k], x);
    }
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  // Newell's normal: twice the vector area.
  const normal = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const a = 3 * face[i];
    const b = 3 * face[(i + 1) % n];
    for (let k = 0; k < 3; k++) {
      const [u, w] = [(k + 1) % 3, (k + 2) % 3];
      normal[k] += (v[a + u] - mean[u]) * (v[b + w] - mean[w]) - (v[a + w] - mean[w]) * (v[b + u] - mean[u]);
    }
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 8 * n * Number.EPSILON * size * size)) return null;
  let deviation = 0;
  for (let i = 0; i < n; i++) {
    let height = 0;
    for (let k = 0; k < 3; k++) height += (normal[k] * (v[3 * face[i] + k] - mean[k])) / length;
    deviation = Math.max(deviation, Math.abs(height));
  }
  const [x, y, z] = normal.map(Math.abs);
  const axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  const [u, w] = [(axis + 1) % 3, (axis + 2) % 3];
  return normal[axis] > 0 ? { u, v: w, deviation, size } : { u: w, v: u, deviation, size };
}

function isStrictlyConvex(xy: Float64Array, n: number): boolean {
  let changes = 0;
  for (let i = 0; i < n; i++) {
    const [j, k] = [(i + 1) % n, (i + 2) % n];
    if (turnOf(xy, i, j, k) <= 0) return false;
    if (goesRight(xy, i, j) !== goesRight(xy, j, k)) changes++;
  }
  return changes === 2;
}

function goesRight(xy: Float64Array, i: number, j: number): boolean {
  return xy[2 * j] > xy[2 * i] || (xy[2 * j] === xy[2 * i] && xy[2 * j + 1] > xy[2 * i + 1]);
}

function fan(n: number): number[] {
  const triangles: number[] = [];
  for (let i = 2; i < n; i++) triangles.push(0, i - 1, i);
  return triangles;
}

/**
 * Ear clipping [Meisters1975] of a simple counter-clockwise polygon, with exact orientation tests. An ear is a corner
 * that turns left and whose closed triangle holds no other vertex; every simple polygon has one, also with vertices in
 * a straight line. Returns null when there is none, so the polygon is not simple, or when the pieces do not add up to
 * it.
 */
function clipEars(xy: Float64Array, n: number): number[] | null {
  const ring = Array.from({ length: n }, (_, i) => i);
  const triangles: number[] = [];
  let start = 0;
  while (ring.length > 3) {
    const m = ring.length;
    let ear = -1;
    for (let s = 0; s < m && ear < 0; s++) {
      const i = (start + s) % m;
      if (isEar(xy, ring, ring[(i + m - 1) % m], ring[i], ring[(i + 1) % m])) ear = i;
    }
    if (ear < 0) return null;
    triangles.push(ring[(ear + m - 1) % m], ring[ear], ring[(ear + 1) % m]);
    ring.splice(ear, 1);
    // Go on behind the new edge rather than at the same corner again, which would make a thin fan.
    start = (ear + 1) % ring.length;
  }
  if (turnOf(xy, ring[0], ring[1], ring[2]) <= 0) return null;
  triangles.push(ring[0], ring[1], ring[2]);
  return hasCrossing(xy, n) ? null : triangles;
}

function isEar(xy: Float64Array, ring: readonly number[], a: number, b: number, c: number): boolean {
  if (turnOf(xy, a, b, c) <= 0) return false;
  for (const p of ring) {
    if (p === a || p === b || p === c) continue;
    if (turnOf(xy, a, b, p) >= 0 && turnOf(xy, b, c, p) >= 0 && turnOf(xy, c, a, p) >= 0) return false;
  }
  return true;
}

/** Two edges of the outline cross properly (touching is already excluded by the ear test). */
function hasCrossing(xy: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      const [b, d] = [i + 1, (j + 1) % n];
      if (d === i) continue;
      if (
        Math.sign(turnOf(xy, i, b, j)) * Math.sign(turnOf(xy, i, b, d)) < 0 &&
        Math.sign(turnOf(xy, j, d, i)) * Math.sign(turnOf(xy, j, d, b)) < 0
      ) {
        return true;
      }
    }
  }
  return false;
}

function turnOf(xy: Float64Array, a: number, b: number, c: number): number {
  return turn(xy[2 * a], xy[2 * a + 1], xy[2 * b], xy[2 * b + 1], xy[2 * c], xy[2 * c + 1]);
}
