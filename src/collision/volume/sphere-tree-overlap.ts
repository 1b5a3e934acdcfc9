/**
 * Two solids as spheres, by their trees: the lenses of all pairs of spheres that overlap, added up per region
 * [WellerZachmann2009; Vilela2018].
 *
 *   V = Σ V_i,   p_c = Σ V_i c_i/V,   J = Σ [J_i + V_i (|r_i|² 1 − r_i r_iᵀ)],   a = Σ π ρ_i² n_i
 *
 * Pairs whose spheres touch within a body are of one region. With a budget of node pairs, the pair whose spheres have
 * most in common is opened first; when it is spent, pairs that were not opened count with the lens of their spheres
 * times the parts of these that are filled.
 */

import type { SphereSolid } from "../../geometry/spheres/sphere-solid.js";
import type { SphereTree } from "../../geometry/spheres/sphere-tree.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";
import { beginRound, intersectSpheres } from "./sphere-overlap.js";
import { createOverlap, OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";
import type { VolumeWork } from "./volume-work.js";

/** Work: one lens, the radii of two spheres, the centre of B's seen from A's. */
const lens = createOverlap();
const radii = new Float64Array(2);
const between = new Float64Array(3);

/**
 * Spheres within a body that are apart by less than this part of their radii touch: places of spheres are found to some
 * thousandths.
 */
const TOUCH_RATIO = 1.05;

/**
 * Common volume of the spheres of A and B, in A's frame; `transform` is that from B's frame to A's, see
 * `relativeTransform`. Opens at most `budget` pairs of nodes, 0: all. Returns the number of pairs opened. With `apart`
 * every lens is a separate region, see `lensName`.
 */
export function intersectSphereTrees(
  a: SphereSolid,
  b: SphereSolid,
  transform: Float64Array,
  budget: number,
  out: Overlap,
  apart = false,
): number {
  const work = out.work;
  beginRound(out);
  work.lenses.size.waiting = 0;
  work.lenses.size.lenses = 0;
  const one = a.tree;
  const other = b.tree;
  if (one.count === 0 || other.count === 0) return 0;
  consider(work, one, other, transform, 0, 0, budget);
  let opened = 0;
  while (work.lenses.size.waiting > 0 && (budget === 0 || opened < budget)) {
    opened++;
    pop(work, budget);
    const i = work.lenses.waiting[2 * work.lenses.size.waiting];
    const j = work.lenses.waiting[2 * work.lenses.size.waiting + 1];
    const leafA = one.skip[i] === i + 1;
    const leafB = other.skip[j] === j + 1;
    if (leafA && leafB) addLens(work, one, other, transform, i, j);
    else if (!leafA && (leafB || one.ball[4 * i + 3] >= other.ball[4 * j + 3]))
      for (let c = i + 1; c < one.skip[i]; c = one.skip[c]) consider(work, one, other, transform, c, j, budget);
    else for (let c = j + 1; c < other.skip[j]; c = other.skip[c]) consider(work, one, other, transform, i, c, budget);
  }
  for (let k = 0; k < work.lenses.size.waiting; k++)
    addLens(work, one, other, transform, work.lenses.waiting[2 * k], work.lenses.waiting[2 * k + 1]);
  if (!apart) joinLenses(work, one, other);
  writeRegions(work, one, out);
  return opened;
}

/** Name of lens r of an overlap by lenses that are apart: the same spheres have the same. */
export function lensName({ work }: Overlap, b: SphereSolid, r: number): number {
  const { pairs } = work.lenses;
  return 1 + pairs[3 * r] * b.tree.skip[0] + pairs[3 * r + 1];
}

/** Spheres of two nodes, ready for their lens. Writes: radii, between. */
function prepare(one: SphereTree, other: SphereTree, transform: Float64Array, i: number, j: number): void {
  radii[0] = one.ball[4 * i + 3];
  radii[1] = other.ball[4 * j + 3];
  const x = other.ball[4 * j];
  const y = other.ball[4 * j + 1];
  const z = other.ball[4 * j + 2];
  for (let k = 0; k < 3; k++) {
    const t = 3 * k;
    between[k] =
      transform[t] * x + transform[t + 1] * y + transform[t + 2] * z + (transform[9 + k] - one.ball[4 * i + k]);
  }
}

/** A pair of nodes waits if their spheres overlap. */
function consider(
  work: VolumeWork,
  one: SphereTree,
  other: SphereTree,
  transform: Float64Array,
  i: number,
  j: number,
  budget: number,
): void {
  prepare(one, other, transform, i, j);
  const reach = radii[0] + radii[1];
  const square = between[0] * between[0] + between[1] * between[1] + between[2] * between[2];
  // a lens that is this thin has no volume that counts
  if (square >= reach * reach) return;
  if (2 * work.lenses.size.waiting + 2 > work.lenses.waiting.length) {
    work.lenses.waiting = ensureCapacityI32(work.lenses.waiting, 2 * work.lenses.size.waiting + 2);
    work.lenses.common = ensureCapacityF64(work.lenses.common, work.lenses.waiting.length / 2);
  }
  let at = work.lenses.size.waiting++;
  if (budget > 0) {
    intersectSpheres(radii, between, 0, lens);
    const volume = lens.count > 0 ? lens.values[0] : 0;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (work.lenses.common[up] >= volume) break;
      move(work, up, at);
      at = up;
    }
    work.lenses.common[at] = volume;
  }
  work.lenses.waiting[2 * at] = i;
  work.lenses.waiting[2 * at + 1] = j;
}

