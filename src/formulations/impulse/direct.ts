import type { Data } from "../../data/data.js";
import { SIZE } from "../../solvers/body-cholesky.js";
import {
  CONE_BOUND,
  CONE_OFF,
  CONE_SIZE,
  CONE_VALUE_SIZE,
  type DirectSystem,
  FRICTION_PENALTY,
  MISS,
  PLACE,
  PLACE_SIZE,
  SEARCH,
  SEARCH_SIZE,
  STALLED,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, impulseFields, STATISTIC } from "./fields.js";
import { solveLinear } from "./linear.js";
import { CONVERGED, measureConvergence, minimise, tryToStick } from "./newton.js";
import { solveTrees } from "./tree-joints.js";

/** A residual below this, m/s or rad/s, ends the rounds. */
const RESIDUAL = 1e-10;

/**
 * Friction that misses by more than this, m/s, has further rounds, up to so many; what is left then is for
 * `checkDirect`.
 */
const CONE_RESIDUAL = 1e-6;
const CONE_ROUNDS = 80;

/** Stiff rows that miss by less than this part of what friction misses by do so on its account. */
const SHADOW = 1e-2;

/** Rounds with the same bounds of friction in which stiff rows must come nearer to what they ask for. */
const PATIENCE = 2;

/**
 * J v + q of every row at the velocities as they are, and no change of them yet. The penalty multiplies this difference
 * and what changes it, both of which become small as the rounds converge, and so does their round-off. Reads: bodyVel.
 * Writes: speed, base, change.
 */
function startRound(system: DirectSystem, data: Data): void {
  const { value, place, jacobian: j, soft } = system;
  const v = data.bodyVel;
  system.change.fill(0, 0, SIZE * system.nodes);
  for (let r = 0; r < system.rows; r++) {
    const a = 6 * place[PLACE_SIZE * r];
    const b = 6 * place[PLACE_SIZE * r + 1];
    const o = 12 * r;
    let sum = 0;
    for (let c = 0; c < 6; c++) sum += j[o + c] * v[a + c] + j[o + 6 + c] * v[b + c];
    const x = VALUE_SIZE * r;
    const spring = soft[r] === 1;
    value[x + VALUE.speed] = spring ? sum : sum + value[x + VALUE.q];
    value[x + VALUE.base] = value[x + VALUE.multiplier] - (spring ? value[x + VALUE.q] : 0);
  }
}

/**
 * Largest speed by which a row misses what it asks for: in clusters that have stopped before their tolerance, and in
 * the others; and the latter of clusters with friction alone.
 */
const measured = new Float64Array(3);

/** Solves for impulses and velocities; at most `rounds` rounds. Writes: impulse of every row, bodyVel, statistics. */
export function solveDirect(system: DirectSystem, data: Data, rounds: number): void {
  if (system.nodes > 0 && system.rows > 0) solveRows(system, data, rounds);
  solveTrees(system.trees, data, rounds, system.tolerance, system.missed);
}

