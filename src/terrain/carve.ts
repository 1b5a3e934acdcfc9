import type { Data } from "../data/data.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import { moveHeight, terrainFields } from "./live-heights.js";
import type { LiveGround } from "./system.js";

/** What carving needs beside the ground. */
export interface CarveWork {
  /** Points under the tool at the last call, and their number. */
  held: Int32Array;
  count: number;
  /** Scratch: place, direction, box. */
  readonly place: Float64Array;
}

export function createCarveWork(): CarveWork {
  return { held: new Int32Array(1024), count: 0, place: new Float64Array(12) };
}

/**
 * Carves a convex tool into a ground [Luaces2013, §4.8.1]: every point of the grid that is inside the tool is lowered
 * to where the vertical line through it enters the tool from below. A point above a buried tool does not move, and none
 * is raised. `planes` are outward unit normals and offsets n · x = d of the tool's faces in its frame, pose[po …] is
 * its pose, box[bo …] its bounds in the world. Returns the volume that was cut, m³. Writes: heights, `work`.
 */
export function carveGround(
  data: Data,
  ground: LiveGround,
  planes: Float64Array,
  pose: Float64Array,
  po: number,
  box: Float64Array,
  bo: number,
  work: CarveWork,
): number {
  const { setup, field } = ground;
  const { nx, ny, dx, dy, heights } = field;
  const { origin, turn, area, diggable, soil } = setup;
  const { place } = work;
  const { loose, change } = terrainFields(data);
  work.count = 0;
  boxOnGrid(ground, box, bo, place);
  const i0 = Math.max(0, Math.ceil(place[6] / dx + 0.5 * (nx - 1)));
  const i1 = Math.min(nx - 1, Math.floor(place[8] / dx + 0.5 * (nx - 1)));
  const j0 = Math.max(0, Math.ceil(place[7] / dy + 0.5 * (ny - 1)));
  const j1 = Math.min(ny - 1, Math.floor(place[9] / dy + 0.5 * (ny - 1)));
  // up in the frame of the tool
  place[0] = place[1] = 0;
  place[2] = 1;
  rotateInverseInto(place, 3, pose, po + 3, place, 0);
  const ux = place[3];
  const uy = place[4];
  const uz = place[5];
  let volume = 0;
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const k = j * nx + i;
      const x = (i - 0.5 * (nx - 1)) * dx;
      const y = (j - 0.5 * (ny - 1)) * dy;
      place[0] = origin[0] + turn[0] * x - turn[1] * y - pose[po];
      place[1] = origin[1] + turn[1] * x + turn[0] * y - pose[po + 1];
      place[2] = origin[2] + heights[k] - pose[po + 2];
      rotateInverseInto(place, 0, pose, po + 3, place, 0);
      let low = Number.NEGATIVE_INFINITY;
      let high = Number.POSITIVE_INFINITY;
      for (let f = 0; f < planes.length; f += 4) {
        const along = planes[f] * ux + planes[f + 1] * uy + planes[f + 2] * uz;
        const room = planes[f + 3] - planes[f] * place[0] - planes[f + 1] * place[1] - planes[f + 2] * place[2];
        if (Math.abs(along) < 1e-9) {
          if (room < 0) low = Number.POSITIVE_INFINITY;
        } else if (along > 0) high = Math.min(high, room / along);
        else low = Math.max(low, room / along);
        if (low > high) break;
      }
      if (!(low <= high)) continue;
      // the column is the tool's, whether its surface was reached or not
      if (low <= 0.5 * dx) hold(work, k);
      if (low >= 0 || high < 0) continue;
      const at = setup.first + k;
      // what was dumped on ground that may not be dug is dug down to it
      const drop = Math.min(-low, diggable[k] === 1 ? soil.depth + change[at] : loose[at]);
      if (!(drop > 0)) continue;
      moveHeight(data, ground, k, -drop, -Math.min(drop, loose[at]));
      volume += area[k] * drop;
    }
  }
  return volume;
}

function hold(work: CarveWork, k: number): void {
  if (work.count === work.held.length) {
    const more = new Int32Array(2 * work.count);
    more.set(work.held);
    work.held = more;
  }
  work.held[work.count++] = k;
}

/** Bounds in x and y of a world box in the frame of the ground, into place[6 … 9]. */
function boxOnGrid({ setup: { origin, turn } }: LiveGround, box: Float64Array, o: number, place: Float64Array): void {
  const x = 0.5 * (box[o] + box[o + 3]) - origin[0];
  const y = 0.5 * (box[o + 1] + box[o + 4]) - origin[1];
  const a = 0.5 * (box[o + 3] - box[o]);
  const b = 0.5 * (box[o + 4] - box[o + 1]);
  const cx = turn[0] * x + turn[1] * y;
  const cy = -turn[1] * x + turn[0] * y;
  const ha = Math.abs(turn[0]) * a + Math.abs(turn[1]) * b;
  const hb = Math.abs(turn[1]) * a + Math.abs(turn[0]) * b;
  place[6] = cx - ha;
  place[7] = cy - hb;
  place[8] = cx + ha;
  place[9] = cy + hb;
}

/** World bounds of a tool's vertices at pose[po …], into box[0 … 5]. */
export function toolBox(
  vertices: Float64Array,
  pose: Float64Array,
  po: number,
  box: Float64Array,
  scratch: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Number.POSITIVE_INFINITY;
    box[3 + k] = Number.NEGATIVE_INFINITY;
  }
  for (let v = 0; v < vertices.length; v += 3) {
    rotateInto(scratch, 0, pose, po + 3, vertices, v);
    for (let k = 0; k < 3; k++) {
      const c = scratch[k] + pose[po + k];
      if (c < box[k]) box[k] = c;
      if (c > box[3 + k]) box[3 + k] = c;
    }
  }
}
