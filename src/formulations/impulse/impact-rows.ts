import type { Data } from "../../data/data.js";
import { addJointLoad } from "../../joints/system.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { SIZE } from "../../solvers/body-cholesky.js";
import { type ImpulseFields, impulseFields } from "./fields.js";
import { answerImpulses, createMechanisms, type Mechanisms, mechanismOf } from "./mechanisms.js";

/**
 * Impacts of one instant, as rows that are solved together: the normals of the points that meet, the friction of their
 * patches, and the limits of joints that are reached. A row knows by which velocities everything that joints connect to
 * its bodies answers a unit impulse along it, so its effective mass is that of the mechanism.
 */
export interface ImpactSystem {
  readonly mechanisms: Mechanisms;
  rows: number;
  /** Of each row: the two bodies, the first number of its answer, and the contact point or joint row (−1: friction). */
  place: Int32Array;
  /** 12 numbers per row, on [ω_A; v_A] and [ω_B; v_B]. */
  jacobian: Float64Array;
  /** See IMPACT. */
  value: Float64Array;
  /** Answers to unit impulses: six numbers per body, body A or its mechanism, then B or its own if it is another. */
  response: Float64Array;
  responses: number;
  groups: number;
  /** Rows that belong together, see GROUP. */
  group: Int32Array;
  /** Velocities of all bodies: as they were, as joints hold them, and before the rows are solved. */
  readonly kicked: Float64Array;
  readonly held: Float64Array;
  readonly before: Float64Array;
  /**
   * Impulses on the nodes of mechanisms in this sub-step and of the limits of joints, the mechanisms that have any or
   * may be reached by an impact, and the islands with an impact.
   */
  readonly given: Float64Array;
  readonly stopped: Float64Array;
  readonly struck: Uint8Array;
  readonly near: Uint8Array;
  readonly restless: Uint8Array;
  /** Single numbers, see WORK. */
  readonly work: Float64Array;
}

/**
 * Numbers of a row: target speed, 1/K (0: no impulse moves it), impulse, speed before, speed of a belt, least impulse;
 * by Poisson's law the target of the whole impact and the impulse of its compression; impulse after an earlier sweep
 * and its change in the one after that.
 */
export const IMPACT = {
  aim: 0,
  mass: 1,
  impulse: 2,
  speed: 3,
  surface: 4,
  least: 5,
  goal: 6,
  pressed: 7,
  marked: 8,
  change: 9,
} as const;
export const IMPACT_SIZE = 10;

/** Bodies A and B, first number of the answer, contact point or joint row. */
export const IMPACT_PLACE_SIZE = 4;
export const IMPACT_OF = 3;

/** Patch (−1: limits of joints), first normal row, their number, first friction row, their number, 1: it slips. */
export const GROUP = { patch: 0, normal: 1, normals: 2, friction: 3, frictions: 4, slips: 5 } as const;
export const GROUP_SIZE = 6;

/** Speed and gap of the point measured last; speed of the fastest impact; largest change of a sweep; see PROXIMAL. */
export const WORK = { speed: 0, gap: 1, fastest: 2, worst: 3, aim: 4, impact: 5, proximal: 6, share: 7 } as const;

/** A row whose K is below this part of what it would be without joints is one that no impulse moves. */
const FIXED = 1e-12;

/** No rows yet. */
export function createImpactSystem(model: Model): ImpactSystem {
  return {
    mechanisms: createMechanisms(model),
    rows: 0,
    place: new Int32Array(0),
    jacobian: new Float64Array(0),
    value: new Float64Array(0),
    response: new Float64Array(0),
    responses: 0,
    groups: 0,
    group: new Int32Array(0),
    kicked: new Float64Array(6 * model.nb),
    held: new Float64Array(6 * model.nb),
    before: new Float64Array(6 * model.nb),
    given: new Float64Array(6 * model.nb),
    stopped: new Float64Array(model.systems.joints.rows),
    struck: new Uint8Array(model.nb),
    near: new Uint8Array(model.nb),
    restless: new Uint8Array(model.nb),
    work: new Float64Array(8),
  };
}

