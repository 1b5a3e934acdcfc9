import { addContactTangents, hasContacts } from "../../../contact/contact-step.js";
import type { Data } from "../../../data/data.js";
import {
  type BlockSystem,
  createBlockSystem,
  eliminateBlocks,
  openBlock,
  startBlocks,
  substituteBlocks,
} from "../../../math/block-elimination.js";
import { ensureCapacityI32 } from "../../../math/capacity.js";
import { rootOf, unite } from "../../../math/union-find.js";
import type { Model } from "../../../model/model.js";
import type { Awake } from "../awake.js";
import { LAGRANGIAN_STATISTIC, type LagrangianFields, NUMBER } from "../fields.js";
import { factorValues, type GeneralTangent, solveGeneral, startGeneral } from "../general-tangent.js";
import type { Natural } from "../natural.js";
import type { LagrangianState } from "../state.js";
import { factorBlocks, factorCore, gatherCore, scatterCore, solveBlocks, solveCore } from "../tangent.js";
import { BLOCK_SIZE, solveAxes } from "./loose-blocks.js";
import type { LooseBodies } from "./loose-bodies.js";
import { COUPLE_SIZE, createLooseContacts, type LooseContacts, NO_NODE, startLooseContacts } from "./loose-contacts.js";
import { createPorts, openPorts, type Ports, solvePorts } from "./ports.js";

/**
 * Newton's equations with loose bodies in contact. Contacts know a body by its twist t = P δ only, so that its twelve
 * coordinates are condensed to six numbers, exactly:
 *
 *   D δ + Pᵀ w = r,   w = S t   ⇒   (Â + S) t = Â t₀,   Â = (P D⁻¹ Pᵀ)⁻¹,   t₀ = P D⁻¹ r
 *   δ = D⁻¹ r − D⁻¹ Pᵀ Â (t₀ − t)
 *
 * Â is the mass and inertia of the body as Newton's method sees them. The blocks of all bodies that touch are
 * eliminated in the order of least degree, those of bodies of the mechanism ("ports") last, see `ports.ts`. Bodies that
 * do not touch the mechanism are solved island by island.
 */
export interface LooseSystem {
  readonly contacts: LooseContacts;
  readonly system: BlockSystem;
  readonly ports: Ports;
  /** Per loose body: D_e⁻¹ P_eᵀ, three columns of nine; Â of the rotation, 3 × 3; t₀; t. */
  readonly reach: Float64Array;
  readonly inertia: Float64Array;
  readonly freeTwist: Float64Array;
  /** Per loose body: its island, −1: no contacts; its node within the group that is being solved. */
  readonly island: Int32Array;
  readonly node: Int32Array;
  /** Per island, by its root: its first member and couple, −1: none; and the next ones. */
  readonly firstMember: Int32Array;
  readonly nextMember: Int32Array;
  readonly firstCouple: Int32Array;
  nextCouple: Int32Array;
  /** Per island: 1 where it touches the mechanism. */
  readonly ported: Uint8Array;
  /** The group that is being solved: one island, or all that touch the mechanism. */
  readonly group: Int32Array;
  groupSize: number;
  couples: Int32Array;
  coupleCount: number;
  readonly torque: Float64Array;
}

export function createLooseSystem(
  model: Model,
  natural: Natural,
  value: Float64Array,
  loose: LooseBodies,
): LooseSystem {
  const { count } = loose;
  return {
    contacts: createLooseContacts(natural, loose, model.nb),
    system: createBlockSystem(),
    ports: createPorts(natural, value),
    reach: new Float64Array(27 * count),
    inertia: new Float64Array(9 * count),
    freeTwist: new Float64Array(6 * count),
    island: new Int32Array(count),
    node: new Int32Array(count),
    firstMember: new Int32Array(count),
    nextMember: new Int32Array(count),
    firstCouple: new Int32Array(count),
    nextCouple: new Int32Array(0),
    ported: new Uint8Array(count),
    group: new Int32Array(count),
    groupSize: 0,
    couples: new Int32Array(0),
    coupleCount: 0,
    torque: new Float64Array(3),
  };
}

