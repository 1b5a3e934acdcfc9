import { show } from "../model/errors.js";
import type { Model } from "../model/model.js";
import type { Data } from "./data.js";

/** Refuses data that were made for another model, and what is no model or no data at all. */
export function checkOwner(model: Model, data: Data): void {
  if (data?.model === model && model !== undefined) return;
  checkModel(model);
  const other = data?.model;
  if (other === undefined) throw new RangeError(`expected data that createData(model) has made, got ${show(data)}`);
  throw new RangeError(
    `these data are not of this model ("${model.name}") but of another ("${other.name}"): createData(model) makes data, and recompile returns both`,
  );
}

/** Refuses what `compile` has not returned: a scene, the data, nothing. */
export function checkModel(model: Model): void {
  if (typeof model === "object" && model !== null && Array.isArray(model.bodyNames) && model.items !== undefined)
    return;
  throw new RangeError(`expected a model that compile(scene) has returned, got ${show(model)}`);
}
