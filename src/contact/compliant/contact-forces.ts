import { addToLoad, LOAD, LOAD_SIZE, type LoadTable, openLoadIn } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { curvatureAt } from "../hertz-radius.js";
import type { LawPair } from "../material-laws.js";
import type { CompliantSetup } from "./compliant-setup.js";
import { type CompliantState, RESISTS } from "./compliant-state.js";
import { findContacts } from "./find-contacts.js";
import { sharePatches } from "./patch-stiffness.js";
import { findOverlaps, PUSH, pushOverlaps } from "./push-out.js";
import { recallContacts } from "./recall-contacts.js";
import { loadResistances, openResistances } from "./resistances.js";

/**
 * Contact as force: finds contacts, recalls what they remember, asks the laws, and adds equal and opposite wrenches to
 * the bodies [Luaces2013, chapter 3]. Stage per evaluation. Reads: body state, memory. Writes: contacts, bodyForce.
 */
export function addPointForces(model: Model, data: Data): void {
  const setup = model.systems.compliant;
  const state = data.systems.compliant;
  const { wrench } = state.work;
  loadContacts(model, data, setup, state);
  for (let c = 0; c < state.count; c++) {
    for (let k = 0; k < 3; k++) wrench[3 + k] = state.out.force[c] * state.normal[3 * c + k];
    wrench[0] = wrench[1] = wrench[2] = 0;
    addWrench(data, state, c);
  }
  if (data.systems.contactStep.stages) noteStruck(setup, state);
  const { resistances: r } = state;
  for (let e = 0; e < r.count; e++) {
    writeResistance(state, e);
    addWrench(data, state, r.contact[e]);
  }
}

/** What the contacts of the last evaluation do in a time, s. Reads: contacts. Writes: table. */
export function addPointLoads(_model: Model, data: Data, time: number, table: LoadTable): void {
  const state = data.systems.compliant;
  const { body, count, normal, out, place, resistances: r, shape } = state;
  const { wrench } = state.work;
  let e = 0;
  for (let c = 0; c < count; c++) {
    const first = e;
    while (e < r.count && r.contact[e] === c) e++;
    if (out.force[c] === 0 && first === e) continue;
    const row = openLoadIn(data, table, shape[2 * c], shape[2 * c + 1]);
    if (row < 0) return;
    table.loadWrench[LOAD_SIZE * row + LOAD.normal] += time * out.force[c];
    for (let k = 0; k < 3; k++) wrench[3 + k] = time * out.force[c] * normal[3 * c + k];
    wrench[0] = wrench[1] = wrench[2] = 0;
    addToLoad(data, table, row, body[2 * c], body[2 * c + 1], place, 3 * c, wrench);
    for (let at = first; at < e; at++) {
      writeResistance(state, at);
      for (let k = 0; k < 6; k++) wrench[k] *= time;
      addToLoad(data, table, row, body[2 * c], body[2 * c + 1], place, 3 * c, wrench);
    }
  }
}

/** The wrench of resistance e on B at its contact. Writes: wrench. */
function writeResistance(state: CompliantState, e: number): void {
  const { resistances: r, work } = state;
  const kind = r.kind[e];
  for (let k = 0; k < 3; k++) {
    const f = r.out.force[3 * e + k];
    work.wrench[k] = kind === RESISTS.rolling ? r.lever[e] * f : 0;
    work.wrench[3 + k] = kind === RESISTS.sliding ? f : 0;
  }
  if (kind === RESISTS.spinning) writeSpinTorque(state, e);
}

/** Keeps the new contact with the largest force so far. Writes: struck. */
function noteStruck({ pushSpeed }: CompliantSetup, state: CompliantState): void {
  const { count, before, out, body, normal, place, batch, push, struck } = state;
  for (let c = 0; c < count; c++) {
    if (before[c] >= 0 || !(out.force[c] > struck.force)) continue;
    struck.force = out.force[c];
    struck.a = body[2 * c];
    struck.b = body[2 * c + 1];
    struck.speed = push[c] === PUSH.none ? batch.impactSpeed[c] : pushSpeed;
    for (let k = 0; k < 3; k++) {
      struck.normal[k] = normal[3 * c + k];
      struck.place[k] = place[3 * c + k];
    }
  }
}

/** Contacts with forces and derivatives of all laws at the present state. Writes: contacts, resistances. */
export function loadContacts(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  findContacts(model, data, setup, state);
  if (state.count === 0) {
    state.resistances.count = 0;
    return;
  }
  if (setup.round !== null && !data.systems.contactStep.frozen) findWeights(data, setup, setup.round, state);
  recallContacts(data, setup, state);
  findOverlaps(model, data, setup, state);
  openResistances(setup, state);
  findVelocities(model, data, state);
  findNormalForces(setup, state);
  pushOverlaps(model, setup, state);
  loadResistances(model, data, setup, state);
}

/** Normal forces by the laws of the pairs, one run of contacts after the other. Writes: out. */
function findNormalForces(setup: CompliantSetup, state: CompliantState): void {
  const { count, pair, batch, out } = state;
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && pair[end] === pair[start]) end++;
    const { law, params }: LawPair = setup.pairs[pair[start]];
    law.evaluate(params, batch, out, start, end);
    start = end;
  }
  if (setup.sharedStiffness) sharePatches(setup, state);
  if (setup.round !== null) weighForces(state);
}

/**
 * √(R/R₀) of every contact whose stiffness follows from materials and shapes, 1/R = 1/R_A + 1/R_B. Reads: contacts,
 * pose. Writes: weight.
 */
