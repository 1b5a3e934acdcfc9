import { overlaps } from "../../src/collision/broad/boxes.js";
import {
  type BroadPhase,
  type BroadPhaseKind,
  createPairSink,
  createStats,
  type IdSink,
  type PairSink,
  pushPair,
} from "../../src/collision/broad/broad-phase.js";
import { createProxies, enterProxy, leaveProxy } from "../../src/collision/broad/proxies.js";
import { createSortRoom, sortPairs } from "../../src/collision/broad/sort.js";
import type { PairFilter, ProxyOptions } from "../../src/collision/filter.js";
import { pairAllowed } from "../../src/collision/filter.js";
import { PairMap } from "../../src/collision/pair-map.js";
import { ensureCapacityI32, ensureCapacityU8 } from "../../src/math/capacity.js";
import { createEndpoints, dropEndpoints, type Endpoints, mergeEndpoints, refreshEndpoints } from "./endpoints.js";
import { castProxies, placeProxy, queryProxies } from "./proxies.js";
import { apart } from "./static-apart.js";

/** None of it changes the pairs. */
export interface SweepAndPruneOptions {
  /**
   * How overlap on all axes is found out when it begins on one. `false`: compare the two boxes. `true`: count for each
   * pair the axes on which it overlaps, and report it at 3, as the source does. Counting keeps all pairs that overlap
   * on any axis, which in space are many times those that overlap; see the benchmark.
   */
  readonly counters: boolean;
  /**
   * Exchanges per endpoint and step above which the lists are sorted from scratch and swept, since exchanging costs
   * O(n²) when everything moves far. Infinite: never, as the source.
   */
  readonly patience: number;
}

export const SWEEP_AND_PRUNE_DEFAULTS: SweepAndPruneOptions = { counters: false, patience: 32 };

/**
 * Sweep and prune [Gribel2009, §3.2]. One list per axis holds both ends of every box, sorted. A step writes the new
 * coordinates and sorts again by insertion, which is quick because little changes from step to step: O(n + exchanges),
 * none at all in a still scene. An exchange of a min that moves left past a max begins an overlap on that axis; of a
 * max past a min, ends one.
 */
export const sweepAndPrune: BroadPhaseKind = {
  name: "sweep-and-prune",
  help: "sorted ends of boxes on each axis; good when little moves from step to step",
  create: (filter, scenery) => apart(new SweepAndPrune(filter, SWEEP_AND_PRUNE_DEFAULTS), scenery),
};

/** Sweep and prune with other options. */
export function createSweepAndPrune(filter: PairFilter, options: Partial<SweepAndPruneOptions>): BroadPhase {
  return new SweepAndPrune(filter, { ...SWEEP_AND_PRUNE_DEFAULTS, ...options });
}

class SweepAndPrune implements BroadPhase {
  readonly name = "sweep-and-prune";
  readonly filter: PairFilter;
  readonly stats = createStats();
  readonly #options: SweepAndPruneOptions;
  readonly #proxies = createProxies();
  readonly #axes: readonly Endpoints[] = [createEndpoints(), createEndpoints(), createEndpoints()];
  /** Pairs that overlap and pass the filter. */
  readonly #active = new PairMap();
  /** With counters: pairs that overlap on some axis and pass the filter; the value is the number of axes. */
  readonly #axisCount = new PairMap();

  // per proxy: waits to enter the lists; left while in the lists; place among those open in a sweep
  #isNew: Uint8Array = new Uint8Array(0);
  #hasLeft: Uint8Array = new Uint8Array(0);
  #openAt: Int32Array = new Int32Array(0);
  #leftCount = 0;
  #newCount = 0;
  #filterVersion = 0;

  /** Active pairs in order; made again only when they change. */
  readonly #sorted: PairSink = createPairSink();
  #isSorted = false;

  // room for additions: the new proxies, two lists of ends, and the proxies open in a sweep, listed before and new
  #entering: Int32Array = new Int32Array(0);
  readonly #roomA = createEndpoints();
  readonly #roomB = createEndpoints();
  #openOld: Int32Array = new Int32Array(0);
  #openNew: Int32Array = new Int32Array(0);
  readonly #sortRoom = createSortRoom();

  constructor(filter: PairFilter, options: SweepAndPruneOptions) {
    this.filter = filter;
    this.#options = options;
    this.#filterVersion = filter.version;
  }

