/**
 * The account of `energy-account.ts` in implicit steps. In Newmark's family (`augmented-lagrangian`) forces of both
 * ends count, ½ (f_n + s f) · ½ h (δ̇_n + δ̇), and another half step of the last, in case no other follows:
 *
 *   E + ¼ h Σ f_n (δ̇_n + δ̇) + s ¼ h Σ f (δ̇_n + δ̇) ≥ (s² ⅛ h² F · M⁻¹F + s ¼ h² F · g − s ½ h Σ f δ̇)₊
 *
 * with the predicted velocities; the account is settled with those of the result. A step whose result violates this is
 * cut in two.
 */
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT, RESULT } from "./element.js";
import { bearing, elementVelocity, relativeVelocity } from "./element-motion.js";
import {
  addNormalForce,
  COUPLE,
  clearAccounts,
  coupleOf,
  ENERGY_SLACK,
  halfLength,
  paidPart,
  visitRows,
  weighForces,
  writeScales,
} from "./energy-account.js";
import { type RimFields, ROW } from "./rim-fields.js";
import type { RimPair, RimSetup } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/**
 * Energy stored by a remembered segment, and the first half of Newmark's work. Reads: memory, bodyVel. Writes: energy
 * and work of the account.
 */
function settleRow(
  _model: Model,
  data: Data,
  state: RimState,
  { memory }: RimFields,
  pair: RimPair,
  couple: number,
  o: number,
): void {
  const { account, body } = state.couples;
  const { velocity: u } = state.work;
  const h = state.elapsed;
  const a = body[2 * couple];
  const b = body[2 * couple + 1];
  const to = COUPLE.size * couple;
  account[to + COUPLE.energy] += memory[o + ROW.energy];
  const k = pair.coefficients[COEFFICIENT.stiffness] * halfLength(memory, o);
  for (let e = 0; e < 4; e++) {
    const part = bearing(memory, o, e & 1);
    if (part === 0) continue;
    const at = o + ROW.element + ELEMENT.size * e;
    const n = o + ROW.normal + 3 * (e & 1);
    const p = o + ROW.point + 3 * (e >> 1);
    relativeVelocity(data, data.bodyVel, a, b, e & 1, memory, p, u);
    const rate = u[0] * memory[n] + u[1] * memory[n + 1] + u[2] * memory[n + 2];
    relativeVelocity(data, state.velocity, a, b, e & 1, memory, p, u);
    const first = u[0] * memory[n] + u[1] * memory[n + 1] + u[2] * memory[n + 2];
    const speed = Math.max(memory[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
    const damped = Math.max(0, 1 + (pair.coefficients[COEFFICIENT.factor] * memory[at + ELEMENT.rate]) / speed);
    account[to + COUPLE.work] += 0.25 * h * part * k * damped * memory[at] * (first + rate);
  }
}

/**
 * Segments of capped pairs from couple `first` on: bound, number of segments, and the second half of Newmark's work.
 * Reads: bodyVel. Writes: accounts.
 */
function gatherSegments(data: Data, setup: RimSetup, state: RimState, first: number): void {
  const { couples, next, elapsed: h, weight } = state;
  const { account } = couples;
  const { velocity, result } = state.work;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.energyCap || state.couple[i] < first) continue;
    const to = COUPLE.size * state.couple[i];
    const k = pair.coefficients[COEFFICIENT.stiffness] * state.length[i];
    account[to + COUPLE.rows]++;
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      const at = ROW.size * i + ROW.element + ELEMENT.size * e;
      if (next[at + ELEMENT.speed] < 0) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      const rate = velocity[0] * next[n] + velocity[1] * next[n + 1] + velocity[2] * next[n + 2];
      const before = next[at + ELEMENT.rate];
      const depth = Math.max(0, next[at] + h * ((1 - weight) * before + weight * rate));
      const speed = Math.max(next[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
      const damped = Math.max(0, 1 + (pair.coefficients[COEFFICIENT.factor] * rate) / speed);
      const force = part * k * depth * damped;
      account[to + COUPLE.last] += 0.25 * h * force * (before + rate);
      account[to + COUPLE.power] += 0.5 * h * force * rate;
      account[to + COUPLE.bound] += 0.5 * part * k * depth * depth;
      result[RESULT.load] = force;
      addNormalForce(data, state, i, e, n, result, account, to + COUPLE.wrench);
    }
  }
}

/**
 * A step is tried for the first time, for the couples that were not known yet. Reads: body state, memory, segments.
 * Writes: scale of segments.
 */
export function limitTried(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  const { couples, elapsed: h } = state;
  const { account } = couples;
  const { gain } = state.work;
  const first = couples.known;
  // in no time nothing happens: segments keep the part that they remember
  if (!(h > 0)) return;
  if (first < couples.count) {
    clearAccounts(couples, first);
    visitRows(model, data, setup, state, fields, first, settleRow);
    gatherSegments(data, setup, state, first);
    for (let c = first; c < couples.count; c++) {
      const o = COUPLE.size * c;
      const left = account[o] + account[o + COUPLE.work];
      const taken = -account[o + COUPLE.last];
      weighForces(model, data, state, c);
      const after = taken - account[o + COUPLE.power] + 0.5 * h * h * gain[1];
      account[o + COUPLE.scale] = Math.min(paidPart(left, 0.25 * h * h * gain[0], after), paidPart(left, 0, taken));
    }
    couples.known = couples.count;
  }
  writeScales(setup, state);
}

/** Largest deficit of a step, as a part of the energy that it turns over. */
const LARGEST_DEFICIT = 0.01;

/**
 * Whether the step that was tried, as it came out, gave back more than there was, dampers included, or would if it were
 * the last: such a step is too long for what happens in it. Reads: body state, memory, segments of the last trial.
 * Writes: accounts.
 */
export function isOverdrawn(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): boolean {
  const { couples, elapsed: h } = state;
  const { account } = couples;
  const { gain } = state.work;
  const { key, remembered } = fields;
  if (state.count === 0 && remembered[0] === 0) return false;
  // bodies that have parted within the step too: forces of its beginning act on them for half of it
  for (let r = 0; r < remembered[0]; r++)
    if (r === 0 || key[4 * r] !== key[4 * r - 4] || key[4 * r + 1] !== key[4 * r - 3])
      coupleOf(couples, model.shapes[key[4 * r]].body, model.shapes[key[4 * r + 1]].body);
  clearAccounts(couples, 0);
  visitRows(model, data, setup, state, fields, 0, settleRow);
  gatherSegments(data, setup, state, 0);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    const s = account[o + COUPLE.scale];
    const first = account[o + COUPLE.work];
    const second = s * account[o + COUPLE.last];
    weighForces(model, data, state, c);
    const end = s * (s * 0.25 * h * h * gain[0] + 0.5 * h * h * gain[1] - account[o + COUPLE.power]);
    const limit = LARGEST_DEFICIT * (Math.abs(account[o]) + Math.abs(first) + Math.abs(second));
    if (account[o] + first + second - Math.max(0, end) < -limit) return true;
  }
  return false;
}

/**
 * The step is done: accounts are settled. Reads: body state, memory, segments before they are moved on. Writes: energy
 * and scale of segments.
 */
export function settleTried(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  const { couples } = state;
  const { account } = couples;
  clearAccounts(couples, 0);
  visitRows(model, data, setup, state, fields, 0, settleRow);
  gatherSegments(data, setup, state, 0);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] += account[o + COUPLE.work] + account[o + COUPLE.scale] * account[o + COUPLE.last];
    account[o] = Math.min(account[o], ENERGY_SLACK * account[o + COUPLE.bound]);
  }
  writeScales(setup, state);
}
