import type { Data } from "../data/data.js";
import { BODY_BEFORE_SIZE } from "../data/fields.js";
import { supplyWork } from "../data/supply.js";
import type { Model } from "../model/model.js";
import { ROW } from "./system.js";

/**
 * Notes the work that drives did over `span`, s, by the efforts and rows as they stand, and that of inputs that move
 * what a lock or limit holds, as a winch does: Σ λ J v, with the larger one of the speeds at the beginning and at the
 * end of the step, and Σ λ speed, where positive. What a drive takes, as friction does, is none. Reads: rowMean, joint
 * rows, bodyBefore, bodyVel. Writes: energyWatch.
 */
export function supplyDrives(model: Model, data: Data, span: number): void {
  const { rows, powered } = model.systems.joints;
  if (!powered) return;
  const { rowKind, rowBody, rowJacobian: j, rowMean, rowSpeed } = data.items.joints;
  const { bodyBefore, bodyVel: v } = data;
  let power = 0;
  for (let r = 0; r < rows; r++) {
    if (rowKind[r] === ROW.off || rowKind[r] === ROW.spring || rowMean[r] === 0) continue;
    let first = rowSpeed[r];
    let last = first;
    if (rowKind[r] === ROW.drive) {
      first = 0;
      last = 0;
      for (let side = 0; side < 2; side++) {
        const b = rowBody[2 * r + side];
        const before = BODY_BEFORE_SIZE * b + 7;
        for (let c = 0; c < 6; c++) {
          first += j[12 * r + 6 * side + c] * bodyBefore[before + c];
          last += j[12 * r + 6 * side + c] * v[6 * b + c];
        }
      }
    }
    power += Math.max(0, rowMean[r] * first, rowMean[r] * last);
  }
  supplyWork(data, span * power);
}