function move(work: VolumeWork, from: number, to: number): void {
  work.lenses.common[to] = work.lenses.common[from];
  work.lenses.waiting[2 * to] = work.lenses.waiting[2 * from];
  work.lenses.waiting[2 * to + 1] = work.lenses.waiting[2 * from + 1];
}

/** The next pair of nodes goes to the place after the last. */
function pop(work: VolumeWork, budget: number): void {
  const last = --work.lenses.size.waiting;
  if (budget === 0 || last === 0) return;
  const i = work.lenses.waiting[0];
  const j = work.lenses.waiting[1];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= last) break;
    if (child + 1 < last && work.lenses.common[child + 1] > work.lenses.common[child]) child++;
    if (work.lenses.common[child] <= work.lenses.common[last]) break;
    move(work, child, at);
    at = child;
  }
  move(work, last, at);
  work.lenses.waiting[2 * last] = i;
  work.lenses.waiting[2 * last + 1] = j;
}

/** The lens of two spheres; of nodes with spheres below them the filled part of it. */
function addLens(
  work: VolumeWork,
  one: SphereTree,
  other: SphereTree,
  transform: Float64Array,
  i: number,
  j: number,
): void {
  prepare(one, other, transform, i, j);
  intersectSpheres(radii, between, 0, lens);
  if (lens.count === 0) return;
  const k = work.lenses.size.lenses++;
  work.lenses.pairs = ensureCapacityI32(work.lenses.pairs, 3 * work.lenses.size.lenses);
  work.lenses.parent = ensureCapacityI32(work.lenses.parent, work.lenses.size.lenses);
  work.lenses.values = ensureCapacityF64(work.lenses.values, OVERLAP_SIZE * work.lenses.size.lenses);
  work.lenses.pairs[3 * k] = i;
  work.lenses.pairs[3 * k + 1] = j;
  work.lenses.parent[k] = k;
  const whole = (4 / 3) * Math.PI * radii[0] * radii[0] * radii[0] * (4 / 3) * Math.PI * radii[1] * radii[1] * radii[1];
  const leaves = one.skip[i] === i + 1 && other.skip[j] === j + 1;
  const part = leaves ? 1 : (one.volume[i] * other.volume[j]) / whole;
  const o = OVERLAP_SIZE * k;
  for (let m = 0; m < OVERLAP_SIZE; m++) work.lenses.values[o + m] = part * lens.values[m];
  // places are from the centre of A's sphere
  for (let m = 0; m < 3; m++) {
    work.lenses.values[o + OVERLAP.center + m] = lens.values[OVERLAP.center + m] + one.ball[4 * i + m];
  }
}

function touch({ ball }: SphereTree, i: number, j: number): boolean {
  const x = ball[4 * i] - ball[4 * j];
  const y = ball[4 * i + 1] - ball[4 * j + 1];
  const z = ball[4 * i + 2] - ball[4 * j + 2];
  const reach = TOUCH_RATIO * (ball[4 * i + 3] + ball[4 * j + 3]);
  return i === j || x * x + y * y + z * z <= reach * reach;
}

function joinLenses(work: VolumeWork, one: SphereTree, other: SphereTree): void {
  for (let p = 0; p < work.lenses.size.lenses; p++) {
    for (let q = 0; q < p; q++) {
      if (
        !touch(one, work.lenses.pairs[3 * p], work.lenses.pairs[3 * q]) &&
        !touch(other, work.lenses.pairs[3 * p + 1], work.lenses.pairs[3 * q + 1])
      )
        continue;
      unite(work.lenses.parent, p, q);
    }
  }
}

