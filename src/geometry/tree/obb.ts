import { type MeshTree, NODE_STRIDE } from "./mesh-tree.js";

/**
 * Oriented boxes of the nodes of a mesh tree, optional: they fit slanted parts of a surface much closer than
 * axis-aligned boxes, so two meshes lying against each other need fewer tests [GottschalkLinManocha1996]. 15 numbers
 * per node: axes as rows (9), centre (3), half sides (3), in the mesh's frame, m.
 */
export interface OrientedBoxes {
  readonly boxes: Float64Array;
}

export const OBB_SIZE = 15;

/** Sweeps of the Jacobi method; five bring a 3 × 3 matrix to machine precision, more do no harm. */
const SWEEPS = 8;

/**
 * Fits a box to every node: axes along the principal directions of the surface (covariance of the triangles by area, so
 * that the fineness of the mesh does not matter), sides by the extreme vertices.
 */
export function fitOrientedBoxes(tree: MeshTree): OrientedBoxes {
  const { nodeCount, links } = tree;
  const boxes = new Float64Array(OBB_SIZE * nodeCount);
  // area, first and second moments of each node, summed upwards; about the root's centre against cancellation
  const moments = new Float64Array(10 * nodeCount);
  const { bounds } = tree;
  const ox = 0.5 * (bounds[0] + bounds[3]);
  const oy = 0.5 * (bounds[1] + bounds[4]);
  const oz = 0.5 * (bounds[2] + bounds[5]);
  const first = new Int32Array(nodeCount);
  const end = new Int32Array(nodeCount);
  for (let n = nodeCount - 1; n >= 0; n--) {
    if (n === 1) continue;
    const o = NODE_STRIDE * n;
    const child = links[o + 6];
    if (links[o + 7] > 0) {
      first[n] = child;
      end[n] = child + links[o + 7];
      addTriangles(tree, first[n], end[n], ox, oy, oz, moments, 10 * n);
    } else {
      first[n] = Math.min(first[child], first[child + 1]);
      end[n] = Math.max(end[child], end[child + 1]);
      for (let k = 0; k < 10; k++) moments[10 * n + k] = moments[10 * child + k] + moments[10 * child + 10 + k];
    }
  }
  for (let n = 0; n < nodeCount; n++) {
    if (n === 1) continue;
    principalAxes(moments, 10 * n, boxes, OBB_SIZE * n);
    measure(tree, first[n], end[n], boxes, OBB_SIZE * n);
  }
  return { boxes };
}

/** Adds area A, ∫x dA and ∫x xᵀ dA (xx yy zz xy xz yz) of a range of slots. */
function addTriangles(
  { mesh, corners }: MeshTree,
  from: number,
  to: number,
  ox: number,
  oy: number,
  oz: number,
  m: Float64Array,
  o: number,
): void {
  const v = mesh.vertices;
  for (let s = from; s < to; s++) {
    const a = 3 * corners[3 * s];
    const b = 3 * corners[3 * s + 1];
    const c = 3 * corners[3 * s + 2];
    const ax = v[a] - ox;
    const ay = v[a + 1] - oy;
    const az = v[a + 2] - oz;
    const bx = v[b] - ox;
    const by = v[b + 1] - oy;
    const bz = v[b + 2] - oz;
    const cx = v[c] - ox;
    const cy = v[c + 1] - oy;
    const cz = v[c + 2] - oz;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    m[o] += area;
    m[o + 1] += (area * sx) / 3;
    m[o + 2] += (area * sy) / 3;
    m[o + 3] += (area * sz) / 3;
    // ∫ x xᵀ dA = A/12 (s sᵀ + a aᵀ + b bᵀ + c cᵀ)
    const w = area / 12;
    m[o + 4] += w * (sx * sx + ax * ax + bx * bx + cx * cx);
    m[o + 5] += w * (sy * sy + ay * ay + by * by + cy * cy);
    m[o + 6] += w * (sz * sz + az * az + bz * bz + cz * cz);
    m[o + 7] += w * (sx * sy + ax * ay + bx * by + cx * cy);
    m[o + 8] += w * (sx * sz + ax * az + bx * bz + cx * cz);
    m[o + 9] += w * (sy * sz + ay * az + by * bz + cy * cz);
  }
}

