/**
 * The account of `energy.ts` in implicit steps.
 *
 * In Newmark's family (`augmented-lagrangian`) forces of both ends count, ½ (f_n + s f) · ½ h (δ̇_n + δ̇), and another half step of the last, should it be the last:
 *
 *   E + ¼ h Σ f_n (δ̇_n + δ̇) + s ¼ h Σ f (δ̇_n + δ̇) ≥ (s² ⅛ h² F · M⁻¹F + s ¼ h² F · g − s ½ h Σ f δ̇)₊
 *
 * with the predicted velocities; the account is settled with those that came of it. A step in which this does not hold as it came out is cut in two.
 */
import type { Data } from "../../data/data.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT } from "./element.js";
import {
  addPush,
  COUPLE,
  clear,
  coupleOf,
  findCouple,
  GAIN,
  HALF,
  halfLength,
  PUSH,
  SLACK,
  share,
  weigh,
  write,
} from "./energy.js";
import { bears, elementVelocity, relativeVelocity, U } from "./motion.js";
import { type RimFields, ROW } from "./rim-fields.js";
import type { RimPair, RimSetup } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/** What remembered segments have stored, and the first half of Newmark's work. Reads: memory, bodyVel. Writes: accounts from `from` on: energy, work. */
function settle(
  model: Model,
  data: Data,
  setup: RimSetup,
  { couples, velocity }: RimState,
  { key, memory, remembered }: RimFields,
  from: number,
  step: Float64Array,
): void {
  const { shapes } = model;
  const { account } = couples;
  const h = step[0];
  let couple = -1;
  let a = -1;
  let b = -1;
  for (let r = 0; r < remembered[0]; r++) {
    const x = shapes[key[4 * r]];
    const y = shapes[key[4 * r + 1]];
    if (x.body !== a || y.body !== b) {
      a = x.body;
      b = y.body;
      couple = findCouple(couples, a, b);
    }
    const pair = setup.pairs[materialPair(model.materials, x.material, y.material)];
    if (couple < from || pair === null || !pair.energyCap) continue;
    const o = ROW.size * r;
    const to = COUPLE.size * couple;
    account[to + COUPLE.energy] += memory[o + ROW.energy];
    halfLength(memory, o);
    const k = pair.coefficients[COEFFICIENT.stiffness] * HALF[0];
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, a, b, e & 1)) continue;
      const at = o + ROW.element + ELEMENT.size * e;
      const n = o + ROW.normal + 3 * (e & 1);
      const p = o + ROW.point + 3 * (e >> 1);
      relativeVelocity(data, data.bodyVel, a, b, e & 1, memory, p);
      const rate = U[0] * memory[n] + U[1] * memory[n + 1] + U[2] * memory[n + 2];
      relativeVelocity(data, velocity, a, b, e & 1, memory, p);
      const first = U[0] * memory[n] + U[1] * memory[n + 1] + U[2] * memory[n + 2];
      const speed = Math.max(memory[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
      const damped = Math.max(0, 1 + (pair.coefficients[COEFFICIENT.factor] * memory[at + ELEMENT.rate]) / speed);
      account[to + COUPLE.work] += 0.25 * h * k * damped * memory[at] * (first + rate);
    }
  }
}

/** Segments of capped pairs, as far as couple `first` on: bound, segments, and the second half of Newmark's work. Reads: bodyVel. Writes: accounts. */
function gather(data: Data, setup: RimSetup, state: RimState, first: number, step: Float64Array): void {
  const { couples, next } = state;
  const { account } = couples;
  const h = step[0];
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.energyCap || state.couple[i] < first) continue;
    const to = COUPLE.size * state.couple[i];
    const k = pair.coefficients[COEFFICIENT.stiffness] * state.length[i];
    account[to + COUPLE.rows]++;
    for (let e = 0; e < 4; e++) {
      if (!bears(pair, state.body[2 * i], state.body[2 * i + 1], e & 1)) continue;
      const at = ROW.size * i + ROW.element + ELEMENT.size * e;
      if (next[at + ELEMENT.speed] < 0) continue;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      const rate = U[0] * next[n] + U[1] * next[n + 1] + U[2] * next[n + 2];
      const before = next[at + ELEMENT.rate];
      const way = h * ((1 - step[1]) * before + step[1] * rate);
      const depth = Math.max(0, next[at] + way);
      const speed = Math.max(next[at + ELEMENT.speed], pair.coefficients[COEFFICIENT.leastSpeed]);
      const damped = Math.max(0, 1 + (pair.coefficients[COEFFICIENT.factor] * rate) / speed);
      const force = k * depth * damped;
      account[to + COUPLE.last] += 0.25 * h * force * (before + rate);
      account[to + COUPLE.power] += 0.5 * h * force * rate;
      account[to + COUPLE.bound] += 0.5 * k * depth * depth;
      PUSH[0] = force;
      addPush(data, state, i, e, n, account, to + COUPLE.wrench);
    }
  }
}

