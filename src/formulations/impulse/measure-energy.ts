import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { angularMomentumInto } from "../../data/momentum.js";
import { ROW } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { ENERGY, ENERGY_SIZE } from "./energy-balance.js";
import { impulseFields } from "./fields.js";
import { inverseMass, measureInverseMass, measureSpeed, rowSpeed } from "./joint-row.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

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
  const { measured } = state.balance;
  const { island, reserve } = impulseFields(data);
  const { watched, energy, overlaps } = state;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++)
    for (let o = ENERGY_SIZE * bodyActive[k]; o < ENERGY_SIZE * (bodyActive[k] + 1); o++) energy[o] = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root < 0 || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    measureBody(model, data, state, b, h);
    for (let c = 0; c < 3; c++) state.pushed[3 * b + c] = data.bodyForce[6 * b + 3 + c];
    energy[o] += measured[0];
    energy[o + ENERGY.work] += 0.5 * h * measured[3];
    energy[o + ENERGY.reserved] += reserve[b];
    // a body at rest gains and loses the speed of half a sub-step of free fall; this much is not an error
    energy[o + ENERGY.slack] += 4 * measured[2];
    const mass = model.bodyMass[b];
    energy[o + ENERGY.mass] += mass;
    if (overlaps[root] === 1) energy[o + ENERGY.least] += 0.5 * mass * settings.pushSpeed * settings.pushSpeed;
  }
  if (settings.preset === "thesis") addFeedback(model, data, state, settings);
  addSprings(model, data, state, 0, 0);
  addEfforts(model, data, state, h);
}

export function measureBody(model: Model, data: Data, state: ImpulseState, b: number, h: number): void {
  const { measured, momentum } = state.balance;
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
    state.energy[o + ENERGY.credit] = 0.5 * state.energy[o + ENERGY.mass] * speed * speed;
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
    state.energy[ENERGY_SIZE * root + ENERGY.effort] += 0.125 * h * h * most * most * inverseMass[0];
  }
}

/**
 * Energy of the springs of joints after a drift over `ahead`: ½ k C² or, where their effort is bounded by F,
 * F (C − F/2k). It is added to their islands at `place`: 0 for the energy before, ENERGY.after for the energy after.
 * Reads: joint rows, bodyVel. Writes: energy.
 */
export function addSprings(model: Model, data: Data, state: ImpulseState, ahead: number, place: number): void {
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
