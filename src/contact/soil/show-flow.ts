import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { LiveGround } from "../../terrain/system.js";
import { type BucketSetup, ELEMENT } from "./soil-setup.js";
import { BUCKET, PARCEL, soilFields } from "./soil-state.js";

/**
 * Where soil is in motion, for viewers: the edges of buckets that cut, and soil in the air. Nothing of it is read by
 * physics. Writes: flow of the first ground's view.
 */
export function showFlow(model: Model, data: Data, ground: LiveGround): void {
  const { buckets } = model.systems.soil;
  const { parcel, parcels } = soilFields(data);
  const { flow } = ground.view;
  const h = model.options.timestep;
  flow.count = 0;
  flow.rate = 0;
  for (let k = 0; k < buckets.length; k++) showEdge(data, ground, buckets[k], k);
  const { gravity } = model.options;
  const most = flow.points.length / 3;
  for (let i = 0; i < parcels[0] && flow.count < most; i++) {
    const o = PARCEL.size * i;
    const t = data.clock[0] - parcel[o + PARCEL.time];
    const at = 3 * flow.count++;
    for (let c = 0; c < 3; c++) {
      const v = parcel[o + PARCEL.velocity + c];
      flow.points[at + c] = parcel[o + PARCEL.place + c] + t * (v + 0.5 * t * gravity[c]);
      flow.velocities[at + c] = v + t * gravity[c];
    }
    if (t < 1.5 * h) flow.rate += parcel[o] / h;
  }
}

/** Slower than this a bucket in the ground stirs nothing, m/s. */
const STILL = 0.05;

/** The slices of an edge that moves in the ground. */
function showEdge(data: Data, ground: LiveGround, bucket: BucketSetup, k: number): void {
  const { work, pose } = data.systems.soil;
  const { bucket: table } = soilFields(data);
  const depth = table[BUCKET.size * k + BUCKET.depth];
  const { bodyVel, bodyPos } = data;
  const v = 6 * bucket.body;
  if (!(depth > 0)) return;
  const { flow } = ground.view;
  const p = 7 * bucket.shape;
  for (let e = 0; e < bucket.slices && 3 * flow.count + 2 < flow.points.length; e++) {
    rotateInto(work, 0, pose, p + 3, bucket.elements, ELEMENT.stride * e + ELEMENT.place);
    for (let c = 0; c < 3; c++) work[3 + c] = work[c] + pose[p + c] - bodyPos[3 * bucket.body + c];
    const x = bodyVel[v + 3] + bodyVel[v + 1] * work[5] - bodyVel[v + 2] * work[4];
    const y = bodyVel[v + 4] + bodyVel[v + 2] * work[3] - bodyVel[v] * work[5];
    const z = bodyVel[v + 5] + bodyVel[v] * work[4] - bodyVel[v + 1] * work[3];
    const speed = Math.sqrt(x * x + y * y + z * z);
    if (speed < STILL) continue;
    const at = 3 * flow.count++;
    // seen where it breaks the surface, thrown up a little
    for (let c = 0; c < 2; c++) flow.points[at + c] = work[c] + pose[p + c];
    flow.points[at + 2] = work[2] + pose[p + 2] + depth;
    flow.velocities[at] = 0.5 * x;
    flow.velocities[at + 1] = 0.5 * y;
    flow.velocities[at + 2] = 0.5 * z + 0.3 * speed;
    flow.rate += (speed * depth * bucket.width) / bucket.slices;
  }
}
