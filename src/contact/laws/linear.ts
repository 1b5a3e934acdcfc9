import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { kelvinVoigtImpact } from "../impact.js";
import { kelvinVoigtRatio } from "../restitution.js";

/** c = 2ζ√(km), N s/m, of the Kelvin–Voigt contact that has a restitution for a reduced mass. */
export function linearDamping(restitution: number, stiffness: number, mass: number): number {
  return 2 * kelvinVoigtRatio(restitution) * Math.sqrt(stiffness * mass);
}

/**
 * Linear spring and damper (Kelvin–Voigt).
 *
 *   f = (k δ + c δ̇)₊,   δ = max(0, −gap) m,   δ̇ = −gapRate m/s
 *
 * The force jumps to c v₀ at touch. It never pulls: the contact ends when the force is zero. With a restitution, c
 * follows for the given reduced mass and is exact for that mass, at any speed. Source: [Luaces2013, §3.1.1];
 * restitution [SchwagerPoschel2007].
 */
export const linear = defineContactLaw({
  name: "linear",
  help: "linear spring and damper (Kelvin–Voigt)",
  params: {
    stiffness: p.number({ unit: "N/m", min: 0, default: 1e5, help: "k" }),
    damping: p.number({ unit: "N s/m", min: 0, default: 100, help: "c, where no restitution is given" }),
    restitution: p.number({ unit: "1", min: 0, max: 1, optional: true, help: "ε; c then follows for the mass" }),
    mass: p.number({
      unit: "kg",
      above: 0,
      default: 1,
      help: "reduced mass m₁m₂/(m₁ + m₂) that the restitution is for",
    }),
  },
  claims: { neverPulls: true, continuousAtTouch: false, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { stiffness: k, restitution, mass } = params;
    const c = restitution === undefined ? params.damping : linearDamping(restitution, k, mass);
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      const force = k * depth - c * batch.gapRate[i];
      const acts = depth > 0 && force > 0;
      out.force[i] = acts ? force : 0;
      out.stiffness[i] = acts ? -k : 0;
      out.damping[i] = acts ? -c : 0;
    }
  },
  impact({ stiffness, damping, restitution, mass: of }, mass, speed) {
    const c = restitution === undefined ? damping : linearDamping(restitution, stiffness, of);
    return kelvinVoigtImpact(stiffness, c, mass, speed);
  },
});
