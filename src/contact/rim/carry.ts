import type { Data } from "../../data/data.js";
import type { Model, ShapeInstance } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { ROW, rimFields } from "./fields.js";

function trianglesOf({ geometry }: ShapeInstance): number {
  return geometry.mesh?.triangles.length ?? 0;
}

/**
 * Carries what rims remember over a recompile: segments whose two shapes have as many triangles as before go on, see `carryRows`. Reads: memory of `oldData`. Writes: memory and wrenches of `data`.
 */
export function carryRim(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.rim;
  if (!active) return;
  const to = rimFields(data);
  to.remembered[0] = 0;
  to.wrench.fill(0);
  if (!oldModel.systems.rim.active) return;
  const from = rimFields(oldData);
  carryRows(oldModel, from, model, to, ROW.size, capacity, (old, now) => trianglesOf(old) === trianglesOf(now));
  if (to.wrench.length === 0 || from.wrench.length === 0) return;
  for (let b = 1; b < model.nb; b++) {
    const old = oldModel.bodyIndex.get(model.bodyNames[b]);
    if (old !== undefined) to.wrench.set(from.wrench.subarray(6 * old, 6 * old + 6), 6 * b);
  }
}
