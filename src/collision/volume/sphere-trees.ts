/**
 * Two solids as balls, by their trees: the lenses of all pairs of balls that overlap, added up per region [WellerZachmann2009; Vilela2018, spec 8.3, 8.4].
 *
 *   V = Σ V_i,   p_c = Σ V_i c_i/V,   J = Σ [J_i + V_i (|r_i|² 1 − r_i r_iᵀ)],   a = Σ π ρ_i² n_i
 *
 * Pairs whose balls touch within a body are of one region. With a budget of node pairs, the pair whose balls have most in common is opened first; when it is spent, pairs that were not
 * opened count with the lens of their balls times the parts of these that are filled.
 */
import type { SphereSolid } from "../../geometry/spheres/sphere-solid.js";
import type { SphereTree } from "../../geometry/spheres/sphere-tree.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { rootOf, unite } from "../../math/union-find.js";
import { createOverlap, OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./overlap.js";
import { beginRound, intersectSpheres } from "./spheres.js";

/** Pairs of nodes that wait, A's and B's, and how much their balls have in common, m³: a heap with a budget, a stack without. */
let waiting: Int32Array = new Int32Array(2 * 512);
let common: Float64Array = new Float64Array(512);
/** Lenses: node of A, node of B, region; sets of lenses that touch; their numbers as those of a region. */
let pairs: Int32Array = new Int32Array(3 * 64);
let parent: Int32Array = new Int32Array(64);
let lenses: Float64Array = new Float64Array(OVERLAP_SIZE * 64);
const size = { waiting: 0, lenses: 0 };
/** Work: one lens, the radii of two balls, the centre of B's seen from A's. */
const lens = createOverlap();
const radii = new Float64Array(2);
const between = new Float64Array(3);

/** Balls within a body that are apart by less than this part of their radii touch: places of balls are found to some thousandths. */
const TOUCH = 1.05;

/**
 * What the balls of A and B have in common, in A's frame; `transform` is that from B's frame to A's, see `relativeTransform`. Opens at most `budget` pairs of nodes, 0: all.
 * Returns how many it opened. With `apart` every lens is a region of its own, see `lensName`.
 */
export function intersectSphereTrees(
  a: SphereSolid,
  b: SphereSolid,
  transform: Float64Array,
  budget: number,
  out: Overlap,
  apart = false,
): number {
  beginRound(out);
  size.waiting = 0;
  size.lenses = 0;
  const one = a.tree;
  const other = b.tree;
  if (one.count === 0 || other.count === 0) return 0;
  consider(one, other, transform, 0, 0, budget);
  let opened = 0;
  while (size.waiting > 0 && (budget === 0 || opened < budget)) {
    opened++;
    pop(budget);
    const i = waiting[2 * size.waiting];
    const j = waiting[2 * size.waiting + 1];
    const leafA = one.skip[i] === i + 1;
    const leafB = other.skip[j] === j + 1;
    if (leafA && leafB) addLens(one, other, transform, i, j);
    else if (!leafA && (leafB || one.ball[4 * i + 3] >= other.ball[4 * j + 3]))
      for (let c = i + 1; c < one.skip[i]; c = one.skip[c]) consider(one, other, transform, c, j, budget);
    else for (let c = j + 1; c < other.skip[j]; c = other.skip[c]) consider(one, other, transform, i, c, budget);
  }
  for (let k = 0; k < size.waiting; k++) addLens(one, other, transform, waiting[2 * k], waiting[2 * k + 1]);
  if (!apart) joinLenses(one, other);
  writeRegions(one, out);
  return opened;
}

/** Name of lens r of the last query in which they were apart: the same balls have the same. */
export function lensName(b: SphereSolid, r: number): number {
  return 1 + pairs[3 * r] * b.tree.skip[0] + pairs[3 * r + 1];
}

/** Balls of two nodes, ready for their lens. Writes: radii, between. */
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

/** A pair of nodes waits if their balls overlap. */
function consider(
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
  if (2 * size.waiting + 2 > waiting.length) {
    waiting = ensureCapacityI32(waiting, 2 * size.waiting + 2);
    common = ensureCapacityF64(common, waiting.length / 2);
  }
  let at = size.waiting++;
  if (budget > 0) {
    intersectSpheres(radii, between, 0, lens);
    const volume = lens.count > 0 ? lens.values[0] : 0;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (common[up] >= volume) break;
      move(up, at);
      at = up;
    }
    common[at] = volume;
  }
  waiting[2 * at] = i;
  waiting[2 * at + 1] = j;
}

function move(from: number, to: number): void {
  common[to] = common[from];
  waiting[2 * to] = waiting[2 * from];
  waiting[2 * to + 1] = waiting[2 * from + 1];
}

/** The next pair of nodes goes to the place after the last. */
function pop(budget: number): void {
  const last = --size.waiting;
  if (budget === 0 || last === 0) return;
  const i = waiting[0];
  const j = waiting[1];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= last) break;
    if (child + 1 < last && common[child + 1] > common[child]) child++;
    if (common[child] <= common[last]) break;
    move(child, at);
    at = child;
  }
  move(last, at);
  waiting[2 * last] = i;
  waiting[2 * last + 1] = j;
}

