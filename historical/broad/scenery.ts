import { copyBox, overlaps } from "../../src/collision/broad/boxes.js";
import { type IdSink, pushId } from "../../src/collision/broad/broad-phase.js";
import { FAR_COORDINATE } from "../../src/collision/broad/enlarged-boxes.js";
import { createIndexSink, type IndexSink } from "../../src/geometry/tree/mesh-tree.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../src/math/capacity.js";
import type { SceneryTree } from "../trees/scenery-tree.js";

/** Builds a search structure over boxes, 6 numbers each; it may keep the array. */
export type SceneryBuilder = (boxes: Float64Array) => SceneryTree;

/**
 * Static proxies in a structure that is built once [Luaces2013, §4.4.1–4.4.3]. Rebuilt when a static proxy is added,
 * removed or moved, which takes memory and time: it is for scenery that stays. Unbounded boxes, which no such structure
 * can divide, are kept in a list.
 */
export interface Scenery {
  readonly build: SceneryBuilder;
  /** Something has changed since it was built. */
  isStale: boolean;
  tree: SceneryTree | null;
  /** Proxy of each thing in the tree. */
  proxies: Int32Array;
  /** Proxies with unbounded boxes, and these boxes. */
  unbounded: Int32Array;
  unboundedBox: Float64Array;
  unboundedCount: number;
  found: IndexSink;
}

export function createScenery(build: SceneryBuilder): Scenery {
  return {
    build,
    isStale: true,
    tree: null,
    proxies: new Int32Array(0),
    unbounded: new Int32Array(0),
    unboundedBox: new Float64Array(0),
    unboundedCount: 0,
    found: createIndexSink(0),
  };
}

/** Rebuilds it over `count` proxies; `boxes` holds 6 clamped numbers per proxy. */
export function rebuildScenery(scenery: Scenery, proxies: Int32Array, count: number, boxes: Float64Array): void {
  const own = new Float64Array(6 * count);
  scenery.proxies = new Int32Array(count);
  scenery.unboundedCount = 0;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const k = 6 * proxies[i];
    if (isUnbounded(boxes, k)) {
      const u = scenery.unboundedCount++;
      if (u === scenery.unbounded.length) {
        scenery.unbounded = ensureCapacityI32(scenery.unbounded, u + 1);
        scenery.unboundedBox = ensureCapacityF64(scenery.unboundedBox, 6 * scenery.unbounded.length);
      }
      scenery.unbounded[u] = proxies[i];
      copyBox(scenery.unboundedBox, 6 * u, boxes, k);
    } else {
      scenery.proxies[n] = proxies[i];
      copyBox(own, 6 * n++, boxes, k);
    }
  }
  scenery.tree = n > 0 ? scenery.build(own.slice(0, 6 * n)) : null;
  scenery.found = createIndexSink(n);
  scenery.isStale = false;
}

/** Adds the proxies whose boxes overlap the clamped box to the sink, each once, in no particular order. */
export function queryScenery(scenery: Scenery, box: Float64Array, o: number, sink: IdSink): void {
  const { tree, found, proxies } = scenery;
  for (let u = 0; u < scenery.unboundedCount; u++) {
    if (overlaps(scenery.unboundedBox, 6 * u, box, o)) pushId(sink, scenery.unbounded[u]);
  }
  if (tree === null) return;
  found.count = 0;
  tree.query(box, o, found);
  for (let i = 0; i < found.count; i++) pushId(sink, proxies[found.items[i]]);
}

function isUnbounded(boxes: Float64Array, k: number): boolean {
  for (let f = 0; f < 6; f++) if (Math.abs(boxes[k + f]) >= FAR_COORDINATE) return true;
  return false;
}