/** Opens a row between two bodies and returns its number; the caller fills its Jacobian and calls `closeImpactRow`. */
export function openImpactRow(system: ImpactSystem, a: number, b: number): number {
  const r = system.rows++;
  system.place = ensureCapacityI32(system.place, IMPACT_PLACE_SIZE * system.rows);
  system.jacobian = ensureCapacityF64(system.jacobian, 12 * system.rows);
  system.value = ensureCapacityF64(system.value, IMPACT_SIZE * system.rows);
  const p = IMPACT_PLACE_SIZE * r;
  system.place[p] = a;
  system.place[p + 1] = b;
  system.place[p + 2] = system.responses;
  system.place[p + IMPACT_OF] = -1;
  system.value.fill(0, IMPACT_SIZE * r, IMPACT_SIZE * r + IMPACT_SIZE);
  return r;
}

/** Takes back the row opened last. */
export function dropImpactRow(system: ImpactSystem): void {
  system.rows--;
  system.responses = system.place[IMPACT_PLACE_SIZE * system.rows + 2];
}

/**
 * Answer to a unit impulse along row r, and 1/K from it. Reads: joint rows, invMass, contactInertia. Writes: response,
 * mass.
 */
export function closeImpactRow(system: ImpactSystem, model: Model, data: Data, r: number): void {
  const f = impulseFields(data);
  const j = system.jacobian;
  if (model.planar) {
    for (let at = 12 * r; at < 12 * r + 12; at += 6) j[at] = j[at + 1] = j[at + 5] = 0;
  }
  const a = system.place[IMPACT_PLACE_SIZE * r];
  const b = system.place[IMPACT_PLACE_SIZE * r + 1];
  const ofA = mechanismOf(system.mechanisms, a);
  const ofB = mechanismOf(system.mechanisms, b);
  if (ofA >= 0) answerMechanism(system, model, data, r, ofA);
  else if (f.invMass[a] > 0) answerBody(system, f, 12 * r, a);
  if (ofB >= 0 && ofB !== ofA) answerMechanism(system, model, data, r, ofB);
  else if (ofB < 0 && f.invMass[b] > 0) answerBody(system, f, 12 * r + 6, b);
  let k = 0;
  let free = 0;
  let o = system.place[IMPACT_PLACE_SIZE * r + 2];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const c = side === 0 ? ofA : ofB;
    const at = 12 * r + 6 * side;
    for (let x = 0; x < 3; x++) {
      free += f.contactInertia[6 * body + x] * j[at + x] * j[at + x];
      free += f.invMass[body] * j[at + 3 + x] * j[at + 3 + x];
    }
    if (c < 0) {
      if (f.invMass[body] === 0) continue;
      for (let x = 0; x < SIZE; x++) k += j[at + x] * system.response[o++];
    } else {
      if (side === 1 && ofB === ofA) o = system.place[IMPACT_PLACE_SIZE * r + 2];
      const m = system.mechanisms;
      for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++, o += SIZE) {
        if (m.bodyOf[m.member[n]] !== body) continue;
        for (let x = 0; x < SIZE; x++) k += j[at + x] * system.response[o + x];
      }
    }
  }
  system.value[IMPACT_SIZE * r + IMPACT.mass] = k > FIXED * free ? 1 / k : 0;
}

function answerBody(system: ImpactSystem, f: ImpulseFields, at: number, body: number): void {
  system.response = ensureCapacityF64(system.response, system.responses + SIZE);
  const { jacobian: j, response } = system;
  const i = f.contactInertia;
  const b = 6 * body;
  const o = system.responses;
  response[o] = i[b] * j[at] + i[b + 3] * j[at + 1] + i[b + 4] * j[at + 2];
  response[o + 1] = i[b + 3] * j[at] + i[b + 1] * j[at + 1] + i[b + 5] * j[at + 2];
  response[o + 2] = i[b + 4] * j[at] + i[b + 5] * j[at + 1] + i[b + 2] * j[at + 2];
  for (let x = 3; x < SIZE; x++) response[o + x] = f.invMass[body] * j[at + x];
  system.responses += SIZE;
}

