/** Soil that moves, on its way to the page: one tile at a time per terrain, in buffers that come back. */
import { clearTouched, type MovingGround } from "stiction";
import type { TerrainTile } from "../terrain-protocol.js";

/** Arrays of one tile, large enough for the whole terrain. */
interface Buffers {
  readonly heights: Float32Array;
  readonly disturbance: Uint8Array;
  readonly moisture: Uint8Array;
}

export class GroundTiles {
  private readonly terrain: number;
  private readonly columns: number;
  private readonly points: number;
  private free: Buffers | null;
  /** Whether the page has a tile that it has not given back. */
  private out = false;

  constructor(terrain: number, columns: number, rows: number) {
    this.terrain = terrain;
    this.columns = columns;
    this.points = columns * rows;
    this.free = null;
  }

  /** The next tile, with all that has changed since the last one; null when nothing has, or the page holds that one. */
  take(ground: MovingGround): TerrainTile | null {
    const [x0, y0, x1, y1] = ground.touched;
    if (this.out || x0 >= x1 || y0 >= y1) return null;
    const buffers = this.free ?? {
      heights: new Float32Array(this.points),
      disturbance: new Uint8Array(this.points),
      moisture: new Uint8Array(this.points),
    };
    this.free = null;
    const width = x1 - x0;
    for (let j = y0; j < y1; j++) {
      for (let i = x0; i < x1; i++) {
        const from = j * this.columns + i;
        const to = (j - y0) * width + i - x0;
        buffers.heights[to] = ground.heights[from];
        buffers.disturbance[to] = ground.disturbance[from];
        buffers.moisture[to] = ground.moisture[from];
      }
    }
    clearTouched(ground);
    this.out = true;
    return { terrain: this.terrain, x0, y0, width, height: y1 - y0, ...buffers };
  }

  /** The page is ready for the next one. */
  giveBack({ heights, disturbance, moisture }: Buffers): void {
    this.out = false;
    if (heights.length === this.points) this.free = { heights, disturbance, moisture };
  }
}
