import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { powerLawImpact } from "../impact.js";
import { evaluatePowerLaw } from "../power-law.js";

/** An elastic body at a contact. A radius of Infinity is a plane. */
export interface ElasticBody {
  /** R, m */
  readonly radius: number;
  /** E, N/m² */
  readonly modulus: number;
  /** ν, Poisson's ratio */
  readonly poisson: number;
}

/** 1/(σ₁ + σ₂), N/m², σ = (1 − ν²)/E: the modulus of the pair. */
export function pairModulus(a: Omit<ElasticBody, "radius">, b: Omit<ElasticBody, "radius">): number {
  return 1 / ((1 - a.poisson * a.poisson) / a.modulus + (1 - b.poisson * b.poisson) / b.modulus);
}

/**
 * Hertz' stiffness of two spheres, or of a sphere on a plane, N/m^1.5:
 *
 *   k = (4/3) √R/(σ₁ + σ₂),   1/R = 1/R₁ + 1/R₂
 *
 * Source: [Luaces2013] (3.2), (3.3).
 */
export function hertzStiffness(a: ElasticBody, b: ElasticBody): number {
  return (4 / 3) * Math.sqrt(1 / (1 / a.radius + 1 / b.radius)) * pairModulus(a, b);
}

/**
 * Hertz' elastic contact of spheres.
 *
 *   f = k δ^1.5,   δ = max(0, −gap) m
 *
 * No damping: restitution 1. Where no stiffness is given and both materials have a youngModulus, a scene takes
 * k = (4/3) E* √R with R of the shapes at the contact, as `hertzStiffness` does.
 * Source: [Johnson1985, ch. 4].
 */
export const hertz = defineContactLaw({
  name: "hertz",
  help: "elastic spheres, without damping",
  params: {
    stiffness: p.number({
      unit: "N/m^1.5",
      min: 0,
      default: 1e6,
      help: "k; of E, ν and radii where it is absent and both materials have a youngModulus",
    }),
    radius: p.number({
      unit: "m",
      above: 0,
      optional: true,
      help: "R for k of the materials where neither shape is round: boxes, hulls, meshes, planes",
    }),
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    evaluatePowerLaw(params.stiffness, 1.5, 0, 0, batch, out, start, end);
  },
  impact({ stiffness }, mass, speed) {
    return powerLawImpact({ stiffness, exponent: 1.5, factor: 0, mass, speed });
  },
});