function answerMechanism(system: ImpactSystem, model: Model, data: Data, r: number, c: number): void {
  const m = system.mechanisms;
  const size = m.memberStart[c + 1] - m.memberStart[c];
  system.response = ensureCapacityF64(system.response, system.responses + SIZE * size);
  for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++) {
    m.x.fill(0, SIZE * m.member[n], SIZE * m.member[n] + SIZE);
  }
  addImpactTo(system, r, c, m.x, 1);
  answerImpulses(m, model, data, c);
  for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++) {
    for (let x = 0; x < SIZE; x++) system.response[system.responses++] = m.x[SIZE * m.member[n] + x];
  }
}

/** x += s Jᵀ of row r on the nodes of mechanism c. */
export function addImpactTo(system: ImpactSystem, r: number, c: number, x: Float64Array, s: number): void {
  const { mechanisms: m, place, jacobian: j } = system;
  for (let side = 0; side < 2; side++) {
    const n = m.nodeOf[place[IMPACT_PLACE_SIZE * r + side]];
    if (n < 0 || m.clusterOf[n] !== c) continue;
    for (let k = 0; k < SIZE; k++) x[SIZE * n + k] += s * j[12 * r + 6 * side + k];
  }
}

/** J v of row r, and the speed of its belt. */
export function impactSpeed(system: ImpactSystem, v: Float64Array, r: number): number {
  const { jacobian: j, place } = system;
  const a = 6 * place[IMPACT_PLACE_SIZE * r];
  const b = 6 * place[IMPACT_PLACE_SIZE * r + 1];
  const o = 12 * r;
  let sum = system.value[IMPACT_SIZE * r + IMPACT.surface];
  for (let c = 0; c < 6; c++) sum += j[o + c] * v[a + c] + j[o + 6 + c] * v[b + c];
  return sum;
}

/** Changes the impulse of row r. Writes: bodyVel of all that answers, impulse. */
export function pushImpact(system: ImpactSystem, data: Data, r: number, change: number): void {
  if (change === 0) return;
  system.value[IMPACT_SIZE * r + IMPACT.impulse] += change;
  answerImpact(system, data, r, change, data.bodyVel);
}

/** Adds to `v` the velocities of all that answers an impulse along row r. */
export function answerImpact(system: ImpactSystem, data: Data, r: number, impulse: number, v: Float64Array): void {
  const { response, mechanisms: m } = system;
  const { invMass } = impulseFields(data);
  let o = system.place[IMPACT_PLACE_SIZE * r + 2];
  let done = -1;
  for (let side = 0; side < 2; side++) {
    const body = system.place[IMPACT_PLACE_SIZE * r + side];
    const c = mechanismOf(m, body);
    if (c < 0) {
      if (invMass[body] === 0) continue;
      for (let x = 0; x < SIZE; x++) v[6 * body + x] += impulse * response[o++];
    } else if (c !== done) {
      for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++) {
        const at = 6 * m.bodyOf[m.member[n]];
        for (let x = 0; x < SIZE; x++) v[at + x] += impulse * response[o++];
      }
      done = c;
    }
  }
}

/** Adds the impulses of the rows to what has been given to the mechanisms in this sub-step. Writes: given, struck. */
export function giveImpulses(system: ImpactSystem): void {
  const m = system.mechanisms;
  for (let r = 0; r < system.rows; r++) {
    const s = system.value[IMPACT_SIZE * r + IMPACT.impulse];
    if (s === 0) continue;
    for (let side = 0; side < 2; side++) {
      const c = mechanismOf(m, system.place[IMPACT_PLACE_SIZE * r + side]);
      if (c < 0 || (side === 1 && c === mechanismOf(m, system.place[IMPACT_PLACE_SIZE * r]))) continue;
      addImpactTo(system, r, c, system.given, s);
      system.struck[c] = 1;
    }
  }
}

