import type { Data } from "../../data/data.js";
import { rotateInverseInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { RESISTS, STIFF_SIZE } from "./compliant-state.js";

/**
 * Explicit methods follow springs K and dampers C on masses M for s (λ(C) + √(λ(K)/2)) ≤ L, with the largest
 * eigenvalues of M^(−½) K M^(−½) and M^(−½) C M^(−½) of a body whose neighbours are held; neighbours that move make
 * them no more than twice as large. Semi-implicit Euler is stable up to 2 L = 2, Runge–Kutta of fourth order up to 2.6
 * or more in all directions of the left half plane. Contacts at rest are therefore cut only where the method would
 * fail. Reads: contacts at the end of the part. Writes: strain, stiffness,
 * stiff, damp.
 */
export function measureStiffness(model: Model, data: Data): void {
  const { contactStep, compliant: state } = data.systems;
  const { count, resistances: r, stiff, damp } = state;
  stiff.fill(0);
  damp.fill(0);
  let e = 0;
  for (let c = 0; c < count; c++) {
    addNormalStiffness(model, data, c);
    for (; e < r.count && r.contact[e] === c; e++) addResistance(model, data, c, e);
  }
  const most = ((model.integrator as { order?: number } | null)?.order ?? 1) >= 4 ? 1.3 : 1;
  for (let b = 1; b < model.nb; b++) {
    if (!hasStiffness(stiff, damp, b)) continue;
    const rate = largestAtMost(damp, STIFF_SIZE * b) + Math.sqrt(0.5 * largestAtMost(stiff, STIFF_SIZE * b));
    const strain = (contactStep.span * rate) / most;
    if (strain > contactStep.stiffness) contactStep.stiffness = strain;
    if (!(strain > contactStep.strain)) continue;
    contactStep.strain = strain;
    contactStep.strained = b;
  }
}

/** Spring and damper of contact c along its normal. Writes: stiff, damp. */
function addNormalStiffness(model: Model, data: Data, c: number): void {
  const { out, normal, patches } = data.systems.compliant;
  // points that share one law resist tilting more than each of them resists its own motion
  const tilt = model.systems.compliant.sharedStiffness ? patches.tilt[c] : 0;
  const k = Math.max(tilt, Math.abs(out.stiffness[c]));
  const d = Math.abs(out.damping[c]);
  const { resists: r } = data.systems.compliant.work;
  r[RESIST.stiffness] = k;
  r[RESIST.damping] = d;
  r[RESIST.lever] = 0;
  for (let x = 0; x < 3; x++) r[x] = normal[3 * c + x];
  addDirection(model, data, c);
}

/** Places in `work.resists`: unit vector, N/m, N s/m, m. In an array, since numbers passed by value become garbage. */
const RESIST = { direction: 0, stiffness: 3, damping: 4, lever: 5 } as const;

/** Springs and dampers of resistance e at contact c, in its tangent plane, or about all axes. Writes: stiff, damp. */
function addResistance(model: Model, data: Data, c: number, e: number): void {
  const { resistances: r, normal, work } = data.systems.compliant;
  const { resists } = work;
  let k = 0;
  let d = 0;
  for (let x = 0; x < 9; x += 4) {
    k = Math.max(k, Math.abs(r.out.stiffness[9 * e + x]));
    d = Math.max(d, Math.abs(r.out.damping[9 * e + x]));
  }
  resists[RESIST.stiffness] = k;
  resists[RESIST.damping] = d;
  if (r.kind[e] !== RESISTS.sliding) {
    resists[RESIST.lever] = r.lever[e];
    for (let x = 0; x < 3; x++) {
      for (let y = 0; y < 3; y++) resists[y] = x === y ? 1 : 0;
      addDirection(model, data, c);
    }
    return;
  }
  resists[RESIST.lever] = 0;
  const nx = normal[3 * c];
  const ny = normal[3 * c + 1];
  const nz = normal[3 * c + 2];
  // two unit vectors across the normal, of which the first lies across the axis that is farthest from it
  const flat = Math.abs(nz) < 0.6;
  const ux = flat ? ny : 0;
  const uy = flat ? -nx : nz;
  const uz = flat ? 0 : -ny;
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  resists[0] = scale * ux;
  resists[1] = scale * uy;
  resists[2] = scale * uz;
  addDirection(model, data, c);
  resists[0] = scale * (ny * uz - nz * uy);
  resists[1] = scale * (nz * ux - nx * uz);
  resists[2] = scale * (nx * uy - ny * ux);
  addDirection(model, data, c);
}

/**
 * The spring and the damper of `resists` along its direction through contact c, or about it, by a lever. Writes: stiff,
 * damp.
 */
function addDirection(model: Model, data: Data, c: number): void {
  const { body, place, stiff, damp, work } = data.systems.compliant;
  const { bodyPos, bodyQuat } = data;
  const { scaled: w, resists } = work;
  const ux = resists[0];
  const uy = resists[1];
  const uz = resists[2];
  const k = resists[RESIST.stiffness];
  const d = resists[RESIST.damping];
  const lever = resists[RESIST.lever];
  for (let side = 0; side < 2; side++) {
    const b = body[2 * c + side];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const moves = lever === 0 ? 1 / Math.sqrt(model.bodyMass[b]) : 0;
    const x = place[3 * c] - bodyPos[3 * b];
    const y = place[3 * c + 1] - bodyPos[3 * b + 1];
    const z = place[3 * c + 2] - bodyPos[3 * b + 2];
    w[0] = moves * ux;
    w[1] = moves * uy;
    w[2] = moves * uz;
    w[3] = lever === 0 ? y * uz - z * uy : lever * ux;
    w[4] = lever === 0 ? z * ux - x * uz : lever * uy;
    w[5] = lever === 0 ? x * uy - y * ux : lever * uz;
    rotateInverseInto(w, 3, bodyQuat, 4 * b, w, 3);
    scaleTorque(model.bodyInvInertia, 6 * b, w);
    for (let row = 0; row < 6; row++) {
      const o = STIFF_SIZE * b + 6 * row;
      for (let column = row; column < 6; column++) {
        const product = w[row] * w[column];
        stiff[o + column] += k * product;
        damp[o + column] += d * product;
      }
    }
  }
}

/** w[3 … 5] ← Lᵀ w[3 … 5] with I⁻¹ = L Lᵀ, body axes, so that its square is τᵀ I⁻¹ τ; 0 about axes that are held. */
function scaleTorque(inverse: Float64Array, o: number, w: Float64Array): void {
  const xx = Math.sqrt(inverse[o]);
  const yx = xx > 0 ? inverse[o + 3] / xx : 0;
  const zx = xx > 0 ? inverse[o + 4] / xx : 0;
  const yy = Math.sqrt(Math.max(0, inverse[o + 1] - yx * yx));
  const zy = yy > 0 ? (inverse[o + 5] - zx * yx) / yy : 0;
  const zz = Math.sqrt(Math.max(0, inverse[o + 2] - zx * zx - zy * zy));
  w[3] = xx * w[3] + yx * w[4] + zx * w[5];
  w[4] = yy * w[4] + zy * w[5];
  w[5] = zz * w[5];
}

/** Whether any contact acts on body b. */
function hasStiffness(stiff: Float64Array, damp: Float64Array, b: number): boolean {
  for (let k = 0; k < 6; k++)
    if (stiff[STIFF_SIZE * b + 7 * k] !== 0 || damp[STIFF_SIZE * b + 7 * k] !== 0) return true;
  return false;
}

/**
 * A bound of the largest eigenvalue of the symmetric matrix at `o`: the least of its Frobenius and maximum row norms.
 */
function largestAtMost(matrix: Float64Array, o: number): number {
  let squares = 0;
  let most = 0;
  for (let row = 0; row < 6; row++) {
    let sum = 0;
    for (let column = 0; column < 6; column++) {
      const x = matrix[o + 6 * Math.min(row, column) + Math.max(row, column)];
      sum += Math.abs(x);
      squares += x * x;
    }
    most = Math.max(most, sum);
  }
  return Math.min(most, Math.sqrt(squares));
}
