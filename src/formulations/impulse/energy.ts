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
 * Energy balance of islands in which impulses could create energy: islands with joints, with contacts that are solved
 * directly or can bounce, or with bodies whose moments of inertia were raised. Joints, contacts and friction dissipate
 * or conserve energy. So with v⁺ the velocities after the first half of the forces of a sub-step and v⁻ those at its
 * end before the second half,
 *
 *   T(v⁻) + S ≤ T(v⁺) + S₀ + W
 *
 * with T the kinetic energy, S the energy of the springs of joints, and W the work of drives and of bodies with
 * prescribed motion. A symplectic method errs in both directions. Lost energy is therefore kept in reserve, up to a
 * fraction of T, and given back; excess energy that could not be removed is recorded as debt. The bodies with the most
 * energy are slowed down to what an island may have. An excess of up to (2 ω h)² T, ω the fastest rotation in the
 * island, is the truncation error of a sub-step h in which bodies turn against each other and the reserve is empty. A
 * larger one is not motion but
 * a failed solution, beyond the limits of linearisation, round-off or the iteration count: status `slowed` reports it.
 */

/** Largest energy reserve, as a fraction of T. */
const RESERVE = 0.1;

/**
 * Largest energy of a body in the middle of a sub-step, where positions are corrected, as a multiple of the energy of
 * its island.
 */
const MIDWAY = 4;

/**
 * Roundings of the energy of a body by two measurements of it: two rotations of 15 operations, a product with the
 * inertia of 5, three sums of 6 and their combination, and as many in the kicks and the drift between them.
 */
const ROUNDINGS = 120;

/**
 * Selects the islands to watch: `state.watched` of their roots. Also limits the arm of spinning and rolling friction to
 * the smallest radius of gyration of the bodies: on a tiny body a longer arm would act on the rotation like a hundred
 * times its weight. Reads: island, patchSolved, joints. Writes: patchRow.
 */
export function watchIslands(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const { island, patchSolved, patchBody, pointRow, patchRow: row } = impulseFields(data);
  const { watched, overlaps, light } = state;
  watched.fill(0);
  overlaps.fill(0);
  const { joints } = model;
  // soft rows are springs whose energy is not in the balance
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
 * Limits the spinning and rolling coefficients of the patch at o to the radii of gyration of the bodies that it moves.
 */
function boundTurning(state: ImpulseState, row: Float64Array, o: number, a: number, b: number): void {
  const ownA = row[o + PATCH.invMassA] > 0 ? state.gyration[a] : Number.POSITIVE_INFINITY;
  const ownB = row[o + PATCH.invMassB] > 0 ? state.gyration[b] : Number.POSITIVE_INFINITY;
  const most = Math.min(ownA, ownB);
  if (row[o + PATCH.spinning] > most) row[o + PATCH.spinning] = most;
  if (row[o + PATCH.rolling] > most) row[o + PATCH.rolling] = most;
}

/**
 * Measures the energy of each watched island, after the first half of the forces over h. Reads: bodyVel, bodyForce,
 * spring rows. Writes: energy.
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
    for (let c = 0; c < 3; c++) state.pushed[3 * b + c] = data.bodyForce[6 * b + 3 + c];
    energy[o] += measured[0];
    energy[o + WORK] += 0.5 * h * measured[3];
    energy[o + RESERVED] += reserve[b];
    // a body at rest gains and loses the speed of half a sub-step of free fall; this much is not an error
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
 * Energy that islands with joints may owe to the error feedback of the thesis's step. The feedback does work, and the
 * work keeps growing where sweeps do not converge, as in a chain that diverges. Its total, less the energy that the
 * island has lost since, is limited to the energy of the island's mass at the feedback speed. Reads: island. Writes:
 * energy.
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
 * Energy that the drives can supply from rest within half a sub-step, λ² K / 2 with λ = h/2 × the largest effort.
 * Writes: energy.
 */
function addEfforts(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const f = impulseFields(data);
  for (let r = 0; r < rows; r++) {
    if (joints.rowKind[r] !== ROW.drive) continue;
    const root = Math.max(f.island[joints.rowBody[2 * r]], f.island[joints.rowBody[2 * r + 1]]);
    const most = Math.max(Math.abs(joints.rowBounds[2 * r]), Math.abs(joints.rowBounds[2 * r + 1]));
    // a drive without bounds supplies the energy that its speed requires
    if (root < 0 || !(most < Number.POSITIVE_INFINITY)) continue;
    measureInverseMass(f, joints, r);
    state.energy[ENERGY_SIZE * root + EFFORT] += 0.125 * h * h * most * most * inverseMass[0];
  }
}

/**
 * Positions in `state.energy`, ENERGY_SIZE per root: T + S before plus the work supplied, reserve, slack, mass, least
 * bound, energy after, work of forces from velocities, energy that drives can supply from rest, permitted debt to
 * feedback, T after, bound of the round-off of the balance.
 */
export const ENERGY_SIZE = 11;
const RESERVED = 1;
const SLACK = 2;
const MASS = 3;
const LEAST = 4;
const AFTER = 5;
const WORK = 6;
const EFFORT = 7;
const CREDIT = 8;
const MOTION = 9;
const ROUND_OFF = 10;

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
 * Energy of the springs of joints after a drift over `ahead`: ½ k C² or, where their effort is bounded by F,
 * F (C − F/2k). It is added to their islands at `place`: 0 for the energy before, AFTER for the energy after. Reads:
 * joint rows, bodyVel. Writes: energy.
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
    // beyond the stretch at which its effort is bounded, the spring moves against a constant effort
    const most = Math.max(Math.abs(joints.rowBounds[2 * r]), Math.abs(joints.rowBounds[2 * r + 1]));
    const stored = k * stretch <= most ? 0.5 * k * stretch * stretch : most * (stretch - (0.5 * most) / k);
    state.energy[ENERGY_SIZE * root + place] += stored;
  }
}

