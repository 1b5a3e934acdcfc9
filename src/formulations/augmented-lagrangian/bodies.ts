import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import { BODY_STATE, type Model } from "../../model/model.js";
import type { Extent } from "./extent.js";
import { addForceOnForm } from "./forms.js";
import type { Natural } from "./natural.js";

/** Poses and velocities, of a simulation or of a scene's start. */
export type BodyArrays = Pick<Data, "bodyPos" | "bodyQuat" | "bodyVel">;

/** An arm in world axes, then a velocity. */
const ARM = new Float64Array(6);
const ORIGIN = new Float64Array(3);

/**
 * Points and vectors of bodies → q, q̇: of entity k only, by the body that defines it. `acceleration` of what is
 * prescribed is that of a body with constant velocity and spin: ω × (ω × r). Reads: bodyPos, bodyQuat, bodyVel. Writes:
 * q, v, and a where it is given.
 */
export function readEntity(
  natural: Natural,
  data: BodyArrays,
  k: number,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array | null,
): void {
  const { body: b, local, kind, offset } = natural.entities[k];
  const { bodyPos, bodyQuat, bodyVel } = data;
  ORIGIN[0] = local[0];
  ORIGIN[1] = local[1];
  ORIGIN[2] = local[2];
  rotateInto(ARM, 0, bodyQuat, 4 * b, ORIGIN, 0);
  const wx = bodyVel[6 * b];
  const wy = bodyVel[6 * b + 1];
  const wz = bodyVel[6 * b + 2];
  ARM[3] = wy * ARM[2] - wz * ARM[1];
  ARM[4] = wz * ARM[0] - wx * ARM[2];
  ARM[5] = wx * ARM[1] - wy * ARM[0];
  const isPoint = kind === "point";
  for (let c = 0; c < natural.dim; c++) {
    q[offset + c] = ARM[c] + (isPoint ? bodyPos[3 * b + c] : 0);
    v[offset + c] = ARM[3 + c] + (isPoint ? bodyVel[6 * b + 3 + c] : 0);
  }
  if (a === null) return;
  a[offset] = wy * ARM[5] - wz * ARM[4];
  a[offset + 1] = wz * ARM[3] - wx * ARM[5];
  if (natural.dim === 3) a[offset + 2] = wx * ARM[4] - wy * ARM[3];
}

/** Orientation under construction. */
const R = new Float64Array(9);
const TURN = new Float64Array(4);

/**
 * q, q̇ → poses and velocities of the bodies that forces move, by the forms of their centre and axes. The spin comes
 * from all axes, ω = ½ Σ e × ė. Reads: values and rates of forms. Writes: bodyPos, bodyQuat, bodyVel.
 */
export function writeBodies(
  model: Model,
  natural: Natural,
  data: Data,
  value: Float64Array,
  rate: Float64Array,
  bodies: Extent | null = null,
): void {
  if (bodies === null) writeSome(natural, data, value, rate, 1, model.nb);
  else for (let s = 0; s < bodies.count; s++) writeSome(natural, data, value, rate, bodies.from[s], bodies.to[s]);
}

/** The same for bodies `from` … `to` − 1. */
function writeSome(
  natural: Natural,
  data: Data,
  value: Float64Array,
  rate: Float64Array,
  from: number,
  to: number,
): void {
  const { bodyForms, dim } = natural;
  const { bodyPos, bodyVel, bodyState } = data;
  for (let b = from; b < to; b++) {
    const f = bodyForms[4 * b];
    if (f < 0 || bodyState[b] === BODY_STATE.dormant) continue;
    // its orientation would only be rounded once more, and its shapes, which stay where they are, would differ from it
    if (bodyState[b] === BODY_STATE.asleep && rests(natural, data, b, value, rate)) continue;
    for (let c = 0; c < dim; c++) {
      bodyPos[3 * b + c] = value[3 * f + c];
      bodyVel[6 * b + 3 + c] = rate[3 * f + c];
    }
    if (dim === 2) writePlanarTurn(data, b, 3 * bodyForms[4 * b + 1], value, rate);
    else writeTurn(natural, data, b, value, rate);
  }
}

/** Whether body b is where its coordinates are, and none of them moves. */
function rests({ bodyForms, dim }: Natural, { bodyPos }: Data, b: number, value: Float64Array, rate: Float64Array) {
  const f = 3 * bodyForms[4 * b];
  for (let c = 0; c < dim; c++) if (bodyPos[3 * b + c] !== value[f + c]) return false;
  for (let k = 0; k < (dim === 2 ? 2 : 4); k++) {
    const form = 3 * bodyForms[4 * b + k];
    for (let c = 0; c < dim; c++) if (rate[form + c] !== 0) return false;
  }
  return true;
}

