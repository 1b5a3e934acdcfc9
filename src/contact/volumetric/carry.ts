import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import { ROW, volumeFields } from "./fields.js";

/** Carries what regions remember over a recompile. Reads: memory of `oldData`. Writes: memory of `data`. */
export function carryVolumes(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.volumetric;
  if (!active) return;
  const to = volumeFields(data);
  to.remembered[0] = 0;
  if (!oldModel.systems.volumetric.active) return;
  carryRows(oldModel, volumeFields(oldData), model, to, ROW.size, capacity);
}
