import { type Data, itemFields } from "../data/data.js";
import { touchGround } from "../data/moving-ground.js";
import type { FieldArrays } from "../model/fields.js";
import { type LiveGround, TERRAIN_FIELDS } from "./system.js";
import { BLOCK } from "./terrain-setup.js";

export type TerrainFields = FieldArrays<typeof TERRAIN_FIELDS>;

/** The fields of the terrain. */
export function terrainFields(data: Data): TerrainFields {
  return itemFields(data, "terrain", TERRAIN_FIELDS);
}

/** The grounds of a scene, their heights brought up to date where the state was changed from outside. */
export function liveGrounds(data: Data): readonly LiveGround[] {
  const { grounds } = data.systems.terrain;
  for (let g = 0; g < grounds.length; g++) if (grounds[g].epoch !== data.epoch) readHeights(data, grounds[g]);
  return grounds;
}

/** All heights from the fields. Reads: change, loose. Writes: heights, marks of what differs. */
function readHeights(data: Data, ground: LiveGround): void {
  const { setup, field } = ground;
  const { change } = terrainFields(data);
  const { heights } = field;
  ground.epoch = data.epoch;
  for (let k = 0; k < heights.length; k++) {
    const z = setup.field.heights[k] + change[setup.first + k];
    if (heights[k] === z) continue;
    heights[k] = z;
    markPoint(ground, k);
  }
  for (let k = 0; k < heights.length; k++) showPoint(data, ground, k);
}

/** Notes that point k changed. */
function markPoint(ground: LiveGround, k: number): void {
  const { nx } = ground.field;
  const j = Math.floor(k / nx);
  const i = k - j * nx;
  ground.version++;
  touchGround(ground.view, i, j, 1, 1);
  widen(ground.changed, i, j);
}

function widen(box: Int32Array, i: number, j: number): void {
  const empty = box[0] >= box[2] || box[1] >= box[3];
  box[0] = empty ? i : Math.min(box[0], i);
  box[1] = empty ? j : Math.min(box[1], j);
  box[2] = empty ? i + 1 : Math.max(box[2], i + 1);
  box[3] = empty ? j + 1 : Math.max(box[3], j + 1);
}

/** Cut depth, m, at which freshly opened soil looks as wet as it gets. */
const WET_DEPTH = 0.6;

/** What viewers see of point k: worked where its height or cover changed, wetter the deeper it was opened. */
function showPoint(data: Data, ground: LiveGround, k: number): void {
  const { change, loose } = terrainFields(data);
  const at = ground.setup.first + k;
  const worked = Math.min(1, 40 * (Math.abs(change[at]) + loose[at]));
  ground.view.disturbance[k] = Math.round(255 * worked);
  ground.view.moisture[k] = Math.round(255 * Math.min(1, Math.max(0, -change[at] - loose[at]) / WET_DEPTH));
}

/**
 * Adds dz (m) to the height of point k, and `dLoose` to its loose soil. Writes: change, loose, heights, marks. Grounds
 * must be up to date.
 */
export function moveHeight(data: Data, ground: LiveGround, k: number, dz: number, dLoose: number): void {
  const { change, loose, changeDirty, looseDirty } = terrainFields(data);
  const at = ground.setup.first + k;
  change[at] += dz;
  ground.field.heights[k] = ground.setup.field.heights[k] + change[at];
  changeDirty[Math.floor(at / BLOCK)] = 1;
  if (dLoose !== 0) {
    loose[at] = Math.max(0, loose[at] + dLoose);
    looseDirty[Math.floor(at / BLOCK)] = 1;
  }
  markPoint(ground, k);
  showPoint(data, ground, k);
}

/** Volume by which a ground differs from that of the scene, m³: Σ area × change. */
export function groundVolume(data: Data, ground: LiveGround): number {
  const { change } = terrainFields(data);
  const { area, first } = ground.setup;
  let sum = 0;
  for (let k = 0; k < area.length; k++) sum += area[k] * change[first + k];
  return sum;
}

/** World place (x, y) = at[o …] in the frame of a ground, into out[oo …]. */
export function toGround(
  { setup: { origin, turn } }: LiveGround,
  at: Float64Array,
  o: number,
  out: Float64Array,
  oo = 0,
): void {
  const x = at[o] - origin[0];
  const y = at[o + 1] - origin[1];
  out[oo] = turn[0] * x + turn[1] * y;
  out[oo + 1] = -turn[1] * x + turn[0] * y;
}

/** The point of the grid nearest to a place in the ground's frame; −1 outside the grid. */
export function nearestPoint({ field: { nx, ny, dx, dy } }: LiveGround, x: number, y: number): number {
  const i = Math.round(x / dx + 0.5 * (nx - 1));
  const j = Math.round(y / dy + 0.5 * (ny - 1));
  return i >= 0 && j >= 0 && i < nx && j < ny ? j * nx + i : -1;
}
