import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { addAreas, addPatches, closePatches, KEPT_SIZE, keepPatches, meanPatch } from "./patch.js";
import { addUp, makeFans, numberComponents } from "./sums.js";
import { findHosts } from "./voids.js";
import type { VolumeMesh } from "./volume-mesh.js";
import { OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import { SUM_SIZE, type VolumeWork } from "./volume-work.js";

/** That region, −1 for none. */
export function regionOfComponent(work: VolumeWork, c: number): number {
  return work.regionOf[c];
}

/** Regions from the nodes, cuts and pieces in `work`: everything but their patches, see `finish`. */
export function assemble(a: VolumeMesh, b: VolumeMesh | null, out: Overlap): void {
  const work = out.work;
  makeFans(work, a, b);
  measure(out);
}

/** As `assemble`, with fans that are there. */
export function measure(out: Overlap): void {
  const work = out.work;
  numberComponents(work);
  addUp(work);
  findHosts(work);
  if (work.host.voids > work.host.strayed) {
    const { component, nodeCount } = work;
    for (let n = 0; n < nodeCount; n++) if (work.host.of[component[n]] >= 0) component[n] = work.host.of[component[n]];
    addUp(work);
  }
  out.strayed = work.host.strayed;
  out.count = 0;
  work.regionOf = ensureCapacityI32(work.regionOf, work.sums.count);
  for (let c = 0; c < work.sums.count; c++) {
    if (work.host.of[c] !== c) {
      work.regionOf[c] = -1;
      continue;
    }
    work.regionOf[c] = out.count++;
    out.values = ensureCapacityF64(out.values, OVERLAP_SIZE * out.count);
    out.flags = ensureCapacityI32(out.flags, out.count);
    writeRegion(work, c, out, work.regionOf[c]);
  }
  addAreas(work, work.regionOf, out);
}

/** Volume, centroid and inertia of component c, as region r. */
function writeRegion(work: VolumeWork, c: number, { values, flags }: Overlap, r: number): void {
  const { node } = work;
  const s = SUM_SIZE * c;
  const o = OVERLAP_SIZE * r;
  const m = work.sums.values;
  const volume = m[s] / 6;
  const x = m[s + 1] / (4 * m[s]);
  const y = m[s + 2] / (4 * m[s]);
  const z = m[s + 3] / (4 * m[s]);
  const origin = 3 * work.sums.origin[c];
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

/**
 * Normals, patches and rims of the regions; vector areas may have been changed before. With `twin`, patches are the
 * mean with those of region twin[r] of the query before, see `keepRims`; −1: none.
 */
export function finish(out: Overlap, twin: Int32Array | null = null): void {
  const work = out.work;
  for (let r = 0; r < out.count; r++) writeNormal(out, r);
  addPatches(work.regionOf, out);
  if (twin !== null) {
    for (let r = 0; r < out.count; r++) if (twin[r] >= 0) meanPatch(out, r, work.keptPatches, KEPT_SIZE * twin[r]);
  }
  closePatches(out);
  writeRims(work, out);
}

/** Keeps the patches of the present rims, for `finish` of the other sense. */
export function keepRims(out: Overlap): void {
  const work = out.work;
  work.keptPatches = ensureCapacityF64(work.keptPatches, KEPT_SIZE * out.count);
  keepPatches(work, work.regionOf, out, work.keptPatches);
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

/** Cuts, end to end, as closed polygons, grouped by region. */
function writeRims(work: VolumeWork, out: Overlap): void {
  const { cut, component, cutCount } = work;
  work.takenCuts = ensureCapacityI32(work.takenCuts, cutCount);
  if (work.rimStamp === 0x7fffffff) {
    work.takenCuts.fill(0);
    work.rimStamp = 0;
  }
  work.rimStamp++;
  work.rimCorners = 0;
  out.loopCount = 0;
  out.rim = ensureCapacityF64(out.rim, 3 * cutCount);
  out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
  for (let r = 0; r < out.count; r++) {
    out.regionLoop[r] = out.loopCount;
    for (let i = 0; i < cutCount; i++) {
      if (work.takenCuts[i] === work.rimStamp || work.regionOf[component[cut[4 * i]]] !== r) continue;
      out.loopStart = ensureCapacityI32(out.loopStart, out.loopCount + 2);
      out.loopStart[out.loopCount++] = work.rimCorners;
      followCuts(work, i, out.rim);
    }
  }
  out.regionLoop[out.count] = out.loopCount;
  out.loopStart[out.loopCount] = work.rimCorners;
}

function followCuts(work: VolumeWork, first: number, rim: Float64Array): void {
  const { cut, cutFrom, node } = work;
  let i = first;
  while (i >= 0 && work.takenCuts[i] !== work.rimStamp) {
    work.takenCuts[i] = work.rimStamp;
    const n = 3 * cut[4 * i];
    const o = 3 * work.rimCorners++;
    rim[o] = node[n];
    rim[o + 1] = node[n + 1];
    rim[o + 2] = node[n + 2];
    i = cutFrom[cut[4 * i + 1]];
  }
}