/**
 * Bounds the energy after impacts, with the velocities before them in `drifted`: impacts must not add energy. (Newton's
 * law does where several points or patches of a body rebound at the same time.) Reads: energy, drifted. Writes:
 * bodyVel, status.
 */
export function boundImpacts(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  h: number,
): void {
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
    measureRoundOff(model, data, state, settings, root, null, 0, 0);
    if (after <= most + energy[o + ROUND_OFF]) continue;
    // an energy that is not finite cannot be reduced
    kept[0] = most;
    if (after < Number.POSITIVE_INFINITY) slowIsland(model, data, state, root, 0, true);
    else recallIsland(data, root);
  }
}

/** Restores the velocities that an island had before its impacts. */
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

/** Whether a body has far more energy than its island, in the middle of a sub-step. */
export function isTooMuch(model: Model, data: Data, state: ImpulseState, h: number): boolean {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    measureMidway(model, data, state, data.bodyActive[k], h);
    if (measured[0] > measured[1]) return true;
  }
  return false;
}

/**
 * Slows down bodies that have far more energy than their island, in the middle of a sub-step. Writes: bodyVel, status.
 */
export function boundMidway(model: Model, data: Data, state: ImpulseState, h: number): void {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    measureMidway(model, data, state, b, h);
    if (!(measured[0] > measured[1])) continue;
    slower[0] = Math.sqrt(measured[1] / measured[0]);
    slow(data, b, true);
  }
}

/** [T of a body, its upper bound] into `measured`; both 0 where the body is not watched. */
function measureMidway(model: Model, data: Data, state: ImpulseState, b: number, h: number): void {
  const root = impulseFields(data).island[b];
  measured[0] = measured[1] = 0;
  if (root < 0 || state.watched[root] === 0) return;
  measureBody(model, data, b, h);
  const { energy } = state;
  const o = ENERGY_SIZE * root;
  const led = 0.5 * energy[o + MASS] * state.led * state.led;
  // a debt reduces the available energy; overlap is still pushed apart, each body at its own speed
  const own = Math.max(0, energy[o] + energy[o + RESERVED]);
  const pushed = energy[o + MASS] > 0 ? (energy[o + LEAST] * model.bodyMass[b]) / energy[o + MASS] : 0;
  measured[1] = MIDWAY * (own + energy[o + SLACK] + energy[o + EFFORT] + led) + pushed;
}

/**
 * At the end of a sub-step of length h, after which half of the forces has acted (`half`: h, or 0 where none has):
 * removes the energy by which an island exceeds its initial and supplied energy. `impulse` holds the impulses of joint
 * rows, starting at `first` with stride `stride`. Reads: energy. Writes: bodyVel, reserve, status.
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
  // the thesis's step has not drifted yet
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
    // summed separately: the other terms would be lost to round-off beside the motion of a failed solution
    energy[o + MOTION] += measured[1];
    if (half > 0)
      energy[o + AFTER] += 0.5 * half * (measured[3] - 0.5 * half * measured[4]) - workAlong(data, state, b);
  }
  for (let k = 0; k < n; k++) {
    const root = island[bodyActive[k]];
    if (root !== bodyActive[k] || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    // a body that was displaced further against the forces than its velocities imply has gained that work too
    if (half > 0) energy[o + AFTER] += energy[o + WORK];
    const credit = energy[o + CREDIT];
    const before = energy[o] + energy[o + RESERVED];
    const most = Math.max(before + energy[o + SLACK] + credit, energy[o + LEAST], 0);
    let after = energy[o + AFTER] + energy[o + MOTION];
    // energy in springs or height cannot be removed from the motion
    const stored = energy[o + AFTER] > most;
    if (after > most) measureRoundOff(model, data, state, settings, root, impulse, first, stride);
    if (after > most && !(after <= most + energy[o + ROUND_OFF])) {
      const excess = after - most;
      // work of forces on the velocities of a failed solution may be nothing but round-off
      const least = -(workOfIsland(data, state, root) + Math.abs(energy[o + WORK]) + energy[o + SLACK]);
      kept[0] = stored ? 0 : most - Math.max(energy[o + AFTER], least);
      slowIsland(model, data, state, root, half, !(excess <= truncation(data, root, half) * energy[o + MOTION]));
      after = Math.max(energy[o + AFTER], most) - paid[0];
    }
    let put = Math.min(before - after, RESERVE * energy[o]);
    if (put < 0) {
      // slack and the motion due to overlap are forgiven; earlier debt and stored energy are not
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
function measureRoundOff(
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
  let handled = state.energy[o] + Math.abs(state.energy[o + AFTER]) + Math.abs(state.energy[o + WORK]);
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
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
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
  state.energy[o + ROUND_OFF] = Math.min(bound, RESERVE * state.energy[o]);
}

/**
 * Part of its kinetic energy that the truncation error of a sub-step h may add to an island: (2 ω h)² of its fastest
 * rotation ω, since two bodies may turn against each other, and no more than the reserve would hold.
 */
