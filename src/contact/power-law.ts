import { powAt } from "../math/elementary.js";
import * as p from "../model/params.js";
import type { ContactBatch, ContactOutput } from "./contact-law.js";

const WORK = new Float64Array(2);

/** Coefficients of a power law, in this order: k N/mⁿ, n, D, least impact speed m/s; with 0 there, D is the dissipation factor d in s/m. */
export const POWER_LAW = new Float64Array(4);

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
 * with the coefficients in `POWER_LAW`; shared by the laws that differ in D only.
 */
export function evaluatePowerLaw(batch: ContactBatch, out: ContactOutput, start: number, end: number): void {
  const k = POWER_LAW[0];
  const n = POWER_LAW[1];
  const factor = POWER_LAW[2];
  const least = POWER_LAW[3];
  for (let i = start; i < end; i++) {
    const depth = -batch.gap[i];
    const d = least > 0 ? factor / Math.max(batch.impactSpeed[i], least) : factor;
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
    out.damping[i] = 0 - slope * depth * d;
  }
}
