import type { Data } from "../../data/data.js";
import { supplyWork } from "../../data/supply.js";
import { rotateInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { addBlock, type ContactTangent, selectPoint } from "../contact-tangent.js";
import { CARRIED, type SoilState, soilFields } from "./soil-state.js";

/**
 * Soil that bodies carry: its weight, and the force that changes its motion. Over a part of a step of length T,
 *
 *   f = m (g − Δv_c / T),   τ = −I Δω / T − ω × I ω,   about its centre c
 *
 * with Δ since the part began, so that the body moves as one with the mass of both. Soil that was taken up in the last
 * step gives its momentum: F = (p − m v_c) / h with p what it had before. Explicit formulations have no end of the part
 * to look at: there `correctVelocities` shares the momentum afterwards.
 */
const W = { arm: 32, turned: 35, spin: 38 } as const;

/** Number of dynamic bodies that carry soil. */
export function carriers(model: Model, data: Data): number {
  const { carried } = soilFields(data);
  let n = 0;
  for (let b = 1; b < model.nb; b++) if (isCarrier(model, carried, b)) n++;
  return n;
}

function isCarrier({ bodyType }: Model, carried: Float64Array, b: number): boolean {
  return carried[CARRIED.size * b] > 0 && bodyType[b] === BODY_TYPE.dynamic;
}

/** Weight and inertia of what bodies carry. Reads: body state, carried, gain. Writes: bodyForce. */
export function addLoadForces(model: Model, data: Data): void {
  const { carried, gain } = soilFields(data);
  const { density } = model.systems.soil;
  const { gravity, timestep } = model.options;
  const { bodyForce, bodyVel, bodyQuat } = data;
  const { work } = data.systems.soil;
  const step = data.systems.contactStep;
  const implicit = step.elapsed > 0 && !step.stages;
  const { loadForce } = data.systems.soil;
  for (let b = 1; b < model.nb; b++) {
    if (!isCarrier(model, carried, b)) continue;
    for (let k = 6 * b; k < 6 * b + 6; k++) loadForce[k] = -bodyForce[k];
    const o = CARRIED.size * b;
    const mass = density * carried[o];
    rotateInto(work, W.arm, bodyQuat, 4 * b, carried, o + CARRIED.center);
    const v = 6 * b;
    let fx = mass * gravity[0];
    let fy = mass * gravity[1];
    let fz = mass * gravity[2];
    const rx = work[W.arm];
    const ry = work[W.arm + 1];
    const rz = work[W.arm + 2];
    const vx = bodyVel[v + 3] + bodyVel[v + 1] * rz - bodyVel[v + 2] * ry;
    const vy = bodyVel[v + 4] + bodyVel[v + 2] * rx - bodyVel[v] * rz;
    const vz = bodyVel[v + 5] + bodyVel[v] * ry - bodyVel[v + 1] * rx;
    if (gain[4 * b] > 0) {
      // as the speed was when the step began: a constant force
      const w = step.startVel;
      const started = step.elapsed > 0 || step.since < Number.POSITIVE_INFINITY;
      const from = started ? w : bodyVel;
      fx += (gain[4 * b + 1] - gain[4 * b] * (from[v + 3] + from[v + 1] * rz - from[v + 2] * ry)) / timestep;
      fy += (gain[4 * b + 2] - gain[4 * b] * (from[v + 4] + from[v + 2] * rx - from[v] * rz)) / timestep;
      fz += (gain[4 * b + 3] - gain[4 * b] * (from[v + 5] + from[v] * ry - from[v + 1] * rx)) / timestep;
    }
    if (implicit) {
      const { startVel: w, startQuat, span } = step;
      rotateInto(work, W.turned, startQuat, 4 * b, carried, o + CARRIED.center);
      const sx = work[W.turned];
      const sy = work[W.turned + 1];
      const sz = work[W.turned + 2];
      fx -= (mass * (vx - w[v + 3] - w[v + 1] * sz + w[v + 2] * sy)) / span;
      fy -= (mass * (vy - w[v + 4] - w[v + 2] * sx + w[v] * sz)) / span;
      fz -= (mass * (vz - w[v + 5] - w[v] * sy + w[v + 1] * sx)) / span;
      for (let k = 0; k < 3; k++) work[W.spin + k] = (bodyVel[v + k] - w[v + k]) / span;
      addInertiaTorque(data, b, o, density);
    }
    bodyForce[v] += ry * fz - rz * fy;
    bodyForce[v + 1] += rz * fx - rx * fz;
    bodyForce[v + 2] += rx * fy - ry * fx;
    bodyForce[v + 3] += fx;
    bodyForce[v + 4] += fy;
    bodyForce[v + 5] += fz;
    for (let k = v; k < v + 6; k++) loadForce[k] += bodyForce[k];
  }
}

/**
 * Tells the energy watch what loads have done to their bodies over the part: soil that is lifted, swung and caught is
 * no body of the scene. Reads: loadForce of the last evaluation, body state.
 */
export function supplyLoadWork(model: Model, data: Data): void {
  const { carried } = soilFields(data);
  const { loadForce } = data.systems.soil;
  const { startVel, span } = data.systems.contactStep;
  const { bodyVel } = data;
  for (let b = 1; b < model.nb; b++) {
    if (!isCarrier(model, carried, b)) continue;
    let power = 0;
    for (let k = 6 * b; k < 6 * b + 6; k++) power += 0.5 * loadForce[k] * (startVel[k] + bodyVel[k]);
    supplyWork(data, span * power);
  }
}

/** Torque −I ω̇ − ω × I ω of the soil about its own centre, with ω̇ in work[spin …]. */
function addInertiaTorque(data: Data, b: number, o: number, density: number): void {
  const { work, matrix } = data.systems.soil;
  const { bodyForce, bodyVel } = data;
  inertiaInto(data, b, o, density, matrix);
  const v = 6 * b;
  const x = bodyVel[v];
  const y = bodyVel[v + 1];
  const z = bodyVel[v + 2];
  const lx = matrix[0] * x + matrix[1] * y + matrix[2] * z;
  const ly = matrix[3] * x + matrix[4] * y + matrix[5] * z;
  const lz = matrix[6] * x + matrix[7] * y + matrix[8] * z;
  const a = work[W.spin];
  const c = work[W.spin + 1];
  const d = work[W.spin + 2];
  bodyForce[v] -= matrix[0] * a + matrix[1] * c + matrix[2] * d + y * lz - z * ly;
  bodyForce[v + 1] -= matrix[3] * a + matrix[4] * c + matrix[5] * d + z * lx - x * lz;
  bodyForce[v + 2] -= matrix[6] * a + matrix[7] * c + matrix[8] * d + x * ly - y * lx;
}

/** Places of the entries of a symmetric matrix in [xx, yy, zz, xy, xz, yz]. */
const SYMMETRIC = [0, 3, 4, 3, 1, 5, 4, 5, 2] as const;

/** R I Rᵀ of the soil on body b, 3 × 3 by rows, world axes, kg m². */
function inertiaInto(data: Data, b: number, o: number, density: number, out: Float64Array): void {
  const { carried } = soilFields(data);
  turnInertia(data, b, carried, o + CARRIED.inertia, density, out);
}

/**
 * R I Rᵀ times a factor for the symmetric I at from[i …] in the axes of body b, 3 × 3 by rows; out[9 … 17] is scratch.
 */
function turnInertia(data: Data, b: number, from: Float64Array, i: number, times: number, out: Float64Array): void {
  const { work } = data.systems.soil;
  // columns of R
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) work[W.turned + k] = k === c ? 1 : 0;
    rotateInto(out, 9 + 3 * c, data.bodyQuat, 4 * b, work, W.turned);
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++) sum += out[9 + 3 * p + r] * from[i + SYMMETRIC[3 * p + q]] * out[9 + 3 * q + c];
      out[3 * r + c] = times * sum;
    }
  }
}

