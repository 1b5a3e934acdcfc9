import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { impulseFields } from "./fields.js";

/** Largest turn of a body in a sub-step, rad: beyond, the linearised rows mean nothing. */
const TURN_CAP = Math.PI;

/**
 * v ← v + h M⁻¹ f for the bodies that forces move. The gyroscopic term is not here: the drift keeps the angular
 * momentum instead. Reads: bodyForce, invInertia. Writes: bodyVel, bodyApplied.
 */
export function kick(model: Model, data: Data, h: number): void {
  const { bodyActive, bodyApplied: applied, bodyForce: f, bodyVel: v } = data;
  const { invInertia: j } = impulseFields(data);
  const part = h / model.options.timestep;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = 6 * b;
    for (let c = 0; c < 6; c++) applied[o + c] += part * f[o + c];
    const tx = h * f[o];
    const ty = h * f[o + 1];
    const tz = h * f[o + 2];
    v[o] += j[o] * tx + j[o + 3] * ty + j[o + 4] * tz;
    v[o + 1] += j[o + 3] * tx + j[o + 1] * ty + j[o + 5] * tz;
    v[o + 2] += j[o + 4] * tx + j[o + 5] * ty + j[o + 2] * tz;
    for (let c = 0; c < 3; c++) v[o + 3 + c] += h * model.bodyInvMass[3 * b + c] * f[o + 3 + c];
  }
}

/** Bounds turn rates to half a revolution per sub-step, and says so. Reads and writes: bodyVel. Writes: status. */
export function capTurning(model: Model, data: Data, h: number): void {
  const { bodyActive, bodyVel: v } = data;
  const most = TURN_CAP / h;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = 6 * b;
    const w2 = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
    if (!(w2 > most * most)) continue;
    const s = most / Math.sqrt(w2);
    for (let c = 0; c < 3; c++) v[o + c] *= s;
    raiseStatus(data, STATUS.slowed, b);
  }
}
