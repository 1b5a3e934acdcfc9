import { FEATURE, featureId } from "../../collision/contact-tables.js";
import { findPair, insertPair, insertPatch } from "../../collision/insert-contact.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import {
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  FEATURES,
} from "../../contact/complementarity/contact-set.js";
import { tangentsInto } from "../../contact/tangents.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { rotateInto } from "../../math/quat.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { ACTED, ACTED_SIZE } from "./contact-impulses.js";

/**
 * A contact and a point of the narrow phase are the same when they are nearer than this part of the smaller shape, and
 * their normals agree to this cosine; round shapes roll on, so theirs may be farther.
 */
const SAME = { exact: 1e-3, round: 0.1, cosine: 0.99, roundCosine: 0.9 } as const;
/** Speed from which surfaces slide, m/s: a hundred times the default tolerance of the solver. */
const SLIDES = 1e-8;
/** Keys of patches that detection did not find begin here. */
const OWN_KEY = 1 << 30;
/** Place in `patchFriction` of whether the patch slips; before it, friction impulse in world axes. */
const SLIPS = 7;

/**
 * Puts the impulses of the step into the contact tables, as everybody reads them: on the points that detection has
 * found, at the end of the step, where a contact of the problem is one of them, else as patches of their own.
 * `pointImpulse` has the normal impulse and that along the two tangents, N s, `patchFriction` the friction of the patch
 * in world axes and whether it slips. Reads: acted, contact set. Writes: contact tables.
 */
export function reportImpulses(model: Model, data: Data, state: ComplementarityState): void {
  // at the start of a run, and after what is no step, the tables keep what they have
  if (!state.unreported) return;
  state.unreported = false;
  if (!model.systems.collision.active) return;
  clearImpulses(model, data);
  const { set, acted } = state;
  for (let c = 0; c < set.contacts; c++) {
    const o = ACTED_SIZE * c;
    if (acted[o] === 0 && acted[o + 1] === 0 && acted[o + 2] === 0) continue;
    reportContact(model, data, state, c);
  }
}

/** Zeros for the pairs of which a body moves. Writes: pointImpulse, patchFriction, pointLoad, patchLoad. */
function clearImpulses(model: Model, data: Data): void {
  const { body } = model.systems.collision;
  const { pointLoad, patchLoad } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let k = 0; k < data.counter[COUNTER.patches]; k++) {
    const pair = data.patchPair[k];
    if (
      !isMoving(model, data, body[data.pairKey[2 * pair]]) &&
      !isMoving(model, data, body[data.pairKey[2 * pair + 1]])
    )
      continue;
    data.patchFriction.fill(0, 8 * k, 8 * k + 8);
    patchLoad.fill(0, 3 * k, 3 * k + 3);
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    data.pointImpulse.fill(0, 3 * data.patchPoint[2 * k], 3 * end);
    pointLoad.fill(0, data.patchPoint[2 * k], end);
  }
}

function isMoving(model: Model, data: Data, body: number): boolean {
  return model.bodyType[body] === BODY_TYPE.dynamic && data.bodyState[body] === BODY_STATE.active;
}

/** Tangents of a patch, 3 each. */
const tangents = new Float64Array(6);

function reportContact(model: Model, data: Data, state: ComplementarityState, c: number): void {
  const { set, acted } = state;
  const { pointA, pointB, middle } = state.work;
  const i = CONTACT_INTS * c;
  const shapeA = set.index[i + CONTACT_INT.shapeA];
  const shapeB = set.index[i + CONTACT_INT.shapeB];
  const o = ACTED_SIZE * c;
  rotateInto(pointA, 0, data.bodyQuat, 4 * set.index[i + CONTACT_INT.bodyA], acted, o + ACTED.localA);
  rotateInto(pointB, 0, data.bodyQuat, 4 * set.index[i + CONTACT_INT.bodyB], acted, o + ACTED.localB);
  for (let k = 0; k < 3; k++) {
    pointA[k] += data.bodyPos[3 * set.index[i + CONTACT_INT.bodyA] + k];
    pointB[k] += data.bodyPos[3 * set.index[i + CONTACT_INT.bodyB] + k];
    middle[k] = 0.5 * (pointA[k] + pointB[k]);
  }
  let pair = findPair(data, shapeA, shapeB);
  if (pair < 0) {
    pair = -1 - pair;
    if (!insertPair(data, shapeA, shapeB, pair)) return;
  }
  let point = samePoint(model, data, state, c, pair);
  if (point < 0) point = ownPoint(data, state, c, pair);
  if (point < 0) return;
  const patch = patchOf(data, pair, point);
  tangentsInto(tangents, 0, data.patchNormal, 3 * patch, model.planar);
  for (let k = 0; k < 3; k++) {
    data.pointImpulse[3 * point] += acted[o + k] * data.patchNormal[3 * patch + k];
    data.pointImpulse[3 * point + 1] += acted[o + k] * tangents[k];
    if (!model.planar) data.pointImpulse[3 * point + 2] += acted[o + k] * tangents[3 + k];
  }
  let along = 0;
  for (let k = 0; k < 3; k++) along += acted[o + k] * data.patchNormal[3 * patch + k];
  const { pointLoad, patchLoad } = itemFields(data, "collision", COLLISION_FIELDS);
  pointLoad[point] += along;
  for (let k = 0; k < 3; k++) {
    const across = acted[o + k] - along * data.patchNormal[3 * patch + k];
    data.patchFriction[8 * patch + k] += across;
    patchLoad[3 * patch + k] += across;
  }
  if (acted[o + ACTED.slip] > SLIDES) data.patchFriction[8 * patch + SLIPS] = 1;
}

