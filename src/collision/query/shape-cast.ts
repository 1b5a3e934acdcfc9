import type { Data } from "../../data/data.js";
import type { Vec3Like } from "../../math/vec3.js";
import { checkRows, checkWhole } from "../../model/arguments.js";
import type { Model } from "../../model/model.js";
import { CAST, createCast, linearCast } from "../continuous/linear-cast.js";
import { checkPoint, checkShape, MOST_ROWS, setPose } from "./checks.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import { NO_HIT, REFUSED } from "./ray-cast.js";
import { openScene, type QueryScene } from "./scene.js";
import type { QueryShape } from "./shape.js";

/** What a moving shape meets first. */
export interface ShapeHit {
  readonly body: number;
  readonly shape: number;
  /** Fraction of the translation; 0 where they overlap at the start. */
  readonly t: number;
  /** From the moving shape to the one it meets. */
  readonly normal: readonly [number, number, number];
  /** Nearest points at the time of impact, on the moving shape and on the other. */
  readonly pointA: readonly [number, number, number];
  readonly pointB: readonly [number, number, number];
}

/** Hits of many casts: one row each. */
export interface ShapeHits {
  /** Shape that was met, −1 none, −2 refused. */
  readonly shape: Int32Array;
  /** [t, normal 3, pointA 3, pointB 3] per row. */
  readonly values: Float64Array;
  /** Shapes on the way whose pair with the moving one has no routine: not looked at. Total of the last call. */
  skipped: number;
}

/** Numbers per row of `ShapeHits.values`. */
export const SHAPE_HIT_SIZE = 10;
/** Numbers per motion: pose 7 (position in m, quaternion), translation 3 (m). */
export const MOTION_SIZE = 10;

/** Room for the hits of `capacity` motions; all without a hit. */
export function createShapeHits(capacity: number): ShapeHits {
  checkWhole("capacity", capacity, 0, MOST_ROWS);
  return {
    shape: new Int32Array(capacity).fill(NO_HIT),
    values: new Float64Array(SHAPE_HIT_SIZE * capacity),
    skipped: 0,
  };
}

const cast = createCast();
const sweep = new Float64Array(10);
const box = new Float64Array(6);
const best = new Float64Array(SHAPE_HIT_SIZE);
const at = {
  scene: null as QueryScene | null as QueryScene,
  query: null as QueryShape | null as QueryShape,
  motions: new Float64Array(0) as Float64Array,
  offset: 0,
  shape: NO_HIT,
  skipped: 0,
};

/**
 * First contact of a shape moved without turning: motions[10 i …] = [pose 7, translation 3] → hits, row i. Returns how
 * many meet something. Of contacts at the same t the shape with the smaller number counts. Allocates nothing once warm.
 */
export function castShapes(
  model: Model,
  data: Data,
  query: QueryShape,
  motions: Float64Array,
  count: number,
  hits: ShapeHits,
  filter: QueryFilter,
): number {
  checkShape(query);
  checkRows("motions", motions, MOTION_SIZE, count);
  checkRows("hits", hits.shape, 1, count);
  at.scene = openScene(model, data, filter);
  at.query = query;
  at.motions = motions;
  at.skipped = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    at.offset = MOTION_SIZE * i;
    at.shape = NO_HIT;
    hits.shape[i] = castOne() ? at.shape : REFUSED;
    if (hits.shape[i] < 0) continue;
    for (let k = 0; k < SHAPE_HIT_SIZE; k++) hits.values[SHAPE_HIT_SIZE * i + k] = best[k];
    total++;
  }
  hits.skipped = at.skipped;
  return total;
}

function castOne(): boolean {
  const { query, motions, offset } = at;
  let poison = 0;
  for (let k = 0; k < MOTION_SIZE; k++) poison += 0 * motions[offset + k];
  query.collider.shape.bounds(query.collider, query.bounds, 0, motions, offset, box, 0);
  for (let k = 0; k < 3; k++) {
    sweep[k] = 0.5 * (box[k] + box[3 + k]);
    sweep[3 + k] = motions[offset + 7 + k];
    sweep[7 + k] = 0.5 * (box[3 + k] - box[k]) * (1 + 1e-12) + 1e-14 * Math.abs(sweep[k]);
    // a plane has no box to move
    poison += 0 * sweep[k];
  }
  if (poison !== 0) return false;
  sweep[6] = 1;
  best[0] = 1;
  at.scene.broad.cast(sweep, 0, visit);
  return true;
}

function visit(s: number): void {
  const { scene, query, motions, offset } = at;
  if (scene.filter.seen[s] === 0) return;
  cast.limit[0] = best[0];
  linearCast(query.collider, motions, offset, scene.colliders[s], scene.pose, 7 * s, motions, offset + 7, cast);
  if (cast.status === CAST.unsupported) at.skipped++;
  if (cast.status === CAST.none || cast.status === CAST.unsupported) return;
  if (cast.values[0] === best[0] && at.shape >= 0 && at.shape < s) return;
  at.shape = s;
  for (let k = 0; k < SHAPE_HIT_SIZE; k++) best[k] = cast.values[k];
  sweep[6] = best[0];
}

const one = createShapeHits(1);
const motion = new Float64Array(MOTION_SIZE);

/** What a shape at a pose [position 3, quaternion 4] meets first when it is moved by `translation`, or null. */
export function shapeCast(
  model: Model,
  data: Data,
  query: QueryShape,
  pose: ArrayLike<number>,
  translation: Vec3Like,
  options?: QueryOptions | QueryFilter,
): ShapeHit | null {
  setPose(motion, pose);
  checkPoint("translation", translation, model.planar);
  for (let k = 0; k < 3; k++) motion[7 + k] = translation[k] ?? 0;
  castShapes(model, data, query, motion, 1, one, filterOf(model, options));
  const shape = one.shape[0];
  if (shape === REFUSED)
    throw new RangeError(
      `expected a bounded shape, a finite pose of 7 numbers and a finite translation, got [${Array.from(pose)}] and [${Array.from(translation)}]`,
    );
  if (shape < 0) return null;
  const v = one.values;
  return {
    body: model.systems.collision.body[shape],
    shape,
    t: v[0],
    normal: [v[1], v[2], v[3]],
    pointA: [v[4], v[5], v[6]],
    pointB: [v[7], v[8], v[9]],
  };
}
