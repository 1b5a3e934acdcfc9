import type { Data } from "../../data/data.js";
import { sampleHeightField } from "../../geometry/height-field.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { toGround } from "../../terrain/live-heights.js";
import type { LiveGround } from "../../terrain/system.js";
import { type BucketSetup, ELEMENT } from "./soil-setup.js";
import { BUCKET, soilFields } from "./soil-state.js";

/** Cells ahead of the mouth at which the ground has not been carved yet. */
const AHEAD = 1.3;
/** Least sine of the angle between mouth and surface. */
const FLAT = 0.05;

/** Places in `work`. */
const W = { edge: 0, ahead: 3, along: 6, outward: 9, arm: 12, speed: 15, unit: 18, local: 21 } as const;

/**
 * Volume that enters a bucket in a step by its slices [Luaces2013] eq. (3.25)–(3.28): of each slice the part of the
 * mouth below the surface, d_fill = d / sin α, times the speed of its middle along the mouth's outward normal,
 *
 *   ΔV = max(0, v̄ · n) d_fill w h,   v̄ = v_d + (d_fill / 4r) (v_h − v_d)
 *
 * which is the velocity of the middle of that part. The bucket's shape must be placed. Returns m³. Writes: depth of the
 * bucket.
 */
export function sliceVolume(
  model: Model,
  data: Data,
  k: number,
  bucket: BucketSetup,
  grounds: readonly LiveGround[],
): number {
  const { work, pose, sample } = data.systems.soil;
  const { bucket: table } = soilFields(data);
  const { bodyPos, bodyVel } = data;
  const p = 7 * bucket.shape;
  const b = bucket.body;
  turnPlanar(work, W.outward, pose, p, bucket.outward);
  turnPlanar(work, W.along, pose, p, bucket.along);
  rotateInto(work, W.ahead, pose, p + 3, bucket.elements, ELEMENT.ahead);
  let deepest = Number.NEGATIVE_INFINITY;
  let volume = 0;
  for (let e = 0; e < bucket.slices; e++) {
    rotateInto(work, W.edge, pose, p + 3, bucket.elements, ELEMENT.stride * e + ELEMENT.place);
    for (let c = 0; c < 3; c++) work[W.edge + c] += pose[p + c];
    for (let g = 0; g < grounds.length; g++) {
      const ground = grounds[g];
      const way = AHEAD * Math.max(ground.field.dx, ground.field.dy);
      work[W.local] = work[W.edge] + way * work[W.ahead];
      work[W.local + 1] = work[W.edge + 1] + way * work[W.ahead + 1];
      toGround(ground, work, W.local, sample);
      if (!sampleHeightField(ground.field, sample, 0, sample, 2)) continue;
      const depth = sample[2] + ground.setup.origin[2] - work[W.edge + 2];
      deepest = Math.max(deepest, depth);
      if (!(depth > 0)) break;
      // length along the mouth to where it leaves the plane of the surface
      const sine = work[W.along] * sample[3] + work[W.along + 1] * sample[4] + work[W.along + 2] * sample[5];
      const filled = Math.min(bucket.mouth, (depth * sample[5]) / Math.max(FLAT, sine));
      let flux = 0;
      for (let c = 0; c < 3; c++)
        work[W.arm + c] = work[W.edge + c] + 0.5 * filled * work[W.along + c] - bodyPos[3 * b + c];
      const r = W.arm;
      const v = 6 * b;
      flux += work[W.outward] * (bodyVel[v + 3] + bodyVel[v + 1] * work[r + 2] - bodyVel[v + 2] * work[r + 1]);
      flux += work[W.outward + 1] * (bodyVel[v + 4] + bodyVel[v + 2] * work[r] - bodyVel[v] * work[r + 2]);
      flux += work[W.outward + 2] * (bodyVel[v + 5] + bodyVel[v] * work[r + 1] - bodyVel[v + 1] * work[r]);
      if (flux > 0) volume += ((flux * filled * bucket.width) / bucket.slices) * model.options.timestep;
      break;
    }
  }
  table[BUCKET.size * k + BUCKET.depth] = deepest > Number.NEGATIVE_INFINITY ? Math.max(0, deepest) : 0;
  return volume;
}

/** A direction [x, z] of a bucket's plane in the world, into work[at …]. */
function turnPlanar(work: Float64Array, at: number, pose: Float64Array, p: number, direction: Float64Array): void {
  work[W.unit] = direction[0];
  work[W.unit + 1] = 0;
  work[W.unit + 2] = direction[1];
  rotateInto(work, at, pose, p + 3, work, W.unit);
}
