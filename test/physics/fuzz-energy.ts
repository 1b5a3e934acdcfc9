import type { Data, Model } from "stiction";
import { BODY_STATE, BODY_TYPE } from "stiction";

/** Kinetic energy of the dynamic bodies, and potential energy in gravity from where they stood at the start, J. */
export function energyOf(model: Model, data: Data): number {
  const g = model.options.gravity;
  let sum = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic || data.bodyState[b] === BODY_STATE.dormant) continue;
    const m = model.bodyMass[b];
    const v = data.bodyVel.subarray(6 * b, 6 * b + 6);
    sum += 0.5 * m * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    // ω in body axes: R(q)ᵀ ω
    const [x, y, z, w] = data.bodyQuat.subarray(4 * b, 4 * b + 4);
    const t = [2 * (z * v[1] - y * v[2]), 2 * (x * v[2] - z * v[0]), 2 * (y * v[0] - x * v[1])];
    const o = [
      v[0] + w * t[0] + (z * t[1] - y * t[2]),
      v[1] + w * t[1] + (x * t[2] - z * t[0]),
      v[2] + w * t[2] + (y * t[0] - x * t[1]),
    ];
    const i = model.bodyInertia.subarray(6 * b, 6 * b + 6);
    sum += 0.5 * (i[0] * o[0] * o[0] + i[1] * o[1] * o[1] + i[2] * o[2] * o[2]);
    sum += i[3] * o[0] * o[1] + i[4] * o[0] * o[2] + i[5] * o[1] * o[2];
    for (let c = 0; c < 3; c++) sum -= m * g[c] * (data.bodyPos[3 * b + c] - model.bodyPos0[3 * b + c]);
  }
  return sum;
}

/** Largest speed with which overlap is pushed apart, m/s: the default of the formulation. */
const PUSH = 3;
const TIME = 200 / 60;

/**
 * Energy that a scene may gain at most within 200 steps. Contacts, friction and joints dissipate; springs start at rest and have nothing to give.
 * What can give energy:
 *
 *   drives:     at most their effort × their speed (`power`) × t
 *   kinematic:  a kinematic body of speed u can bring a body to 2u + its speed, and carry it up: m (½ (2u)² + g u t) each
 *   overlap:    pushed apart with at most p = pushSpeed: ½ m (2p)² each, and lifted by at most p t: m g p t
 *   rounding of the integration: a tenth of the energies that take part, T₀ + Σ m (g t)²/2
 */
export function allowance(model: Model, data: Data, power: number): number {
  const g = Math.hypot(...model.options.gravity);
  let u = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.kinematic) continue;
    const v = data.input.subarray(6 * (model.nb + b), 6 * (model.nb + b) + 6);
    u = Math.max(u, Math.hypot(v[3], v[4], v[5]), Math.hypot(...data.bodyVel.subarray(6 * b + 3, 6 * b + 6)));
  }
  let room = power * TIME;
  let mass = 0;
  for (let b = 1; b < model.nb; b++) if (model.bodyType[b] === BODY_TYPE.dynamic) mass += model.bodyMass[b];
  room += mass * (2 * u * u + g * u * TIME);
  room += mass * (2 * PUSH * PUSH + g * PUSH * TIME);
  return room + 0.1 * (energyOf(model, data) + 0.5 * mass * (g * TIME) ** 2);
}
