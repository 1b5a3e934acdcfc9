import type { Data } from "../../data/data.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import type { Vec3Like } from "../../math/vec3.js";
import { checkRows, checkWhole } from "../../model/arguments.js";
import type { Model } from "../../model/model.js";
import { checkPoint, MOST_ROWS } from "./checks.js";
import { filterOf, type QueryFilter, type QueryOptions } from "./filter.js";
import { castCollider } from "./ray/cast.js";
import { HIT_SIZE, RAY_SIZE } from "./ray/crossings.js";
import { openScene, type QueryScene } from "./scene.js";

/** A hit of a ray. */
export interface RayHit {
  readonly body: number;
  readonly shape: number;
  /** Parameter on the ray: point = origin + t direction. */
  readonly t: number;
  readonly point: readonly [number, number, number];
  /** Outward unit normal of the surface; against the ray where it starts inside. */
  readonly normal: readonly [number, number, number];
  /** 1: the ray enters; −1: it leaves; 0: it starts inside. */
  readonly side: number;
}

/** Hits of many rays: one row each. */
export interface RayHits {
  /** Shape that was hit, `NO_HIT`, or `REFUSED`. */
  readonly shape: Int32Array;
  /** [t, normal 3, side] per row. */
  readonly values: Float64Array;
}

/** In place of a shape: the ray meets none within its length. */
export const NO_HIT = -1;
/** The ray has a NaN, an infinite origin, or no direction. */
export const REFUSED = -2;

/** Room for the hits of `capacity` rays; all without a hit. */
export function createRayHits(capacity: number): RayHits {
  checkWhole("capacity", capacity, 0, MOST_ROWS);
  return { shape: new Int32Array(capacity).fill(NO_HIT), values: new Float64Array(HIT_SIZE * capacity) };
}

const CLOSEST = 0;
const ANY = 1;
const ALL = 2;

const sweep = new Float64Array(10);
/**
 * The world ray with its direction scaled by a power of two, so that its longest component is between 1 and 2, and that
 * factor.
 */
const scaled = new Float64Array(RAY_SIZE + 1);
const local = new Float64Array(RAY_SIZE);
const hit = new Float64Array(HIT_SIZE);
const best = new Float64Array(HIT_SIZE);
const FACTOR = RAY_SIZE;

const found = {
  scene: null as QueryScene | null as QueryScene,
  mode: CLOSEST,
  shape: NO_HIT,
  count: 0,
  total: 0,
  hits: createRayHits(0) as RayHits,
};

/** Enlargement of the ray for the broad phase, as a part of its coordinates: more than boxes lose by rounding. */
const PAD = 1e-14;

/**
 * First hit of each ray: rays[8 i …] = [origin 3, direction 3, t from, t to] → hits, row i. Directions have any length
 * but 0. Returns how many hit. Of hits at the same t the shape with the smaller number counts. Allocates nothing once
 * warm.
 */
export function castRays(
  model: Model,
  data: Data,
  rays: Float64Array,
  count: number,
  hits: RayHits,
  filter: QueryFilter,
): number {
  return castBatch(model, data, rays, count, hits, filter, CLOSEST);
}

/**
 * Whether each ray hits anything, which is quicker: some shape that it hits, and the hit there, not necessarily the
 * first.
 */
export function castRaysAny(
  model: Model,
  data: Data,
  rays: Float64Array,
  count: number,
  hits: RayHits,
  filter: QueryFilter,
): number {
  return castBatch(model, data, rays, count, hits, filter, ANY);
}

function castBatch(
  model: Model,
  data: Data,
  rays: Float64Array,
  count: number,
  hits: RayHits,
  filter: QueryFilter,
  mode: number,
): number {
  checkRows("rays", rays, RAY_SIZE, count);
  checkRows("hits", hits.shape, 1, count);
  found.scene = openScene(model, data, filter);
  let total = 0;
  for (let i = 0; i < count; i++) {
    found.mode = mode;
    if (!castOne(model.planar, rays, RAY_SIZE * i)) {
      hits.shape[i] = REFUSED;
      continue;
    }
    hits.shape[i] = found.shape;
    if (found.shape < 0) continue;
    for (let k = 0; k < HIT_SIZE; k++) hits.values[HIT_SIZE * i + k] = best[k];
    total++;
  }
  return total;
}

/**
 * Every shape that the ray rays[r …] hits, with its first hit, sorted by t and then by shape. Returns how many there
 * are; those beyond the room in `hits` are counted but not kept, and which ones is then left open. −2 for a refused
 * ray.
 */
