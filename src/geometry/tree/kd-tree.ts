import { type IndexSink, pushIndex } from "./mesh-tree.js";
import { doBoxesMeet, growBox, type SceneryTree } from "./scenery.js";

export interface KdTreeOptions {
  /** A cell with more things than this is divided. Default 8. */
  readonly cellSize?: number;
  /** Cells are not divided below this depth, 1 … 60. Default 24. */
  readonly maxDepth?: number;
}

export const KD_TREE_DEFAULTS = { cellSize: 8, maxDepth: 24 } as const satisfies KdTreeOptions;

export interface KdTree extends SceneryTree {
  readonly nodeCount: number;
  readonly depth: number;
  /** Entries in leaves: at least the number of things; the surplus is what lies across planes. */
  readonly entries: number;
}

/**
 * k-d tree over boxes [Luaces2013, §4.4.2]: the cell is cut in the middle across its longest side; a thing that lies
 * across the plane belongs to both sides. A cut that puts everything on both sides is not made.
 */
export function buildKdTree(boxes: Float64Array, options: KdTreeOptions = {}): KdTree {
  const { cellSize, maxDepth } = { ...KD_TREE_DEFAULTS, ...options };
  if (!(maxDepth >= 1 && maxDepth <= 60)) throw new Error(`k-d tree depth: expected 1 to 60, got ${maxDepth}`);
  const count = boxes.length / 6;
  // inner node: axis 0 … 2, plane, first child (the second is next); leaf: axis 3, range of entries
  const axis: number[] = [];
  const plane: number[] = [];
  const first: number[] = [];
  const end: number[] = [];
  const entries: number[] = [];
  let depth = 0;
  const addNode = (): number => {
    axis.push(3);
    plane.push(0);
    first.push(0);
    end.push(0);
    return axis.length - 1;
  };
  const grow = (node: number, items: number[], cell: Float64Array, level: number): void => {
    depth = Math.max(depth, level);
    const cut = items.length > cellSize && level < maxDepth ? cutCell(boxes, items, cell) : null;
    if (cut === null) {
      first[node] = entries.length;
      for (const item of items) entries.push(item);
      end[node] = entries.length;
      return;
    }
    const child = addNode();
    addNode();
    axis[node] = cut.axis;
    plane[node] = cut.plane;
    first[node] = child;
    const low = cell.slice();
    low[3 + cut.axis] = cut.plane;
    grow(child, cut.low, low, level + 1);
    const high = cell.slice();
    high[cut.axis] = cut.plane;
    grow(child + 1, cut.high, high, level + 1);
  };
  const cell = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < boxes.length; i += 6) growBox(cell, 0, boxes, i);
  grow(
    addNode(),
    Array.from({ length: count }, (_, i) => i),
    cell,
    0,
  );
  return pack(boxes, axis, plane, first, end, entries, depth);
}

interface Cut {
  axis: number;
  plane: number;
  low: number[];
  high: number[];
}

function cutCell(boxes: Float64Array, items: number[], cell: Float64Array): Cut | null {
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

function pack(
  boxes: Float64Array,
  axisList: number[],
  planeList: number[],
  firstList: number[],
  endList: number[],
  entryList: number[],
  depth: number,
): KdTree {
  const axis = Uint8Array.from(axisList);
  const plane = Float64Array.from(planeList);
  const first = Int32Array.from(firstList);
  const end = Int32Array.from(endList);
  const entries = Int32Array.from(entryList);
  const count = boxes.length / 6;
  // a thing may be in several leaves: reported when its stamp is not that of the query
  const stamp = new Int32Array(count);
  const stack = new Int32Array(depth + 2);
  let now = 0;

  const query = (box: Float64Array, o: number, sink: IndexSink): void => {
    if (now === 0x7fffffff) {
      stamp.fill(0);
      now = 0;
    }
    now++;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const k = axis[node];
      if (k < 3) {
        if (box[o + 3 + k] >= plane[node]) stack[top++] = first[node] + 1;
        if (box[o + k] <= plane[node]) stack[top++] = first[node];
        continue;
      }
      for (let e = first[node]; e < end[node]; e++) {
        const item = entries[e];
        if (stamp[item] === now) continue;
        stamp[item] = now;
        if (doBoxesMeet(boxes, 6 * item, box, o) && !pushIndex(sink, item)) return;
      }
    }
  };
  return { count, nodeCount: axis.length, depth, entries: entries.length, query };
}
