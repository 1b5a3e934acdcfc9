/** Boxes, trees, joints, links, islands and the constraint matrix of the present state. Reads Data only. */
import { BODY_TYPE, COUNTER, type Data, type Model } from "stiction";
import { turnInto } from "../rotation.js";
import { JOINT_ROW, MATRIX_KIND, MATRIX_ROW, TREE_ROW } from "./overlay-protocol.js";

/** Beyond this many nodes a tree is cut off at its lower levels. */
const MOST_NODES = 4000;

/** World boxes of the shapes; endless ones are left out. */
export function boxRows(_model: Model, data: Data): Float32Array {
  const box = data.items.collision?.box as Float64Array | undefined;
  if (!box) return new Float32Array(0);
  const rows = new Float32Array(box.length);
  let n = 0;
  for (let o = 0; o < box.length; o += 6) {
    let finite = true;
    let empty = true;
    for (let k = 0; k < 6; k++) {
      finite &&= Math.abs(box[o + k]) < 1e9;
      empty &&= box[o + k] === 0;
    }
    if (!finite || empty) continue;
    for (let k = 0; k < 6; k++) rows[n++] = box[o + k];
  }
  return rows.slice(0, n);
}

/** The part of a broad phase that shows its nodes. */
interface Nodes {
  nodes?(visit: (boxes: Float64Array, o: number, height: number) => void): void;
}

/** Eight numbers per node, the first six its box; children come after their parents, node 1 is not used. */
interface MeshNodes {
  readonly nodeCount: number;
  readonly bounds: Float32Array;
}

/** Inner nodes of the broad phase in the world, and of the trees of meshes as boxes around their rotated boxes. */
export function treeRows(model: Model, data: Data): Float32Array {
  const rows: number[] = [];
  const broad = (data.systems.collision as { readonly broad: Nodes | null } | undefined)?.broad;
  broad?.nodes?.((boxes, o, height) => {
    if (height === 0 || rows.length >= TREE_ROW * MOST_NODES) return;
    for (let k = 0; k < 6; k++) rows.push(boxes[o + k]);
    rows.push(height);
  });
  const { colliders } = model.systems.collision as {
    readonly colliders?: readonly { readonly mesh: { readonly tree: unknown } | null }[];
  };
  const pose = data.items.collision?.pose as Float64Array | undefined;
  colliders?.forEach((collider, s) => {
    const tree = collider.mesh?.tree as MeshNodes | undefined;
    if (tree && pose) addMeshNodes(rows, tree, pose, 7 * s);
  });
  return Float32Array.from(rows);
}

const CORNER = new Float32Array(3);

function addMeshNodes(rows: number[], { nodeCount, bounds }: MeshNodes, pose: Float64Array, p: number): void {
  const most = Math.min(nodeCount, 256);
  for (let node = 0; node < most && rows.length < TREE_ROW * MOST_NODES; node++) {
    const b = 8 * node;
    if (node === 1 || !(bounds[b] <= bounds[b + 3])) continue;
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let corner = 0; corner < 8; corner++) {
      const local = [0, 1, 2].map((k) => bounds[b + k + (corner & (1 << k) ? 3 : 0)]);
      turnInto(CORNER, 0, pose, p + 3, local, 0);
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k], CORNER[k] + pose[p + k]);
        box[k + 3] = Math.max(box[k + 3], CORNER[k] + pose[p + k]);
      }
    }
    rows.push(...box, Math.max(1, Math.floor(Math.log2(most / (node + 1)))));
  }
}

interface JointRows {
  readonly rowJacobian?: Float64Array;
  readonly rowMean?: Float64Array;
  readonly broken?: Uint8Array;
}

/** Joints with their points, frames and reactions, `JOINT_ROW.size` numbers each. */
export function jointRows(model: Model, data: Data): Float32Array {
  const { joints } = model;
  const { rowJacobian, rowMean, broken } = data.items.joints as JointRows;
  const { rowStart } = model.systems.joints as { readonly rowStart: Int32Array };
  const rows = new Float32Array(JOINT_ROW.size * joints.count);
  for (let i = 0; i < joints.count; i++) {
    const o = JOINT_ROW.size * i;
    const [a, b] = [joints.bodyA[i], joints.bodyB[i]];
    turnInto(rows, o + JOINT_ROW.pointA, data.bodyQuat, 4 * a, joints.pointA, 3 * i);
    turnInto(rows, o + JOINT_ROW.pointB, data.bodyQuat, 4 * b, joints.pointB, 3 * i);
    for (let k = 0; k < 3; k++) {
      rows[o + JOINT_ROW.pointA + k] += data.bodyPos[3 * a + k];
      rows[o + JOINT_ROW.pointB + k] += data.bodyPos[3 * b + k];
    }
    multiplyInto(rows, o + JOINT_ROW.turn, data.bodyQuat, 4 * a, joints.quatA, 4 * i);
    if (rowJacobian && rowMean)
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++)
        for (let k = 0; k < 3; k++) rows[o + JOINT_ROW.reaction + k] += rowMean[r] * rowJacobian[12 * r + 9 + k];
    rows[o + JOINT_ROW.broken] = broken?.[i] ?? 0;
    rows[o + JOINT_ROW.tension] = -alongLine(rows, o);
  }
  return rows;
}

