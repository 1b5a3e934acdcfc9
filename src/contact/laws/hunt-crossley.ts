import { powAt } from "../../math/elementary.js";
import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";

const WORK = new Float64Array(2);

/**
 * Hunt–Crossley compliant contact.
 *
 *   f = k δⁿ (1 + d δ̇)₊,   δ = max(0, −gap) m,   δ̇ = −gapRate m/s
 *
 * The bracket is clamped at zero so that fast separation never pulls; adhesion is another law.
 * Source: [HuntCrossley1975], where d is written λ/k.
 */
export const huntCrossley = defineContactLaw({
  name: "hunt-crossley",
  help: "power-law spring with damping that grows with depth",
  params: {
    stiffness: p.number({ unit: "N/m^n", min: 0, default: 1e6, help: "k, generalised stiffness" }),
    exponent: p.number({ unit: "1", min: 1, max: 10, default: 1.5, help: "n, 1.5 for sphere on plane (Hertz)" }),
    damping: p.number({ unit: "s/m", min: 0, default: 0.1, help: "d, dissipation factor" }),
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { stiffness: k, exponent: n, damping: d } = params;
    for (let i = start; i < end; i++) {
      const depth = -batch.gap[i];
      const bracket = 1 - d * batch.gapRate[i];
      if (depth <= 0 || bracket <= 0) {
        out.force[i] = out.stiffness[i] = out.damping[i] = 0;
        continue;
      }
      // δⁿ⁻¹ once, for force and derivative
      WORK[0] = depth;
      WORK[1] = n - 1;
      powAt(WORK, 0);
      const slope = k * WORK[0];
      out.force[i] = slope * depth * bracket;
      out.stiffness[i] = -n * slope * bracket;
      out.damping[i] = -slope * depth * d;
    }
  },
});
