import { detectImpacts } from "../collision/continuous/sweep.js";
import { detectContacts } from "../collision/detect.js";
import { COUNTER } from "../data/fields.js";
import type { Integrator } from "../integrators/integrator.js";
import * as p from "../model/params.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";

/**
 * Maximal coordinates, explicit: forces → integrate → detect. For smooth forces and for comparisons; no joints. Contacts are found and
 * reported — tables, events, sensors — but nothing answers them yet.
 */
export const forcesFormulation = defineFormulation({
  name: "forces",
  help: "forces on free bodies, integrated explicitly",
  params: {
    integrator: p.text({ default: "semi-implicit-euler", help: "name of the integrator: semi-implicit-euler or rk4" }),
  },
  joints: [],
  contacts: [],
  advance(model, data) {
    (model.integrator as Integrator).advance(model, data, evaluateForces);
  },
  finish(model, data) {
    detectContacts(model, data);
    detectImpacts(model, data, data.counter[COUNTER.steps] > 0);
  },
  evaluateForces,
});
