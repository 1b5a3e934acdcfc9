import type { Data } from "../../data/data.js";
import { sweepTurning } from "./contact-passes.js";
import { writeSlips } from "./contact-points.js";
import { GRIP, GRIP_SIZE, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE } from "./fields.js";
import { gripPoint, keepFriction, pull, pullPoint, readTurn } from "./point-friction.js";
import type { ImpulseSettings } from "./settings.js";

/**
 * `friction: point` in sub-steps: what the passes over patches do for friction of a patch, done for friction of its
 * points. Only patches that are solved in sweeps; islands that are solved directly keep the friction of patches.
 * `order` lists the patches, `count` of them.
 */

/** Starts a sub-step: no friction has acted yet, and none of the patch's. Writes: friction, frictionBefore. */
export function startPointFriction(data: Data, order: Int32Array, count: number): void {
  const { gripRow: grip, patchRow: row } = impulseFields(data);
  for (let at = 0; at < count; at++) {
    const k = order[at];
    for (let c = 0; c < 3; c++) row[PATCH_SIZE * k + PATCH.frictionBefore + c] = 0;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      grip[GRIP_SIZE * i + GRIP.friction] = 0;
      grip[GRIP_SIZE * i + GRIP.friction + 1] = 0;
    }
  }
}

/** Applies half of the friction that the sub-step before ended with. Writes: bodyVel, friction. */
export function warmPointFriction(data: Data, order: Int32Array, count: number): void {
  const f = impulseFields(data);
  const { gripRow: grip } = f;
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      const g = GRIP_SIZE * i;
      if (grip[g + GRIP.before] === 0 && grip[g + GRIP.before + 1] === 0) continue;
      for (let t = 0; t < 2; t++) {
        pull[t] = 0.5 * grip[g + GRIP.before + t];
        grip[g + GRIP.friction + t] += pull[t];
      }
      pullPoint(data.bodyVel, f, k, g);
    }
  }
}

/**
 * One sweep over the friction of the points, and the patch's against spinning and rolling. Writes: bodyVel, friction,
 * turning.
 */
export function sweepPointFriction(data: Data, settings: ImpulseSettings, order: Int32Array, count: number): void {
  const f = impulseFields(data);
  const { gripRow: grip, pointRow: point, patchRow: row, patchBody } = f;
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const o = PATCH_SIZE * k;
    let load = 0;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      const g = GRIP_SIZE * i;
      grip[g + GRIP.load] = point[POINT_SIZE * i + POINT.impulse];
      load += grip[g + GRIP.load];
      gripPoint(data.bodyVel, f, settings.pyramid, k, g);
    }
    if (row[o + PATCH.spinning] === 0 && row[o + PATCH.rolling] === 0) continue;
    sweepTurning(data.bodyVel, row, o, f.contactInertia, 6 * patchBody[2 * k], 6 * patchBody[2 * k + 1], load);
  }
}

/** Ends a sub-step, after the normal rows have: friction goes on with its load. Writes: before, pointTotal. */
export function endPointFriction(data: Data, order: Int32Array, count: number): void {
  const { gripRow: grip, pointRow: point, pointTotal } = impulseFields(data);
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      const load = point[POINT_SIZE * i + POINT.impulse];
      const part = load > 0 ? point[POINT_SIZE * i + POINT.before] / load : 0;
      for (let t = 0; t < 2; t++) {
        grip[GRIP_SIZE * i + GRIP.before + t] = part * grip[GRIP_SIZE * i + GRIP.friction + t];
        pointTotal[3 * i + 1 + t] += grip[GRIP_SIZE * i + GRIP.friction + t];
      }
    }
  }
}

/** Hands friction and slip to the contact tables, after those of patches. Writes: pointImpulse, patchFriction. */
export function keepPointFriction(data: Data, planar: boolean, order: Int32Array, count: number): void {
  const f = impulseFields(data);
  const { gripRow: grip, patchRow: row } = f;
  const { pointImpulse, patchFriction, patchPoint } = data;
  for (let at = 0; at < count; at++) {
    const k = order[at];
    const o = PATCH_SIZE * k;
    for (let c = 0; c < 3; c++) patchFriction[8 * k + c] = 0;
    readTurn(row, o, planar);
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      const f1 = grip[GRIP_SIZE * i + GRIP.before];
      const f2 = grip[GRIP_SIZE * i + GRIP.before + 1];
      keepFriction(pointImpulse, i, grip, GRIP_SIZE * i + GRIP.before);
      for (let c = 0; c < 3; c++) patchFriction[8 * k + c] += f1 * row[o + 3 + c] + f2 * row[o + 6 + c];
    }
    writeSlips(data, f, k, POINT.impulse, GRIP.friction);
  }
}
