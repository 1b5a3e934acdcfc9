import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf } from "../../math/union-find.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { SUM_SIZE, type VolumeWork } from "./volume-work.js";

/**
 * Sums over (face, directed segment) [Vilela2018]. The surface of the overlap consists of parts of faces, and the part
 * of a face is bounded by directed segments, kept part to the left. So the fan of triangles (o_f, a, b) over its
 * segments, with any point o_f of the face, is that part (with signs), and the tetrahedra from a reference point O to
 * these triangles sum to the volume:
 *
 *   d = (o − O) · ((a − O) × (b − O)),  s = o + a + b − 3 O
 *   V = Σ d/6,   ∫ x dV = Σ d s/24,   ∫ x xᵀ dV = Σ d (s sᵀ + o oᵀ + a aᵀ + b bᵀ)/120
 *
 * Every node is used by all faces that meet there, so the surface is closed whatever the rounding, and O does not
 * matter; it is a node of the component, and o_f the first node on the face, so that thin regions lose no digits.
 */
/** Numbers the components of the union–find by order of appearance, into `work.component`. */
export function numberComponents(work: VolumeWork): void {
  const { component, nodeCount } = work;
  work.sums.count = 0;
  if (nodeCount - work.joined === 1) {
    for (let n = 0; n < nodeCount; n++) component[n] = 0;
    work.sums.origin[0] = 0;
    work.sums.count = 1;
    return;
  }
  // the root of a set is its lowest node, so it comes first
  for (let n = 0; n < nodeCount; n++) {
    const root = rootOf(work.parent, n);
    if (root < n) {
      component[n] = component[root];
      continue;
    }
    work.sums.origin = ensureCapacityI32(work.sums.origin, work.sums.count + 1);
    work.sums.origin[work.sums.count] = n;
    component[n] = work.sums.count++;
  }
}

/** The fans of all faces. */
export function makeFans(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null): void {
  work.sums.fans = ensureCapacityI32(work.sums.fans, 6 * (work.cutCount + work.pieceCount) + 3 * work.wholeCount);
  work.sums.fanCount = 0;
  fanCuts(work, a);
  fanPieces(work, a, b);
  fanWhole(work, a, b);
}

/** Cuts: along n_A × n_B the inside of B lies to the left on A's face, the inside of A to the right on B's. */
function fanCuts(work: VolumeWork, { nf }: VolumeMesh): void {
  const { cut, faceOrigin, cutCount } = work;
  const { fans } = work.sums;
  let n = 3 * work.sums.fanCount;
  for (let i = 0; i < 4 * cutCount; i += 4) {
    const p = cut[i];
    const q = cut[i + 1];
    const o = faceOrigin[cut[i + 2]];
    if (o !== p && o !== q) {
      fans[n] = o;
      fans[n + 1] = p;
      fans[n + 2] = q;
      n += 3;
    }
    const u = faceOrigin[nf + cut[i + 3]];
    if (u !== p && u !== q) {
      fans[n] = u;
      fans[n + 1] = q;
      fans[n + 2] = p;
      n += 3;
    }
  }
  work.sums.fanCount = n / 3;
}

/** Pieces of edges, for those of their faces that are cut. */
function fanPieces(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null): void {
  const { piece, faceOrigin, pieceCount } = work;
  const { fans } = work.sums;
  const edgesB = b === null ? a.edges : b.edges;
  let n = 3 * work.sums.fanCount;
  for (let i = 0; i < 4 * pieceCount; i += 4) {
    const p = piece[i];
    const q = piece[i + 1];
    const ofB = piece[i + 2] === 1;
    const edges = ofB ? edgesB : a.edges;
    const shift = ofB ? a.nf : 0;
    const e = 4 * piece[i + 3];
    const o = faceOrigin[shift + edges[e + 2]];
    if (o >= 0 && o !== p && o !== q) {
      fans[n] = o;
      fans[n + 1] = p;
      fans[n + 2] = q;
      n += 3;
    }
    const u = faceOrigin[shift + edges[e + 3]];
    if (u >= 0 && u !== p && u !== q) {
      fans[n] = u;
      fans[n + 1] = q;
      fans[n + 2] = p;
      n += 3;
    }
  }
  work.sums.fanCount = n / 3;
}

