import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";

/**
 * Vector areas and patches from the rim alone. The vector area of a surface depends on its boundary only, a = ½ ∮ r ×
 * dr, and so does the projection of it along one direction: the surface of A inside B, projected along its normal n
 * (from A to B), is the plane polygon that the rim projects to. With corners p, q relative to the centroid of the
 * region, t = ½ n · (p × q), s = p + q:
 *
 *   S = Σ t,   ∫ x dS = Σ t s/3,   ∫ x xᵀ dS = Σ t (s sᵀ + p pᵀ + q qᵀ)/12
 *
 * Components along n are projected out at the end, so that the patch is plane.
 */

/** Vector areas of all regions, into their values. */
export function addAreas(work: VolumeWork, regionOf: Int32Array, { count, values }: Overlap): void {
  const { cut, node, component, cutCount } = work;
  for (let r = 0; r < count; r++) for (let k = 10; k < 13; k++) values[OVERLAP_SIZE * r + k] = 0;
  for (let i = 0; i < 4 * cutCount; i += 4) {
    const r = regionOf[component[cut[i]]];
    if (r < 0) continue;
    const v = OVERLAP_SIZE * r;
    const p = 3 * cut[i];
    const q = 3 * cut[i + 1];
    const px = node[p] - values[v + 1];
    const py = node[p + 1] - values[v + 2];
    const pz = node[p + 2] - values[v + 3];
    const qx = node[q] - values[v + 1];
    const qy = node[q + 1] - values[v + 2];
    const qz = node[q + 2] - values[v + 3];
    values[v + 10] += 0.5 * (py * qz - pz * qy);
    values[v + 11] += 0.5 * (pz * qx - px * qz);
    values[v + 12] += 0.5 * (px * qy - py * qx);
  }
}

/** Numbers of a patch before `closePatches`: S, ∫ x dS, ∫ x xᵀ dS about p_c, in units of 1, 1/3 and 1/12. */
const PATCH_SUMS = 10;

/**
 * The sums of `addPatches` for normals along x, y and z, of which those for any normal follow: 3 × `PATCH_SUMS` per
 * region, into out. For bodies with faces in one plane, whose rim differs with the sense of the displacement, so that
 * both are known when the normal, a mean over both, is known.
 */
export function keepPatches(
  work: VolumeWork,
  regionOf: Int32Array,
  { count, values }: Overlap,
  out: Float64Array,
): void {
  const { cut, node, component, cutCount } = work;
  for (let k = 0; k < KEPT_SIZE * count; k++) out[k] = 0;
  for (let i = 0; i < 4 * cutCount; i += 4) {
    const r = regionOf[component[cut[i]]];
    if (r < 0) continue;
    const v = OVERLAP_SIZE * r + OVERLAP.center;
    for (let k = 0; k < 3; k++) {
      from[k] = node[3 * cut[i] + k] - values[v + k];
      to[k] = node[3 * cut[i + 1] + k] - values[v + k];
    }
    for (let axis = 0; axis < 3; axis++) {
      const u = axis === 2 ? 0 : axis + 1;
      const w = 3 - axis - u;
      const t = 0.5 * (from[u] * to[w] - from[w] * to[u]);
      const o = KEPT_SIZE * r + PATCH_SUMS * axis;
      out[o] += t;
      for (let k = 0; k < 3; k++) out[o + 1 + k] += t * (from[k] + to[k]);
      for (let k = 0; k < 6; k++) {
        const x = ROW[k];
        const y = COLUMN[k];
        out[o + 4 + k] += t * ((from[x] + to[x]) * (from[y] + to[y]) + from[x] * from[y] + to[x] * to[y]);
      }
    }
  }
}

/** Numbers per region of `keepPatches`. */
export const KEPT_SIZE = 3 * PATCH_SUMS;
const from = new Float64Array(3);
const to = new Float64Array(3);
/** Entries xx yy zz xy xz yz. */
const ROW = Uint8Array.of(0, 1, 2, 0, 0, 1);
const COLUMN = Uint8Array.of(0, 1, 2, 1, 2, 2);

/** Sums of region r ← the mean with those that `keepPatches` left at kept[o …]. */
export function meanPatch({ values }: Overlap, r: number, kept: Float64Array, o: number): void {
  const v = OVERLAP_SIZE * r;
  for (let k = 0; k < PATCH_SUMS; k++) {
    let sum = values[v + OVERLAP.patchArea + k];
    for (let axis = 0; axis < 3; axis++) sum += values[v + OVERLAP.normal + axis] * kept[o + PATCH_SUMS * axis + k];
    values[v + OVERLAP.patchArea + k] = 0.5 * sum;
  }
}

