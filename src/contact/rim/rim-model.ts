import type { Data } from "../../data/data.js";
import { defineContactModel } from "../contact-model.js";
import { digits, IMPACT_SPEED } from "../meeting-pairs.js";
import { addRowsBetween } from "../rows-between.js";
import { ELEMENT } from "./element.js";
import { addRimEnergy, addRimLoads } from "./element-motion.js";
import { addExplicitRim, beginExplicitRim } from "./explicit-rim.js";
import { addImplicitRim, beginImplicitRim, commitImplicitRim, overdrawsRim } from "./implicit-rim.js";
import { reportRim } from "./report-rim.js";
import { ROW, rimFields } from "./rim-fields.js";
import { usesRim } from "./rim-setup.js";
import { rimSystem } from "./rim-state.js";
import { rimImpactOf } from "./rim-step-limit.js";
import { addRimTangent } from "./rim-tangent.js";

/**
 * Contact from the rim of two meshes, the curve in which their surfaces intersect [Moisio2013, chapter 5]. Explicit
 * formulations move its elements when a step begins, implicit ones within Newton's method.
 */
export const rimModel = defineContactModel({
  name: "rim",
  help: "forces at the segments in which two meshes intersect, for materials with law rim",
  systems: [rimSystem],
  isActive: ({ systems }) => systems.rim.active && systems.contactStep.active,
  claims: usesRim,
  count: (data) => data.systems.rim.count,
  begin(model, data) {
    if (model.systems.rim.implicit) beginImplicitRim(model, data);
    else beginExplicitRim(model, data);
  },
  beginsOnce: (model) => !model.systems.rim.implicit,
  addForces(model, data) {
    if (model.systems.rim.implicit) addImplicitRim(model, data);
    else addExplicitRim(model, data);
  },
  addTangent: addRimTangent,
  storedEnergy,
  mustCut: (model, data) => model.systems.rim.implicit && overdrawsRim(model, data),
  commit(model, data) {
    if (model.systems.rim.implicit) commitImplicitRim(model, data);
  },
  addLoads: addRimLoads,
  addEnergy: addRimEnergy,
  reportContacts: reportRim,
  addForceBetween: (model, data, a, b, out, at) =>
    addRowsBetween(model, rimFields(data), a, b, ROW.size, ROW.force, 3, out, at),
  addNormalForceBetween: (model, data, a, b, out, at) =>
    addRowsBetween(model, rimFields(data), a, b, ROW.size, ROW.load, 1, out, at),
  stepLimit(model, { between, materials, pair }) {
    const found = pair.law.name === "rim" ? rimImpactOf(model, materials, pair.params, IMPACT_SPEED) : null;
    if (found === null) return null;
    const { body, impact, longestStep } = found;
    const warning =
      `timestep: an impact of ${model.bodyNames[body]} (${between[0]} on ${between[1]}) at ${IMPACT_SPEED} m/s ` +
      `on something flat lasts ${digits(impact.duration)} s by its rim and gains energy in steps of more than ` +
      `${digits(longestStep)} s, or loses what energyCap takes back; use shorter steps, less restitution or softer materials`;
    return { body, impact, longestStep, warning };
  },
});

/** Σ f δ with the deepest element of each segment: twice what a spring holds, so that its bristles have room in it. */
function storedEnergy(data: Data): number {
  const { memory, remembered } = rimFields(data);
  let sum = 0;
  for (let i = 0; i < remembered[0]; i++) {
    const o = ROW.size * i;
    let depth = 0;
    for (let e = 0; e < 4; e++) depth = Math.max(depth, memory[o + ROW.element + ELEMENT.size * e + ELEMENT.depth]);
    sum += Math.max(0, memory[o + ROW.load]) * depth;
  }
  return sum;
}
