import { createBoxTree } from "../../src/collision/broad/box-tree.js";
import { overlaps } from "../../src/collision/broad/boxes.js";
import { buildTree } from "../../src/collision/broad/build-box-tree.js";
import { type IndexSink, pushIndex } from "../../src/geometry/tree/mesh-tree.js";
import type { SceneryTree } from "../trees/scenery-tree.js";

/** A binary tree of boxes that is built once, as a structure for scenery. `boxes`: 6 finite numbers each. */
export function buildTreeScenery(boxes: Float64Array): SceneryTree {
  const count = boxes.length / 6;
  const tree = createBoxTree();
  const order = Int32Array.from({ length: count }, (_, i) => i);
  buildTree(tree, order, count, boxes, new Int32Array(count));
  const { box, child, stack } = tree;
  return {
    count,
    query(wanted: Float64Array, o: number, sink: IndexSink) {
      let top = 0;
      if (tree.root >= 0) stack[top++] = tree.root;
      while (top > 0) {
        const node = stack[--top];
        if (!overlaps(box, 6 * node, wanted, o)) continue;
        if (child[2 * node] >= 0) {
          stack[top++] = child[2 * node + 1];
          stack[top++] = child[2 * node];
        } else if (!pushIndex(sink, child[2 * node + 1])) return;
      }
    },
  };
}