/**
 * A step is tried for the first time, for the couples that were not known yet. `step` has its length and the weight w. Reads: body state, memory, segments. Writes: scale of segments.
 */
export function limitTried(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): void {
  const { couples } = state;
  const { account } = couples;
  const first = couples.known;
  const h = step[0];
  // nothing happens in no time: segments keep the part that they remember
  if (!(step[0] > 0)) return;
  if (first < couples.count) {
    clear(couples, first);
    settle(model, data, setup, state, fields, first, step);
    gather(data, setup, state, first, step);
    for (let c = first; c < couples.count; c++) {
      const o = COUPLE.size * c;
      const left = account[o] + account[o + COUPLE.work];
      const taken = -account[o + COUPLE.last];
      weigh(model, data, couples, c);
      const after = taken - account[o + COUPLE.power] + 0.5 * h * h * GAIN[1];
      account[o + COUPLE.scale] = Math.min(share(left, 0.25 * h * h * GAIN[0], after), share(left, 0, taken));
    }
    couples.known = couples.count;
  }
  write(setup, state);
}

/** Of what a step turns over, so much may be missing. */
const OVERDRAWN = 0.01;

/**
 * Whether the step that was tried, as it came out, gave back more than there was, dampers included, or would if it were the last: such a step is too long
 * for what happens in it. Reads: body state, memory, segments of the last trial. Writes: accounts.
 */
export function isOverdrawn(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): boolean {
  const { couples } = state;
  const { account } = couples;
  const { key, remembered } = fields;
  if (state.count === 0 && remembered[0] === 0) return false;
  const h = step[0];
  // bodies that have parted within the step too: forces of its beginning act on them for half of it
  for (let r = 0; r < remembered[0]; r++)
    if (r === 0 || key[4 * r] !== key[4 * r - 4] || key[4 * r + 1] !== key[4 * r - 3])
      coupleOf(couples, model.shapes[key[4 * r]].body, model.shapes[key[4 * r + 1]].body);
  clear(couples, 0);
  settle(model, data, setup, state, fields, 0, step);
  gather(data, setup, state, 0, step);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    const s = account[o + COUPLE.scale];
    const first = account[o + COUPLE.work];
    const second = s * account[o + COUPLE.last];
    weigh(model, data, couples, c);
    const end = s * (s * 0.25 * h * h * GAIN[0] + 0.5 * h * h * GAIN[1] - account[o + COUPLE.power]);
    const limit = OVERDRAWN * (Math.abs(account[o]) + Math.abs(first) + Math.abs(second));
    if (account[o] + first + second - Math.max(0, end) < -limit) return true;
  }
  return false;
}

/** The step is done: accounts are settled. Reads: body state, memory, segments before they are moved on. Writes: energy and scale of segments. */
export function settleTried(
  model: Model,
  data: Data,
  setup: RimSetup,
  state: RimState,
  fields: RimFields,
  step: Float64Array,
): void {
  const { couples } = state;
  const { account } = couples;
  clear(couples, 0);
  settle(model, data, setup, state, fields, 0, step);
  gather(data, setup, state, 0, step);
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] += account[o + COUPLE.work] + account[o + COUPLE.scale] * account[o + COUPLE.last];
    account[o] = Math.min(account[o], SLACK * account[o + COUPLE.bound]);
  }
  write(setup, state);
}
