import { buildPlaneCells, type Cut, type PlaneCells } from "./plane-cells.js";

export interface KdTreeOptions {
  /** A cell with more things than this is divided. Default 8. */
  readonly cellSize?: number;
  /** Cells are not divided below this depth, 1 … 60. Default 24. */
  readonly maxDepth?: number;
}

export const KD_TREE_DEFAULTS = { cellSize: 8, maxDepth: 24 } as const satisfies KdTreeOptions;

export type KdTree = PlaneCells;

/**
 * k-d tree over boxes [Luaces2013, §4.4.2]: the cell is cut in the middle across its longest side; a thing that lies
 * across the plane belongs to both sides. A cut that puts everything on both sides is not made.
 */
export function buildKdTree(boxes: Float64Array, options: KdTreeOptions = {}): KdTree {
  const { cellSize, maxDepth } = { ...KD_TREE_DEFAULTS, ...options };
  if (!(maxDepth >= 1 && maxDepth <= 60)) throw new Error(`k-d tree depth: expected 1 to 60, got ${maxDepth}`);
  return buildPlaneCells(boxes, cellSize, maxDepth, (items, cell) => cutInTheMiddle(boxes, items, cell));
}

function cutInTheMiddle(boxes: Float64Array, items: readonly number[], cell: Float64Array): Cut | null {
  const x = cell[3] - cell[0];
  const y = cell[4] - cell[1];
  const z = cell[5] - cell[2];
  const longest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  // the longest side first, then the others
  for (let k = 0; k < 3; k++) {
    const axis = (longest + k) % 3;
    const plane = 0.5 * (cell[axis] + cell[3 + axis]);
    const low = items.filter((i) => boxes[6 * i + axis] <= plane);
    const high = items.filter((i) => boxes[6 * i + 3 + axis] >= plane);
    if (low.length < items.length || high.length < items.length) return { axis, plane, low, high };
  }
  return null;
}
