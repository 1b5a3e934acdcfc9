import { hasBoundedRows } from "../../../joints/natural.js";
import type { Model } from "../../../model/model.js";
import type { Variation } from "../../sensitivity.js";

/** What a run must be for its steps to be differentiated. */
export function refuseModel(model: Model): string | undefined {
  const { method, errorTolerance } = model.formulation.params as Record<string, unknown>;
  if (method !== undefined && method !== "index-3")
    return 'gradients are of method "index-3"; leave out formulation.method';
  if (errorTolerance !== undefined)
    return "gradients need steps of one length; leave out formulation.errorTolerance and choose the timestep";
  if (model.contactModels.length > 0)
    return "steps in which contacts change have no derivative; gradients need contact: none";
  const joint = model.joints.names.find((_, i) => hasBoundedRows(model, i));
  if (joint !== undefined)
    return `joint "${joint}" has limits, friction, a bounded drive or a threshold: steps in which it stops, slips or breaks have no derivative; gradients need joints without them`;
  return undefined;
}

/** A parameter must leave coordinates, constraints and method as they are. */
export function refuseVariation(model: Model, { points }: Variation): string | undefined {
  for (const { model: other } of points) {
    if (
      other.options.timestep !== model.options.timestep ||
      JSON.stringify(other.formulation.params) !== JSON.stringify(model.formulation.params)
    )
      return "changes the step or the method, not the mechanism; gradients are with respect to the mechanism";
    const difference = structureDifference(model, other);
    if (difference !== undefined)
      return `changes the structure of the mechanism (${difference}); gradients need a parameter that can change a little without that`;
  }
  return undefined;
}

function structureDifference(model: Model, other: Model): string | undefined {
  const a = model.systems.natural;
  const b = other.systems.natural;
  if (model.nb !== other.nb) return `${model.nb - 1} bodies become ${other.nb - 1}`;
  const name = a.coordinateNames.find((n, k) => n !== b.coordinateNames[k]);
  if (a.count !== b.count || a.free !== b.free || name !== undefined)
    return a.count !== b.count
      ? `${a.count} coordinates become ${b.count}`
      : `coordinates of ${name ?? "a guide"} become others`;
  const row = a.constraints.names.find((n, k) => n !== b.constraints.names[k]);
  if (a.constraints.rows !== b.constraints.rows)
    return `${a.constraints.rows} constraints become ${b.constraints.rows}`;
  if (row !== undefined) return `the constraint ${row} becomes another`;
  for (const key of Object.keys(model.dims))
    if (model.dims[key] !== other.dims[key]) return `${key} ${model.dims[key]} becomes ${other.dims[key]}`;
  return undefined;
}
