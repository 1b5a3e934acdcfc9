/** Soil as a whole, kept up to date by its tiles: for views that come later than the soil that moved. */
import type { SceneDescription } from "../../worker/protocol.js";
import type { TerrainTile } from "../../worker/terrain-protocol.js";

/** The soil of a scene at its start, one tile for each terrain. */
export function wholeTiles({ terrains }: SceneDescription): TerrainTile[] {
  return terrains.map(({ columns, rows, heights, disturbance, moisture }, terrain) => ({
    ...{ terrain, x0: 0, y0: 0, width: columns, height: rows },
    ...{ heights: heights.slice(), disturbance: disturbance.slice(), moisture: moisture.slice() },
  }));
}

/** Writes a tile into a whole terrain. */
export function copyTile(tile: TerrainTile, whole: Omit<TerrainTile, "terrain" | "x0" | "y0">): void {
  for (let j = 0; j < tile.height; j++) {
    const from = j * tile.width;
    const to = (tile.y0 + j) * whole.width + tile.x0;
    whole.heights.set(tile.heights.subarray(from, from + tile.width), to);
    whole.disturbance.set(tile.disturbance.subarray(from, from + tile.width), to);
    whole.moisture.set(tile.moisture.subarray(from, from + tile.width), to);
  }
}
