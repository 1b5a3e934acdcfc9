import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { angularMomentumInto } from "../../data/momentum.js";
import { raiseStatus } from "../../data/status.js";
import { ROW, writeJointRows } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { DRIFTED, DRIFTED_SIZE } from "./drift.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import { inverseMass, measureInverseMass, measureSpeed, rowSpeed } from "./joint-row.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/**
 * The energy of islands whose impulses could give it some that nobody has: islands with joints, with contacts that are
 * solved directly or can bounce, with bodies whose moments of inertia were raised. Joints, contacts and friction take
 * energy or keep it. So with v⁺ the velocities after the first half of the forces of a sub-step and v⁻ those at its end
 * before the second half,
 *
 *   T(v⁻) + S ≤ T(v⁺) + S₀ + W
 *
 * T the kinetic energy, S that of the springs of joints, W the work of drives and of what moves by itself. A symplectic
 * method errs to both sides, so what was lost is put by, up to a part of T, and given back; what could not be taken
 * back is owed. What goes beyond is no motion but a solution that failed — rows beyond the reach of linearisation, of
 * round-off or of the iterations allowed: the bodies with the most energy are slowed down, and status `slowed` says so.
 */

/** Energy that is put by, as part of T. */
const RESERVE = 0.1;

/**
 * How many times the energy of its island a body may have in the middle of a sub-step, where positions are made right.
 */
const MIDWAY = 4;

/**
 * Which islands are watched: `state.watched` of their roots. On the way, friction against spinning and rolling gets no
 * longer an arm than the smallest radius of gyration of the bodies: a longer one would act on the turn of a speck as a
 * hundred times its weight. Reads: island, patchSolved, joints. Writes: patchRow.
 */
export function watchIslands(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const { island, patchSolved, patchBody, pointRow, patchRow: row } = impulseFields(data);
  const { watched, overlaps, light } = state;
  watched.fill(0);
  overlaps.fill(0);
  const { joints } = model;
  // soft rows are springs, whose energy is in nobody's books
  const soft = !settings.directJoints && settings.preset !== "thesis";
  for (let i = 0; !soft && i < joints.count; i++) {
    const root = Math.max(island[joints.bodyA[i]], island[joints.bodyB[i]]);
    if (root >= 0) watched[root] = 1;
  }
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
    if (patchSolved[k] === SOLVED.not) continue;
    const a = patchBody[2 * k];
    const b = patchBody[2 * k + 1];
    const root = Math.max(island[a], island[b]);
    if (root < 0) continue;
    const o = PATCH_SIZE * k;
    if (row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0) boundTurning(state, row, o, a, b);
    if (patchSolved[k] === SOLVED.direct || settings.preset === "thesis" || row[o + PATCH.restitution] > 0)
      watched[root] = 1;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) if (pointRow[POINT_SIZE * i + POINT.gap] < 0) overlaps[root] = 1;
  }
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (light[b] === 1 && island[b] >= 0) watched[island[b]] = 1;
  }
}

/**
 * Bounds the coefficients against spinning and rolling of the patch at o by the radii of gyration of the bodies that it
 * moves.
 */
function boundTurning(state: ImpulseState, row: Float64Array, o: number, a: number, b: number): void {
  const ownA = row[o + PATCH.invMassA] > 0 ? state.gyration[a] : Number.POSITIVE_INFINITY;
  const ownB = row[o + PATCH.invMassB] > 0 ? state.gyration[b] : Number.POSITIVE_INFINITY;
  const most = Math.min(ownA, ownB);
  if (row[o + PATCH.spinning] > most) row[o + PATCH.spinning] = most;
  if (row[o + PATCH.rolling] > most) row[o + PATCH.rolling] = most;
}

/**
 * After the first half of the forces over h: what each watched island has. Reads: bodyVel, bodyForce, spring rows.
 * Writes: energy.
 */
