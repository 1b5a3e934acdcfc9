import type { Data } from "../../data/data.js";
import { atan2 } from "../../math/elementary.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { fillRoom, findRoom } from "./bucket-hold.js";
import type { BucketSetup } from "./soil-setup.js";
import { CARRIED, soilFields } from "./soil-state.js";

/** Places in `work`. */
const W = { up: 0, local: 3, point: 6 } as const;

/** Least length of "up" in the profile's plane: a bucket on its side is taken as if it were not. */
const LEAST = 1e-3;

/**
 * Most soil that a bucket holds in its present attitude, m³: that of its profile, heaped at the angle of repose, and no
 * more than its capacity heaped likewise. The shape must be placed. Writes: room of the hold.
 */
export function holdingVolume(_model: Model, data: Data, bucket: BucketSetup, repose: number): number {
  const { work, pose, hold } = data.systems.soil;
  const p = 7 * bucket.shape;
  work[W.up] = work[W.up + 1] = 0;
  work[W.up + 2] = 1;
  rotateInverseInto(work, W.local, pose, p + 3, work, W.up);
  const length = Math.sqrt(work[W.local] * work[W.local] + work[W.local + 2] * work[W.local + 2]);
  const x = length > LEAST ? work[W.local] / length : 0;
  const z = length > LEAST ? work[W.local + 2] / length : 1;
  const area = findRoom(hold, bucket.profile, x, z, repose);
  const scale = bucket.capacity / (bucket.area * bucket.width);
  return area * bucket.width * Math.min(1, scale);
}

/**
 * The angle β of the discharge [Luaces2013, §4.8.1], rad in (−π, π]. The figure with its zero is lost; here the bucket
 * holds where it does not discharge (−π/2 < β < 7π/9) symmetrically about a mouth that faces straight up.
 */
export function dischargeAngle(data: Data, bucket: BucketSetup): number {
  const { work, pose } = data.systems.soil;
  const p = 7 * bucket.shape;
  work[W.up] = work[W.up + 1] = 0;
  work[W.up + 2] = 1;
  rotateInverseInto(work, W.local, pose, p + 3, work, W.up);
  // turn of the outward normal away from up, about y
  const { outward } = bucket;
  const sine = outward[0] * work[W.local + 2] - outward[1] * work[W.local];
  const cosine = outward[0] * work[W.local] + outward[1] * work[W.local + 2];
  const angle = atan2(sine, cosine) - HOLD_MIDDLE;
  return angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

/** Half way between 7π/9 and 3π/2, less a full turn: where the mouth faces up. */
const HOLD_MIDDLE = 2 * Math.PI - (7 * Math.PI) / 18 - (3 * Math.PI) / 4;

/** Discharge is possible between these angles, rad. */
export const DISCHARGE = { from: -Math.PI / 2, to: (7 * Math.PI) / 9 } as const;

/**
 * Centre and inertia of the soil in a bucket: its room filled up to a level. `holdingVolume` must have been called in
 * this attitude. Writes: carried.
 */
export function settleLoad(model: Model, data: Data, bucket: BucketSetup): void {
  const { work, pose, hold } = data.systems.soil;
  const { carried } = soilFields(data);
  const { bodyPos, bodyQuat } = data;
  const o = CARRIED.size * bucket.body;
  const volume = carried[o];
  const p = 7 * bucket.shape;
  if (!(volume > 0)) {
    for (let k = 0; k < CARRIED.size; k++) carried[o + k] = 0;
    return;
  }
  fillRoom(hold, volume / bucket.width);
  const { sums } = hold;
  const area = sums[0];
  const ms = sums[1];
  const mh = sums[2];
  const mss = sums[3];
  const mhh = sums[4];
  const msh = sums[5];
  const length = Math.sqrt(work[W.local] * work[W.local] + work[W.local + 2] * work[W.local + 2]);
  const ux = length > LEAST ? work[W.local] / length : 0;
  const uz = length > LEAST ? work[W.local + 2] / length : 1;
  const s = area > 0 ? ms / area : 0;
  const h = area > 0 ? mh / area : 0;
  // back from (s, h) to (x, z): x = s uz + h ux, z = −s ux + h uz
  work[W.point] = s * uz + h * ux;
  work[W.point + 1] = 0;
  work[W.point + 2] = -s * ux + h * uz;
  rotateInto(work, W.point, pose, p + 3, work, W.point);
  for (let k = 0; k < 3; k++) work[W.point + k] += pose[p + k] - bodyPos[3 * bucket.body + k];
  rotateInverseInto(carried, o + CARRIED.center, bodyQuat, 4 * bucket.body, work, W.point);
  // second moments about the centre per unit of volume, in the bucket's x and z
  const ss = area > 0 ? mss / area - s * s : 0;
  const hh = area > 0 ? mhh / area - h * h : 0;
  const sh = area > 0 ? msh / area - s * h : 0;
  const xx = ss * uz * uz + 2 * sh * uz * ux + hh * ux * ux;
  const zz = ss * ux * ux - 2 * sh * ux * uz + hh * uz * uz;
  const xz = -ss * uz * ux + sh * (uz * uz - ux * ux) + hh * ux * uz;
  const yy = (bucket.width * bucket.width) / 12;
  writeInertia(model, bucket, carried, o, volume, xx, yy, zz, xz);
}

/** Inertia of the soil, turned from the axes of the shape to those of its body. */
function writeInertia(
  model: Model,
  bucket: BucketSetup,
  carried: Float64Array,
  o: number,
  volume: number,
  xx: number,
  yy: number,
  zz: number,
  xz: number,
): void {
  const q = model.shapes[bucket.shape].orientation;
  const i = o + CARRIED.inertia;
  // a shape that is turned about y only, as buckets are, needs the turn of xx, zz and xz; others are taken as unturned
  const c = 1 - 2 * q[1] * q[1];
  const d = 2 * q[1] * q[3];
  const a = xx * c * c + 2 * xz * c * d + zz * d * d;
  const b = xx * d * d - 2 * xz * c * d + zz * c * c;
  const m = (zz - xx) * c * d + xz * (c * c - d * d);
  carried[i] = volume * (yy + b);
  carried[i + 1] = volume * (a + b);
  carried[i + 2] = volume * (a + yy);
  carried[i + 3] = 0;
  carried[i + 4] = -volume * m;
  carried[i + 5] = 0;
}
