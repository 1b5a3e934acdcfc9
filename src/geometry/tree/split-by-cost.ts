import { NODE_STRIDE } from "./mesh-tree.js";
import { type Bins, longestSide, splitHalves, type TreeWork } from "./split-range.js";

/** The `sah` split rule: where the expected cost of a random ray is least, tried at the borders of bins [Wald2007]. */

/** Bins per axis of the `sah` rule. More cost time and hardly improve the tree [Wald2007]. */
const BINS = 16;
/** A node with fewer triangles than this gets fewer bins. */
const FEW_TRIANGLES = 24;
const FEW_BINS = 8;
/**
 * Cost of testing a triangle, in units of testing the two boxes of an inner node. Sets the size of leaves; sensible
 * 0.25 … 1. Rays per second hardly depend on it in that range (measured with a million triangles), while 0.35 needs
 * half the nodes of 1.
 */
const TRIANGLE_COST = 0.35;

export function createBins(): Bins {
  return {
    binBox: new Float64Array(3 * BINS * 6),
    binCount: new Int32Array(3 * BINS),
    binScale: new Float64Array(3),
    binStart: new Float64Array(3),
    rightArea: new Float64Array(BINS),
    sweep: new Float64Array(6),
  };
}

/**
 * Cost of dividing a node of area A into parts with areas A₁, A₂ and numbers n₁, n₂: 1 + (A₁ n₁ + A₂ n₂) c/A, against n
 * c as a leaf, with c the cost of a triangle.
 */
export function splitByCost(work: TreeWork, node: number, from: number, to: number): number {
  const { binCount, binScale, rightArea, sweep } = work.bins;
  const count = to - from;
  // an inner node alone costs 1
  if (count <= work.leafSize && TRIANGLE_COST * count <= 1) return from;
  const bins = count < FEW_TRIANGLES ? FEW_BINS : BINS;
  if (!fillBins(work, from, to, bins)) {
    return count <= work.leafSize ? from : splitHalves(work, from, to, longestSide(work, node));
  }
  let best = Infinity;
  let axis = -1;
  let border = 0;
  for (let k = 0; k < 3; k++) {
    if (binScale[k] === 0) continue;
    // areas from the right, then from the left with the sum
    sweep.fill(Infinity, 0, 3);
    sweep.fill(-Infinity, 3, 6);
    let n = 0;
    for (let b = bins - 1; b > 0; b--) {
      if (binCount[BINS * k + b] > 0) {
        growSweep(work.bins, 6 * (BINS * k + b));
        n += binCount[BINS * k + b];
      }
      rightArea[b] = n > 0 ? n * sweepArea(sweep) : 0;
    }
    sweep.fill(Infinity, 0, 3);
    sweep.fill(-Infinity, 3, 6);
    n = 0;
    for (let b = 1; b < bins; b++) {
      // a border behind an empty bin is no better than the one before it
      if (binCount[BINS * k + b - 1] === 0) continue;
      growSweep(work.bins, 6 * (BINS * k + b - 1));
      n += binCount[BINS * k + b - 1];
      if (n === count) break;
      const cost = n * sweepArea(sweep) + rightArea[b];
      if (cost < best) {
        best = cost;
        axis = k;
        border = b;
      }
    }
  }
  const { bounds } = work;
  const o = NODE_STRIDE * node;
  const x = bounds[o + 3] - bounds[o];
  const y = bounds[o + 4] - bounds[o + 1];
  const z = bounds[o + 5] - bounds[o + 2];
  const area = x * y + y * z + z * x;
  if (count <= work.leafSize && !(area + TRIANGLE_COST * best < TRIANGLE_COST * count * area)) return from;
  return axis < 0 ? splitHalves(work, from, to, longestSide(work, node)) : partitionBins(work, from, to, axis, border);
}

function growSweep({ binBox, sweep }: Bins, o: number): void {
  for (let k = 0; k < 3; k++) {
    if (binBox[o + k] < sweep[k]) sweep[k] = binBox[o + k];
    if (binBox[o + 3 + k] > sweep[3 + k]) sweep[3 + k] = binBox[o + 3 + k];
  }
}

function sweepArea(sweep: Float64Array): number {
  const x = sweep[3] - sweep[0];
  const y = sweep[4] - sweep[1];
  const z = sweep[5] - sweep[2];
  return x * y + y * z + z * x;
}