/**
 * rhs ← T⁻¹ rhs with the tangents of all contacts; false where a factor fails. Reads: values of the tangent, contacts,
 * coordinate. Writes: rhs, factors.
 */
export function solveWithLoose(
  model: Model,
  data: Data,
  state: LagrangianState,
  fields: LagrangianFields,
  general: GeneralTangent | null,
): boolean {
  const { tangent, rhs, numbers } = state;
  const { contacts } = state.looseSystem;
  if (!factorBlocks(tangent, state.awake)) return false;
  if (general !== null) startGeneral(data, state, general);
  startLooseContacts(contacts, general);
  if (hasContacts(model, data)) {
    contacts.tangent.stiffnessWeight = numbers[NUMBER.stiffness];
    contacts.tangent.dampingWeight = numbers[NUMBER.damping];
    addContactTangents(model, data, contacts.tangent);
  }
  if (!(general === null ? factorCore(tangent) : factorValues(general))) return false;
  gatherCore(tangent, rhs);
  if (general === null) solveCore(tangent, tangent.coreRhs);
  else solveGeneral(general, tangent.coreRhs);
  scatterCore(tangent, rhs);
  solveBlocks(tangent, rhs, state.awake);
  return contacts.touched === 0 || solveContacts(state, fields, general);
}

/** The islands of loose bodies in contact, one after the other; those at the mechanism together. Writes: rhs. */
function solveContacts(state: LagrangianState, fields: LagrangianFields, general: GeneralTangent | null): boolean {
  const { awake, looseSystem: own } = state;
  const { system, island, ported, ports } = own;
  const before = system.products;
  findIslands(awake, own);
  for (let x = 0; x < awake.looseCount; x++)
    if (island[awake.loose[x]] >= 0) writeInertia(state, fields, awake.loose[x]);
  let fine = true;
  for (let x = 0; x < awake.looseCount && fine; x++) {
    const k = awake.loose[x];
    if (island[k] !== k || ported[k] === 1) continue;
    own.groupSize = own.coupleCount = 0;
    addIsland(own, k);
    fine = solveGroup(state, null);
  }
  if (fine && openPorts(state, own.contacts, ports, general) > 0) {
    own.groupSize = own.coupleCount = 0;
    for (let x = 0; x < awake.looseCount; x++) {
      const k = awake.loose[x];
      if (island[k] === k && ported[k] === 1) addIsland(own, k);
    }
    fine = solveGroup(state, ports);
  }
  fields.statistics[LAGRANGIAN_STATISTIC.products] += system.products - before;
  return fine;
}

/** Adds an island to the group. Writes: group, couples. */
function addIsland(own: LooseSystem, root: number): void {
  for (let k = own.firstMember[root]; k >= 0; k = own.nextMember[k]) {
    own.node[k] = own.groupSize;
    own.group[own.groupSize++] = k;
  }
  for (let c = own.firstCouple[root]; c >= 0; c = own.nextCouple[c]) own.couples[own.coupleCount++] = c;
}

/**
 * Which loose bodies touch each other, and which of them a body of the mechanism. Writes: island, ported, lists of
 * members and couples.
 */
