import { placeShape } from "../../collision/shape-poses.js";
import type { Data } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import type { Model } from "../../model/model.js";
import { carveGround, toolBox } from "../../terrain/carve.js";
import { liveGrounds } from "../../terrain/live-heights.js";
import { relaxGround } from "../../terrain/relax.js";
import type { LiveGround } from "../../terrain/system.js";
import { settleLoad } from "./attitude.js";
import { discharge } from "./discharge.js";
import { sliceVolume } from "./fill.js";
import { flySoil } from "./flight.js";
import { showFlow } from "./show-flow.js";
import type { BucketSetup } from "./soil-setup.js";
import { BUCKET, CARRIED, LEDGER, type SoilState, soilFields } from "./soil-state.js";
import { spillAhead } from "./spill.js";
import { checkUtilities } from "./utilities.js";

/**
 * The soil's part of a step, when bodies have moved: buckets cut the ground and fill, what they cannot hold leaves
 * them, soil in the air falls and lands, loose slopes slide. What is cut from the grid goes to the bucket, to a heap
 * ahead of it, or waits between them; nothing is made or lost. Reads: body state. Writes: heights, fields of soil,
 * events.
 */
export function advanceSoil(model: Model, data: Data): void {
  const setup = model.systems.soil;
  if (!setup.active) return;
  const state = data.systems.soil;
  const grounds = liveGrounds(data);
  const { gain } = soilFields(data);
  gain.fill(0);
  unmark(state);
  for (let k = 0; k < setup.buckets.length; k++) workBucket(model, data, state, k, grounds);
  flySoil(model, data, grounds);
  for (let g = 0; g < grounds.length; g++) relaxGround(data, grounds[g], g, state.mark);
  if (setup.utilities.length > 0) checkUtilities(model, data);
  showFlow(model, data, grounds[0]);
}

/** One bucket in one step. */
function workBucket(model: Model, data: Data, state: SoilState, k: number, grounds: readonly LiveGround[]): void {
  const bucket = model.systems.soil.buckets[k];
  const { bucket: table, carried, ledger, gain } = soilFields(data);
  const row = BUCKET.size * k;
  placeShape(data, model.systems.collision, bucket.shape, state.pose);
  const { soil } = grounds[0].setup;
  const conserved = soil.volume === "conserved";
  const cut = carve(model, data, state, bucket, grounds);
  ledger[LEDGER.dug] += cut;
  const sliced = sliceVolume(model, data, k, bucket, grounds);
  table[row + BUCKET.sliced] += sliced;
  if (conserved) {
    table[row + BUCKET.cut] += cut;
    table[row + BUCKET.due] += sliced;
  }
  noteEntry(data, bucket, row, cut, conserved ? 0 : sliced);

  const room = discharge(model, data, bucket, row, soil);
  const at = CARRIED.size * bucket.body;
  const ready = conserved ? Math.min(table[row + BUCKET.cut], table[row + BUCKET.due]) : sliced;
  const taken = Math.max(0, Math.min(ready, room - carried[at]));
  if (taken > 0) {
    carried[at] += taken;
    // soil of the ground had no momentum
    gain[4 * bucket.body] += model.systems.soil.density * taken;
    if (conserved) {
      table[row + BUCKET.cut] -= taken;
      table[row + BUCKET.due] -= taken;
    }
  }
  if (conserved) spillAhead(data, bucket, row, grounds, model.options.timestep);
  noteFull(data, bucket, row, room);
  settleLoad(model, data, bucket);
}

/** Carves the hull of a bucket into all grounds. Returns m³. */
function carve(
  model: Model,
  data: Data,
  state: SoilState,
  bucket: BucketSetup,
  grounds: readonly LiveGround[],
): number {
  const { hull } = model.systems.collision.colliders[bucket.shape];
  const { pose, box, work, carve: tool, mark } = state;
  toolBox(hull!.polyhedron.vertices, pose, 7 * bucket.shape, box, work);
  let volume = 0;
  for (let g = 0; g < grounds.length; g++) {
    volume += carveGround(data, grounds[g], hull!.planes, pose, 7 * bucket.shape, box, 0, tool);
    // marks of one ground only: others that lie under the same tool are rare, and only slide less
    if (g === 0) for (let i = 0; i < tool.count; i++) mark[tool.held[i]] = 1;
    state.marked[0] += tool.count;
  }
  return volume;
}

function unmark(state: SoilState): void {
  if (state.marked[0] > 0) state.mark.fill(0);
  state.marked[0] = 0;
}

/** Raises "soil entered" when the edge gets into the ground, and forgets it when it is out. */
function noteEntry(data: Data, bucket: BucketSetup, row: number, cut: number, sliced: number): void {
  const { bucket: table } = soilFields(data);
  const inside = cut > 0 || sliced > 0 || table[row + BUCKET.depth] > 0;
  if (inside && table[row + BUCKET.entered] === 0)
    raise(data, events.soilEntered.code, bucket.body, table[row + BUCKET.depth]);
  table[row + BUCKET.entered] = inside ? 1 : 0;
}

/** Full from this part of what it can hold on. */
const FULL = 0.98;

function noteFull(data: Data, bucket: BucketSetup, row: number, room: number): void {
  const { bucket: table, carried } = soilFields(data);
  const volume = carried[CARRIED.size * bucket.body];
  const isFull = volume >= FULL * Math.min(room, bucket.capacity) && volume > 0.5 * bucket.capacity;
  if (isFull && table[row + BUCKET.full] === 0) raise(data, events.bucketFull.code, bucket.body, volume);
  table[row + BUCKET.full] = isFull ? 1 : volume < 0.9 * bucket.capacity ? 0 : table[row + BUCKET.full];
}

function raise(data: Data, code: number, body: number, value: number): void {
  const at = claimEvent(data, code, body, -1);
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = value;
}
