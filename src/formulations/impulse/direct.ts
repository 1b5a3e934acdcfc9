import type { Data } from "../../data/data.js";
import { turnTensorInto } from "../../math/mat3.js";
import type { Model } from "../../model/model.js";
import { SIZE } from "../../solvers/body-cholesky.js";
import {
  CONE_SIZE,
  CONE_VALUE_SIZE,
  clusterOfRow,
  type DirectSystem,
  FRICTION_PENALTY,
  PLACE,
  PLACE_SIZE,
  SEARCH,
  SEARCH_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, impulseFields, STATISTIC } from "./fields.js";
import { CONVERGED, measureConvergence, minimise, tryToStick } from "./newton.js";

/** A residual below this, m/s or rad/s, ends the rounds. */
const RESIDUAL = 1e-10;

/** Reads the masses of the nodes. Reads: bodyQuat. Writes: mass. */
export function readNodes(system: DirectSystem, model: Model, data: Data): void {
  const { bodyOf, mass } = system;
  for (let n = 0; n < system.nodes; n++) {
    const b = bodyOf[n];
    mass[7 * n] = model.bodyMass[b];
    turnTensorInto(mass, 7 * n + 1, model.bodyInertia, 6 * b, data.bodyQuat, 4 * b);
  }
}

/** J v of every row at the velocities as they are, and no change of them yet. Reads: bodyVel. Writes: speed, change. */
function startRound(system: DirectSystem, data: Data): void {
  const { value, place, jacobian: j } = system;
  const v = data.bodyVel;
  system.change.fill(0, 0, SIZE * system.nodes);
  for (let r = 0; r < system.rows; r++) {
    const a = 6 * place[PLACE_SIZE * r];
    const b = 6 * place[PLACE_SIZE * r + 1];
    const o = 12 * r;
    let sum = 0;
    for (let c = 0; c < 6; c++) sum += j[o + c] * v[a + c] + j[o + 6 + c] * v[b + c];
    value[VALUE_SIZE * r + VALUE.speed] = sum;
  }
}

/** [−, −, worst residual] */
const measured = new Float64Array(3);

