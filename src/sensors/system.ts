import { activeModels } from "../contact/contact-model.js";
import { addContactForces } from "../contact/contact-step.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { angularMomentumInto } from "../data/momentum.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { addElasticEnergy, addGravityEnergy, addKineticEnergy } from "./energy.js";
import { type Quantity, type SensorKind, XYZ } from "./sensor.js";

/** out[at] += potential energy of gravity (zero at the origin), of forces that have one and of springs of joints. */
function addPotentialEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  addGravityEnergy(model, data, out, at);
  addElasticEnergy(model, data, out, at);
}

/**
 * out[at] += elastic energy of contacts where contact is a force. Before the first step contacts have not been found
 * yet. Reads: contacts. Writes: out, at the start contacts and bodyForce.
 */
function addContactEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const models = activeModels(model);
  if (models.length === 0) return;
  if (data.counter[COUNTER.steps] === 0) addContactForces(model, data);
  for (let k = 0; k < models.length; k++) models[k].addEnergy?.(model, data, out, at);
}

function addAllKinetic(model: Model, data: Data, out: Float64Array, at: number): void {
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] === BODY_TYPE.dynamic && data.bodyState[b] !== 2) addKineticEnergy(model, data, b, out, at);
  }
}

type AddEnergy = (model: Model, data: Data, out: Float64Array, at: number) => void;

function energy(help: string, parts: readonly AddEnergy[]): Quantity {
  return {
    unit: "J",
    help,
    components: [],
    read(model, data, _i, out, at) {
      out[at] = 0;
      for (let k = 0; k < parts.length; k++) parts[k](model, data, out, at);
    },
  };
}

const MOMENTUM = new Float64Array(3);

const quantities: Readonly<Record<string, Quantity>> = {
  kineticEnergy: energy("kinetic energy of all bodies", [addAllKinetic]),
  potentialEnergy: energy(
    "potential energy of gravity, zero at the origin, of springs, those of joints and drives among them, and of contacts that are forces",
    [addPotentialEnergy, addContactEnergy],
  ),
  contactEnergy: energy("elastic energy of normal contact where contact is a force", [addContactEnergy]),
  energy: energy("kinetic and potential energy", [addAllKinetic, addPotentialEnergy, addContactEnergy]),
  momentum: {
    unit: "N s",
    help: "linear momentum of all bodies",
    components: XYZ,
    read(model, data, _i, out, at) {
      out[at] = out[at + 1] = out[at + 2] = 0;
      for (let b = 1; b < model.nb; b++) {
        for (let k = 0; k < 3; k++) out[at + k] += model.bodyMass[b] * data.bodyVel[6 * b + 3 + k];
      }
    },
  },
  angularMomentum: {
    unit: "N m s",
    help: "angular momentum of all bodies about the origin",
    components: XYZ,
    read(model, data, _i, out, at) {
      out[at] = out[at + 1] = out[at + 2] = 0;
      for (let b = 1; b < model.nb; b++) {
        const m = model.bodyMass[b];
        const p = 3 * b;
        const v = 6 * b + 3;
        const { bodyPos, bodyVel } = data;
        angularMomentumInto(model, data, b, MOMENTUM, 0);
        out[at] += MOMENTUM[0] + m * (bodyPos[p + 1] * bodyVel[v + 2] - bodyPos[p + 2] * bodyVel[v + 1]);
        out[at + 1] += MOMENTUM[1] + m * (bodyPos[p + 2] * bodyVel[v] - bodyPos[p] * bodyVel[v + 2]);
        out[at + 2] += MOMENTUM[2] + m * (bodyPos[p] * bodyVel[v + 1] - bodyPos[p + 1] * bodyVel[v]);
      }
    },
  },
};

/** `system/all/<quantity>` */
export const systemSensor: SensorKind = {
  name: "system",
  help: "energy and momentum of the whole scene",
  quantities: () => quantities,
  names: () => ["all"],
  find: (_model, name) => (name === "all" ? 0 : -1),
};
