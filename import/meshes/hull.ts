import { geometry } from "stiction";
import { extentOf, weld } from "./weld.js";

/** Significant digits of the points of a hull: those of 32-bit files. */
const DIGITS = 8;

/** Meshes with more points get the hull of those that reach farthest in some hundred directions. */
const MANY = 20_000;
const LEVEL = 3;

/** Whether `hullOf` takes a part of the points only. */
export const isThinned = (positions: Float64Array): boolean => positions.length / 3 > MANY;

/** Corners of the convex hull, or why there is none. */
export function hullOf(positions: Float64Array): number[][] | string {
  const size = extentOf(positions);
  const some = isThinned(positions) ? farthest(positions) : positions;
  const { positions: points } = weld({ positions: some, triangles: new Uint32Array(0) }, 1e-9 * size);
  const result = geometry.convexHull(points, { tolerance: 1e-7 });
  if (!result.ok) return `its points have no hull with a volume, ${result.message}`;
  const { vertices } = result.hull;
  const round = (x: number) => {
    const step = Number((size * 10 ** -DIGITS).toPrecision(1));
    return Number((Math.round(x / step) * step).toPrecision(DIGITS));
  };
  return Array.from({ length: vertices.length / 3 }, (_, k) => [0, 1, 2].map((i) => round(vertices[3 * k + i])));
}

/** The point that reaches farthest along each of 642 directions, which are spread evenly. */
function farthest(p: Float64Array): Float64Array {
  const { vertices: directions } = geometry.icosphere(1, LEVEL);
  const out: number[] = [];
  for (let d = 0; d < directions.length; d += 3) {
    const x = directions[d];
    const y = directions[d + 1];
    const z = directions[d + 2];
    let best = Number.NEGATIVE_INFINITY;
    let at = 0;
    for (let k = 0; k < p.length; k += 3) {
      const reach = x * p[k] + y * p[k + 1] + z * p[k + 2];
      if (reach > best) {
        best = reach;
        at = k;
      }
    }
    out.push(p[at], p[at + 1], p[at + 2]);
  }
  return Float64Array.from(out);
}