function findIslands({ loose: list, looseCount }: Awake, own: LooseSystem): void {
  const { contacts, island, ported, firstMember, nextMember, firstCouple } = own;
  const { touching, touched, node } = contacts;
  own.nextCouple = ensureCapacityI32(own.nextCouple, contacts.count);
  own.couples = ensureCapacityI32(own.couples, contacts.count);
  island.fill(-1);
  for (let x = 0; x < 2 * touched; x++) {
    const k = node[2 * touching[x >> 1] + (x & 1)];
    if (k >= 0) island[k] = k;
  }
  for (let x = 0; x < touched; x++) {
    const a = node[2 * touching[x]];
    const b = node[2 * touching[x] + 1];
    if (a >= 0 && b >= 0) unite(island, a, b);
  }
  ported.fill(0);
  firstMember.fill(-1);
  firstCouple.fill(-1);
  // from behind, so that lists are in order
  for (let x = looseCount - 1; x >= 0; x--) {
    const k = list[x];
    if (island[k] < 0) continue;
    const root = rootOf(island, k);
    nextMember[k] = firstMember[root];
    firstMember[root] = k;
  }
  for (let x = touched - 1; x >= 0; x--) {
    const c = touching[x];
    const a = node[2 * c];
    const b = node[2 * c + 1];
    const root = rootOf(island, a >= 0 ? a : b);
    if (a < NO_NODE || b < NO_NODE) ported[root] = 1;
    own.nextCouple[c] = firstCouple[root];
    firstCouple[root] = c;
  }
}

/**
 * D_e⁻¹ P_eᵀ, Â and t₀ of loose body k. A torque τ acts on each axis e as ½ τ × e, and turns are ½ Σ e × δe. Reads: rhs
 * (D⁻¹ r), coordinate. Writes: reach, inertia, freeTwist.
 */
function writeInertia(state: LagrangianState, { coordinate: q }: LagrangianFields, k: number): void {
  const { tangent, loose, rhs, looseSystem: own } = state;
  const { reach, inertia, freeTwist } = own;
  const o = loose.offset[k] + 3;
  for (let c = 0; c < 3; c++) {
    const column = 27 * k + 9 * c;
    for (let e = 0; e < 9; e += 3) {
      const x = q[o + e];
      const y = q[o + e + 1];
      const z = q[o + e + 2];
      reach[column + e] = c === 0 ? 0 : c === 1 ? 0.5 * z : -0.5 * y;
      reach[column + e + 1] = c === 0 ? -0.5 * z : c === 1 ? 0 : 0.5 * x;
      reach[column + e + 2] = c === 0 ? 0.5 * y : c === 1 ? -0.5 * x : 0;
    }
    solveAxes(tangent.blocks, k, reach, column);
    writeTurn(q, o, reach, column, inertia, 9 * k + 3 * c);
  }
  invertSymmetric(inertia, 9 * k);
  writeTurn(q, o, rhs, o, freeTwist, 6 * k);
  for (let c = 0; c < 3; c++) freeTwist[6 * k + 3 + c] = rhs[o - 3 + c];
}

/** out ← ½ Σ e × δe for the axes at q[o] and their changes at d[at]. */
function writeTurn(q: Float64Array, o: number, d: Float64Array, at: number, out: Float64Array, to: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let e = 0; e < 9; e += 3) {
    x += q[o + e + 1] * d[at + e + 2] - q[o + e + 2] * d[at + e + 1];
    y += q[o + e + 2] * d[at + e] - q[o + e] * d[at + e + 2];
    z += q[o + e] * d[at + e + 1] - q[o + e + 1] * d[at + e];
  }
  out[to] = 0.5 * x;
  out[to + 1] = 0.5 * y;
  out[to + 2] = 0.5 * z;
}

/** A symmetric 3 × 3 matrix at a[o] ← its inverse. */
function invertSymmetric(a: Float64Array, o: number): void {
  const xx = a[o];
  const yy = a[o + 4];
  const zz = a[o + 8];
  const xy = 0.5 * (a[o + 1] + a[o + 3]);
  const xz = 0.5 * (a[o + 2] + a[o + 6]);
  const yz = 0.5 * (a[o + 5] + a[o + 7]);
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const inverse = 1 / (xx * cxx + xy * cxy + xz * cxz);
  a[o] = cxx * inverse;
  a[o + 4] = (xx * zz - xz * xz) * inverse;
  a[o + 8] = (xx * yy - xy * xy) * inverse;
  a[o + 1] = a[o + 3] = cxy * inverse;
  a[o + 2] = a[o + 6] = cxz * inverse;
  a[o + 5] = a[o + 7] = (xy * xz - xx * yz) * inverse;
}

