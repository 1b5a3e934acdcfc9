import type { Data } from "../../data/data.js";
import { BODY_STATE, type Model } from "../../model/model.js";
import { writeBodies } from "./bodies.js";
import type { LagrangianFields } from "./fields.js";
import { evaluateForms } from "./forms.js";
import { keepWritten } from "./start.js";
import type { LagrangianState } from "./state.js";

/** True when a body that has coordinates is set aside. Writes, if so: held (coordinates as they are). */
export function noteSetAside(
  model: Model,
  data: Data,
  state: LagrangianState,
  { coordinate }: LagrangianFields,
): boolean {
  for (let b = 1; b < model.nb; b++) {
    if (data.bodyState[b] !== BODY_STATE.dormant || state.natural.bodyForms[4 * b] < 0) continue;
    state.held.set(coordinate);
    return true;
  }
  return false;
}

/**
 * A mechanism with a body that is set aside stands still as a whole: its coordinates are put back to where they were
 * before the step, at rest, until the body is woken. The others go on. Reads: held. Writes: q, v, a of such mechanisms,
 * body state.
 */
export function holdSetAside(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): void {
  const { natural, held } = state;
  const { structure, bodyForms, forms, free } = natural;
  const { coordinate: q, velocity: v, acceleration: a } = fields;
  for (let b = 1; b < model.nb; b++) {
    if (data.bodyState[b] !== BODY_STATE.dormant || bodyForms[4 * b] < 0) continue;
    const mark = structure[forms.offset[forms.start[bodyForms[4 * b]]]];
    for (let i = 0; i < free; i++) {
      if (structure[i] !== mark) continue;
      q[i] = held[i];
      v[i] = 0;
      a[i] = 0;
    }
  }
  evaluateForms(forms, q, state.value);
  evaluateForms(forms, v, state.rate);
  writeBodies(model, natural, data, state.value, state.rate);
  keepWritten(data, fields);
}
