import { type IndexSink, pushIndex } from "../../src/geometry/tree/mesh-tree.js";
import { doBoxesMeet, growBox, type SceneryTree } from "./scenery-tree.js";

/**
 * A division of a cell: a plane across an axis, and the things on its low and high side; those across it are in both
 * lists.
 */
export interface Cut {
  readonly axis: number;
  readonly plane: number;
  readonly low: number[];
  readonly high: number[];
}

/**
 * How the things `items` in a cell (6 numbers) are divided; null: not at all. A query that reaches the plane looks at
 * both sides, so what touches the plane from one side need be in the list of that side only.
 */
export type ChooseCut = (items: readonly number[], cell: Float64Array) => Cut | null;

export interface PlaneCells extends SceneryTree {
  readonly nodeCount: number;
  readonly depth: number;
  /** Entries in leaves: at least the number of things; the surplus is the things that lie across planes. */
  readonly entries: number;
}

/**
 * Space divided by planes across the axes, cell by cell, with boxes in the leaves: the common part of k-d tree and BSP
 * over boxes.
 */
export function buildPlaneCells(
  boxes: Float64Array,
  cellSize: number,
  maxDepth: number,
  chooseCut: ChooseCut,
): PlaneCells {
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
  const grow = (node: number, items: readonly number[], cell: Float64Array, level: number): void => {
    depth = Math.max(depth, level);
    const cut = items.length > cellSize && level < maxDepth ? chooseCut(items, cell) : null;
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
    Array.from({ length: boxes.length / 6 }, (_, i) => i),
    cell,
    0,
  );
  return pack(boxes, axis, plane, first, end, entries, depth);
}

function pack(
  boxes: Float64Array,
  axisList: number[],
  planeList: number[],
  firstList: number[],
  endList: number[],
  entryList: number[],
  depth: number,
): PlaneCells {
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
