import { buildPlaneCells, type Cut, type PlaneCells } from "./plane-cells.js";

export interface BoxBspOptions {
  /** A cell with more things than this is divided. Default 8. */
  readonly cellSize?: number;
  /** Cells are not divided below this depth, 1 … 60. Default 40. */
  readonly maxDepth?: number;
}

export const BOX_BSP_DEFAULTS = { cellSize: 8, maxDepth: 40 } as const satisfies BoxBspOptions;

/** Cost of a box that lies across a plane, in units of one box of imbalance, as for facets [Luaces2013, §4.4.2]. */
const SPLIT_WEIGHT = 8;

export type BoxBsp = PlaneCells;

/**
 * Binary space partition over boxes, by the planes of their own faces [FuchsKedemNaylor1980; Luaces2013, §4.4.2]: of
 * all faces in a cell the one is taken that cuts the fewest boxes and divides the others most evenly,
 *
 *   score = 8 × cut + |behind − before|.
 *
 * Boxes across the plane belong to both sides. A box that touches the plane from one side belongs to that side only, so
 * tiles, walls and stairs that meet at their faces are not cut, as they are by the middles of a k-d tree. Every cell
 * sorts the faces in it: O(n log² n) where planes divide well. For facets of a mesh see `bsp-tree.ts`.
 */
export function buildBoxBsp(boxes: Float64Array, options: BoxBspOptions = {}): BoxBsp {
  const { cellSize, maxDepth } = { ...BOX_BSP_DEFAULTS, ...options };
  if (!(maxDepth >= 1 && maxDepth <= 60)) throw new Error(`BSP depth: expected 1 to 60, got ${maxDepth}`);
  return buildPlaneCells(boxes, cellSize, maxDepth, (items) => cutAtFace(boxes, items));
}

/**
 * The best cut, of equal ones that of the first axis and lowest plane; null when every plane leaves everything on one
 * side.
 */
function cutAtFace(boxes: Float64Array, items: readonly number[]): Cut | null {
  let best = Number.POSITIVE_INFINITY;
  let axis = -1;
  let plane = 0;
  for (let k = 0; k < 3; k++) {
    const low = Float64Array.from(items, (i) => boxes[6 * i + k]).sort();
    const high = Float64Array.from(items, (i) => boxes[6 * i + 3 + k]).sort();
    const flat = Float64Array.from(
      items.filter((i) => boxes[6 * i + k] === boxes[6 * i + 3 + k]),
      (i) => boxes[6 * i + k],
    );
    flat.sort();
    const n = items.length;
    let begun = 0; // boxes with a part below the plane
    let ended = 0; // boxes with no part above it
    let flatBelow = 0;
    let flatUpTo = 0;
    for (let a = 0, b = 0; a < n || b < n; ) {
      const face = b >= n || (a < n && low[a] <= high[b]) ? low[a++] : high[b++];
      while (begun < n && low[begun] < face) begun++;
      while (ended < n && high[ended] <= face) ended++;
      while (flatBelow < flat.length && flat[flatBelow] < face) flatBelow++;
      while (flatUpTo < flat.length && flat[flatUpTo] <= face) flatUpTo++;
      // a flat box in the plane has ended without having begun
      const before = n - begun - (flatUpTo - flatBelow);
      const across = n - ended - before;
      const score = SPLIT_WEIGHT * across + Math.abs(ended - before);
      if (ended > 0 && before > 0 && score < best) {
        best = score;
        axis = k;
        plane = face;
      }
    }
  }
  if (axis < 0) return null;
  const isBehind = (i: number) => boxes[6 * i + 3 + axis] <= plane;
  const isBefore = (i: number) => !isBehind(i) && boxes[6 * i + axis] >= plane;
  return {
    axis,
    plane,
    low: items.filter((i) => !isBefore(i)),
    high: items.filter((i) => !isBehind(i)),
  };
}
