import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { Model } from "../model/model.js";
import { addPoint, collisionFields, openPair, openPatch } from "./contact-tables.js";
import { LOAD_SIZE, openLoad } from "./loads.js";

/**
 * Carries contacts over a recompile. Pairs whose two shapes exist in both models (same body name, same index in its
 * list) keep touch, patches, friction state and impulses, so adding something elsewhere does not reset them. Reads:
 * contact tables of `oldData`. Writes: contact tables of `data`.
 */
export function carryContacts(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const found = new Map(model.shapes.map((s, i) => [`${model.bodyNames[s.body]}/${s.index}`, i]));
  const renumber = oldModel.shapes.map((s) => found.get(`${oldModel.bodyNames[s.body]}/${s.index}`) ?? -1);
  const pairs = Array.from({ length: oldData.counter[COUNTER.pairs] }, (_, old) => {
    const [a, b] = [0, 1].map((side) => renumber[oldData.pairKey[2 * old + side]]);
    return { old, low: Math.min(a, b), high: Math.max(a, b), flipped: a > b };
  });
  // A pair in reversed order would need its normals and features reversed; it starts without memory instead.
  const kept = pairs.filter((p) => p.low >= 0 && !p.flipped);
  kept.sort((p, q) => p.low - q.low || p.high - q.high);
  const to = collisionFields(data);
  const from = collisionFields(oldData);
  for (const { old, low, high } of kept) {
    const pair = openPair(data, low, high);
    if (pair < 0) break;
    to.pairTouch[pair] = from.pairTouch[old];
    const first = oldData.pairPatch[2 * old];
    for (let k = first; k < first + oldData.pairPatch[2 * old + 1]; k++) carryPatch(oldData, k, data, pair);
  }
  carryLoads(oldData, renumber, data);
  // the next detection reports full tables; carrying contacts is not a step
  data.status = 0;
}

/** What acted between shapes that both models have, in the same order. */
function carryLoads(oldData: Data, renumber: readonly number[], data: Data): void {
  const { loads, loadKey, loadWrench } = collisionFields(oldData);
  const to = collisionFields(data);
  to.loads[0] = 0;
  for (let old = 0; old < loads[0]; old++) {
    const [a, b] = [0, 1].map((side) => renumber[loadKey[2 * old + side]]);
    if (a < 0 || b < 0 || a > b) continue;
    const row = openLoad(data, a, b);
    if (row < 0) return;
    to.loadWrench.set(loadWrench.subarray(LOAD_SIZE * old, LOAD_SIZE * (old + 1)), LOAD_SIZE * row);
  }
}

function carryPatch(oldData: Data, old: number, data: Data, pair: number): void {
  const patch = openPatch(data, pair, oldData.patchKey[old], oldData.patchLaw[old]);
  if (patch < 0) return;
  for (let k = 0; k < 8; k++) data.patchFriction[8 * patch + k] = oldData.patchFriction[8 * old + k];
  const to = collisionFields(data);
  const from = collisionFields(oldData);
  for (let k = 0; k < 3; k++) to.patchLoad[3 * patch + k] = from.patchLoad[3 * old + k];
  const first = oldData.patchPoint[2 * old];
  for (let i = first; i < first + oldData.patchPoint[2 * old + 1]; i++) {
    const point = addPoint(data, patch, oldData.pointFeature[2 * i], oldData.pointFeature[2 * i + 1]);
    if (point < 0) return;
    for (let k = 0; k < 3; k++) data.pointImpulse[3 * point + k] = oldData.pointImpulse[3 * i + k];
    to.pointLoad[point] = from.pointLoad[i];
  }
}
