/** Where a ray meets a terrain. */
import type { Ray } from "three";
import type { HeightGrid } from "./height-grid.js";

/** The part of a grid that a ray needs. */
type Grid = Pick<HeightGrid, "columns" | "rows" | "dx" | "dy" | "heights">;

/**
 * Calls `visit` with the distance along the ray of every point in which it meets the surface, nearest first, until it
 * returns true. The ray is in the terrain's frame, with a direction of unit length. Walks from cell to cell.
 */
export function meetTerrain(grid: Grid, ray: Ray, visit: (distance: number) => boolean): boolean {
  const { columns, rows, dx, dy } = grid;
  const [hx, hy] = [0.5 * (columns - 1), 0.5 * (rows - 1)];
  // in units of cells from the lower corner
  const [ox, oy] = [ray.origin.x / dx + hx, ray.origin.y / dy + hy];
  const [ux, uy] = [ray.direction.x / dx, ray.direction.y / dy];
  let [start, end] = [0, Number.POSITIVE_INFINITY];
  for (const [o, u, last] of [
    [ox, ux, columns - 1],
    [oy, uy, rows - 1],
  ]) {
    if (u === 0) {
      if (o < 0 || o > last) return false;
      continue;
    }
    const [a, b] = [-o / u, (last - o) / u];
    start = Math.max(start, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  if (!(start <= end)) return false;
  let i = Math.max(0, Math.min(columns - 2, Math.floor(ox + start * ux)));
  let j = Math.max(0, Math.min(rows - 2, Math.floor(oy + start * uy)));
  const [si, sj] = [Math.sign(ux), Math.sign(uy)];
  while (i >= 0 && i < columns - 1 && j >= 0 && j < rows - 1) {
    if (meetCell(grid, ray, i, j, visit)) return true;
    // distances at which the ray leaves the cell
    const tx = si === 0 ? Number.POSITIVE_INFINITY : (i + (si > 0 ? 1 : 0) - ox) / ux;
    const ty = sj === 0 ? Number.POSITIVE_INFINITY : (j + (sj > 0 ? 1 : 0) - oy) / uy;
    if (tx === Number.POSITIVE_INFINITY && ty === Number.POSITIVE_INFINITY) return false;
    if (tx <= ty) i += si;
    else j += sj;
  }
  return false;
}

/** Both triangles of a cell, the nearer point first. */
function meetCell(
  { columns, rows, dx, dy, heights }: Grid,
  { origin, direction }: Ray,
  i: number,
  j: number,
  visit: (distance: number) => boolean,
): boolean {
  const v = j * columns + i;
  const [h00, h10, h01, h11] = [heights[v], heights[v + 1], heights[v + columns], heights[v + columns + 1]];
  // position in the cell: u, v from 0 to 1
  const u0 = origin.x / dx + 0.5 * (columns - 1) - i;
  const v0 = origin.y / dy + 0.5 * (rows - 1) - j;
  const [du, dv] = [direction.x / dx, direction.y / dy];
  const along = (a: number, b: number, below: boolean): number => {
    const rate = direction.z - a * du - b * dv;
    if (rate === 0) return Number.POSITIVE_INFINITY;
    const t = (h00 + a * u0 + b * v0 - origin.z) / rate;
    const [p, q] = [u0 + t * du, v0 + t * dv];
    const inside = p >= -SLACK && p <= 1 + SLACK && q >= -SLACK && q <= 1 + SLACK && (below ? p >= q : p < q);
    return inside && t >= 0 ? t : Number.POSITIVE_INFINITY;
  };
  const a = along(h10 - h00, h11 - h10, true);
  const b = along(h11 - h01, h01 - h00, false);
  const [near, far] = a < b ? [a, b] : [b, a];
  if (near < Number.POSITIVE_INFINITY && visit(near)) return true;
  return far < Number.POSITIVE_INFINITY && visit(far);
}

/** Part of a cell by which a point may lie outside it: round-off. */
const SLACK = 1e-6;
