import { cos, sin } from "../math/elementary.js";
import { turn } from "./predicates.js";
import type { GeometryProblem, Polygon } from "./types.js";

/** Polygons in the plane: generators and checks. */

/** Regular n-gon by circumradius, centred on the origin, first vertex on the x axis. */
export function regularPolygon(n: number, radius: number): Polygon {
  const vertices = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n;
    vertices[2 * i] = radius * cos(angle);
    vertices[2 * i + 1] = radius * sin(angle);
  }
  return { vertices };
}

/** Rectangle with half sides hx, hy, centred on the origin. */
export function rectangle(hx: number, hy: number): Polygon {
  return { vertices: Float64Array.of(-hx, -hy, hx, -hy, hx, hy, -hx, hy) };
}

/** x → (sx x, sy y); a mirror image is reversed so that it stays counter-clockwise. */
export function scalePolygon({ vertices }: Polygon, sx: number, sy: number): Polygon {
  const n = vertices.length / 2;
  const out = new Float64Array(vertices.length);
  for (let i = 0; i < n; i++) {
    const k = sx * sy < 0 ? n - 1 - i : i;
    out[2 * i] = sx * vertices[2 * k];
    out[2 * i + 1] = sy * vertices[2 * k + 1];
  }
  return { vertices: out };
}

export type PolygonProblemKind =
  | "malformed"
  | "non-finite-vertex"
  | "repeated-vertex"
  | "crossing"
  | "clockwise"
  | "zero-area";

/** Problems of a polygon that should be simple and counter-clockwise; empty when it is. O(n²), exact. */
export function inspectPolygon({ vertices: v }: Polygon): GeometryProblem<PolygonProblemKind>[] {
  const problem = (kind: PolygonProblemKind, message: string, elements: number[] = []) => [{ kind, message, elements }];
  const n = Math.floor(v.length / 2);
  if (v.length % 2 !== 0) return problem("malformed", `expected 2 coordinates per vertex, got ${v.length} numbers`);
  if (n < 3) return problem("malformed", `a polygon needs at least 3 vertices, got ${n}`);
  for (let i = 0; i < n; i++) {
    if (!(Number.isFinite(v[2 * i]) && Number.isFinite(v[2 * i + 1]))) {
      return problem(
        "non-finite-vertex",
        `vertex ${i} is at [${v[2 * i]}, ${v[2 * i + 1]}], not at finite coordinates`,
        [i],
      );
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (v[2 * i] === v[2 * j] && v[2 * i + 1] === v[2 * j + 1]) {
        return problem("repeated-vertex", `vertices ${i} and ${j} are at the same position`, [i, j]);
      }
    }
  }
  if (isFlat(v)) return problem("zero-area", "all vertices lie on one line");
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (edgesMeet(v, n, i, j)) return problem("crossing", `edges ${i} and ${j} cross or touch`, [i, j]);
    }
  }
  // A simple polygon turns at its lowest, then leftmost vertex the way that it runs as a whole.
  let low = 0;
  for (let i = 1; i < n; i++) {
    if (v[2 * i + 1] < v[2 * low + 1] || (v[2 * i + 1] === v[2 * low + 1] && v[2 * i] < v[2 * low])) low = i;
  }
  if (turnAt(v, (low + n - 1) % n, low, (low + 1) % n) < 0) return problem("clockwise", "the vertices run clockwise");
  return [];
}

function turnAt(v: Float64Array, a: number, b: number, c: number): number {
  return turn(v[2 * a], v[2 * a + 1], v[2 * b], v[2 * b + 1], v[2 * c], v[2 * c + 1]);
}

function isFlat(v: Float64Array): boolean {
  for (let i = 2; i < v.length / 2; i++) if (turnAt(v, 0, 1, i) !== 0) return false;
  return true;
}

/** Edges i and j (from vertex i to i + 1, no vertices repeated) have a point in common beyond a shared end, where the
 * boundary may turn but not run back on itself. */
function edgesMeet(v: Float64Array, n: number, i: number, j: number): boolean {
  const a = i;
  const b = (i + 1) % n;
  const c = j;
  const d = (j + 1) % n;
  if (b === c) return turnAt(v, a, b, d) === 0 && !isBetween(v, b, a, d);
  if (d === a) return turnAt(v, c, a, b) === 0 && !isBetween(v, a, b, c);
  const abc = Math.sign(turnAt(v, a, b, c));
  const abd = Math.sign(turnAt(v, a, b, d));
  const cda = Math.sign(turnAt(v, c, d, a));
  const cdb = Math.sign(turnAt(v, c, d, b));
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isBetween(v, c, a, b)) ||
    (abd === 0 && isBetween(v, d, a, b)) ||
    (cda === 0 && isBetween(v, a, c, d)) ||
    (cdb === 0 && isBetween(v, b, c, d))
  );
}

/** p, known to be on the line through a and b, lies between them. */
function isBetween(v: Float64Array, p: number, a: number, b: number): boolean {
  return (
    Math.min(v[2 * a], v[2 * b]) <= v[2 * p] &&
    v[2 * p] <= Math.max(v[2 * a], v[2 * b]) &&
    Math.min(v[2 * a + 1], v[2 * b + 1]) <= v[2 * p + 1] &&
    v[2 * p + 1] <= Math.max(v[2 * a + 1], v[2 * b + 1])
  );
}
