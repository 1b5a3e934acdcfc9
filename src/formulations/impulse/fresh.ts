import type { Data } from "../../data/data.js";
import { sweepFriction, sweepNormals } from "./contact-passes.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE } from "./fields.js";
import { sweepPointFriction } from "./point-friction-passes.js";
import type { ImpulseSettings } from "./settings.js";

/** Contacts that are new have no impulses to start from; they get so many sweeps of their own in the first sub-step. */
export const SWEEPS = 8;

/** Friction of patches, with short steps or without, or of their points. */
export function sweepGrip(
  data: Data,
  settings: ImpulseSettings,
  order: Int32Array,
  count: number,
  short: boolean,
): void {
  if (settings.patchFriction) sweepFriction(data, settings, order, count, short);
  else sweepPointFriction(data, settings, order, count);
}

/**
 * Sweeps over the patches that carried nothing in the step before, `count` of them; with `bias` over their normal rows,
 * else over normal and friction rows. Most are a little apart and stay so: a row that changed nothing changes nothing
 * the next time either, unless a body of its patch was moved. So from the second sweep on only patches of bodies on
 * which one of them acted are visited; the others are as if they had been. Writes: bodyVel, impulses, residual, acted.
 */
export function sweepFresh(data: Data, settings: ImpulseSettings, h: number, bias: boolean, count: number): void {
  if (count === 0) return;
  const f = impulseFields(data);
  const { fresh, acted } = f;
  acted.fill(0);
  // before the sweep as well: an impulse that it takes away has acted
  findActed(data, f, count);
  for (let k = 0; k < SWEEPS; k++) {
    sweepNormals(data, settings, h, bias, fresh, count, k === 0 || !settings.patchFriction ? null : acted);
    if (!bias) sweepGrip(data, settings, fresh, count, false);
    if (k === 0) findActed(data, f, count);
  }
}

/** Marks the bodies of patches that have an impulse. Writes: acted. */
function findActed(data: Data, f: ImpulseFields, count: number): void {
  const { fresh, patchRow: row, pointRow: point, patchBody, acted } = f;
  const { patchPoint } = data;
  for (let at = 0; at < count; at++) {
    const k = fresh[at];
    const o = PATCH_SIZE * k;
    let acts = false;
    for (let c = 0; c < 3; c++) if (row[o + PATCH.friction + c] !== 0) acts = true;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) if (point[POINT_SIZE * i + POINT.impulse] !== 0) acts = true;
    if (!acts) continue;
    if (row[o + PATCH.invMassA] > 0) acted[patchBody[2 * k]] = 1;
    if (row[o + PATCH.invMassB] > 0) acted[patchBody[2 * k + 1]] = 1;
  }
}
