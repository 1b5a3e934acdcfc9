import { copyBox, overlaps, sweepMeets } from "../../src/collision/broad/boxes.js";
import { type BroadPhaseStats, type IdSink, pushId } from "../../src/collision/broad/broad-phase.js";
import { acceptBox, type Proxies } from "../../src/collision/broad/proxies.js";

/** Puts the box of a proxy in place; false when it is refused. */
export function placeProxy(
  proxies: Proxies,
  stats: BroadPhaseStats,
  proxy: number,
  boxes: Float64Array,
  o: number,
): boolean {
  if (!acceptBox(proxies, stats, proxy, boxes, o)) return false;
  copyBox(proxies.box, 6 * proxy, boxes, o);
  return true;
}

/** All proxies whose boxes overlap the given one, ascending, by looking at every one of them. */
export function queryProxies(proxies: Proxies, boxes: Float64Array, o: number, sink: IdSink): void {
  sink.count = 0;
  for (let p = 0; p < proxies.limit; p++) {
    if (proxies.present[p] !== 0 && overlaps(proxies.box, 6 * p, boxes, o)) pushId(sink, p);
  }
}

/** `BroadPhase.cast` by looking at every proxy. */
export function castProxies(proxies: Proxies, sweep: Float64Array, o: number, visit: (proxy: number) => void): void {
  for (let p = 0; p < proxies.limit; p++) {
    if (proxies.present[p] !== 0 && sweepMeets(proxies.box, 6 * p, sweep, o)) visit(p);
  }
}
