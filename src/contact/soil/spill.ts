import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import { raiseAround } from "../../terrain/heap.js";
import { toGround } from "../../terrain/live-heights.js";
import type { LiveGround } from "../../terrain/system.js";
import { type BucketSetup, ELEMENT } from "./soil-setup.js";
import { BUCKET, CARRIED, LEDGER, soilFields } from "./soil-state.js";

/** Cells ahead of the edge, from … on, over which soil is heaped that does not go into the bucket, and their number. */
const AHEAD = 1.3;
const ROWS = 3;
/**
 * Time in which it leaves, s: points of the grid are cut one row at a time, and what a row gives at once would stand
 * there as a spike until it slides.
 */
const LEAVE_TIME = 0.1;
/** Volume, m³, below which the rest leaves at once. */
const REST = 1e-6;
/** Part of a row of cells of soil that may wait between the tool and the ground: the grid is cut by whole points. */
const WAITING = 1;

/** Places in `work`. */
const W = { place: 0, ahead: 3, local: 6 } as const;

/**
 * Soil that was cut and that the bucket does not take is pushed ahead of its edge and heaps there, a part h/T of it
 * in a step, over some rows of cells. What the slices have
 * let in waits for the points of the grid that it will come from, up to a row of them. Writes: heights, bucket.
 */
export function spillAhead(
  data: Data,
  bucket: BucketSetup,
  row: number,
  grounds: readonly LiveGround[],
  timestep: number,
): void {
  const { bucket: table, carried } = soilFields(data);
  const cell = Math.max(grounds[0].field.dx, grounds[0].field.dy);
  const depth = table[row + BUCKET.depth];
  const waiting = WAITING * bucket.width * cell * Math.max(depth, 0.25 * cell);
  const isFull = carried[CARRIED.size * bucket.body] >= bucket.capacity;
  if (isFull) table[row + BUCKET.due] = 0;
  if (table[row + BUCKET.due] > waiting) table[row + BUCKET.due] = waiting;
  const idle = table[row + BUCKET.entered] === 0;
  const surplus = table[row + BUCKET.cut] - (idle ? 0 : waiting);
  if (idle) table[row + BUCKET.due] = 0;
  if (!(surplus > 0)) return;
  const part = surplus < REST ? surplus : surplus * Math.min(1, timestep / LEAVE_TIME);
  table[row + BUCKET.cut] -= part;
  heapAhead(data, bucket, part, grounds);
}

/** Heaps a volume over the width ahead of the edge. */
function heapAhead(data: Data, bucket: BucketSetup, volume: number, grounds: readonly LiveGround[]): void {
  const { work, pose } = data.systems.soil;
  const { ledger } = soilFields(data);
  const p = 7 * bucket.shape;
  rotateInto(work, W.ahead, pose, p + 3, bucket.elements, ELEMENT.ahead);
  const length = Math.sqrt(work[W.ahead] * work[W.ahead] + work[W.ahead + 1] * work[W.ahead + 1]);
  const part = volume / (bucket.slices * ROWS);
  for (let e = 0; e < bucket.slices; e++) {
    rotateInto(work, W.place, pose, p + 3, bucket.elements, ELEMENT.stride * e + ELEMENT.place);
    for (let k = 0; k < 3; k++) work[W.place + k] += pose[p + k];
    for (let r = 0; r < ROWS; r++) {
      if (heapOn(data, grounds, length > 1e-6 ? (AHEAD + r) / length : 0, part)) ledger[LEDGER.dumped] += part;
      else ledger[LEDGER.lost] += part;
    }
  }
}

/** Heaps a volume so many cells, over the length of the direction, ahead of a place; false outside all grounds. */
function heapOn(data: Data, grounds: readonly LiveGround[], cells: number, volume: number): boolean {
  const { work, sample } = data.systems.soil;
  for (let g = 0; g < grounds.length; g++) {
    const way = cells * Math.max(grounds[g].field.dx, grounds[g].field.dy);
    for (let k = 0; k < 2; k++) work[W.local + k] = work[W.place + k] + way * work[W.ahead + k];
    toGround(grounds[g], work, W.local, sample);
    if (raiseAround(data, grounds[g], sample[0], sample[1], volume)) return true;
  }
  return false;
}
