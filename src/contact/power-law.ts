import { powAt } from "../math/elementary.js";
import * as p from "../model/params.js";
import type { ContactBatch, ContactOutput } from "./contact-law.js";

/** Base and exponent of the power. */
const power = new Float64Array(2);

/** Impacts slower than this are damped as if they had this speed. */
export const leastSpeed = p.number({
  unit: "m/s",
  above: 0,
  default: 0.01,
  help: "impact speeds below this, and resting contact, are damped as at this speed",
});

/**
 *   f = k δⁿ (1 + D δ̇/v₀)₊,   v₀ = max(impact speed, least speed)
 *
 * for k in N/mⁿ, shared by the laws that differ in D only. With a least speed of 0, D is the dissipation factor d
 * itself, s/m.
 */
export function evaluatePowerLaw(
  k: number,
  n: number,
  factor: number,
  least: number,
  batch: ContactBatch,
  out: ContactOutput,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    const depth = -batch.gap[i];
    const d = least > 0 ? factor / Math.max(batch.impactSpeed[i], least) : factor;
    const bracket = 1 - d * batch.gapRate[i];
    if (depth <= 0 || bracket <= 0) {
      out.force[i] = out.stiffness[i] = out.damping[i] = 0;
      continue;
    }
    // δⁿ⁻¹ once, for force and derivative
    power[0] = depth;
    power[1] = n - 1;
    powAt(power, 0);
    const slope = k * power[0];
    out.force[i] = slope * depth * bracket;
    out.stiffness[i] = -n * slope * bracket;
    out.damping[i] = 0 - slope * depth * d;
  }
}
