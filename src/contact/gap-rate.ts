import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import type { ContactStep } from "./contact-step.js";

/**
 * out[at] ← n · (v_B − v_A) of the points of bodies a and b at a place, m/s. `normal` (from A to B, at `no`), `place`
 * (m, at `po`), positions (3 per body, m) and velocities (6 per body) belong to one moment.
 */
export function writeGapRate(
  out: Float64Array,
  at: number,
  pos: Float64Array,
  vel: Float64Array,
  a: number,
  b: number,
  normal: Float64Array,
  no: number,
  place: Float64Array,
  po: number,
): void {
  const nx = normal[no];
  const ny = normal[no + 1];
  const nz = normal[no + 2];
  let rate = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const o = 6 * body;
    const x = place[po] - pos[3 * body];
    const y = place[po + 1] - pos[3 * body + 1];
    const z = place[po + 2] - pos[3 * body + 2];
    const along =
      nx * (vel[o + 3] + vel[o + 1] * z - vel[o + 2] * y) +
      ny * (vel[o + 4] + vel[o + 2] * x - vel[o] * z) +
      nz * (vel[o + 5] + vel[o] * y - vel[o + 1] * x);
    rate += side === 0 ? -along : along;
  }
  out[at] = rate;
}

/** How much more the change counts of a contact that begins or ends within the part: a kink costs an order. */
const KINK = 4;

/** Multiple of what gravity changes within the part that counts as no impact. */
const FALL = 1.5;

/**
 * Counts a contact whose gap rate was rates[0] when the part of the step began and is rates[1] at its end, m/s. A part
 * resolves an impact when the gap rate changes by no more than a fraction φ of the impact speed v = rates[4]:
 *
 *   |ġ₁ − ġ₀| ≤ max(φ v, 1.5 g s),   φ/4 where the contact begins or ends within the part (`kink`)
 *
 * for a part of length s. What gravity itself changes is not the contact's doing. Effective masses, levers and the
 * number of points that share an impact are all in ġ. Writes: strain, impact.
 */
export function measureStrain(model: Model, step: ContactStep, body: number, rates: Float64Array, kink: boolean): void {
  const g = model.options.gravity;
  const change = Math.abs(rates[1] - rates[0]);
  const fall = FALL * step.span * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const allowed = Math.max((step.fraction * rates[4]) / (kink ? KINK : 1), fall);
  // what is not finite must be cut too
  const strain = change <= allowed * 1e9 ? change / Math.max(allowed, 1e-300) : Number.POSITIVE_INFINITY;
  if (strain > step.impact) step.impact = strain;
  if (!(strain > step.strain)) return;
  step.strain = strain;
  step.strained = body;
}

/** Whether the contacts of a part are measured at all. */
export function isMeasured({ systems: { contactStep } }: Data): boolean {
  return contactStep.fraction < Number.POSITIVE_INFINITY;
}
