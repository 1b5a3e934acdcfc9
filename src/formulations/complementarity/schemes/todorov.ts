import { CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Data } from "../../../data/data.js";
import type { Model } from "../../../model/model.js";
import { ROW as KIND } from "../../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "../complementarity-state.js";
import { bodyOf, frictionOf, writeDirection, writeGap, writeTangents } from "../contact-gradient.js";
import { addEntry, admittance, openRow } from "../rows.js";
import { gapRate } from "./gap-rate.js";
import type { Scheme } from "./scheme.js";
import { coneDirectionInto } from "./stewart-trinkle.js";

/**
 * Soft, convex contact [Todorov2011]: with the edges e_k = n + μ d_k of the friction cone, J_k = e_k · (v_B − v_A), the
 * impulses λ ≥ 0 along them minimise
 *
 *   ½ λᵀ (J M⁻¹ Jᵀ + R) λ + λᵀ (J ν_free + ψ/h),   that is   0 ≤ J_k ν⁺ + ψ/h + R_k λ_k ⟂ λ_k ≥ 0
 *
 * with R_k = ε J_k M⁻¹ J_kᵀ, ε the setting `softness`. The problem is symmetric and positive definite, so its solution
 * is the only one, and forces follow from a motion without solving: λ_k = max(0, −(J_k ν⁺ + ψ/h)/R_k). What it costs: a
 * body at rest sinks in by h R_k λ_k, which is ε g h² of a mass on one frictionless point; and one that slides at speed
 * v hovers at μ v h, since the cone's edges are asked for ψ/h ≥ μ v. Both vanish with ε and h. The cone is the
 * polyhedral one, whatever the setting `cone` says, unless it says none.
 */
export const todorov: Scheme = {
  name: "todorov",
  help: "soft, convex: a regularised problem with one solution (softness); bodies sink in a little and hover a little where they slide",
  addForce(model: Model, data: Data, state: ComplementarityState, base: number, contact: number): number {
    const { rows, set, settings } = state;
    const { direction, tangents } = state.work;
    const mu = settings.cone === "none" ? 0 : frictionOf(model, data, state, contact);
    const edges = mu > 0 ? settings.directions : 1;
    writeTangents(set.value, CONTACT_SIZE * contact, model.planar, tangents);
    for (let k = 0; k < edges; k++) {
      const r = openRow(rows, KIND.complementary, bodyOf(set, contact, 0), bodyOf(set, contact, 1));
      writeGap(data, set, base, rows.left, 12 * r, 1);
      writeGap(data, set, contact, rows.right, 12 * r, 1);
      if (mu > 0) {
        coneDirectionInto(direction, tangents, k, edges, model.planar);
        writeDirection(data, set, contact, direction, 0, rows.left, 12 * r, mu);
        writeDirection(data, set, contact, direction, 0, rows.right, 12 * r, mu);
      }
      rows.constant[r] = gapRate(model, state, base);
      rows.source[r] = contact;
      addEntry(rows, r, r, settings.softness * admittance(model, state, r));
    }
    return edges;
  },
};