/** The point of the pair that is contact c, or −1. Reads: contact tables. */
function samePoint(model: Model, data: Data, { set, work }: ComplementarityState, c: number, pair: number): number {
  const { middle } = work;
  const { colliders } = model.systems.collision;
  const round = set.index[CONTACT_INTS * c] === FEATURES.found;
  const small = Math.min(colliders[data.pairKey[2 * pair]].reach, colliders[data.pairKey[2 * pair + 1]].reach);
  const most = (round ? SAME.round : SAME.exact) * small;
  let least = most * most;
  let best = -1;
  const first = data.pairPatch[2 * pair];
  for (let k = first; k < first + data.pairPatch[2 * pair + 1]; k++) {
    let cosine = 0;
    for (let m = 0; m < 3; m++) cosine += data.patchNormal[3 * k + m] * set.value[CONTACT_SIZE * c + m];
    if (cosine < (round ? SAME.roundCosine : SAME.cosine)) continue;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let p = data.patchPoint[2 * k]; p < end; p++) {
      let d2 = 0;
      for (let m = 0; m < 3; m++) {
        const d = data.pointPos[3 * p + m] - middle[m];
        d2 += d * d;
      }
      if (!(d2 <= least) || (best >= 0 && d2 === least)) continue;
      least = d2;
      best = p;
    }
  }
  return best;
}

/**
 * Contact c as a patch of its own; its point, or −1 when the tables are full. Reads: pointA, pointB. Writes: contact
 * tables.
 */
function ownPoint(data: Data, { set, work }: ComplementarityState, c: number, pair: number): number {
  const { pointA, pointB, middle } = work;
  const i = CONTACT_INTS * c;
  const kind = set.index[i];
  const kindA =
    kind === FEATURES.edgeEdge ? FEATURE.edge : kind === FEATURES.vertexFacet ? FEATURE.vertex : FEATURE.face;
  const kindB =
    kind === FEATURES.edgeEdge ? FEATURE.edge : kind === FEATURES.vertexFacet ? FEATURE.face : FEATURE.vertex;
  const found = kind === FEATURES.found;
  const featureA = found ? set.index[i + CONTACT_INT.featureA] : featureId(kindA, set.index[i + CONTACT_INT.featureA]);
  const featureB = found ? set.index[i + CONTACT_INT.featureB] : featureId(kindB, set.index[i + CONTACT_INT.featureB]);
  const patch = insertPatch(data, pair, OWN_KEY + data.pairPatch[2 * pair + 1], featureA, featureB);
  if (patch < 0) return -1;
  const point = data.patchPoint[2 * patch];
  const { pairGap } = itemFields(data, "collision", COLLISION_FIELDS);
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    const n = set.value[CONTACT_SIZE * c + CONTACT.normal + k];
    data.patchNormal[3 * patch + k] = n;
    data.patchCentroid[3 * patch + k] = data.pointPos[3 * point + k] = middle[k];
    gap += n * (pointB[k] - pointA[k]);
  }
  data.pointGap[point] = gap;
  if (gap < pairGap[pair]) pairGap[pair] = gap;
  return point;
}

/** The patch that a point of a pair belongs to. */
function patchOf(data: Data, pair: number, point: number): number {
  let k = data.pairPatch[2 * pair];
  while (data.patchPoint[2 * k] + data.patchPoint[2 * k + 1] <= point) k++;
  return k;
}
