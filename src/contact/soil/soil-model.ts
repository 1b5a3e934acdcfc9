import { hypot3 } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { COMPLIANT, defineContactModel } from "../contact-model.js";
import { carriers, correctVelocities } from "./payload.js";
import { addSoilForces, addSoilTangent, commitSoil, coupleOf } from "./soil-forces.js";
import { digs } from "./soil-setup.js";
import { BUCKET, CARRIED, soilFields } from "./soil-state.js";
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
    for (let b = 1; b < model.nb; b++) if (carried[CARRIED.size * b] > 0) add(...coupleOf(model, b, 0));
  },
  begin(model, data) {
    beginStrength(model, data);
    data.systems.soil.count = carriers(model, data);
  },
  addForces: addSoilForces,
  addTangent: addSoilTangent,
  storedEnergy: () => 0,
  commit(model, data) {
    commitSoil(model, data);
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
