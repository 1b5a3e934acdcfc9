import type { Data } from "../../data/data.js";
import { checkOwner } from "../../data/owner.js";
import { checkRows, checkWhole } from "../../model/arguments.js";
import { bodyIndexOf, type Model } from "../../model/model.js";
import { separationOf } from "../narrow/pair-table.js";
import { createSeparation } from "../narrow/types.js";
import { checkShape, MOST_ROWS, setPose } from "./checks.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import { NO_HIT } from "./ray-cast.js";
import { openScene, type QueryScene } from "./scene.js";
import type { QueryShape } from "./shape.js";

/** Nearest (or deepest) points of two things. */
export interface Closest {
  /** Shapes of A and B; −1 for a query shape. */
  readonly shapeA: number;
  readonly shapeB: number;
  /** m; > 0: distance; < 0: minus the smallest translation that separates the two shapes. */
  readonly gap: number;
  /** From A to B. */
  readonly normal: readonly [number, number, number];
  readonly pointA: readonly [number, number, number];
  readonly pointB: readonly [number, number, number];
}

/** Rows of `closestShapes`. */
export interface ClosestRows {
  /** Nearest shape, −1: none within the limit. */
  readonly shape: Int32Array;
  /** [gap, normal 3, pointA 3, pointB 3] per row. */
  readonly values: Float64Array;
  /** Pairs without a routine: not looked at. Total of the last call. */
  skipped: number;
}

/** Numbers per row of `ClosestRows.values`: gap (m), normal 3, points on A and B (m) 3 each. */
export const CLOSEST_SIZE = 10;

/** Room for `capacity` rows of `closestShapes`. */
export function createClosestRows(capacity: number): ClosestRows {
  checkWhole("capacity", capacity, 0, MOST_ROWS);
  return { shape: new Int32Array(capacity), values: new Float64Array(CLOSEST_SIZE * capacity), skipped: 0 };
}

const gap = createSeparation();
const best = new Float64Array(CLOSEST_SIZE);
const box = new Float64Array(6);
const pick = { shape: NO_HIT, skipped: 0 };

/**
 * The nearest shape of the scene to the query shape at each of the poses[7 i …], nearer than `limit[0]` (m; ∞ for any).
 * Overlapping shapes have negative gaps; the deepest is the nearest. Returns how many found one. Allocates nothing once
 * warm.
 *
 * The gap between boxes bounds the gap between shapes from below: the shape with the least bound goes first, and what
 * is bounded by more than the best gap is left out. Overlapping boxes bound nothing, so all of those are computed.
 */
export function closestShapes(
  model: Model,
  data: Data,
  query: QueryShape,
  poses: Float64Array,
  count: number,
  limit: Float64Array,
  out: ClosestRows,
  filter: QueryFilter,
): number {
  checkShape(query);
  checkRows("poses", poses, 7, count);
  checkRows("limit", limit, 1, 1);
  checkRows("out", out.shape, 1, count);
  const scene = openScene(model, data, filter);
  let total = 0;
  pick.skipped = 0;
  for (let i = 0; i < count; i++) {
    const o = 7 * i;
    query.collider.shape.bounds(query.collider, query.bounds, 0, poses, o, box, 0);
    pick.shape = NO_HIT;
    best[0] = limit[0];
    const first = leastBound(scene);
    if (first >= 0) tryShape(scene, query, poses, o, first);
    for (let s = 0; s < scene.setup.count; s++) {
      if (s === first || scene.filter.seen[s] === 0 || !scene.broad.has(s)) continue;
      if (!isBeyond(scene, s)) tryShape(scene, query, poses, o, s);
    }
    out.shape[i] = pick.shape;
    if (pick.shape < 0) continue;
    for (let k = 0; k < CLOSEST_SIZE; k++) out.values[CLOSEST_SIZE * i + k] = best[k];
    total++;
  }
  out.skipped = pick.skipped;
  return total;
}

/** The shape whose box is nearest. */
function leastBound(scene: QueryScene): number {
  let least = Number.POSITIVE_INFINITY;
  let shape = NO_HIT;
  for (let s = 0; s < scene.setup.count; s++) {
    if (scene.filter.seen[s] === 0 || !scene.broad.has(s)) continue;
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = Math.max(scene.box[6 * s + k] - box[3 + k], box[k] - scene.box[6 * s + 3 + k], 0);
      d2 += d * d;
    }
    if (d2 < least) {
      least = d2;
      shape = s;
    }
  }
  return shape;
}

