import * as p from "../../model/params.js";
import { defineContactLaw } from "../contact-law.js";
import { powerLawImpact } from "../impact.js";
import { evaluatePowerLaw, leastSpeed } from "../power-law.js";
import { exactFactor, huntCrossleyFactor } from "../restitution.js";

/**
 * Hunt–Crossley compliant contact.
 *
 *   f = k δⁿ (1 + d δ̇)₊,   δ = max(0, −gap) m,   δ̇ = −gapRate m/s
 *
 * The bracket is clamped at zero so that fast separation never pulls; adhesion is another law. With a restitution ε, d
 * = D/v₀ where v₀ is the impact speed, and D = 3(1 − ε)/2 as published, or the D that really gives ε. Sources:
 * [HuntCrossley1975], where d is written λ/k; [Luaces2013] (3.1).
 */
export const huntCrossley = defineContactLaw({
  name: "hunt-crossley",
  help: "power-law spring with damping that grows with depth",
  params: {
    stiffness: p.number({ unit: "N/m^n", min: 0, default: 1e6, help: "k, generalised stiffness" }),
    exponent: p.number({ unit: "1", min: 1, max: 10, default: 1.5, help: "n, 1.5 for sphere on plane (Hertz)" }),
    damping: p.number({
      unit: "s/m",
      min: 0,
      default: 0.1,
      help: "d, dissipation factor, where no restitution is given",
    }),
    restitution: p.number({
      unit: "1",
      min: 0,
      max: 1,
      optional: true,
      help: "ε; damping then follows from the impact speed",
    }),
    rule: p.choice(["exact", "published"], {
      default: "exact",
      help: "exact: the rebound has the restitution given; published: D = 3(1 − ε)/2, right near ε = 1 only",
    }),
    leastSpeed,
  },
  claims: { neverPulls: true, continuousAtTouch: true, dissipative: true },
  evaluate(params, batch, out, start, end) {
    const { stiffness: k, exponent: n, restitution } = params;
    if (restitution === undefined) evaluatePowerLaw(k, n, params.damping, 0, batch, out, start, end);
    else {
      const factor = params.rule === "published" ? huntCrossleyFactor(restitution) : exactFactor(restitution);
      evaluatePowerLaw(k, n, factor, params.leastSpeed, batch, out, start, end);
    }
  },
  impact({ stiffness, exponent, damping, restitution, rule, leastSpeed: least }, mass, speed) {
    let factor = damping * speed;
    if (restitution !== undefined) {
      factor = (rule === "exact" ? exactFactor : huntCrossleyFactor)(restitution) * Math.min(1, speed / least);
    }
    return powerLawImpact({ stiffness, exponent, factor, mass, speed });
  },
});
