import { floresFactor } from "../restitution.js";
import { defineRestitutionLaw } from "../restitution-law.js";

/**
 * Flores' contact.
 *
 *   f = k δⁿ (1 + (8/5)((1 − ε)/ε) δ̇/v₀)₊
 *
 * ε is the restitution wanted and v₀ the impact speed in m/s. Follows ε over the whole range better than
 * Hunt–Crossley's and Lankarani–Nikravesh's formulas, from below; ε = 0 counts as 5e-4. Source:
 * [FloresMachadoSilvaMartins2011]; formula as in [Moisio2013] (3.9).
 */
export const flores = defineRestitutionLaw({
  name: "flores",
  help: "power-law spring with damping from restitution, for soft impacts",
  usual: 0.5,
  factorOf: floresFactor,
});
