import type { Data } from "../data/data.js";
import { angularMomentumInto } from "../data/momentum.js";
import type { ForceKind } from "../forces/force.js";
import { addSpringEnergy } from "../joints/system.js";
import { BODY_TYPE, type Model } from "../model/model.js";

const MOMENTUM = new Float64Array(3);

/** out[at] += ½ m v² + ½ ω · L */
export function addKineticEnergy(model: Model, data: Data, b: number, out: Float64Array, at: number): void {
  const { bodyVel } = data;
  const v = 6 * b;
  angularMomentumInto(model, data, b, MOMENTUM, 0);
  out[at] +=
    0.5 *
      model.bodyMass[b] *
      (bodyVel[v + 3] * bodyVel[v + 3] + bodyVel[v + 4] * bodyVel[v + 4] + bodyVel[v + 5] * bodyVel[v + 5]) +
    0.5 * (bodyVel[v] * MOMENTUM[0] + bodyVel[v + 1] * MOMENTUM[1] + bodyVel[v + 2] * MOMENTUM[2]);
}

/** out[at] += potential energy of gravity, zero at the origin. */
export function addGravityEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const { gravity } = model.options;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic || data.bodyState[b] === 2) continue;
    const p = 3 * b;
    out[at] -=
      model.bodyMass[b] *
      (gravity[0] * data.bodyPos[p] + gravity[1] * data.bodyPos[p + 1] + gravity[2] * data.bodyPos[p + 2]);
  }
}

/** out[at] += potential energy of forces that have one and of springs of joints. */
export function addElasticEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    const kind = table.kind as ForceKind;
    if (kind.energy !== undefined) kind.energy(model, data, table, out, at);
  }
  addSpringEnergy(model, data, out, at);
}
