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
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
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

/** Force (world), torque about the centres of mass of A and of B, of the current patch; N s, N m s. */
const acted = new Float64Array(LOAD_SIZE);

/**
 * Adds the totals since contacts were found to what the step has done, before the rows change; `byPatches`: friction
 * acts at the centroid of a patch only. Reads: patchRow, pointRow, gripRow, pointTotal, patchTotal. Writes: loads,
 * pointLoad, patchLoad.
 */
export function keepLoads(data: Data, byPatches: boolean): void {
  const f = impulseFields(data);
  const { patchSolved, patchTotal, pointTotal } = f;
  const { pointLoad, patchLoad, loadWrench } = itemFields(data, "collision", COLLISION_FIELDS);
  const { pairKey, patchPair, patchPoint } = data;
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
    if (patchSolved[k] === SOLVED.not) continue;
    const first = patchPoint[2 * k];
    const end = first + patchPoint[2 * k + 1];
    let acts = false;
    for (let c = 7 * k; c < 7 * k + 7; c++) if (patchTotal[c] !== 0) acts = true;
    for (let c = 3 * first; c < 3 * end; c++) if (pointTotal[c] !== 0) acts = true;
    if (!acts) continue;
    acted.fill(0);
    addPatch(f, k);
    for (let i = first; i < end; i++) {
      addNormal(f, i);
      pointLoad[i] += pointTotal[3 * i];
      if (!byPatches && patchSolved[k] === SOLVED.iterative) addGrip(f, k, i);
    }
    const n = acted[LOAD.normal];
    for (let c = 0; c < 3; c++) {
      patchLoad[3 * k + c] += acted[LOAD.impulse + c];
      acted[LOAD.impulse + c] += n * f.patchRow[PATCH_SIZE * k + c];
    }
    const pair = patchPair[k];
    const row = openLoad(data, pairKey[2 * pair], pairKey[2 * pair + 1]);
    if (row < 0) return;
    for (let c = 0; c < LOAD_SIZE; c++) loadWrench[LOAD_SIZE * row + c] += acted[c];
  }
}

/** The current impulse on B, N s. */
const force = new Float64Array(3);

/** Friction of a patch at its centroid, spin about its normal, rolling. Writes: acted. */
function addPatch({ patchRow: row, patchTotal: total }: ImpulseFields, k: number): void {
  const o = PATCH_SIZE * k;
  const t = 7 * k;
  for (let c = 0; c < 3; c++)
    force[c] = total[t] * row[o + PATCH.tangent1 + c] + total[t + 1] * row[o + PATCH.tangent2 + c];
  addForce(row, o + PATCH.armA, o + PATCH.armB);
  const spin = total[t + 2] * row[o + PATCH.radius] + total[t + 3];
  for (let c = 0; c < 3; c++) {
    const torque = spin * row[o + c] + total[t + 4 + c];
    acted[LOAD.turnA + c] -= torque;
    acted[LOAD.turnB + c] += torque;
  }
}

/** Friction of a point by itself. Writes: acted. */
function addGrip({ patchRow: row, gripRow: grip, pointTotal: total }: ImpulseFields, k: number, i: number): void {
  const o = PATCH_SIZE * k;
  for (let c = 0; c < 3; c++)
    force[c] = total[3 * i + 1] * row[o + PATCH.tangent1 + c] + total[3 * i + 2] * row[o + PATCH.tangent2 + c];
  addForce(grip, GRIP_SIZE * i + GRIP.armA, GRIP_SIZE * i + GRIP.armB);
}

/** Normal impulse of a point: its sum and its torques; the impulse itself is along the normal of the patch. */
function addNormal({ pointRow: point, pointTotal: total }: ImpulseFields, i: number): void {
  const n = total[3 * i];
  const p = POINT_SIZE * i;
  acted[LOAD.normal] += n;
  for (let c = 0; c < 3; c++) {
    acted[LOAD.turnA + c] -= n * point[p + c];
    acted[LOAD.turnB + c] += n * point[p + 3 + c];
  }
}

/** The impulse `force`, with its arms from the centres of mass. Writes: acted. */
function addForce(arms: Float64Array, a: number, b: number): void {
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    acted[LOAD.impulse + c] += force[c];
    acted[LOAD.turnA + c] -= arms[a + d] * force[e] - arms[a + e] * force[d];
    acted[LOAD.turnB + c] += arms[b + d] * force[e] - arms[b + e] * force[d];
  }
}
