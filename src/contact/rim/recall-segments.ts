/**
 * The row that a segment continues [Moisio2013, §5.1.1]: the row with the same triangles; else, for each end, the
 * nearest end of a row of the same bodies that shares one triangle, whose indentation and impact speed are handed over,
 * projected on the new normal where the triangle is another; else nothing. Only rows of the previous step count, so
 * that the outcome does not depend on the order of segments.
 */
import { ELEMENT } from "./element.js";
import { type RimFields, ROW } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/**
 * Elements of segment i from the rows `first` … `end − 1` of its shapes, or from donors among the rows `from` … `to −
 * 1`, which have all those of its bodies. Reads: memory, next (ends, normals), nextKey. Writes: next.
 */
export function recall(
  fields: RimFields,
  state: RimState,
  pair: RimPair,
  i: number,
  first: number,
  end: number,
  from: number,
  to: number,
): void {
  const { next, nextKey } = state;
  const { key, memory } = fields;
  const s = nextKey[4 * i + 2];
  const t = nextKey[4 * i + 3];
  const o = ROW.size * i + ROW.element;
  const own = sameTriangles(key, first, end, s, t);
  next[ROW.size * i + ROW.energy] = 0;
  for (let k = ROW.force; k < ROW.bearing; k++) next[ROW.size * i + k] = 0;
  next[ROW.size * i + ROW.scale] = 1;
  if (own >= 0) {
    for (let k = 0; k < 4 * ELEMENT.size; k++) next[o + k] = memory[ROW.size * own + ROW.element + k];
    return;
  }
  let donor = -1;
  for (let e = 0; e < 4; e++) {
    if (pair.handOver && (e & 1) === 0) donor = nearestDonor(fields, state, i, e >> 1, from, to);
    const at = o + ELEMENT.size * e;
    for (let k = 0; k < ELEMENT.size; k++) next[at + k] = 0;
    next[at + ELEMENT.speed] = -1;
    if (donor < 0) continue;
    const row = donor >> 1;
    const side = e & 1;
    const given = ROW.size * row + ROW.element + ELEMENT.size * (2 * (donor & 1) + side);
    // on the triangle that both have, as it was; on the other, as much of it as the normals have in common
    const common = sameTriangle(key, row, nextKey, i, side);
    const share = common ? 1 : Math.max(0, cosine(fields, state, row, i, side));
    next[at] = share * memory[given];
    // zero stays a speed that is known: a floor is for that
    next[at + ELEMENT.speed] = share * Math.max(0, memory[given + ELEMENT.speed]);
    next[at + ELEMENT.rate] = share * memory[given + ELEMENT.rate];
    if (pair.keepBristles)
      for (let k = 0; k < 3; k++) next[at + ELEMENT.bristle + k] = memory[given + ELEMENT.bristle + k];
  }
}

/** Row with these triangles, by bisection; −1: none. */
function sameTriangles(key: Uint32Array, first: number, end: number, s: number, t: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (key[4 * mid + 2] < s || (key[4 * mid + 2] === s && key[4 * mid + 3] < t)) low = mid + 1;
    else high = mid;
  }
  return low < end && key[4 * low + 2] === s && key[4 * low + 3] === t ? low : -1;
}

/** Whether row r and segment i have the same triangle of the same shape on a side. */
function sameTriangle(key: Uint32Array, r: number, nextKey: Uint32Array, i: number, side: number): boolean {
  return key[4 * r + 2 + side] === nextKey[4 * i + 2 + side] && key[4 * r + side] === nextKey[4 * i + side];
}

/** 2 × row + end of the row that shares one triangle and has an end nearest to end `now` of segment i; −1: none. */
function nearestDonor(
  { key, memory }: RimFields,
  { next, nextKey, body, bodyOfShape }: RimState,
  i: number,
  now: number,
  first: number,
  end: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = first; r < end; r++) {
    if (sameTriangle(key, r, nextKey, i, 0) === sameTriangle(key, r, nextKey, i, 1)) continue;
    if (bodyOfShape[key[4 * r]] !== body[2 * i] || bodyOfShape[key[4 * r + 1]] !== body[2 * i + 1]) continue;
    for (let old = 0; old < 2; old++) {
      const p = ROW.size * r + ROW.point + 3 * old;
      const q = ROW.size * i + ROW.point + 3 * now;
      const x = memory[p] - next[q];
      const y = memory[p + 1] - next[q + 1];
      const z = memory[p + 2] - next[q + 2];
      const d = x * x + y * y + z * z;
      if (d < least) {
        least = d;
        best = 2 * r + old;
      }
    }
  }
  return best;
}

/** Cosine between the normal that row `row` had on a side and that of segment i. */
function cosine({ memory }: RimFields, { next }: RimState, row: number, i: number, side: number): number {
  const p = ROW.size * row + ROW.normal + 3 * side;
  const q = ROW.size * i + ROW.normal + 3 * side;
  return memory[p] * next[q] + memory[p + 1] * next[q + 1] + memory[p + 2] * next[q + 2];
}
