import { ensureCapacityI32 } from "../../math/capacity.js";
import { atan2 } from "../../math/elementary.js";
import { SUM_SIZE, type VolumeWork } from "./volume-work.js";

const NO_VOLUME = -1;
const STRAYED = -2;

/**
 * Sign of the volume of component c; 0 for less than rounding may feign: a few units in the last place of the
 * coordinates, times the area of the surface; and where that area is itself no more than these units times the size of
 * the bodies (a needle between bodies that touch), which is below 1e-18 of the size cubed.
 */
function volumeSign(work: VolumeWork, c: number): number {
  const unit = 8 * Number.EPSILON * work.scale[1];
  const area = work.sums.values[SUM_SIZE * c + 10];
  if (area <= 8 * unit * work.scale[0]) return 0;
  const noise = unit * area;
  const v = work.sums.values[SUM_SIZE * c];
  return v > noise ? 1 : v < -noise ? -1 : 0;
}

/**
 * Tells regions from voids. The surface of a region may have several components: where a cut face has a hole that no
 * edge reaches, and where there is a void inside. Each component, closed by its fans, bounds a volume; those of
 * negative volume are voids (or halves of them) and belong to the component of positive volume around them.
 */
export function findHosts(work: VolumeWork): void {
  work.host.of = ensureCapacityI32(work.host.of, work.sums.count);
  work.host.voids = 0;
  work.host.strayed = 0;
  let solids = 0;
  let only = -1;
  for (let c = 0; c < work.sums.count; c++) {
    const sign = volumeSign(work, c);
    work.host.of[c] = sign > 0 ? c : sign < 0 ? STRAYED : NO_VOLUME;
    if (sign > 0) {
      solids++;
      only = c;
    } else if (sign < 0) work.host.voids++;
  }
  if (work.host.voids === 0) return;
  for (let c = 0; c < work.sums.count; c++) {
    if (work.host.of[c] !== STRAYED) continue;
    work.host.of[c] = solids === 1 ? only : hostOf(work, c);
    if (work.host.of[c] < 0) work.host.strayed++;
  }
}
const probe = new Float64Array(3);
const PROBES = 8;

/**
 * The component that winds around the void most, by solid angles seen from a few of its nodes; nodes on its surface
 * count half.
 */
function hostOf(work: VolumeWork, empty: number): number {
  const { component, node } = work;
  if (work.hostWinding.length < work.sums.count) work.hostWinding = new Float64Array(2 * work.sums.count);
  work.hostWinding.fill(0);
  let probes = 0;
  for (let n = 0; n < work.nodeCount && probes < PROBES; n++) {
    if (component[n] !== empty) continue;
    probes++;
    for (let k = 0; k < 3; k++) probe[k] = node[3 * n + k];
    for (let i = 0; i < 3 * work.sums.fanCount; i += 3) addAngle(work, i);
  }
  let best = STRAYED;
  let most = 0.25 * probes;
  for (let c = 0; c < work.sums.count; c++) {
    if (work.host.of[c] === c && work.hostWinding[c] > most) {
      most = work.hostWinding[c];
      best = c;
    }
  }
  return best;
}

/** Solid angle of a fan triangle (o, p, q) seen from the probe, over 4π [VanOosteromStrackee1983]. */
function addAngle(work: VolumeWork, fan: number): void {
  const { node, component } = work;
  const o = work.sums.fans[fan];
  const p = work.sums.fans[fan + 1];
  const q = work.sums.fans[fan + 2];
  const ax = node[3 * o] - probe[0];
  const ay = node[3 * o + 1] - probe[1];
  const az = node[3 * o + 2] - probe[2];
  const bx = node[3 * p] - probe[0];
  const by = node[3 * p + 1] - probe[1];
  const bz = node[3 * p + 2] - probe[2];
  const cx = node[3 * q] - probe[0];
  const cy = node[3 * q + 1] - probe[1];
  const cz = node[3 * q + 2] - probe[2];
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  // seen edge on: no angle
  if (Math.abs(d) <= 1e-12 * la * lb * lc) return;
  const e =
    la * lb * lc +
    (ax * bx + ay * by + az * bz) * lc +
    (bx * cx + by * cy + bz * cz) * la +
    (cx * ax + cy * ay + cz * az) * lb;
  work.hostWinding[component[p]] += atan2(d, e) / (2 * Math.PI);
}
