import type { Data } from "../../data/data.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import { checkRows, checkWhole } from "../../model/arguments.js";
import type { Model } from "../../model/model.js";
import { createIdSink } from "../broad/broad-phase.js";
import { separationOf } from "../narrow/pair-table.js";
import { createSeparation } from "../narrow/types.js";
import { checkShape, MOST_ROWS, setPose } from "./checks.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import { openScene } from "./scene.js";
import type { QueryShape } from "./shape.js";

/**
 * Shapes found for many poses: those of pose i are shape[start[i]] … shape[start[i + 1] − 1], ascending. `shape` grows
 * when it must.
 */
export interface Overlaps {
  start: Int32Array;
  shape: Int32Array;
  /** Pairs without a routine: not looked at. */
  skipped: number;
}

/** Room for the shapes that `poses` poses overlap; `shapes` of them in total at first, more as needed. */
export function createOverlaps(poses: number, shapes = 64): Overlaps {
  checkWhole("poses", poses, 0, MOST_ROWS);
  checkWhole("shapes", shapes, 0, MOST_ROWS);
  return { start: new Int32Array(poses + 1), shape: new Int32Array(shapes), skipped: 0 };
}

const candidates = createIdSink(64);
const box = new Float64Array(6);
const gap = createSeparation();
/** Largest gap that counts, m; in an array because calls box doubles. */

/**
 * Shapes of the scene that overlap the query shape at each of the poses[7 i …], or are nearer than `distance[0]` (m, ≥
 * 0). Returns how many there are in all. Allocates nothing once warm.
 */
export function overlapShapes(
  model: Model,
  data: Data,
  query: QueryShape,
  poses: Float64Array,
  count: number,
  distance: Float64Array,
  out: Overlaps,
  filter: QueryFilter,
): number {
  checkShape(query);
  checkRows("poses", poses, 7, count);
  checkRows("distance", distance, 1, 1);
  const scene = openScene(model, data, filter);
  if (out.start.length < count + 1) out.start = ensureCapacityI32(out.start, count + 1);
  const within = distance[0];
  out.skipped = 0;
  let total = 0;
  out.start[0] = 0;
  for (let i = 0; i < count; i++) {
    const o = 7 * i;
    query.collider.shape.bounds(query.collider, query.bounds, 0, poses, o, box, 0);
    for (let k = 0; k < 3; k++) {
      box[k] -= within;
      box[3 + k] += within;
    }
    scene.broad.query(box, 0, candidates);
    for (let c = 0; c < candidates.count; c++) {
      const s = candidates.ids[c];
      if (scene.filter.seen[s] === 0) continue;
      if (!separationOf(query.collider, poses, o, scene.colliders[s], scene.pose, 7 * s, gap)) {
        out.skipped++;
        continue;
      }
      if (!(gap.values[0] <= within)) continue;
      if (total === out.shape.length) out.shape = ensureCapacityI32(out.shape, total + 1);
      out.shape[total++] = s;
    }
    out.start[i + 1] = total;
  }
  return total;
}

/** Something found by a query. */
export interface Found {
  readonly body: number;
  readonly shape: number;
}

/**
 * What overlaps a shape at a pose [position 3, quaternion 4], or is nearer to it than `distance`; ascending by shape.
 */
export function overlap(
  model: Model,
  data: Data,
  query: QueryShape,
  pose: ArrayLike<number>,
  options?: (QueryOptions & { readonly distance?: number }) | QueryFilter,
): Found[] {
  const one = createOverlaps(1);
  const at = new Float64Array(7);
  setPose(at, pose);
  const distance = options !== undefined && "distance" in options ? (options.distance ?? 0) : 0;
  if (!(distance >= 0)) throw new RangeError(`distance: expected a number >= 0 m, got ${distance}`);
  const n = overlapShapes(model, data, query, at, 1, Float64Array.of(distance), one, filterOf(model, options));
  return Array.from(one.shape.subarray(0, n), (shape) => ({ body: model.systems.collision.body[shape], shape }));
}
