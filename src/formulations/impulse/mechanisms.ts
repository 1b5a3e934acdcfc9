import type { Data } from "../../data/data.js";
import { type JointFields, ROW } from "../../joints/system.js";
import { turnTensorInto } from "../../math/mat3.js";
import type { Model } from "../../model/model.js";
import {
  BLOCK,
  type BodyMatrix,
  clearMatrix,
  createBodyMatrix,
  factorMatrix,
  SIZE,
  solveMatrix,
} from "../../solvers/body-cholesky.js";
import { createBodyGraph } from "../../solvers/body-graph.js";
import { analyseClusters, type BodyClusters, connect } from "./direct-graph.js";
import { PENALTY } from "./direct-system.js";
import { type ImpulseFields, impulseFields } from "./fields.js";

/**
 * Mechanisms: bodies that joints connect. An impulse on one of them acts on all within the same instant. With g the
 * impulses that act from outside, the joints answer with λ so that J Δv = 0:
 *
 *   Δv = M⁻¹ (g + Jᵀλ),   λ by rounds of (M + Jᵀρ J) e = −Jᵀρ w,  Δλ = −ρ (w + J e),  w = J Δv
 *
 * as in `solveLinear`; this tolerates redundant rows, as in closed loops. Only locks, and drives whose effort is
 * unbounded, answer an impulse: a bounded effort does nothing in an instant. Limits are rows of the impact itself.
 */
export interface Mechanisms extends BodyClusters {
  readonly matrix: BodyMatrix;
  /** Mass and world inertia per node: m, xx yy zz xy xz yz. */
  readonly mass: Float64Array;
  /** Nodes of cluster c: member[memberStart[c]] … ; joints likewise. */
  readonly memberStart: Int32Array;
  readonly member: Int32Array;
  readonly jointStart: Int32Array;
  readonly joint: Int32Array;
  /** Per cluster: factored in this sub-step; selected for an operation. */
  readonly factored: Uint8Array;
  readonly wanted: Uint8Array;
  /** Per joint row: J, 12 numbers; penalty (0: takes no part); J Δv; the impulse of the answer, N s or N m s. */
  readonly jacobian: Float64Array;
  readonly penalty: Float64Array;
  readonly miss: Float64Array;
  readonly answer: Float64Array;
  /** Per joint: block of the matrix between its two bodies, −1: none. */
  readonly block: Int32Array;
  /** Per node: impulses from outside, then the velocities that they and the joints cause; work of the rounds. */
  readonly x: Float64Array;
  readonly direction: Float64Array;
}

/** Rounds of multipliers: each leaves 1e-7 of what it finds, the last ones are for round-off. */
const ROUNDS = 4;
/** Joints that hold to this fraction of the largest velocity of the answer need no further round. */
const HELD = 1e-15;

/** No mechanisms yet. */
export function createMechanisms(model: Model): Mechanisms {
  const { rows } = model.systems.joints;
  const { count } = model.joints;
  return {
    graph: createBodyGraph(),
    matrix: createBodyMatrix(),
    nodes: 0,
    nodeOf: new Int32Array(model.nb).fill(-1),
    bodyOf: new Int32Array(model.nb),
    edges: new Int32Array(2 * count),
    edgeCount: 0,
    edgeBlock: new Int32Array(count),
    analysed: new Int32Array(0),
    analysedCount: -1,
    clusters: 0,
    clusterOf: new Int32Array(model.nb),
    mass: new Float64Array(7 * model.nb),
    memberStart: new Int32Array(model.nb + 1),
    member: new Int32Array(model.nb),
    jointStart: new Int32Array(model.nb + 1),
    joint: new Int32Array(count),
    factored: new Uint8Array(model.nb),
    wanted: new Uint8Array(model.nb),
    jacobian: new Float64Array(12 * rows),
    penalty: new Float64Array(rows),
    miss: new Float64Array(rows),
    answer: new Float64Array(rows),
    block: new Int32Array(count),
    x: new Float64Array(6 * model.nb),
    direction: new Float64Array(6 * model.nb),
  };
}

