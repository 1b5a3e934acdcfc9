import { copyBox, isBox, overlaps, sweepMeets, sweptBox } from "../../src/collision/broad/boxes.js";
import {
  type BroadPhase,
  createIdSink,
  createPairSink,
  createStats,
  type IdSink,
  type PairSink,
  pushId,
  pushPair,
  type SceneryKind,
} from "../../src/collision/broad/broad-phase.js";
import { mergeCandidates } from "../../src/collision/broad/candidates.js";
import {
  clampBox,
  type EnlargedBoxes,
  type EnlargeOptions,
  enlargeBox,
  voidBox,
} from "../../src/collision/broad/enlarged-boxes.js";
import { acceptBox, createProxies, enterProxy, leaveProxy } from "../../src/collision/broad/proxies.js";
import { createSortRoom, sortIds, sortPairs } from "../../src/collision/broad/sort.js";
import type { PairFilter, ProxyOptions } from "../../src/collision/filter.js";
import { pairAllowed } from "../../src/collision/filter.js";
import { ensureCapacityF64, ensureCapacityI32, ensureCapacityU8 } from "../../src/math/capacity.js";
import { createScenery, queryScenery, rebuildScenery, type Scenery, type SceneryBuilder } from "./scenery.js";
import { buildTreeScenery } from "./tree-scenery.js";

const MOVING = 0;
const STATIC = 1;

/** As the dynamic tree has it. */
const ENLARGE: EnlargeOptions = { margin: 0.05, marginShare: 0.125, prediction: 4, reachShare: 0.5 };

/** A broad phase with static proxies in a structure of `build` and moving ones in `inner`, which must be empty. */
export function holdApart(build: SceneryBuilder): (inner: BroadPhase) => BroadPhase {
  return (inner) => new StaticApart(inner, build);
}

/**
 * The broad phase itself, or, with a scenery, with static proxies in it; by default in a tree. `inner` must be empty.
 */
export function apart(inner: BroadPhase, scenery: SceneryKind | undefined): BroadPhase {
  if (scenery === undefined) return inner;
  return scenery.hold === null ? new StaticApart(inner, buildTreeScenery) : scenery.hold(inner);
}

/**
 * A broad phase for moving proxies, and a separate structure for static ones. A moving proxy looks into the scenery
 * with an enlarged box and keeps the proxies found as candidates until it leaves that box; every update compares the
 * true boxes of the candidates. So static proxies cost nothing per step, and the moving ones that stay near where they
 * are cost one comparison per candidate.
 */
class StaticApart implements BroadPhase {
  readonly name: string;
  readonly filter: PairFilter;
  readonly stats = createStats();
  /** Holds the moving proxies. */
  readonly #inner: BroadPhase;
  /** Boxes of all proxies. */
  readonly #proxies = createProxies();
  readonly #scenery: Scenery;
  readonly #enlarged: EnlargedBoxes = { box: new Float64Array(0), trust: new Uint8Array(0) };
  #home: Uint8Array = new Uint8Array(0);
  #isTouched: Uint8Array = new Uint8Array(0);
  #touched: Int32Array = new Int32Array(0);
  #touchedCount = 0;

  readonly #moving: PairSink = createPairSink();
  /**
   * Pairs of a moving and a static proxy that pass the filter and were near at the last look, sorted; and room for the
   * next list.
   */
  #candidates: PairSink = createPairSink();
  #spare: PairSink = createPairSink();
  readonly #fresh: PairSink = createPairSink();
  readonly #sortRoom = createSortRoom();
  #filterVersion = -1;
  readonly #box = new Float64Array(6);
  readonly #found: IdSink = createIdSink();
  #order: Int32Array = new Int32Array(0);

  constructor(inner: BroadPhase, build: SceneryBuilder) {
    this.name = inner.name;
    this.filter = inner.filter;
    this.#inner = inner;
    this.#scenery = createScenery(build);
  }

