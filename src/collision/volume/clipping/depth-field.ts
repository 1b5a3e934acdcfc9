import { cutPolygon } from "../../../geometry/clip-polygon.js";

/**
 * How deep two surfaces are in each other, seen along a normal n from A to B: over the patch, the plane region that
 * both project to, the depth is
 *
 *   δ(s) = z_A(s) − z_B(s),   V = ∫ δ dS
 *
 * with z the heights along n of A's surface inside B and of B's inside A. Both are made of triangles, so the patch
 * falls into convex pieces, one per pair of triangles that lie over each other, on which δ is linear.
 *
 * More generally the triangles may be those of the whole surface of a region: triangles that face along n bound it
 * above, those that face against n below. Where it folds over itself as seen along n, `between` names the triangles
 * that no piece may have between its two surfaces, judged at its middle.
 */
export interface DepthField {
  /** Corners of the triangles, halfway between both surfaces, 3 numbers each, m. */
  readonly points: Float64Array;
  /** Three corners each, counter-clockwise seen against n. */
  readonly triangles: Uint32Array;
  /** δ of each corner, m. */
  readonly depth: Float64Array;
}

/** Corner of a piece: place in the plane, and heights of A's and B's surface. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

/** A triangle seen along n: corners, counter-clockwise, and its height z = h + p x + q y. */
interface Facet {
  readonly corners: readonly Corner[];
  readonly h: number;
  readonly p: number;
  readonly q: number;
  readonly low: number;
  readonly high: number;
  readonly below: number;
  readonly above: number;
}

/** Facets this steep, as the cosine of the angle to n, are walls: they have no area along n. */
const WALL_COSINE = 1e-6;

/**
 * Overlay of two lists of triangles (9 numbers each) seen along the unit vector `normal`: of the first those that face
 * along it, of the second those that face against it; places relative to `center`.
 */
export function depthField(
  surfaceA: readonly number[],
  surfaceB: readonly number[],
  center: readonly number[],
  normal: readonly number[],
  between: readonly number[] = [],
): DepthField {
  const axes = axesAcross(normal);
  const one = facetsOf(surfaceA, center, axes, 1);
  const other = facetsOf(surfaceB, center, axes, -1);
  const blocking = [...facetsOf(between, center, axes, 1), ...facetsOf(between, center, axes, -1)];
  const byLow = (f: Facet, g: Facet) => f.low - g.low;
  other.sort(byLow);
  blocking.sort(byLow);
  const widestOf = (list: readonly Facet[]) => list.reduce((w, f) => Math.max(w, f.high - f.low), 0);
  const widest = widestOf(other);
  const widestBlocking = widestOf(blocking);
  const points: number[] = [];
  const triangles: number[] = [];
  const depth: number[] = [];
  for (const f of one) {
    for (let i = firstFrom(other, f.low - widest); i < other.length && other[i].low < f.high; i++) {
      const g = other[i];
      if (g.high <= f.low || g.below >= f.above || g.above <= f.below) continue;
      addPiece(f, g);
    }
  }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles), depth: Float64Array.from(depth) };

  function addPiece(f: Facet, g: Facet): void {
    const piece = commonPart(f.corners, g.corners);
    if (piece.length < 3) return;
    const heights = piece.map(({ x, y }) => [f.h + f.p * x + f.q * y, g.h + g.p * x + g.q * y]);
    // surfaces that face away from each other do not overlap
    if (!heights.some(([a, b]) => a > b)) return;
    if (blocking.length > 0) {
      const middle = { x: mean(piece.map(({ x }) => x)), y: mean(piece.map(({ y }) => y)) };
      const [high, low] = [heightOf(f, middle), heightOf(g, middle)];
      if (high <= low || lies(blocking, widestBlocking, middle, low, high)) return;
    }
    const first = depth.length;
    piece.forEach(({ x, y }, i) => {
      const [a, b] = heights[i];
      depth.push(Math.max(0, a - b));
      const z = 0.5 * (a + b);
      for (let k = 0; k < 3; k++) points.push(center[k] + x * axes[0][k] + y * axes[1][k] + z * axes[2][k]);
    });
    for (let i = 1; i + 1 < piece.length; i++) triangles.push(first, first + i, first + i + 1);
  }
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, x) => sum + x, 0) / list.length;
}

