import {
  type BroadPhase,
  type BroadPhaseKind,
  createStats,
  type IdSink,
  type PairSink,
  pushPair,
} from "../../src/collision/broad/broad-phase.js";
import { createProxies, enterProxy, leaveProxy } from "../../src/collision/broad/proxies.js";
import type { PairFilter, ProxyOptions } from "../../src/collision/filter.js";
import { pairAllowed } from "../../src/collision/filter.js";
import { ensureCapacityI32 } from "../../src/math/capacity.js";
import { castProxies, placeProxy, queryProxies } from "./proxies.js";
import { apart } from "./static-apart.js";

/**
 * Compares every proxy with every other: n (n − 1)/2 tests [Luaces2013] (4.11), [Gribel2009, §4.4]. Nothing to keep up
 * to date, which makes it the quickest below some thirty proxies and the plainest everywhere.
 */
export const allPairs: BroadPhaseKind = {
  name: "all-pairs",
  help: "every proxy with every other; the quickest for a few",
  create: (filter, scenery) => apart(new AllPairs(filter), scenery),
};

class AllPairs implements BroadPhase {
  readonly name = "all-pairs";
  readonly filter: PairFilter;
  readonly stats = createStats();
  readonly #proxies = createProxies();
  /** Proxies present, ascending; `#listed` says whether it is up to date. */
  #list: Int32Array = new Int32Array(0);
  #listed = true;

  constructor(filter: PairFilter) {
    this.filter = filter;
  }

  add(proxy: number, boxes: Float64Array, o: number, options: ProxyOptions): boolean {
    this.#listed = false;
    return enterProxy(this.#proxies, this.filter, this.stats, proxy, boxes, o, options);
  }

  remove(proxy: number): void {
    this.#listed = false;
    leaveProxy(this.#proxies, this.stats, proxy);
  }

  has(proxy: number): boolean {
    return this.#proxies.present[proxy] === 1;
  }

  move(proxy: number, boxes: Float64Array, o: number): boolean {
    return placeProxy(this.#proxies, this.stats, proxy, boxes, o);
  }

  update(sink: PairSink): void {
    if (!this.#listed) this.#makeList();
    const { filter, stats } = this;
    const { box } = this.#proxies;
    const list = this.#list;
    const n = stats.proxies;
    sink.count = 0;
    for (let i = 0; i < n; i++) {
      const a = list[i];
      const minX = box[6 * a];
      const minY = box[6 * a + 1];
      const minZ = box[6 * a + 2];
      const maxX = box[6 * a + 3];
      const maxY = box[6 * a + 4];
      const maxZ = box[6 * a + 5];
      for (let j = i + 1; j < n; j++) {
        const k = 6 * list[j];
        if (box[k] > maxX || box[k + 3] < minX) continue;
        if (box[k + 1] > maxY || box[k + 4] < minY) continue;
        if (box[k + 2] > maxZ || box[k + 5] < minZ) continue;
        if (pairAllowed(filter, a, list[j])) pushPair(sink, a, list[j]);
      }
    }
    stats.tests = (n * (n - 1)) / 2;
    stats.pairs = sink.count;
  }

  query(boxes: Float64Array, o: number, sink: IdSink): void {
    queryProxies(this.#proxies, boxes, o, sink);
  }

  cast(sweep: Float64Array, o: number, visit: (proxy: number) => void): void {
    castProxies(this.#proxies, sweep, o, visit);
  }

  #makeList(): void {
    const { present, limit } = this.#proxies;
    if (this.#list.length < this.stats.proxies) this.#list = ensureCapacityI32(this.#list, this.stats.proxies);
    let n = 0;
    for (let p = 0; p < limit; p++) if (present[p] !== 0) this.#list[n++] = p;
    this.#listed = true;
  }
}
