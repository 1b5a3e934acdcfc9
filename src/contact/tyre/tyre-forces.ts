import { addToLoad, LOAD, LOAD_SIZE, type LoadTable, openLoadIn } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { elapsedTime } from "../contact-step.js";
import { findTyres } from "./find-tyres.js";
import { loadTread } from "./tread.js";
import { ROW, tyreFields } from "./tyre-fields.js";
import type { TyrePair, Wheel } from "./tyre-setup.js";
import { DRAG, STAND, type TyreState } from "./tyre-state.js";

/** Forces of all tyres. Stage per evaluation. Reads: body state, memory. Writes: tyres, bodyForce. */
export function addTyreForces(model: Model, data: Data): void {
  const state = data.systems.tyre;
  loadTyres(model, data, state);
  for (let i = 0; i < state.count; i++) {
    writeWrench(state, i);
    addWrench(data, state, i);
  }
}

/** What the tyres of the last evaluation do in a time, s. Reads: tyres. Writes: table. */
export function addTyreLoads(_model: Model, data: Data, time: number, table: LoadTable): void {
  const state = data.systems.tyre;
  const { body, shape, stand } = state;
  const { wrench } = state.work;
  for (let i = 0; i < state.count; i++) {
    const row = openLoadIn(data, table, shape[2 * i], shape[2 * i + 1]);
    if (row < 0) return;
    const o = STAND.size * i;
    table.loadWrench[LOAD_SIZE * row + LOAD.normal] += time * stand[o + STAND.load];
    writeWrench(state, i);
    for (let k = 0; k < 6; k++) wrench[k] *= time;
    addToLoad(data, table, row, body[2 * i], body[2 * i + 1], stand, o + STAND.place, wrench);
  }
}

/** The step has been made: what tyres remember. Reads: body state, memory. Writes: memory. */
export function commitTyres(model: Model, data: Data): void {
  const state = data.systems.tyre;
  loadTyres(model, data, state);
  const { key, memory, remembered } = tyreFields(data);
  const { drag, stand, shape, side } = state;
  const { wrench } = state.work;
  for (let i = 0; i < state.count; i++) {
    const d = DRAG.size * i;
    const o = STAND.size * i;
    const r = ROW.size * i;
    memory[r + ROW.slip] = drag[d + DRAG.slip];
    memory[r + ROW.slip + 1] = drag[d + DRAG.slip + 1];
    memory[r + ROW.roll] = drag[d + DRAG.roll];
    memory[r + ROW.turn] = drag[d + DRAG.turn];
    memory[r + ROW.velocity] = drag[d + DRAG.slipping];
    memory[r + ROW.velocity + 1] = drag[d + DRAG.slipping + 1];
    memory[r + ROW.velocity + 2] = drag[d + DRAG.rolling];
    memory[r + ROW.velocity + 3] = drag[d + DRAG.turning];
    writeWrench(state, i);
    const toB = side[i] === 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) {
      memory[r + ROW.normal + k] = toB * stand[o + STAND.normal + k];
      memory[r + ROW.place + k] = stand[o + STAND.place + k];
      memory[r + ROW.force + k] = wrench[3 + k];
    }
    memory[r + ROW.depth] = stand[o + STAND.depth];
    memory[r + ROW.load] = stand[o + STAND.load];
    memory[r + ROW.along] = drag[d + DRAG.force];
    memory[r + ROW.across] = drag[d + DRAG.force + 1];
    memory[r + ROW.rollTorque] = drag[d + DRAG.rollTorque];
    memory[r + ROW.turnTorque] = drag[d + DRAG.turnTorque];
    memory[r + ROW.acting] = drag[d + DRAG.acting];
    memory[r + ROW.acting + 1] = drag[d + DRAG.acting + 1];
    key[4 * i] = shape[2 * i];
    key[4 * i + 1] = shape[2 * i + 1];
    key[4 * i + 2] = key[4 * i + 3] = 0;
  }
  remembered[0] = state.count;
}

/** Tyres with forces and derivatives at the present state. Writes: tyres. */
function loadTyres(model: Model, data: Data, state: TyreState): void {
  findTyres(model, data, state);
  const { wheels, pairs } = model.systems.tyre;
  const step = data.systems.contactStep;
  const { memory } = tyreFields(data);
  const elapsed = elapsedTime(data, step);
  for (let i = 0; i < state.count; i++) {
    const wheel = wheels[state.shape[2 * i + state.side[i]]] as Wheel;
    const pair = pairs[state.pair[i]] as TyrePair;
    findMotion(model, data, state, i);
    pressTyre(pair, state, i);
    loadTread(pair, wheel, memory, state, i, elapsed, step.weight);
  }
}

