import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { ROW } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { impulseFields } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/**
 * How many times the fastest of its island a body may be after a sub-step. An elastic impact of a heavy body makes a
 * light one twice as fast.
 */
const TIMES = 3;

/**
 * The fastest of each island before a sub-step: speed, and turn rate, with what forces, drives and kinematic bodies can
 * add within it. What is faster by far afterwards is no motion but a solution that failed. Reads: bodyVel, bodyForce,
 * island. Writes: top, spin.
 */
export function measureSpeeds(model: Model, data: Data, state: ImpulseState): void {
  const h = model.options.timestep;
  const { island } = impulseFields(data);
  const { top, spin } = state;
  const { bodyVel: v, bodyForce: f, bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) top[bodyActive[k]] = spin[bodyActive[k]] = 0;
  let given = driven(model, data);
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const o = 6 * b;
    let speed = length(v, o + 3);
    const turn = length(v, o);
    if (model.bodyType[b] !== BODY_TYPE.dynamic) {
      given = Math.max(given, speed + turn * state.size[b], turn);
      continue;
    }
    speed += h * model.bodyInvMass[3 * b] * length(f, o + 3);
    const root = island[b];
    if (root < 0) continue;
    if (speed > top[root]) top[root] = speed;
    if (turn > spin[root]) spin[root] = turn;
  }
  state.led = given;
  state.given = sprung(model, data) ? Number.POSITIVE_INFINITY : given;
}

/** Speed that drives of joints and prescribed lengths ask for. */
function driven(model: Model, data: Data): number {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  let most = 0;
  for (let r = 0; r < rows; r++) {
    if (joints.rowKind[r] !== ROW.off) most = Math.max(most, Math.abs(joints.rowSpeed[r]));
  }
  return most;
}

/** Whether a spring of a joint can make bodies fast. */
function sprung(model: Model, data: Data): boolean {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  for (let r = 0; r < rows; r++) if (joints.rowKind[r] === ROW.spring) return true;
  return false;
}

/** Slows down what is faster than anything that could have made it so, and says so. Writes: bodyVel, status. */
export function guardSpeeds(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const { island } = impulseFields(data);
  const { top, spin } = state;
  const { bodyVel: v, bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (model.bodyType[b] !== BODY_TYPE.dynamic || root < 0) continue;
    const fastest = top[root] + spin[root] * state.size[root] + settings.pushSpeed + state.given;
    limit(data, v, 6 * b + 3, TIMES * fastest, b);
    limit(data, v, 6 * b, TIMES * (spin[root] + fastest / state.gyration[b]), b);
  }
}

function limit(data: Data, v: Float64Array, o: number, most: number, body: number): void {
  const size = length(v, o);
  if (!(size > most)) return;
  const scale = most / size;
  for (let c = 0; c < 3; c++) v[o + c] *= scale;
  raiseStatus(data, STATUS.slowed, body);
}

function length(x: Float64Array, o: number): number {
  return Math.sqrt(x[o] * x[o] + x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2]);
}
