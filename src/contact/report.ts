import type { ContactSink } from "../collision/narrow/types.js";
import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { rimContact } from "./rim/report.js";
import { volumeContact } from "./volumetric/report.js";

/** Contacts of shapes a and b that a step has found itself, by their rims or their common volume; false where they must be looked for. Writes: sink. */
export function foundContact(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean {
  return rimContact(model, data, a, b, sink) || volumeContact(model, data, a, b, sink);
}
