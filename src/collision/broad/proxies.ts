import { assert } from "#validate";
import { ensureCapacityF64, ensureCapacityU8 } from "../../math/capacity.js";
import type { PairFilter, ProxyOptions } from "../filter.js";
import { setProxy } from "../filter.js";
import { copyBox, isBox } from "./boxes.js";
import type { BroadPhaseStats } from "./broad-phase.js";

/** The proxies of a broad phase and their boxes, by number. */
export interface Proxies {
  /** Box of each proxy as given, 6 per proxy. */
  box: Float64Array;
  present: Uint8Array;
  /** All proxies are < limit. */
  limit: number;
}

export function createProxies(): Proxies {
  return { box: new Float64Array(0), present: new Uint8Array(0), limit: 0 };
}

/** Enters a proxy; false when the box is refused. */
export function enterProxy(
  proxies: Proxies,
  filter: PairFilter,
  stats: BroadPhaseStats,
  proxy: number,
  boxes: Float64Array,
  o: number,
  options: ProxyOptions,
): boolean {
  assert(Number.isInteger(proxy) && proxy >= 0 && proxy < 0x3fffffff, "a proxy is an integer from 0 to 2³⁰ − 2");
  assert(proxies.present[proxy] !== 1, "a proxy was added twice");
  if (!isBox(boxes, o)) {
    stats.refused++;
    return false;
  }
  if (proxy >= proxies.present.length) {
    proxies.present = ensureCapacityU8(proxies.present, proxy + 1);
    proxies.box = ensureCapacityF64(proxies.box, 6 * proxies.present.length);
  }
  if (proxy >= proxies.limit) proxies.limit = proxy + 1;
  proxies.present[proxy] = 1;
  copyBox(proxies.box, 6 * proxy, boxes, o);
  setProxy(filter, proxy, options);
  stats.proxies++;
  return true;
}

export function leaveProxy(proxies: Proxies, stats: BroadPhaseStats, proxy: number): void {
  assert(proxies.present[proxy] === 1, "a proxy was removed that is not present");
  proxies.present[proxy] = 0;
  stats.proxies--;
}

/** May the proxy, which is present, get this box? False, and counted, when the box is refused. */
export function acceptBox(
  proxies: Proxies,
  stats: BroadPhaseStats,
  proxy: number,
  boxes: Float64Array,
  o: number,
): boolean {
  assert(proxies.present[proxy] === 1, "a proxy was moved that is not present");
  if (isBox(boxes, o)) return true;
  stats.refused++;
  return false;
}
