import { ensureCapacityI32 } from "../../math/capacity.js";
import type { PairFilter, ProxyOptions } from "../filter.js";

/**
 * A broad phase finds the pairs of proxies whose axis-aligned boxes touch. A proxy is a small integer ≥ 0 chosen by the
 * caller (one per shape of a body); a box is [minx, miny, minz, maxx, maxy, maxz] in m, six numbers from `boxes[o]`.
 *
 * Boxes overlap when their closed intervals meet on all three axes, so touching boxes overlap:
 *
 *   minA ≤ maxB  and  minB ≤ maxA      [Luaces2013] (4.17)
 *
 * The result is a function of the present boxes and the filter alone. Inner state (trees, sorted lists, enlarged boxes)
 * makes it fast and never shows: every broad phase gives the same pairs in the same order whatever happened before, so
 * nothing of it belongs into a snapshot, and a copy built from the boxes alone continues with the same bits.
 *
 * Boxes may be unbounded (a plane has infinite sides), flat, points, and as large as f64. A box with a NaN, or with min
 * > max, is refused by `add` and `move`, which then return false and change nothing.
 */
export interface BroadPhase {
  readonly name: string;
  /** Which pairs may be reported. */
  readonly filter: PairFilter;
  readonly stats: BroadPhaseStats;
  /** Adds a proxy that is not present; false when the box is refused, and then the proxy stays absent. */
  add(proxy: number, boxes: Float64Array, o: number, options: ProxyOptions): boolean;
  /** Takes a proxy away; its number may be used again at once. */
  remove(proxy: number): void;
  has(proxy: number): boolean;
  /** New box of a proxy that is present; false when the box is refused, and then the old one stays. */
  move(proxy: number, boxes: Float64Array, o: number): boolean;
  /** Replaces the content of `sink` by all pairs, a < b, ascending by (a, b). */
  update(sink: PairSink): void;
  /** Replaces the content of `sink` by the proxies, ascending, whose boxes overlap the given one. Asks no filter. */
  query(boxes: Float64Array, o: number, sink: IdSink): void;
  /**
   * Calls `visit` for the proxies whose boxes are met by a box that moves along a straight line, in no fixed order.
   *
   * `sweep[o…]` is [centre 3, translation 3, limit, half extents 3]: the box is at centre + t · translation, 0 ≤ t ≤
   * limit. Half extents of zero make it a ray. `visit` may lower `sweep[o + 6]`, and proxies beyond it are left out
   * from then on; a caller that looks for the first hit must break ties by proxy, not by order. It must not call the
   * broad phase. Asks no filter.
   */
  cast(sweep: Float64Array, o: number, visit: (proxy: number) => void): void;
  /**
   * For drawing: calls `visit` with the box of every node, six numbers from `boxes[o]`, and its height above the
   * leaves. Only of broad phases that are trees.
   */
  nodes?(visit: (boxes: Float64Array, o: number, height: number) => void): void;
}

/** A broad phase in the registry. */
export interface BroadPhaseKind {
  readonly name: string;
  readonly help: string;
  /** With a scenery static proxies are kept in it and cost nothing per step. The pairs are the same. */
  create(filter: PairFilter, scenery?: SceneryKind): BroadPhase;
}

/** A structure for static proxies in the registry: the same pairs in the same order, at another cost. */
export interface SceneryKind {
  readonly name: string;
  readonly help: string;
  /**
   * A broad phase with static proxies in this structure and moving ones in `inner`, which is empty. Null: the broad
   * phase's own structure.
   */
  readonly hold: ((inner: BroadPhase) => BroadPhase) | null;
}

/** Statistics of the last `update`; `refused` counts from the beginning. */
export interface BroadPhaseStats {
  /** Proxies present. */
  proxies: number;
  /** Comparisons of two boxes. */
  tests: number;
  /** Exchanges of neighbours in sorted lists. */
  swaps: number;
  /** Proxies inserted into the structure again. */
  reinserted: number;
  /** Structures built from scratch. */
  rebuilds: number;
  /** Pairs reported. */
  pairs: number;
  /** Boxes refused since the beginning. */
  refused: number;
}

export function createStats(): BroadPhaseStats {
  return { proxies: 0, tests: 0, swaps: 0, reinserted: 0, rebuilds: 0, pairs: 0, refused: 0 };
}

/** Pairs: `pairs[2i] < pairs[2i + 1]`, 0 ≤ i < count. The array is replaced when it is too small. */
export interface PairSink {
  pairs: Int32Array;
  count: number;
}

export function createPairSink(capacity = 64): PairSink {
  return { pairs: new Int32Array(2 * capacity), count: 0 };
}

export function pushPair(sink: PairSink, a: number, b: number): void {
  if (2 * sink.count === sink.pairs.length) sink.pairs = ensureCapacityI32(sink.pairs, 2 * sink.count + 2);
  sink.pairs[2 * sink.count] = a;
  sink.pairs[2 * sink.count + 1] = b;
  sink.count++;
}

/** Proxies: `ids[i]`, 0 ≤ i < count. The array is replaced when it is too small. */
export interface IdSink {
  ids: Int32Array;
  count: number;
}

export function createIdSink(capacity = 64): IdSink {
  return { ids: new Int32Array(capacity), count: 0 };
}

export function pushId(sink: IdSink, id: number): void {
  if (sink.count === sink.ids.length) sink.ids = ensureCapacityI32(sink.ids, sink.count + 1);
  sink.ids[sink.count++] = id;
}