/** Sums of the rims with the normals of the regions. */
export function addPatches(regionOf: Int32Array, out: Overlap): void {
  const work = out.work;
  const { cut, node, component, cutCount } = work;
  const { values } = out;
  for (let r = 0; r < out.count; r++) {
    for (let k = OVERLAP.patchArea; k < OVERLAP_SIZE; k++) values[OVERLAP_SIZE * r + k] = 0;
  }
  for (let i = 0; i < 4 * cutCount; i += 4) {
    const r = regionOf[component[cut[i]]];
    if (r < 0) continue;
    const v = OVERLAP_SIZE * r;
    const p = 3 * cut[i];
    const q = 3 * cut[i + 1];
    const px = node[p] - values[v + 1];
    const py = node[p + 1] - values[v + 2];
    const pz = node[p + 2] - values[v + 3];
    const qx = node[q] - values[v + 1];
    const qy = node[q + 1] - values[v + 2];
    const qz = node[q + 2] - values[v + 3];
    const t =
      0.5 *
      (values[v + 13] * (py * qz - pz * qy) +
        values[v + 14] * (pz * qx - px * qz) +
        values[v + 15] * (px * qy - py * qx));
    const sx = px + qx;
    const sy = py + qy;
    const sz = pz + qz;
    values[v + 16] += t;
    values[v + 17] += t * sx;
    values[v + 18] += t * sy;
    values[v + 19] += t * sz;
    values[v + 20] += t * (sx * sx + px * px + qx * qx);
    values[v + 21] += t * (sy * sy + py * py + qy * qy);
    values[v + 22] += t * (sz * sz + pz * pz + qz * qz);
    values[v + 23] += t * (sx * sy + px * py + qx * qy);
    values[v + 24] += t * (sx * sz + px * pz + qx * qz);
    values[v + 25] += t * (sy * sz + py * pz + qy * qz);
  }
}

/** From sums to patches. */
export function closePatches(out: Overlap): void {
  for (let r = 0; r < out.count; r++) closePatch(out, r);
}

/**
 * From sums about p_c to the patch's own centroid and inertia, in the plane through p_c. A deep region has no patch:
 * zero at p_c.
 */
export function closePatch({ values, flags }: Overlap, r: number): void {
  const o = OVERLAP_SIZE * r;
  const s = values[o + 16];
  if ((flags[r] & OVERLAP_FLAG.deep) !== 0 || !(s > 0)) {
    values[o + 16] = 0;
    for (let k = 0; k < 3; k++) values[o + 17 + k] = values[o + 1 + k];
    for (let k = 20; k < OVERLAP_SIZE; k++) values[o + k] = 0;
    return;
  }
  const nx = values[o + 13];
  const ny = values[o + 14];
  const nz = values[o + 15];
  // M n and n · M n of the second moments, to take the normal out: P M P = M − n (Mn)ᵀ − (Mn) nᵀ + (n · Mn) n nᵀ
  const xx = values[o + 20] / 12;
  const yy = values[o + 21] / 12;
  const zz = values[o + 22] / 12;
  const xy = values[o + 23] / 12;
  const xz = values[o + 24] / 12;
  const yz = values[o + 25] / 12;
  const mx = xx * nx + xy * ny + xz * nz;
  const my = xy * nx + yy * ny + yz * nz;
  const mz = xz * nx + yz * ny + zz * nz;
  const h = mx * nx + my * ny + mz * nz;
  let x = values[o + 17] / (3 * s);
  let y = values[o + 18] / (3 * s);
  let z = values[o + 19] / (3 * s);
  const up = x * nx + y * ny + z * nz;
  x -= up * nx;
  y -= up * ny;
  z -= up * nz;
  const ixx = xx - 2 * nx * mx + h * nx * nx - s * x * x;
  const iyy = yy - 2 * ny * my + h * ny * ny - s * y * y;
  const izz = zz - 2 * nz * mz + h * nz * nz - s * z * z;
  values[o + 17] = values[o + 1] + x;
  values[o + 18] = values[o + 2] + y;
  values[o + 19] = values[o + 3] + z;
  values[o + 20] = iyy + izz;
  values[o + 21] = ixx + izz;
  values[o + 22] = ixx + iyy;
  values[o + 23] = -(xy - nx * my - mx * ny + h * nx * ny - s * x * y);
  values[o + 24] = -(xz - nx * mz - mx * nz + h * nx * nz - s * x * z);
  values[o + 25] = -(yz - ny * mz - my * nz + h * ny * nz - s * y * z);
}