/** Whether the box of a shape is farther than the best gap. */
function isBeyond(scene: QueryScene, s: number): boolean {
  let d2 = 0;
  for (let k = 0; k < 3; k++) {
    const d = Math.max(scene.box[6 * s + k] - box[3 + k], box[k] - scene.box[6 * s + 3 + k], 0);
    d2 += d * d;
  }
  return d2 > 0 && (best[0] < 0 || d2 > best[0] * best[0]);
}

function tryShape(scene: QueryScene, query: QueryShape, poses: Float64Array, o: number, s: number): void {
  if (!separationOf(query.collider, poses, o, scene.colliders[s], scene.pose, 7 * s, gap)) {
    pick.skipped++;
    return;
  }
  const { values } = gap;
  if (!(values[0] < best[0] || (values[0] === best[0] && (pick.shape < 0 || s < pick.shape)))) return;
  pick.shape = s;
  for (let k = 0; k < CLOSEST_SIZE; k++) best[k] = values[k];
}

/** The nearest thing to a shape at a pose [position 3, quaternion 4], not farther than `limit`, or null. */
export function closestTo(
  model: Model,
  data: Data,
  query: QueryShape,
  pose: ArrayLike<number>,
  options?: (QueryOptions & { readonly limit?: number }) | QueryFilter,
): (Closest & { readonly body: number }) | null {
  const one = createClosestRows(1);
  const at = new Float64Array(7);
  setPose(at, pose);
  const limit = options !== undefined && "limit" in options ? (options.limit ?? Infinity) : Infinity;
  if (Number.isNaN(limit)) throw new RangeError("limit: expected a distance in m, got NaN");
  closestShapes(model, data, query, at, 1, Float64Array.of(limit), one, filterOf(model, options));
  if (one.shape[0] < 0) return null;
  return { body: model.systems.collision.body[one.shape[0]], ...read(one.values, -1, one.shape[0]) };
}

/**
 * Nearest points of two bodies: the pair of shapes with the least gap; where bodies overlap, the deepest pair. Filters
 * are not asked. Null when no pair of their shapes has a routine.
 */
export function closestPoints(
  model: Model,
  data: Data,
  bodyA: string | number,
  bodyB: string | number,
): Closest | null {
  checkOwner(model, data);
  const a = bodyIndexOf(model, bodyA);
  const b = bodyIndexOf(model, bodyB);
  if (a === b) throw new RangeError(`expected two bodies, got "${model.bodyNames[a]}" twice`);
  const { setup, colliders, pose, broad } = openScene(model, data, filterOf(model, undefined));
  let shapeA = NO_HIT;
  let shapeB = NO_HIT;
  best[0] = Number.POSITIVE_INFINITY;
  for (let i = 0; i < setup.count; i++) {
    if (setup.body[i] !== a || !broad.has(i)) continue;
    for (let j = 0; j < setup.count; j++) {
      if (setup.body[j] !== b || !broad.has(j)) continue;
      if (!separationOf(colliders[i], pose, 7 * i, colliders[j], pose, 7 * j, gap)) continue;
      if (!(gap.values[0] < best[0])) continue;
      shapeA = i;
      shapeB = j;
      for (let k = 0; k < CLOSEST_SIZE; k++) best[k] = gap.values[k];
    }
  }
  return shapeA < 0 ? null : read(best, shapeA, shapeB);
}

/**
 * How deep two bodies overlap, m: the largest over their pairs of shapes of the smallest translation that separates the
 * pair; 0 when they do not. For bodies of several shapes that is a lower bound of the translation that separates the
 * bodies.
 */
export function penetrationDepth(model: Model, data: Data, bodyA: string | number, bodyB: string | number): number {
  const closest = closestPoints(model, data, bodyA, bodyB);
  return closest === null ? 0 : Math.max(0, -closest.gap);
}

function read(v: Float64Array, shapeA: number, shapeB: number): Closest {
  return {
    shapeA,
    shapeB,
    gap: v[0],
    normal: [v[1], v[2], v[3]],
    pointA: [v[4], v[5], v[6]],
    pointB: [v[7], v[8], v[9]],
  };
}
