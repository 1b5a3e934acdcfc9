/** Crowded scenes: only the strongest marks are drawn, and the legend has their number. */

/**
 * Most arrows and rings of contacts, by load; marks of penetration, by depth; boxes, by size; nodes of trees, by
 * height.
 */
export const MOST = { contacts: 120, penetration: 50, boxes: 150, trees: 60 } as const;

/** How many of how many are drawn. */
export interface Thinned {
  readonly drawn: number;
  readonly all: number;
}

export const NONE: Thinned = { drawn: 0, all: 0 };

/**
 * Indices of the `most` largest of the measures 0 … count − 1, as flags; of equal ones the first. Measures that are not
 * above `floor` are left out and not counted.
 */
export function strongest(
  count: number,
  measure: (index: number) => number,
  most: number,
  floor = Number.NEGATIVE_INFINITY,
): Thinned & { readonly kept: Uint8Array } {
  const measures = new Float32Array(count);
  const kept = new Uint8Array(count);
  let all = 0;
  for (let k = 0; k < count; k++) {
    const value = measure(k);
    if (!(value > floor)) continue;
    measures[all++] = value;
    kept[k] = 1;
  }
  if (all <= most) return { kept, drawn: all, all };
  const sorted = measures.subarray(0, all).sort();
  const limit = sorted[all - most];
  // of those at the limit only as many as there is room for
  let ties = most - (all - 1 - sorted.lastIndexOf(limit));
  for (let k = 0; k < count; k++) {
    if (kept[k] === 0) continue;
    const value = Math.fround(measure(k));
    if (value < limit || (value === limit && ties-- <= 0)) kept[k] = 0;
  }
  return { kept, drawn: most, all };
}
