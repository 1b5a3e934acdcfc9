import { powAt } from "../../math/elementary.js";
import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";

/** Base and exponent of the power. */
const power = new Float64Array(2);

/**
 * Power-law spring with a linear dashpot.
 *
 *   f = (k δⁿ + c δ̇)₊,   δ = max(0, −gap) m,   δ̇ = −gapRate m/s
 *
 * The force jumps to c v₀ at touch; it is clamped so that it never pulls. Restitution falls with mass and speed and has
 * no closed form for n ≠ 1 (`impactOf` integrates it). With k = 0 it is a dashpot alone. Source: [Moisio2013] (3.4),
 * with the sign of the damping corrected.
 */
export const dashpot = defineContactLaw({
  name: "dashpot",
  help: "power-law spring with a linear dashpot",
  params: {
    stiffness: p.number({ unit: "N/m^n", min: 0, default: 1e6, help: "k, generalised stiffness" }),
    exponent: p.number({ unit: "1", min: 1, max: 10, default: 1.5, help: "n, 1.5 for sphere on plane (Hertz)" }),
    damping: p.number({ unit: "N s/m", min: 0, default: 100, help: "c" }),
  },
  claims: { neverPulls: true, continuousAtTouch: false, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { stiffness: k, exponent: n, damping: c } = params;
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      out.force[i] = out.stiffness[i] = out.damping[i] = 0;
      if (depth <= 0) continue;
      power[0] = depth;
      power[1] = n - 1;
      powAt(power, 0);
      const slope = k * power[0];
      const force = slope * depth - c * batch.gapRate[i];
      if (force <= 0) continue;
      out.force[i] = force;
      out.stiffness[i] = -n * slope;
      out.damping[i] = -c;
    }
  },
});
