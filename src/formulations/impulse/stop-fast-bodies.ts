import { detectImpacts } from "../../collision/continuous/sweep.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";

const BEFORE = 13;

/**
 * A fast body that met something on its way is put back to where it met it; its velocity is left to the contact that the next step finds
 * there. Reads: bodyBefore. Writes: body poses.
 */
export function stopFastBodies(model: Model, data: Data): void {
  if (!(model.systems.collision as CollisionSetup).active) return;
  detectImpacts(model, data, true);
  const { bodyImpact } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyActive, bodyBefore, bodyPos, bodyQuat } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const t = bodyImpact[b];
    if (!(t < 1)) continue;
    for (let c = 0; c < 3; c++) {
      const from = bodyBefore[BEFORE * b + c];
      bodyPos[3 * b + c] = from + t * (bodyPos[3 * b + c] - from);
    }
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += bodyBefore[BEFORE * b + 3 + c] * bodyQuat[4 * b + c];
    let norm = 0;
    for (let c = 0; c < 4; c++) {
      const from = bodyBefore[BEFORE * b + 3 + c] * (dot < 0 ? -1 : 1);
      bodyQuat[4 * b + c] = from + t * (bodyQuat[4 * b + c] - from);
      norm += bodyQuat[4 * b + c] * bodyQuat[4 * b + c];
    }
    const scale = 1 / Math.sqrt(norm);
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] *= scale;
  }
}
