import { isMoving, LOAD, LOAD_SIZE, openLoad, startLoads } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { startJointLoads } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { GRIP, GRIP_SIZE, type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT_SIZE, SOLVED } from "./fields.js";

/**
 * What sensors read of contacts: the impulses of all sub-steps of a step. Every solver adds what it pushes with to
 * `pointTotal` and `patchTotal`: `endContacts` and `endPointFriction` at the end of a sub-step, impacts when they
 * happen. `keepLoads` turns the totals into wrenches while the rows they belong to are there.
 */

/**
 * A step begins; nothing has acted on the bodies that move. Writes: loads, pointLoad, patchLoad, jointLoad,
 * bodyApplied.
 */
export function startMeasuring(model: Model, data: Data): void {
  const { bodyActive, bodyApplied } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const o = 6 * bodyActive[k];
    for (let c = 0; c < 6; c++) bodyApplied[o + c] = 0;
  }
  startJointLoads(model, data);
  const setup = model.systems.collision;
  if (!setup.active) return;
  startLoads(model, data);
  const { pointLoad, patchLoad } = itemFields(data, "collision", COLLISION_FIELDS);
  const { pairKey, patchPair, patchPoint } = data;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    const a = setup.body[pairKey[2 * patchPair[k]]];
    const b = setup.body[pairKey[2 * patchPair[k] + 1]];
    // bodies at rest still bear what they bore when they came to rest
    if (!isMoving(model, data, a) && !isMoving(model, data, b)) continue;
    for (let c = 0; c < 3; c++) patchLoad[3 * k + c] = 0;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) pointLoad[i] = 0;
  }
}

/** Contacts of patch k were found: nothing has acted since. Writes: pointTotal, patchTotal. */
export function clearTotals(data: Data, f: ImpulseFields, k: number): void {
  const { pointTotal, patchTotal } = f;
  for (let c = 7 * k; c < 7 * k + 7; c++) patchTotal[c] = 0;
  const end = 3 * (data.patchPoint[2 * k] + data.patchPoint[2 * k + 1]);
  for (let c = 3 * data.patchPoint[2 * k]; c < end; c++) pointTotal[c] = 0;
}

/**
 * Adds the totals since contacts were found to what the step has done, before the rows change; `byPatches`: friction
 * acts at the centroid of a patch only. Reads: patchRow, pointRow, gripRow, pointTotal, patchTotal. Writes: loads,
 * pointLoad, patchLoad.
 */
export function keepLoads(data: Data, byPatches: boolean): void {
  const f = impulseFields(data);
  const { patchSolved, patchTotal: total, pointTotal, patchRow: row, pointRow: point } = f;
  const { pointLoad, patchLoad, loadWrench: wrench } = itemFields(data, "collision", COLLISION_FIELDS);
  const { pairKey, patchPair, patchPoint } = data;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const first = patchPoint[2 * k];
    const end = first + patchPoint[2 * k + 1];
    const o = PATCH_SIZE * k;
    const t = 7 * k;
    // normal impulses, and their torques Σ λ (r × n)
    let normal = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    let bx = 0;
    let by = 0;
    let bz = 0;
    for (let i = first; i < end; i++) {
      const push = pointTotal[3 * i];
      if (push === 0) continue;
      const p = POINT_SIZE * i;
      pointLoad[i] += push;
      normal += push;
      ax += push * point[p];
      ay += push * point[p + 1];
      az += push * point[p + 2];
      bx += push * point[p + 3];
      by += push * point[p + 4];
      bz += push * point[p + 5];
    }
    const f1 = total[t];
    const f2 = total[t + 1];
    const grips = !byPatches && patchSolved[k] === SOLVED.iterative;
    // friction is there only where something was pressed
    if (normal === 0 && f1 === 0 && f2 === 0 && total[t + 2] === 0 && !grips) continue;
    const fx = f1 * row[o + 3] + f2 * row[o + 6];
    const fy = f1 * row[o + 4] + f2 * row[o + 7];
    const fz = f1 * row[o + 5] + f2 * row[o + 8];
    // spin about the normal, rolling
    const spin = total[t + 2] * row[o + PATCH.radius] + total[t + 3];
    const tx = spin * row[o] + total[t + 4];
    const ty = spin * row[o + 1] + total[t + 5];
    const tz = spin * row[o + 2] + total[t + 6];
    patchLoad[3 * k] += fx;
    patchLoad[3 * k + 1] += fy;
    patchLoad[3 * k + 2] += fz;
    const at = openLoad(data, pairKey[2 * patchPair[k]], pairKey[2 * patchPair[k] + 1]);
    if (at < 0) return;
    const w = LOAD_SIZE * at;
    wrench[w] += fx + normal * row[o];
    wrench[w + 1] += fy + normal * row[o + 1];
    wrench[w + 2] += fz + normal * row[o + 2];
    wrench[w + 3] -= ax + tx + row[o + 10] * fz - row[o + 11] * fy;
    wrench[w + 4] -= ay + ty + row[o + 11] * fx - row[o + 9] * fz;
    wrench[w + 5] -= az + tz + row[o + 9] * fy - row[o + 10] * fx;
    wrench[w + 6] += bx + tx + row[o + 13] * fz - row[o + 14] * fy;
    wrench[w + 7] += by + ty + row[o + 14] * fx - row[o + 12] * fz;
    wrench[w + 8] += bz + tz + row[o + 12] * fy - row[o + 13] * fx;
    wrench[w + LOAD.normal] += normal;
    if (!grips) continue;
    for (let i = first; i < end; i++) addGrip(f, k, i, wrench, w, patchLoad);
  }
}

/** Friction of point i of patch k by itself. Writes: the wrench at w, patchLoad. */
function addGrip(
  { patchRow: row, gripRow: grip, pointTotal: total }: ImpulseFields,
  k: number,
  i: number,
  wrench: Float64Array,
  w: number,
  patchLoad: Float64Array,
): void {
  const o = PATCH_SIZE * k;
  const g = GRIP_SIZE * i;
  const f1 = total[3 * i + 1];
  const f2 = total[3 * i + 2];
  if (f1 === 0 && f2 === 0) return;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    const along = f1 * row[o + 3 + c] + f2 * row[o + 6 + c];
    const fd = f1 * row[o + 3 + d] + f2 * row[o + 6 + d];
    const fe = f1 * row[o + 3 + e] + f2 * row[o + 6 + e];
    wrench[w + LOAD.impulse + c] += along;
    patchLoad[3 * k + c] += along;
    wrench[w + LOAD.turnA + c] -= grip[g + GRIP.armA + d] * fe - grip[g + GRIP.armA + e] * fd;
    wrench[w + LOAD.turnB + c] += grip[g + GRIP.armB + d] * fe - grip[g + GRIP.armB + e] * fd;
  }
}