  add(proxy: number, boxes: Float64Array, o: number, options: ProxyOptions): boolean {
    if (!enterProxy(this.#proxies, this.filter, this.stats, proxy, boxes, o, options)) return false;
    if (proxy >= this.#home.length) this.#grow(proxy + 1);
    this.#home[proxy] = this.filter.isStatic[proxy] !== 0 ? STATIC : MOVING;
    if (this.#home[proxy] === MOVING) this.#inner.add(proxy, boxes, o, options);
    voidBox(this.#enlarged, proxy);
    this.#enlarge(proxy, boxes, o);
    return true;
  }

  remove(proxy: number): void {
    leaveProxy(this.#proxies, this.stats, proxy);
    if (this.#home[proxy] === MOVING) this.#inner.remove(proxy);
    else this.#scenery.isStale = true;
    this.#touch(proxy);
  }

  has(proxy: number): boolean {
    return this.#proxies.present[proxy] === 1;
  }

  move(proxy: number, boxes: Float64Array, o: number): boolean {
    if (!acceptBox(this.#proxies, this.stats, proxy, boxes, o)) return false;
    if (this.#home[proxy] === MOVING) this.#inner.move(proxy, boxes, o);
    this.#enlarge(proxy, boxes, o);
    copyBox(this.#proxies.box, 6 * proxy, boxes, o);
    return true;
  }

  update(sink: PairSink): void {
    const { stats } = this;
    stats.tests = 0;
    stats.reinserted = 0;
    stats.rebuilds = 0;
    if (this.#filterVersion !== this.filter.version) this.#touchMoving();
    this.#filterVersion = this.filter.version;
    this.#mend();
    if (this.#touchedCount > 0) this.#renewCandidates();
    this.#inner.update(this.#moving);
    stats.tests += this.#inner.stats.tests;
    stats.swaps = this.#inner.stats.swaps;
    stats.rebuilds += this.#inner.stats.rebuilds;
    stats.reinserted += this.#inner.stats.reinserted;
    this.#report(sink);
  }

  query(boxes: Float64Array, o: number, sink: IdSink): void {
    sink.count = 0;
    if (!isBox(boxes, o)) return;
    this.#mend();
    this.#inner.query(boxes, o, sink);
    clampBox(this.#box, boxes, o);
    const { box } = this.#proxies;
    const found = this.#lookAround(this.#box, 0);
    for (let i = 0; i < found.count; i++) if (overlaps(box, 6 * found.ids[i], boxes, o)) pushId(sink, found.ids[i]);
    sortIds(sink);
  }

  cast(sweep: Float64Array, o: number, visit: (proxy: number) => void): void {
    this.#mend();
    this.#inner.cast(sweep, o, visit);
    sweptBox(this.#box, sweep, o);
    const { box } = this.#proxies;
    const found = this.#lookAround(this.#box, 0);
    for (let i = 0; i < found.count; i++) if (sweepMeets(box, 6 * found.ids[i], sweep, o)) visit(found.ids[i]);
  }

  nodes(visit: (boxes: Float64Array, o: number, height: number) => void): void {
    this.#inner.nodes?.(visit);
  }

  /** Static proxies near a box. */
  #lookAround(box: Float64Array, o: number): IdSink {
    this.#found.count = 0;
    queryScenery(this.#scenery, box, o, this.#found);
    return this.#found;
  }

  /** A proxy whose new box does not fit its enlarged one looks again, or makes the scenery stale. */
  #enlarge(proxy: number, boxes: Float64Array, o: number): void {
    const isStatic = this.#home[proxy] === STATIC;
    if (!enlargeBox(this.#enlarged, ENLARGE, proxy, isStatic, this.#proxies.box, boxes, o)) return;
    if (isStatic) this.#scenery.isStale = true;
    else this.#touch(proxy);
  }

  #touch(proxy: number): void {
    if (this.#isTouched[proxy] !== 0) return;
    this.#isTouched[proxy] = 1;
    if (this.#touchedCount === this.#touched.length)
      this.#touched = ensureCapacityI32(this.#touched, this.#touchedCount + 1);
    this.#touched[this.#touchedCount++] = proxy;
  }

  #touchMoving(): void {
    for (let p = 0; p < this.#proxies.limit; p++) if (this.#isMember(p, MOVING)) this.#touch(p);
  }

  #isMember(proxy: number, home: number): boolean {
    return this.#proxies.present[proxy] !== 0 && this.#home[proxy] === home;
  }

  /** Rebuilds the scenery if it has changed; then every moving proxy must look again. */
  #mend(): void {
    if (!this.#scenery.isStale) return;
    let count = 0;
    for (let p = 0; p < this.#proxies.limit; p++) {
      if (!this.#isMember(p, STATIC)) continue;
      if (count === this.#order.length) this.#order = ensureCapacityI32(this.#order, count + 1);
      this.#order[count++] = p;
    }
    rebuildScenery(this.#scenery, this.#order, count, this.#enlarged.box);
    this.stats.rebuilds++;
    this.#touchMoving();
  }

  /** Candidates: those of before of proxies that kept their enlarged boxes, and those that the others find now. */
  #renewCandidates(): void {
    const fresh = this.#fresh;
    fresh.count = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const proxy = this.#touched[i];
      if (!this.#isMember(proxy, MOVING)) continue;
      const found = this.#lookAround(this.#enlarged.box, 6 * proxy);
      this.stats.tests += found.count;
      for (let f = 0; f < found.count; f++) {
        const other = found.ids[f];
        if (!pairAllowed(this.filter, proxy, other)) continue;
        if (proxy < other) pushPair(fresh, proxy, other);
        else pushPair(fresh, other, proxy);
      }
    }
    sortPairs(fresh, this.#proxies.limit, this.#sortRoom);
    mergeCandidates(this.#candidates, this.#isTouched, fresh, this.#spare);
    const old = this.#candidates;
    this.#candidates = this.#spare;
    this.#spare = old;
    for (let i = 0; i < this.#touchedCount; i++) this.#isTouched[this.#touched[i]] = 0;
    this.#touchedCount = 0;
  }

  /** Merges the pairs of moving proxies with the candidates whose true boxes meet; both are sorted. */
  #report(sink: PairSink): void {
    const { box } = this.#proxies;
    const { pairs: own, count: ownCount } = this.#moving;
    const { pairs, count } = this.#candidates;
    sink.count = 0;
    let m = 0;
    for (let i = 0; i < count; i++) {
      const a = pairs[2 * i];
      const b = pairs[2 * i + 1];
      if (!overlaps(box, 6 * a, box, 6 * b)) continue;
      for (; m < ownCount && (own[2 * m] < a || (own[2 * m] === a && own[2 * m + 1] < b)); m++)
        pushPair(sink, own[2 * m], own[2 * m + 1]);
      pushPair(sink, a, b);
    }
    for (; m < ownCount; m++) pushPair(sink, own[2 * m], own[2 * m + 1]);
    this.stats.tests += count;
    this.stats.pairs = sink.count;
  }

  #grow(needed: number): void {
    this.#home = ensureCapacityU8(this.#home, needed);
    const capacity = this.#home.length;
    this.#isTouched = ensureCapacityU8(this.#isTouched, capacity);
    this.#enlarged.box = ensureCapacityF64(this.#enlarged.box, 6 * capacity);
    this.#enlarged.trust = ensureCapacityU8(this.#enlarged.trust, capacity);
  }
}
