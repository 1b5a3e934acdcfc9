import { type AxisJointKind, lockCount } from "../../joints/joint.js";
import { BODY_TYPE, type Model } from "../../model/model.js";

/**
 * Bodies on joints that only lock and that form a tree: ragdolls, chains, cranes. Their rows are never redundant, so
 * the impulses of all of them follow from one linear system, with as many unknowns as rows instead of six per body,
 *
 *   A Δλ = −(J v + q),   A = J M⁻¹ Jᵀ,   v ← v + M⁻¹Jᵀ Δλ
 *
 * Rows are coupled where joints share a body. Seen from a root, the joints by which a body holds its children, its
 * *family*, are dense among themselves and with the one joint that holds the body. Elimination from the leaves creates
 * no other entry: A = L D Lᵀ has dense columns, family by family [Baraff1996].
 *
 * Unlike the matrix of penalties in `direct-system.ts`, A tolerates outdated factors: when bodies have rotated by ε
 * since the factorisation, a solution leaves about ε of the residual. So the factors of the start of a step are used as
 * long as a second solution removes the rest.
 */
export interface TreeSystem {
  /** Per joint: 1 when all its rows are locks in every state, between bodies that rotate freely or are immovable. */
  readonly plain: Uint8Array;
  /** Per joint: 0 not in a tree; 1 between two bodies that impulses move, 2 only A is one, 3 only B. */
  readonly code: Uint8Array;
  /** Per row of the joints: 1 when it is solved here. */
  readonly apart: Uint8Array;
  trees: number;
  joints: number;
  rows: number;
  /**
   * Joints in elimination order: their number, the body nearer to the root, the other body, 1 where A is the other
   * body; the first row of each.
   */
  joint: Int32Array;
  parent: Int32Array;
  child: Int32Array;
  turned: Uint8Array;
  first: Int32Array;
  /**
   * Families in elimination order: first joint of each, the joint that holds its body (−1: none), the start of its
   * columns.
   */
  familyJoint: Int32Array;
  familyUp: Int32Array;
  familyAt: Int32Array;
  /** Family of each joint, and first family of each tree. */
  familyOf: Int32Array;
  treeFamily: Int32Array;
  /**
   * Per row: J on [ω; v] of parent and child, 12 numbers; q; impulses in this sub-step, and in its first half;
   * solution; A's diagonal; 1/D.
   */
  jacobian: Float64Array;
  q: Float64Array;
  impulse: Float64Array;
  half: Float64Array;
  x: Float64Array;
  diagonal: Float64Array;
  inversePivot: Float64Array;
  /** A, then L: column by column, rows of the family from the diagonal down, then those of the joint above. */
  matrix: Float64Array;
  /** Whether `jacobian` holds the rows of the joints as last written. */
  read: boolean;
  /** Per tree: whether factors exist, and whether they belong to the current rows. */
  factored: Uint8Array;
  fresh: Uint8Array;
  readonly planar: boolean;
  readonly work: TreeWork;
}

/**
 * Scratch arrays of the search for trees. Per body: its cluster, the joints that end there and where they are listed;
 * per cluster: bodies less joints, joints to immovable bodies, 1 when it is not a tree.
 */
export interface TreeWork {
  readonly root: Int32Array;
  readonly degree: Int32Array;
  readonly start: Int32Array;
  readonly list: Int32Array;
  readonly excess: Int32Array;
  readonly held: Int32Array;
  readonly unfit: Uint8Array;
  /** Joints and families of a tree from the root outwards: joint, parent, child; first joint, joint above. */
  readonly queue: Int32Array;
  readonly near: Int32Array;
  readonly far: Int32Array;
  readonly families: Int32Array;
  readonly up: Int32Array;
  /** Per joint: 1 when the search has visited it. */
  readonly seen: Uint8Array;
}

/** No trees yet. */
export function createTreeSystem(model: Model): TreeSystem {
  const { count } = model.joints;
  const i32 = (n: number) => new Int32Array(n);
  return {
    plain: plainJoints(model),
    code: new Uint8Array(count),
    apart: new Uint8Array(model.systems.joints.rows),
    trees: 0,
    joints: 0,
    rows: 0,
    joint: i32(count),
    parent: i32(count),
    child: i32(count),
    turned: new Uint8Array(count),
    first: i32(count + 1),
    familyJoint: i32(count + 1),
    familyUp: i32(count),
    familyAt: i32(count + 1),
    familyOf: i32(count),
    treeFamily: i32(count + 1),
    jacobian: new Float64Array(0),
    q: new Float64Array(0),
    impulse: new Float64Array(0),
    half: new Float64Array(0),
    x: new Float64Array(0),
    diagonal: new Float64Array(0),
    inversePivot: new Float64Array(0),
    matrix: new Float64Array(0),
    read: false,
    factored: new Uint8Array(count),
    fresh: new Uint8Array(count),
    planar: model.planar,
    work: {
      root: i32(model.nb),
      degree: i32(model.nb),
      start: i32(model.nb + 1),
      list: i32(2 * count),
      excess: i32(model.nb),
      held: i32(model.nb),
      unfit: new Uint8Array(model.nb),
      queue: i32(count),
      near: i32(count),
      far: i32(count),
      families: i32(count + 1),
      up: i32(count),
      seen: new Uint8Array(count),
    },
  };
}

/**
 * Which joints have only locks. The work of joints on kinematic bodies is computed row by row, see `addDrives`; and
 * where a body does not rotate about every axis there may be rows that no impulse can move.
 */
function plainJoints(model: Model): Uint8Array {
  const { count, kinds, bodyA, bodyB } = model.joints;
  const { rowStart } = model.systems.joints;
  const axes = model.planar ? [2] : [0, 1, 2];
  const fits = (b: number) =>
    model.bodyType[b] === BODY_TYPE.dynamic
      ? axes.every((c) => model.bodyInvInertia[6 * b + c] > 0)
      : model.bodyType[b] !== BODY_TYPE.kinematic;
  return Uint8Array.from({ length: count }, (_, i) => {
    const { locks } = kinds[i] as Partial<AxisJointKind>;
    const rows = rowStart[i + 1] - rowStart[i];
    const steered = model.joints.inputStart[i + 1] > model.joints.inputStart[i];
    const plain = !steered && rows > 0 && locks !== undefined && rows === lockCount(model, i, locks);
    return plain && fits(bodyA[i]) && fits(bodyB[i]) ? 1 : 0;
  });
}