function heightOf({ h, p, q }: Facet, { x, y }: Corner): number {
  return h + p * x + q * y;
}

/** Whether one of the facets, sorted by `low`, lies strictly between two heights over a place. */
function lies(facets: readonly Facet[], widest: number, at: Corner, low: number, high: number): boolean {
  const slack = 1e-9 * (high - low);
  for (let i = firstFrom(facets, at.x - widest); i < facets.length && facets[i].low <= at.x; i++) {
    const f = facets[i];
    const z = heightOf(f, at);
    if (f.high < at.x || f.below > at.y || f.above < at.y || z < low + slack || z > high - slack) continue;
    const inside = f.corners.every((a, k) => {
      const b = f.corners[(k + 1) % 3];
      return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) >= 0;
    });
    if (inside) return true;
  }
  return false;
}

/** Two directions across n, and n: right-handed. */
function axesAcross(n: readonly number[]): readonly (readonly number[])[] {
  const least = Math.abs(n[0]) <= Math.abs(n[1]) ? (Math.abs(n[0]) <= Math.abs(n[2]) ? 0 : 2) : Math.abs(n[1]) <= Math.abs(n[2]) ? 1 : 2; // biome-ignore format: one choice
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0) - n[least] * n[k]);
  const size = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  const u = e.map((x) => x / size);
  return [u, [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]], n];
}

/** Triangles whose normal runs along n (sense 1) or against it (−1). */
function facetsOf(
  surface: readonly number[],
  center: readonly number[],
  axes: readonly (readonly number[])[],
  sense: number,
): Facet[] {
  const facets: Facet[] = [];
  for (let o = 0; o < surface.length; o += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => {
      const d = [0, 1, 2].map((i) => surface[o + k + i] - center[i]);
      return axes.map((e) => e[0] * d[0] + e[1] * d[1] + e[2] * d[2]);
    });
    const [u, v] = [b, c].map((q) => q.map((x, k) => x - a[k]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(sense * n[2] > WALL_COSINE * size)) continue;
    const [p, q] = [-n[0] / n[2], -n[1] / n[2]];
    const corners = (sense > 0 ? [a, b, c] : [a, c, b]).map(([x, y]) => ({ x, y }));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    facets.push({
      corners,
      h: a[2] - p * a[0] - q * a[1],
      p,
      q,
      low: Math.min(...xs),
      high: Math.max(...xs),
      below: Math.min(...ys),
      above: Math.max(...ys),
    });
  }
  return facets;
}

/** First of the facets, sorted by `low`, that begins at `from` or after it. */
function firstFrom(facets: readonly Facet[], from: number): number {
  let low = 0;
  let high = facets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (facets[middle].low < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part of a triangle inside another one, both counter-clockwise. */
function commonPart(polygon: readonly Corner[], by: readonly Corner[]): readonly Corner[] {
  const height = new Float64Array(MOST_CORNERS + 1);
  const source = new Int32Array(MOST_CORNERS);
  let left = new Float64Array(2 * MOST_CORNERS);
  let next = new Float64Array(2 * MOST_CORNERS);
  left.set(polygon.flatMap(({ x, y }) => [x, y]));
  let count = polygon.length;
  for (let k = 0; k < 3 && count > 0; k++) {
    const a = by[k];
    const b = by[(k + 1) % 3];
    for (let i = 0; i < count; i++)
      height[i] = (b.x - a.x) * (left[2 * i + 1] - a.y) - (b.y - a.y) * (left[2 * i] - a.x);
    height[count] = 0;
    count = cutPolygon(left, count, 2, height, next, source);
    [left, next] = [next, left];
  }
  return Array.from({ length: count }, (_, i) => ({ x: left[2 * i], y: left[2 * i + 1] }));
}

/**
 * Room for corners: a triangle cut by three lines has six at most, and a few more where round-off makes a sliver that
 * is not convex.
 */
const MOST_CORNERS = 24;
