import { CAP, type Soup } from "./clip-soup.js";
import { closePatch } from "./patch.js";
import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";

const SUMS = new Float64Array(10);
const AREA = new Float64Array(3);

/**
 * Volume, centroid, inertia, normal and patch of a closed surface of fans, as of a region (`sums.ts`, `patch.ts`);
 * corners are relative to `center`. Tags below `sidesA` are A's surface, others B's, each with the `weight` of its tag;
 * the vector area is the mean of A's and the opposite of B's, which differ by the caps only. False: it has less than
 * 1e-9 of the volume whole[0]. Writes: cell c of `out`.
 */
export function measureSoup(
  { corner, tag, count }: Soup,
  sidesA: number,
  weight: Float64Array,
  center: Float64Array,
  whole: Float64Array,
  out: Overlap,
  c: number,
): boolean {
  SUMS.fill(0);
  AREA.fill(0);
  for (let i = 0; i < count; i++) {
    const o = 9 * i;
    const ax = corner[o];
    const ay = corner[o + 1];
    const az = corner[o + 2];
    const bx = corner[o + 3];
    const by = corner[o + 4];
    const bz = corner[o + 5];
    const cx = corner[o + 6];
    const cy = corner[o + 7];
    const cz = corner[o + 8];
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const d = ax * nx + ay * ny + az * nz;
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    SUMS[0] += d;
    SUMS[1] += d * sx;
    SUMS[2] += d * sy;
    SUMS[3] += d * sz;
    SUMS[4] += d * (sx * sx + ax * ax + bx * bx + cx * cx);
    SUMS[5] += d * (sy * sy + ay * ay + by * by + cy * cy);
    SUMS[6] += d * (sz * sz + az * az + bz * bz + cz * cz);
    SUMS[7] += d * (sx * sy + ax * ay + bx * by + cx * cy);
    SUMS[8] += d * (sx * sz + ax * az + bx * bz + cx * cz);
    SUMS[9] += d * (sy * sz + ay * az + by * bz + cy * cz);
    if (tag[i] === CAP) continue;
    // the mean of A's surface and B's, seen from A
    const sign = tag[i] < sidesA ? 0.25 * weight[tag[i]] : -0.25 * weight[tag[i]];
    AREA[0] += sign * nx;
    AREA[1] += sign * ny;
    AREA[2] += sign * nz;
  }
  const volume = SUMS[0] / 6;
  if (!(volume > 1e-9 * whole[0])) return false;
  const o = OVERLAP_SIZE * c;
  const { values, flags } = out;
  const x = SUMS[1] / (24 * volume);
  const y = SUMS[2] / (24 * volume);
  const z = SUMS[3] / (24 * volume);
  values[o] = volume;
  const xx = SUMS[4] / 120 - volume * x * x;
  const yy = SUMS[5] / 120 - volume * y * y;
  const zz = SUMS[6] / 120 - volume * z * z;
  values[o + 4] = yy + zz;
  values[o + 5] = xx + zz;
  values[o + 6] = xx + yy;
  values[o + 7] = volume * x * y - SUMS[7] / 120;
  values[o + 8] = volume * x * z - SUMS[8] / 120;
  values[o + 9] = volume * y * z - SUMS[9] / 120;
  const length = Math.sqrt(AREA[0] * AREA[0] + AREA[1] * AREA[1] + AREA[2] * AREA[2]);
  flags[c] = length * length * length < 1e-9 * volume * volume ? OVERLAP_FLAG.deep : 0;
  for (let k = 0; k < 3; k++) {
    values[o + 10 + k] = AREA[k];
    values[o + 13 + k] = length > 0 ? AREA[k] / length : 0;
  }
  // the patch is summed about the centroid of the cell
  values[o + 1] = x;
  values[o + 2] = y;
  values[o + 3] = z;
  addPatch(corner, tag, count, sidesA, weight, values, o);
  for (let k = 0; k < 3; k++) values[o + 1 + k] += center[k];
  closePatch(out, c);
  return true;
}

/** Sums over both surfaces projected along the normal, in the form of `closePatch`. */
function addPatch(
  corner: Float64Array,
  tag: Int32Array,
  count: number,
  sidesA: number,
  weight: Float64Array,
  values: Float64Array,
  v: number,
): void {
  for (let k = OVERLAP.patchArea; k < OVERLAP_SIZE; k++) values[v + k] = 0;
  for (let i = 0; i < count; i++) {
    if (tag[i] === CAP) continue;
    const o = 9 * i;
    const ax = corner[o] - values[v + 1];
    const ay = corner[o + 1] - values[v + 2];
    const az = corner[o + 2] - values[v + 3];
    const bx = corner[o + 3] - values[v + 1];
    const by = corner[o + 4] - values[v + 2];
    const bz = corner[o + 5] - values[v + 3];
    const cx = corner[o + 6] - values[v + 1];
    const cy = corner[o + 7] - values[v + 2];
    const cz = corner[o + 8] - values[v + 3];
    const t =
      (tag[i] < sidesA ? 0.25 : -0.25) *
      weight[tag[i]] *
      (values[v + 13] * ((by - ay) * (cz - az) - (bz - az) * (cy - ay)) +
        values[v + 14] * ((bz - az) * (cx - ax) - (bx - ax) * (cz - az)) +
        values[v + 15] * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)));
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    values[v + 16] += t;
    values[v + 17] += t * sx;
    values[v + 18] += t * sy;
    values[v + 19] += t * sz;
    values[v + 20] += t * (sx * sx + ax * ax + bx * bx + cx * cx);
    values[v + 21] += t * (sy * sy + ay * ay + by * by + cy * cy);
    values[v + 22] += t * (sz * sz + az * az + bz * bz + cz * cz);
    values[v + 23] += t * (sx * sy + ax * ay + bx * by + cx * cy);
    values[v + 24] += t * (sx * sz + ax * az + bx * bz + cx * cz);
    values[v + 25] += t * (sy * sz + ay * az + by * bz + cy * cz);
  }
}
