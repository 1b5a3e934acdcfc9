/**
 * The account of `energy-account.ts` in explicit steps. Forces that are held over a step (`forces`) do the work
 * h F · (V + ½ h (s M⁻¹F + g)) on the bodies, V the velocities when it begins; with b = h F · V + ½ h² F · g and
 * a = ½ h² F · M⁻¹F
 *
 *   s b + s² a ≤ E
 *
 * so that s = 1 for a body that rests. Where forces follow stages f is that of springs alone.
 */
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { COEFFICIENT, ELEMENT, RESULT } from "./element.js";
import { bearing, elementVelocity, relativeVelocity } from "./element-motion.js";
import {
  addNormalForce,
  COUPLE,
  clearAccounts,
  driveBodies,
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
 * Energy stored by a remembered segment, with the work of the step that is over. Forces that were held over it have
 * taken ½ h (P + P′), P′ at the present velocities. Of forces that follow stages, springs have taken ½ K ℓ (δ′² − δ²);
 * the work of their dampers is not known and not counted. Reads: memory, bodyVel. Writes: energy of the account.
 */
function settleRow(
  { options }: Model,
  data: Data,
  { couples, work: { velocity } }: RimState,
  { memory }: RimFields,
  pair: RimPair,
  couple: number,
  o: number,
): void {
  const { account, body } = couples;
  const h = options.timestep;
  const a = body[2 * couple];
  const b = body[2 * couple + 1];
  const to = COUPLE.size * couple + COUPLE.energy;
  account[to] += memory[o + ROW.energy];
  if (!pair.inside) {
    account[to] += 0.5 * h * (memory[o + ROW.power] + heldPower(data, a, b, memory, o));
    return;
  }
  const k = pair.coefficients[COEFFICIENT.stiffness] * halfLength(memory, o);
  for (let e = 0; e < 4; e++) {
    const part = bearing(memory, o, e & 1);
    if (part === 0) continue;
    const at = o + ROW.element + ELEMENT.size * e;
    const n = o + ROW.normal + 3 * (e & 1);
    relativeVelocity(data, data.bodyVel, a, b, e & 1, memory, o + ROW.point + 3 * (e >> 1), velocity);
    const rate = velocity[0] * memory[n] + velocity[1] * memory[n + 1] + velocity[2] * memory[n + 2];
    const depth = memory[at];
    const first = memory[at + ELEMENT.rate];
    const last = Math.max(0, depth + 0.5 * h * (first + rate));
    account[to] += 0.5 * part * k * (last * last - depth * depth);
  }
}

/** Power, W, that the wrench held by row `o` takes from bodies a and b at the present velocities. */
function heldPower({ bodyVel: v }: Data, a: number, b: number, rows: Float64Array, o: number): number {
  const f = o + ROW.press;
  const t = o + ROW.torque;
  let power = 0;
  for (let c = 0; c < 3; c++)
    power +=
      rows[f + c] * (v[6 * a + 3 + c] - v[6 * b + 3 + c]) - rows[t + c] * v[6 * a + c] - rows[t + 3 + c] * v[6 * b + c];
  return power;
}

/**
 * A step with forces that are held, or follow stages, begins. Reads: body state, memory, segments before they are moved
 * on. Writes: energy and scale of segments.
 */
export function limitHeld(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  if (state.count === 0) return;
  const { couples, next } = state;
  const { account } = couples;
  const { velocity, gain, result } = state.work;
  const h = model.options.timestep;
  clearAccounts(couples, 0);
  visitRows(model, data, setup, state, fields, 0, settleRow);
  driveBodies(model, data, data.bodyVel);
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.energyCap) continue;
    const to = COUPLE.size * state.couple[i];
    const k = pair.coefficients[COEFFICIENT.stiffness] * state.length[i];
    const weight = pair.coefficients[COEFFICIENT.weight];
    account[to + COUPLE.rows]++;
    for (let e = 0; e < 4; e++) {
      const part = bearing(state.next, ROW.size * i, e & 1);
      if (part === 0) continue;
      const at = ROW.size * i + ROW.element + ELEMENT.size * e;
      const n = ROW.size * i + ROW.normal + 3 * (e & 1);
      elementVelocity(data, data.bodyVel, state, i, e);
      const rate = velocity[0] * next[n] + velocity[1] * next[n + 1] + velocity[2] * next[n + 2];
      const before = next[at + ELEMENT.speed] < 0 ? rate : next[at + ELEMENT.rate];
      const depth = Math.max(0, next[at] + h * ((1 - weight) * before + weight * rate));
      const spring = part * k * depth;
      let force = spring;
      if (!pair.inside) {
        const met = next[at + ELEMENT.speed] < 0 ? Math.max(0, rate) : next[at + ELEMENT.speed];
        const speed = Math.max(met, pair.coefficients[COEFFICIENT.leastSpeed]);
        force += Math.min((spring * pair.coefficients[COEFFICIENT.factor]) / speed, state.cap[i]) * rate;
        if (force < 0 && pair.coefficients[COEFFICIENT.adhesion] === 0) force = 0;
      }
      account[to + COUPLE.work] += h * force * rate;
      // held forces have stored ½ K ℓ δ δ_before
      account[to + COUPLE.bound] += 0.5 * spring * (pair.inside ? depth : Math.max(depth, depth - h * rate));
      result[RESULT.load] = force;
      addNormalForce(data, state, i, e, n, result, account, to + COUPLE.wrench);
    }
  }
  for (let c = 0; c < couples.count; c++) {
    const o = COUPLE.size * c;
    account[o] = Math.min(account[o], ENERGY_SLACK * account[o + COUPLE.bound]);
    weighForces(model, data, state, c);
    account[o + COUPLE.scale] = paidPart(account[o], h * h * gain[0], h * h * gain[1] - account[o + COUPLE.work]);
  }
  writeScales(setup, state);
  noteWork(model, setup, state);
}

/** Power and wrench of the couples in the step that begins, distributed over their segments. Writes: next. */
function noteWork({ options }: Model, setup: RimSetup, { count, couple, couples, next, pair }: RimState): void {
  const { account } = couples;
  for (let i = 0; i < count; i++) {
    if (!(setup.pairs[pair[i]] as RimPair).energyCap) continue;
    const o = COUPLE.size * couple[i];
    const to = ROW.size * i;
    const part = account[o + COUPLE.scale] / account[o + COUPLE.rows];
    next[to + ROW.power] = (part * account[o + COUPLE.work]) / options.timestep;
    const w = o + COUPLE.wrench;
    for (let c = 0; c < 3; c++) {
      next[to + ROW.press + c] = part * account[w + 9 + c];
      next[to + ROW.torque + c] = part * account[w + c];
      next[to + ROW.torque + 3 + c] = part * account[w + 6 + c];
    }
  }
}