/** The group, with the bodies of the mechanism that it touches. Writes: rhs. */
function solveGroup(state: LagrangianState, ports: Ports | null): boolean {
  const { tangent, looseSystem: own } = state;
  const { system, group, groupSize: n, inertia, freeTwist } = own;
  const kept = ports === null ? 0 : ports.count;
  startBlocks(system, n + kept, kept);
  for (let i = 0; i < n; i++) {
    const k = group[i];
    const at = openBlock(system, i, i);
    const { blocks, rhs: c } = system;
    const mass = tangent.values[tangent.blocks.from + BLOCK_SIZE * k];
    for (let x = 0; x < 3; x++) {
      let sum = 0;
      for (let y = 0; y < 3; y++) {
        blocks[at + 6 * x + y] = inertia[9 * k + 3 * x + y];
        sum += inertia[9 * k + 3 * x + y] * freeTwist[6 * k + y];
      }
      c[6 * i + x] = sum;
      blocks[at + 7 * (x + 3)] = mass;
      c[6 * i + 3 + x] = mass * freeTwist[6 * k + 3 + x];
    }
  }
  for (let x = 0; x < own.coupleCount; x++) addCouple(own, own.couples[x], ports);
  if (!eliminateBlocks(system)) return false;
  if (ports !== null && !solvePorts(state, ports, system, n)) return false;
  substituteBlocks(system);
  for (let i = 0; i < n; i++) applyTwist(state, group[i]);
  return true;
}

/** Adds the blocks of couple k. Writes: blocks of the system. */
function addCouple({ contacts, system, node, groupSize }: LooseSystem, k: number, ports: Ports | null): void {
  const { blocks } = contacts;
  const a = contacts.node[2 * k];
  const b = contacts.node[2 * k + 1];
  const sides = a !== NO_NODE && b !== NO_NODE ? 2 : 1;
  const width = 6 * sides;
  const first = placeOf(a !== NO_NODE ? a : b, node, groupSize, ports);
  const second = sides === 2 ? placeOf(b, node, groupSize, ports) : first;
  for (let s = 0; s < sides; s++) {
    for (let t = 0; t < sides; t++) {
      const to = openBlock(system, s === 0 ? first : second, t === 0 ? first : second);
      const from = COUPLE_SIZE * k + 6 * s * width + 6 * t;
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < 6; c++) system.blocks[to + 6 * r + c] += blocks[from + r * width + c];
    }
  }
}

/** Node of a loose body or a port in the system that is being built. */
function placeOf(who: number, node: Int32Array, n: number, ports: Ports | null): number {
  return who >= 0 || ports === null ? node[who] : n + ports.ofBody[-2 - who];
}

/** δ of loose body k from its twist: D⁻¹ r − D⁻¹ Pᵀ Â (t₀ − t). Writes: rhs. */
function applyTwist({ loose, rhs, looseSystem: own }: LagrangianState, k: number): void {
  const { system, node, reach, inertia, freeTwist, torque } = own;
  const t = 6 * node[k];
  const o = loose.offset[k];
  for (let x = 0; x < 3; x++) {
    let sum = 0;
    for (let y = 0; y < 3; y++) sum += inertia[9 * k + 3 * x + y] * (freeTwist[6 * k + y] - system.rhs[t + y]);
    torque[x] = sum;
    rhs[o + x] = system.rhs[t + 3 + x];
  }
  for (let e = 0; e < 9; e++) {
    let sum = 0;
    for (let x = 0; x < 3; x++) sum += reach[27 * k + 9 * x + e] * torque[x];
    rhs[o + 3 + e] -= sum;
  }
}
