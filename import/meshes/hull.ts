import { geometry } from "stiction";
import { extentOf, weld } from "./weld.js";

/** Significant digits of the points of a hull: those of 32-bit files. */
const DIGITS = 8;

/** Corners of the convex hull, or why there is none. */
export function hullOf(positions: Float64Array): number[][] | string {
  const size = extentOf(positions);
  const { positions: points } = weld({ positions, triangles: new Uint32Array(0) }, 1e-9 * size);
  const result = geometry.convexHull(points, { tolerance: 1e-7 });
  if (!result.ok) return `its points have no hull with a volume, ${result.message}`;
  const { vertices } = result.hull;
  const round = (x: number) => {
    const step = Number((size * 10 ** -DIGITS).toPrecision(1));
    return Number((Math.round(x / step) * step).toPrecision(DIGITS));
  };
  return Array.from({ length: vertices.length / 3 }, (_, k) => [0, 1, 2].map((i) => round(vertices[3 * k + i])));
}
