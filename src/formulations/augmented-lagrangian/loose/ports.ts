import type { BlockSystem } from "../../../math/block-elimination.js";
import { ensureCapacityF64 } from "../../../math/capacity.js";
import { denseLuFactor, denseLuSolve } from "../../../math/dense-lu.js";
import { FACTOR_OK } from "../../../math/factor-status.js";
import { addWrench } from "../bodies.js";
import { type GeneralTangent, solveGeneral } from "../general-tangent.js";
import type { Natural } from "../natural.js";
import type { LagrangianState } from "../state.js";
import { solveCore } from "../tangent.js";
import { type LooseContacts, NO_NODE } from "./loose-contacts.js";

/**
 * Bodies of the mechanism that loose bodies touch. With the loose bodies eliminated, contacts do w = M̂ t − c to them,
 * and the mechanism answers by its compliance:
 *
 *   t = t₀ − A w,   A = P T⁻¹ Pᵀ   ⇒   (1 + A M̂) t = t₀ + A c,   δ = T⁻¹ r − T⁻¹ Pᵀ w
 *
 * so that its factors are those of the mechanism alone, whatever lies on it.
 */
export interface Ports {
  count: number;
  readonly body: Int32Array;
  /** Port by body, −1: none. */
  readonly ofBody: Int32Array;
  /** P of every port: 6 numbers per column; columns of port p begin at twistStart[p]. */
  twist: Float64Array;
  readonly twistStart: Int32Array;
  /** T⁻¹ Pᵀ, one vector of the core after the other. */
  reach: Float64Array;
  /** A, M̂ and 1 + A M̂, by rows; c, t₀ and w. */
  compliance: Float64Array;
  stiffness: Float64Array;
  matrix: Float64Array;
  load: Float64Array;
  freeTwist: Float64Array;
  wrench: Float64Array;
  pivots: Int32Array;
  readonly natural: Natural;
  readonly value: Float64Array;
  readonly force: Float64Array;
  readonly unit: Float64Array;
}

export function createPorts(natural: Natural, value: Float64Array): Ports {
  const bodies = natural.bodyForms.length / 4;
  const empty = new Float64Array(0);
  return {
    count: 0,
    body: new Int32Array(bodies),
    ofBody: new Int32Array(bodies).fill(-1),
    twist: empty,
    twistStart: new Int32Array(bodies + 1),
    reach: empty,
    compliance: empty,
    stiffness: empty,
    matrix: empty,
    load: empty,
    freeTwist: empty,
    wrench: empty,
    pivots: new Int32Array(6 * bodies),
    natural,
    value,
    force: new Float64Array(natural.count),
    unit: new Float64Array(6),
  };
}

/** Finds the ports of the present contacts and their compliance; returns their number. Reads: rhs (T⁻¹ r), factors. */
export function openPorts(
  state: LagrangianState,
  contacts: LooseContacts,
  ports: Ports,
  general: GeneralTangent | null,
): number {
  const { touching, touched, node, portColumns } = contacts;
  for (let p = 0; p < ports.count; p++) ports.ofBody[ports.body[p]] = -1;
  ports.count = 0;
  for (let x = 0; x < 2 * touched; x++) {
    const who = node[2 * touching[x >> 1] + (x & 1)];
    if (who >= NO_NODE || ports.ofBody[-2 - who] >= 0) continue;
    ports.ofBody[-2 - who] = ports.count;
    ports.body[ports.count++] = -2 - who;
  }
  const { count, twistStart } = ports;
  if (count === 0) return 0;
  for (let p = 0; p < count; p++)
    twistStart[p + 1] = twistStart[p] + 6 * (portColumns.get(ports.body[p]) as Int32Array).length;
  const n = 6 * count;
  ports.twist = ensureCapacityF64(ports.twist, twistStart[count]);
  ports.reach = ensureCapacityF64(ports.reach, n * state.loose.core.length);
  ports.compliance = ensureCapacityF64(ports.compliance, n * n);
  ports.stiffness = ensureCapacityF64(ports.stiffness, n * n);
  ports.matrix = ensureCapacityF64(ports.matrix, n * n);
  ports.load = ensureCapacityF64(ports.load, n);
  ports.freeTwist = ensureCapacityF64(ports.freeTwist, n);
  ports.wrench = ensureCapacityF64(ports.wrench, n);
  for (let p = 0; p < count; p++) writeReach(state, contacts, ports, general, p);
  for (let p = 0; p < count; p++) writeCompliance(state, contacts, ports, p);
  return count;
}

