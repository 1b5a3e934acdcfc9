import { ensureCapacityI32 } from "../../math/capacity.js";
import { atan2 } from "../../math/elementary.js";
import { SUM_SIZE, sums } from "./sums.js";
import { work } from "./work.js";

/** Where a component goes: region it belongs to by the number of its outer surface, −1 for one without volume, −2 for a void without host. */
export const host: { of: Int32Array; voids: number; strayed: number } = { of: new Int32Array(8), voids: 0, strayed: 0 };
export const NO_VOLUME = -1;
export const STRAYED = -2;

/**
 * Sign of the volume of component c; 0 for less than rounding may feign: a few units in the last place of the coordinates, times the area of the
 * surface; and where that area is itself no more than these units times the size of the bodies (a needle between bodies that touch), which is below 1e-18 of the size cubed.
 */
function volumeSign(c: number): number {
  const unit = 8 * Number.EPSILON * work.scale[1];
  const area = sums.values[SUM_SIZE * c + 10];
  if (area <= 8 * unit * work.scale[0]) return 0;
  const noise = unit * area;
  const v = sums.values[SUM_SIZE * c];
  return v > noise ? 1 : v < -noise ? -1 : 0;
}

/**
 * Tells regions from voids. The surface of a region may have several components: where a cut face has a hole that no edge reaches, and
 * where there is a void inside. Each component, closed by its fans, bounds a volume of its own; those of negative volume are voids (or halves
 * of them) and belong to the component of positive volume around them (spec 5.9).
 */
export function findHosts(): void {
  host.of = ensureCapacityI32(host.of, sums.count);
  host.voids = 0;
  host.strayed = 0;
  let solids = 0;
  let only = -1;
  for (let c = 0; c < sums.count; c++) {
    const sign = volumeSign(c);
    host.of[c] = sign > 0 ? c : sign < 0 ? STRAYED : NO_VOLUME;
    if (sign > 0) {
      solids++;
      only = c;
    } else if (sign < 0) host.voids++;
  }
  if (host.voids === 0) return;
  for (let c = 0; c < sums.count; c++) {
    if (host.of[c] !== STRAYED) continue;
    host.of[c] = solids === 1 ? only : hostOf(c);
    if (host.of[c] < 0) host.strayed++;
  }
}

/** Scratch: windings of each component about a few points of the void. */
let winding = new Float64Array(8);
const probe = new Float64Array(3);
const PROBES = 8;

/** The component that winds around the void most, by solid angles seen from a few of its nodes; nodes on its surface count half. */
function hostOf(empty: number): number {
  const { component, node } = work;
  if (winding.length < sums.count) winding = new Float64Array(2 * sums.count);
  winding.fill(0);
  let probes = 0;
  for (let n = 0; n < work.nodeCount && probes < PROBES; n++) {
    if (component[n] !== empty) continue;
    probes++;
    for (let k = 0; k < 3; k++) probe[k] = node[3 * n + k];
    for (let i = 0; i < 3 * sums.fanCount; i += 3) addAngle(i);
  }
  let best = STRAYED;
  let most = 0.25 * probes;
  for (let c = 0; c < sums.count; c++) {
    if (host.of[c] === c && winding[c] > most) {
      most = winding[c];
      best = c;
    }
  }
  return best;
}

/** Solid angle of a fan triangle (o, p, q) seen from the probe, over 4π [VanOosteromStrackee1983]. */
function addAngle(fan: number): void {
  const { node, component } = work;
  const o = sums.fans[fan];
  const p = sums.fans[fan + 1];
  const q = sums.fans[fan + 2];
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
  winding[component[p]] += atan2(d, e) / (2 * Math.PI);
}
