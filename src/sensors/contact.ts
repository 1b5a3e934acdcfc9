import { collisionFields } from "../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../collision/loads.js";
import { activeModels, COMPLIANT, type ContactModel } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { Model } from "../model/model.js";
import { type Quantity, type SensorKind, XYZ } from "./sensor.js";

/** Adds a patch to a quantity; `flip` is −1 where its bodies are in the other order. */
type AddPatch = (data: Data, patch: number, flip: number, out: Float64Array, at: number) => void;

/** Calls back with each patch row between the two bodies. Allocation-free: the visitor is a constant function. */
function forPatches(model: Model, data: Data, index: number, add: AddPatch, out: Float64Array, at: number): void {
  const a = Math.floor(index / model.nb);
  const b = index - a * model.nb;
  const pairs = data.counter[COUNTER.pairs];
  for (let pair = 0; pair < pairs; pair++) {
    const bodyA = model.shapes[data.pairKey[2 * pair]].body;
    const bodyB = model.shapes[data.pairKey[2 * pair + 1]].body;
    const same = bodyA === a && bodyB === b;
    if (!same && !(bodyA === b && bodyB === a)) continue;
    const first = data.pairPatch[2 * pair];
    for (let patch = first; patch < first + data.pairPatch[2 * pair + 1]; patch++)
      add(data, patch, same ? 1 : -1, out, at);
  }
}

/** A quantity to which every patch between the two bodies adds, from `start` on. */
function overPatches(about: Omit<Quantity, "read">, add: AddPatch, start = 0): Quantity {
  const width = about.components.length || 1;
  return {
    ...about,
    read(model, data, index, out, at) {
      for (let k = 0; k < width; k++) out[at + k] = start;
      forPatches(model, data, index, add, out, at);
    },
  };
}

function lowerGap(data: Data, patch: number, _flip: number, out: Float64Array, at: number): void {
  const first = data.patchPoint[2 * patch];
  for (let i = first; i < first + data.patchPoint[2 * patch + 1]; i++)
    if (!(data.pointGap[i] >= out[at])) out[at] = data.pointGap[i];
}

function countPoints(data: Data, patch: number, _flip: number, out: Float64Array, at: number): void {
  out[at] += data.patchPoint[2 * patch + 1];
}

function addNormal(data: Data, patch: number, flip: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[at + k] += flip * data.patchNormal[3 * patch + k];
}

const quantities: Readonly<Record<string, Quantity>> = {
  gap: overPatches(
    {
      unit: "m",
      help: "smallest gap, negative when overlapping; not a number while no point is within the margin",
      components: [],
    },
    lowerGap,
    Number.NaN,
  ),
  points: overPatches({ unit: "1", help: "number of contact points", components: [] }, countPoints),
  normal: overPatches(
    {
      unit: "1",
      help: "sum of the patch normals, from the first body to the second; a unit vector when there is one patch",
      components: XYZ,
    },
    addNormal,
  ),
};

function noteSlip(data: Data, patch: number, _flip: number, out: Float64Array, at: number): void {
  if (data.patchFriction[8 * patch + 7] > 0) out[at] = 1;
}

/**
 * Sums over the pairs of shapes of two bodies what acted over the last step, whether they still touch or not; `ofA` and
 * `ofB` are the places of the first component in a row where the second body is its A or its B, `signA` the sign where
 * it is A.
 */
function overLoads(about: Omit<Quantity, "read">, ofA: number, ofB: number, signA: number, isRate: boolean): Quantity {
  const width = about.components.length || 1;
  return {
    ...about,
    needsStep: true,
    read(model, data, index, out, at) {
      const first = Math.floor(index / model.nb);
      const second = index - first * model.nb;
      const { loads, loadKey, loadWrench } = collisionFields(data);
      const { body } = model.systems.collision;
      const time = isRate ? model.options.timestep : 1;
      for (let k = 0; k < width; k++) out[at + k] = 0;
      for (let row = 0; row < loads[0]; row++) {
        const a = body[loadKey[2 * row]];
        const b = body[loadKey[2 * row + 1]];
        const same = a === first && b === second;
        if (!same && !(a === second && b === first)) continue;
        const o = LOAD_SIZE * row + (same ? ofB : ofA);
        const sign = same ? 1 : signA;
        for (let k = 0; k < width; k++) out[at + k] += (sign * loadWrench[o + k]) / time;
      }
    },
  };
}