/** Solves for impulses and velocities; at most `rounds` rounds. Writes: impulse of every row, bodyVel, statistics. */
export function solveDirect(system: DirectSystem, model: Model, data: Data, rounds: number): void {
  if (system.nodes === 0 || system.rows === 0) return;
  const f = impulseFields(data);
  readNodes(system, model, data);
  system.stopped.fill(0, 0, system.clusters);
  for (let round = 0; ; round++) {
    startRound(system, data);
    if (round > 0 && worstResidual(system) < RESIDUAL) break;
    if (round >= rounds) break;
    bindCones(system);
    if (round === 0 && system.cones > 0) tryToStick(system);
    minimise(system, f);
    settle(system, data, f);
    f.statistics[STATISTIC.iterations]++;
  }
  if (measured[2] > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = measured[2];
}

/** Bounds of the friction cones from the normal impulses as they are. */
function bindCones(system: DirectSystem): void {
  const { cone, coneValue, value } = system;
  for (let c = 0; c < system.cones; c++) {
    let load = 0;
    const first = cone[CONE_SIZE * c + 1];
    for (let r = first; r < first + cone[CONE_SIZE * c + 2]; r++) load += value[VALUE_SIZE * r + VALUE.impulse];
    coneValue[CONE_VALUE_SIZE * c + 1] = coneValue[CONE_VALUE_SIZE * c] * (load > 0 ? load : 0);
  }
}

/**
 * Takes over what Newton found. Where it has not converged the impulses of stiff rows mean nothing and stay as they were; the change of
 * velocities itself lowers the merit, so it is safe; such a cluster takes no part in further rounds. Writes: bodyVel, impulses, stopped.
 */
function settle(system: DirectSystem, data: Data, f: ImpulseFields): void {
  const { value, change, bodyOf, clusterOf, search, stopped, unlike } = system;
  measureConvergence(system);
  for (let c = 0; c < system.clusters; c++) {
    const o = SEARCH_SIZE * c;
    // 2: stops now
    unlike[c] = stopped[c] === 0 && !(search[o + SEARCH.off] <= CONVERGED * search[o + SEARCH.scale]) ? 2 : stopped[c];
  }
  for (let r = 0; r < system.rows; r++) {
    const c = clusterOfRow(system, r);
    if (c < 0 || unlike[c] !== 0) value[VALUE_SIZE * r + VALUE.impulse] = value[VALUE_SIZE * r + VALUE.applied];
  }
  for (let n = 0; n < system.nodes; n++) {
    if (unlike[clusterOf[n]] !== 2) continue;
    for (let c = 0; c < 6; c++) data.bodyVel[6 * bodyOf[n] + c] += change[6 * n + c];
  }
  for (let c = 0; c < system.clusters; c++) if (unlike[c] === 2) stopped[c] = 1;
  applyImpulses(system, data, f);
}

/** v ← v + M⁻¹Jᵀ Δλ, and the multipliers take the new impulses. Writes: bodyVel, applied, multiplier. */
function applyImpulses(system: DirectSystem, data: Data, f: ImpulseFields): void {
  const { value, place, jacobian: j, soft } = system;
  const { invMass, invInertia: i } = f;
  const v = data.bodyVel;
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const change = value[o + VALUE.impulse] - value[o + VALUE.applied];
    value[o + VALUE.applied] = value[o + VALUE.impulse];
    if (soft[r] !== 1) value[o + VALUE.multiplier] = value[o + VALUE.impulse];
    if (change === 0) continue;
    for (let side = 0; side < 2; side++) {
      if (place[PLACE_SIZE * r + PLACE.nodeA + side] < 0) continue;
      const b = 6 * place[PLACE_SIZE * r + side];
      const at = 12 * r + 6 * side;
      const x = change * j[at];
      const y = change * j[at + 1];
      const z = change * j[at + 2];
      const m = change * invMass[place[PLACE_SIZE * r + side]];
      v[b] += i[b] * x + i[b + 3] * y + i[b + 4] * z;
      v[b + 1] += i[b + 3] * x + i[b + 1] * y + i[b + 5] * z;
      v[b + 2] += i[b + 4] * x + i[b + 5] * y + i[b + 2] * z;
      v[b + 3] += m * j[at + 3];
      v[b + 4] += m * j[at + 4];
      v[b + 5] += m * j[at + 5];
    }
  }
}

/** Largest speed by which a row misses what it asks for at the start of a round, into measured[2]. */
function worstResidual(system: DirectSystem): number {
  const { value, soft, cone, coneValue } = system;
  let worst = 0;
  for (let r = 0; r < system.rows; r++) {
    if (soft[r] !== 0) continue;
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const w = value[o + VALUE.speed] + value[o + VALUE.q] / rho;
    const impulse = value[o + VALUE.impulse];
    if (impulse < value[o + VALUE.upper] && -w > worst) worst = -w;
    if (impulse > value[o + VALUE.lower] && w > worst) worst = w;
  }
  for (let c = 0; c < system.cones; c++) {
    // what the bound was made of, against what it should be now
    let load = 0;
    const first = cone[CONE_SIZE * c + 1];
    for (let r = first; r < first + cone[CONE_SIZE * c + 2]; r++) load += value[VALUE_SIZE * r + VALUE.impulse];
    const o = VALUE_SIZE * cone[CONE_SIZE * c];
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const off =
      (Math.abs(coneValue[CONE_VALUE_SIZE * c] * load - coneValue[CONE_VALUE_SIZE * c + 1]) * FRICTION_PENALTY) / rho;
    if (coneValue[CONE_VALUE_SIZE * c + 7] === 1) {
      if (off > worst) worst = off;
      continue;
    }
    for (let t = 0; t < 3; t++) {
      const w = Math.abs(value[o + VALUE_SIZE * t + VALUE.speed] + value[o + VALUE_SIZE * t] / rho);
      if (w > worst) worst = w;
    }
  }
  measured[2] = worst;
  return worst;
}
