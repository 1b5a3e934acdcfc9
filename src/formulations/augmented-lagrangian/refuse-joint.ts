import { hasBoundedRows } from "../../joints/natural.js";
import type { Model } from "../../model/model.js";

/**
 * What the formulation cannot do with a joint, as a sentence that begins with the name of a parameter, or undefined.
 */
export function refuseJoint(model: Model, i: number): string | undefined {
  const { method } = model.formulation.params;
  if (method === undefined || method === "index-3" || !hasBoundedRows(model, i)) return undefined;
  return `type: limits, friction, bounded drives and joints that break need method "index-3", not "${method}"`;
}
