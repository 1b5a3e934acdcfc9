import { ensureCapacityI32 } from "../../math/capacity.js";
import type { PairSink } from "./broad-phase.js";

/** Sorted pairs of `old` without a flagged member, merged with the sorted pairs of `fresh`, into `merged`. */
export function mergeCandidates(old: PairSink, flagged: Uint8Array, fresh: PairSink, merged: PairSink): void {
  const most = 2 * (old.count + fresh.count);
  if (merged.pairs.length < most) merged.pairs = ensureCapacityI32(merged.pairs, most);
  const from = old.pairs;
  const add = fresh.pairs;
  const to = merged.pairs;
  const end = 2 * fresh.count;
  let f = 0;
  let t = 0;
  for (let i = 0; i < 2 * old.count; i += 2) {
    const a = from[i];
    const b = from[i + 1];
    if (flagged[a] !== 0 || flagged[b] !== 0) continue;
    for (; f < end && (add[f] < a || (add[f] === a && add[f + 1] < b)); f += 2) {
      to[t++] = add[f];
      to[t++] = add[f + 1];
    }
    to[t++] = a;
    to[t++] = b;
  }
  for (; f < end; f++) to[t++] = add[f];
  merged.count = t >> 1;
}