function truncation(data: Data, root: number, h: number): number {
  const { island } = impulseFields(data);
  const { bodyActive, bodyVel: v } = data;
  const n = data.counter[COUNTER.active];
  let fastest = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root) continue;
    fastest = Math.max(fastest, v[6 * b] * v[6 * b] + v[6 * b + 1] * v[6 * b + 1] + v[6 * b + 2] * v[6 * b + 2]);
  }
  return Math.min(RESERVE, 4 * h * h * fastest);
}

/**
 * Work of the force on a body along its drift, by the mean of the forces at both ends: exact for linear springs. The
 * force at one end alone would find k Δx²/2 too much in every sub-step.
 */
function workAlong(data: Data, { pushed }: ImpulseState, b: number): number {
  const { drifted } = impulseFields(data);
  let work = 0;
  for (let c = 0; c < 3; c++) {
    const force = 0.5 * (pushed[3 * b + c] + data.bodyForce[6 * b + 3 + c]);
    work += force * (data.bodyPos[3 * b + c] - drifted[DRIFTED_SIZE * b + c]);
  }
  return work;
}

/** Largest work that forces can have done on the bodies of an island along their drift, J. */
function workOfIsland(data: Data, state: ImpulseState, root: number): number {
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
    // a light body leaves a heavy one at twice the speed of the heavy one
    state.energy[ENERGY_SIZE * root] += 2 * load * (1 + friction) * speed;
  }
}

/** Records the energy of springs before bodies are put back. Reads: body state, island. Writes: joint rows, energy. */
export function startPuttingBack(model: Model, data: Data, state: ImpulseState): void {
  state.energy.fill(0);
  writeJointRows(model, data);
  addSprings(model, data, state, 0, 0);
}

/** Adds the work against the force on a body that was put back from the position `stood`. Writes: energy. */
export function putBack(data: Data, state: ImpulseState, b: number, stood: Float64Array): void {
  const root = impulseFields(data).island[b];
  if (root < 0) return;
  for (let c = 0; c < 3; c++)
    state.energy[ENERGY_SIZE * root + AFTER] -= data.bodyForce[6 * b + 3 + c] * (data.bodyPos[3 * b + c] - stood[c]);
}

/**
 * After bodies were put back: islands owe the energy that springs and height have gained by it. Writes: joint rows,
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
 * Kinetic energy that the current island keeps, J, and the factor on the velocities of the current body. They are in
 * arrays because V8 boxes numbers that are passed.
 */
const kept = new Float64Array(1);
const slower = new Float64Array(1);

/** Work of the half of the forces that has acted, on the velocity that the last slowed island has lost, J. */
const paid = new Float64Array(1);

/**
 * Reduces the kinetic energy of an island to `kept`: the bodies with the most energy are slowed to a common level, with
 * a status if `reports`. Writes: bodyVel, status, paid.
 */
function slowIsland(model: Model, data: Data, state: ImpulseState, root: number, half: number, reports: boolean): void {
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
  // the half of the forces that has acted counts with the remaining velocities: a body that was lifted and then held
  // has not paid for its displacement
  paid[0] = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root || !(state.own[b] > low)) continue;
    const s = Math.sqrt(low / state.own[b]);
    for (let c = 3; c < 6; c++) paid[0] += 0.5 * half * (1 - s) * data.bodyForce[6 * b + c] * data.bodyVel[6 * b + c];
    slower[0] = s;
    slow(data, b, reports);
  }
}

/** Multiplies the velocities of a body by `slower`, with or without a status. Velocities that overflowed become 0. */
function slow(data: Data, b: number, reports: boolean): void {
  for (let c = 0; c < 6; c++) {
    const left = data.bodyVel[6 * b + c] * slower[0];
    data.bodyVel[6 * b + c] = Number.isNaN(left) ? 0 : left;
  }
  if (reports) raiseStatus(data, STATUS.slowed, b);
}