/** The rows that are not in trees. */
function solveRows(system: DirectSystem, data: Data, rounds: number): void {
  const f = impulseFields(data);
  if (system.linear) {
    solveLinear(system, data, f, rounds);
    return;
  }
  system.missed[0] = Number.POSITIVE_INFINITY;
  system.stopped.fill(0, 0, system.clusters);
  system.frozen.fill(0, 0, system.clusters);
  measured[0] = measured[2] = 0;
  for (let r = 0; r < system.rows; r++) {
    system.value[VALUE_SIZE * r + VALUE.start] = system.value[VALUE_SIZE * r + VALUE.applied];
  }
  for (let round = 0; ; round++) {
    startRound(system, data);
    if (round > 1) dropContradictions(system);
    else measureMisses(system);
    if (round > 0) {
      measureResidual(system);
      if (measured[1] < RESIDUAL) break;
    }
    if (round >= (measured[2] > CONE_RESIDUAL ? CONE_ROUNDS : rounds)) break;
    bindCones(system, round);
    if (round === 0 && system.cones > 0) tryToStick(system);
    minimise(system, f);
    settle(system, data, f);
    f.statistics[STATISTIC.iterations]++;
  }
  const worst = Math.max(measured[0], measured[1]);
  if (worst > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = worst;
}

/** Bounds of how far a bound goes towards, or beyond, what the loads ask for. */
const LEAST_RELAX = 0.3;
const MOST_RELAX = 3;

/**
 * A body that friction presses harder against what it slides on the more friction there is, as a rod in Painlevé's
 * configuration, has no solution in which it slides: the bounds grow in every round, until it stops. They get there in
 * fewer rounds with this factor.
 */
const JAM_RELAX = 10;

/**
 * Bounds of the friction cones. In the first round from the normal impulses as they are; then, since friction changes
 * the loads in turn, b ← b + ω r with r = μ Σλ_n − b and ω per cluster from how r changed, by Aitken's method for
 * vectors [IronsTuck1969]:  ω ← −ω r₀·(r − r₀)/|r − r₀|². Bounds of a cluster in `frozen` stay for this round. Reads:
 * impulses. Writes: bounds, relax.
 */
function bindCones(system: DirectSystem, round: number): void {
  const { cone, coneValue, place, relax, search, clusters, frozen } = system;
  if (system.cones === 0) return;
  for (let c = 0; c < clusters; c++) {
    search[SEARCH_SIZE * c + SEARCH.slope] = search[SEARCH_SIZE * c + SEARCH.bend] = 0;
    if (round < 2) relax[c] = 1;
  }
  for (let k = 0; k < system.cones; k++) {
    const v = CONE_VALUE_SIZE * k;
    measureLoad(system, k);
    if (round === 0) coneValue[v + CONE_BOUND] = 0;
    const off = load[0] - coneValue[v + CONE_BOUND];
    const changed = off - coneValue[v + CONE_OFF];
    const cluster = place[PLACE_SIZE * cone[CONE_SIZE * k] + PLACE.cluster];
    if (cluster < 0 || frozen[cluster] > 0) continue;
    const s = SEARCH_SIZE * cluster;
    if (round > 1) {
      search[s + SEARCH.slope] -= coneValue[v + CONE_OFF] * changed;
      search[s + SEARCH.bend] += changed * changed;
    }
    coneValue[v + CONE_OFF] = off;
  }
  for (let c = 0; round > 1 && c < clusters; c++) {
    const s = SEARCH_SIZE * c;
    if (!(search[s + SEARCH.bend] > 0)) continue;
    const wanted = (relax[c] * search[s + SEARCH.slope]) / search[s + SEARCH.bend];
    // not by a choice between constant and number, which V8 would box
    relax[c] = wanted < 0 ? JAM_RELAX : Math.max(LEAST_RELAX, Math.min(MOST_RELAX, wanted));
  }
  for (let k = 0; k < system.cones; k++) {
    const v = CONE_VALUE_SIZE * k;
    const c = place[PLACE_SIZE * cone[CONE_SIZE * k] + PLACE.cluster];
    if (c < 0 || frozen[c] > 0) continue;
    const bound = coneValue[v + CONE_BOUND] + relax[c] * coneValue[v + CONE_OFF];
    coneValue[v + CONE_BOUND] = bound > 0 ? bound : 0;
  }
}

/** μ Σλ_n of the cone measured last. */
const load = new Float64Array(1);

function measureLoad(system: DirectSystem, k: number): void {
  const { cone, coneValue, value } = system;
  const first = cone[CONE_SIZE * k + 1];
  let sum = 0;
  for (let r = first; r < first + cone[CONE_SIZE * k + 2]; r++) sum += value[VALUE_SIZE * r + VALUE.impulse];
  load[0] = sum > 0 ? coneValue[CONE_VALUE_SIZE * k] * sum : 0;
}

/**
 * Takes over what Newton found. Where it has not converged the impulses of stiff rows mean nothing and stay as they
 * were; the change of velocities itself lowers the merit, so it is safe; such a cluster takes no part in further
 * rounds. Writes: bodyVel, impulses, stopped.
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
    const c = system.place[PLACE_SIZE * r + PLACE.cluster];
    if (c >= 0 && unlike[c] !== 0) value[VALUE_SIZE * r + VALUE.impulse] = value[VALUE_SIZE * r + VALUE.applied];
  }
  for (let n = 0; n < system.nodes; n++) {
    if (unlike[clusterOf[n]] !== 2) continue;
    for (let c = 0; c < 6; c++) data.bodyVel[6 * bodyOf[n] + c] += change[6 * n + c];
  }
  for (let c = 0; c < system.clusters; c++) if (unlike[c] === 2) stopped[c] = 1;
  applyImpulses(system, data, f);
}

/** Stiff rows that are off now, per cluster: `SEARCH.miss`. Reads: speed, impulses. */
function measureMisses(system: DirectSystem): void {
  const { value, soft, place, search } = system;
  for (let c = 0; c < system.clusters; c++) search[SEARCH_SIZE * c + SEARCH.miss] = 0;
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (soft[r] !== 0 || c < 0) continue;
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.lower] > Number.NEGATIVE_INFINITY && value[o + VALUE.upper] < Number.POSITIVE_INFINITY)
      continue;
    const w = value[o + VALUE.speed];
    const impulse = value[o + VALUE.impulse];
    const off = w < 0 ? (impulse < value[o + VALUE.upper] ? -w : 0) : impulse > value[o + VALUE.lower] ? w : 0;
    const s = SEARCH_SIZE * c + SEARCH.miss;
    if (off > search[s]) search[s] = off;
  }
}