/** N = (k δ + c δ̇)₊. Reads: motion. Writes: load, stiffness, damping of the stand. */
function pressTyre({ stiffness, damping }: TyrePair, { stand, work: { motion } }: TyreState, i: number): void {
  const o = STAND.size * i;
  const n = o + STAND.normal;
  const share = stand[o + STAND.share];
  const rate = motion[0] * stand[n] + motion[1] * stand[n + 1] + motion[2] * stand[n + 2];
  const load = stiffness * stand[o + STAND.depth] - damping * share * rate;
  stand[o + STAND.load] = Math.max(0, load);
  stand[o + STAND.stiffness] = load > 0 ? stiffness * share : 0;
  stand[o + STAND.damping] = load > 0 ? damping * share : 0;
}

/**
 * Motion of the wheel against the ground: at the place (0), angular velocity (3), and of the wheel's centre (6), with
 * belts. Reads: body state, stand. Writes: motion, motion in drag.
 */
function findMotion(model: Model, data: Data, state: TyreState, i: number): void {
  const { bodyVel: v, bodyPos } = data;
  const { stand, drag, body, shape, side } = state;
  const { motion, center } = state.work;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const o = STAND.size * i;
  const wheelShape = shape[2 * i + side[i]];
  for (let k = 0; k < 3; k++) center[k] = pose[7 * wheelShape + k];
  motion.fill(0);
  for (let at = 0; at < 2; at++) {
    const b = body[2 * i + at];
    const sign = at === side[i] ? 1 : -1;
    const w = 6 * b;
    for (let k = 0; k < 3; k++) motion[3 + k] += sign * v[w + k];
    for (let point = 0; point < 2; point++) {
      // the ground moves under the wheel's centre as it does at the place
      const whole = point === 1 && at === side[i];
      const x = (whole ? center[0] : stand[o + STAND.place]) - bodyPos[3 * b];
      const y = (whole ? center[1] : stand[o + STAND.place + 1]) - bodyPos[3 * b + 1];
      const z = (whole ? center[2] : stand[o + STAND.place + 2]) - bodyPos[3 * b + 2];
      motion[6 * point] += sign * (v[w + 3] + v[w + 1] * z - v[w + 2] * y);
      motion[6 * point + 1] += sign * (v[w + 4] + v[w + 2] * x - v[w] * z);
      motion[6 * point + 2] += sign * (v[w + 5] + v[w] * y - v[w + 1] * x);
    }
  }
  const { belt } = model.systems.collision;
  const ground = shape[2 * i + 1 - side[i]];
  if (belt !== null) {
    rotateInto(motion, 9, pose, 7 * ground + 3, belt, 3 * ground);
    for (let k = 0; k < 3; k++) {
      motion[k] -= motion[9 + k];
      motion[6 + k] -= motion[9 + k];
    }
  }
  const d = DRAG.size * i;
  drag[d + DRAG.slipping] = along(stand, o + STAND.along, motion, 0);
  drag[d + DRAG.slipping + 1] = along(stand, o + STAND.across, motion, 0);
  drag[d + DRAG.speed] = along(stand, o + STAND.along, motion, 6);
  drag[d + DRAG.rolling] = drag[d + DRAG.speed] - drag[d + DRAG.slipping];
  drag[d + DRAG.turning] = along(stand, o + STAND.normal, motion, 3);
}

function along(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** Torque and force on B at the place. Writes: wrench. */
function writeWrench({ stand, drag, side, work: { wrench } }: TyreState, i: number): void {
  const o = STAND.size * i;
  const d = DRAG.size * i;
  const toB = side[i] === 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const x = stand[o + STAND.along + k];
    const y = stand[o + STAND.across + k];
    const n = stand[o + STAND.normal + k];
    wrench[k] = toB * (drag[d + DRAG.rollTorque] * y + drag[d + DRAG.turnTorque] * n);
    wrench[3 + k] = toB * (stand[o + STAND.load] * n + drag[d + DRAG.force] * x + drag[d + DRAG.force + 1] * y);
  }
}

/** The wrench on B and its opposite on A, both at the place. Writes: bodyForce. */
function addWrench(data: Data, { body, stand, work: { wrench } }: TyreState, i: number): void {
  const { bodyForce: f, bodyPos } = data;
  const p = STAND.size * i + STAND.place;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const sign = side === 0 ? -1 : 1;
    const x = stand[p] - bodyPos[3 * b];
    const y = stand[p + 1] - bodyPos[3 * b + 1];
    const z = stand[p + 2] - bodyPos[3 * b + 2];
    const o = 6 * b;
    f[o] += sign * (wrench[0] + y * wrench[5] - z * wrench[4]);
    f[o + 1] += sign * (wrench[1] + z * wrench[3] - x * wrench[5]);
    f[o + 2] += sign * (wrench[2] + x * wrench[4] - y * wrench[3]);
    for (let k = 0; k < 3; k++) f[o + 3 + k] += sign * wrench[3 + k];
  }
}
