import type { Data } from "../../data/data.js";
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
  for (let b = 1; b < model.nb; b++) {
    if (!isCarrier(model, carried, b)) continue;
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

/** R I Rᵀ of the soil on body b, 3 × 3 by rows, world axes, kg m². */
function inertiaInto(data: Data, b: number, o: number, density: number, out: Float64Array): void {
  const { carried } = soilFields(data);
  const { work } = data.systems.soil;
  const i = o + CARRIED.inertia;
  const own = (r: number, c: number) => carried[i + (r === c ? r : r + c === 1 ? 3 : r + c === 2 ? 4 : 5)];
  // columns of R into out[9 …]
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) work[W.turned + k] = k === c ? 1 : 0;
    rotateInto(out, 9 + 3 * c, data.bodyQuat, 4 * b, work, W.turned);
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++) sum += out[9 + 3 * p + r] * own(p, q) * out[9 + 3 * q + c];
      out[3 * r + c] = density * sum;
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
  const r = [work[W.arm], work[W.arm + 1], work[W.arm + 2]];
  const r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  block.fill(0);
  for (let i = 0; i < 3; i++) {
    block[7 * i] = mass;
    for (let j = 0; j < 3; j++)
      block[6 * (3 + i) + 3 + j] = matrix[3 * i + j] + mass * ((i === j ? r2 : 0) - r[i] * r[j]);
  }
  // v_c = v + ω × r: the coupling is −m r×
  const cross = [0, r[2], -r[1], -r[2], 0, r[0], r[1], -r[0], 0];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      block[6 * i + 3 + j] = mass * cross[3 * i + j];
      block[6 * (3 + j) + i] = mass * cross[3 * i + j];
    }
  }
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

function shareMomentum(model: Model, data: Data, { block, matrix }: SoilState, b: number, from: Float64Array): void {
  const { bodyInertia, bodyMass } = model;
  const { bodyVel } = data;
  const out = new Float64Array(9);
  worldInertia(data, b, bodyInertia, out);
  const change = [0, 1, 2, 3, 4, 5].map(
    (k) => bodyVel[6 * b + (k < 3 ? k + 3 : k - 3)] - from[6 * b + (k < 3 ? k + 3 : k - 3)],
  );
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let j = 0; j < 6; j++) {
      const own = i < 3 && j < 3 ? (i === j ? bodyMass[b] : 0) : i >= 3 && j >= 3 ? out[3 * (i - 3) + j - 3] : 0;
      sum += own * change[j];
      matrix[7 * i + j] = block[6 * i + j] + own;
    }
    matrix[7 * i + 6] = sum;
  }
  solveSix(matrix);
  for (let k = 0; k < 6; k++) {
    const at = 6 * b + (k < 3 ? k + 3 : k - 3);
    bodyVel[at] = from[at] + matrix[7 * k + 6];
  }
}

/** Inertia of a body in world axes. */
function worldInertia(data: Data, b: number, inertia: Float64Array, out: Float64Array): void {
  const axes = new Float64Array(9);
  const unit = new Float64Array(3);
  for (let c = 0; c < 3; c++) {
    unit.fill(0);
    unit[c] = 1;
    rotateInto(axes, 3 * c, data.bodyQuat, 4 * b, unit, 0);
  }
  const own = (r: number, c: number) => inertia[6 * b + (r === c ? r : r + c === 1 ? 3 : r + c === 2 ? 4 : 5)];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) sum += axes[3 * p + r] * own(p, q) * axes[3 * q + c];
      out[3 * r + c] = sum;
    }
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
