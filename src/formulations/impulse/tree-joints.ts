import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import type { Pass } from "./direct-system.js";
import { type ImpulseFields, impulseFields, STATISTIC } from "./fields.js";
import { factorTree, solveTree } from "./tree-matrix.js";
import type { TreeSystem } from "./tree-system.js";

/**
 * A solution with the factors of the current rows that leaves more than this fraction of the residual is limited by
 * round-off.
 */
const STALLED = 0.95;

/** Starts a sub-step: all accumulated impulses are zero. */
export function startTrees(trees: TreeSystem): void {
  trees.impulse.fill(0, 0, trees.rows);
}

/**
 * Applies half of the impulses with which the rows ended the previous sub-step. Reads: joint rows, rowEffort. Writes:
 * bodyVel, impulse.
 */
export function warmTrees(trees: TreeSystem, model: Model, data: Data, h: number): void {
  if (trees.rows === 0) return;
  if (!trees.read) readRows(trees, model, data);
  const { rowStart } = model.systems.joints;
  const { rowEffort } = data.items.joints;
  const { joint, first, x } = trees;
  for (let k = 0; k < trees.joints; k++) {
    const r = rowStart[joint[k]] - first[k];
    for (let row = first[k]; row < first[k + 1]; row++) x[row] = 0.5 * h * rowEffort[r + row];
  }
  pushJoints(trees, data.bodyVel, impulseFields(data), 0, trees.joints);
}

/**
 * Copies the Jacobians, parents first. Planar bodies do not rotate about x and y and do not move along z. Reads:
 * rowJacobian. Writes: jacobian, fresh.
 */
function readRows(trees: TreeSystem, model: Model, data: Data): void {
  const { rowStart } = model.systems.joints;
  const { rowJacobian: from } = data.items.joints;
  const { joint, first, turned, jacobian: to } = trees;
  for (let k = 0; k < trees.joints; k++) {
    const end = 12 * first[k + 1];
    let r = 12 * rowStart[joint[k]];
    // the two halves are swapped where A is the child
    const p = turned[k] === 1 ? 6 : 0;
    const c = 6 - p;
    for (let o = 12 * first[k]; o < end; o += 12) {
      for (let x = 0; x < 6; x++) to[o + x] = from[r + p + x];
      for (let x = 0; x < 6; x++) to[o + 6 + x] = from[r + c + x];
      if (trees.planar) to[o] = to[o + 1] = to[o + 5] = to[o + 6] = to[o + 7] = to[o + 11] = 0;
      r += 12;
    }
  }
  trees.read = true;
  trees.fresh.fill(0, 0, trees.trees);
}

/** The targets of the rows in a pass: J v = −C/h, or J v = 0; see `fillRows`. Reads: rowError. Writes: q. */
export function fillTrees(trees: TreeSystem, model: Model, data: Data, h: number, pass: Pass): void {
  const { q, joint, first } = trees;
  if (pass === "relax") {
    q.fill(0, 0, trees.rows);
    return;
  }
  const { rowStart } = model.systems.joints;
  const { rowError } = data.items.joints;
  for (let k = 0; k < trees.joints; k++) {
    const r = rowStart[joint[k]] - first[k];
    for (let row = first[k]; row < first[k + 1]; row++) q[row] = rowError[r + row] / h;
  }
}

/** Largest |J v + q| of the rows evaluated last, m/s or rad/s. */
const miss = new Float64Array(1);

/**
 * Solves for impulses and velocities, tree by tree, to the tolerance in `tolerance[0]`, in at most `rounds` rounds.
 * `missed[0]` is raised to the largest initial residual. Writes: impulse, bodyVel, statistics.
 */
export function solveTrees(
  trees: TreeSystem,
  data: Data,
  rounds: number,
  tolerance: Float64Array,
  missed: Float64Array,
): void {
  if (trees.rows === 0) return;
  const f = impulseFields(data);
  const { statistics } = f;
  const { treeFamily, familyJoint, factored, fresh } = trees;
  const v = data.bodyVel;
  let most = 0;
  for (let t = 0; t < trees.trees; t++) {
    const start = familyJoint[treeFamily[t]];
    const end = familyJoint[treeFamily[t + 1]];
    pullJoints(trees, v, start, end);
    let off = miss[0];
    if (off > missed[0]) missed[0] = off;
    if (factored[t] === 0) factorTree(trees, f, t);
    for (let round = 1; round <= rounds; round++) {
      const before = off;
      solveTree(trees, t);
      pushJoints(trees, v, f, start, end);
      pullJoints(trees, v, start, end);
      off = miss[0];
      if (round > most) most = round;
      if (off < tolerance[0]) break;
      if (fresh[t] === 1) {
        if (!(off < STALLED * before)) break;
      } else if (off * off > tolerance[0] * before) factorTree(trees, f, t);
    }
    if (off > statistics[STATISTIC.residual]) statistics[STATISTIC.residual] = off;
  }
  statistics[STATISTIC.iterations] += most;
}

