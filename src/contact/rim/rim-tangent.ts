import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { ROW } from "./rim-fields.js";
import type { RimState } from "./rim-state.js";

/**
 * Derivatives of all rims. Elements follow the velocity u at their end, and in the step δu = γ/(β h) δp, so that with
 * D = ∂F/∂u of an end at r from the first one
 *
 *   T += w_C Pᵀ [Σ Jᵀ D J] P,   J = [I | X]
 *
 * Each pair of bodies is one 6 × 6 block, however many segments it has. The change of lengths and normals with the
 * poses is left out. Reads: slopes. Writes: values of the tangent.
 */
export function addRimTangent(_model: Model, data: Data, tangent: ContactTangent): void {
  const { rim } = data.systems;
  const { block } = rim.work;
  for (let start = 0; start < rim.count; ) {
    const a = rim.body[2 * start];
    const b = rim.body[2 * start + 1];
    let end = start + 1;
    while (end < rim.count && rim.body[2 * end] === a && rim.body[2 * end + 1] === b) end++;
    selectBodies(tangent, a, b);
    selectPoint(tangent, data, rim.next, ROW.size * start + ROW.point);
    gatherBlock(rim, start, end);
    for (let x = 0; x < 36; x++) block[x] *= tangent.dampingWeight;
    addBlock(tangent, block);
    start = end;
  }
}

/**
 * Σ over the ends of segments `start` … `end` − 1, for displacement and rotation at the first of them. Writes: block.
 */
function gatherBlock({ next, slope, work: { block, lever, product } }: RimState, start: number, end: number): void {
  block.fill(0);
  const first = ROW.size * start + ROW.point;
  for (let e = 2 * start; e < 2 * end; e++) {
    const p = ROW.size * (e >> 1) + ROW.point + 3 * (e & 1);
    const x = next[p] - next[first];
    const y = next[p + 1] - next[first + 1];
    const z = next[p + 2] - next[first + 2];
    lever[1] = z;
    lever[2] = -y;
    lever[3] = -z;
    lever[5] = x;
    lever[6] = y;
    lever[7] = -x;
    const d = 9 * e;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        product[3 * i + j] =
          slope[d + 3 * i] * lever[j] + slope[d + 3 * i + 1] * lever[3 + j] + slope[d + 3 * i + 2] * lever[6 + j];
        block[6 * i + j] += slope[d + 3 * i + j];
      }
    }
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        block[6 * i + 3 + j] += product[3 * i + j];
        block[6 * (3 + i) + j] +=
          lever[i] * slope[d + j] + lever[3 + i] * slope[d + 3 + j] + lever[6 + i] * slope[d + 6 + j];
        block[6 * (3 + i) + 3 + j] +=
          lever[i] * product[j] + lever[3 + i] * product[3 + j] + lever[6 + i] * product[6 + j];
      }
    }
  }
}
