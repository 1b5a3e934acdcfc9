import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { Soil } from "../../model/shapes/soil.js";
import { terrainHeight } from "../../terrain/edit.js";
import { uniform } from "../../terrain/heap.js";
import { DISCHARGE, dischargeAngle, holdingVolume } from "./attitude.js";
import { dropSoil } from "./flight.js";
import type { BucketSetup } from "./soil-setup.js";
import { BUCKET, CARRIED, soilFields } from "./soil-state.js";

/** A bucket does not empty faster than in this time, s. */
const EMPTY_TIME = 0.5;

/** Depth of a lip, m, from which on the ground keeps soil in. */
const BURIED = 0.02;

/** Places in `work`: the lip and its velocity. */
const W = { lip: 24, speed: 27, arm: 30 } as const;

/**
 * Lets out what a bucket cannot hold in its present attitude: V_out = V − V_hold, as far as its rate allows, from the
 * lower lip with the lip's velocity. A lip that is in the ground lets nothing out; by angle, only −π/2 < β < 7π/9 does
 * [Luaces2013, §4.8.1]. Returns what the bucket holds, m³. Writes: carried, parcel, flow of the bucket.
 */
export function discharge(model: Model, data: Data, bucket: BucketSetup, row: number, soil: Soil): number {
  const { bucket: table, carried } = soilFields(data);
  const room = holdingVolume(model, data, bucket, soil.repose);
  const h = model.options.timestep;
  const at = CARRIED.size * bucket.body;
  table[row + BUCKET.flow] = 0;
  const over = carried[at] - room;
  const buried = isBuried(model, data, bucket, table[row + BUCKET.depth]);
  if (buried) return Math.max(room, bucket.capacity);
  if (!(over > 0) || (soil.discharge === "angle" && !isOpen(data, bucket))) return room;
  const out = Math.min(over, (bucket.capacity * h) / EMPTY_TIME);
  carried[at] -= out;
  table[row + BUCKET.flow] = out / h;
  dropSoil(data, out, W.lip);
  return room;
}

/** Whether β is where the bucket discharges. */
function isOpen(data: Data, bucket: BucketSetup): boolean {
  const beta = dischargeAngle(data, bucket);
  return beta > DISCHARGE.from && beta < DISCHARGE.to;
}

/**
 * Whether the lower lip is in the ground. Writes its place, somewhere along the width, and velocity to work[lip …].
 */
function isBuried(model: Model, data: Data, bucket: BucketSetup, edgeDepth: number): boolean {
  const { work } = data.systems.soil;
  const { random } = soilFields(data);
  const { bodyPos, bodyVel } = data;
  const last = bucket.profile.length - 2;
  placeLip(data, bucket, 0, 0);
  const first = work[W.lip + 2];
  placeLip(data, bucket, last, 0);
  const at = first <= work[W.lip + 2] ? 0 : last;
  placeLip(data, bucket, at, 0);
  // the ground at the edge itself is carved already: its depth is that of the ground ahead
  const depth = at === 0 ? edgeDepth : terrainHeight(model, data, work[W.lip], work[W.lip + 1]) - work[W.lip + 2];
  if (depth > BURIED) return true;
  const { seed } = model.systems.terrain.grounds[0].soil;
  placeLip(data, bucket, at, 0.8 * (uniform(random, 0, seed) - 0.5) * bucket.width);
  const b = bucket.body;
  for (let k = 0; k < 3; k++) work[W.arm + k] = work[W.lip + k] - bodyPos[3 * b + k];
  const v = 6 * b;
  const r = W.arm;
  work[W.speed] = bodyVel[v + 3] + bodyVel[v + 1] * work[r + 2] - bodyVel[v + 2] * work[r + 1];
  work[W.speed + 1] = bodyVel[v + 4] + bodyVel[v + 2] * work[r] - bodyVel[v] * work[r + 2];
  work[W.speed + 2] = bodyVel[v + 5] + bodyVel[v] * work[r + 1] - bodyVel[v + 1] * work[r];
  return false;
}

/** World place of the point of the profile at index `at`, y along the width, into work[lip …]. */
function placeLip(data: Data, bucket: BucketSetup, at: number, y: number): void {
  const { work, pose } = data.systems.soil;
  const p = 7 * bucket.shape;
  work[W.lip] = bucket.profile[at];
  work[W.lip + 1] = y;
  work[W.lip + 2] = bucket.profile[at + 1];
  rotateInto(work, W.lip, pose, p + 3, work, W.lip);
  for (let k = 0; k < 3; k++) work[W.lip + k] += pose[p + k];
}