/** Sums of the lenses of each region: V, centre, vector area; then all second moments about the centre. */
function writeRegions(work: VolumeWork, one: SphereTree, out: Overlap): void {
  for (let p = 0; p < work.lenses.size.lenses; p++) {
    const root = rootOf(work.lenses.parent, p);
    if (root === p) {
      work.lenses.pairs[3 * p + 2] = out.count++;
      out.values = ensureCapacityF64(out.values, OVERLAP_SIZE * out.count);
      out.flags = ensureCapacityI32(out.flags, out.count);
      out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
      out.regionLoop[out.count] = 0;
      for (let k = 0; k < OVERLAP_SIZE; k++) out.values[OVERLAP_SIZE * work.lenses.pairs[3 * p + 2] + k] = 0;
    }
    work.lenses.pairs[3 * p + 2] = work.lenses.pairs[3 * root + 2];
    const o = OVERLAP_SIZE * work.lenses.pairs[3 * p + 2];
    const l = OVERLAP_SIZE * p;
    // first moments from the centre of A's tree; patches from the centres of lenses, where their disks are
    out.values[o] += work.lenses.values[l];
    out.values[o + OVERLAP.patchArea] += work.lenses.values[l + OVERLAP.patchArea];
    for (let k = 0; k < 3; k++) {
      const x = work.lenses.values[l + OVERLAP.center + k] - one.ball[k];
      out.values[o + OVERLAP.center + k] += work.lenses.values[l] * x;
      out.values[o + OVERLAP.patchCenter + k] += work.lenses.values[l + OVERLAP.patchArea] * x;
      out.values[o + OVERLAP.area + k] += work.lenses.values[l + OVERLAP.area + k];
    }
  }
  for (let r = 0; r < out.count; r++) writeMiddle(one, out, r);
  for (let p = 0; p < work.lenses.size.lenses; p++) {
    const o = OVERLAP_SIZE * work.lenses.pairs[3 * p + 2];
    const l = OVERLAP_SIZE * p;
    addTensor(work, out.values, o, l, 0, OVERLAP.center, OVERLAP.inertia);
    addTensor(work, out.values, o, l, OVERLAP.patchArea, OVERLAP.patchCenter, OVERLAP.patchInertia);
  }
  for (let r = 0; r < out.count; r++) {
    // |a|, the stiffness, is less than the disks together
    const o = OVERLAP_SIZE * r;
    const a = o + OVERLAP.area;
    const area = Math.sqrt(
      out.values[a] * out.values[a] + out.values[a + 1] * out.values[a + 1] + out.values[a + 2] * out.values[a + 2],
    );
    const whole = out.values[o + OVERLAP.patchArea];
    for (let k = 0; k < 6; k++) out.values[o + OVERLAP.patchInertia + k] *= whole > 0 ? area / whole : 0;
    out.values[o + OVERLAP.patchArea] = area;
  }
}

/** Centres, normal and flags of region r from its sums. */
function writeMiddle(one: SphereTree, { values, flags }: Overlap, r: number): void {
  const o = OVERLAP_SIZE * r;
  const volume = values[o];
  const disks = values[o + OVERLAP.patchArea];
  const x = values[o + OVERLAP.area];
  const y = values[o + OVERLAP.area + 1];
  const z = values[o + OVERLAP.area + 2];
  const area = Math.sqrt(x * x + y * y + z * z);
  // 1e-3 V^(2/3)
  flags[r] = area * area * area < 1e-9 * volume * volume ? OVERLAP_FLAG.deep : 0;
  for (let k = 0; k < 3; k++) {
    values[o + OVERLAP.normal + k] = area > 0 ? values[o + OVERLAP.area + k] / area : 0;
    values[o + OVERLAP.center + k] = values[o + OVERLAP.center + k] / volume + one.ball[k];
    const middle = values[o + OVERLAP.patchCenter + k];
    values[o + OVERLAP.patchCenter + k] = disks > 0 ? middle / disks + one.ball[k] : values[o + OVERLAP.center + k];
  }
}

/**
 * J_i + w_i (|r|² 1 − r rᵀ) of a lens, r from the region's centre to the lens, w its volume or the area of its disk.
 */
function addTensor(
  work: VolumeWork,
  values: Float64Array,
  o: number,
  l: number,
  weight: number,
  center: number,
  tensor: number,
): void {
  const w = work.lenses.values[l + weight];
  const x = work.lenses.values[l + OVERLAP.center] - values[o + center];
  const y = work.lenses.values[l + OVERLAP.center + 1] - values[o + center + 1];
  const z = work.lenses.values[l + OVERLAP.center + 2] - values[o + center + 2];
  const t = o + tensor;
  const s = l + tensor;
  values[t] += work.lenses.values[s] + w * (y * y + z * z);
  values[t + 1] += work.lenses.values[s + 1] + w * (x * x + z * z);
  values[t + 2] += work.lenses.values[s + 2] + w * (x * x + y * y);
  values[t + 3] += work.lenses.values[s + 3] - w * x * y;
  values[t + 4] += work.lenses.values[s + 4] - w * x * z;
  values[t + 5] += work.lenses.values[s + 5] - w * y * z;
}
