import { type Clusters, createClusters } from "../../collision/volume/clusters.js";
import { createOverlap, createVolumeCache, type Overlap, type VolumeCache } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import { NEAREST_SIZE } from "../../geometry/tree/nearest.js";
import type { Model, SystemKind } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { LAYER, MOMENTS, MOTION, PRESS } from "./foundation.js";
import { PATCH_FRICTION, PATCH_MOTION } from "./patch-friction.js";
import { RESISTANCE, ROTATION } from "./rolling-resistance.js";
import { ROW, VOLUME_FIELDS, volumeFields } from "./volume-fields.js";
import { prepareVolumes } from "./volume-setup.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly volumetric: VolumeState;
  }
}

/**
 * Of each region, in the world, when it was found: axes e₁, e₂, n (9), centroid (3), radius of gyration (1), σ₁, σ₂
 * (2); centroid in the frames of A and B (6), quaternions of both (8); lead (1), see `writeLead`.
 */
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
  /** Whether the step's regions have been found, and, in Newton's late iterations, may no longer be found. */
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
  /** Body of each shape. */
  readonly bodyOfShape: Int32Array;
  /** Part of the law's stiffness, see `pushRegions`; 1: bodies are not pushed out. */
  readonly push: Float64Array;
  /** A body that was pushed out in the part, −1: none. */
  pushed: number;
  readonly at: Float64Array;
  readonly moments: Float64Array;
  /** K, a and α, see LAYER. */
  readonly law: Float64Array;
  /** Where the region is now (3), and how B moves against A since then. */
  readonly place: Float64Array;
  readonly slip: Float64Array;
  readonly press: Float64Array;
  readonly drag: Float64Array;
  /** Motion and torque of what resists rolling and spinning, see ROTATION and RESISTANCE. */
  readonly rotation: Float64Array;
  readonly resistance: Float64Array;
  /** Rows as in the memory, that become the memory. */
  readonly next: Float64Array;
  readonly nextKey: Uint32Array;
  readonly overlap: Overlap;
  /** Whether surface of one solid of spheres is inside the other, yet no volume: it has gone through. */
  lost: boolean;
  /** The overlap that is being read: the regions, or their clusters. */
  from: Overlap;
  readonly clusters: Clusters;
  /** Side of each region, see `Clusters`; 0 for a whole one. */
  readonly side: Int32Array;
  /** By shapes a × count + b: they save time and change nothing. */
  readonly caches: Map<number, VolumeCache>;
  /** Planes of a convex solid in the frame of the other. */
  planes: Float64Array;
  readonly work: VolumeWork;
}

/** Workspace of one pair of shapes, and of one region. */
export interface VolumeWork {
  /** Pose of B in A, and of A in B, see `relativeTransform`; a half-space in the solid's frame; two radii. */
  readonly transform: Float64Array;
  readonly back: Float64Array;
  readonly plane: Float64Array;
  readonly radii: Float64Array;
  /** Normal in the frame of the overlap, e₁ and e₂ there, and two vectors. */
  readonly normal: Float64Array;
  readonly e1: Float64Array;
  readonly e2: Float64Array;
  readonly v: Float64Array;
  readonly w: Float64Array;
  /** A point in the frame of a solid, and the nearest point of its surface, see `nearestPoint`. */
  readonly inside: Float64Array;
  readonly near: Float64Array;
  /** Motion of B against A in the axes of the patch, see MOTION. */
  readonly motion: Float64Array;
  /** The same in the world: displacement 0, rotation 3, velocity 6, angular velocity 9. */
  readonly relative: Float64Array;
  /** Torque and force on B at the region, world. */
  readonly wrench: Float64Array;
  /** Tangent: 6 × 6 in the axes of the patch, half turned, in the world. */
  readonly local: Float64Array;
  readonly half: Float64Array;
  readonly block: Float64Array;
}

function createVolumeWork(): VolumeWork {
  const f64 = (n: number) => new Float64Array(n);
  return {
    transform: f64(22),
    back: f64(22),
    plane: f64(4),
    radii: f64(2),
    normal: f64(3),
    e1: f64(3),
    e2: f64(3),
    v: f64(3),
    w: f64(3),
    inside: f64(3),
    near: f64(NEAREST_SIZE),
    motion: f64(MOTION.size),
    relative: f64(12),
    wrench: f64(6),
    local: f64(36),
    half: f64(36),
    block: f64(36),
  };
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
      bodyOfShape: Int32Array.from(capacity > 0 ? model.shapes : [], (shape) => shape.body),
      push: f64(1),
      pushed: -1,
      at: f64(FOUND.size),
      moments: f64(MOMENTS.size),
      law: f64(LAYER.size),
      place: f64(3),
      slip: f64(PATCH_MOTION.size),
      press: f64(PRESS.size),
      drag: f64(PATCH_FRICTION.size),
      rotation: f64(ROTATION.size),
      resistance: f64(RESISTANCE.size),
      next: f64(ROW.size),
      nextKey: new Uint32Array(4 * capacity),
      overlap,
      lost: false,
      from: overlap,
      clusters: createClusters(),
      side: new Int32Array(capacity),
      caches: new Map(),
      planes: new Float64Array(0),
      work: createVolumeWork(),
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
