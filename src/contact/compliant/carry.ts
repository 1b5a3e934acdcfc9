import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { compliantFields, MEMORY } from "./fields.js";

/** Carries the memory of contacts over a recompile. Reads: memory of `oldData`. Writes: memory of `data`. */
export function carryMemory(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.compliant;
  if (!active) return;
  const to = compliantFields(data);
  to.remembered[0] = 0;
  if (!oldModel.systems.compliant.active) return;
  carryRows(oldModel, compliantFields(oldData), model, to, MEMORY.size, capacity);
}