/** Scratch: symmetric matrix and its eigenvectors as rows. */
const matrix = new Float64Array(9);

/**
 * Eigenvectors of the covariance by Jacobi rotations [GolubVanLoan2013, §8.5] as rows of a right-handed frame, into
 * out[o …].
 */
function principalAxes(m: Float64Array, i: number, out: Float64Array, o: number): void {
  for (let k = 0; k < 9; k++) out[o + k] = k % 4 === 0 ? 1 : 0;
  const area = m[i];
  if (!(area > 0)) return;
  const x = m[i + 1] / area;
  const y = m[i + 2] / area;
  const z = m[i + 3] / area;
  matrix[0] = m[i + 4] / area - x * x;
  matrix[4] = m[i + 5] / area - y * y;
  matrix[8] = m[i + 6] / area - z * z;
  matrix[1] = matrix[3] = m[i + 7] / area - x * y;
  matrix[2] = matrix[6] = m[i + 8] / area - x * z;
  matrix[5] = matrix[7] = m[i + 9] / area - y * z;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    rotate(0, 1, out, o);
    rotate(0, 2, out, o);
    rotate(1, 2, out, o);
  }
}

/** One Jacobi rotation in the plane (p, q): makes matrix[p, q] zero and turns the rows of the frame along. */
function rotate(p: number, q: number, axes: Float64Array, o: number): void {
  const off = matrix[3 * p + q];
  const scale = Math.abs(matrix[4 * p]) + Math.abs(matrix[4 * q]);
  if (Math.abs(off) <= 1e-17 * scale) return;
  const theta = (matrix[4 * q] - matrix[4 * p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const mp = matrix[3 * k + p];
    const mq = matrix[3 * k + q];
    matrix[3 * k + p] = c * mp - s * mq;
    matrix[3 * k + q] = s * mp + c * mq;
  }
  for (let k = 0; k < 3; k++) {
    const mp = matrix[3 * p + k];
    const mq = matrix[3 * q + k];
    matrix[3 * p + k] = c * mp - s * mq;
    matrix[3 * q + k] = s * mp + c * mq;
    const ap = axes[o + 3 * p + k];
    const aq = axes[o + 3 * q + k];
    axes[o + 3 * p + k] = c * ap - s * aq;
    axes[o + 3 * q + k] = s * ap + c * aq;
  }
}

/**
 * Centre and half sides along the axes, from the vertices of a range of slots, widened by the rounding of the
 * projections.
 */
function measure({ mesh, corners }: MeshTree, from: number, to: number, out: Float64Array, o: number): void {
  const v = mesh.vertices;
  let size = 0;
  for (let c = 3 * from; c < 3 * to; c++) {
    const i = 3 * corners[c];
    size = Math.max(size, Math.abs(v[i]) + Math.abs(v[i + 1]) + Math.abs(v[i + 2]));
  }
  const middle = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let c = 3 * from; c < 3 * to; c++) {
      const i = 3 * corners[c];
      const x = out[o + 3 * k] * v[i] + out[o + 3 * k + 1] * v[i + 1] + out[o + 3 * k + 2] * v[i + 2];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    middle[k] = 0.5 * (low + high);
    // four roundings here and as many when the box is used
    out[o + 12 + k] = 0.5 * (high - low) + 16 * Number.EPSILON * size;
  }
  for (let k = 0; k < 3; k++) {
    out[o + 9 + k] = middle[0] * out[o + k] + middle[1] * out[o + 3 + k] + middle[2] * out[o + 6 + k];
  }
}
