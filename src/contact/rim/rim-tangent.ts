import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectBodies, selectPoint } from "../contact-tangent.js";
import { ROW } from "./rim-fields.js";
import type { RimState } from "./rim-state.js";

/** Σ over the ends of a rim, for relative displacement and rotation at its first end: 6 × 6 by rows. */
const BLOCK = new Float64Array(36);
/** [I | X], X δθ = δθ × r; D X. */
const X = new Float64Array(9);
const DX = new Float64Array(9);

/**
 * Derivatives of all rims. Elements follow the velocity u at their end, and in the step δu = γ/(β h) δp, so that with
 * D = ∂F/∂u of an end at r from the first one
 *
 *   T += w_C Pᵀ [Σ Jᵀ D J] P,   J = [I | X]
 *
 * Each pair of bodies is one 6 × 6 block, however many segments it has. The change of lengths and normals with the poses is
 * left out. Reads: slopes. Writes: values of the tangent.
 */
export function addRimTangent(_model: Model, data: Data, tangent: ContactTangent): void {
  const { rim } = data.systems;
  for (let start = 0; start < rim.count; ) {
    const a = rim.body[2 * start];
    const b = rim.body[2 * start + 1];
    let end = start + 1;
    while (end < rim.count && rim.body[2 * end] === a && rim.body[2 * end + 1] === b) end++;
    selectBodies(tangent, a, b);
    selectPoint(tangent, data, rim.next, ROW.size * start + ROW.point);
    gatherBlock(rim, start, end);
    for (let x = 0; x < 36; x++) BLOCK[x] *= tangent.dampingWeight;
    addBlock(tangent, BLOCK);
    start = end;
  }
}

/** Segments from `start` to `end` − 1. Writes: BLOCK. */
function gatherBlock({ next, slope }: RimState, start: number, end: number): void {
  BLOCK.fill(0);
  const first = ROW.size * start + ROW.point;
  for (let e = 2 * start; e < 2 * end; e++) {
    const p = ROW.size * (e >> 1) + ROW.point + 3 * (e & 1);
    const x = next[p] - next[first];
    const y = next[p + 1] - next[first + 1];
    const z = next[p + 2] - next[first + 2];
    X[1] = z;
    X[2] = -y;
    X[3] = -z;
    X[5] = x;
    X[6] = y;
    X[7] = -x;
    const d = 9 * e;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        DX[3 * i + j] = slope[d + 3 * i] * X[j] + slope[d + 3 * i + 1] * X[3 + j] + slope[d + 3 * i + 2] * X[6 + j];
        BLOCK[6 * i + j] += slope[d + 3 * i + j];
      }
    }
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        BLOCK[6 * i + 3 + j] += DX[3 * i + j];
        BLOCK[6 * (3 + i) + j] += X[i] * slope[d + j] + X[3 + i] * slope[d + 3 + j] + X[6 + i] * slope[d + 6 + j];
        BLOCK[6 * (3 + i) + 3 + j] += X[i] * DX[j] + X[3 + i] * DX[3 + j] + X[6 + i] * DX[6 + j];
      }
    }
  }
}
