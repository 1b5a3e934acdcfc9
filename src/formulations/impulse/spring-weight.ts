import type { JointFields } from "../../joints/system.js";
import type { ImpulseFields } from "./fields.js";
import { inverseMass, measureInverseMass } from "./joint-row.js";

const FOLLOWED = 1;
const STIFF = 4;

/**
 * A spring acts over a sub-step h with the stretch C + θ h Ċ: from C at its beginning and C₁ at its end, (1 − θ) C +
 * θ C₁ in both halves. θ = ½ is the implicit midpoint rule, which keeps the energy of a linear spring at any ω h; θ = 1
 * gives springs that a sub-step cannot follow the force of its end. Between (ω h)² = 1 and 4, ω² = k J M⁻¹ Jᵀ, the one
 * goes over into the other.
 *
 * Stretch of spring row r when a sub-step of h, s, begins, and θ. Reads: joint rows, masses. Writes: stretch[2 r …].
 */
export function startSpring(f: ImpulseFields, joints: JointFields, r: number, h: number, stretch: Float64Array): void {
  measureInverseMass(f, joints, r);
  const square = joints.rowSpring[2 * r] * inverseMass[0] * h * h;
  const part = (square - FOLLOWED) / (STIFF - FOLLOWED);
  stretch[2 * r] = joints.rowError[r];
  stretch[2 * r + 1] = 0.5 + 0.5 * Math.max(0, Math.min(1, part));
}
