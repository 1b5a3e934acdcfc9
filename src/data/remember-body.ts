import type { Data } from "./data.js";
import { BODY_BEFORE_SIZE } from "./fields.js";

/** Keeps where a body is and how it moves as what a step began with. Writes: bodyBefore. */
export function rememberBody({ bodyBefore, bodyPos, bodyQuat, bodyVel }: Data, b: number): void {
  const o = BODY_BEFORE_SIZE * b;
  for (let c = 0; c < 3; c++) bodyBefore[o + c] = bodyPos[3 * b + c];
  for (let c = 0; c < 4; c++) bodyBefore[o + 3 + c] = bodyQuat[4 * b + c];
  for (let c = 0; c < 6; c++) bodyBefore[o + 7 + c] = bodyVel[6 * b + c];
}