/** Finds the mechanisms of the joints that are whole. Reads: invMass, broken. Writes: graph, members. */
export function findMechanisms(m: Mechanisms, model: Model, data: Data): void {
  const f = impulseFields(data);
  const { joints } = model;
  m.nodeOf.fill(-1);
  m.nodes = 0;
  m.edgeCount = 0;
  for (let i = 0; i < joints.count; i++) {
    if (data.items.joints.broken[i] === 0) connect(m, f, joints.bodyA[i], joints.bodyB[i]);
  }
  analyseClusters(m);
  let edge = 0;
  let held = 0;
  m.jointStart.fill(0, 0, m.clusters + 1);
  m.memberStart.fill(0, 0, m.clusters + 1);
  for (let i = 0; i < joints.count; i++) {
    const c = clusterOfJoint(m, model, data, i);
    const joined = c >= 0 && m.nodeOf[joints.bodyA[i]] >= 0 && m.nodeOf[joints.bodyB[i]] >= 0;
    m.block[i] = joined ? m.edgeBlock[edge++] : -1;
    if (c < 0) continue;
    m.jointStart[c + 1]++;
    held++;
  }
  for (let n = 0; n < m.nodes; n++) m.memberStart[m.clusterOf[n] + 1]++;
  for (let c = 0; c < m.clusters; c++) {
    m.jointStart[c + 1] += m.jointStart[c];
    m.memberStart[c + 1] += m.memberStart[c];
  }
  for (let i = joints.count - 1; i >= 0; i--) {
    const c = clusterOfJoint(m, model, data, i);
    if (c >= 0) m.joint[--m.jointStart[c + 1]] = i;
  }
  for (let n = m.nodes - 1; n >= 0; n--) m.member[--m.memberStart[m.clusterOf[n] + 1]] = n;
  // each start has moved to the front of its own run
  for (let c = 0; c < m.clusters; c++) {
    m.jointStart[c] = m.jointStart[c + 1];
    m.memberStart[c] = m.memberStart[c + 1];
  }
  m.memberStart[m.clusters] = m.nodes;
  m.jointStart[m.clusters] = held;
}

/** The mechanism of joint i, −1: none. */
function clusterOfJoint(m: Mechanisms, model: Model, data: Data, i: number): number {
  if (data.items.joints.broken[i] === 1) return -1;
  const a = m.nodeOf[model.joints.bodyA[i]];
  const node = a >= 0 ? a : m.nodeOf[model.joints.bodyB[i]];
  return node >= 0 ? m.clusterOf[node] : -1;
}

/** The mechanism of a body, −1: none. */
export function mechanismOf(m: Mechanisms, body: number): number {
  const node = m.nodeOf[body];
  return node >= 0 ? m.clusterOf[node] : -1;
}

/** Forgets factors: bodies have moved. */
export function startMechanisms(m: Mechanisms): void {
  m.factored.fill(0, 0, m.clusters);
}

/**
 * Velocities by which cluster c answers the impulses from outside in `x`, as `x`; the impulses of its joints in
 * `answer`. Reads: joint rows. Writes: x, answer.
 */
export function answerImpulses(m: Mechanisms, model: Model, data: Data, c: number): void {
  const f = impulseFields(data);
  factor(m, model, data, f, c);
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) toVelocity(m, f, m.member[at], m.x);
  startAnswer(m, model, c);
  for (let round = 0; round < ROUNDS; round++) if (!improve(m, model, data, f, c, m.x)) return;
}

/**
 * Velocities of cluster c that its joints hold: the nearest to those as they are, by kinetic energy. Reads: joint rows.
 * Writes: bodyVel, answer.
 */
export function holdMechanism(m: Mechanisms, model: Model, data: Data, c: number): void {
  const f = impulseFields(data);
  factor(m, model, data, f, c);
  startAnswer(m, model, c);
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    const b = 6 * m.bodyOf[m.member[at]];
    for (let k = 0; k < SIZE; k++) m.x[n + k] = data.bodyVel[b + k];
  }
  for (let round = 0; round < ROUNDS; round++) if (!improve(m, model, data, f, c, null)) break;
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    const b = 6 * m.bodyOf[m.member[at]];
    for (let k = 0; k < SIZE; k++) data.bodyVel[b + k] = m.x[n + k];
  }
}

function startAnswer(m: Mechanisms, model: Model, c: number): void {
  const { rowStart } = model.systems.joints;
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    m.answer.fill(0, rowStart[m.joint[at]], rowStart[m.joint[at] + 1]);
  }
}

