import type { Data } from "../data/data.js";
import { moveHeight, terrainFields } from "./live-heights.js";
import type { LiveGround } from "./system.js";

/** Points that one step looks at, at most: bounded work. */
const BUDGET = 1500;
/** Excess of height, m, below which a slope is left as it is. */
const SMALL = 2e-4;

/**
 * Loose soil slides where it is steeper than the angle of repose. Each point gives up to half of its largest excess
 * over its eight neighbours to those that are lower, in proportion to theirs; volume is kept. Points with mark[k] = 1
 * are under a tool: nothing slides to or from them. A pass goes over the rectangle of points that may move, row by row,
 * over as many steps as it takes; a pass that moves nothing ends it. Writes: heights, relaxing.
 */
export function relaxGround(data: Data, ground: LiveGround, g: number, mark: Uint8Array): void {
  const { relaxing } = terrainFields(data);
  const o = 6 * g;
  if (relaxing[o] >= relaxing[o + 2]) return;
  const width = relaxing[o + 2] - relaxing[o];
  let left = BUDGET;
  while (left > 0) {
    const row = relaxing[o + 4];
    if (row >= relaxing[o + 3]) {
      if (relaxing[o + 5] === 0) {
        for (let k = 0; k < 6; k++) relaxing[o + k] = 0;
        return;
      }
      relaxing[o + 4] = relaxing[o + 1];
      relaxing[o + 5] = 0;
      return;
    }
    for (let i = relaxing[o]; i < relaxing[o + 2]; i++) slide(data, ground, g, i, row, mark);
    relaxing[o + 4] = row + 1;
    left -= width;
  }
}

/** What point (i, j) gives to its neighbours. */
function slide(data: Data, ground: LiveGround, g: number, i: number, j: number, mark: Uint8Array): void {
  const { loose, relaxing } = terrainFields(data);
  const { setup, field } = ground;
  const { steep } = setup;
  const { nx, ny, dx, dy, heights } = field;
  const k = j * nx + i;
  const cover = loose[setup.first + k];
  if (!(cover > 0.1 * SMALL) || mark[k] === 1) return;
  const diagonal = Math.sqrt(dx * dx + dy * dy);
  let most = 0;
  let sum = 0;
  for (let n = 0; n < 9; n++) {
    const excess = excessTo(heights, nx, ny, i, j, n, steep, dx, dy, diagonal, mark);
    if (!(excess > SMALL)) continue;
    sum += excess;
    if (excess > most) most = excess;
  }
  if (!(most > 0)) return;
  const give = Math.min(cover, 0.5 * most * (most / sum));
  const top = heights[k];
  const o = 6 * g;
  let given = 0;
  for (let n = 0; n < 9; n++) {
    // the excess as it was: heights of neighbours change only as they are visited, that of the point at the end
    const excess = excessTo(heights, nx, ny, i, j, n, steep, dx, dy, diagonal, mark);
    if (!(excess > SMALL)) continue;
    const a = i + (n % 3) - 1;
    const b = j + Math.floor(n / 3) - 1;
    const q = b * nx + a;
    const part = (give * excess) / sum;
    const dz = (part * setup.area[k]) / setup.area[q];
    moveHeight(data, ground, q, dz, dz);
    given += part;
    if (a < relaxing[o] + 1) relaxing[o] = Math.max(0, a - 1);
    if (b < relaxing[o + 1] + 1) relaxing[o + 1] = Math.max(0, b - 1);
    if (a >= relaxing[o + 2] - 1) relaxing[o + 2] = Math.min(nx, a + 2);
    if (b >= relaxing[o + 3] - 1) relaxing[o + 3] = Math.min(ny, b + 2);
  }
  if (heights[k] !== top) return;
  moveHeight(data, ground, k, -given, -given);
  relaxing[o + 5] = 1;
}

/** By how much the slope from (i, j) to its n-th neighbour is too high, m; 0 outside and to marked points. */
function excessTo(
  heights: Float64Array,
  nx: number,
  ny: number,
  i: number,
  j: number,
  n: number,
  steep: number,
  dx: number,
  dy: number,
  diagonal: number,
  mark: Uint8Array,
): number {
  const a = i + (n % 3) - 1;
  const b = j + Math.floor(n / 3) - 1;
  if (n === 4 || a < 0 || b < 0 || a >= nx || b >= ny) return 0;
  const q = b * nx + a;
  if (mark[q] === 1) return 0;
  const way = a === i ? dy : b === j ? dx : diagonal;
  return heights[j * nx + i] - heights[q] - steep * way;
}
