import { placeShape } from "../../collision/shape-poses.js";
import type { Data } from "../../data/data.js";
import { sampleHeightField } from "../../geometry/height-field.js";
import { acos, pow } from "../../math/elementary.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { liveGrounds, nearestPoint, terrainFields, toGround } from "../../terrain/live-heights.js";
import type { LiveGround } from "../../terrain/system.js";
import { earthmovingForce } from "./earthmoving.js";
import { type BucketSetup, ELEMENT, isDriven } from "./soil-setup.js";
import { CARRIED, ROW, type SoilState, soilFields } from "./soil-state.js";

/** Kinds of elements in the ground. */
export const KIND = { none: 0, edge: 1, panel: 2, flow: 3 } as const;

/** Cells ahead of a surface at which the ground has not been carved yet. */
const AHEAD = 1.3;
/** Ground that may not be dug is this many times as strong. */
const ROCK = 20;
/** A flatter plate slides under a wedge as this one does, rad. */
const FLATTEST = 0.35;
/** Part of critical damping of an element under the mass of its body. */
const DAMPING = 0.3;

/**
 * Strength of the soil around every element of the buckets at the beginning of a part of a step. It is kept through the
 * part: the depth changes by less than a hundredth of the bucket within it, and Newton's method sees springs that yield
 * at known forces. Reads: body state, heights, memory. Writes: rows.
 */
export function beginStrength(model: Model, data: Data): void {
  const { buckets } = model.systems.soil;
  const state = data.systems.soil;
  const grounds = liveGrounds(data);
  for (let k = 0; k < buckets.length; k++) {
    const bucket = buckets[k];
    placeShape(data, model.systems.collision, bucket.shape, state.pose);
    for (let e = 0; e < bucket.count; e++) placeElement(model, data, state, bucket, e, grounds);
  }
}

function placeElement(
  model: Model,
  data: Data,
  state: SoilState,
  bucket: BucketSetup,
  e: number,
  grounds: readonly LiveGround[],
): void {
  const { rows, pose, sample } = state;
  const o = ROW.size * (bucket.first + e);
  const from = ELEMENT.stride * e;
  const p = 7 * bucket.shape;
  rotateInto(rows, o + ROW.start, pose, p + 3, bucket.elements, from + ELEMENT.place);
  for (let k = 0; k < 3; k++) rows[o + ROW.start + k] += pose[p + k];
  rotateInto(rows, o + ROW.ahead, pose, p + 3, bucket.elements, from + ELEMENT.ahead);
  rotateInto(rows, o + ROW.normal, pose, p + 3, bucket.elements, from + ELEMENT.normal);
  // across = normal × ahead; a panel needs no axes but its normal
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    rows[o + ROW.across + k] =
      rows[o + ROW.normal + i] * rows[o + ROW.ahead + j] - rows[o + ROW.normal + j] * rows[o + ROW.ahead + i];
  }
  rows[o + ROW.kind] = KIND.none;
  rows[o + ROW.depth] = Number.NEGATIVE_INFINITY;
  for (let g = 0; g < grounds.length; g++) {
    const ground = grounds[g];
    if (!surfaceAhead(ground, rows, o, sample)) continue;
    const depth = sample[4] - rows[o + ROW.start + 2];
    rows[o + ROW.depth] = depth;
    const isEdge = e < bucket.slices;
    if (ground.setup.soil.law === "flow") {
      if (isEdge && depth > 0) flowStrength(model, data, bucket, o, ground, g);
    } else if (isEdge) {
      if (depth > 0) edgeStrength(model, data, state, bucket, o, ground, g);
    } else if (depth > -ground.setup.soil.quake) panelStrength(model, data, state, bucket, e, o, ground, g);
    break;
  }
  if (rows[o + ROW.kind] === KIND.none) {
    const { memory } = soilFields(data);
    for (let k = 0; k < 3; k++) memory[3 * (bucket.first + e) + k] = 0;
  }
}

/**
 * The surface that an element cuts: ahead of it, where it has not been carved yet. Writes sample[4] the height in the
 * world, sample[5 … 6] the place in the ground's frame. False outside the ground.
 */
function surfaceAhead(ground: LiveGround, rows: Float64Array, o: number, sample: Float64Array): boolean {
  const { dx, dy } = ground.field;
  const x = rows[o + ROW.ahead];
  const y = rows[o + ROW.ahead + 1];
  const way = AHEAD * Math.max(dx, dy);
  sample[5] = rows[o + ROW.start] + way * x;
  sample[6] = rows[o + ROW.start + 1] + way * y;
  toGround(ground, sample, 5, sample, 5);
  if (!sampleHeightField(ground.field, sample, 5, sample, 0)) return false;
  sample[4] = sample[0] + ground.setup.origin[2];
  return true;
}

/** 1, or the strength of ground that may not be dug, below the loose soil that lies on it. */
function hardness(data: Data, ground: LiveGround, sample: Float64Array, depth: number): number {
  const k = nearestPoint(ground, sample[5], sample[6]);
  if (k < 0 || ground.setup.diggable[k] === 1) return 1;
  return depth > terrainFields(data).loose[ground.setup.first + k] ? ROCK : 1;
}

