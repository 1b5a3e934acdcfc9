import { createData, type Data } from "../data/data.js";
import { checkOwner } from "../data/owner.js";
import { lagrangianFields } from "../formulations/augmented-lagrangian/fields.js";
import { startPositions } from "../formulations/augmented-lagrangian/start.js";
import { compile } from "../model/compile.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/** A scene in natural coordinates: itself, or its twin in `augmented-lagrangian` at the same poses. */
export interface Natural {
  readonly model: Model;
  readonly data: Data;
}

const NATURAL = { type: "augmented-lagrangian" } as const;

/** The scene itself where its formulation has natural coordinates, else a twin that has. */
export function inNaturalCoordinates(model: Model, data: Data): Natural {
  checkOwner(model, data);
  const { kind, params } = model.formulation;
  if (kind.name === NATURAL.type && params.method === "index-3") return { model, data };
  const twin = compile({ ...model.spec, formulation: NATURAL } as Parameters<typeof compile>[0], model.items);
  const copy = createData(twin);
  copyState(data, copy);
  return { model: twin, data: copy };
}

/** Poses and inputs of one run to another of the same bodies, at rest. */
export function copyState(from: Data, to: Data): void {
  to.bodyPos.set(from.bodyPos);
  to.bodyQuat.set(from.bodyQuat);
  to.bodyVel.fill(0);
  if (to.input.length === from.input.length) to.input.set(from.input);
  to.clock.set(from.clock);
}

/** Reads coordinates from the bodies, at rest. */
export function startAtRest({ model, data }: Natural): void {
  for (let b = 1; b < model.nb; b++)
    if (model.bodyType[b] === BODY_TYPE.dynamic) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  startPositions(model, data, data.systems.natural);
  lagrangianFields(data).velocity.fill(0);
}
