import { ensureCapacityF64, ensureCapacityI32 } from "../../src/math/capacity.js";

/**
 * The ends of all boxes on one axis, ascending: `tag` is 2 · proxy for a min and 2 · proxy + 1 for a max, `value` its
 * coordinate. At equal coordinates mins come before maxes, so that touching intervals overlap; otherwise the order of
 * equals means nothing.
 */
export interface Endpoints {
  tag: Int32Array;
  value: Float64Array;
  count: number;
}

export function createEndpoints(): Endpoints {
  return { tag: new Int32Array(0), value: new Float64Array(0), count: 0 };
}

export function reserveEndpoints(ends: Endpoints, count: number): void {
  if (ends.tag.length >= count) return;
  ends.tag = ensureCapacityI32(ends.tag, count);
  ends.value = ensureCapacityF64(ends.value, ends.tag.length);
}

/** Reads the coordinates from the boxes of the proxies again; the lists are then sorted. */
export function refreshEndpoints(ends: Endpoints, box: Float64Array, axis: number): void {
  const { tag, value, count } = ends;
  for (let i = 0; i < count; i++) value[i] = box[6 * (tag[i] >> 1) + 3 * (tag[i] & 1) + axis];
}

/** Drops the ends of proxies that are flagged. */
export function dropEndpoints(ends: Endpoints, flagged: Uint8Array): void {
  const { tag, value, count } = ends;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (flagged[tag[i] >> 1] !== 0) continue;
    tag[kept] = tag[i];
    value[kept] = value[i];
    kept++;
  }
  ends.count = kept;
}

/** Adds both ends of `count` proxies, in order. `a` and `b` are room. */
export function mergeEndpoints(
  ends: Endpoints,
  proxies: Int32Array,
  count: number,
  box: Float64Array,
  axis: number,
  a: Endpoints,
  b: Endpoints,
): void {
  reserveEndpoints(a, 2 * count);
  a.count = 2 * count;
  for (let i = 0; i < a.count; i++) a.tag[i] = 2 * proxies[i >> 1] + (i & 1);
  refreshEndpoints(a, box, axis);
  const sorted = sortEndpoints(a, b);

  // from the back, where there is room
  reserveEndpoints(ends, ends.count + a.count);
  const { tag, value } = ends;
  let i = ends.count - 1;
  let j = a.count - 1;
  for (let k = i + j + 1; j >= 0; k--) {
    if (
      i >= 0 &&
      (value[i] > sorted.value[j] || (value[i] === sorted.value[j] && (tag[i] & 1) > (sorted.tag[j] & 1)))
    ) {
      tag[k] = tag[i];
      value[k] = value[i--];
    } else {
      tag[k] = sorted.tag[j];
      value[k] = sorted.value[j--];
    }
  }
  ends.count += a.count;
}

/** Merge sort of `a` with `b` as room; returns the one of them that holds the result. */
function sortEndpoints(a: Endpoints, b: Endpoints): Endpoints {
  const count = a.count;
  reserveEndpoints(b, count);
  let from = a;
  let to = b;
  for (let run = 1; run < count; run *= 2) {
    for (let start = 0; start < count; start += 2 * run) mergeRuns(from, to, start, run, count);
    const other = from;
    from = to;
    to = other;
  }
  return from;
}

/** Merges two neighbouring runs of `from` into `to`. */
function mergeRuns(from: Endpoints, to: Endpoints, start: number, run: number, count: number): void {
  const { tag, value } = from;
  const middle = Math.min(start + run, count);
  const end = Math.min(start + 2 * run, count);
  let i = start;
  let j = middle;
  for (let k = start; k < end; k++) {
    const second =
      i >= middle || (j < end && (value[j] < value[i] || (value[j] === value[i] && (tag[j] & 1) < (tag[i] & 1))));
    const source = second ? j++ : i++;
    to.tag[k] = tag[source];
    to.value[k] = value[source];
  }
}