/** −(J v + q) of the rows of joints start … end − 1. Writes: x, miss. */
function pullJoints(trees: TreeSystem, v: Float64Array, start: number, end: number): void {
  const { first, parent, child, jacobian: j, q, x } = trees;
  let most = 0;
  for (let k = start; k < end; k++) {
    const p = 6 * parent[k];
    const c = 6 * child[k];
    const p0 = v[p];
    const p1 = v[p + 1];
    const p2 = v[p + 2];
    const p3 = v[p + 3];
    const p4 = v[p + 4];
    const p5 = v[p + 5];
    const c0 = v[c];
    const c1 = v[c + 1];
    const c2 = v[c + 2];
    const c3 = v[c + 3];
    const c4 = v[c + 4];
    const c5 = v[c + 5];
    for (let row = first[k]; row < first[k + 1]; row++) {
      const o = 12 * row;
      const w =
        q[row] +
        (j[o] * p0 + j[o + 1] * p1 + j[o + 2] * p2) +
        (j[o + 3] * p3 + j[o + 4] * p4 + j[o + 5] * p5) +
        (j[o + 6] * c0 + j[o + 7] * c1 + j[o + 8] * c2) +
        (j[o + 9] * c3 + j[o + 10] * c4 + j[o + 11] * c5);
      x[row] = -w;
      const size = w < 0 ? -w : w;
      if (size > most) most = size;
    }
  }
  miss[0] = most;
}

/** Applies the impulses x along the rows of joints start … end − 1. Writes: bodyVel, impulse. */
function pushJoints(trees: TreeSystem, v: Float64Array, f: ImpulseFields, start: number, end: number): void {
  const { first, parent, child, jacobian: j, impulse, x } = trees;
  const { invMass, invInertia: i } = f;
  for (let k = start; k < end; k++) {
    let p0 = 0;
    let p1 = 0;
    let p2 = 0;
    let p3 = 0;
    let p4 = 0;
    let p5 = 0;
    let c0 = 0;
    let c1 = 0;
    let c2 = 0;
    let c3 = 0;
    let c4 = 0;
    let c5 = 0;
    for (let row = first[k]; row < first[k + 1]; row++) {
      const o = 12 * row;
      const s = x[row];
      impulse[row] += s;
      p0 += s * j[o];
      p1 += s * j[o + 1];
      p2 += s * j[o + 2];
      p3 += s * j[o + 3];
      p4 += s * j[o + 4];
      p5 += s * j[o + 5];
      c0 += s * j[o + 6];
      c1 += s * j[o + 7];
      c2 += s * j[o + 8];
      c3 += s * j[o + 9];
      c4 += s * j[o + 10];
      c5 += s * j[o + 11];
    }
    const p = 6 * parent[k];
    const massP = invMass[parent[k]];
    v[p] += i[p] * p0 + i[p + 3] * p1 + i[p + 4] * p2;
    v[p + 1] += i[p + 3] * p0 + i[p + 1] * p1 + i[p + 5] * p2;
    v[p + 2] += i[p + 4] * p0 + i[p + 5] * p1 + i[p + 2] * p2;
    v[p + 3] += massP * p3;
    v[p + 4] += massP * p4;
    v[p + 5] += massP * p5;
    const c = 6 * child[k];
    const massC = invMass[child[k]];
    v[c] += i[c] * c0 + i[c + 3] * c1 + i[c + 4] * c2;
    v[c + 1] += i[c + 3] * c0 + i[c + 1] * c1 + i[c + 5] * c2;
    v[c + 2] += i[c + 4] * c0 + i[c + 5] * c1 + i[c + 2] * c2;
    v[c + 3] += massC * c3;
    v[c + 4] += massC * c4;
    v[c + 5] += massC * c5;
  }
}

/** Records the impulses of the rows so far in the sub-step, before the rows are rewritten. */
export function halveTrees(trees: TreeSystem): void {
  for (let row = 0; row < trees.rows; row++) trees.half[row] = trees.impulse[row];
  trees.read = false;
}

/** Restores the impulses that `halveTrees` recorded. */
export function recallTrees(trees: TreeSystem): void {
  for (let row = 0; row < trees.rows; row++) trees.impulse[row] = trees.half[row];
}

/** Ends a sub-step, as `endJoints` does. Writes: rowEffort, rowMean. */
export function endTrees(trees: TreeSystem, model: Model, data: Data, h: number): void {
  const { rowStart } = model.systems.joints;
  const { rowEffort, rowMean } = data.items.joints;
  const { joint, first, impulse, half } = trees;
  const { timestep } = model.options;
  for (let k = 0; k < trees.joints; k++) {
    const r = rowStart[joint[k]] - first[k];
    for (let row = first[k]; row < first[k + 1]; row++) {
      const whole = impulse[row];
      const early = half[row];
      const late = whole - early;
      const less = early * late <= 0 ? 0 : Math.abs(early) < Math.abs(late) ? early : late;
      rowEffort[r + row] = (2 * less) / h;
      rowMean[r + row] += whole / timestep;
    }
  }
}

/**
 * Residual of positions after the drift against their targets, as in `aimAgain`. Reads: rowError, bodyVel. Writes: q.
 */
export function aimTreesAgain(trees: TreeSystem, model: Model, data: Data, h: number): void {
  if (trees.rows === 0) return;
  fillTrees(trees, model, data, h, "aim");
  const { q, x } = trees;
  // q ← C/h − J v, and x = −(J v + C/h)
  pullJoints(trees, data.bodyVel, 0, trees.joints);
  for (let row = 0; row < trees.rows; row++) q[row] = 2 * q[row] + x[row];
}