/** Adds ∂f/∂v of the inertia: 1/T of the mass matrix of the soil. */
export function addLoadTangent(
  model: Model,
  data: Data,
  tangent: ContactTangent,
  select: (model: Model, tangent: ContactTangent, body: number) => boolean,
): void {
  const step = data.systems.contactStep;
  if (!(step.elapsed > 0) || step.stages) return;
  const { carried } = soilFields(data);
  const state = data.systems.soil;
  for (let b = 1; b < model.nb; b++) {
    if (!isCarrier(model, carried, b) || !select(model, tangent, b)) continue;
    massBlock(model, data, state, b);
    const weight = tangent.dampingWeight / step.span;
    for (let k = 0; k < 36; k++) state.block[k] *= weight;
    selectPoint(tangent, data, data.bodyPos, 3 * b);
    addBlock(tangent, state.block);
  }
}

/** Mass matrix of the soil on body b about the body's centre, for [v; ω], into `block`. */
function massBlock(model: Model, data: Data, { block, work, matrix }: SoilState, b: number): void {
  const { carried } = soilFields(data);
  const { density } = model.systems.soil;
  const o = CARRIED.size * b;
  const mass = density * carried[o];
  rotateInto(work, W.arm, data.bodyQuat, 4 * b, carried, o + CARRIED.center);
  inertiaInto(data, b, o, density, matrix);
  const x = work[W.arm];
  const y = work[W.arm + 1];
  const z = work[W.arm + 2];
  const r2 = x * x + y * y + z * z;
  block.fill(0);
  for (let i = 0; i < 3; i++) {
    block[7 * i] = mass;
    for (let j = 0; j < 3; j++) {
      const arms = work[W.arm + i] * work[W.arm + j];
      block[6 * (3 + i) + 3 + j] = matrix[3 * i + j] + mass * ((i === j ? r2 : 0) - arms);
    }
  }
  // v_c = v + ω × r: the coupling is −m r×, and its transpose
  block[4] = block[24] = mass * z;
  block[5] = block[30] = -mass * y;
  block[9] = block[19] = -mass * z;
  block[11] = block[31] = mass * x;
  block[15] = block[20] = mass * y;
  block[16] = block[26] = -mass * x;
}

