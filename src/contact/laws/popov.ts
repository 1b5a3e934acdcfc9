import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { powerLawImpact } from "../impact.js";
import { evaluatePowerLaw, leastSpeed } from "../power-law.js";
import { floresFactor } from "../restitution.js";

/** L_r that makes the estimate equal to Hertz: 4√2/(3π). */
export const POPOV_AS_HERTZ = (4 * Math.SQRT2) / (3 * Math.PI);

/** N/m^1.5 of the estimate. */
const stiffnessOf = (modulus: number, radius: number, correction: number) =>
  Math.PI * Math.SQRT1_2 * modulus * Math.sqrt(radius) * correction;

/**
 * Popov's estimate from the undeformed geometry: a sphere pushed through a plane by δ has a rim of radius a = √(2Rδ),
 * and
 *
 *   f = L_r (K_p δ/(2a)) π a² = L_r (π/√2) K_p √R δ^1.5   times (1 + D δ̇/v₀)₊
 *
 * with K_p = 1/(σ₁ + σ₂) in N/m² (`pairModulus`), R in m, and Flores' D = 8(1 − ε)/(5ε). It is 1.666 times Hertz; the
 * correction L_r = 0.600 makes it Hertz, and [Moisio2013] takes 1/2. For two spheres, R = R₁R₂/(R₁ + R₂). Source:
 * [Moisio2013] (5.15)–(5.20); [Popov2010].
 */
export const popov = defineContactLaw({
  name: "popov",
  help: "force from the rim of the undeformed sphere",
  params: {
    modulus: p.number({ unit: "N/m²", min: 0, default: 1e6, help: "K_p = 1/(σ₁ + σ₂), σ = (1 − ν²)/E" }),
    radius: p.number({ unit: "m", above: 0, default: 0.1, help: "R" }),
    correction: p.number({ unit: "1", min: 0, default: 1, help: "L_r; 0.600 gives Hertz, 0.5 is the source's" }),
    restitution: p.number({
      unit: "1",
      min: 0,
      max: 1,
      default: 1,
      help: "ε of Flores' damping; the rebound is lower",
    }),
    leastSpeed,
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { modulus, radius, correction, restitution, leastSpeed: least } = params;
    const k = stiffnessOf(modulus, radius, correction);
    evaluatePowerLaw(k, 1.5, floresFactor(restitution), least, batch, out, start, end);
  },
  impact({ modulus, radius, correction, restitution, leastSpeed: least }, mass, speed) {
    const stiffness = stiffnessOf(modulus, radius, correction);
    const factor = floresFactor(restitution) * Math.min(1, speed / least);
    return powerLawImpact({ stiffness, exponent: 1.5, factor, mass, speed });
  },
});
