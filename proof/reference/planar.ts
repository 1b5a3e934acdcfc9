/** Planar geometry by brute force, for judging contact: convex polygons are lists of points, counter-clockwise. */

export type Point = readonly [x: number, y: number];

/** Points rotated by an angle and moved. */
export function movePoints(points: readonly Point[], x: number, y: number, angle: number): Point[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return points.map(([u, v]): Point => [x + c * u - s * v, y + s * u + c * v]);
}

const edges = (polygon: readonly Point[]) => polygon.map((p, i) => [p, polygon[(i + 1) % polygon.length]] as const);

/**
 * Area of the common part of two convex polygons, by clipping one by each edge of the other (Sutherland and Hodgman).
 */
export function commonArea(a: readonly Point[], b: readonly Point[]): number {
  let rest = [...a];
  for (const [p, q] of edges(b)) {
    const side = ([x, y]: Point) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    rest = edges(rest).flatMap(([u, v]): Point[] => {
      const [su, sv] = [side(u), side(v)];
      const cut = su / (su - sv);
      const crossing: Point[] = su * sv < 0 ? [[u[0] + cut * (v[0] - u[0]), u[1] + cut * (v[1] - u[1])]] : [];
      return su >= 0 ? [u, ...crossing] : crossing;
    });
  }
  return edges(rest).reduce((sum, [p, q]) => sum + (p[0] * q[1] - q[0] * p[1]) / 2, 0);
}

/** Least translation that parts two overlapping convex polygons: over the normals of all edges of both. */
export function leastTranslation(a: readonly Point[], b: readonly Point[]): number {
  const depth = (p: readonly Point[], q: readonly Point[]) =>
    Math.min(
      ...edges(p).map(([u, v]) => {
        const length = Math.hypot(v[0] - u[0], v[1] - u[1]);
        const [nx, ny] = [(v[1] - u[1]) / length, (u[0] - v[0]) / length];
        return -Math.min(...q.map(([x, y]) => nx * (x - u[0]) + ny * (y - u[1])));
      }),
    );
  return Math.min(depth(a, b), depth(b, a));
}

/** Distance of a point from a segment. */
export function segmentDistance([x, y]: Point, [a, b]: readonly [Point, Point]): number {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.min(1, Math.max(0, ((x - a[0]) * ex + (y - a[1]) * ey) / (ex * ex + ey * ey)));
  return Math.hypot(x - a[0] - t * ex, y - a[1] - t * ey);
}

/** Distance of the borders of two polygons that do not cross: over all vertices and edges. */
export function borderDistance(a: readonly Point[], b: readonly Point[]): number {
  const from = (p: readonly Point[], q: readonly Point[]) =>
    Math.min(...p.flatMap((point) => edges(q).map((edge) => segmentDistance(point, edge))));
  return Math.min(from(a, b), from(b, a));
}

/** Distance of a point from a polygon's border, negative inside (of a convex polygon). */
export function signedDistance(point: Point, polygon: readonly Point[]): number {
  const inside = edges(polygon).every(
    ([p, q]) => (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0]) > 0,
  );
  const distance = Math.min(...edges(polygon).map((edge) => segmentDistance(point, edge)));
  return inside ? -distance : distance;
}