export function measureEnergy(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  h: number,
): void {
  const { island, reserve } = impulseFields(data);
  const { watched, energy, overlaps } = state;
  const { bodyActive } = data;
  energy.fill(0);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root < 0 || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    measureBody(model, data, b, h);
    energy[o] += measured[0];
    energy[o + WORK] += 0.5 * h * measured[3];
    energy[o + RESERVED] += reserve[b];
    // what rests gets and loses half a sub-step's fall; that much is no news
    energy[o + SLACK] += 4 * measured[2];
    const mass = model.bodyMass[b];
    energy[o + MASS] += mass;
    if (overlaps[root] === 1) energy[o + LEAST] += 0.5 * mass * settings.pushSpeed * settings.pushSpeed;
  }
  if (settings.preset === "thesis") addFeedback(model, data, state, settings);
  addSprings(model, data, state, 0, 0);
  addEfforts(model, data, state, h);
}

/**
 * What islands with joints may owe to the feedback of errors in the thesis's step. It does work, and where sweeps do
 * not converge it does ever more of it (spec §7.5: the chain that diverges). In all, less what the island has lost
 * since, it may have done as much as brings its mass to the feedback speed. Reads: island. Writes: energy.
 */
function addFeedback(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const { island } = impulseFields(data);
  const { broken } = data.items.joints;
  const { bodyA, bodyB, count } = model.joints;
  const speed = settings.feedbackSpeed;
  for (let i = 0; i < count; i++) {
    const root = Math.max(island[bodyA[i]], island[bodyB[i]]);
    if (root < 0 || broken[i] === 1) continue;
    const o = ENERGY_SIZE * root;
    state.energy[o + CREDIT] = 0.5 * state.energy[o + MASS] * speed * speed;
  }
}

/**
 * What the drives can give from rest within half a sub-step, λ² K / 2 with λ = h/2 × the largest effort. Writes:
 * energy.
 */
function addEfforts(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const f = impulseFields(data);
  for (let r = 0; r < rows; r++) {
    if (joints.rowKind[r] !== ROW.drive) continue;
    const root = Math.max(f.island[joints.rowBody[2 * r]], f.island[joints.rowBody[2 * r + 1]]);
    const most = Math.max(Math.abs(joints.rowBounds[2 * r]), Math.abs(joints.rowBounds[2 * r + 1]));
    // one without bounds gives what its speed asks for
    if (root < 0 || !(most < Number.POSITIVE_INFINITY)) continue;
    measureInverseMass(f, joints, r);
    state.energy[ENERGY_SIZE * root + EFFORT] += 0.125 * h * h * most * most * inverseMass[0];
  }
}

/**
 * Places in `state.energy`, ENERGY_SIZE per root: T + S before and what may come, put by, slack, mass, least bound,
 * after, work of forces by velocities, what drives can give from rest, what may be owed to feedback, T after.
 */
export const ENERGY_SIZE = 10;
const RESERVED = 1;
const SLACK = 2;
const MASS = 3;
const LEAST = 4;
const AFTER = 5;
const WORK = 6;
const EFFORT = 7;
const CREDIT = 8;
const MOTION = 9;

/** [T, T before half the forces, h² fᵀM⁻¹f/8, f · v, f² / m of forces without torques] of the body measured last. */
const measured = new Float64Array(5);
const momentum = new Float64Array(3);

function measureBody(model: Model, data: Data, b: number, h: number): void {
  const { bodyVel: v, bodyForce: f } = data;
  const { invInertia: j } = impulseFields(data);
  const o = 6 * b;
  const mass = model.bodyMass[b];
  angularMomentumInto(model, data, b, momentum, 0);
  let spin = 0;
  let speed2 = 0;
  let power = 0;
  let push = 0;
  let force2 = 0;
  for (let c = 0; c < 3; c++) {
    spin += v[o + c] * momentum[c];
    speed2 += v[o + 3 + c] * v[o + 3 + c];
    push += f[o + 3 + c] * v[o + 3 + c];
    power += f[o + c] * v[o + c];
    force2 += f[o + 3 + c] * f[o + 3 + c];
  }
  const x = f[o];
  const y = f[o + 1];
  const z = f[o + 2];
  power += push;
  measured[3] = push;
  let kicked = mass > 0 ? force2 / mass : 0;
  measured[4] = kicked;
  kicked += x * (j[o] * x + j[o + 3] * y + j[o + 4] * z);
  kicked += y * (j[o + 3] * x + j[o + 1] * y + j[o + 5] * z);
  kicked += z * (j[o + 4] * x + j[o + 5] * y + j[o + 2] * z);
  measured[0] = 0.5 * (mass * speed2 + spin);
  measured[2] = 0.125 * h * h * kicked;
  measured[1] = measured[0] - 0.5 * h * power + measured[2];
}

