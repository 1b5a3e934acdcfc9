/** Heights of a terrain on the page's side: what tiles change, what bounds them, and what a ray meets. */
import type { DrawnTerrain, TerrainTile } from "../../worker/terrain-protocol.js";
import { TILE } from "./tiles.js";

export class HeightGrid {
  readonly columns: number;
  readonly rows: number;
  readonly dx: number;
  readonly dy: number;
  readonly heights: Float32Array;
  /** Per point: disturbance, moisture, wear of the cover around, and 0. */
  readonly surface: Uint8Array;
  /** Tiles along x and y. */
  readonly across: number;
  readonly along: number;
  /** Lowest and highest point of each tile, m; two numbers each. */
  readonly extents: Float32Array;

  constructor({ columns, rows, spacing, heights, disturbance, moisture }: DrawnTerrain) {
    this.columns = columns;
    this.rows = rows;
    [this.dx, this.dy] = spacing;
    this.heights = heights;
    this.surface = new Uint8Array(4 * columns * rows);
    for (let k = 0; k < columns * rows; k++) {
      this.surface[4 * k] = disturbance[k];
      this.surface[4 * k + 1] = moisture[k];
    }
    spreadWear(this.surface, columns, rows, WEAR_REACH / Math.max(this.dx, this.dy));
    this.across = Math.max(1, Math.ceil((columns - 1) / TILE));
    this.along = Math.max(1, Math.ceil((rows - 1) / TILE));
    this.extents = new Float32Array(2 * this.across * this.along);
    this.measure(0, 0, columns, rows);
  }

  /** Takes over changed soil. */
  write({ x0, y0, width, height, heights, disturbance, moisture }: TerrainTile): void {
    for (let j = 0; j < height; j++) {
      for (let i = 0; i < width; i++) {
        const from = j * width + i;
        const to = (y0 + j) * this.columns + x0 + i;
        this.heights[to] = heights[from];
        this.surface[4 * to] = disturbance[from];
        this.surface[4 * to + 1] = moisture[from];
      }
    }
    this.measure(x0, y0, width, height);
  }

  /** Lowest and highest point of all, m. */
  range(): [number, number] {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = 0; k < this.extents.length; k += 2) {
      low = Math.min(low, this.extents[k]);
      high = Math.max(high, this.extents[k + 1]);
    }
    return [low, high];
  }

  /** Mean height of the rim, m. */
  rimHeight(): number {
    const { columns, rows, heights } = this;
    let sum = 0;
    for (let i = 0; i < columns; i++) sum += heights[i] + heights[(rows - 1) * columns + i];
    for (let j = 0; j < rows; j++) sum += heights[j * columns] + heights[j * columns + columns - 1];
    return sum / (2 * (columns + rows));
  }

  /** Bounds of the tiles that share points with a rectangle of points. */
  private measure(x0: number, y0: number, width: number, height: number): void {
    const { columns, rows, heights, across, along, extents } = this;
    const [i0, i1] = [tileOf(x0 - 1, across), tileOf(x0 + width, across)];
    const [j0, j1] = [tileOf(y0 - 1, along), tileOf(y0 + height, along)];
    for (let tj = j0; tj <= j1; tj++) {
      for (let ti = i0; ti <= i1; ti++) {
        let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (let j = tj * TILE; j <= Math.min(rows - 1, (tj + 1) * TILE); j++) {
          for (let i = ti * TILE; i <= Math.min(columns - 1, (ti + 1) * TILE); i++) {
            const h = heights[j * columns + i];
            low = Math.min(low, h);
            high = Math.max(high, h);
          }
        }
        extents[2 * (tj * across + ti)] = low;
        extents[2 * (tj * across + ti) + 1] = high;
      }
    }
  }
}

/** How far around worked soil nothing grows, m. */
const WEAR_REACH = 6;

function tileOf(point: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(point / TILE)));
}

/** Fills the third byte of `surface` with the disturbance of the neighbourhood: two box filters of `reach` points. */
function spreadWear(surface: Uint8Array, columns: number, rows: number, reach: number): void {
  const r = Math.max(1, Math.round(reach / 2));
  let from = Float32Array.from({ length: columns * rows }, (_, k) => surface[4 * k]);
  for (let pass = 0; pass < 2; pass++) {
    from = boxFilter(from, columns, rows, 1, columns, r);
    from = boxFilter(from, rows, columns, columns, 1, r);
  }
  for (let k = 0; k < from.length; k++) surface[4 * k + 2] = Math.min(255, 4 * from[k]);
}

/** Means over 2 r + 1 numbers along lines of `length` that lie `step` apart. */
function boxFilter(
  from: Float32Array,
  length: number,
  lines: number,
  step: number,
  stride: number,
  r: number,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(from.length);
  for (let line = 0; line < lines; line++) {
    const o = line * stride;
    let sum = 0;
    for (let k = -r; k < length; k++) {
      if (k + r < length) sum += from[o + (k + r) * step];
      if (k - r - 1 >= 0) sum -= from[o + (k - r - 1) * step];
      if (k >= 0) out[o + k * step] = sum / (2 * r + 1);
    }
  }
  return out;
}