export function castRayAll(
  model: Model,
  data: Data,
  rays: Float64Array,
  r: number,
  hits: RayHits,
  filter: QueryFilter,
): number {
  checkWhole("r", r, 0, rays.length - RAY_SIZE);
  found.scene = openScene(model, data, filter);
  found.mode = ALL;
  found.hits = hits;
  if (!castOne(model.planar, rays, r)) return REFUSED;
  sortHits(hits, found.count);
  return found.total;
}

/** Casts one ray; the result is in `found` and `best`. False when it is refused. */
function castOne(planar: boolean, rays: Float64Array, r: number): boolean {
  let longest = 0;
  let far = 0;
  let poison = 0;
  for (let k = 0; k < 3; k++) {
    scaled[k] = rays[r + k];
    scaled[3 + k] = planar && k === 2 ? 0 : rays[r + 3 + k];
    if (planar && k === 2) scaled[k] = 0;
    poison += 0 * rays[r + k] + 0 * rays[r + 3 + k];
    longest = Math.max(longest, Math.abs(scaled[3 + k]));
    far = Math.max(far, Math.abs(scaled[k]));
  }
  // 0 · x is NaN for every x that is not finite
  if (poison !== 0 || !(longest > 0) || !(rays[r + 6] <= rays[r + 7]) || !(Math.abs(rays[r + 6]) < Infinity))
    return false;
  let factor = 1;
  while (longest >= 2) {
    factor *= 0.5;
    longest *= 0.5;
  }
  while (longest < 1) {
    factor *= 2;
    longest *= 2;
  }
  scaled[FACTOR] = factor;
  for (let k = 3; k < 6; k++) scaled[k] *= factor;
  // beyond 2¹⁰²³ a factor would not be finite; such directions are as good as none
  if (!(factor < Infinity)) return false;
  scaled[6] = rays[r + 6] / factor;
  scaled[7] = rays[r + 7] / factor;

  // the broad phase begins where the range begins
  for (let k = 0; k < 3; k++) {
    sweep[k] = scaled[k] + scaled[6] * scaled[3 + k];
    sweep[3 + k] = scaled[3 + k];
    sweep[7 + k] = PAD * (far + Math.abs(sweep[k]));
  }
  sweep[6] = scaled[7] - scaled[6];
  found.shape = NO_HIT;
  found.count = 0;
  found.total = 0;
  best[0] = Number.POSITIVE_INFINITY;
  found.scene.broad.cast(sweep, 0, visit);
  return true;
}

function visit(s: number): void {
  const { scene } = found;
  if (scene.filter.seen[s] === 0 || (found.mode === ANY && found.shape >= 0)) return;
  const o = 7 * s;
  const { pose } = scene;
  for (let k = 0; k < 3; k++) local[k] = scaled[k] - pose[o + k];
  rotateInverseInto(local, 0, pose, o + 3, local, 0);
  rotateInverseInto(local, 3, pose, o + 3, scaled, 3);
  local[6] = scaled[6];
  local[7] = scaled[7];
  if (!castCollider(scene.work, scene.colliders[s], local, hit, scene.filter.exit)) return;
  rotateInto(hit, 1, pose, o + 3, hit, 1);
  hit[0] *= scaled[FACTOR];
  if (found.mode === ALL) {
    keep(s);
    return;
  }
  if (hit[0] > best[0] || (hit[0] === best[0] && found.shape < s)) return;
  found.shape = s;
  for (let k = 0; k < HIT_SIZE; k++) best[k] = hit[k];
  // what lies beyond is of no interest; a little more, because rounding may have put the box of an equal hit there
  sweep[6] =
    (best[0] / scaled[FACTOR] - scaled[6]) * (1 + 1e-12) +
    PAD * (Math.abs(sweep[0]) + Math.abs(sweep[1]) + Math.abs(sweep[2]));
  if (found.mode === ANY) sweep[6] = -1;
}

function keep(s: number): void {
  const { hits } = found;
  found.total++;
  if (found.count === hits.shape.length) return;
  const i = found.count++;
  hits.shape[i] = s;
  for (let k = 0; k < HIT_SIZE; k++) hits.values[HIT_SIZE * i + k] = hit[k];
}

