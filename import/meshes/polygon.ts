/** Triangles of a polygon in space, by the numbers of its corners within `corners`; it may be concave. */
export function triangulateFace(corners: readonly number[], positions: ArrayLike<number>): number[] {
  const n = corners.length;
  if (n < 3) return [];
  const [u, v] = flatten(corners, positions);
  if (isConvex(u, v)) return Array.from({ length: n - 2 }, (_, k) => [0, k + 1, k + 2]).flat();
  return clipEars(u, v);
}

/** Corners in the plane whose normal is Newell's, counter-clockwise. */
function flatten(corners: readonly number[], p: ArrayLike<number>): [number[], number[]] {
  let [nx, ny, nz] = [0, 0, 0];
  const n = corners.length;
  for (let k = 0; k < n; k++) {
    const a = 3 * corners[k];
    const b = 3 * corners[(k + 1) % n];
    nx += (p[a + 1] - p[b + 1]) * (p[a + 2] + p[b + 2]);
    ny += (p[a + 2] - p[b + 2]) * (p[a] + p[b]);
    nz += (p[a] - p[b]) * (p[a + 1] + p[b + 1]);
  }
  // the axis along which the polygon is seen best is left out; the order keeps its sense
  const [x, y, z] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const [i, j] =
    z >= x && z >= y ? (nz >= 0 ? [0, 1] : [1, 0]) : y >= x ? (ny >= 0 ? [2, 0] : [0, 2]) : nx >= 0 ? [1, 2] : [2, 1];
  return [corners.map((c) => p[3 * c + i]), corners.map((c) => p[3 * c + j])];
}

function turn(u: readonly number[], v: readonly number[], a: number, b: number, c: number): number {
  return (u[b] - u[a]) * (v[c] - v[a]) - (v[b] - v[a]) * (u[c] - u[a]);
}

function isConvex(u: readonly number[], v: readonly number[]): boolean {
  const n = u.length;
  for (let k = 0; k < n; k++) if (turn(u, v, k, (k + 1) % n, (k + 2) % n) < 0) return false;
  return true;
}

function clipEars(u: readonly number[], v: readonly number[]): number[] {
  const left = u.map((_, k) => k);
  const out: number[] = [];
  while (left.length > 3) {
    const ear = left.findIndex((_, k) => isEar(u, v, left, k));
    // none is left where the outline crosses itself: any corner will do
    const k = ear < 0 ? 0 : ear;
    const n = left.length;
    out.push(left[(k + n - 1) % n], left[k], left[(k + 1) % n]);
    left.splice(k, 1);
  }
  out.push(left[0], left[1], left[2]);
  return out;
}

function isEar(u: readonly number[], v: readonly number[], left: readonly number[], k: number): boolean {
  const n = left.length;
  const a = left[(k + n - 1) % n];
  const b = left[k];
  const c = left[(k + 1) % n];
  if (turn(u, v, a, b, c) <= 0) return false;
  return left.every(
    (p) =>
      p === a || p === b || p === c || turn(u, v, a, b, p) < 0 || turn(u, v, b, c, p) < 0 || turn(u, v, c, a, p) < 0,
  );
}