/**
 * Upper bound of the work, J, that bodies with prescribed motion and belts have done on others through the rows. The
 * impulse p along a row gives p Σ J v to the bodies that it moves; the sum over both bodies and the belt is what the
 * surfaces see.
 */
export function workOfMovers(system: ImpactSystem, data: Data): number {
  const { invMass } = impulseFields(data);
  const { value, place, jacobian: j } = system;
  const v = data.bodyVel;
  let work = 0;
  for (let r = 0; r < system.rows; r++) {
    let speed = value[IMPACT_SIZE * r + IMPACT.surface];
    for (let side = 0; side < 2; side++) {
      const body = place[IMPACT_PLACE_SIZE * r + side];
      if (invMass[body] > 0) continue;
      for (let c = 0; c < SIZE; c++) speed += j[12 * r + 6 * side + c] * v[6 * body + c];
    }
    work += Math.max(0, -value[IMPACT_SIZE * r + IMPACT.impulse] * speed);
  }
  return work;
}

/** Adds the impulses of the rows to what sensors read of contacts, and those of limits to `stopped`. */
export function reportImpulses(system: ImpactSystem, data: Data): void {
  const { pointTotal, patchTotal } = impulseFields(data);
  const { group, value, place } = system;
  for (let g = 0; g < system.groups; g++) {
    const o = GROUP_SIZE * g;
    const patch = group[o + GROUP.patch];
    const first = group[o + GROUP.normal];
    for (let r = first; r < first + group[o + GROUP.normals]; r++) {
      const of = place[IMPACT_PLACE_SIZE * r + IMPACT_OF];
      const impulse = value[IMPACT_SIZE * r + IMPACT.impulse];
      if (patch < 0) system.stopped[of] += impulse;
      else pointTotal[3 * of] += impulse;
    }
    const rubs = group[o + GROUP.friction];
    for (let t = 0; t < group[o + GROUP.frictions]; t++)
      patchTotal[7 * patch + t] += value[IMPACT_SIZE * (rubs + t) + IMPACT.impulse];
  }
}

/**
 * Impulses of joints that answered the impacts of this sub-step, as part of their mean effort over the step, and an
 * upper bound of the work of bodies with prescribed motion through them, in `energy` of the islands, `stride` numbers
 * each. Reads: given, stopped. Writes: rowMean, jointLoad, energy.
 */
export function reportAnswers(
  system: ImpactSystem,
  model: Model,
  data: Data,
  energy: Float64Array,
  stride: number,
): void {
  const m = system.mechanisms;
  const { rowStart } = model.systems.joints;
  const { rowMean, rowBody, rowJacobian } = data.items.joints;
  const { invMass, island } = impulseFields(data);
  for (let c = 0; c < m.clusters; c++) {
    if (system.struck[c] === 0) continue;
    for (let n = m.memberStart[c]; n < m.memberStart[c + 1]; n++) {
      const at = SIZE * m.member[n];
      for (let k = at; k < at + SIZE; k++) m.x[k] = system.given[k];
    }
    answerImpulses(m, model, data, c);
    for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
      const i = m.joint[at];
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
        m.answer[r] += system.stopped[r];
        for (let side = 0; side < 2; side++) {
          const body = rowBody[2 * r + side];
          if (m.answer[r] === 0 || invMass[body] > 0) continue;
          let speed = 0;
          for (let k = 0; k < SIZE; k++) speed += m.jacobian[12 * r + 6 * side + k] * data.bodyVel[6 * body + k];
          energy[stride * island[rowBody[2 * r + 1 - side]]] += Math.max(0, -m.answer[r] * speed);
        }
        m.answer[r] /= model.options.timestep;
        rowMean[r] += m.answer[r];
      }
      addJointLoad(model, data, i, m.answer, rowJacobian, data.bodyQuat, 4 * model.joints.bodyB[i]);
    }
  }
}