/**
 * Energy of the springs of joints, ½ k C² or, where their effort is bounded by F, F (C − F/2k), where they will be
 * after a drift over `ahead`. Added to their islands at `place`: 0, to what there was before, AFTER, to what there is
 * after. Reads: joint rows, bodyVel. Writes: energy.
 */
function addSprings(model: Model, data: Data, state: ImpulseState, ahead: number, place: number): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const { island } = impulseFields(data);
  for (let r = 0; r < rows; r++) {
    if (joints.rowKind[r] !== ROW.spring) continue;
    const root = Math.max(island[joints.rowBody[2 * r]], island[joints.rowBody[2 * r + 1]]);
    if (root < 0) continue;
    const k = joints.rowSpring[2 * r];
    measureSpeed(data.bodyVel, joints, r);
    const stretch = Math.abs(joints.rowError[r] + ahead * rowSpeed[0]);
    // beyond where its effort is bounded it takes the bound to move it
    const most = Math.max(Math.abs(joints.rowBounds[2 * r]), Math.abs(joints.rowBounds[2 * r + 1]));
    const stored = k * stretch <= most ? 0.5 * k * stretch * stretch : most * (stretch - (0.5 * most) / k);
    state.energy[ENERGY_SIZE * root + place] += stored;
  }
}

/**
 * After impacts, with the velocities before them in `drifted`: they give no energy either. (Newton's law does, where
 * several points or patches of a body rebound at the same time.) Reads: energy, drifted. Writes: bodyVel, status.
 */
export function boundImpacts(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { island } = impulseFields(data);
  const { watched, energy } = state;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] < 0 || watched[island[b]] === 0) continue;
    measureBody(model, data, b, h);
    energy[ENERGY_SIZE * island[b] + AFTER] += measured[0];
  }
  for (let k = 0; k < n; k++) {
    const root = island[bodyActive[k]];
    if (root !== bodyActive[k] || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    const most = energy[o] + Math.max(0, energy[o + RESERVED]) + energy[o + SLACK];
    const after = energy[o + AFTER];
    energy[o + AFTER] = 0;
    if (after <= most) continue;
    // what is not finite has no energy to take from
    kept[0] = most;
    if (after < Number.POSITIVE_INFINITY) slowIsland(model, data, state, root, 0);
    else recallIsland(data, root);
  }
}

/** Velocities of an island as they were before its impacts. */
function recallIsland(data: Data, root: number): void {
  const { island, drifted } = impulseFields(data);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] !== root) continue;
    for (let c = 0; c < 6; c++) data.bodyVel[6 * b + c] = drifted[DRIFTED_SIZE * b + DRIFTED.velocity + c];
  }
  raiseStatus(data, STATUS.slowed, root);
}

/** In the middle of a sub-step: whether a body has more energy by far than its island has. */
export function isTooMuch(model: Model, data: Data, state: ImpulseState, h: number): boolean {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    measureMidway(model, data, state, data.bodyActive[k], h);
    if (measured[0] > measured[1]) return true;
  }
  return false;
}

/** In the middle of a sub-step: slows down what has more energy by far than its island has. Writes: bodyVel, status. */
export function boundMidway(model: Model, data: Data, state: ImpulseState, h: number): void {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    measureMidway(model, data, state, b, h);
    if (!(measured[0] > measured[1])) continue;
    slower[0] = Math.sqrt(measured[1] / measured[0]);
    slow(data, b);
  }
}

/** [T of a body, the most that it may have] into `measured`; both 0 where it is not watched. */
function measureMidway(model: Model, data: Data, state: ImpulseState, b: number, h: number): void {
  const root = impulseFields(data).island[b];
  measured[0] = measured[1] = 0;
  if (root < 0 || state.watched[root] === 0) return;
  measureBody(model, data, b, h);
  const { energy } = state;
  const o = ENERGY_SIZE * root;
  const led = 0.5 * energy[o + MASS] * state.led * state.led;
  // what is owed is not there; overlap is pushed apart all the same, each body at its own speed
  const own = Math.max(0, energy[o] + energy[o + RESERVED]);
  const pushed = energy[o + MASS] > 0 ? (energy[o + LEAST] * model.bodyMass[b]) / energy[o + MASS] : 0;
  measured[1] = MIDWAY * (own + energy[o + SLACK] + energy[o + EFFORT] + led) + pushed;
}

