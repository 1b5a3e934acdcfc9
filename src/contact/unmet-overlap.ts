import type { Data } from "../data/data.js";
import { BODY_TYPE, type Model } from "../model/model.js";

/** Approach speed in the memory of contacts whose bodies did not meet but overlapped from the start. */
export const NEVER_MET = -1;

/**
 * No less than what shapes s and t of bodies a and b can have approached in the part, m, by their speeds at both its
 * ends. An overlap that is deeper was there before. Reads: body state.
 */
export function longestWay(model: Model, data: Data, s: number, t: number, a: number, b: number): number {
  const { startVel, span } = data.systems.contactStep;
  const { turnReach } = model.systems.collision;
  const g = model.options.gravity;
  let speed = span * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (let side = 0; side < 2; side++) {
    const o = 6 * (side === 0 ? a : b);
    const reach = turnReach[side === 0 ? s : t];
    speed += speedOf(startVel, o, reach) + speedOf(data.bodyVel, o, reach);
  }
  return span * speed;
}

/** Largest speed of the points up to `reach` from a body's centre, m/s. */
function speedOf(v: Float64Array, o: number, reach: number): number {
  const spin = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  const turning = spin > 0 ? reach * Math.sqrt(spin) : 0;
  return turning + Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
}

/** 1/m_A + 1/m_B of what moves by forces, 1/kg. */
export function inverseMassBetween({ bodyType, bodyMass }: Model, a: number, b: number): number {
  let inverse = 0;
  if (bodyType[a] === BODY_TYPE.dynamic) inverse += 1 / bodyMass[a];
  if (bodyType[b] === BODY_TYPE.dynamic) inverse += 1 / bodyMass[b];
  return inverse;
}
