import type { Data } from "../data/data.js";
import { measureLoads } from "../data/measure-loads.js";
import { restore, snapshot, viewOfField } from "../data/snapshot.js";
import type { Formulation } from "../formulations/formulation.js";
import type { TypedArray } from "../model/fields.js";
import type { Model } from "../model/model.js";
import { rememberBodies } from "./check.js";

declare module "../model/model.js" {
  interface Items {
    /** `measureFirstStep`; absent where no scene has sensors. */
    readonly firstStep?: (model: Model, data: Data) => void;
  }
}

/**
 * Before the first step there is none to measure. The formulation tries it from the initial state, without controllers,
 * and everything goes back to where it was but what the step would do: sensors then read the means of the step that is
 * about to come. A formulation that knows forces of an instant adds those of the start. Not for warm steps: it
 * allocates. Reads: state. Writes: measured fields, rowMean.
 */
export function measureFirstStep(model: Model, data: Data): void {
  const formulation = model.formulation.kind as Formulation;
  const before = snapshot(data);
  const { status } = data;
  const reports = copiesOf(data, (role) => role === "report");
  rememberBodies(model, data);
  formulation.advance(model, data);
  measureLoads(model, data);
  // what belongs to rows of the contact tables does not belong to those of the start
  const measured = copiesOf(data, (_role, measures, used) => measures && (used === undefined || used === "loads"));
  const mean = data.items.joints.rowMean.slice();
  restore(model, data, before);
  for (const [view, copy] of [...reports, ...measured]) view.set(copy);
  data.items.joints.rowMean.set(mean);
  data.status = status;
  formulation.measureStart?.(model, data);
}

/** Copies of fields, with the fields; a number that is not finite becomes zero. */
function copiesOf(
  data: Data,
  isWanted: (role: string, measured: boolean, used: string | undefined) => boolean,
): [TypedArray, TypedArray][] {
  return data.layout.fields
    .filter(({ role, measured, used }) => isWanted(role, measured === true && role === "state", used))
    .map((field) => {
      const view = viewOfField(data, field);
      const copy = view.slice();
      if (field.type === "f64") for (let i = 0; i < copy.length; i++) if (!Number.isFinite(copy[i])) copy[i] = 0;
      return [view, copy];
    });
}