/**
 * At the end of a sub-step of length h, after which a half of the forces has acted (`half`: h, or 0 where none has):
 * islands that have more than they had and were given lose it. `impulse` holds those of joint rows, at `first` and
 * every `stride` numbers. Reads: energy. Writes: bodyVel, reserve, status.
 */
export function boundEnergy(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  half: number,
  impulse: Float64Array,
  first: number,
  stride: number,
): void {
  const f = impulseFields(data);
  const { island, reserve } = f;
  const { watched, energy } = state;
  const { bodyActive } = data;
  // the thesis's step drifts only now
  addSprings(model, data, state, settings.preset === "thesis" ? model.options.timestep : 0, AFTER);
  addDrives(model, data, state, impulse, first, stride);
  if (state.moves) addMovers(model, data, state);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root < 0 || watched[root] === 0) continue;
    measureBody(model, data, b, half);
    const o = ENERGY_SIZE * root;
    // apart from the rest, which would be lost beside the motion of a solution that failed
    energy[o + MOTION] += measured[1];
    if (half > 0) energy[o + AFTER] += 0.5 * half * (measured[3] - 0.5 * half * measured[4]) - workAlong(data, b);
  }
  for (let k = 0; k < n; k++) {
    const root = island[bodyActive[k]];
    if (root !== bodyActive[k] || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    // what was moved further against the forces than its velocities tell has been given that as well
    if (half > 0) energy[o + AFTER] += energy[o + WORK];
    const credit = energy[o + CREDIT];
    const before = energy[o] + energy[o + RESERVED];
    const most = Math.max(before + energy[o + SLACK] + credit, energy[o + LEAST], 0);
    let after = energy[o + AFTER] + energy[o + MOTION];
    // what cannot be taken from motion, since springs have it or height
    const stored = energy[o + AFTER] > most;
    if (after > most) {
      kept[0] = stored ? 0 : most - energy[o + AFTER];
      slowIsland(model, data, state, root, half);
      after = Math.max(energy[o + AFTER], most) - paid[0];
    }
    let put = Math.min(before - after, RESERVE * energy[o]);
    if (put < 0) {
      // slack is forgiven, and the motion that overlap gives; not what was owed before, nor what is stored
      put = Math.min(put + energy[o + SLACK], 0);
      if (!stored) put = Math.max(put, Math.min(-credit, energy[o + RESERVED]));
    }
    energy[o + RESERVED] = energy[o + MASS] > 0 && put < Number.POSITIVE_INFINITY ? put / energy[o + MASS] : 0;
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root >= 0) reserve[b] = watched[root] === 1 ? energy[ENERGY_SIZE * root + RESERVED] * model.bodyMass[b] : 0;
  }
}

/** Work of the force on a body along the way that it has drifted. */
function workAlong(data: Data, b: number): number {
  const { drifted } = impulseFields(data);
  let work = 0;
  for (let c = 0; c < 3; c++)
    work += data.bodyForce[6 * b + 3 + c] * (data.bodyPos[3 * b + c] - drifted[DRIFTED_SIZE * b + c]);
  return work;
}

/** Work that drives can have done: impulse × speed. Writes: energy. */
function addDrives(
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
    // a joint to a body that moves by itself is a drive as well
    const led = state.moves && (invMass[a] === 0 || invMass[b] === 0);
    if (!drive && !led) continue;
    const root = Math.max(island[a], island[b]);
    if (root < 0) continue;
    let speed = 0;
    for (let c = 0; c < 6; c++) {
      if (drive || invMass[a] === 0) speed += j[12 * r + c] * v[6 * a + c];
      if (drive || invMass[b] === 0) speed += j[12 * r + 6 + c] * v[6 * b + c];
    }
    // a drive that brakes does no work, however strong it is; one that is told its effort goes as fast as it can
    const acted = impulse[first + stride * r];
    const told = joints.rowBounds[2 * r] === joints.rowBounds[2 * r + 1];
    const work = drive ? Math.max(0, acted * (told ? speed : joints.rowSpeed[r])) : Math.abs(acted * speed);
    state.energy[ENERGY_SIZE * root] += work;
  }
}

