/**
 * What the page draws as ground, and how soil that moves reaches it. Types and row layouts only.
 *
 * A solver that moves soil writes into its own arrays in every step and notes the rectangle that it touched; the worker
 * sends at most one tile per terrain and picture, in buffers that the page gives back. So nothing is allocated while
 * soil flows, and a page that is slow gets fewer, larger tiles.
 */

import type { LoadOutline } from "stiction";

/** A height field of a static body. The points are centred on the shape's origin in x and y; x runs fastest. */
export interface DrawnTerrain {
  readonly body: number;
  /** Place of the shape in its body: p_BS from the centre of mass, m, and q_BS. */
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Points along x and along y. */
  readonly columns: number;
  readonly rows: number;
  /** Distance of the points along x and y, m. */
  readonly spacing: readonly [number, number];
  /** m */
  readonly heights: Float32Array;
  /** How much the soil was worked at each point: 0 grown, 255 freshly cut or dumped. */
  readonly disturbance: Uint8Array;
  /** Water in the soil at each point: 0 dry, 255 wet. */
  readonly moisture: Uint8Array;
}

/** A rectangle of a terrain whose soil has changed: `width` × `height` points from column `x0`, row `y0` on. */
export interface TerrainTile {
  /** Index into `SceneDescription.terrains`. */
  readonly terrain: number;
  readonly x0: number;
  readonly y0: number;
  readonly width: number;
  readonly height: number;
  /** Row by row; the arrays may be longer than the rectangle. */
  readonly heights: Float32Array;
  readonly disturbance: Uint8Array;
  readonly moisture: Uint8Array;
}

/** Soil in motion: `count` places where it flows. The arrays may be longer. */
export interface SoilFlow {
  readonly count: number;
  /** In the world, m; three numbers each. */
  readonly points: Float32Array;
  /** m/s; three numbers each. */
  readonly velocities: Float32Array;
  /** Volume of soil in motion, m³/s. */
  readonly rate: number;
}

/** Soil that a body carries; see `LoadOutline` of the library. */
export type DrawnLoad = LoadOutline;

/** A stretch of track: from, to (in the world, m), width of the tyre, m, and the way that it made before, m. */
export const TRACK_ROW = { from: 0, to: 3, width: 6, travelled: 7, size: 8 } as const;

export type TerrainReply =
  | ({ readonly type: "terrain"; readonly generation: number } & TerrainTile)
  | ({ readonly type: "flow"; readonly generation: number } & SoilFlow)
  /** Soil on bodies and in buckets, all of it. */
  | { readonly type: "loads"; readonly generation: number; readonly loads: readonly DrawnLoad[] }
  /** Wheels have rolled: `TRACK_ROW.size` numbers each. */
  | { readonly type: "tracks"; readonly generation: number; readonly rows: Float32Array };

/** Buffers of a tile or a flow that the page has taken, back to the worker. */
export type TerrainRequest =
  | {
      readonly type: "terrain-taken";
      readonly terrain: number;
      readonly heights: Float32Array;
      readonly disturbance: Uint8Array;
      readonly moisture: Uint8Array;
    }
  | { readonly type: "flow-taken"; readonly points: Float32Array; readonly velocities: Float32Array };
