/**
 * What the tests of broad phases share: the broad phases themselves, moving boxes, and the judge (every box with every other, written
 * without the library).
 */
import { expect } from "vitest";
import { broadPhases, sceneries } from "../../historical/broad/index.js";
import { createSweepAndPrune } from "../../historical/broad/sweep-and-prune.js";
import type { BroadPhase } from "../../src/collision/broad/broad-phase.js";
import { createIdSink, createPairSink } from "../../src/collision/broad/broad-phase.js";
import { createDynamicTree } from "../../src/collision/broad/dynamic-tree.js";
import type { ProxyOptions } from "../../src/collision/filter.js";
import { createPairFilter } from "../../src/collision/filter.js";

export { createSwarm, randomSource, type Swarm } from "../../bench/swarm.js";

/** Do the closed boxes a and b meet? The definition, as an intersection that is not empty. */
export function meet(boxes: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    const from = Math.max(boxes[6 * a + k], boxes[6 * b + k]);
    const to = Math.min(boxes[6 * a + 3 + k], boxes[6 * b + 3 + k]);
    if (from > to) return false;
  }
  return true;
}

/**
 * Pairs of the boxes of `ids` (ascending; all boxes when left out) that meet and are allowed, as [a, b, a, b, …] ascending. The loop is
 * over coordinates side by side and written out, since it compares fifty million boxes.
 */
export function brutePairs(
  boxes: Float64Array,
  ids: readonly number[] | null = null,
  allowed: (a: number, b: number) => boolean = () => true,
): Int32Array {
  const n = ids === null ? boxes.length / 6 : ids.length;
  const column = (k: number) => Float64Array.from({ length: n }, (_, i) => boxes[6 * (ids === null ? i : ids[i]) + k]);
  const [x0, y0, z0, x1, y1, z1] = [0, 1, 2, 3, 4, 5].map(column);
  const found: number[] = [];
  for (let i = 0; i < n; i++) {
    const [ax0, ay0, az0, ax1, ay1, az1] = [x0[i], y0[i], z0[i], x1[i], y1[i], z1[i]];
    for (let j = i + 1; j < n; j++) {
      if (x0[j] > ax1 || x1[j] < ax0 || y0[j] > ay1 || y1[j] < ay0 || z0[j] > az1 || z1[j] < az0) continue;
      const a = ids === null ? i : ids[i];
      const b = ids === null ? j : ids[j];
      if (allowed(a, b)) found.push(a, b);
    }
  }
  return Int32Array.from(found);
}

/** Every broad phase of the registry with every structure for scenery. */
export const withSceneries: readonly (readonly [string, () => BroadPhase])[] = Object.values(broadPhases).flatMap(
  (kind) =>
    Object.values(sceneries).map(
      (scenery) => [`${kind.name}, static in ${scenery.name}`, () => kind.create(createPairFilter(), scenery)] as const,
    ),
);

/** Each broad phase and each structure at least once: the quick form of tests that have nothing to do with scenery. */
const QUICK_SCENERIES = [
  "all-pairs, static in bsp",
  "sweep-and-prune, static in tree",
  "tree, static in octree",
  "tree, static in kd-tree",
];
const FULL = process.env.STICTION_FULL === "1";

/** Every broad phase of the registry, with and without scenery apart, and those that options make of them. */
export const kinds: readonly (readonly [string, () => BroadPhase])[] = [
  ...Object.values(broadPhases).map((kind) => [kind.name, () => kind.create(createPairFilter())] as const),
  ...withSceneries.filter(([name]) => FULL || QUICK_SCENERIES.includes(name)),
  ["sweep-and-prune, counters", () => createSweepAndPrune(createPairFilter(), { counters: true })],
  [
    "sweep-and-prune, never anew",
    () => createSweepAndPrune(createPairFilter(), { patience: Number.POSITIVE_INFINITY }),
  ],
  ["sweep-and-prune, always anew", () => createSweepAndPrune(createPairFilter(), { patience: -1 })],
  ["tree, never anew", () => createDynamicTree(createPairFilter(), { rebuildRatio: 0 })],
  ["tree, always anew", () => createDynamicTree(createPairFilter(), { rebuildRatio: 1e6 })],
  ["tree, no enlargement", () => createDynamicTree(createPairFilter(), { margin: 0, prediction: 0 })],
];

/** Those whose cost is not quadratic in time or memory, once each: scenery makes no difference when nothing is static. */
export const large = kinds.filter(([name]) => !/all-pairs|counters|never|static in/.test(name));

export function pairsOf(broad: BroadPhase): Int32Array {
  const sink = createPairSink(4);
  broad.update(sink);
  return sink.pairs.slice(0, 2 * sink.count);
}

export function idsOf(broad: BroadPhase, box: ArrayLike<number>): number[] {
  const sink = createIdSink(2);
  broad.query(Float64Array.from(box), 0, sink);
  return [...sink.ids.subarray(0, sink.count)];
}

export function addAll(broad: BroadPhase, boxes: Float64Array, options: ProxyOptions = {}): void {
  for (let i = 0; i < boxes.length / 6; i++) broad.add(i, boxes, 6 * i, options);
}

export function moveAll(broad: BroadPhase, boxes: Float64Array): void {
  for (let i = 0; i < boxes.length / 6; i++) broad.move(i, boxes, 6 * i);
}

/** `toEqual`, which is slow on long arrays, only when they differ. */
export function expectSame(found: Int32Array, expected: Int32Array, label = ""): void {
  if (found.length !== expected.length || found.some((value, i) => value !== expected[i]))
    expect([...found], label).toEqual([...expected]);
}