/** Work that kinematic bodies and moving surfaces can have done through contacts. Writes: energy. */
function addMovers(model: Model, data: Data, state: ImpulseState): void {
  const { island, patchSolved, patchBody, patchRow: row, pointRow: point } = impulseFields(data);
  const patches = data.counter[COUNTER.patches];
  const v = data.bodyVel;
  for (let k = 0; k < patches; k++) {
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
    // a light body leaves a heavy one with twice its speed
    state.energy[ENERGY_SIZE * root] += 2 * load * (1 + friction) * speed;
  }
}

/**
 * Before bodies are put back: the energy of springs where they are now. Reads: body state, island. Writes: joint rows,
 * energy.
 */
export function startPuttingBack(model: Model, data: Data, state: ImpulseState): void {
  state.energy.fill(0);
  writeJointRows(model, data);
  addSprings(model, data, state, 0, 0);
}

/** A body was put back from where it `stood`: the work against the force on it. Writes: energy. */
export function putBack(data: Data, state: ImpulseState, b: number, stood: Float64Array): void {
  const root = impulseFields(data).island[b];
  if (root < 0) return;
  for (let c = 0; c < 3; c++)
    state.energy[ENERGY_SIZE * root + AFTER] -= data.bodyForce[6 * b + 3 + c] * (data.bodyPos[3 * b + c] - stood[c]);
}

/**
 * After bodies were put back: what springs and height have gained by it is owed by their islands. Writes: joint rows,
 * reserve.
 */
export function endPuttingBack(model: Model, data: Data, state: ImpulseState): void {
  const { island, reserve } = impulseFields(data);
  const { energy } = state;
  const { bodyActive } = data;
  writeJointRows(model, data);
  addSprings(model, data, state, 0, AFTER);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] >= 0) energy[ENERGY_SIZE * island[b] + MASS] += model.bodyMass[b];
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] < 0) continue;
    const o = ENERGY_SIZE * island[b];
    const gained = energy[o + AFTER] - energy[o];
    if (gained > 0) reserve[b] -= (gained * model.bodyMass[b]) / energy[o + MASS];
  }
}

/**
 * What the island in hand keeps of its energy of motion, J, and what the body in hand keeps of its velocities, 1; V8
 * boxes numbers that are passed.
 */
const kept = new Float64Array(1);
const slower = new Float64Array(1);

/** Work of the half of the forces that has acted, on velocities that the island slowed down last has lost, J. */
const paid = new Float64Array(1);

/**
 * Leaves the bodies of an island `kept` of their energy of motion: those that have the most lose, and keep the same.
 * Writes: bodyVel, status, paid.
 */
function slowIsland(model: Model, data: Data, state: ImpulseState, root: number, half: number): void {
  const { island } = impulseFields(data);
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  let low = 0;
  let high = kept[0];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root) continue;
    measureBody(model, data, b, half);
    state.own[b] = measured[1];
  }
  for (let round = 0; round < 60; round++) {
    const level = 0.5 * (low + high);
    let left = 0;
    for (let k = 0; k < n; k++) {
      const b = bodyActive[k];
      if (island[b] === root) left += state.own[b] < level ? state.own[b] : level;
    }
    if (left > kept[0]) high = level;
    else low = level;
  }
  // the half of the forces that has acted counts with the velocities that are left: what was lifted and then held has
  // not paid for its way
  paid[0] = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root || !(state.own[b] > low)) continue;
    const s = Math.sqrt(low / state.own[b]);
    for (let c = 3; c < 6; c++) paid[0] += 0.5 * half * (1 - s) * data.bodyForce[6 * b + c] * data.bodyVel[6 * b + c];
    slower[0] = s;
    slow(data, b);
  }
}

/** Velocities of a body times `slower`, and says so. A solution that overflowed leaves nothing to keep. */
function slow(data: Data, b: number): void {
  for (let c = 0; c < 6; c++) {
    const left = data.bodyVel[6 * b + c] * slower[0];
    data.bodyVel[6 * b + c] = Number.isNaN(left) ? 0 : left;
  }
  raiseStatus(data, STATUS.slowed, b);
}
