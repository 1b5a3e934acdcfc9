import type { Data } from "../../data/data.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";
import type { Model } from "../../model/model.js";
import { impulseFields, SOLVED } from "./fields.js";
import type { TreeSystem } from "./tree-system.js";

/** With more joints than this on one body its family is too large to be dense. */
const MOST_JOINTS = 12;

/**
 * Finds the trees: clusters of bodies on plain joints without a loop, held by at most one joint to an immovable body,
 * none of whose contacts are solved directly. The elimination order is recomputed only when they have changed. Reads:
 * joints, patchSolved, invMass. Writes: the trees.
 */
export function findTrees(trees: TreeSystem, model: Model, data: Data): void {
  trees.read = false;
  if (model.joints.count === 0) return;
  uniteClusters(trees, model, data);
  countJoints(trees, model, data);
  if (codeJoints(trees, model, data)) orderTrees(trees, model);
  trees.factored.fill(0, 0, trees.trees);
}

/** No trees: joints are solved by another method. */
export function dropTrees(trees: TreeSystem): void {
  trees.trees = trees.joints = trees.rows = 0;
  trees.code.fill(0);
  trees.apart.fill(0);
}

/** Finds bodies that joints or direct contacts connect. Writes: root. */
function uniteClusters(trees: TreeSystem, model: Model, data: Data): void {
  const { invMass, patchSolved, patchBody } = impulseFields(data);
  const { broken } = data.items.joints;
  const { bodyA, bodyB, count } = model.joints;
  const { root } = trees.work;
  for (let b = 0; b < model.nb; b++) root[b] = invMass[b] > 0 ? b : -1;
  for (let i = 0; i < count; i++) if (broken[i] === 0) unite(root, bodyA[i], bodyB[i]);
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.direct) unite(root, patchBody[2 * k], patchBody[2 * k + 1]);
  }
  for (let b = 0; b < model.nb; b++) if (root[b] >= 0) root[b] = rootOf(root, b);
}

/** Computes the properties that distinguish a tree from other clusters. Writes: degree, excess, held, unfit. */
function countJoints(trees: TreeSystem, model: Model, data: Data): void {
  const { patchSolved, patchBody } = impulseFields(data);
  const { broken } = data.items.joints;
  const { bodyA, bodyB, count } = model.joints;
  const { root, degree, excess, held, unfit } = trees.work;
  degree.fill(0);
  excess.fill(0);
  held.fill(0);
  unfit.fill(0);
  for (let b = 0; b < model.nb; b++) if (root[b] >= 0) excess[root[b]]++;
  for (let i = 0; i < count; i++) {
    if (broken[i] === 1) continue;
    const a = root[bodyA[i]];
    const b = root[bodyB[i]];
    const own = a >= 0 ? a : b;
    if (own < 0) continue;
    if (a >= 0 && b >= 0) excess[own]--;
    else held[own]++;
    if (trees.plain[i] === 0) unfit[own] = 1;
    if (a >= 0 && ++degree[bodyA[i]] > MOST_JOINTS) unfit[own] = 1;
    if (b >= 0 && ++degree[bodyB[i]] > MOST_JOINTS) unfit[own] = 1;
  }
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] !== SOLVED.direct) continue;
    const a = root[patchBody[2 * k]];
    const own = a >= 0 ? a : root[patchBody[2 * k + 1]];
    if (own >= 0) unfit[own] = 1;
  }
}

/** The role of each joint in the trees; returns whether any has changed. Writes: code. */
function codeJoints(trees: TreeSystem, model: Model, data: Data): boolean {
  const { broken } = data.items.joints;
  const { bodyA, bodyB, count } = model.joints;
  const { root, excess, held, unfit } = trees.work;
  let changed = false;
  for (let i = 0; i < count; i++) {
    const a = root[bodyA[i]];
    const b = root[bodyB[i]];
    const own = a >= 0 ? a : b;
    let code = 0;
    if (own >= 0 && broken[i] === 0 && unfit[own] === 0 && excess[own] === 1 && held[own] <= 1)
      code = a < 0 ? 3 : b < 0 ? 2 : 1;
    if (trees.code[i] === code) continue;
    trees.code[i] = code;
    changed = true;
  }
  return changed;
}

/** Joints, families and rows in elimination order. Reads: code. */
function orderTrees(trees: TreeSystem, model: Model): void {
  const { work, code } = trees;
  const { bodyA, bodyB, count } = model.joints;
  listJoints(trees, model);
  work.seen.fill(0);
  trees.trees = trees.joints = 0;
  trees.treeFamily[0] = trees.familyJoint[0] = 0;
  // start from the joint that holds the tree, where there is one
  for (let i = 0; i < count; i++) {
    if (code[i] < 2) continue;
    const moved = code[i] === 2 ? bodyA[i] : bodyB[i];
    walk(trees, model, moved, i);
  }
  for (let i = 0; i < count; i++) if (code[i] === 1 && work.seen[i] === 0) walk(trees, model, bodyA[i], -1);
  placeRows(trees, model);
}

