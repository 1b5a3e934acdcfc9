import type { JointFields } from "../../joints/system.js";
import type { ImpulseFields } from "./fields.js";

/**
 * Operations on a joint row for solvers that visit rows one by one. Numbers are passed through arrays because V8 boxes
 * numbers that are passed as arguments.
 */

/** K = J M⁻¹ Jᵀ, 1/kg or 1/(kg m²), of the row measured last. */
export const inverseMass = new Float64Array(1);

/** K of row r, into `inverseMass`. */
export function measureInverseMass(f: ImpulseFields, joints: JointFields, r: number): void {
  const { invMass, invInertia: i } = f;
  const j = joints.rowJacobian;
  let k = 0;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    const at = 12 * r + 6 * side;
    const b = 6 * body;
    const x = j[at];
    const y = j[at + 1];
    const z = j[at + 2];
    k += invMass[body] * (j[at + 3] * j[at + 3] + j[at + 4] * j[at + 4] + j[at + 5] * j[at + 5]);
    k +=
      x * (i[b] * x + i[b + 3] * y + i[b + 4] * z) +
      y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z) +
      z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
  }
  inverseMass[0] = k;
}

/** J v, m/s or rad/s, of the row measured last. */
export const rowSpeed = new Float64Array(1);

/** J v of row r, into `rowSpeed`. */
export function measureSpeed(v: Float64Array, joints: JointFields, r: number): void {
  const { rowJacobian: j, rowBody } = joints;
  const a = 6 * rowBody[2 * r];
  const b = 6 * rowBody[2 * r + 1];
  const at = 12 * r;
  let speed = 0;
  for (let c = 0; c < 6; c++) speed += j[at + c] * v[a + c] + j[at + 6 + c] * v[b + c];
  rowSpeed[0] = speed;
}

/** Current impulse, N s or N m s. */
export const push = new Float64Array(1);

/** Applies the impulse in `push` along row r. Writes: bodyVel. */
export function pushRow(v: Float64Array, f: ImpulseFields, joints: JointFields, r: number): void {
  const { invMass, invInertia: i } = f;
  const j = joints.rowJacobian;
  const impulse = push[0];
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    const m = impulse * invMass[body];
    if (m === 0) continue;
    const at = 12 * r + 6 * side;
    const b = 6 * body;
    const x = impulse * j[at];
    const y = impulse * j[at + 1];
    const z = impulse * j[at + 2];
    v[b] += i[b] * x + i[b + 3] * y + i[b + 4] * z;
    v[b + 1] += i[b + 3] * x + i[b + 1] * y + i[b + 5] * z;
    v[b + 2] += i[b + 4] * x + i[b + 5] * y + i[b + 2] * z;
    v[b + 3] += m * j[at + 3];
    v[b + 4] += m * j[at + 4];
    v[b + 5] += m * j[at + 5];
  }
}
