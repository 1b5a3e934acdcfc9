import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./overlap.js";
import { addAreas, addPatches, closePatches, KEPT_SIZE, keepPatches, meanPatch } from "./patch.js";
import { addUp, makeFans, numberComponents, SUM_SIZE, sums } from "./sums.js";
import { findHosts, host } from "./voids.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { work } from "./work.js";

/** Region of each component of the last query; −1 for none. */
let regionOf: Int32Array = new Int32Array(8);

/** That region, −1 for none. */
export function regionOfComponent(c: number): number {
  return regionOf[c];
}

/** What the nodes, cuts and pieces in `work` say about regions: everything but their patches, see `finish`. */
export function assemble(a: VolumeMesh, b: VolumeMesh | null, out: Overlap): void {
  makeFans(a, b);
  measure(out);
}

/** As `assemble`, with fans that are there. */
export function measure(out: Overlap): void {
  numberComponents();
  addUp();
  findHosts();
  if (host.voids > host.strayed) {
    const { component, nodeCount } = work;
    for (let n = 0; n < nodeCount; n++) if (host.of[component[n]] >= 0) component[n] = host.of[component[n]];
    addUp();
  }
  out.strayed = host.strayed;
  out.count = 0;
  regionOf = ensureCapacityI32(regionOf, sums.count);
  for (let c = 0; c < sums.count; c++) {
    if (host.of[c] !== c) {
      regionOf[c] = -1;
      continue;
    }
    regionOf[c] = out.count++;
    out.values = ensureCapacityF64(out.values, OVERLAP_SIZE * out.count);
    out.flags = ensureCapacityI32(out.flags, out.count);
    writeRegion(c, out, regionOf[c]);
  }
  addAreas(regionOf, out);
}

/** Volume, centroid and inertia of component c, as region r. */
function writeRegion(c: number, { values, flags }: Overlap, r: number): void {
  const { node } = work;
  const s = SUM_SIZE * c;
  const o = OVERLAP_SIZE * r;
  const m = sums.values;
  const volume = m[s] / 6;
  const x = m[s + 1] / (4 * m[s]);
  const y = m[s + 2] / (4 * m[s]);
  const z = m[s + 3] / (4 * m[s]);
  const origin = 3 * sums.origin[c];
  values[o] = volume;
  values[o + 1] = node[origin] + x;
  values[o + 2] = node[origin + 1] + y;
  values[o + 3] = node[origin + 2] + z;
  // second moments about the centroid
  const xx = m[s + 4] / 120 - volume * x * x;
  const yy = m[s + 5] / 120 - volume * y * y;
  const zz = m[s + 6] / 120 - volume * z * z;
  values[o + 4] = yy + zz;
  values[o + 5] = xx + zz;
  values[o + 6] = xx + yy;
  values[o + 7] = volume * x * y - m[s + 7] / 120;
  values[o + 8] = volume * x * z - m[s + 8] / 120;
  values[o + 9] = volume * y * z - m[s + 9] / 120;
  flags[r] = work.coplanar > 0 ? OVERLAP_FLAG.coplanar : 0;
}

/** Normals, patches and rims of the regions; vector areas may have been changed before. With `twin`, patches are the mean with those of region twin[r] of the query before, see `keepRims`; −1: none. */
export function finish(out: Overlap, twin: Int32Array | null = null): void {
  for (let r = 0; r < out.count; r++) writeNormal(out, r);
  addPatches(regionOf, out);
  if (twin !== null) {
    for (let r = 0; r < out.count; r++) if (twin[r] >= 0) meanPatch(out, r, kept, KEPT_SIZE * twin[r]);
  }
  closePatches(out);
  writeRims(out);
}

/** What the rims say of patches, whatever their normals. */
let kept: Float64Array = new Float64Array(KEPT_SIZE * 4);

/** Keeps what the present rims say, for `finish` of the other sense. */
export function keepRims(out: Overlap): void {
  kept = ensureCapacityF64(kept, KEPT_SIZE * out.count);
  keepPatches(regionOf, out, kept);
}

function writeNormal({ values, flags }: Overlap, r: number): void {
  const o = OVERLAP_SIZE * r;
  const x = values[o + 10];
  const y = values[o + 11];
  const z = values[o + 12];
  const length = Math.sqrt(x * x + y * y + z * z);
  // |a| < 1e-3 V^(2/3)
  if (length * length * length < 1e-9 * values[o] * values[o]) flags[r] |= OVERLAP_FLAG.deep;
  const by = length > 0 ? 1 / length : 0;
  values[o + 13] = x * by;
  values[o + 14] = y * by;
  values[o + 15] = z * by;
}

/** Stamp of the walk that took each cut. */
let taken: Int32Array = new Int32Array(16);
const walk = { stamp: 0, corners: 0 };

/** Cuts, end to end, as closed polygons, grouped by region. */
function writeRims(out: Overlap): void {
  const { cut, component, cutCount } = work;
  taken = ensureCapacityI32(taken, cutCount);
  if (walk.stamp === 0x7fffffff) {
    taken.fill(0);
    walk.stamp = 0;
  }
  walk.stamp++;
  walk.corners = 0;
  out.loopCount = 0;
  out.rim = ensureCapacityF64(out.rim, 3 * cutCount);
  out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
  for (let r = 0; r < out.count; r++) {
    out.regionLoop[r] = out.loopCount;
    for (let i = 0; i < cutCount; i++) {
      if (taken[i] === walk.stamp || regionOf[component[cut[4 * i]]] !== r) continue;
      out.loopStart = ensureCapacityI32(out.loopStart, out.loopCount + 2);
      out.loopStart[out.loopCount++] = walk.corners;
      followCuts(i, out.rim);
    }
  }
  out.regionLoop[out.count] = out.loopCount;
  out.loopStart[out.loopCount] = walk.corners;
}

function followCuts(first: number, rim: Float64Array): void {
  const { cut, cutFrom, node } = work;
  let i = first;
  while (i >= 0 && taken[i] !== walk.stamp) {
    taken[i] = walk.stamp;
    const n = 3 * cut[4 * i];
    const o = 3 * walk.corners++;
    rim[o] = node[n];
    rim[o + 1] = node[n + 1];
    rim[o + 2] = node[n + 2];
    i = cutFrom[cut[4 * i + 1]];
  }
}
