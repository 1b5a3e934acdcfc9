import { createQueryFilter } from "../../collision/query/filter.js";
import { castRays } from "../../collision/query/ray-cast.js";
import type { Data } from "../../data/data.js";
import { sampleHeightField } from "../../geometry/height-field.js";
import { rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { normals, raiseTriangle } from "../../terrain/heap.js";
import { toGround } from "../../terrain/live-heights.js";
import type { LiveGround } from "../../terrain/system.js";
import { CARRIED, LEDGER, PARCEL, soilFields } from "./soil-state.js";

/** Depth below the start, m, at which a parcel that met nothing is lost. */
const LOST = 200;

/** Places in `work`. */
const W = { now: 0, before: 3, local: 6, normal: 9 } as const;

/** Lets a volume fall from a place with a velocity, work[from …] and work[from + 3 …]. Writes: parcel. */
export function dropSoil(data: Data, volume: number, from: number): void {
  const { work } = data.systems.soil;
  const { parcel, parcels } = soilFields(data);
  const most = parcel.length / PARCEL.size;
  // without room the last one takes it
  const n = Math.min(parcels[0], most - 1);
  const o = PARCEL.size * n;
  if (n < parcels[0]) {
    parcel[o] += volume;
    return;
  }
  parcels[0]++;
  parcel[o] = volume;
  for (let k = 0; k < 6; k++) parcel[o + PARCEL.place + k] = work[from + k];
  parcel[o + PARCEL.time] = data.clock[0];
}

/** Place of a parcel after a time t since it left: p + v t + ½ g t², into work[at …]. */
function placeParcel(model: Model, data: Data, o: number, t: number, at: number): void {
  const { work } = data.systems.soil;
  const { parcel } = soilFields(data);
  const { gravity } = model.options;
  for (let k = 0; k < 3; k++)
    work[at + k] = parcel[o + PARCEL.place + k] + t * (parcel[o + PARCEL.velocity + k] + 0.5 * t * gravity[k]);
}

/** Moves the soil in the air by a step, and lands what meets the ground or a body. Writes: parcel, heights, carried. */
export function flySoil(model: Model, data: Data, grounds: readonly LiveGround[]): void {
  const { parcel, parcels } = soilFields(data);
  const { work } = data.systems.soil;
  const h = model.options.timestep;
  let kept = 0;
  for (let i = 0; i < parcels[0]; i++) {
    const o = PARCEL.size * i;
    const t = data.clock[0] - parcel[o + PARCEL.time];
    placeParcel(model, data, o, Math.max(0, t - h), W.before);
    placeParcel(model, data, o, t, W.now);
    const landed = landOnBody(model, data, o, t) || landOnGround(data, o, grounds) || isLost(data, o, work[W.now + 2]);
    if (landed) continue;
    if (kept < i) for (let k = 0; k < PARCEL.size; k++) parcel[PARCEL.size * kept + k] = parcel[o + k];
    kept++;
  }
  for (let k = PARCEL.size * kept; k < PARCEL.size * parcels[0]; k++) parcel[k] = 0;
  parcels[0] = kept;
}

function isLost(data: Data, o: number, z: number): boolean {
  const { parcel, ledger } = soilFields(data);
  if (z > parcel[o + PARCEL.place + 2] - LOST) return false;
  ledger[LEDGER.lost] += parcel[o];
  return true;
}

/** Lands on a ground that the parcel is below: scattered about its place [Luaces2013] (4.106)–(4.108). */
function landOnGround(data: Data, o: number, grounds: readonly LiveGround[]): boolean {
  const { work, sample } = data.systems.soil;
  const { parcel, ledger } = soilFields(data);
  for (let g = 0; g < grounds.length; g++) {
    const ground = grounds[g];
    toGround(ground, work, W.now, sample);
    if (!sampleHeightField(ground.field, sample, 0, sample, 2)) continue;
    if (work[W.now + 2] > sample[2] + ground.setup.origin[2]) continue;
    scatter(data, ground, sample[0], sample[1], parcel[o]);
    ledger[LEDGER.dumped] += parcel[o];
    return true;
  }
  return false;
}

/** Spreads a volume over `soil.rays` points about a place of the ground's frame; what falls outside is drawn again. */
export function scatter(data: Data, ground: LiveGround, x: number, y: number, volume: number): void {
  const { work } = data.systems.soil;
  const { random } = soilFields(data);
  const { rays, scatter: sigma, seed } = ground.setup.soil;
  for (let r = 0; r < rays; r++) {
    let done = false;
    for (let tries = 0; tries < 8 && !done; tries++) {
      normals(random, 0, seed, work, W.normal);
      done = raiseTriangle(data, ground, x + sigma * work[W.normal], y + sigma * work[W.normal + 1], volume / rays);
    }
    if (!done) raiseTriangle(data, ground, x, y, volume / rays);
  }
}

/** Lands on a body that the parcel met within the step: the soil lies there from now on. */
function landOnBody(model: Model, data: Data, o: number, t: number): boolean {
  const state = data.systems.soil;
  const { work, rays, hits } = state;
  if (state.filter === null) {
    state.filter = catchers(model);
    state.catchers = state.filter.seen.reduce((n, one) => n + one, 0);
  }
  if (state.catchers === 0) return false;
  for (let k = 0; k < 3; k++) {
    rays[k] = work[W.before + k];
    rays[3 + k] = work[W.now + k] - work[W.before + k];
  }
  rays[6] = 0;
  rays[7] = 1;
  if (castRays(model, data, rays, 1, hits, state.filter) === 0 || hits.shape[0] < 0) return false;
  const body = model.systems.collision.body[hits.shape[0]];
  const { parcel, ledger, gain } = soilFields(data);
  for (let k = 0; k < 3; k++) work[W.now + k] = rays[k] + hits.values[0] * rays[3 + k];
  const mass = model.systems.soil.density * parcel[o];
  gain[4 * body] += mass;
  for (let k = 0; k < 3; k++)
    gain[4 * body + 1 + k] += mass * (parcel[o + PARCEL.velocity + k] + t * model.options.gravity[k]);
  // where soil lies in a bucket follows from its volume
  if (model.systems.soil.bodyBucket[body] >= 0) soilFields(data).carried[CARRIED.size * body] += parcel[o];
  else catchSoil(data, body, parcel[o]);
  ledger[LEDGER.caught] += parcel[o];
  return true;
}

/** All shapes but grounds and buckets that only dig. */
function catchers(model: Model) {
  const filter = createQueryFilter(model);
  model.shapes.forEach(({ params }, s) => {
    const digs = model.systems.soil.bucketOf[s] >= 0 && params.catches !== true;
    if (model.systems.terrain.groundOf[s] >= 0 || digs) filter.seen[s] = 0;
  });
  return filter;
}

/** Radius of gyration of what one parcel adds, m². */
const SPREAD = 0.04;

/** Adds a volume at work[now …] to what a body carries: centre and inertia about it, in the body's axes. */
function catchSoil(data: Data, body: number, volume: number): void {
  const { work } = data.systems.soil;
  const { carried } = soilFields(data);
  const { bodyPos, bodyQuat } = data;
  for (let k = 0; k < 3; k++) work[W.local + k] = work[W.now + k] - bodyPos[3 * body + k];
  rotateInverseInto(work, W.local, bodyQuat, 4 * body, work, W.local);
  const o = CARRIED.size * body;
  const before = carried[o];
  const sum = before + volume;
  const c = o + CARRIED.center;
  const x = work[W.local] - carried[c];
  const y = work[W.local + 1] - carried[c + 1];
  const z = work[W.local + 2] - carried[c + 2];
  // two masses about their common centre: the reduced one times the distance
  const reduced = (before * volume) / sum;
  const i = o + CARRIED.inertia;
  carried[i] += reduced * (y * y + z * z) + volume * SPREAD;
  carried[i + 1] += reduced * (x * x + z * z) + volume * SPREAD;
  carried[i + 2] += reduced * (x * x + y * y) + volume * SPREAD;
  carried[i + 3] -= reduced * x * y;
  carried[i + 4] -= reduced * x * z;
  carried[i + 5] -= reduced * y * z;
  for (let k = 0; k < 3; k++) carried[c + k] += ((work[W.local + k] - carried[c + k]) * volume) / sum;
  carried[o] = sum;
}
