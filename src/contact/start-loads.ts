import { quatRotate } from "../math/quat.js";
import { byAxis } from "../math/vec3.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/** Part of the smaller width by which two bodies must be over one another: neighbours in a row bear nothing. */
const OVER = 0.05;

/**
 * What every body may have to bear at the start, N: its weight, and that of the bodies above it whose shadows meet its
 * own, whether they rest on it or will fall on it. Shared loads count in full.
 */
export function startLoads(model: Model): Float64Array {
  const { gravity: g } = model.options;
  const loads = new Float64Array(model.nb);
  const total = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  if (!(total > 0)) return loads;
  const up = [0, 1, 2].reduce((best, k) => (Math.abs(g[k]) > Math.abs(g[best]) ? k : best), 0);
  const [u, w] = [0, 1, 2].filter((k) => k !== up);
  const boxes = startBoxes(model);
  const order: number[] = [];
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    loads[b] = model.bodyMass[b] * total;
    if (boxes[6 * b] <= boxes[6 * b + 3]) order.push(b);
  }
  order.sort((a, b) => boxes[6 * a + u] - boxes[6 * b + u]);
  const height = (b: number) => -Math.sign(g[up]) * (boxes[6 * b + up] + boxes[6 * b + 3 + up]);
  for (let i = 0; i < order.length; i++) {
    const a = order[i];
    for (let j = i + 1; j < order.length && boxes[6 * order[j] + u] < boxes[6 * a + 3 + u]; j++) {
      const b = order[j];
      if (!isOver(boxes, a, b, u) || !(isOver(boxes, a, b, w) || model.planar)) continue;
      const [lower, upper] = height(a) < height(b) ? [a, b] : [b, a];
      loads[lower] += model.bodyMass[upper] * total;
    }
  }
  return loads;
}

/** Whether the extents of two boxes along an axis have more than a little in common. */
function isOver(boxes: Float64Array, a: number, b: number, axis: number): boolean {
  const low = Math.max(boxes[6 * a + axis], boxes[6 * b + axis]);
  const high = Math.min(boxes[6 * a + 3 + axis], boxes[6 * b + 3 + axis]);
  const width = Math.min(boxes[6 * a + 3 + axis] - boxes[6 * a + axis], boxes[6 * b + 3 + axis] - boxes[6 * b + axis]);
  return high - low > OVER * width;
}

/** Boxes around all bodies at the start, [min, max] of 3 each, m; empty ones have min > max. */
function startBoxes({ nb, shapes, bodyPos0, bodyQuat0 }: Model): Float64Array {
  const boxes = new Float64Array(6 * nb);
  for (let b = 0; b < nb; b++)
    boxes.fill(Number.POSITIVE_INFINITY, 6 * b, 6 * b + 3).fill(Number.NEGATIVE_INFINITY, 6 * b + 3, 6 * b + 6);
  for (const { body, position, orientation, geometry } of shapes) {
    const { bounds } = geometry;
    if (!bounds.every(Number.isFinite)) continue;
    const q = bodyQuat0.subarray(4 * body, 4 * body + 4);
    for (let k = 0; k < 8; k++) {
      const corner = byAxis((c) => bounds[c + ((k >> c) & 1 ? 3 : 0)]);
      const p = quatRotate(orientation, corner);
      const r = quatRotate(q, [p[0] + position[0], p[1] + position[1], p[2] + position[2]]);
      for (let c = 0; c < 3; c++) {
        const x = bodyPos0[3 * body + c] + r[c];
        boxes[6 * body + c] = Math.min(boxes[6 * body + c], x);
        boxes[6 * body + 3 + c] = Math.max(boxes[6 * body + 3 + c], x);
      }
    }
  }
  return boxes;
}
