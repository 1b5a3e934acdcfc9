import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ROW } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { DRIFTED_SIZE } from "./drift.js";
import { ENERGY_SIZE } from "./energy-balance.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

/**
 * Work of the force on a body along its drift, by the mean of the forces at both ends: exact for linear springs. The
 * force at one end alone would find k Δx²/2 too much in every sub-step.
 */
export function workAlong(data: Data, { pushed }: ImpulseState, b: number): number {
  const { drifted } = impulseFields(data);
  let work = 0;
  for (let c = 0; c < 3; c++) {
    const force = 0.5 * (pushed[3 * b + c] + data.bodyForce[6 * b + 3 + c]);
    work += force * (data.bodyPos[3 * b + c] - drifted[DRIFTED_SIZE * b + c]);
  }
  return work;
}

/** Largest work that forces can have done on the bodies of an island along their drift, J. */
export function workOfIsland(data: Data, state: ImpulseState, root: number): number {
  const { island } = impulseFields(data);
  const n = data.counter[COUNTER.active];
  let work = 0;
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] === root) work += Math.abs(workAlong(data, state, b));
  }
  return work;
}

/** Upper bound of the work of drives: impulse × speed. Writes: energy. */
export function addDrives(
  model: Model,
  data: Data,
  state: ImpulseState,
  impulse: Float64Array,
  first: number,
  stride: number,
): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const { island, invMass } = impulseFields(data);
  const { rowJacobian: j, rowBody } = joints;
  const v = data.bodyVel;
  for (let r = 0; r < rows; r++) {
    const a = rowBody[2 * r];
    const b = rowBody[2 * r + 1];
    const drive = joints.rowKind[r] === ROW.drive;
    // a joint to a body with prescribed motion is a drive too, and so is one whose length is prescribed
    const led = state.moves && (invMass[a] === 0 || invMass[b] === 0);
    const moved = !drive && joints.rowSpeed[r] !== 0;
    if (!drive && !led && !moved) continue;
    const root = Math.max(island[a], island[b]);
    if (root < 0) continue;
    let speed = 0;
    for (let c = 0; c < 6; c++) {
      if (drive || invMass[a] === 0) speed += j[12 * r + c] * v[6 * a + c];
      if (drive || invMass[b] === 0) speed += j[12 * r + 6 + c] * v[6 * b + c];
    }
    // a braking drive does no work, however strong it is; a drive with a given effort moves as fast as it can
    const acted = impulse[first + stride * r];
    const told = joints.rowBounds[2 * r] === joints.rowBounds[2 * r + 1];
    let work = drive ? Math.max(0, acted * (told ? speed : joints.rowSpeed[r])) : Math.abs(acted * speed);
    if (moved) work += Math.max(0, acted * joints.rowSpeed[r]);
    state.energy[ENERGY_SIZE * root] += work;
  }
}

/** Upper bound of the work of kinematic bodies and moving surfaces through contacts. Writes: energy. */
export function addMovers(model: Model, data: Data, state: ImpulseState): void {
  const { island, patchSolved, patchBody, patchRow: row, pointRow: point } = impulseFields(data);
  const { moving } = data.systems.impulseState;
  const v = data.bodyVel;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const o = PATCH_SIZE * k;
    const root = Math.max(island[patchBody[2 * k]], island[patchBody[2 * k + 1]]);
    if (root < 0) continue;
    let speed = Math.abs(row[o + PATCH.surface]) + Math.abs(row[o + PATCH.surface + 1]);
    for (let side = 0; side < 2; side++) {
      const body = patchBody[2 * k + side];
      if (model.bodyType[body] !== BODY_TYPE.kinematic) continue;
      const b = 6 * body;
      const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
      let linear = 0;
      let turn = 0;
      let reach = 0;
      for (let c = 0; c < 3; c++) {
        linear += v[b + 3 + c] * v[b + 3 + c];
        turn += v[b + c] * v[b + c];
        reach += row[arm + c] * row[arm + c];
      }
      speed += Math.sqrt(linear) + Math.sqrt(turn * reach);
    }
    if (speed === 0) continue;
    let load = 0;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) load += point[POINT_SIZE * i + POINT.impulse];
    const friction = row[o + PATCH.staticFriction];
    // a light body leaves a heavy one at twice the speed of the heavy one
    state.energy[ENERGY_SIZE * root] += 2 * load * (1 + friction) * speed;
  }
}