/** Half of the angle of x = (c, s), on the side of the quaternion as it was. */
function writePlanarTurn(data: Data, b: number, x: number, value: Float64Array, rate: Float64Array): void {
  const { bodyQuat, bodyVel } = data;
  const square = value[x] * value[x] + value[x + 1] * value[x + 1];
  const inv = 1 / Math.sqrt(square);
  const cosine = value[x] * inv;
  const sine = value[x + 1] * inv;
  let w = 0;
  let z = 0;
  if (cosine > 0) {
    w = Math.sqrt(0.5 * (1 + cosine));
    z = (0.5 * sine) / w;
  } else {
    z = Math.sqrt(0.5 * (1 - cosine));
    w = (0.5 * sine) / z;
  }
  const side = w * bodyQuat[4 * b + 3] + z * bodyQuat[4 * b + 2] < 0 ? -1 : 1;
  bodyQuat[4 * b + 2] = side * z;
  bodyQuat[4 * b + 3] = side * w;
  bodyVel[6 * b + 2] = (value[x] * rate[x + 1] - value[x + 1] * rate[x]) / square;
}

function writeTurn(natural: Natural, data: Data, b: number, value: Float64Array, rate: Float64Array): void {
  const { bodyForms } = natural;
  const { bodyQuat, bodyVel } = data;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let k = 0; k < 3; k++) {
    const f = 3 * bodyForms[4 * b + 1 + k];
    R[k] = value[f];
    R[3 + k] = value[f + 1];
    R[6 + k] = value[f + 2];
    wx += value[f + 1] * rate[f + 2] - value[f + 2] * rate[f + 1];
    wy += value[f + 2] * rate[f] - value[f] * rate[f + 2];
    wz += value[f] * rate[f + 1] - value[f + 1] * rate[f];
  }
  bodyVel[6 * b] = 0.5 * wx;
  bodyVel[6 * b + 1] = 0.5 * wy;
  bodyVel[6 * b + 2] = 0.5 * wz;
  quaternionOfMatrix();
  const o = 4 * b;
  const side =
    TURN[0] * bodyQuat[o] + TURN[1] * bodyQuat[o + 1] + TURN[2] * bodyQuat[o + 2] + TURN[3] * bodyQuat[o + 3] < 0
      ? -1
      : 1;
  for (let k = 0; k < 4; k++) bodyQuat[o + k] = side * TURN[k];
}

/** R (rows) → TURN, from the largest of the four squares, unit length. */
function quaternionOfMatrix(): void {
  const trace = R[0] + R[4] + R[8];
  if (trace > 0) {
    TURN[0] = R[7] - R[5];
    TURN[1] = R[2] - R[6];
    TURN[2] = R[3] - R[1];
    TURN[3] = 1 + trace;
  } else if (R[0] >= R[4] && R[0] >= R[8]) {
    TURN[0] = 1 + R[0] - R[4] - R[8];
    TURN[1] = R[1] + R[3];
    TURN[2] = R[2] + R[6];
    TURN[3] = R[7] - R[5];
  } else if (R[4] >= R[8]) {
    TURN[0] = R[1] + R[3];
    TURN[1] = 1 - R[0] + R[4] - R[8];
    TURN[2] = R[5] + R[7];
    TURN[3] = R[2] - R[6];
  } else {
    TURN[0] = R[2] + R[6];
    TURN[1] = R[5] + R[7];
    TURN[2] = 1 - R[0] - R[4] + R[8];
    TURN[3] = R[3] - R[1];
  }
  const inv = 1 / Math.sqrt(TURN[0] * TURN[0] + TURN[1] * TURN[1] + TURN[2] * TURN[2] + TURN[3] * TURN[3]);
  for (let k = 0; k < 4; k++) TURN[k] *= inv;
}

/** Force on a form. */
const F = new Float64Array(3);

/**
 * A wrench [τ; f] about the centre of mass of body b → generalised force: f acts on the centre; a torque acts on the
 * axes,
 *
 *   f_e = ½ τ × e on each axis e   ⇒   Σ e × f_e = τ,       in the plane τ (−x_y, x_x) on x
 *
 * Reads: values of forms. Writes: Q.
 */
export function addWrench(
  natural: Natural,
  b: number,
  wrench: Float64Array,
  o: number,
  value: Float64Array,
  Q: Float64Array,
): void {
  const { bodyForms, forms } = natural;
  const center = bodyForms[4 * b];
  if (center < 0) return;
  addForceOnForm(forms, center, wrench, o + 3, Q);
  if (natural.dim === 2) {
    if (wrench[o + 2] === 0) return;
    const x = bodyForms[4 * b + 1];
    F[0] = -wrench[o + 2] * value[3 * x + 1];
    F[1] = wrench[o + 2] * value[3 * x];
    F[2] = 0;
    addForceOnForm(forms, x, F, 0, Q);
    return;
  }
  const tx = 0.5 * wrench[o];
  const ty = 0.5 * wrench[o + 1];
  const tz = 0.5 * wrench[o + 2];
  if (tx === 0 && ty === 0 && tz === 0) return;
  for (let k = 0; k < 3; k++) {
    const e = bodyForms[4 * b + 1 + k];
    F[0] = ty * value[3 * e + 2] - tz * value[3 * e + 1];
    F[1] = tz * value[3 * e] - tx * value[3 * e + 2];
    F[2] = tx * value[3 * e + 1] - ty * value[3 * e];
    addForceOnForm(forms, e, F, 0, Q);
  }
}