  add(proxy: number, boxes: Float64Array, o: number, options: ProxyOptions): boolean {
    if (!enterProxy(this.#proxies, this.filter, this.stats, proxy, boxes, o, options)) return false;
    if (proxy >= this.#isNew.length) this.#grow(proxy + 1);
    this.#isNew[proxy] = 1;
    this.#newCount++;
    return true;
  }

  remove(proxy: number): void {
    leaveProxy(this.#proxies, this.stats, proxy);
    if (this.#isNew[proxy] !== 0) {
      this.#isNew[proxy] = 0;
      this.#newCount--;
    } else {
      this.#hasLeft[proxy] = 1;
      this.#leftCount++;
    }
  }

  has(proxy: number): boolean {
    return this.#proxies.present[proxy] === 1;
  }

  move(proxy: number, boxes: Float64Array, o: number): boolean {
    return placeProxy(this.#proxies, this.stats, proxy, boxes, o);
  }

  update(sink: PairSink): void {
    const { stats, filter } = this;
    const { box } = this.#proxies;
    stats.tests = 0;
    stats.swaps = 0;
    stats.rebuilds = 0;
    if (this.#leftCount > 0) this.#dropLeft();
    if (this.#filterVersion !== filter.version) this.#startOver();
    this.#filterVersion = filter.version;

    // listed proxies: write new coordinates, sort, note overlaps that begin and end
    for (let axis = 0; axis < 3; axis++) refreshEndpoints(this.#axes[axis], box, axis);
    let calm = true;
    for (let axis = 0; axis < 3 && calm; axis++) calm = this.#sortAxis(this.#axes[axis]);
    if (!calm) this.#startOver();

    stats.reinserted = this.#newCount;
    if (this.#newCount > 0) this.#enter();
    this.#report(sink);
  }

  query(boxes: Float64Array, o: number, sink: IdSink): void {
    queryProxies(this.#proxies, boxes, o, sink);
  }

  cast(sweep: Float64Array, o: number, visit: (proxy: number) => void): void {
    castProxies(this.#proxies, sweep, o, visit);
  }

  /** Insertion sort with events; false when it is given up because too much has moved. */
  #sortAxis(ends: Endpoints): boolean {
    const { tag, value, count } = ends;
    const limit = this.stats.swaps + this.#options.patience * count;
    let swaps = this.stats.swaps;
    for (let i = 1; i < count; i++) {
      const t = tag[i];
      const v = value[i];
      const isMax = t & 1;
      let j = i - 1;
      for (; j >= 0 && (value[j] > v || (value[j] === v && (tag[j] & 1) > isMax)); j--) {
        const u = tag[j];
        if ((u & 1) !== isMax) {
          if (isMax === 0) this.#begin(t >> 1, u >> 1);
          else this.#end(t >> 1, u >> 1);
        }
        tag[j + 1] = u;
        value[j + 1] = value[j];
      }
      tag[j + 1] = t;
      value[j + 1] = v;
      swaps += i - 1 - j;
      if (swaps > limit) break;
    }
    this.stats.swaps = swaps;
    return swaps <= limit;
  }

  /**
   * The two begin to overlap on one axis. Comparing their boxes, which are already the new ones, tells whether they
   * overlap; if another axis follows later in this step, its `begin` finds the same.
   */
  #begin(a: number, b: number): void {
    if (this.#options.counters) {
      if (!pairAllowed(this.filter, a, b)) return;
      const index = this.#axisCount.add(a, b);
      if (++this.#axisCount.value[index] < 3) return;
    } else {
      this.stats.tests++;
      const { box } = this.#proxies;
      if (!overlaps(box, 6 * a, box, 6 * b) || !pairAllowed(this.filter, a, b)) return;
    }
    this.#active.add(a, b);
    this.#isSorted = false;
  }

  /** The two cease to overlap on one axis. */
  #end(a: number, b: number): void {
    if (this.#options.counters) {
      const index = this.#axisCount.find(a, b);
      if (index < 0) return;
      const axes = --this.#axisCount.value[index];
      if (axes === 0) this.#axisCount.remove(index);
      if (axes < 2) return;
    }
    if (this.#active.delete(a, b)) this.#isSorted = false;
  }

  /** Takes proxies that left out of the lists and their pairs out of the tables. */
  #dropLeft(): void {
    for (const ends of this.#axes) dropEndpoints(ends, this.#hasLeft);
    dropPairs(this.#active, this.#hasLeft);
    dropPairs(this.#axisCount, this.#hasLeft);
    this.#isSorted = false;
    this.#hasLeft.fill(0);
    this.#leftCount = 0;
  }

  /** Empties lists and tables; all proxies wait to enter. */
  #startOver(): void {
    for (const ends of this.#axes) ends.count = 0;
    this.#active.clear();
    this.#axisCount.clear();
    this.#isSorted = false;
    this.#newCount = 0;
    for (let p = 0; p < this.#proxies.limit; p++) {
      this.#isNew[p] = this.#proxies.present[p];
      this.#newCount += this.#isNew[p];
    }
    this.stats.rebuilds++;
  }

  /** Enters the new proxies: their ends are sorted and merged in, their pairs are found by sweeping. */
  #enter(): void {
    const { limit, box } = this.#proxies;
    if (this.#entering.length < this.#newCount) this.#entering = ensureCapacityI32(this.#entering, this.#newCount);
    let count = 0;
    for (let p = 0; p < limit; p++) if (this.#isNew[p] !== 0) this.#entering[count++] = p;
    for (let axis = 0; axis < 3; axis++)
      mergeEndpoints(this.#axes[axis], this.#entering, count, box, axis, this.#roomA, this.#roomB);

    const listed = this.#axes[0].count >> 1;
    if (this.#openOld.length < listed) this.#openOld = ensureCapacityI32(this.#openOld, listed);
    if (this.#openNew.length < count) this.#openNew = ensureCapacityI32(this.#openNew, count);
    if (this.#options.counters) for (const ends of this.#axes) this.#sweep(ends);
    else this.#sweep(this.#axes[this.#sparsestAxis()]);
    this.#isNew.fill(0);
    this.#newCount = 0;
  }

  /** Axis on which the sweep has the fewest pairs to compare. */
  #sparsestAxis(): number {
    let sparsest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let axis = 0; axis < 3; axis++) {
      const { tag, count } = this.#axes[axis];
      let compared = 0;
      let open = 0;
      let openNew = 0;
      for (let i = 0; i < count; i++) {
        const isNew = this.#isNew[tag[i] >> 1];
        if ((tag[i] & 1) === 0) {
          compared += isNew !== 0 ? open : openNew;
          open++;
          openNew += isNew;
        } else {
          open--;
          openNew -= isNew;
        }
      }
      if (compared < least) {
        least = compared;
        sparsest = axis;
      }
    }
    return sparsest;
  }

  /** Walks along an axis and meets every pair that overlaps there and has a new proxy. */
  #sweep(ends: Endpoints): void {
    const { tag, count } = ends;
    const openOld = this.#openOld;
    const openNew = this.#openNew;
    const openAt = this.#openAt;
    let old = 0;
    let fresh = 0;
    for (let i = 0; i < count; i++) {
      const p = tag[i] >> 1;
      const isNew = this.#isNew[p] !== 0;
      if ((tag[i] & 1) === 0) {
        for (let k = 0; k < fresh; k++) this.#begin(p, openNew[k]);
        if (isNew) for (let k = 0; k < old; k++) this.#begin(p, openOld[k]);
        openAt[p] = isNew ? fresh : old;
        if (isNew) openNew[fresh++] = p;
        else openOld[old++] = p;
      } else {
        const open = isNew ? openNew : openOld;
        const last = open[isNew ? --fresh : --old];
        open[openAt[p]] = last;
        openAt[last] = openAt[p];
      }
    }
  }

  #report(sink: PairSink): void {
    const sorted = this.#sorted;
    if (!this.#isSorted) {
      const { low, high, size } = this.#active;
      sorted.count = 0;
      for (let i = 0; i < size; i++) pushPair(sorted, low[i], high[i]);
      sortPairs(sorted, this.#proxies.limit, this.#sortRoom);
      this.#isSorted = true;
    }
    if (sink.pairs.length < 2 * sorted.count) sink.pairs = ensureCapacityI32(sink.pairs, 2 * sorted.count);
    for (let i = 0; i < 2 * sorted.count; i++) sink.pairs[i] = sorted.pairs[i];
    sink.count = sorted.count;
    this.stats.pairs = sink.count;
  }

  #grow(needed: number): void {
    this.#isNew = ensureCapacityU8(this.#isNew, needed);
    const capacity = this.#isNew.length;
    this.#hasLeft = ensureCapacityU8(this.#hasLeft, capacity);
    this.#openAt = ensureCapacityI32(this.#openAt, capacity);
  }
}

/** Takes out the pairs that have a flagged member. */
function dropPairs(map: PairMap, flagged: Uint8Array): void {
  // from the end, since the last one moves into the hole
  for (let i = map.size - 1; i >= 0; i--) if (flagged[map.low[i]] !== 0 || flagged[map.high[i]] !== 0) map.remove(i);
}