/**
 * One round: what the rows of cluster c miss is taken away. With `alone` the velocities in `x` are changes, of bodies
 * that move and nothing else; without, they are the bodies' own, and bodies that do not answer move as they do. Returns
 * whether another round is worth while. Writes: x, answer.
 */
function improve(
  m: Mechanisms,
  model: Model,
  data: Data,
  f: ImpulseFields,
  c: number,
  alone: Float64Array | null,
): boolean {
  const joints = data.items.joints;
  const { rowStart } = model.systems.joints;
  const { x, direction, penalty, miss, answer } = m;
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    direction.fill(0, n, n + SIZE);
  }
  let worst = 0;
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    const i = m.joint[at];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      if (penalty[r] === 0) continue;
      const target = alone === null ? joints.rowSpeed[r] : 0;
      miss[r] = rowSpeed(m, data, joints, r, x, alone === null) - target;
      // against the speed that the row could have, so that units and levers do not matter
      worst = Math.max(worst, Math.abs(miss[r]));
      addRow(m, joints, r, direction, -penalty[r] * miss[r]);
    }
  }
  let most = 0;
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    for (let k = n; k < n + SIZE; k++) most = Math.max(most, Math.abs(x[k]));
  }
  if (!(worst > HELD * most)) return false;
  m.wanted.fill(0, 0, m.clusters);
  m.wanted[c] = 1;
  solveMatrix(m.matrix, m.graph, direction, m.clusterOf, m.wanted);
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    const i = m.joint[at];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      if (penalty[r] === 0) continue;
      miss[r] = -penalty[r] * (miss[r] + rowSpeed(m, data, joints, r, direction, false));
      answer[r] += miss[r];
    }
  }
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    direction.fill(0, n, n + SIZE);
  }
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    const i = m.joint[at];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) if (penalty[r] !== 0) addRow(m, joints, r, direction, miss[r]);
  }
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = SIZE * m.member[at];
    toVelocity(m, f, m.member[at], direction);
    for (let k = n; k < n + SIZE; k++) x[k] += direction[k];
  }
  return true;
}

/** J x of joint row r; with `others`, bodies without a node count with their velocities. */
function rowSpeed(m: Mechanisms, data: Data, joints: JointFields, r: number, x: Float64Array, others: boolean): number {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    const n = m.nodeOf[body];
    const o = 12 * r + 6 * side;
    if (n >= 0) for (let k = 0; k < SIZE; k++) sum += m.jacobian[o + k] * x[SIZE * n + k];
    else if (others) for (let k = 0; k < SIZE; k++) sum += m.jacobian[o + k] * data.bodyVel[6 * body + k];
  }
  return sum;
}

/** x += s Jᵀ of joint row r. */
function addRow(m: Mechanisms, joints: JointFields, r: number, x: Float64Array, s: number): void {
  for (let side = 0; side < 2; side++) {
    const n = m.nodeOf[joints.rowBody[2 * r + side]];
    if (n < 0) continue;
    for (let k = 0; k < SIZE; k++) x[SIZE * n + k] += s * m.jacobian[12 * r + 6 * side + k];
  }
}

/** M⁻¹ of the impulses on one node, in place. */
function toVelocity(m: Mechanisms, f: ImpulseFields, node: number, x: Float64Array): void {
  const body = m.bodyOf[node];
  const i = f.invInertia;
  const b = 6 * body;
  const n = SIZE * node;
  const px = x[n];
  const py = x[n + 1];
  const pz = x[n + 2];
  x[n] = i[b] * px + i[b + 3] * py + i[b + 4] * pz;
  x[n + 1] = i[b + 3] * px + i[b + 1] * py + i[b + 5] * pz;
  x[n + 2] = i[b + 4] * px + i[b + 5] * py + i[b + 2] * pz;
  const inverse = f.invMass[body];
  x[n + 3] *= inverse;
  x[n + 4] *= inverse;
  x[n + 5] *= inverse;
}