/** The lens of two balls; of nodes with balls below them the filled part of it. */
function addLens(one: SphereTree, other: SphereTree, transform: Float64Array, i: number, j: number): void {
  prepare(one, other, transform, i, j);
  intersectSpheres(radii, between, 0, lens);
  if (lens.count === 0) return;
  const k = size.lenses++;
  pairs = ensureCapacityI32(pairs, 3 * size.lenses);
  parent = ensureCapacityI32(parent, size.lenses);
  lenses = ensureCapacityF64(lenses, OVERLAP_SIZE * size.lenses);
  pairs[3 * k] = i;
  pairs[3 * k + 1] = j;
  parent[k] = k;
  const whole = (4 / 3) * Math.PI * radii[0] * radii[0] * radii[0] * (4 / 3) * Math.PI * radii[1] * radii[1] * radii[1];
  const leaves = one.skip[i] === i + 1 && other.skip[j] === j + 1;
  const part = leaves ? 1 : (one.volume[i] * other.volume[j]) / whole;
  const o = OVERLAP_SIZE * k;
  for (let m = 0; m < OVERLAP_SIZE; m++) lenses[o + m] = part * lens.values[m];
  // places are from the centre of A's ball
  for (let m = 0; m < 3; m++) {
    lenses[o + OVERLAP.center + m] = lens.values[OVERLAP.center + m] + one.ball[4 * i + m];
  }
}

function touch({ ball }: SphereTree, i: number, j: number): boolean {
  const x = ball[4 * i] - ball[4 * j];
  const y = ball[4 * i + 1] - ball[4 * j + 1];
  const z = ball[4 * i + 2] - ball[4 * j + 2];
  const reach = TOUCH * (ball[4 * i + 3] + ball[4 * j + 3]);
  return i === j || x * x + y * y + z * z <= reach * reach;
}

function joinLenses(one: SphereTree, other: SphereTree): void {
  for (let p = 0; p < size.lenses; p++) {
    for (let q = 0; q < p; q++) {
      if (!touch(one, pairs[3 * p], pairs[3 * q]) && !touch(other, pairs[3 * p + 1], pairs[3 * q + 1])) continue;
      unite(parent, p, q);
    }
  }
}

/** Sums of the lenses of each region: V, centre, vector area; then all second moments about the centre. */
function writeRegions(one: SphereTree, out: Overlap): void {
  for (let p = 0; p < size.lenses; p++) {
    const root = rootOf(parent, p);
    if (root === p) {
      pairs[3 * p + 2] = out.count++;
      out.values = ensureCapacityF64(out.values, OVERLAP_SIZE * out.count);
      out.flags = ensureCapacityI32(out.flags, out.count);
      out.regionLoop = ensureCapacityI32(out.regionLoop, out.count + 1);
      out.regionLoop[out.count] = 0;
      for (let k = 0; k < OVERLAP_SIZE; k++) out.values[OVERLAP_SIZE * pairs[3 * p + 2] + k] = 0;
    }
    pairs[3 * p + 2] = pairs[3 * root + 2];
    const o = OVERLAP_SIZE * pairs[3 * p + 2];
    const l = OVERLAP_SIZE * p;
    // first moments from the centre of A's tree; patches from the centres of lenses, where their disks are
    out.values[o] += lenses[l];
    out.values[o + OVERLAP.patchArea] += lenses[l + OVERLAP.patchArea];
    for (let k = 0; k < 3; k++) {
      const x = lenses[l + OVERLAP.center + k] - one.ball[k];
      out.values[o + OVERLAP.center + k] += lenses[l] * x;
      out.values[o + OVERLAP.patchCenter + k] += lenses[l + OVERLAP.patchArea] * x;
      out.values[o + OVERLAP.area + k] += lenses[l + OVERLAP.area + k];
    }
  }
  for (let r = 0; r < out.count; r++) writeMiddle(one, out, r);
  for (let p = 0; p < size.lenses; p++) {
    const o = OVERLAP_SIZE * pairs[3 * p + 2];
    const l = OVERLAP_SIZE * p;
    addTensor(out.values, o, l, 0, OVERLAP.center, OVERLAP.inertia);
    addTensor(out.values, o, l, OVERLAP.patchArea, OVERLAP.patchCenter, OVERLAP.patchInertia);
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

/** J_i + w_i (|r|² 1 − r rᵀ) of a lens, r from the region's centre to the lens, w its volume or the area of its disk. */
function addTensor(values: Float64Array, o: number, l: number, weight: number, center: number, tensor: number): void {
  const w = lenses[l + weight];
  const x = lenses[l + OVERLAP.center] - values[o + center];
  const y = lenses[l + OVERLAP.center + 1] - values[o + center + 1];
  const z = lenses[l + OVERLAP.center + 2] - values[o + center + 2];
  const t = o + tensor;
  const s = l + tensor;
  values[t] += lenses[s] + w * (y * y + z * z);
  values[t + 1] += lenses[s + 1] + w * (x * x + z * z);
  values[t + 2] += lenses[s + 2] + w * (x * x + y * y);
  values[t + 3] += lenses[s + 3] - w * x * y;
  values[t + 4] += lenses[s + 4] - w * x * z;
  values[t + 5] += lenses[s + 5] - w * y * z;
}
