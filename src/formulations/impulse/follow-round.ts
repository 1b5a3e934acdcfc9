import { LOAD_SIZE, openLoad } from "../../collision/loads.js";
import { contactsOf } from "../../collision/narrow/pair-table.js";
import { ROLLING, travels } from "../../collision/rolling-kinds.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { tangentsInto } from "../../contact/tangents.js";
import { type Data, itemFields } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { reachSurface, writeFrictionMass, writePointArms } from "./contact-rows.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

/** A point whose arm changes by more than this part of the smaller shape's reach is another contact. */
const SAME = 0.2;

/**
 * Where a curved surface rolls, its point of contact travels over it. RATTLE's second half asks for velocities at the
 * end of the sub-step, so the rows of such contacts are those of the pose there: with the point of the start, the
 * velocity is that of a point which has left the ground, an ellipsoid that rolls gains energy, and a spinning disc
 * loses it, both in the first order of the sub-step. Contacts of one point with a curved shape, in islands that are
 * solved directly. Reads: body poses. Writes: patchRow, pointRow, contactInertia, loads.
 */
export function followRound(model: Model, data: Data, state: ImpulseState): void {
  const setup = model.systems.collision;
  if (!setup.active) return;
  const f = impulseFields(data);
  const { patchPoint, patchPair, pairKey } = data;
  const { sink, colliders } = data.systems.collision;
  const { rolled } = state;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (!isFollowed(data, state, k)) continue;
    const pair = patchPair[k];
    const a = pairKey[2 * pair];
    const b = pairKey[2 * pair + 1];
    placeShape(data, setup, a, rolled);
    placeShape(data, setup, b, rolled);
    const small = Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
    sink.margin[0] = setup.margin[0] + SAME * small;
    sink.count = 0;
    sink.overflow = false;
    sink.touched = true;
    contactsOf(colliders[a], rolled, 7 * a, colliders[b], rolled, 7 * b, sink);
    const i = nearest(sink.gap, sink.count);
    if (i < 0 || !isSame(data, f, k, i, SAME * small)) continue;
    // balls that are apart have the contact of when they meet (`meetBalls`)
    const balls = state.rolling[a] === ROLLING.round && state.rolling[b] === ROLLING.round;
    const free = state.jointed[f.patchBody[2 * k]] === 0 && state.jointed[f.patchBody[2 * k + 1]] === 0;
    if (balls && free && sink.gap[i] > 0 && f.pointRow[POINT_SIZE * patchPoint[2 * k] + POINT.impulse] === 0) continue;
    const row = openLoad(data, a, b);
    if (row < 0) return;
    const { loadWrench } = itemFields(data, "collision", COLLISION_FIELDS);
    addActed(f, k, patchPoint[2 * k], 1, loadWrench, LOAD_SIZE * row);
    follow(model, data, f, k, i);
    addActed(f, k, patchPoint[2 * k], -1, loadWrench, LOAD_SIZE * row);
  }
}

/** Whether the rows of patch k are those of the pose at the end of a sub-step. */
export function isFollowed(data: Data, state: ImpulseState, k: number): boolean {
  const { patchPoint, patchPair, pairKey, pairPatch } = data;
  if (impulseFields(data).patchSolved[k] !== SOLVED.direct || patchPoint[2 * k + 1] !== 1) return false;
  const pair = patchPair[k];
  if (pairPatch[2 * pair + 1] !== 1) return false;
  return travels(state.rolling, pairKey[2 * pair], pairKey[2 * pair + 1]);
}

/** The point with the smallest gap, −1: none. */
function nearest(gap: Float64Array, count: number): number {
  let best = -1;
  for (let i = 0; i < count; i++) if (best < 0 || gap[i] < gap[best]) best = i;
  return best;
}

/** Whether point i of the sink is the point of patch k, travelled by no more than `most` on either body. */
function isSame(data: Data, f: ImpulseFields, k: number, i: number, most: number): boolean {
  const { sink } = data.systems.collision;
  for (let side = 0; side < 2; side++) {
    const arm = PATCH_SIZE * k + (side === 0 ? PATCH.armA : PATCH.armB);
    const body = f.patchBody[2 * k + side];
    // what does not move has no arm that counts
    if (f.invMass[body] === 0) continue;
    let d2 = 0;
    for (let c = 0; c < 3; c++) {
      const x = 0.5 * (sink.pointA[3 * i + c] + sink.pointB[3 * i + c]) - data.bodyPos[3 * body + c];
      d2 += (x - f.patchRow[arm + c]) * (x - f.patchRow[arm + c]);
    }
    if (!(d2 <= most * most)) return false;
  }
  return true;
}

const middle = new Float64Array(3);
const friction = new Float64Array(6);

