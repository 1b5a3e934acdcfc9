import { reportImpacts } from "../collision/continuous/sweep.js";
import { detectContacts } from "../collision/detect.js";
import { COMPLIANT } from "../contact/contact-model.js";
import { beginContacts, commitContacts, findContactPairs, mayRepeat, reportContacts } from "../contact/contact-step.js";
import { addStepLoads, startStepLoads } from "../contact/step-loads.js";
import type { Integrator } from "../integrators/integrator.js";
import * as p from "../model/params.js";
import { evaluateForces } from "./evaluate-forces.js";
import { evaluateAndMeasure } from "./forces/evaluate-and-measure.js";
import { advanceInParts } from "./forces/parts.js";
import { defineFormulation } from "./formulation.js";
import { PART_PARAMS } from "./part-params.js";

/**
 * Maximal coordinates, explicit: forces → integrate → remember contacts → detect. For smooth forces, compliant contact
 * and comparisons; no joints.
 */
export const forcesFormulation = defineFormulation({
  name: "forces",
  help: "forces on free bodies, integrated explicitly",
  params: {
    integrator: p.text({
      default: "semi-implicit-euler",
      help: "name of the integrator: semi-implicit-euler, leapfrog or rk4",
    }),
    ...PART_PARAMS,
  },
  joints: "none",
  contacts: [COMPLIANT],
  advance(model, data) {
    const integrator = model.integrator as Integrator;
    const h = model.options.timestep;
    findContactPairs(model, data);
    startStepLoads(model, data);
    if (integrator.divisible === true && mayRepeat(model)) advanceInParts(model, data, integrator);
    else {
      beginContacts(model, data, 0, integrator.wayWeight ?? 0.5);
      integrator.advance(model, data, evaluateAndMeasure, h);
      commitContacts(model, data);
    }
    if (data.systems.contactStep.measured > 0) return;
    evaluateForces(model, data);
    addStepLoads(model, data, h);
  },
  finish(model, data) {
    detectContacts(model, data, reportContacts);
    reportImpacts(model, data);
  },
  evaluateForces,
  keepsEnergy: true,
});
