/** Terrain in tiles: the grid that one tile is drawn with, and the level of detail of each. */

/** Cells along the side of a tile. */
export const TILE = 32;
/** Cells that one drawn cell stands for, by level of detail. */
export const STEPS = [1, 2, 4, 8] as const;
/** A tile is drawn one level coarser at each doubling of this distance, in sides of a tile. */
const NEAR = 2.5;

export interface TileGrid {
  /** Column and row from the tile's corner, in cells, and 0. */
  readonly points: Float32Array;
  readonly triangles: Uint16Array;
}

/** A tile at a level of detail: cells are split from their lower to their upper corner, as contact does it. */
export function tileGrid(step: number): TileGrid {
  const n = TILE / step + 1;
  const points = new Float32Array(3 * n * n);
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) points.set([i * step, j * step, 0], 3 * (j * n + i));
  const triangles: number[] = [];
  for (let j = 0; j < n - 1; j++) {
    for (let i = 0; i < n - 1; i++) {
      const v = j * n + i;
      triangles.push(v, v + 1, v + n + 1, v, v + n + 1, v + n);
    }
  }
  return { points, triangles: Uint16Array.from(triangles) };
}

/**
 * The sides of the ground and its bottom, which close it below: column, row, and 0 on the surface or 1 at the bottom.
 */
export function rimGrid(columns: number, rows: number): { points: Float32Array; triangles: Uint32Array } {
  const around: [number, number][] = [];
  for (let i = 0; i < columns - 1; i++) around.push([i, 0]);
  for (let j = 0; j < rows - 1; j++) around.push([columns - 1, j]);
  for (let i = columns - 1; i > 0; i--) around.push([i, rows - 1]);
  for (let j = rows - 1; j > 0; j--) around.push([0, j]);
  const n = around.length;
  const points = new Float32Array(6 * n);
  const triangles = new Uint32Array(6 * n + 6);
  around.forEach(([i, j], k) => {
    points.set([i, j, 0, i, j, 1], 6 * k);
    const next = (k + 1) % n;
    triangles.set([2 * k, 2 * k + 1, 2 * next, 2 * next, 2 * k + 1, 2 * next + 1], 6 * k);
  });
  const corners = [0, columns - 1, columns + rows - 2, 2 * columns + rows - 3].map((k) => 2 * k + 1);
  triangles.set([corners[0], corners[2], corners[1], corners[0], corners[3], corners[2]], 6 * n);
  return { points, triangles };
}

/** The level of detail at a distance, given in sides of a tile. */
export function levelAt(distance: number): number {
  return Math.max(0, Math.min(STEPS.length - 1, Math.floor(Math.log2(distance / NEAR) + 1)));
}
