import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./overlap.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { work } from "./work.js";

/**
 * Patch metrics: the fans of B's faces inside A seen along the normal n (from A to B), each with t = −½ n · ((a − o) × (b − o)) and s = o + a + b:
 *
 *   S = Σ t,   ∫ x dS = Σ t s/3,   ∫ x xᵀ dS = Σ t (s sᵀ + o oᵀ + a aᵀ + b bᵀ)/12                              (spec 6)
 *
 * Components along n are projected out, so that the patch is plane.
 */
export function addPatches(a: VolumeMesh, b: VolumeMesh | null, regionOf: Int32Array, out: Overlap): void {
  const { cut, piece } = work;
  const { values } = out;
  for (let r = 0; r < out.count; r++) {
    for (let k = OVERLAP.patchArea; k < OVERLAP_SIZE; k++) values[OVERLAP_SIZE * r + k] = 0;
  }
  for (let i = 0; i < 4 * work.cutCount; i += 4) addFan(regionOf, a.nf + cut[i + 3], cut[i + 1], cut[i], values);
  if (b !== null) {
    for (let i = 0; i < 4 * work.pieceCount; i += 4) {
      if (piece[i + 2] === 0) continue;
      const e = 4 * piece[i + 3];
      addFan(regionOf, a.nf + b.edges[e + 2], piece[i], piece[i + 1], values);
      addFan(regionOf, a.nf + b.edges[e + 3], piece[i + 1], piece[i], values);
    }
  }
  for (let r = 0; r < out.count; r++) closePatch(out, r);
}

/** Moments about the centroid of the region. */
function addFan(regionOf: Int32Array, face: number, p: number, q: number, values: Float64Array): void {
  const { node, component, faceOrigin } = work;
  const o = faceOrigin[face];
  if (o === p || o === q) return;
  const r = regionOf[component[p]];
  if (r < 0) return;
  const v = OVERLAP_SIZE * r;
  const x = values[v + 1];
  const y = values[v + 2];
  const z = values[v + 3];
  const nx = values[v + 13];
  const ny = values[v + 14];
  const nz = values[v + 15];
  let ox = node[3 * o] - x;
  let oy = node[3 * o + 1] - y;
  let oz = node[3 * o + 2] - z;
  let px = node[3 * p] - x;
  let py = node[3 * p + 1] - y;
  let pz = node[3 * p + 2] - z;
  let qx = node[3 * q] - x;
  let qy = node[3 * q + 1] - y;
  let qz = node[3 * q + 2] - z;
  // into the plane through the centroid
  let h = ox * nx + oy * ny + oz * nz;
  ox -= h * nx;
  oy -= h * ny;
  oz -= h * nz;
  h = px * nx + py * ny + pz * nz;
  px -= h * nx;
  py -= h * ny;
  pz -= h * nz;
  h = qx * nx + qy * ny + qz * nz;
  qx -= h * nx;
  qy -= h * ny;
  qz -= h * nz;
  const ux = px - ox;
  const uy = py - oy;
  const uz = pz - oz;
  const vx = qx - ox;
  const vy = qy - oy;
  const vz = qz - oz;
  const t = -0.5 * (nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx));
  const sx = ox + px + qx;
  const sy = oy + py + qy;
  const sz = oz + pz + qz;
  values[v + 16] += t;
  values[v + 17] += (t * sx) / 3;
  values[v + 18] += (t * sy) / 3;
  values[v + 19] += (t * sz) / 3;
  const w = t / 12;
  values[v + 20] += w * (sx * sx + ox * ox + px * px + qx * qx);
  values[v + 21] += w * (sy * sy + oy * oy + py * py + qy * qy);
  values[v + 22] += w * (sz * sz + oz * oz + pz * pz + qz * qz);
  values[v + 23] += w * (sx * sy + ox * oy + px * py + qx * qy);
  values[v + 24] += w * (sx * sz + ox * oz + px * pz + qx * qz);
  values[v + 25] += w * (sy * sz + oy * oz + py * pz + qy * qz);
}

/** From sums about p_c to the patch's own centroid and inertia. A deep region has no patch: zero at p_c. */
function closePatch({ values, flags }: Overlap, r: number): void {
  const o = OVERLAP_SIZE * r;
  const s = values[o + 16];
  if ((flags[r] & OVERLAP_FLAG.deep) !== 0 || !(s > 0)) {
    for (let k = 0; k < 3; k++) values[o + 17 + k] = values[o + 1 + k];
    for (let k = 20; k < OVERLAP_SIZE; k++) values[o + k] = 0;
    return;
  }
  const x = values[o + 17] / s;
  const y = values[o + 18] / s;
  const z = values[o + 19] / s;
  const xx = values[o + 20] - s * x * x;
  const yy = values[o + 21] - s * y * y;
  const zz = values[o + 22] - s * z * z;
  const xy = values[o + 23] - s * x * y;
  const xz = values[o + 24] - s * x * z;
  const yz = values[o + 25] - s * y * z;
  values[o + 17] = values[o + 1] + x;
  values[o + 18] = values[o + 2] + y;
  values[o + 19] = values[o + 3] + z;
  values[o + 20] = yy + zz;
  values[o + 21] = xx + zz;
  values[o + 22] = xx + yy;
  values[o + 23] = -xy;
  values[o + 24] = -xz;
  values[o + 25] = -yz;
}