function findWeights(data: Data, setup: CompliantSetup, round: Float64Array, state: CompliantState): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const { count, shape, normal, pair, weight } = state;
  const { points } = state.work;
  for (let c = 0; c < count; c++) {
    const { hertz } = setup.pairs[pair[c]];
    weight[c] = 1;
    if (hertz === undefined) continue;
    let curvature = 0;
    for (let side = 0; side < 2; side++)
      curvature += curvatureAt(round, pose, shape[2 * c + side], normal, 3 * c, points);
    weight[c] = Math.sqrt((curvature > 0 ? 1 / curvature : hertz.flat) / hertz.reference);
  }
}

/** Laws are proportional to their stiffness, and so are shared ones: points of a patch have one weight. Writes: out. */
function weighForces({ count, weight, out, patches }: CompliantState): void {
  for (let c = 0; c < count; c++) {
    out.force[c] *= weight[c];
    out.stiffness[c] *= weight[c];
    out.damping[c] *= weight[c];
    patches.tilt[c] *= weight[c];
    patches.stiffness[c] *= weight[c];
    patches.damping[c] *= weight[c];
  }
}

/**
 * Relative velocities at the contacts: gap rates, and velocities of what resists. Reads: body state. Writes: gapRate,
 * velocity.
 */
function findVelocities(model: Model, data: Data, state: CompliantState): void {
  const { bodyVel: v, bodyPos } = data;
  const { belt } = model.systems.collision;
  const { count, body, normal, place, batch, resistances: r } = state;
  const { relative } = state.work;
  let e = 0;
  for (let c = 0; c < count; c++) {
    relative.fill(0);
    for (let side = 0; side < 2; side++) {
      const b = body[2 * c + side];
      const o = 6 * b;
      const sign = side === 0 ? -1 : 1;
      const x = place[3 * c] - bodyPos[3 * b];
      const y = place[3 * c + 1] - bodyPos[3 * b + 1];
      const z = place[3 * c + 2] - bodyPos[3 * b + 2];
      relative[0] += sign * (v[o + 3] + v[o + 1] * z - v[o + 2] * y);
      relative[1] += sign * (v[o + 4] + v[o + 2] * x - v[o] * z);
      relative[2] += sign * (v[o + 5] + v[o] * y - v[o + 1] * x);
      for (let k = 0; k < 3; k++) relative[3 + k] += sign * v[o + k];
    }
    batch.gapRate[c] = relative[0] * normal[3 * c] + relative[1] * normal[3 * c + 1] + relative[2] * normal[3 * c + 2];
    if (belt !== null) addBelts(data, belt, state, c);
    for (; e < r.count && r.contact[e] === c; e++) {
      const kind = r.kind[e];
      const spin = relative[3] * normal[3 * c] + relative[4] * normal[3 * c + 1] + relative[5] * normal[3 * c + 2];
      for (let k = 0; k < 3; k++) {
        const n = normal[3 * c + k];
        r.batch.normal[3 * e + k] = n;
        r.batch.velocity[3 * e + k] =
          kind === RESISTS.sliding
            ? relative[k]
            : r.lever[e] * (kind === RESISTS.rolling ? relative[3 + k] - spin * n : spin * r.across[3 * e + k]);
      }
    }
  }
}

/** Belts move the surface against its shape. Writes: relative. */
function addBelts(data: Data, belt: Float64Array, { shape, work: { relative } }: CompliantState, c: number): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let side = 0; side < 2; side++) {
    const s = shape[2 * c + side];
    const x = belt[3 * s];
    const y = belt[3 * s + 1];
    const z = belt[3 * s + 2];
    if (x === 0 && y === 0 && z === 0) continue;
    const sign = side === 0 ? -1 : 1;
    const qx = pose[7 * s + 3];
    const qy = pose[7 * s + 4];
    const qz = pose[7 * s + 5];
    const qw = pose[7 * s + 6];
    const tx = 2 * (qy * z - qz * y);
    const ty = 2 * (qz * x - qx * z);
    const tz = 2 * (qx * y - qy * x);
    relative[0] += sign * (x + qw * tx + qy * tz - qz * ty);
    relative[1] += sign * (y + qw * ty + qz * tx - qx * tz);
    relative[2] += sign * (z + qw * tz + qx * ty - qy * tx);
  }
}

/** Torque of resistance e about the normal. Writes: wrench. */
function writeSpinTorque({ normal, resistances: r, work: { wrench } }: CompliantState, e: number): void {
  let along = 0;
  for (let k = 0; k < 3; k++) along += r.out.force[3 * e + k] * r.across[3 * e + k];
  const c = r.contact[e];
  for (let k = 0; k < 3; k++) wrench[k] = r.lever[e] * along * normal[3 * c + k];
}

/** wrench on B and its opposite on A, both at the contact. Writes: bodyForce. */
function addWrench(data: Data, { body, place, work: { wrench } }: CompliantState, c: number): void {
  const { bodyForce: f, bodyPos } = data;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * c + side];
    const o = 6 * b;
    const sign = side === 0 ? -1 : 1;
    const x = place[3 * c] - bodyPos[3 * b];
    const y = place[3 * c + 1] - bodyPos[3 * b + 1];
    const z = place[3 * c + 2] - bodyPos[3 * b + 2];
    f[o] += sign * (wrench[0] + y * wrench[5] - z * wrench[4]);
    f[o + 1] += sign * (wrench[1] + z * wrench[3] - x * wrench[5]);
    f[o + 2] += sign * (wrench[2] + x * wrench[4] - y * wrench[3]);
    for (let k = 0; k < 3; k++) f[o + 3 + k] += sign * wrench[3 + k];
  }
}