/** A slice of the cutting edge by the earthmoving equation; penetration by the bearing of its tips. */
function edgeStrength(
  model: Model,
  data: Data,
  state: SoilState,
  bucket: BucketSetup,
  o: number,
  ground: LiveGround,
  g: number,
): void {
  const { rows, sample } = state;
  const { strengths, gravity } = model.systems.soil;
  const { soil } = ground.setup;
  const strength = strengths[g];
  const depth = rows[o + ROW.depth];
  const width = bucket.width / bucket.slices;
  const weight = soil.density * gravity;
  const times = hardness(data, ground, sample, depth);
  const volume = soilFields(data).carried[CARRIED.size * bucket.body + CARRIED.volume];
  const surcharge = (weight * volume) / (bucket.width * bucket.mouth);
  const rake = rakeAngle(rows, o, sample);
  const cut = earthmovingForce(strength.table, soil, gravity, rake, depth, width, surcharge);
  const { bearing } = strength;
  const tips = ((soil.cohesion * bearing[1] + weight * depth * bearing[0]) * bucket.edgeArea) / bucket.slices;
  const root = Math.sqrt(strength.passive);
  const passive = (0.5 * weight * depth * strength.passive + 2 * soil.cohesion * root) * depth;
  const rub = (2 * soil.adhesion + 0.7 * weight * depth) * Math.min(depth, bucket.plate) * width;
  const l = o + ROW.limit;
  rows[l] = times * (cut + tips);
  rows[l + 1] = times * rub;
  rows[l + 2] = times * ((passive * bucket.plate) / bucket.slices + rub);
  rows[l + 3] = times * (tips + rub);
  rows[l + 4] = times * ((weight * bucket.plate + 2 * soil.cohesion) * depth * width + rub);
  finishRow(model, bucket, rows, o, strength.edgeStiffness[model.systems.soil.bucketOf[bucket.shape]]);
  rows[o + ROW.kind] = KIND.edge;
}

/** Angle between the lip plate and the surface, by the direction ahead: flat 0, upright π/2, rad. */
function rakeAngle(rows: Float64Array, o: number, sample: Float64Array): number {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine -= rows[o + ROW.normal + k] * sample[1 + k];
  return Math.max(FLATTEST, acos(Math.min(1, Math.max(0, cosine))));
}

/** A part of the outer surface: bearing pressure below, passive pressure sideways, friction along it. */
function panelStrength(
  model: Model,
  data: Data,
  state: SoilState,
  bucket: BucketSetup,
  e: number,
  o: number,
  ground: LiveGround,
  g: number,
): void {
  const { rows, sample } = state;
  const { strengths, gravity } = model.systems.soil;
  const { soil } = ground.setup;
  const { bearing, passive } = strengths[g];
  const weight = soil.density * gravity;
  const deep = Math.max(0, rows[o + ROW.depth]);
  const length = bucket.elements[ELEMENT.stride * e + ELEMENT.length];
  const area = bucket.elements[ELEMENT.stride * e + ELEMENT.size];
  const down = rows[o + ROW.normal + 2] < 0 ? rows[o + ROW.normal + 2] * rows[o + ROW.normal + 2] : 0;
  const below = soil.cohesion * bearing[1] + weight * deep * bearing[0] + 0.5 * weight * length * bearing[2];
  const beside = weight * deep * passive + 2 * soil.cohesion * Math.sqrt(passive);
  const pressure = down * below + (1 - down) * beside * (deep > 0 ? 1 : 0);
  const limit = hardness(data, ground, sample, deep) * pressure * area;
  if (!(limit > 0)) return;
  rows[o + ROW.limit] = limit;
  rows[o + ROW.friction] = Math.min(1, 0.9 * soil.steelAngle + 0.1);
  rows[o + ROW.adhesion] = soil.adhesion * area;
  finishRow(model, bucket, rows, o, strengths[g].panelStiffness * area);
  rows[o + ROW.kind] = KIND.panel;
}

/** [Luaces2013] eq. (3.23) for one slice: drag along and across the cut. */
function flowStrength(model: Model, data: Data, bucket: BucketSetup, o: number, ground: LiveGround, g: number): void {
  const { rows, sample } = data.systems.soil;
  const { drag, compaction, sigma1, sigma2, volumePower, depthPower } = model.systems.soil.strengths[g].flow;
  const volume = soilFields(data).carried[CARRIED.size * bucket.body + CARRIED.volume];
  const times =
    (hardness(data, ground, sample, rows[o + ROW.depth]) * pow(rows[o + ROW.depth], depthPower)) / bucket.slices;
  rows[o + ROW.limit] = drag * (sigma1 + sigma2 * pow(Math.max(0, volume), volumePower)) * times;
  rows[o + ROW.limit + 1] = compaction * times;
  rows[o + ROW.kind] = KIND.flow;
}

/** Stiffness and damping time of an element. */
function finishRow(model: Model, { body }: BucketSetup, rows: Float64Array, o: number, stiffness: number): void {
  rows[o + ROW.stiffness] = stiffness;
  const mass = isDriven(model, body) ? model.bodyMass[body] : 0;
  rows[o + ROW.damping] = 2 * DAMPING * Math.sqrt(mass / stiffness);
}
