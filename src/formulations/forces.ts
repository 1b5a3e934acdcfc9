import { detectImpacts } from "../collision/continuous/sweep.js";
import { detectContacts } from "../collision/detect.js";
import { beginPairs } from "../contact/compliant/find.js";
import { beginContacts, commitContacts } from "../contact/compliant/remember.js";
import { COMPLIANT } from "../contact/compliant/setup.js";
import { foundContact } from "../contact/report.js";
import { beginRim } from "../contact/rim/evaluate.js";
import { beginVolumes, commitVolumes } from "../contact/volumetric/evaluate.js";
import { COUNTER } from "../data/fields.js";
import type { Integrator } from "../integrators/integrator.js";
import * as p from "../model/params.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";

/**
 * Maximal coordinates, explicit: forces → integrate → remember contacts → detect. For smooth forces, compliant contact and comparisons; no joints.
 */
export const forcesFormulation = defineFormulation({
  name: "forces",
  help: "forces on free bodies, integrated explicitly",
  params: {
    integrator: p.text({ default: "semi-implicit-euler", help: "name of the integrator: semi-implicit-euler or rk4" }),
  },
  joints: "none",
  contacts: [COMPLIANT],
  advance(model, data) {
    const integrator = model.integrator as Integrator;
    beginPairs(model, data);
    beginRim(model, data);
    beginVolumes(model, data, 0);
    beginContacts(model, data, 0, integrator.wayWeight ?? 0.5);
    integrator.advance(model, data, evaluateForces);
    commitVolumes(model, data);
    commitContacts(model, data);
  },
  finish(model, data) {
    detectContacts(model, data, foundContact);
    detectImpacts(model, data, data.counter[COUNTER.steps] > 0);
  },
  evaluateForces,
});
