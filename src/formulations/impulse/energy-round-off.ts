import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ROW } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { ENERGY, ENERGY_SIZE, RESERVE } from "./energy-balance.js";
import { impulseFields, SOLVED } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/**
 * Roundings of the energy of a body by two measurements of it: two rotations of 15 operations, a product with the
 * inertia of 5, three sums of 6 and their combination, and as many in the kicks and the drift between them.
 */
const ROUNDINGS = 120;

/**
 * Bound of the round-off in the balance of an island, measured only where the balance is exceeded:
 *
 *   ε (N (T + |W| + Σ |λ| Σ |J v|) + Σ |f| |x| + Σ |s| |x|)
 *
 * Every velocity is rounded once per row and pass, and so is every product λ J v of an impulse with the velocities it
 * acts on: N = ROUNDINGS + rows × passes. Work along a displacement, and the stretch of a spring with the effort s,
 * come from positions that are rounded to ε |x|. It cannot exceed the reserve: more than that is a failed solution.
 * Reads: energy, body state, bodyForce, joint rows. Writes: energy.
 */
export function measureRoundOff(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  root: number,
  impulse: Float64Array | null,
  first: number,
  stride: number,
): void {
  const { island, patchSolved, patchBody } = impulseFields(data);
  const { bodyForce, bodyPos, bodyVel: v } = data;
  const joints = data.items.joints;
  const o = ENERGY_SIZE * root;
  let handled = state.energy[o] + Math.abs(state.energy[o + ENERGY.after]) + Math.abs(state.energy[o + ENERGY.work]);
  let placed = 0;
  let count = 0;
  for (let r = 0; r < model.systems.joints.rows; r++) {
    const a = joints.rowBody[2 * r];
    const b = joints.rowBody[2 * r + 1];
    if (joints.rowKind[r] === ROW.off || Math.max(island[a], island[b]) !== root) continue;
    count++;
    let speed = 0;
    let reach = 0;
    for (let c = 0; c < 6; c++) {
      speed += Math.abs(joints.rowJacobian[12 * r + c] * v[6 * a + c]);
      speed += Math.abs(joints.rowJacobian[12 * r + 6 + c] * v[6 * b + c]);
    }
    for (let c = 0; c < 3; c++) reach += Math.abs(bodyPos[3 * a + c]) + Math.abs(bodyPos[3 * b + c]);
    if (impulse !== null) handled += Math.abs(impulse[first + stride * r]) * speed;
    if (joints.rowKind[r] !== ROW.spring) continue;
    const most = Math.max(Math.abs(joints.rowBounds[2 * r]), Math.abs(joints.rowBounds[2 * r + 1]));
    placed += Math.min(Math.abs(joints.rowSpring[2 * r] * joints.rowError[r]), most) * reach;
  }
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not || Math.max(island[patchBody[2 * k]], island[patchBody[2 * k + 1]]) !== root)
      continue;
    // a normal and two directions of friction per point
    count += 3 * data.patchPoint[2 * k + 1];
  }
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] !== root) continue;
    for (let c = 0; c < 3; c++) placed += Math.abs(bodyForce[6 * b + 3 + c] * bodyPos[3 * b + c]);
  }
  // two halves, each with a warm start and the passes of the solver, and the corrections of positions
  const passes = 2 * (1 + Math.max(settings.iterations, 1) * Math.max(settings.newton, 1)) + settings.corrections;
  const bound = Number.EPSILON * ((ROUNDINGS + count * passes) * handled + placed);
  state.energy[o + ENERGY.roundOff] = Math.min(bound, RESERVE * state.energy[o]);
}
