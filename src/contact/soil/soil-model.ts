import type { Data } from "../../data/data.js";
import { hypot3 } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { COMPLIANT, defineContactModel } from "../contact-model.js";
import { carriers, correctVelocities, supplyLoadWork } from "./payload.js";
import { addSoilForces, addSoilTangent, comesFirst, commitSoil } from "./soil-forces.js";
import { digs, isDriven } from "./soil-setup.js";
import { BUCKET, CARRIED, ROW, soilFields } from "./soil-state.js";
import { soilSystem } from "./soil-system.js";
import { beginStrength } from "./strength.js";

/** Digging: a bucket in diggable ground, and the soil that bodies carry. */
export const soilModel = defineContactModel({
  name: "soil",
  help: "digging resistance, filling and load of buckets in ground with soil",
  systems: [soilSystem],
  isActive: ({ systems, formulation }) => systems.soil.active && formulation.kind.contacts.includes(COMPLIANT),
  claims: digs,
  count: (data) => data.systems.soil.count,
  actsAlone: (data) => data.systems.soil.count > 0,
  addCouples(model, data, add) {
    const { carried } = soilFields(data);
    const ground = model.systems.terrain.grounds[0].body;
    for (let b = 1; b < model.nb; b++) {
      if (!(carried[CARRIED.size * b] > 0) || !isDriven(model, b)) continue;
      if (comesFirst(model, b, ground)) add(b, ground);
      else add(ground, b);
    }
  },
  begin(model, data) {
    beginStrength(model, data);
    data.systems.soil.count = carriers(model, data);
  },
  addForces: addSoilForces,
  addTangent: addSoilTangent,
  storedEnergy,
  commit(model, data) {
    commitSoil(model, data);
    supplyLoadWork(model, data);
    if (data.systems.contactStep.stages) correctVelocities(model, data);
  },
  reportContacts: (model, _data, a, b) => digs(model, a, b),
  addForceBetween(model, data, a, b, out, at) {
    const sign = between(model, a, b);
    if (sign === 0) return;
    const k = model.systems.soil.bodyBucket[sign > 0 ? b : a];
    const { bucket } = soilFields(data);
    for (let c = 0; c < 3; c++) out[at + c] += sign * bucket[BUCKET.size * k + BUCKET.force + c];
  },
  addNormalForceBetween(model, data, a, b, out, at) {
    const sign = between(model, a, b);
    if (sign === 0) return;
    const k = model.systems.soil.bodyBucket[sign > 0 ? b : a];
    const { bucket } = soilFields(data);
    const o = BUCKET.size * k + BUCKET.force;
    // a bucket that goes into the ground is not on its way through it
    out[at] += Math.max(1e-9, hypot3(bucket[o], bucket[o + 1], bucket[o + 2]));
  },
});

/** 1 where b is a bucket and a its ground, −1 the other way round, 0 else. */
function between({ systems: { soil, terrain } }: Model, a: number, b: number): number {
  const isGround = (body: number) => terrain.grounds.some((ground) => ground.body === body);
  if (soil.bodyBucket[b] >= 0 && isGround(a)) return 1;
  return soil.bodyBucket[a] >= 0 && isGround(b) ? -1 : 0;
}

/** Σ k u² of the springs: twice what they hold. */
function storedEnergy(data: Data): number {
  const { rows } = data.systems.soil;
  const { memory } = soilFields(data);
  let sum = 0;
  for (let e = 0; 3 * e < memory.length; e++) {
    const m = 3 * e;
    const u2 = memory[m] * memory[m] + memory[m + 1] * memory[m + 1] + memory[m + 2] * memory[m + 2];
    if (u2 > 0) sum += rows[ROW.size * e + ROW.stiffness] * u2;
  }
  return sum;
}