/** Faces that are inside as a whole. */
function fanWhole(work: VolumeWork, a: VolumeMesh, b: VolumeMesh | null): void {
  const { whole, wholeCount, vertexNode } = work;
  const { fans } = work.sums;
  const trianglesB = b === null ? a.mesh.triangles : b.mesh.triangles;
  let n = 3 * work.sums.fanCount;
  for (let i = 0; i < wholeCount; i++) {
    const ofA = whole[i] < a.nf;
    const t = ofA ? a.mesh.triangles : trianglesB;
    const f = 3 * (ofA ? whole[i] : whole[i] - a.nf);
    const shift = ofA ? 0 : a.nv;
    fans[n] = vertexNode[shift + t[f]];
    fans[n + 1] = vertexNode[shift + t[f + 1]];
    fans[n + 2] = vertexNode[shift + t[f + 2]];
    n += 3;
  }
  work.sums.fanCount = n / 3;
}

/** All sums; `component` of nodes may have been changed to put components together. */
export function addUp(work: VolumeWork): void {
  work.sums.values = ensureCapacityF64(work.sums.values, SUM_SIZE * work.sums.count);
  if (work.sums.count > 1) sortFans(work);
  for (let c = 0; c < work.sums.count; c++) addComponent(work, c);
}

/** Fans by component, a counting sort. */
function sortFans(work: VolumeWork): void {
  const { fans, fanCount, count } = work.sums;
  const { component } = work;
  work.sums.order = ensureCapacityI32(work.sums.order, fanCount);
  work.sums.start = ensureCapacityI32(work.sums.start, count + 1);
  const { order, start } = work.sums;
  for (let c = 0; c <= count; c++) start[c] = 0;
  for (let i = 0; i < fanCount; i++) start[component[fans[3 * i + 1]]]++;
  let total = 0;
  for (let c = 0; c <= count; c++) {
    const n = start[c];
    start[c] = total;
    total += n;
  }
  for (let i = 0; i < fanCount; i++) order[start[component[fans[3 * i + 1]]]++] = i;
  // each start has moved to its end, which is the next one's start
  for (let c = count; c > 0; c--) start[c] = start[c - 1];
  start[0] = 0;
}

function addComponent(work: VolumeWork, c: number): void {
  const { fans, order, start, values } = work.sums;
  const { node } = work;
  const single = work.sums.count === 1;
  const from = single ? 0 : start[c];
  const end = single ? work.sums.fanCount : start[c + 1];
  const r = 3 * work.sums.origin[c];
  const x = node[r];
  const y = node[r + 1];
  const z = node[r + 2];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  let s7 = 0;
  let s8 = 0;
  let s9 = 0;
  let size = 0;
  for (let i = from; i < end; i++) {
    const t = 3 * (single ? i : order[i]);
    const o = 3 * fans[t];
    const p = 3 * fans[t + 1];
    const q = 3 * fans[t + 2];
    const ox = node[o] - x;
    const oy = node[o + 1] - y;
    const oz = node[o + 2] - z;
    const px = node[p] - x;
    const py = node[p + 1] - y;
    const pz = node[p + 2] - z;
    const qx = node[q] - x;
    const qy = node[q + 1] - y;
    const qz = node[q + 2] - z;
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
    size += Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
    const d = ox * nx + oy * ny + oz * nz;
    const sx = ox + px + qx;
    const sy = oy + py + qy;
    const sz = oz + pz + qz;
    s0 += d;
    s1 += d * sx;
    s2 += d * sy;
    s3 += d * sz;
    s4 += d * (sx * sx + ox * ox + px * px + qx * qx);
    s5 += d * (sy * sy + oy * oy + py * py + qy * qy);
    s6 += d * (sz * sz + oz * oz + pz * pz + qz * qz);
    s7 += d * (sx * sy + ox * oy + px * py + qx * qy);
    s8 += d * (sx * sz + ox * oz + px * pz + qx * qz);
    s9 += d * (sy * sz + oy * oz + py * pz + qy * qz);
  }
  const v = SUM_SIZE * c;
  values[v] = s0;
  values[v + 1] = s1;
  values[v + 2] = s2;
  values[v + 3] = s3;
  values[v + 4] = s4;
  values[v + 5] = s5;
  values[v + 6] = s6;
  values[v + 7] = s7;
  values[v + 8] = s8;
  values[v + 9] = s9;
  values[v + 10] = size;
}
