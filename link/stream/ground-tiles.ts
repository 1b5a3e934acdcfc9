import type { Data } from "stiction";
import { TILE } from "./packet.js";
import { HEIGHT_QUANTUM } from "./quantize.js";

/** Where tiles of a ground lie. */
export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  /** Tiles along x and y. */
  readonly across: number;
  readonly along: number;
  /** Number of the first tile among those of all grounds. */
  readonly first: number;
}

/** Grids of all grounds of a model, and how many tiles they have. */
export function tileGrids(data: Data): { readonly grids: readonly TileGrid[]; readonly count: number } {
  let count = 0;
  const grids = terrainOf(data).map(({ field: { nx, ny } }) => {
    const [across, along] = [Math.ceil(nx / TILE), Math.ceil(ny / TILE)];
    const grid = { columns: nx, rows: ny, across, along, first: count };
    count += across * along;
    return grid;
  });
  return { grids, count };
}

/** Grounds of a run; none where the formulation has no terrain. */
export function terrainOf(data: Data) {
  return data.systems.terrain?.grounds ?? [];
}

/** Fields of the terrain: change of height and loose soil of every point, m. */
export function terrainArrays(data: Data): TerrainArrays | null {
  return (data.items.terrain as unknown as TerrainArrays | undefined) ?? null;
}

interface TerrainArrays {
  readonly change: Float64Array;
  readonly changeDirty: Uint8Array;
  readonly loose: Float64Array;
  readonly looseDirty: Uint8Array;
}

/** Calls `visit` with each point of a tile: its number in the tile, and in the ground. */
export function forTilePoints(
  { columns, rows, across }: TileGrid,
  tile: number,
  visit: (n: number, k: number) => void,
): void {
  const i0 = (tile % across) * TILE;
  const j0 = Math.floor(tile / across) * TILE;
  for (let j = 0; j < TILE; j++) {
    for (let i = 0; i < TILE; i++) {
      // beyond the edge the last point is repeated
      const k = Math.min(rows - 1, j0 + j) * columns + Math.min(columns - 1, i0 + i);
      visit(j * TILE + i, k);
    }
  }
}

/**
 * The ground of a run as tiles of whole numbers, each with a version that grows when it changes. Points are compared
 * only after a ground has moved.
 */
export class GroundTiles {
  readonly grids: readonly TileGrid[];
  readonly count: number;
  /** Changes of height and loose soil by point of all grounds, in quanta. */
  readonly change: Int32Array;
  readonly loose: Int32Array;
  /** By tile; 0 is the ground of the scene. */
  readonly version: Uint32Array;
  /** Tiles that have ever changed. */
  readonly changed = new Set<number>();
  private readonly seen: Float64Array;
  private readonly start: number;

  /** Versions are larger than `start`, so that those of another ground before it are older. */
  constructor(data: Data, start = 0) {
    this.start = start;
    const { grids, count } = tileGrids(data);
    this.grids = grids;
    this.count = count;
    const points = terrainArrays(data)?.change.length ?? 0;
    this.change = new Int32Array(points);
    this.loose = new Int32Array(points);
    this.version = new Uint32Array(count);
    this.seen = new Float64Array(grids.length).fill(-1);
  }

  /** Whether another run has ground of the same size; then it is compared in full at the next update. */
  fits(data: Data): boolean {
    const { grids } = tileGrids(data);
    this.seen.fill(-1);
    return JSON.stringify(grids) === JSON.stringify(this.grids);
  }

  /** Compares with the present ground. */
  update(data: Data): void {
    const arrays = terrainArrays(data);
    if (arrays === null) return;
    terrainOf(data).forEach(({ version, epoch, setup: { first } }, g) => {
      const stamp = version + 1e6 * epoch;
      if (this.seen[g] === stamp) return;
      this.seen[g] = stamp;
      const { columns, rows } = this.grids[g];
      for (let k = 0; k < columns * rows; k++) this.comparePoint(g, first, k, arrays);
    });
  }

  private comparePoint(g: number, first: number, k: number, { change, loose }: TerrainArrays): void {
    const z = Math.round(change[first + k] / HEIGHT_QUANTUM);
    const s = Math.round(loose[first + k] / HEIGHT_QUANTUM);
    if (z === this.change[first + k] && s === this.loose[first + k]) return;
    this.change[first + k] = z;
    this.loose[first + k] = s;
    const { columns, across, first: tile0 } = this.grids[g];
    const tile = tile0 + Math.floor(Math.floor(k / columns) / TILE) * across + Math.floor((k % columns) / TILE);
    this.version[tile] = Math.max(this.start, this.version[tile]) + 1;
    this.changed.add(tile);
  }

  /** Number of points of the grounds before ground g. */
  pointsBefore(g: number): number {
    return this.grids.slice(0, g).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  }

  /** The ground that a tile belongs to. */
  groundOf(tile: number): number {
    return this.grids.findLastIndex(({ first }) => first <= tile);
  }
}
