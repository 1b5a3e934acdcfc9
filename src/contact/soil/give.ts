import { createQueryFilter } from "../../collision/query/filter.js";
import { castRays, createRayHits } from "../../collision/query/ray-cast.js";
import { placeShape } from "../../collision/shape-poses.js";
import { type Data, markChanged } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import type { Vec3Like } from "../../math/vec3.js";
import { show } from "../../model/errors.js";
import { type BodyRef, bodyIndexOf, type Model } from "../../model/model.js";
import { holdingVolume, settleLoad } from "./attitude.js";
import { dropSoil } from "./flight.js";
import { CARRIED, LEDGER, soilFields } from "./soil-state.js";

/** Soil that comes from outside the scene, and ground to put on scenery. */

function checkSoil(model: Model, data: Data, name: string): void {
  checkOwner(model, data);
  if (!model.systems.soil?.active)
    throw new RangeError(`${name}: the scene does not dig: it needs a bucket, ground with soil, and forces as contact`);
}

function checkVolume(name: string, volume: number): void {
  if (!(Number.isFinite(volume) && volume >= 0))
    throw new RangeError(`${name}: expected a volume >= 0 m³, got ${show(volume)}`);
}

/**
 * Lets a volume of soil (m³) fall from a place (m) with a velocity (m/s), as if a bucket had let it out: it flies,
 * lands on the ground or a body, and heaps.
 */
export function pourSoil(
  model: Model,
  data: Data,
  volume: number,
  place: Vec3Like,
  velocity: Vec3Like = [0, 0, 0],
): void {
  checkSoil(model, data, "pourSoil");
  checkVolume("pourSoil", volume);
  const { work } = data.systems.soil;
  for (let k = 0; k < 3; k++) {
    work[k] = place[k];
    work[3 + k] = velocity[k];
  }
  dropSoil(data, volume, 0);
  soilFields(data).ledger[LEDGER.given] += volume;
}

/**
 * Sets the volume of soil (m³) that a body carries: in its bucket, or at its centre of mass. What was there before is
 * gone. A bucket lets out in the next steps what it cannot hold.
 */
export function loadSoil(model: Model, data: Data, body: BodyRef, volume: number): void {
  checkSoil(model, data, "loadSoil");
  checkVolume("loadSoil", volume);
  const b = bodyIndexOf(model, body);
  const { carried, ledger } = soilFields(data);
  const o = CARRIED.size * b;
  ledger[LEDGER.given] += volume - carried[o];
  for (let k = 0; k < CARRIED.size; k++) carried[o + k] = 0;
  carried[o] = volume;
  const k = model.systems.soil.bodyBucket[b];
  if (k >= 0) {
    const bucket = model.systems.soil.buckets[k];
    placeShape(data, model.systems.collision, bucket.shape, data.systems.soil.pose);
    holdingVolume(model, data, bucket, model.systems.terrain.grounds[0].soil.repose);
    settleLoad(model, data, bucket);
  }
  markChanged(data);
}

/** A patch of ground that lies on the scenery: a height field for the shape of a static body at `position`. */
export interface DrapedPatch {
  readonly position: readonly [number, number, number];
  readonly shape: {
    readonly type: "height-field";
    readonly heights: readonly (readonly number[])[];
    readonly dx: number;
    readonly dy: number;
  };
}

/** Height, m, from which the rays of `drapePatch` start. */
const ABOVE = 1e4;

/**
 * A square patch of ground over the scenery: `cells` × `cells` cells of side `size`/`cells` m about a place [x, y],
 * each point where a vertical ray meets the scenery [Luaces2013] (4.103)–(4.105). A point without a hit takes the
 * height of the nearest point that has one. Throws a RangeError where there is none at all.
 */
export function drapePatch(
  model: Model,
  data: Data,
  center: readonly [number, number],
  size: number,
  cells: number,
): DrapedPatch {
  checkOwner(model, data);
  if (!(size > 0 && Number.isInteger(cells) && cells > 0))
    throw new RangeError(`drapePatch: expected a size > 0 m and a whole number of cells, got ${show([size, cells])}`);
  const n = cells + 1;
  const step = size / cells;
  const filter = createQueryFilter(model);
  const ray = new Float64Array(8);
  const hits = createRayHits(1);
  const heights = Array.from({ length: n }, (_, j) =>
    Array.from({ length: n }, (_, i) => {
      ray.set([
        center[0] + (i - 0.5 * cells) * step,
        center[1] + (j - 0.5 * cells) * step,
        ABOVE,
        0,
        0,
        -1,
        0,
        2 * ABOVE,
      ]);
      return castRays(model, data, ray, 1, hits, filter) > 0 ? ABOVE - hits.values[0] : Number.NaN;
    }),
  );
  return {
    position: [center[0], center[1], 0],
    shape: { type: "height-field", heights: close(heights), dx: step, dy: step },
  };
}

/** Fills gaps from the nearest point that has a height. */
function close(heights: readonly (readonly number[])[]): number[][] {
  const known = heights.flatMap((row, j) => row.flatMap((z, i) => (Number.isNaN(z) ? [] : [[i, j, z]])));
  if (known.length === 0) throw new RangeError("drapePatch: no scenery lies below the patch: move it over some");
  const nearest = (i: number, j: number) => known.reduce((best, p) => (away(p, i, j) < away(best, i, j) ? p : best))[2];
  return heights.map((row, j) => row.map((z, i) => (Number.isNaN(z) ? nearest(i, j) : z)));
}

function away([a, b]: readonly number[], i: number, j: number): number {
  return (a - i) * (a - i) + (b - j) * (b - j);
}
