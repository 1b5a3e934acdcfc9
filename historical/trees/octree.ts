import { type IndexSink, pushIndex } from "../../src/geometry/tree/mesh-tree.js";
import { doBoxesMeet, growBox, type SceneryTree } from "./scenery-tree.js";

export interface OctreeOptions {
  /** A cell with more things than this is divided. Default 16. */
  readonly cellSize?: number;
  /** Cells are not divided below this depth, 1 … 20. Default 10. */
  readonly maxDepth?: number;
}

/** The source says only that the number of remaining objects decides [Luaces2013, §4.4.1]. */
export const OCTREE_DEFAULTS = { cellSize: 16, maxDepth: 10 } as const satisfies OctreeOptions;

export interface Octree extends SceneryTree {
  readonly cellCount: number;
  readonly depth: number;
}

/**
 * Octree over boxes [Luaces2013, §4.4.1]: cells are cut into eight equal cubes; a thing goes to the smallest cell that
 * holds all of it, and stays with a larger one when it lies across a border. Best for things that are spread evenly.
 * Each cell also keeps the box of its content, so empty space costs nothing to skip.
 */
export function buildOctree(boxes: Float64Array, options: OctreeOptions = {}): Octree {
  const { cellSize, maxDepth } = { ...OCTREE_DEFAULTS, ...options };
  if (!(maxDepth >= 1 && maxDepth <= 20)) throw new Error(`octree depth: expected 1 to 20, got ${maxDepth}`);
  const count = boxes.length / 6;
  const cells: Cell[] = [];
  const order: number[] = [];
  const { center, half } = rootCube(boxes);
  let depth = 0;

  const grow = (items: number[], x: number, y: number, z: number, h: number, level: number): number => {
    depth = Math.max(depth, level);
    const index = cells.length;
    const cell: Cell = { first: 0, end: 0, children: [], box: emptyBox() };
    cells.push(cell);
    for (const item of items) growBox(cell.box, 0, boxes, 6 * item);
    const parts: number[][] = Array.from({ length: 9 }, () => []);
    if (items.length <= cellSize || level === maxDepth) parts[8] = items;
    else for (const item of items) parts[octant(boxes, 6 * item, x, y, z)].push(item);
    cell.first = order.length;
    for (const item of parts[8]) order.push(item);
    cell.end = order.length;
    for (let c = 0; c < 8; c++) {
      if (parts[c].length === 0) continue;
      const q = 0.5 * h;
      cell.children.push(
        grow(parts[c], x + (c & 1 ? q : -q), y + (c & 2 ? q : -q), z + (c & 4 ? q : -q), q, level + 1),
      );
    }
    return index;
  };
  if (count > 0)
    grow(
      Array.from({ length: count }, (_, i) => i),
      center[0],
      center[1],
      center[2],
      half,
      0,
    );

  const cellBox = Float64Array.from(cells.flatMap((cell) => [...cell.box]));
  const itemStart = Int32Array.from([...cells.map((cell) => cell.first), order.length]);
  const itemEnd = Int32Array.from(cells, (cell) => cell.end);
  const childStart = new Int32Array(cells.length + 1);
  cells.forEach((cell, i) => {
    childStart[i + 1] = childStart[i] + cell.children.length;
  });
  const children = Int32Array.from(cells.flatMap((cell) => cell.children));
  const items = Int32Array.from(order);
  const stack = new Int32Array(8 * (maxDepth + 1));

  const query = (box: Float64Array, o: number, sink: IndexSink): void => {
    if (cells.length === 0) return;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const cell = stack[--top];
      if (!doBoxesMeet(cellBox, 6 * cell, box, o)) continue;
      for (let i = itemStart[cell]; i < itemEnd[cell]; i++) {
        if (doBoxesMeet(boxes, 6 * items[i], box, o) && !pushIndex(sink, items[i])) return;
      }
      for (let c = childStart[cell]; c < childStart[cell + 1]; c++) stack[top++] = children[c];
    }
  };
  return { count, cellCount: cells.length, depth, query };
}

interface Cell {
  first: number;
  end: number;
  children: number[];
  box: Float64Array;
}

/** The eighth of a cell with the given middle that holds a box whole, or 8. Bits: x, y, z on the upper side. */
function octant(boxes: Float64Array, i: number, x: number, y: number, z: number): number {
  let c = 0;
  if (boxes[i] >= x) c |= 1;
  else if (boxes[i + 3] > x) return 8;
  if (boxes[i + 1] >= y) c |= 2;
  else if (boxes[i + 4] > y) return 8;
  if (boxes[i + 2] >= z) c |= 4;
  else if (boxes[i + 5] > z) return 8;
  return c;
}

function rootCube(boxes: Float64Array): { center: number[]; half: number } {
  const all = emptyBox();
  for (let i = 0; i < boxes.length; i += 6) growBox(all, 0, boxes, i);
  const center = [0, 1, 2].map((k) => 0.5 * (all[k] + all[3 + k]));
  return { center, half: 0.5 * Math.max(all[3] - all[0], all[4] - all[1], all[5] - all[2]) };
}

function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}