/** Assembles and factors M + Jᵀρ J of cluster c, once per sub-step. Reads: joint rows, bodyQuat. */
function factor(m: Mechanisms, model: Model, data: Data, f: ImpulseFields, c: number): void {
  if (m.factored[c] === 1) return;
  m.factored[c] = 1;
  m.wanted.fill(0, 0, m.clusters);
  m.wanted[c] = 1;
  clearMatrix(m.matrix, m.graph, m.clusterOf, m.wanted);
  const { diagonal } = m.matrix;
  const { mass } = m;
  for (let at = m.memberStart[c]; at < m.memberStart[c + 1]; at++) {
    const n = m.member[at];
    const b = m.bodyOf[n];
    const o = 7 * n;
    mass[o] = model.bodyMass[b];
    turnTensorInto(mass, o + 1, model.bodyInertia, 6 * b, data.bodyQuat, 4 * b);
    const d = BLOCK * n;
    diagonal[d] = mass[o + 1];
    diagonal[d + 6] = mass[o + 4];
    diagonal[d + 7] = mass[o + 2];
    diagonal[d + 12] = mass[o + 5];
    diagonal[d + 13] = mass[o + 6];
    diagonal[d + 14] = mass[o + 3];
    diagonal[d + 21] = diagonal[d + 28] = diagonal[d + 35] = mass[o];
  }
  const { rowStart } = model.systems.joints;
  const joints = data.items.joints;
  for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
    const i = m.joint[at];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      takeJacobian(m, model, joints, r);
      m.penalty[r] = answers(joints, r) ? penaltyOf(m, f, joints, r) : 0;
      if (m.penalty[r] > 0) addOuter(m, joints, r, m.block[i]);
    }
  }
  factorMatrix(m.matrix, m.graph, m.clusterOf, m.wanted);
}

/** Copies the Jacobian of joint row r. Planar bodies do not rotate about x and y and do not move along z. */
function takeJacobian(m: Mechanisms, model: Model, joints: JointFields, r: number): void {
  for (let c = 0; c < 12; c++) {
    const k = c % 6;
    m.jacobian[12 * r + c] = model.planar && (k < 2 || k === 5) ? 0 : joints.rowJacobian[12 * r + c];
  }
}

/** Whether joint row r answers an impulse. */
function answers(joints: JointFields, r: number): boolean {
  if (joints.rowKind[r] === ROW.lock) return true;
  if (joints.rowKind[r] !== ROW.drive) return false;
  return (
    joints.rowBounds[2 * r] === Number.NEGATIVE_INFINITY && joints.rowBounds[2 * r + 1] === Number.POSITIVE_INFINITY
  );
}

/** ρ of a joint row from K = J M⁻¹ Jᵀ; 0 where no impulse can move it. */
function penaltyOf(m: Mechanisms, f: ImpulseFields, joints: JointFields, r: number): number {
  const { invMass, invInertia: i } = f;
  const j = m.jacobian;
  let k = 0;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    if (m.nodeOf[body] < 0) continue;
    const at = 12 * r + 6 * side;
    const b = 6 * body;
    const x = j[at];
    const y = j[at + 1];
    const z = j[at + 2];
    k += invMass[body] * (j[at + 3] * j[at + 3] + j[at + 4] * j[at + 4] + j[at + 5] * j[at + 5]);
    k +=
      x * (i[b] * x + i[b + 3] * y + i[b + 4] * z) +
      y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z) +
      z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
  }
  return k > 0 ? PENALTY / k : 0;
}

/** Adds ρ JᵀJ of joint row r: lower triangles of the diagonal blocks, and the block between its bodies. */
function addOuter(m: Mechanisms, joints: JointFields, r: number, block: number): void {
  const { diagonal, blocks } = m.matrix;
  const j = m.jacobian;
  const a = m.nodeOf[joints.rowBody[2 * r]];
  const b = m.nodeOf[joints.rowBody[2 * r + 1]];
  for (let side = 0; side < 2; side++) {
    const n = side === 0 ? a : b;
    if (n < 0) continue;
    const o = 12 * r + 6 * side;
    for (let row = 0; row < SIZE; row++) {
      const s = m.penalty[r] * j[o + row];
      for (let column = 0; column <= row; column++) diagonal[BLOCK * n + SIZE * row + column] += s * j[o + column];
    }
  }
  if (a < 0 || b < 0) return;
  const first = 12 * r + (a < b ? 0 : 6);
  const second = 12 * r + (a < b ? 6 : 0);
  for (let row = 0; row < SIZE; row++) {
    const s = m.penalty[r] * j[first + row];
    for (let column = 0; column < SIZE; column++) blocks[BLOCK * block + SIZE * row + column] += s * j[second + column];
  }
}