/** What acted over the step, whether by impulses or by forces. */
const loads: Readonly<Record<string, Quantity>> = {
  force: overLoads(
    {
      unit: "N",
      help: "force of the first body on the second, friction included: impulse over the last step, divided by its length",
      components: XYZ,
    },
    LOAD.impulse,
    LOAD.impulse,
    -1,
    true,
  ),
  torque: overLoads(
    {
      unit: "N m",
      help: "torque of the first body on the second about the second's centre of mass, mean of the last step",
      components: XYZ,
    },
    LOAD.turnA,
    LOAD.turnB,
    1,
    true,
  ),
  normalForce: overLoads(
    { unit: "N", help: "sum of the normal forces, mean of the last step", components: [] },
    LOAD.normal,
    LOAD.normal,
    1,
    true,
  ),
  impulse: overLoads(
    {
      unit: "N s",
      help: "impulse of the first body on the second over the last step, impacts and friction included",
      components: XYZ,
    },
    LOAD.impulse,
    LOAD.impulse,
    -1,
    false,
  ),
};

/** Where contact is an impulse. */
const impulses: Readonly<Record<string, Quantity>> = {
  ...loads,
  slips: overPatches(
    {
      unit: "1",
      help: "1 where the surfaces slide on each other, 0 where they stick or do not push",
      components: [],
    },
    noteSlip,
  ),
};

/** Adds a number or vector of a contact model between two bodies. */
type AddBetween = (
  kind: ContactModel,
  model: Model,
  data: Data,
  a: number,
  b: number,
  out: Float64Array,
  at: number,
) => void;

const addForce: AddBetween = (kind, model, data, a, b, out, at) => kind.addForceBetween(model, data, a, b, out, at);
const addNormalForce: AddBetween = (kind, model, data, a, b, out, at) =>
  kind.addNormalForceBetween(model, data, a, b, out, at);

/** Forces of the state at the end of the step, by the laws. */
function atEnd(help: string, width: number, add: AddBetween): Quantity {
  return {
    unit: "N",
    help,
    components: width === 3 ? XYZ : [],
    needsForces: true,
    read(model, data, index, out, at) {
      const models = activeModels(model);
      const a = Math.floor(index / model.nb);
      for (let k = 0; k < width; k++) out[at + k] = 0;
      for (let k = 0; k < models.length; k++) add(models[k], model, data, a, index - a * model.nb, out, at);
    },
  };
}

/** A quantity of the step to which contact models that cannot tell it add what they have: the last evaluation. */
function withUntold(quantity: Quantity, add: AddBetween): Quantity {
  return {
    ...quantity,
    read(model, data, index, out, at) {
      quantity.read(model, data, index, out, at);
      const models = activeModels(model);
      const a = Math.floor(index / model.nb);
      for (let k = 0; k < models.length; k++)
        if (models[k].addLoads === undefined) add(models[k], model, data, a, index - a * model.nb, out, at);
    },
  };
}

/** Where contact is a force. */
const forces: Readonly<Record<string, Quantity>> = {
  ...loads,
  force: withUntold(loads.force, addForce),
  normalForce: withUntold(loads.normalForce, addNormalForce),
  endForce: atEnd("force of the first body on the second at the end of the step, friction included", 3, addForce),
  endNormalForce: atEnd("sum of the normal forces at the end of the step", 1, addNormalForce),
};

const hard = { ...quantities, ...impulses };

/** Quantities where contact is a force, by registry: those of all contact models among them. */
const soft = new WeakMap<Model["items"]["contactModels"], Readonly<Record<string, Quantity>>>();

function quantitiesOfForces({ items: { contactModels } }: Model): Readonly<Record<string, Quantity>> {
  let made = soft.get(contactModels);
  if (made === undefined) {
    const own = (Object.values(contactModels) as ContactModel[]).map((kind) => kind.quantities ?? {});
    made = Object.assign({}, quantities, forces, ...own) as Readonly<Record<string, Quantity>>;
    soft.set(contactModels, made);
  }
  return made;
}

/** `contact/<body>:<body>/<quantity>` */
export const contactSensor: SensorKind = {
  name: "contact",
  help: "contact between two bodies, named first:second",
  quantities(model) {
    const { contacts } = model.formulation.kind;
    if (contacts.includes(COMPLIANT)) return quantitiesOfForces(model);
    return contacts.length > 0 ? hard : quantities;
  },
  names: (model) => model.bodyNames.slice(1).map((name) => `${name}:world`),
  find(model, name) {
    const [first, second, extra] = name.split(":");
    const a = model.bodyIndex.get(first);
    const b = second === undefined ? undefined : model.bodyIndex.get(second);
    return a === undefined || b === undefined || extra !== undefined || a === b ? -1 : a * model.nb + b;
  },
};