/** Rows of patch k for point i of the sink. */
function follow(model: Model, data: Data, f: ImpulseFields, k: number, i: number): void {
  const { sink } = data.systems.collision;
  const { patchRow: row, pointRow: point, displacement: d } = f;
  const { bodyPos } = data;
  const a = f.patchBody[2 * k];
  const b = f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const at = data.patchPoint[2 * k];
  const p = POINT_SIZE * at;
  // friction impulses in world axes
  for (let c = 0; c < 3; c++) {
    friction[c] =
      row[o + PATCH.friction] * row[o + PATCH.tangent1 + c] + row[o + PATCH.friction + 1] * row[o + PATCH.tangent2 + c];
    friction[3 + c] =
      row[o + PATCH.frictionBefore] * row[o + PATCH.tangent1 + c] +
      row[o + PATCH.frictionBefore + 1] * row[o + PATCH.tangent2 + c];
  }
  for (let c = 0; c < 3; c++) {
    middle[c] = 0.5 * (sink.pointA[3 * i + c] + sink.pointB[3 * i + c]);
    row[o + c] = sink.normal[3 * i + c];
    row[o + PATCH.armA + c] = middle[c] - bodyPos[3 * a + c];
    row[o + PATCH.armB + c] = middle[c] - bodyPos[3 * b + c];
  }
  reachSurface(f, k, sink.gap, i, row, o + PATCH.armA, o + PATCH.armB);
  tangentsInto(row, o + PATCH.tangent1, row, o, model.planar);
  for (let t = 0; t < 2; t++) {
    const u = o + PATCH.tangent1 + 3 * t;
    row[o + PATCH.friction + t] = friction[0] * row[u] + friction[1] * row[u + 1] + friction[2] * row[u + 2];
    row[o + PATCH.frictionBefore + t] = friction[3] * row[u] + friction[4] * row[u + 1] + friction[5] * row[u + 2];
  }
  for (let c = 0; c < 6; c++) {
    f.contactInertia[6 * a + c] = f.invInertia[6 * a + c];
    f.contactInertia[6 * b + c] = f.invInertia[6 * b + c];
  }
  writeFrictionMass(f, o, a, b);
  writePointArms(data, f, k, at, middle, 0);
  // gaps count from where the contacts were found
  let moved = 0;
  for (let c = 0; c < 3; c++) {
    moved += row[o + c] * (d[6 * b + 3 + c] - d[6 * a + 3 + c]);
    moved += point[p + POINT.armB + c] * d[6 * b + c] - point[p + POINT.armA + c] * d[6 * a + c];
  }
  point[p + POINT.gap] = sink.gap[i] - moved;
  row[o + PATCH.rolls] = point[p + POINT.impulse] > 0 ? 1 : 0;
}

/**
 * Adds, times `sign`, what has acted at patch k since its contacts were found, as its rows are now: sensors take the
 * rows at the end for all of it. Writes: the wrench at w.
 */
function addActed(f: ImpulseFields, k: number, i: number, sign: number, wrench: Float64Array, w: number): void {
  const { patchRow: row, pointRow: point, pointTotal, patchTotal: total } = f;
  const o = PATCH_SIZE * k;
  const p = POINT_SIZE * i;
  const normal = sign * (pointTotal[3 * i] + point[p + POINT.impulse]);
  const f1 = sign * (total[7 * k] + row[o + PATCH.friction]);
  const f2 = sign * (total[7 * k + 1] + row[o + PATCH.friction + 1]);
  const turns = row[o + PATCH.spinning] > 0;
  const spin = turns ? sign * (total[7 * k + 3] + row[o + PATCH.turning]) : 0;
  const fx = f1 * row[o + 3] + f2 * row[o + 6];
  const fy = f1 * row[o + 4] + f2 * row[o + 7];
  const fz = f1 * row[o + 5] + f2 * row[o + 8];
  wrench[w] += fx + normal * row[o];
  wrench[w + 1] += fy + normal * row[o + 1];
  wrench[w + 2] += fz + normal * row[o + 2];
  wrench[w + 3] -= normal * point[p] + spin * row[o] + row[o + 10] * fz - row[o + 11] * fy;
  wrench[w + 4] -= normal * point[p + 1] + spin * row[o + 1] + row[o + 11] * fx - row[o + 9] * fz;
  wrench[w + 5] -= normal * point[p + 2] + spin * row[o + 2] + row[o + 9] * fy - row[o + 10] * fx;
  wrench[w + 6] += normal * point[p + 3] + spin * row[o] + row[o + 13] * fz - row[o + 14] * fy;
  wrench[w + 7] += normal * point[p + 4] + spin * row[o + 1] + row[o + 14] * fx - row[o + 12] * fz;
  wrench[w + 8] += normal * point[p + 5] + spin * row[o + 2] + row[o + 12] * fy - row[o + 13] * fx;
}
