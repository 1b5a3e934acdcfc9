import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { powerLawImpact } from "../impact.js";
import { evaluatePowerLaw, leastSpeed, POWER_LAW } from "../power-law.js";
import { lankaraniNikraveshFactor } from "../restitution.js";

/**
 * Lankarani–Nikravesh contact.
 *
 *   f = k δⁿ (1 + ¾ (1 − ε²) δ̇/v₀)₊
 *
 * ε is the restitution wanted and v₀ the impact speed in m/s. Meant for ε near 1: the rebound never falls below 0.66.
 * Source: [LankaraniNikravesh1990]; formula as in [Moisio2013] (3.7).
 */
export const lankaraniNikravesh = defineContactLaw({
  name: "lankarani-nikravesh",
  help: "power-law spring with damping from restitution, for hard impacts",
  params: {
    stiffness: p.number({ unit: "N/m^n", min: 0, default: 1e6, help: "k, generalised stiffness" }),
    exponent: p.number({ unit: "1", min: 1, max: 10, default: 1.5, help: "n, 1.5 for sphere on plane (Hertz)" }),
    restitution: p.number({
      unit: "1",
      min: 0,
      max: 1,
      default: 0.9,
      help: "ε as the formula takes it; the rebound differs",
    }),
    leastSpeed,
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    POWER_LAW[0] = params.stiffness;
    POWER_LAW[1] = params.exponent;
    POWER_LAW[2] = lankaraniNikraveshFactor(params.restitution);
    POWER_LAW[3] = params.leastSpeed;
    evaluatePowerLaw(batch, out, start, end);
  },
  impact({ stiffness, exponent, restitution, leastSpeed: least }, mass, speed) {
    const factor = lankaraniNikraveshFactor(restitution) * Math.min(1, speed / least);
    return powerLawImpact({ stiffness, exponent, factor, mass, speed });
  },
});