/** Lists the joints of the trees by body, in ascending order. Writes: start, list. */
function listJoints(trees: TreeSystem, model: Model): void {
  const { start, list } = trees.work;
  const { bodyA, bodyB, count } = model.joints;
  start.fill(0);
  for (let i = 0; i < count; i++) {
    if (trees.code[i] === 0) continue;
    start[bodyA[i]]++;
    start[bodyB[i]]++;
  }
  let sum = 0;
  for (let b = 0; b <= model.nb; b++) {
    sum += b < model.nb ? start[b] : 0;
    start[b] = sum;
  }
  for (let i = count - 1; i >= 0; i--) {
    if (trees.code[i] === 0) continue;
    list[--start[bodyA[i]]] = i;
    list[--start[bodyB[i]]] = i;
  }
}

/**
 * Traverses one tree from its root outwards; the order is then reversed, from the leaves inwards. `held`: the joint to
 * an immovable body, or −1.
 */
function walk(trees: TreeSystem, model: Model, root: number, held: number): void {
  const { bodyA, bodyB } = model.joints;
  const { start, list, queue, near, far, families, up, seen } = trees.work;
  let joints = 0;
  let count = 0;
  if (held >= 0) {
    seen[held] = 1;
    queue[0] = held;
    far[0] = root;
    near[0] = bodyA[held] === root ? bodyB[held] : bodyA[held];
    families[0] = 0;
    up[0] = -1;
    joints = count = 1;
  }
  // `at` is the joint whose far body is visited; −1: the root itself
  for (let at = held >= 0 ? 0 : -1; at < joints; at++) {
    const body = at < 0 ? root : far[at];
    const first = joints;
    for (let e = start[body]; e < start[body + 1]; e++) {
      const i = list[e];
      if (seen[i] === 1) continue;
      seen[i] = 1;
      queue[joints] = i;
      near[joints] = body;
      far[joints] = bodyA[i] === body ? bodyB[i] : bodyA[i];
      joints++;
    }
    if (joints === first) continue;
    families[count] = first;
    up[count] = at;
    count++;
  }
  families[count] = joints;
  turnRound(trees, model, joints, count);
}

/** Copies the tree in `work`, last joint and last family first. Writes: joint, parent, child, families. */
function turnRound(trees: TreeSystem, model: Model, joints: number, count: number): void {
  const { queue, near, far, families, up } = trees.work;
  const firstFamily = trees.treeFamily[trees.trees];
  const base = trees.joints;
  for (let at = 0; at < joints; at++) {
    const to = base + joints - 1 - at;
    trees.joint[to] = queue[at];
    trees.parent[to] = near[at];
    trees.child[to] = far[at];
    trees.turned[to] = model.joints.bodyA[queue[at]] === far[at] ? 1 : 0;
  }
  for (let k = 0; k < count; k++) {
    const to = firstFamily + count - 1 - k;
    trees.familyJoint[to + 1] = base + joints - families[k];
    trees.familyUp[to] = up[k] < 0 ? -1 : base + joints - 1 - up[k];
    for (let at = families[k]; at < families[k + 1]; at++) trees.familyOf[base + joints - 1 - at] = to;
  }
  trees.joints += joints;
  trees.trees++;
  trees.treeFamily[trees.trees] = firstFamily + count;
}

/** Numbers the rows and allocates space for them and for the columns of the families. Writes: first, familyAt. */
function placeRows(trees: TreeSystem, model: Model): void {
  const { rowStart } = model.systems.joints;
  const { joint, first, familyJoint, familyUp, familyAt } = trees;
  for (let i = 0; i < model.joints.count; i++)
    trees.apart.fill(trees.code[i] > 0 ? 1 : 0, rowStart[i], rowStart[i + 1]);
  first[0] = 0;
  for (let j = 0; j < trees.joints; j++) first[j + 1] = first[j] + rowStart[joint[j] + 1] - rowStart[joint[j]];
  const families = trees.treeFamily[trees.trees];
  familyAt[0] = 0;
  for (let k = 0; k < families; k++) {
    const own = first[familyJoint[k + 1]] - first[familyJoint[k]];
    const above = familyUp[k] < 0 ? 0 : first[familyUp[k] + 1] - first[familyUp[k]];
    // columns of own + above, own + above − 1, … entries
    familyAt[k + 1] = familyAt[k] + own * (own + above) - (own * (own - 1)) / 2;
  }
  trees.rows = first[trees.joints];
  trees.jacobian = ensureCapacityF64(trees.jacobian, 12 * trees.rows);
  trees.q = ensureCapacityF64(trees.q, trees.rows);
  trees.impulse = ensureCapacityF64(trees.impulse, trees.rows);
  trees.half = ensureCapacityF64(trees.half, trees.rows);
  trees.x = ensureCapacityF64(trees.x, trees.rows);
  trees.diagonal = ensureCapacityF64(trees.diagonal, trees.rows);
  trees.inversePivot = ensureCapacityF64(trees.inversePivot, trees.rows);
  trees.matrix = ensureCapacityF64(trees.matrix, familyAt[families]);
}
