import { ensureCapacityF64, ensureCapacityI32, ensureCapacityU8 } from "../../math/capacity.js";
import type { PairFilter, ProxyOptions } from "../filter.js";
import { pairAllowed } from "../filter.js";
import { type BoxTree, createBoxTree, insertLeaf, removeLeaf } from "./box-tree.js";
import { copyBox, isBox, overlaps, sweepMeets } from "./boxes.js";
import {
  type BroadPhase,
  type BroadPhaseKind,
  createPairSink,
  createStats,
  type IdSink,
  type PairSink,
  pushId,
  pushPair,
} from "./broad-phase.js";
import { buildTree } from "./build-box-tree.js";
import { mergeCandidates } from "./candidates.js";
import { clampBox, type EnlargedBoxes, type EnlargeOptions, enlargeBox, voidBox } from "./enlarged-boxes.js";
import { acceptBox, createProxies, enterProxy, leaveProxy } from "./proxies.js";
import { createSortRoom, sortIds, sortPairs } from "./sort.js";

/** None of it changes the pairs. */
export interface DynamicTreeOptions extends EnlargeOptions {
  /**
   * The tree is rebuilt, not updated, when more than one in this many proxies has left its enlarged box. A whole
   * number; 0: never. Inserting costs some four times as much per proxy as building.
   */
  readonly rebuildRatio: number;
}

const DYNAMIC_TREE_DEFAULTS: DynamicTreeOptions = {
  margin: 0.05,
  marginShare: 0.125,
  prediction: 4,
  reachShare: 0.5,
  rebuildRatio: 5,
};

/**
 * Two trees of boxes, one for moving proxies and one for static ones. A moving proxy has an enlarged box in its tree,
 * drawn out in the direction of its motion; as long as its true box stays inside, the tree is left alone. Pairs of
 * enlarged boxes are kept from step to step as candidates, sorted; only proxies with a new enlarged box look for
 * candidates, and every update compares the true boxes of the candidates. So a still scene costs one comparison per
 * candidate, and a static proxy costs nothing. [Gribel2009] has sweep and prune instead, which slows down when many
 * bodies move.
 */
export const dynamicTree: BroadPhaseKind = {
  name: "tree",
  help: "dynamic tree of boxes; the default, for many proxies at rest or in motion",
  create: (filter, scenery) => {
    const tree = createDynamicTree(filter, {});
    return scenery?.hold ? scenery.hold(tree) : tree;
  },
};

/** A dynamic tree with other options. */
export function createDynamicTree(filter: PairFilter, options: Partial<DynamicTreeOptions>): BroadPhase {
  return new DynamicTree(filter, { ...DYNAMIC_TREE_DEFAULTS, ...options });
}

/** Fewer proxies than this are always inserted one by one. */
const MIN_REBUILD_PROXIES = 16;

const MOVING = 0;
const STATIC = 1;

class DynamicTree implements BroadPhase {
  readonly name = "tree";
  readonly filter: PairFilter;
  readonly stats = createStats();
  readonly #options: DynamicTreeOptions;
  readonly #proxies = createProxies();
  readonly #trees: readonly [BoxTree, BoxTree] = [createBoxTree(), createBoxTree()];
  readonly #members = [0, 0];
  readonly #enlarged: EnlargedBoxes = { box: new Float64Array(0), trust: new Uint8Array(0) };
  // per proxy: leaf or −1, tree, in the list of those to be inserted, in the list of those to look for candidates
  #leaf: Int32Array = new Int32Array(0);
  #home: Uint8Array = new Uint8Array(0);
  #isDirty: Uint8Array = new Uint8Array(0);
  #isTouched: Uint8Array = new Uint8Array(0);

  #dirty: Int32Array = new Int32Array(0);
  #dirtyCount = 0;
  #touched: Int32Array = new Int32Array(0);
  #touchedCount = 0;

  /**
   * Pairs whose enlarged boxes overlap and that pass the filter, sorted; the other two are room to make the next list.
   */
  #candidates: PairSink = createPairSink();
  #spare: PairSink = createPairSink();
  readonly #fresh: PairSink = createPairSink();
  readonly #sortRoom = createSortRoom();
  #filterVersion = -1;
  /** Room: a clamped box; proxies in the order of a new tree. */
  readonly #box = new Float64Array(6);
  #order: Int32Array = new Int32Array(0);

