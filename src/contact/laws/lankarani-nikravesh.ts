import { lankaraniNikraveshFactor } from "../restitution.js";
import { defineRestitutionLaw } from "../restitution-law.js";

/**
 * Lankarani–Nikravesh contact.
 *
 *   f = k δⁿ (1 + ¾ (1 − ε²) δ̇/v₀)₊
 *
 * ε is the restitution wanted and v₀ the impact speed in m/s. Meant for ε near 1: the rebound never falls below 0.66.
 * Source: [LankaraniNikravesh1990]; formula as in [Moisio2013] (3.7).
 */
export const lankaraniNikravesh = defineRestitutionLaw({
  name: "lankarani-nikravesh",
  help: "power-law spring with damping from restitution, for hard impacts",
  usual: 0.9,
  factorOf: lankaraniNikraveshFactor,
});
