import { PairMap } from "./pair-map.js";

/** Who a proxy is: what the filter needs to know of it. */
export interface ProxyOptions {
  /** Body that carries it; proxies of one body never meet. −1: none, and then it meets everybody. */
  readonly body?: number;
  /** 32 bits: the groups it belongs to. */
  readonly category?: number;
  /** 32 bits: the groups it collides with. */
  readonly mask?: number;
  /** Does not move by itself; two static proxies never meet. */
  readonly static?: boolean;
}

const PROXY_DEFAULTS: Required<ProxyOptions> = { body: -1, category: 1, mask: 0xffffffff, static: false };

/**
 * Which pairs of proxies may collide. A pair passes when
 *
 *   (categoryA & maskB) ≠ 0  and  (categoryB & maskA) ≠ 0,
 *
 * they belong to different bodies, not both are static, the pair is not ignored, and their bodies are neither joined by
 * a joint (with `collideConnected` false) nor ignored as bodies. The answer does not depend on the order of the two;
 * the source tests one direction only. [Gribel2009, §4.4.1]
 *
 * Arrays are indexed by proxy. `version` changes whenever an answer about proxies known before may have changed.
 */
export interface PairFilter {
  category: Int32Array;
  mask: Int32Array;
  body: Int32Array;
  isStatic: Uint8Array;
  /** Pairs of proxies that never meet. */
  readonly ignored: PairMap;
  /** Pairs of bodies that never meet; the value counts the reasons (joints, requests). */
  readonly parted: PairMap;
  version: number;
}

export function createPairFilter(): PairFilter {
  return {
    category: new Int32Array(0),
    mask: new Int32Array(0),
    body: new Int32Array(0),
    isStatic: new Uint8Array(0),
    ignored: new PairMap(),
    parted: new PairMap(),
    version: 0,
  };
}

/** Records who `proxy` is. Broad phases call it when a proxy is added. */
export function setProxy(filter: PairFilter, proxy: number, options: ProxyOptions): void {
  if (proxy >= filter.body.length) growFilter(filter, proxy + 1);
  filter.category[proxy] = options.category ?? PROXY_DEFAULTS.category;
  filter.mask[proxy] = options.mask ?? PROXY_DEFAULTS.mask;
  filter.body[proxy] = options.body ?? PROXY_DEFAULTS.body;
  filter.isStatic[proxy] = (options.static ?? PROXY_DEFAULTS.static) ? 1 : 0;
}

/** May the two proxies collide? Symmetric. */
export function pairAllowed(filter: PairFilter, a: number, b: number): boolean {
  // `&` of numbers with bit 31 set is negative, so the test is ≠ 0 and not > 0
  if ((filter.category[a] & filter.mask[b]) === 0 || (filter.category[b] & filter.mask[a]) === 0) return false;
  if (filter.isStatic[a] !== 0 && filter.isStatic[b] !== 0) return false;
  const bodyA = filter.body[a];
  const bodyB = filter.body[b];
  if (bodyA === bodyB && bodyA >= 0) return false;
  if (filter.ignored.size > 0 && filter.ignored.has(a, b)) return false;
  return filter.parted.size === 0 || !filter.parted.has(bodyA, bodyB);
}

/** The two proxies never meet from now on. */
export function ignorePair(filter: PairFilter, a: number, b: number): void {
  if (filter.ignored.has(a, b)) return;
  filter.ignored.add(a, b);
  filter.version++;
}

/** Takes back `ignorePair`. */
export function heedPair(filter: PairFilter, a: number, b: number): void {
  if (filter.ignored.delete(a, b)) filter.version++;
}

/**
 * The proxies of two bodies never meet from now on: one call per reason, for example per joint between them with
 * `collideConnected: false`.
 */
export function partBodies(filter: PairFilter, a: number, b: number): void {
  const index = filter.parted.add(a, b);
  if (filter.parted.value[index]++ === 0) filter.version++;
}

/** Takes back one call of `partBodies`, for example when a joint is removed. */
export function unpartBodies(filter: PairFilter, a: number, b: number): void {
  const index = filter.parted.find(a, b);
  if (index < 0 || --filter.parted.value[index] > 0) return;
  filter.parted.remove(index);
  filter.version++;
}

function growFilter(filter: PairFilter, needed: number): void {
  const capacity = Math.max(16, needed, 2 * filter.body.length);
  const { category, mask, body, isStatic } = filter;
  filter.category = new Int32Array(capacity);
  filter.category.set(category);
  filter.mask = new Int32Array(capacity);
  filter.mask.set(mask);
  filter.body = new Int32Array(capacity);
  filter.body.set(body);
  filter.isStatic = new Uint8Array(capacity);
  filter.isStatic.set(isStatic);
}