  constructor(filter: PairFilter, options: DynamicTreeOptions) {
    this.filter = filter;
    this.#options = options;
  }

  add(proxy: number, boxes: Float64Array, o: number, options: ProxyOptions): boolean {
    if (!enterProxy(this.#proxies, this.filter, this.stats, proxy, boxes, o, options)) return false;
    if (proxy >= this.#leaf.length) this.#grow(proxy + 1);
    this.#home[proxy] = this.filter.isStatic[proxy] !== 0 ? STATIC : MOVING;
    this.#members[this.#home[proxy]]++;
    this.#leaf[proxy] = -1;
    voidBox(this.#enlarged, proxy);
    this.#enlarge(proxy, boxes, o);
    return true;
  }

  remove(proxy: number): void {
    leaveProxy(this.#proxies, this.stats, proxy);
    this.#members[this.#home[proxy]]--;
    if (this.#leaf[proxy] >= 0) removeLeaf(this.#trees[this.#home[proxy]], this.#leaf[proxy]);
    this.#leaf[proxy] = -1;
    this.#touch(proxy);
  }

  has(proxy: number): boolean {
    return this.#proxies.present[proxy] === 1;
  }

  move(proxy: number, boxes: Float64Array, o: number): boolean {
    if (!acceptBox(this.#proxies, this.stats, proxy, boxes, o)) return false;
    this.#enlarge(proxy, boxes, o);
    copyBox(this.#proxies.box, 6 * proxy, boxes, o);
    return true;
  }

  update(sink: PairSink): void {
    const { stats } = this;
    stats.tests = 0;
    stats.reinserted = 0;
    stats.rebuilds = 0;
    if (this.#filterVersion !== this.filter.version) this.#touchAll();
    this.#filterVersion = this.filter.version;
    this.#mendTrees();
    if (this.#touchedCount > 0) this.#renewCandidates();

    // the true boxes decide
    const { box } = this.#proxies;
    const { pairs, count } = this.#candidates;
    sink.count = 0;
    for (let i = 0; i < count; i++) {
      const a = pairs[2 * i];
      const b = pairs[2 * i + 1];
      if (overlaps(box, 6 * a, box, 6 * b)) pushPair(sink, a, b);
    }
    stats.tests += count;
    stats.pairs = sink.count;
  }

  query(boxes: Float64Array, o: number, sink: IdSink): void {
    sink.count = 0;
    if (!isBox(boxes, o)) return;
    this.#mendTrees();
    clampBox(this.#box, boxes, o);
    for (let t = 0; t < 2; t++) {
      const tree = this.#trees[t];
      const { box, child, stack } = tree;
      let top = 0;
      if (tree.root >= 0) stack[top++] = tree.root;
      while (top > 0) {
        const node = stack[--top];
        if (!overlaps(box, 6 * node, this.#box, 0)) continue;
        if (child[2 * node] >= 0) {
          stack[top++] = child[2 * node];
          stack[top++] = child[2 * node + 1];
        } else if (overlaps(this.#proxies.box, 6 * child[2 * node + 1], boxes, o)) {
          pushId(sink, child[2 * node + 1]);
        }
      }
    }
    sortIds(sink);
  }

  cast(sweep: Float64Array, o: number, visit: (proxy: number) => void): void {
    this.#mendTrees();
    for (let t = 0; t < 2; t++) {
      const tree = this.#trees[t];
      const { box, child, stack } = tree;
      let top = 0;
      if (tree.root >= 0) stack[top++] = tree.root;
      while (top > 0) {
        const node = stack[--top];
        if (!sweepMeets(box, 6 * node, sweep, o)) continue;
        if (child[2 * node] >= 0) {
          stack[top++] = child[2 * node];
          stack[top++] = child[2 * node + 1];
        } else if (sweepMeets(this.#proxies.box, 6 * child[2 * node + 1], sweep, o)) {
          visit(child[2 * node + 1]);
        }
      }
    }
  }

  /** Puts a proxy whose new box does not fit its enlarged one on the lists. */
  #enlarge(proxy: number, boxes: Float64Array, o: number): void {
    const isStatic = this.#home[proxy] === STATIC;
    const old = this.#proxies.box;
    if (enlargeBox(this.#enlarged, this.#options, proxy, isStatic, old, boxes, o)) this.#renew(proxy);
  }

  /** Puts a proxy on the lists of those that must be inserted and that must look for candidates. */
  #renew(proxy: number): void {
    this.#touch(proxy);
    if (this.#isDirty[proxy] !== 0) return;
    this.#isDirty[proxy] = 1;
    if (this.#dirtyCount === this.#dirty.length) this.#dirty = ensureCapacityI32(this.#dirty, this.#dirtyCount + 1);
    this.#dirty[this.#dirtyCount++] = proxy;
  }

  #touch(proxy: number): void {
    if (this.#isTouched[proxy] !== 0) return;
    this.#isTouched[proxy] = 1;
    if (this.#touchedCount === this.#touched.length)
      this.#touched = ensureCapacityI32(this.#touched, this.#touchedCount + 1);
    this.#touched[this.#touchedCount++] = proxy;
  }

  #touchAll(): void {
    for (let p = 0; p < this.#proxies.limit; p++) if (this.#proxies.present[p] !== 0) this.#touch(p);
  }

  /** Brings the trees up to date with the enlarged boxes. */
  #mendTrees(): void {
    if (this.#dirtyCount === 0) return;
    this.#mend(MOVING);
    this.#mend(STATIC);
    for (let i = 0; i < this.#dirtyCount; i++) this.#isDirty[this.#dirty[i]] = 0;
    this.#dirtyCount = 0;
  }

  #mend(home: number): void {
    let waiting = 0;
    for (let i = 0; i < this.#dirtyCount; i++) if (this.#isMember(this.#dirty[i], home)) waiting++;
    if (waiting === 0) return;
    this.stats.reinserted += waiting;
    if (waiting > MIN_REBUILD_PROXIES && waiting * this.#options.rebuildRatio > this.#members[home])
      this.#rebuild(home);
    else this.#reinsert(home);
  }

  #isMember(proxy: number, home: number): boolean {
    return this.#proxies.present[proxy] !== 0 && this.#home[proxy] === home;
  }

  #reinsert(home: number): void {
    const tree = this.#trees[home];
    for (let i = 0; i < this.#dirtyCount; i++) {
      const proxy = this.#dirty[i];
      if (!this.#isMember(proxy, home)) continue;
      if (this.#leaf[proxy] >= 0) removeLeaf(tree, this.#leaf[proxy]);
      this.#leaf[proxy] = insertLeaf(tree, proxy, this.#enlarged.box, 6 * proxy);
    }
  }

  #rebuild(home: number): void {
    const count = this.#listMembers(home);
    buildTree(this.#trees[home], this.#order, count, this.#enlarged.box, this.#leaf);
    this.stats.rebuilds++;
  }

  /** Proxies of one kind into `#order`; returns how many. */
  #listMembers(home: number): number {
    if (this.#order.length < this.#members[home]) this.#order = ensureCapacityI32(this.#order, this.#members[home]);
    let count = 0;
    for (let p = 0; p < this.#proxies.limit; p++) if (this.#isMember(p, home)) this.#order[count++] = p;
    return count;
  }

  /** Candidates: those of before between proxies that kept their enlarged boxes, and those that the others find now. */
  #renewCandidates(): void {
    const fresh = this.#fresh;
    fresh.count = 0;
    // when many look for partners, all pairs of the moving tree are found at once
    const atOnce = this.#touchedCount * this.#options.rebuildRatio > this.#members[MOVING];
    if (atOnce) this.#lookWithin(this.#trees[MOVING]);
    for (let i = 0; i < this.#touchedCount; i++) {
      const proxy = this.#touched[i];
      if (this.#proxies.present[proxy] === 0) continue;
      if (!atOnce || this.#home[proxy] === STATIC) this.#look(proxy, this.#trees[MOVING]);
      if (this.#home[proxy] === MOVING) this.#look(proxy, this.#trees[STATIC]);
    }
    sortPairs(fresh, this.#proxies.limit, this.#sortRoom);
    mergeCandidates(this.#candidates, this.#isTouched, fresh, this.#spare);
    const old = this.#candidates;
    this.#candidates = this.#spare;
    this.#spare = old;
    for (let i = 0; i < this.#touchedCount; i++) this.#isTouched[this.#touched[i]] = 0;
    this.#touchedCount = 0;
  }

  /**
   * Adds the pairs of a proxy with one tree to the fresh ones. If both partners look, the one with the smaller number
   * reports.
   */
  #look(proxy: number, tree: BoxTree): void {
    const { box, child, stack } = tree;
    const fat = this.#enlarged.box;
    const minX = fat[6 * proxy];
    const minY = fat[6 * proxy + 1];
    const minZ = fat[6 * proxy + 2];
    const maxX = fat[6 * proxy + 3];
    const maxY = fat[6 * proxy + 4];
    const maxZ = fat[6 * proxy + 5];
    let tests = 0;
    let top = 0;
    if (tree.root >= 0) stack[top++] = tree.root;
    while (top > 0) {
      const node = stack[--top];
      const k = 6 * node;
      tests++;
      if (box[k] > maxX || box[k + 3] < minX) continue;
      if (box[k + 1] > maxY || box[k + 4] < minY) continue;
      if (box[k + 2] > maxZ || box[k + 5] < minZ) continue;
      if (child[2 * node] >= 0) {
        stack[top++] = child[2 * node];
        stack[top++] = child[2 * node + 1];
        continue;
      }
      const other = child[2 * node + 1];
      if (other !== proxy && (other > proxy || this.#isTouched[other] === 0)) this.#propose(proxy, other);
    }
    this.stats.tests += tests;
  }

  /**
   * Adds all pairs within one tree that have a touched proxy to the fresh ones: goes down both sides at once, opening
   * the taller of two nodes that overlap. [Luaces2013, §4.6.1]
   */
  #lookWithin(tree: BoxTree): void {
    const { box, child, height, stack } = tree;
    let tests = 0;
    let top = 0;
    if (tree.root >= 0 && height[tree.root] > 0) stack[top++] = tree.root;
    // nodes whose own two children are to be compared, …
    while (top > 0) {
      const node = stack[--top];
      const first = child[2 * node];
      const second = child[2 * node + 1];
      if (height[first] > 0) stack[top++] = first;
      if (height[second] > 0) stack[top++] = second;

      // … and above them on the same stack pairs of nodes to be compared with each other
      const base = top;
      stack[top++] = first;
      stack[top++] = second;
      while (top > base) {
        const b = stack[--top];
        const a = stack[--top];
        tests++;
        if (!overlaps(box, 6 * a, box, 6 * b)) continue;
        if (height[a] === 0 && height[b] === 0) {
          this.#propose(child[2 * a + 1], child[2 * b + 1]);
        } else if (height[a] >= height[b]) {
          stack[top++] = child[2 * a];
          stack[top++] = b;
          stack[top++] = child[2 * a + 1];
          stack[top++] = b;
        } else {
          stack[top++] = a;
          stack[top++] = child[2 * b];
          stack[top++] = a;
          stack[top++] = child[2 * b + 1];
        }
      }
    }
    this.stats.tests += tests;
  }

  nodes(visit: (boxes: Float64Array, o: number, height: number) => void): void {
    for (const { box, child, height, root } of this.#trees) {
      const waiting = root < 0 ? [] : [root];
      for (let k = waiting.pop(); k !== undefined; k = waiting.pop()) {
        visit(box, 6 * k, height[k]);
        if (height[k] > 0) waiting.push(child[2 * k], child[2 * k + 1]);
      }
    }
  }

  #propose(a: number, b: number): void {
    if (this.#isTouched[a] === 0 && this.#isTouched[b] === 0) return;
    if (!pairAllowed(this.filter, a, b)) return;
    if (a < b) pushPair(this.#fresh, a, b);
    else pushPair(this.#fresh, b, a);
  }

  #grow(needed: number): void {
    this.#leaf = ensureCapacityI32(this.#leaf, needed);
    const capacity = this.#leaf.length;
    this.#enlarged.box = ensureCapacityF64(this.#enlarged.box, 6 * capacity);
    this.#enlarged.trust = ensureCapacityU8(this.#enlarged.trust, capacity);
    this.#home = ensureCapacityU8(this.#home, capacity);
    this.#isDirty = ensureCapacityU8(this.#isDirty, capacity);
    this.#isTouched = ensureCapacityU8(this.#isTouched, capacity);
  }
}