/** P and T⁻¹ Pᵀ of port p. Writes: twist, reach. */
function writeReach(
  { tangent, loose }: LagrangianState,
  { portColumns }: LooseContacts,
  ports: Ports,
  general: GeneralTangent | null,
  p: number,
): void {
  const { natural, value, force, unit, twist, twistStart, reach } = ports;
  const { coreRhs } = tangent;
  const columns = portColumns.get(ports.body[p]) as Int32Array;
  const n = coreRhs.length;
  for (let x = 0; x < 6; x++) {
    unit.fill(0);
    unit[x] = 1;
    for (let y = 0; y < columns.length; y++) force[columns[y]] = 0;
    addWrench(natural, ports.body[p], unit, 0, value, force);
    coreRhs.fill(0);
    for (let y = 0; y < columns.length; y++) {
      twist[twistStart[p] + 6 * y + x] = force[columns[y]];
      coreRhs[loose.coreOf[columns[y]]] = force[columns[y]];
    }
    if (general === null) solveCore(tangent, coreRhs);
    else solveGeneral(general, coreRhs);
    reach.set(coreRhs, (6 * p + x) * n);
  }
}

/** Rows of A of port p, and its t₀. Reads: rhs, reach. Writes: compliance, freeTwist. */
function writeCompliance(
  { loose, rhs }: LagrangianState,
  { portColumns }: LooseContacts,
  { count, body, twist, twistStart, reach, compliance, freeTwist }: Ports,
  p: number,
): void {
  const columns = portColumns.get(body[p]) as Int32Array;
  const core = loose.core.length;
  const n = 6 * count;
  for (let x = 0; x < 6; x++) {
    const row = 6 * p + x;
    let free = 0;
    for (let y = 0; y < columns.length; y++) free += twist[twistStart[p] + 6 * y + x] * rhs[columns[y]];
    freeTwist[row] = free;
    for (let z = 0; z < n; z++) {
      let sum = 0;
      for (let y = 0; y < columns.length; y++)
        sum += twist[twistStart[p] + 6 * y + x] * reach[z * core + loose.coreOf[columns[y]]];
      compliance[row * n + z] = sum;
    }
  }
}

/**
 * Twists of the ports, which are the nodes from `first` on of the system that is left, and what they do to the
 * mechanism. Reads: blocks, rhs of the system. Writes: rhs of the system (t), rhs of the core.
 */
export function solvePorts(state: LagrangianState, ports: Ports, system: BlockSystem, first: number): boolean {
  const { count, compliance, stiffness, matrix, load, freeTwist, wrench, pivots } = ports;
  const n = 6 * count;
  for (let p = 0; p < count; p++) {
    for (let x = 0; x < 6; x++) load[6 * p + x] = system.rhs[6 * (first + p) + x];
    for (let r = 0; r < count; r++) {
      const from = system.at[(first + p) * system.nodes + first + r];
      for (let x = 0; x < 6; x++)
        for (let y = 0; y < 6; y++)
          stiffness[(6 * p + x) * n + 6 * r + y] = from < 0 ? 0 : system.blocks[from + 6 * x + y];
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = freeTwist[i];
    for (let k = 0; k < n; k++) sum += compliance[i * n + k] * load[k];
    wrench[i] = sum;
    for (let j = 0; j < n; j++) {
      let product = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) product += compliance[i * n + k] * stiffness[k * n + j];
      matrix[i * n + j] = product;
    }
  }
  if (denseLuFactor(n, matrix, 0, pivots, 0) !== FACTOR_OK) return false;
  denseLuSolve(n, matrix, 0, pivots, 0, wrench, 0);
  for (let i = 0; i < n; i++) system.rhs[6 * first + i] = wrench[i];
  for (let i = 0; i < n; i++) {
    let sum = -load[i];
    for (let k = 0; k < n; k++) sum += stiffness[i * n + k] * system.rhs[6 * first + k];
    wrench[i] = sum;
  }
  const { core } = state.loose;
  for (let i = 0; i < n; i++) {
    const w = wrench[i];
    for (let k = 0; k < core.length; k++) state.rhs[core[k]] -= ports.reach[i * core.length + k] * w;
  }
  return true;
}
