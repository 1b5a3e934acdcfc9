/** Land around a terrain out to the horizon: a strip around its rim that widens with the distance. */

/** Distances of the rings from the rim, m. */
const RINGS = [0, 1, 3, 7, 14, 25, 40, 60, 90, 130, 190, 280, 420, 700];

/**
 * Rings around the rim of a grid: column and row of the nearest point of the rim and metres outward of it; and the
 * direction outward, as normals.
 */
export function landGrid(
  columns: number,
  rows: number,
): { points: Float32Array; normals: Float32Array; triangles: Uint32Array } {
  const around: [i: number, j: number, x: number, y: number][] = [];
  const [right, top] = [columns - 1, rows - 1];
  const corner = (i: number, j: number, from: number) => {
    for (let k = 0; k <= 6; k++) {
      const angle = from + (k * Math.PI) / 12;
      around.push([i, j, Math.cos(angle), Math.sin(angle)]);
    }
  };
  const side = (n: number, point: (k: number) => [number, number], x: number, y: number) => {
    for (let k = 1; k < n; k++) around.push([...point(k), x, y]);
  };
  corner(0, 0, -Math.PI);
  side(right, (k) => [k, 0], 0, -1);
  corner(right, 0, -Math.PI / 2);
  side(top, (k) => [right, k], 1, 0);
  corner(right, top, 0);
  side(right, (k) => [right - k, top], 0, 1);
  corner(0, top, Math.PI / 2);
  side(top, (k) => [0, top - k], -1, 0);
  const n = around.length;
  const points = new Float32Array(3 * n * RINGS.length);
  const normals = new Float32Array(points.length);
  const triangles = new Uint32Array(6 * n * (RINGS.length - 1));
  RINGS.forEach((distance, r) => {
    around.forEach(([i, j, x, y], k) => {
      const v = r * n + k;
      points.set([i, j, distance], 3 * v);
      normals.set([x, y, 0], 3 * v);
      if (r === RINGS.length - 1) return;
      const next = r * n + ((k + 1) % n);
      triangles.set([v, v + n, next, next, v + n, next + n], 6 * v);
    });
  });
  return { points, normals, triangles };
}