/** By t, then by shape: insertion, since hits of one ray are few and come nearly in order. */
function sortHits({ shape, values }: RayHits, count: number): void {
  for (let i = 1; i < count; i++) {
    const s = shape[i];
    for (let k = 0; k < HIT_SIZE; k++) hit[k] = values[HIT_SIZE * i + k];
    let j = i;
    for (; j > 0; j--) {
      const t = values[HIT_SIZE * (j - 1)];
      if (t < hit[0] || (t === hit[0] && shape[j - 1] < s)) break;
      shape[j] = shape[j - 1];
      for (let k = 0; k < HIT_SIZE; k++) values[HIT_SIZE * j + k] = values[HIT_SIZE * (j - 1) + k];
    }
    shape[j] = s;
    for (let k = 0; k < HIT_SIZE; k++) values[HIT_SIZE * j + k] = hit[k];
  }
}

const oneRay = new Float64Array(RAY_SIZE);
const oneHit = createRayHits(1);

/** How a ray is asked for. */
export interface RayOptions extends QueryOptions {
  /** Largest parameter t; point = origin + t direction. Default ∞. */
  readonly limit?: number;
}

/** The first thing that a ray meets, or null. `direction` need not be of unit length. Throws for a ray that is none. */
export function rayCast(
  model: Model,
  data: Data,
  origin: Vec3Like,
  direction: Vec3Like,
  options?: RayOptions | QueryFilter,
): RayHit | null {
  setRay(model, origin, direction, limitOf(options));
  castRays(model, data, oneRay, 1, oneHit, filterOf(model, options));
  return readHit(oneHit, 0, origin, direction);
}

/** Whether a ray meets anything at all. */
export function rayCastAny(
  model: Model,
  data: Data,
  origin: Vec3Like,
  direction: Vec3Like,
  options?: RayOptions | QueryFilter,
): boolean {
  setRay(model, origin, direction, limitOf(options));
  castRaysAny(model, data, oneRay, 1, oneHit, filterOf(model, options));
  return readHit(oneHit, 0, origin, direction) !== null;
}

/** Everything that a ray meets, one hit per shape, nearest first. */
export function rayCastAll(
  model: Model,
  data: Data,
  origin: Vec3Like,
  direction: Vec3Like,
  options?: RayOptions | QueryFilter,
): RayHit[] {
  setRay(model, origin, direction, limitOf(options));
  const filter = filterOf(model, options);
  const hits = createRayHits(filter.seen.length);
  const n = castRayAll(model, data, oneRay, 0, hits, filter);
  if (n === REFUSED) refuse(origin, direction);
  return Array.from({ length: n }, (_, i) => readHit(hits, i, origin, direction) as RayHit);
}

/** The first thing on the way from one point to another, or null; t is the fraction of the way. */
export function segmentCast(
  model: Model,
  data: Data,
  from: Vec3Like,
  to: Vec3Like,
  options?: QueryOptions | QueryFilter,
): RayHit | null {
  checkPoint("from", from, model.planar);
  checkPoint("to", to, model.planar);
  const direction = [to[0] - from[0], to[1] - from[1], (to[2] ?? 0) - (from[2] ?? 0)] as const;
  setRay(model, from, direction, 1);
  castRays(model, data, oneRay, 1, oneHit, filterOf(model, options));
  return readHit(oneHit, 0, from, direction);
}

function limitOf(options: RayOptions | QueryFilter | undefined): number {
  return options !== undefined && "limit" in options ? (options.limit ?? Infinity) : Infinity;
}

function setRay(model: Model, origin: Vec3Like, direction: Vec3Like, limit: number): void {
  checkPoint("origin", origin, model.planar);
  checkPoint("direction", direction, model.planar);
  for (let k = 0; k < 3; k++) {
    oneRay[k] = origin[k] ?? 0;
    oneRay[3 + k] = direction[k] ?? 0;
  }
  oneRay[6] = 0;
  oneRay[7] = limit;
}

function refuse(origin: Vec3Like, direction: Vec3Like): never {
  throw new RangeError(
    `a ray needs a finite origin, a finite direction that is not zero and a limit >= 0, got origin [${Array.from(origin)}], direction [${Array.from(direction)}]`,
  );
}

function readHit({ shape, values }: RayHits, i: number, origin: Vec3Like, direction: Vec3Like): RayHit | null {
  if (shape[i] === REFUSED) refuse(origin, direction);
  if (shape[i] < 0) return null;
  const o = HIT_SIZE * i;
  const t = values[o];
  const at = (k: number) => (origin[k] ?? 0) + t * (direction[k] ?? 0);
  return {
    body: found.scene.setup.body[shape[i]],
    shape: shape[i],
    t,
    point: [at(0), at(1), at(2)],
    normal: [values[o + 1], values[o + 2], values[o + 3]],
    side: values[o + 4],
  };
}
