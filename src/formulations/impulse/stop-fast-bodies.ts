import { detectImpacts } from "../../collision/continuous/sweep.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";

const BEFORE = 13;
const MOTION = 7;

/**
 * A fast body that met something on its way is put back to where it met it; its velocity is left to the contact that the next step finds
 * there. One that touched it from the start keeps its way along it. Reads: bodyBefore, bodyForce, contacts of the step. Writes: body poses, bodyVel.
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
    if (!(t < 1) || (t === 0 && keepAlong(data, b))) continue;
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
    // nor have forces acted on it since: else what is held up step after step would become ever faster
    const rest = (1 - t) * model.options.timestep;
    for (let c = 0; c < 3; c++)
      data.bodyVel[6 * b + 3 + c] -= rest * model.bodyInvMass[3 * b + c] * data.bodyForce[6 * b + 3 + c];
  }
}

/**
 * Takes from the way of a body that touched something from the start what leads into it, along the normals of its contacts; all of its way would hold a body
 * that slides or tilts there for ever, while forces make it ever faster. Returns whether it has contacts. Reads: bodyMotion. Writes: bodyPos.
 */
function keepAlong(data: Data, body: number): boolean {
  const { patchBody, patchRow: row, pointRow: point, patchSolved } = impulseFields(data);
  const { bodyMotion: motion } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyPos: x, patchPoint } = data;
  const patches = data.counter[COUNTER.patches];
  let any = false;
  for (let k = 0; k < patches; k++) {
    const a = patchBody[2 * k];
    const b = patchBody[2 * k + 1];
    if ((a !== body && b !== body) || patchSolved[k] === SOLVED.not) continue;
    any = true;
    let gap = Number.POSITIVE_INFINITY;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      const own = point[POINT_SIZE * i + POINT.gap];
      if (own < gap) gap = own;
    }
    const o = PATCH_SIZE * k;
    let way = gap > 0 ? gap : 0;
    for (let side = 0; side < 2; side++) {
      const m = MOTION * (side === 0 ? a : b);
      const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        // of the point of contact: what tips over it falls, but not into it
        const moved = motion[m + 3 + c] + motion[m + d] * row[arm + e] - motion[m + e] * row[arm + d];
        way += (side === 0 ? -1 : 1) * row[o + c] * moved;
      }
    }
    if (!(way < 0)) continue;
    const back = body === b ? -way : way;
    for (let c = 0; c < 3; c++) x[3 * body + c] += back * row[o + c];
  }
  return any;
}