/** Sorts the range into bins between its outermost centers, on all axes. False when all centers are one point. */
function fillBins({ center, box, order, bins: scratch }: TreeWork, from: number, to: number, bins: number): boolean {
  const { binBox, binCount, binScale, binStart } = scratch;
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let s = from; s < to; s++) {
    const c = 3 * order[s];
    const x = center[c];
    const y = center[c + 1];
    const z = center[c + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  binStart[0] = x0;
  binStart[1] = y0;
  binStart[2] = z0;
  // the largest center falls into the last bin
  binScale[0] = x1 > x0 ? (bins * (1 - 1e-9)) / (x1 - x0) : 0;
  binScale[1] = y1 > y0 ? (bins * (1 - 1e-9)) / (y1 - y0) : 0;
  binScale[2] = z1 > z0 ? (bins * (1 - 1e-9)) / (z1 - z0) : 0;
  for (let k = 0; k < 3; k++) if (!(binScale[k] < Infinity)) binScale[k] = 0;
  if (binScale[0] === 0 && binScale[1] === 0 && binScale[2] === 0) return false;

  for (let k = 0; k < 3; k++) {
    for (let b = BINS * k; b < BINS * k + bins; b++) {
      const o = 6 * b;
      binCount[b] = 0;
      binBox[o] = Infinity;
      binBox[o + 1] = Infinity;
      binBox[o + 2] = Infinity;
      binBox[o + 3] = -Infinity;
      binBox[o + 4] = -Infinity;
      binBox[o + 5] = -Infinity;
    }
  }
  // straight-line, one block per axis: this loop is half of the time to build a tree
  const scaleX = binScale[0];
  const scaleY = binScale[1];
  const scaleZ = binScale[2];
  for (let s = from; s < to; s++) {
    const t = order[s];
    const b = 6 * t;
    const b0 = box[b];
    const b1 = box[b + 1];
    const b2 = box[b + 2];
    const b3 = box[b + 3];
    const b4 = box[b + 4];
    const b5 = box[b + 5];
    const binX = ((center[3 * t] - x0) * scaleX) | 0;
    binCount[binX]++;
    const oX = 6 * binX;
    if (b0 < binBox[oX]) binBox[oX] = b0;
    if (b1 < binBox[oX + 1]) binBox[oX + 1] = b1;
    if (b2 < binBox[oX + 2]) binBox[oX + 2] = b2;
    if (b3 > binBox[oX + 3]) binBox[oX + 3] = b3;
    if (b4 > binBox[oX + 4]) binBox[oX + 4] = b4;
    if (b5 > binBox[oX + 5]) binBox[oX + 5] = b5;
    const binY = BINS + (((center[3 * t + 1] - y0) * scaleY) | 0);
    binCount[binY]++;
    const oY = 6 * binY;
    if (b0 < binBox[oY]) binBox[oY] = b0;
    if (b1 < binBox[oY + 1]) binBox[oY + 1] = b1;
    if (b2 < binBox[oY + 2]) binBox[oY + 2] = b2;
    if (b3 > binBox[oY + 3]) binBox[oY + 3] = b3;
    if (b4 > binBox[oY + 4]) binBox[oY + 4] = b4;
    if (b5 > binBox[oY + 5]) binBox[oY + 5] = b5;
    const binZ = 2 * BINS + (((center[3 * t + 2] - z0) * scaleZ) | 0);
    binCount[binZ]++;
    const oZ = 6 * binZ;
    if (b0 < binBox[oZ]) binBox[oZ] = b0;
    if (b1 < binBox[oZ + 1]) binBox[oZ + 1] = b1;
    if (b2 < binBox[oZ + 2]) binBox[oZ + 2] = b2;
    if (b3 > binBox[oZ + 3]) binBox[oZ + 3] = b3;
    if (b4 > binBox[oZ + 4]) binBox[oZ + 4] = b4;
    if (b5 > binBox[oZ + 5]) binBox[oZ + 5] = b5;
  }
  return true;
}

/** Slots in bins below `border` first. */
function partitionBins(work: TreeWork, from: number, to: number, axis: number, border: number): number {
  const { center, order } = work;
  const start = work.bins.binStart[axis];
  const scale = work.bins.binScale[axis];
  let i = from;
  let j = to - 1;
  for (;;) {
    while (i <= j && (((center[3 * order[i] + axis] - start) * scale) | 0) < border) i++;
    while (i <= j && (((center[3 * order[j] + axis] - start) * scale) | 0) >= border) j--;
    if (i > j) return i;
    const t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
}
