/**
 * A packed R-tree of boxes, sorted along a Hilbert curve and built from nothing: the class of `flatbush`, in three
 * dimensions. The broad phases are compared with it: rebuild everything in every step, then ask for the neighbours of
 * every box.
 *
 * Typed arrays are kept between builds, nodes hold 16 boxes, and sorting stops inside a node, as in the original.
 */
export interface HilbertTree {
  /** Builds the tree over the boxes [min 3, max 3] of n proxies. */
  build(boxes: Float64Array): void;
  /** All overlapping pairs a < b with a < `end`, ascending, into the sink. */
  pairs(boxes: Float64Array, end: number, sink: { pairs: Int32Array; count: number }): void;
}

const NODE_SIZE = 16;
const BITS = 10;

export function createHilbertTree(n: number): HilbertTree {
  // levels from the leaves up: level l has ceil(previous / 16) boxes
  const levelEnd = [n];
  for (let size = n; size > 1; ) {
    size = Math.ceil(size / NODE_SIZE);
    levelEnd.push(levelEnd[levelEnd.length - 1] + size);
  }
  const total = levelEnd[levelEnd.length - 1];
  const box = new Float64Array(6 * total);
  const index = new Int32Array(total); // proxy of a leaf, first child of a node
  const code = new Uint32Array(n);
  const stack = new Int32Array(NODE_SIZE * levelEnd.length + 1);
  const axes = new Int32Array(3);

  const build = (boxes: Float64Array) => {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k], boxes[6 * i + k]);
        max[k] = Math.max(max[k], boxes[6 * i + 3 + k]);
      }
    }
    const scale = [0, 1, 2].map((k) => (2 ** BITS - 1) / (max[k] - min[k] || 1));
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        axes[k] = Math.floor(scale[k] * (0.5 * (boxes[6 * i + k] + boxes[6 * i + 3 + k]) - min[k]));
      }
      code[i] = hilbert(axes);
      index[i] = i;
    }
    sortByCode(code, index, 0, n - 1);
    for (let i = 0; i < n; i++) for (let f = 0; f < 6; f++) box[6 * i + f] = boxes[6 * index[i] + f];

    // parents: the union of every 16 boxes of the level below
    let at = n;
    for (let level = 0; level < levelEnd.length - 1; level++) {
      const start = level === 0 ? 0 : levelEnd[level - 1];
      for (let first = start; first < levelEnd[level]; first += NODE_SIZE) {
        const end = Math.min(first + NODE_SIZE, levelEnd[level]);
        for (let f = 0; f < 3; f++) {
          let low = box[6 * first + f];
          let high = box[6 * first + 3 + f];
          for (let c = first + 1; c < end; c++) {
            if (box[6 * c + f] < low) low = box[6 * c + f];
            if (box[6 * c + 3 + f] > high) high = box[6 * c + 3 + f];
          }
          box[6 * at + f] = low;
          box[6 * at + 3 + f] = high;
        }
        index[at++] = first;
      }
    }
  };

  /** End of the level in which a node lies. */
  const endOf = (node: number) => {
    let level = 0;
    while (levelEnd[level] <= node) level++;
    return levelEnd[level];
  };

  const pairs = (boxes: Float64Array, limit: number, sink: { pairs: Int32Array; count: number }) => {
    sink.count = 0;
    for (let i = 0; i < limit; i++) {
      const first = sink.count;
      const [x0, y0, z0] = [boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 2]];
      const [x1, y1, z1] = [boxes[6 * i + 3], boxes[6 * i + 4], boxes[6 * i + 5]];
      let top = 0;
      stack[top++] = index[total - 1];
      while (top > 0) {
        const start = stack[--top];
        const end = Math.min(start + NODE_SIZE, endOf(start));
        for (let c = start; c < end; c++) {
          const k = 6 * c;
          if (x1 < box[k] || y1 < box[k + 1] || z1 < box[k + 2]) continue;
          if (x0 > box[k + 3] || y0 > box[k + 4] || z0 > box[k + 5]) continue;
          if (c >= n) {
            stack[top++] = index[c];
          } else if (index[c] > i) {
            if (2 * sink.count === sink.pairs.length) {
              const more = new Int32Array(4 * sink.count + 16);
              more.set(sink.pairs);
              sink.pairs = more;
            }
            // partners of i in order
            let at = sink.count++;
            for (; at > first && sink.pairs[2 * at - 1] > index[c]; at--)
              sink.pairs[2 * at + 1] = sink.pairs[2 * at - 1];
            sink.pairs[2 * at + 1] = index[c];
            sink.pairs[2 * (sink.count - 1)] = i;
          }
        }
      }
    }
  };
  return { build, pairs };
}

/** Place on the Hilbert curve of three axes of 10 bits each: Skilling's transformation of axes, bits interleaved. */
function hilbert(axes: Int32Array): number {
  for (let q = 1 << (BITS - 1); q > 1; q >>= 1) {
    const p = q - 1;
    for (let k = 0; k < 3; k++) {
      if (axes[k] & q) axes[0] ^= p;
      else {
        const t = (axes[0] ^ axes[k]) & p;
        axes[0] ^= t;
        axes[k] ^= t;
      }
    }
  }
  axes[1] ^= axes[0];
  axes[2] ^= axes[1];
  let t = 0;
  for (let q = 1 << (BITS - 1); q > 1; q >>= 1) if (axes[2] & q) t ^= q - 1;
  let code = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) {
    for (let k = 0; k < 3; k++) code = (code << 1) | (((axes[k] ^ t) >> bit) & 1);
  }
  return code;
}

/** Quicksort that leaves the order inside a node open. */
function sortByCode(code: Uint32Array, index: Int32Array, left: number, right: number): void {
  if (Math.floor(left / NODE_SIZE) >= Math.floor(right / NODE_SIZE)) return;
  const pivot = code[(left + right) >> 1];
  let i = left - 1;
  let j = right + 1;
  for (;;) {
    do i++;
    while (code[i] < pivot);
    do j--;
    while (code[j] > pivot);
    if (i >= j) break;
    const c = code[i];
    code[i] = code[j];
    code[j] = c;
    const k = index[i];
    index[i] = index[j];
    index[j] = k;
  }
  sortByCode(code, index, left, j);
  sortByCode(code, index, j + 1, right);
}