/**
 * Rows that contradict each other — overlap to be pushed apart against a rod that holds, a valve that has closed a hair
 * too late against a hinge — have no solution; their multipliers would grow by ρ times what they miss in every round,
 * without end, and burst when they meet other directions later. Where stiff rows no longer come nearer to what they ask
 * for, velocities stay, as the best compromise, the impulses become what they were at the start, and the cluster takes
 * no part in further rounds. Friction whose bounds still grow with its loads looks the same; so a cluster with friction
 * has some rounds with its bounds as they are before it is judged. Reads: speed. Writes: impulses, stopped, frozen,
 * lost.
 */
function dropContradictions(system: DirectSystem): void {
  const { value, place, search, stopped, clusters, unlike, frozen, rubs } = system;
  for (let c = 0; c < clusters; c++) unlike[c] = rubs[c] = 0;
  for (let k = 0; k < system.cones; k++) {
    const c = place[PLACE_SIZE * system.cone[CONE_SIZE * k] + PLACE.cluster];
    if (c >= 0) rubs[c] = 1;
  }
  for (let c = 0; c < clusters; c++) search[SEARCH_SIZE * c + SEARCH.before] = search[SEARCH_SIZE * c + SEARCH.miss];
  measureMisses(system);
  let any = false;
  for (let c = 0; c < clusters; c++) {
    const o = SEARCH_SIZE * c;
    const miss = search[o + SEARCH.miss];
    const waited = frozen[c];
    frozen[c] = 0;
    if (stopped[c] === 1 || !(miss > MISS && miss > STALLED * search[o + SEARCH.before])) continue;
    // what friction has not settled yet shows in the stiff rows, too
    if (miss < SHADOW * search[o + SEARCH.rub]) continue;
    if (rubs[c] === 1 && waited < PATIENCE) {
      frozen[c] = waited + 1;
      continue;
    }
    stopped[c] = unlike[c] = 1;
    if (miss > measured[0]) measured[0] = miss;
    any = true;
  }
  if (!any) return;
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || unlike[c] === 0) continue;
    const o = VALUE_SIZE * r;
    system.lost[r] += value[o + VALUE.applied] - value[o + VALUE.start];
    value[o + VALUE.impulse] = value[o + VALUE.applied] = value[o + VALUE.multiplier] = value[o + VALUE.start];
  }
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

/**
 * Largest speed by which a row of a cluster at work misses what it asks for at the start of a round, into measured[1],
 * and by which friction does, into measured[2].
 */
function measureResidual(system: DirectSystem): void {
  const { value, soft, place, stopped } = system;
  let worst = 0;
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (soft[r] !== 0 || c < 0 || stopped[c] === 1) continue;
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.penalty] === 0) continue;
    const w = value[o + VALUE.speed];
    const impulse = value[o + VALUE.impulse];
    if (impulse < value[o + VALUE.upper] && -w > worst) worst = -w;
    if (impulse > value[o + VALUE.lower] && w > worst) worst = w;
  }
  measured[2] = 0;
  for (let c = 0; c < system.clusters; c++) system.search[SEARCH_SIZE * c + SEARCH.rub] = 0;
  for (let k = 0; k < system.cones; k++) {
    const c = place[PLACE_SIZE * system.cone[CONE_SIZE * k] + PLACE.cluster];
    if (c < 0 || stopped[c] === 1) continue;
    const rub = missOfCone(system, k);
    measured[2] = Math.max(measured[2], rub);
    system.search[SEARCH_SIZE * c + SEARCH.rub] = Math.max(system.search[SEARCH_SIZE * c + SEARCH.rub], rub);
  }
  measured[1] = Math.max(worst, measured[2]);
}

/** Speed by which a cone misses: slip where it holds; else the bound against what it should be by the loads now. */
function missOfCone(system: DirectSystem, c: number): number {
  const { value, cone, coneValue } = system;
  const o = VALUE_SIZE * cone[CONE_SIZE * c];
  const rho = value[o + VALUE.penalty];
  if (rho === 0) return 0;
  measureLoad(system, c);
  if (coneValue[CONE_VALUE_SIZE * c + 7] === 1)
    return (Math.abs(load[0] - coneValue[CONE_VALUE_SIZE * c + CONE_BOUND]) * FRICTION_PENALTY) / rho;
  let worst = 0;
  let size = 0;
  for (let t = 0; t < 3; t++) {
    worst = Math.max(worst, Math.abs(value[o + VALUE_SIZE * t + VALUE.speed]));
    size += value[o + VALUE_SIZE * t + VALUE.impulse] * value[o + VALUE_SIZE * t + VALUE.impulse];
  }
  // what holds must be within the bound of the loads now, too
  return Math.max(worst, ((Math.sqrt(size) - load[0]) * FRICTION_PENALTY) / rho);
}