/**
 * After an explicit step: what forces changed of the body's momentum is shared with its load, (M + M_s) Δv = M Δv₀.
 * Reads: body state at the beginning of the part. Writes: bodyVel.
 */
export function correctVelocities(model: Model, data: Data): void {
  const { carried } = soilFields(data);
  const state = data.systems.soil;
  const { startVel } = data.systems.contactStep;
  for (let b = 1; b < model.nb; b++) {
    if (!isCarrier(model, carried, b)) continue;
    massBlock(model, data, state, b);
    shareMomentum(model, data, state, b, startVel);
  }
}

function shareMomentum(
  model: Model,
  data: Data,
  { block, matrix, own }: SoilState,
  b: number,
  from: Float64Array,
): void {
  const { bodyVel } = data;
  turnInertia(data, b, model.bodyInertia, 6 * b, 1, own);
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let j = 0; j < 6; j++) {
      let entry = 0;
      if (i < 3 && i === j) entry = model.bodyMass[b];
      else if (i >= 3 && j >= 3) entry = own[3 * (i - 3) + j - 3];
      const at = 6 * b + (j < 3 ? j + 3 : j - 3);
      sum += entry * (bodyVel[at] - from[at]);
      matrix[7 * i + j] = block[6 * i + j] + entry;
    }
    matrix[7 * i + 6] = sum;
  }
  solveSix(matrix);
  for (let k = 0; k < 6; k++) {
    const at = 6 * b + (k < 3 ? k + 3 : k - 3);
    bodyVel[at] = from[at] + matrix[7 * k + 6];
  }
}

/** Gauss elimination of a symmetric positive 6 × 7 system in place; the solution is in its last column. */
function solveSix(a: Float64Array): void {
  for (let k = 0; k < 6; k++) {
    for (let i = k + 1; i < 6; i++) {
      const factor = a[7 * i + k] / a[7 * k + k];
      for (let j = k; j < 7; j++) a[7 * i + j] -= factor * a[7 * k + j];
    }
  }
  for (let k = 5; k >= 0; k--) {
    for (let j = k + 1; j < 6; j++) a[7 * k + 6] -= a[7 * k + j] * a[7 * j + 6];
    a[7 * k + 6] /= a[7 * k + k];
  }
}
