import { roomF64, roomI32 } from "../../solvers/grow.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { joinNodes, rootOf, work } from "./work.js";

/**
 * Sums over (face, directed segment) [Vilela2018, spec 5.7 and 6]. The surface of the overlap consists of parts of faces, and the part of
 * a face is bounded by directed segments, kept part to the left. So the fan of triangles (o_f, a, b) over its segments, with any point o_f
 * of the face, is that part (with signs), and the tetrahedra from a reference point O to these triangles sum to the volume:
 *
 *   d = (o − O) · ((a − O) × (b − O)),  s = o + a + b − 3 O
 *   V = Σ d/6,   ∫ x dV = Σ d s/24,   ∫ x xᵀ dV = Σ d (s sᵀ + o oᵀ + a aᵀ + b bᵀ)/120
 *
 * Every node is used by all faces that meet there, so the surface is closed whatever the rounding, and O does not matter; it is a node of
 * the component, and o_f the first node on the face, so that thin regions lose no digits.
 */
export const SUM_SIZE = 14;
export const SUM = {
  /** Σ d, Σ d s, Σ d (…). */
  volume: 0,
  first: 1,
  second: 4,
  /** Σ (a − o) × (b − o) over B's faces: 2 a_B. */
  area: 10,
  /** Σ |(a − o) × (b − o)|₁ over all faces: scale of the rounding errors. */
  size: 13,
} as const;

/** Sums of each component about its reference node, and that node. */
export const sums: Sums = { values: new Float64Array(SUM_SIZE * 8), origin: new Int32Array(8), count: 0 };

interface Sums {
  values: Float64Array;
  origin: Int32Array;
  count: number;
}

/** Numbers the components of the union–find by order of appearance, into `work.component` (of roots: the number). */
export function numberComponents(): void {
  const { component, cut, piece, nodeCount } = work;
  for (let i = 0; i < work.cutCount; i++) joinNodes(cut[4 * i], cut[4 * i + 1]);
  for (let n = 0; n < nodeCount; n++) component[n] = -1;
  sums.count = 0;
  for (let i = 0; i < work.cutCount; i++) numberNode(cut[4 * i]);
  for (let i = 0; i < work.pieceCount; i++) numberNode(piece[4 * i]);
  for (let n = 0; n < nodeCount; n++) component[n] = component[rootOf(n)];
}

function numberNode(n: number): void {
  const root = rootOf(n);
  if (work.component[root] >= 0) return;
  sums.origin = roomI32(sums.origin, sums.count + 1);
  sums.origin[sums.count] = root;
  work.component[root] = sums.count++;
}

/** All sums; `component` of nodes may have been changed to put components together. */
export function addUp(a: VolumeMesh, b: VolumeMesh | null): void {
  const { cut, piece } = work;
  sums.values = roomF64(sums.values, SUM_SIZE * sums.count);
  for (let i = 0; i < SUM_SIZE * sums.count; i++) sums.values[i] = 0;
  for (let i = 0; i < work.cutCount; i++) {
    const p = cut[4 * i];
    const q = cut[4 * i + 1];
    // along n_A × n_B the inside of B lies to the left on A's face, the inside of A to the right on B's
    addSegment(cut[4 * i + 2], p, q, false);
    addSegment(a.nf + cut[4 * i + 3], q, p, true);
  }
  for (let i = 0; i < work.pieceCount; i++) {
    const p = piece[4 * i];
    const q = piece[4 * i + 1];
    const ofB = piece[4 * i + 2] === 1;
    const edges = ofB && b !== null ? b.edges : a.edges;
    const shift = ofB ? a.nf : 0;
    const e = 4 * piece[4 * i + 3];
    addSegment(shift + edges[e + 2], p, q, ofB);
    addSegment(shift + edges[e + 3], q, p, ofB);
  }
}

function addSegment(face: number, p: number, q: number, ofB: boolean): void {
  const { faceOrigin, node, component } = work;
  if (faceOrigin[face] < 0) faceOrigin[face] = p;
  const o = faceOrigin[face];
  if (o === p || o === q) return;
  const values = sums.values;
  const c = component[p];
  const t = SUM_SIZE * c;
  const r = 3 * sums.origin[c];
  const x = node[r];
  const y = node[r + 1];
  const z = node[r + 2];
  const ox = node[3 * o] - x;
  const oy = node[3 * o + 1] - y;
  const oz = node[3 * o + 2] - z;
  const px = node[3 * p] - x;
  const py = node[3 * p + 1] - y;
  const pz = node[3 * p + 2] - z;
  const qx = node[3 * q] - x;
  const qy = node[3 * q + 1] - y;
  const qz = node[3 * q + 2] - z;
  // (p − o) × (q − o), also in o · ((p − o) × (q − o)) = o · (p × q)
  const ux = px - ox;
  const uy = py - oy;
  const uz = pz - oz;
  const vx = qx - ox;
  const vy = qy - oy;
  const vz = qz - oz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const d = ox * nx + oy * ny + oz * nz;
  const sx = ox + px + qx;
  const sy = oy + py + qy;
  const sz = oz + pz + qz;
  values[t] += d;
  values[t + 1] += d * sx;
  values[t + 2] += d * sy;
  values[t + 3] += d * sz;
  values[t + 4] += d * (sx * sx + ox * ox + px * px + qx * qx);
  values[t + 5] += d * (sy * sy + oy * oy + py * py + qy * qy);
  values[t + 6] += d * (sz * sz + oz * oz + pz * pz + qz * qz);
  values[t + 7] += d * (sx * sy + ox * oy + px * py + qx * qy);
  values[t + 8] += d * (sx * sz + ox * oz + px * pz + qx * qz);
  values[t + 9] += d * (sy * sz + oy * oz + py * pz + qy * qz);
  if (ofB) {
    values[t + 10] += nx;
    values[t + 11] += ny;
    values[t + 12] += nz;
  }
  values[t + 13] += Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
}
