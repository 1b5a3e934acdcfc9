import { type Clusters, createClusters } from "../../collision/volume/clusters.js";
import { createOverlap, createVolumeCache, type Overlap, type VolumeCache } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import type { Model, SystemKind } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { MOMENTS, PRESS } from "./foundation.js";
import { PATCH_FRICTION, PATCH_MOTION } from "./patch-friction.js";
import { ROW, VOLUME_FIELDS, volumeFields } from "./volume-fields.js";
import { prepareVolumes } from "./volume-setup.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly volumetric: VolumeState;
  }
}

/** Of each region, in the world, when it was found: axes e₁, e₂, n (9), centroid (3), radius of gyration (1), σ₁, σ₂ (2); centroid in the frames of A and B (6), quaternions of both (8); lead (1), see `writeLead`. */
export const FOUND = {
  axes: 0,
  center: 9,
  gyration: 12,
  spread: 13,
  local: 15,
  quat: 21,
  lead: 29,
  size: 30,
} as const;

/** Regions of the present step. */
export interface VolumeState {
  count: number;
  readonly capacity: number;
  /** Whether the step's regions have been found, and, in Newton's late iterations, may no longer be found anew. */
  found: boolean;
  /** Clock and poses of all bodies when the memory was written: what was found then still holds for sensors. */
  readonly keptAt: Float64Array;
  readonly kept: Float64Array;
  /** Velocities of all bodies when the step began: impact speeds are those of before the impact. */
  readonly velocity: Float64Array;
  /** Shapes, bodies, pair of materials. */
  readonly shape: Int32Array;
  readonly body: Int32Array;
  readonly pair: Int32Array;
  readonly at: Float64Array;
  readonly moments: Float64Array;
  /** K and a. */
  readonly law: Float64Array;
  /** Where the region is now (3), and how B moves against A since then. */
  readonly place: Float64Array;
  readonly slip: Float64Array;
  readonly press: Float64Array;
  readonly drag: Float64Array;
  /** Rows as in the memory, that become the memory. */
  readonly next: Float64Array;
  readonly nextKey: Uint32Array;
  readonly overlap: Overlap;
  /** What is being read: the regions, or their clusters. */
  from: Overlap;
  readonly clusters: Clusters;
  /** Side of each region, see `Clusters`; 0 for a whole one. */
  readonly side: Int32Array;
  /** By shapes a × count + b: they save time and change nothing. */
  readonly caches: Map<number, VolumeCache>;
}

/** Volumetric contact as a system: constants of pairs of materials, solids, memory, work arrays. */
export const volumetricSystem: SystemKind = {
  name: "volumetric",
  fields: VOLUME_FIELDS,
  prepare: prepareVolumes,
  carryOver: carryRegions,
  create(model: Model): VolumeState {
    const { capacity } = model.systems.volumetric;
    const overlap = createOverlap();
    const f64 = (stride: number) => new Float64Array(stride * capacity);
    return {
      count: 0,
      capacity,
      found: false,
      keptAt: Float64Array.of(Number.NaN),
      kept: new Float64Array(capacity > 0 ? 7 * model.nb : 0),
      velocity: new Float64Array(capacity > 0 ? 6 * model.nb : 0),
      shape: new Int32Array(2 * capacity),
      body: new Int32Array(2 * capacity),
      pair: new Int32Array(capacity),
      at: f64(FOUND.size),
      moments: f64(MOMENTS.size),
      law: f64(2),
      place: f64(3),
      slip: f64(PATCH_MOTION.size),
      press: f64(PRESS.size),
      drag: f64(PATCH_FRICTION.size),
      next: f64(ROW.size),
      nextKey: new Uint32Array(4 * capacity),
      overlap,
      from: overlap,
      clusters: createClusters(),
      side: new Int32Array(capacity),
      caches: new Map(),
    };
  },
};

/** The cache of two shapes. */
export function cacheOf({ caches }: VolumeState, key: number): VolumeCache {
  let cache = caches.get(key);
  if (cache === undefined) {
    cache = createVolumeCache();
    caches.set(key, cache);
  }
  return cache;
}

/** Carries the memory of regions over a recompile. Reads: memory of `oldData`. Writes: memory of `data`. */
function carryRegions(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.volumetric;
  if (!active) return;
  const to = volumeFields(data);
  to.remembered[0] = 0;
  if (oldModel.systems.volumetric?.active !== true) return;
  carryRows(oldModel, volumeFields(oldData), model, to, ROW.size, capacity);
}
