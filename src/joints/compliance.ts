import { atan2At } from "../math/elementary.js";
import { symMulInto } from "../math/mat3.js";
import { quatRotate } from "../math/quat.js";
import { cross, dot, type Vec3 } from "../math/vec3.js";
import type { JointPlacement, JointTable, Model } from "../model/model.js";
import { AT } from "./frame.js";
import { finishAngular, lineRow, openRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

const TWIST = new Float64Array(2);
/** Rotation vector φ of q_e in the frame on A, and in world axes; then θ, and the factor c of φ × (φ × …). */
const PHI = new Float64Array(8);

/**
 * The rotation vector of q_e: φ = θ v / |v|, θ = 2 atan2(|v|, w), and what its derivative needs. Reads: frame.
 * Writes: PHI.
 *
 *   dφ/dt = ω − ½ φ × ω + c φ × (φ × ω),   c = (1 − (θ/2) cot(θ/2)) / θ²,   ω = ω_B − ω_A in A
 */
function placeRotationVector(frame: Float64Array): void {
  const t = AT.turn;
  const v = Math.sqrt(frame[t] * frame[t] + frame[t + 1] * frame[t + 1] + frame[t + 2] * frame[t + 2]);
  const w = frame[t + 3];
  TWIST[0] = v;
  TWIST[1] = w;
  atan2At(TWIST, 0);
  const theta = 2 * TWIST[0];
  // near zero θ / |v| → 2 and c → 1/12, each with an error of θ²
  const scale = v > 1e-8 ? theta / v : 2;
  const c = theta > 1e-3 ? (1 - (0.5 * theta * w) / v) / (theta * theta) : 1 / 12 + (theta * theta) / 720;
  for (let k = 0; k < 3; k++) {
    PHI[k] = scale * frame[t + k];
    PHI[3 + k] = scale * frame[AT.turnWorld + k];
  }
  PHI[6] = theta;
  PHI[7] = c;
}

/** Row of the rotation vector along axis k of the frame on A: C = φ_k, exact at any angle below half a turn. */
function rotationVectorRow(out: JointFields, r: number, axis: number): void {
  const n = AT.axesA + 3 * axis;
  const x = out.frame[n];
  const y = out.frame[n + 1];
  const z = out.frame[n + 2];
  const px = PHI[3];
  const py = PHI[4];
  const pz = PHI[5];
  const c = PHI[7];
  // transposed: n + ½ φ × n + c φ × (φ × n)
  const ux = py * z - pz * y;
  const uy = pz * x - px * z;
  const uz = px * y - py * x;
  const J = out.rowJacobian;
  const o = 12 * r;
  J[o + 6] = x + 0.5 * ux + c * (py * uz - pz * uy);
  J[o + 7] = y + 0.5 * uy + c * (pz * ux - px * uz);
  J[o + 8] = z + 0.5 * uz + c * (px * uy - py * ux);
  finishAngular(J, o);
  out.rowError[r] = PHI[axis];
}

/** Rows of a compliant joint: 6 in space, x, y and rotation about z in the plane. */
export function complianceRowCount(model: Model): number {
  return model.planar ? 3 : 6;
}

/**
 * Spring rows along and about the axes of the frame on A, with the stiffnesses at own[stiffness … + 5] (x, y, z, then
 * about x, y, z) and the dampings behind them. A row without either is off. Reads: frame.
 */
export function writeCompliance(model: Model, i: number, first: number, stiffness: number, out: JointFields): void {
  const { own } = model.joints;
  placeRotationVector(out.frame);
  let r = first;
  for (let k = 0; k < 6; k++) {
    if (model.planar && k !== 0 && k !== 1 && k !== 5) continue;
    const stiff = own[stiffness + k];
    const damp = own[stiffness + 6 + k];
    openRow(model, i, out, r, stiff > 0 || damp > 0 ? ROW.spring : ROW.off);
    if (k < 3) lineRow(out, r, k);
    else rotationVectorRow(out, r, k - 3);
    out.rowSpring[2 * r] = stiff;
    out.rowSpring[2 * r + 1] = damp;
    out.rowBounds[2 * r] = Number.NEGATIVE_INFINITY;
    out.rowBounds[2 * r + 1] = Number.POSITIVE_INFINITY;
    r++;
  }
}

/**
 * Mass (kg) or inertia (kg m²) that the joint's bodies oppose to motion along (k < 3) or about axis k of its frame in
 * the scene's placement: 1 / (J M⁻¹ Jᵀ). 0 when neither can move in that direction.
 */
export function effectiveMass(table: JointTable, i: number, context: JointPlacement, k: number): number {
  const axis: Vec3 = [k % 3 === 0 ? 1 : 0, k % 3 === 1 ? 1 : 0, k % 3 === 2 ? 1 : 0];
  let inverse = 0;
  for (const side of [0, 1]) {
    const body = (side === 0 ? table.bodyA : table.bodyB)[i];
    const frame = (side === 0 ? table.quatA : table.quatB).subarray(4 * i, 4 * i + 4);
    const point = (side === 0 ? table.pointA : table.pointB).subarray(3 * i, 3 * i + 3);
    // in body axes: the frames coincide at the start, or nearly so
    const n = quatRotate(frame, axis);
    const lever = k < 3 ? cross(point, n) : n;
    const turned = new Float64Array(3);
    symMulInto(turned, 0, context.bodyInvInertia, 6 * body, Float64Array.from(lever), 0);
    inverse += dot(lever, turned);
    if (k >= 3) continue;
    const world = quatRotate(context.bodyQuat.subarray(4 * body, 4 * body + 4), n);
    for (let c = 0; c < 3; c++) inverse += context.bodyInvMass[3 * body + c] * world[c] * world[c];
  }
  return inverse > 0 ? 1 / inverse : 0;
}
