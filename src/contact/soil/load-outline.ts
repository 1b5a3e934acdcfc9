import { placeShape } from "../../collision/shape-poses.js";
import type { Data } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import { cbrt } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { holdingVolume } from "./attitude.js";
import { clippedPiece, fillRoom } from "./bucket-hold.js";
import { CARRIED, soilFields } from "./soil-state.js";

/** Soil that a body carries, as viewers draw it, in the body's axes from its centre of mass. */
export interface LoadOutline {
  readonly body: number;
  /** Place and orientation of the outlines: those of the bucket's shape, or the top of a mound. */
  readonly position: readonly number[];
  readonly orientation: readonly number[];
  /** Of a bucket: loops [x, z, …] of its cross-section, and its width along y, m; empty for a mound. */
  readonly loops: readonly (readonly number[])[];
  readonly width: number;
  /** Of a mound, a cone about z: radius and height, m; 0 for a bucket. */
  readonly radius: number;
  readonly height: number;
}

/**
 * What bodies carry of soil, as closed outlines for viewers: the filled part of a bucket's profile, or a cone where the
 * soil lies on a body. For pictures, not for steps: it allocates.
 */
export function loadOutlines(model: Model, data: Data): LoadOutline[] {
  checkOwner(model, data);
  if (!model.systems.soil?.active) return [];
  const { carried } = soilFields(data);
  const found: LoadOutline[] = [];
  for (let b = 1; b < model.nb; b++) {
    const volume = carried[CARRIED.size * b];
    if (!(volume > 1e-4)) continue;
    const k = model.systems.soil.bodyBucket[b];
    found.push(k < 0 ? moundOn(model, carried, b, volume) : fillingOf(model, data, k, volume));
  }
  return found;
}

function moundOn(model: Model, carried: Float64Array, body: number, volume: number): LoadOutline {
  const { steep } = model.systems.terrain.grounds[0];
  const radius = cbrt((3 * volume) / (Math.PI * steep));
  const position = Array.from(carried.subarray(CARRIED.size * body + 1, CARRIED.size * body + 4));
  return { body, position, orientation: [0, 0, 0, 1], loops: [], width: 0, radius, height: radius * steep };
}

function fillingOf(model: Model, data: Data, k: number, volume: number): LoadOutline {
  const bucket = model.systems.soil.buckets[k];
  const { hold, pose, work } = data.systems.soil;
  placeShape(data, model.systems.collision, bucket.shape, pose);
  holdingVolume(model, data, bucket, model.systems.terrain.grounds[0].soil.repose);
  const length = Math.sqrt(work[3] * work[3] + work[5] * work[5]);
  const [ux, uz] = length > 1e-3 ? [work[3] / length, work[5] / length] : [0, 1];
  const level = fillRoom(hold, volume / bucket.width);
  const loops = Array.from({ length: hold.pieces }, (_, p) => {
    const corners = clippedPiece(hold, p, level);
    // back from (s, h) to (x, z)
    return corners.map((_, i) =>
      i % 2 === 0 ? corners[i] * uz + corners[i + 1] * ux : -corners[i - 1] * ux + corners[i] * uz,
    );
  });
  const { position, orientation, body } = model.shapes[bucket.shape];
  return {
    body,
    position: [...position],
    orientation: [...orientation],
    loops: loops.filter((loop) => loop.length >= 6),
    width: bucket.width,
    radius: 0,
    height: 0,
  };
}
