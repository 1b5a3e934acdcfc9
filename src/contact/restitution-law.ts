import * as p from "../model/params.js";
import { defineContactLaw } from "./contact-law.js";
import { powerLawImpact } from "./impact.js";
import { evaluatePowerLaw, leastSpeed } from "./power-law.js";

interface RestitutionLaw {
  readonly name: string;
  readonly help: string;
  /** Restitution by default. */
  readonly usual: number;
  /** D for the restitution that the formula takes. */
  factorOf(restitution: number): number;
}

/**
 *   f = k δⁿ (1 + D(ε) δ̇/v₀)₊
 *
 * Laws with damping from restitution that differ in D(ε) only; ε is the restitution wanted and v₀ the impact speed in
 * m/s.
 */
export function defineRestitutionLaw({ name, help, usual, factorOf }: RestitutionLaw) {
  return defineContactLaw({
    name,
    help,
    params: {
      stiffness: p.number({ unit: "N/m^n", min: 0, default: 1e6, help: "k, generalised stiffness" }),
      exponent: p.number({ unit: "1", min: 1, max: 10, default: 1.5, help: "n, 1.5 for sphere on plane (Hertz)" }),
      restitution: p.number({
        unit: "1",
        min: 0,
        max: 1,
        default: usual,
        help: "ε as the formula takes it; the rebound differs",
      }),
      leastSpeed,
    },
    claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
    evaluate(params, batch, out, start, end) {
      const { stiffness, exponent, restitution, leastSpeed: least } = params;
      evaluatePowerLaw(stiffness, exponent, factorOf(restitution), least, batch, out, start, end);
    },
    impact({ stiffness, exponent, restitution, leastSpeed: least }, mass, speed) {
      const factor = factorOf(restitution) * Math.min(1, speed / least);
      return powerLawImpact({ stiffness, exponent, factor, mass, speed });
    },
  });
}