/** The reaction on B along the line from A to B: positive where it pushes the ends apart. */
function alongLine(rows: Float32Array, o: number): number {
  let [dot, square] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const d = rows[o + JOINT_ROW.pointB + k] - rows[o + JOINT_ROW.pointA + k];
    dot += d * rows[o + JOINT_ROW.reaction + k];
    square += d * d;
  }
  return square > 1e-18 ? dot / Math.sqrt(square) : 0;
}

/** q = a b */
function multiplyInto(
  out: Float32Array,
  o: number,
  a: ArrayLike<number>,
  ao: number,
  b: ArrayLike<number>,
  bo: number,
): void {
  const [ax, ay, az, aw] = [a[ao], a[ao + 1], a[ao + 2], a[ao + 3]];
  const [bx, by, bz, bw] = [b[bo], b[bo + 1], b[bo + 2], b[bo + 3]];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by + ay * bw + az * bx - ax * bz;
  out[o + 2] = aw * bz + az * bw + ax * by - ay * bx;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** A quantity of a kind of force. */
interface Tension {
  read(model: Model, data: Data, table: Model["forces"][number], i: number, out: Float64Array, at: number): void;
}

/** The tables of forces between two points. */
export function linkTables(model: Model): Model["forces"] {
  return model.forces.filter(({ col }) => {
    const { bodyA, bodyB, pointA, pointB } = col as Record<string, unknown>;
    return bodyA && bodyB && pointA && pointB;
  });
}

export function linkTensions(model: Model, data: Data): Float32Array {
  const out = new Float64Array(1);
  const tensions: number[] = [];
  for (const table of linkTables(model)) {
    const { quantities } = table.kind as { readonly quantities?: Readonly<Record<string, Tension>> };
    table.names.forEach((_, i) => {
      out[0] = Number.NaN;
      quantities?.tension?.read(model, data, table, i, out, 0);
      tensions.push(out[0]);
    });
  }
  return Float32Array.from(tensions);
}

/** Bodies that act on each other through loaded contacts and joints, but not through static and kinematic bodies. */
export function islandRows(model: Model, data: Data, contacts: readonly (readonly [number, number])[]): Int32Array {
  const island = Int32Array.from(model.bodyType, (type, b) => (type === BODY_TYPE.dynamic ? b : -1));
  const root = (b: number): number => {
    let r = b;
    while (island[r] !== r) {
      island[r] = island[island[r]];
      r = island[r];
    }
    return r;
  };
  const unite = (a: number, b: number) => {
    if (island[a] < 0 || island[b] < 0) return;
    const [ra, rb] = [root(a), root(b)];
    island[Math.max(ra, rb)] = Math.min(ra, rb);
  };
  for (const [a, b] of contacts) unite(a, b);
  const broken = (data.items.joints as JointRows).broken;
  for (let i = 0; i < model.joints.count; i++)
    if (broken?.[i] !== 1) unite(model.joints.bodyA[i], model.joints.bodyB[i]);
  for (let b = 0; b < island.length; b++) if (island[b] >= 0) island[b] = root(b);
  return island;
}

/**
 * Groups of rows of the constraint matrix A = J M⁻¹ Jᵀ: joints with the rows that take part now, then patches with a
 * normal row per point and two of friction (one in the plane). Two groups have an entry in A if they share a moving
 * body.
 */
export function matrixRows(model: Model, data: Data): Int32Array {
  const { joints } = model;
  const { rowStart } = model.systems.joints as { readonly rowStart: Int32Array };
  const rowKind = (data.items.joints as { readonly rowKind?: Uint8Array }).rowKind;
  const moving = (b: number) => (model.bodyType[b] === BODY_TYPE.dynamic ? b : -1);
  const rows: number[] = [];
  for (let i = 0; i < joints.count; i++) {
    let count = 0;
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) if (rowKind?.[r] !== 0) count++;
    if (count > 0) rows.push(MATRIX_KIND.joint, count, moving(joints.bodyA[i]), moving(joints.bodyB[i]));
  }
  const perPatch = model.planar ? 1 : 2;
  for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
    const pair = data.patchPair[patch];
    const first = data.patchPoint[2 * patch];
    const count = data.patchPoint[2 * patch + 1];
    let load = 0;
    for (let i = first; i < first + count; i++) load += data.pointImpulse[3 * i];
    const slips = data.patchFriction[8 * patch + 7] > 0;
    const kind = load > 0 ? (slips ? MATRIX_KIND.slip : MATRIX_KIND.stick) : MATRIX_KIND.open;
    const [a, b] = [0, 1].map((side) => moving(model.shapes[data.pairKey[2 * pair + side]].body));
    rows.push(kind, count + perPatch, a, b);
  }
  const out = Int32Array.from(rows);
  return out.subarray(0, MATRIX_ROW * Math.floor(out.length / MATRIX_ROW));
}
