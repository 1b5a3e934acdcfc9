import { type contact, param } from "stiction";
import type { Context } from "../context.js";
import { defineExperiment, error, near } from "../experiment.js";

function bristleOf(context: Context, given: Record<string, unknown>) {
  const law = context.contact.frictionLaws.bristle as contact.FrictionLaw;
  return { law, params: param.record(law.params, { help: "" }).parse(given) };
}

export const luacesV22 = defineExperiment({
  id: "luaces.v22",
  title: "Share of stiction κ",
  reference: "[Luaces2013] V22 and (3.9): κ = exp(−v²/v_s²).",
  rows: {
    rest: near("κ at rest", "1", 1, 0, "exp(0) is 1 exactly"),
    transition: near("κ at v_s", "1", Math.exp(-1), 2e-16, "one rounding"),
    sliding: near("κ at 3 v_s", "1", 1.234e-4, 5e-8, "published digits"),
  },
  *measure({ contact }) {
    yield ["rest", contact.stictionShare(0, 0.02)];
    yield ["transition", contact.stictionShare(0.02, 0.02)];
    yield ["sliding", contact.stictionShare(0.06, 0.02)];
  },
});

export const luacesV23 = defineExperiment({
  id: "luaces.v23",
  title: "A saturated bristle is set down again",
  reference:
    "[Luaces2013] V23 and (3.15): afterwards its force is η μ_s N against the slip, for η = 1 and 0.9; bristles by point, as there.",
  rows: {
    limit: error("relative deviation of the saturated force from μ_s N", "1", 1e-12, "round-off"),
    size: error("relative deviation of the bristle's force from η μ_s N", "1", 1e-12, "round-off"),
    direction: error("deviation of its direction from −v_t", "1", 1e-12, "round-off"),
  },
  *measure(context) {
    let [limit, size, direction] = [0, 0, 0];
    for (const strain of [1, 0.9]) {
      const { law, params } = bristleOf(context, {
        friction: 0.5,
        stiffness: 1e5,
        strain,
        stictionSpeed: 10,
        length: "point",
      });
      const one = (x: number) => Float64Array.of(x);
      const velocity = Float64Array.of(3e-4, -4e-4, 0);
      const batch = {
        normal: Float64Array.of(0, 0, 1),
        pressure: { force: one(7), stiffness: one(0), damping: one(0) },
        velocity,
        slip: new Float64Array(3),
        travel: Float64Array.of(2e-3, 1e-3, 0),
        state: new Float64Array(3),
        timestep: 1e-3,
      };
      const out = { force: new Float64Array(3), stiffness: new Float64Array(9), damping: new Float64Array(9) };
      // κ = 1 − 2.5e-9 at this v_s, and the rest is sliding friction: take the bristle's part at rest
      const still = { ...batch, velocity: new Float64Array(3) };
      law.evaluate(params, still, out, 0, 1);
      limit = Math.max(limit, Math.abs(Math.hypot(...out.force) / 3.5 - 1));
      law.commit(params, batch, 0, 1);
      law.evaluate(params, { ...still, state: batch.state, travel: new Float64Array(3) }, out, 0, 1);
      const force = Math.hypot(...out.force);
      size = Math.max(size, Math.abs(force / (strain * 3.5) - 1));
      const along = [0, 1, 2].map((c) => out.force[c] / force + velocity[c] / 5e-4);
      direction = Math.max(direction, Math.hypot(...along));
    }
    yield ["limit", limit];
    yield ["size", size];
    yield ["direction", direction];
  },
});
