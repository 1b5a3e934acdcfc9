import type { Data } from "../../data/data.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { denseLuFactor, denseLuSolve } from "../../math/dense-lu.js";
import { FACTOR_OK } from "../../math/factor-status.js";
import { impulseFields, PATCH, PATCH_SIZE } from "./fields.js";
import {
  answerImpact,
  GROUP,
  GROUP_SIZE,
  IMPACT,
  IMPACT_SIZE,
  type ImpactSystem,
  impactSpeed,
  pushImpact,
  WORK,
} from "./impact-rows.js";

/** Most rows, n: a step of Newton's method takes n³/3 multiplications, 45 ms. */
const MOST_ROWS = 512;

/** Most stages in which friction grows, the first and the least part that comes with one, and what is good enough, m/s. */
const STAGES = 40;
const FIRST_STRIDE = 0.125;
const LEAST_STRIDE = 1e-3;
const NEAR = 1e-6;

/** Most steps, and most halvings of one. */
const STEPS = 30;
const HALVINGS = 10;

/**
 * Part of the diagonal that is added to rows that hold, at first, at least and at most: points that bear the same load,
 * as the four of a box, leave their shares open, and those change as little as they can. A step that does not help is
 * repeated with a hundred times as much, one that does is followed by one with a tenth.
 */
const PROXIMAL = 1e-4;
const LEAST_PROXIMAL = 1e-10;
const MOST_PROXIMAL = 1;

/** Work of Newton's method. Matrices are n × n, row by row. */
export interface RescueWork {
  /** Speeds of all rows by a unit impulse along each: W = J M⁻¹ Jᵀ with the answers of joints. */
  response: Float64Array;
  /** Derivative of the conditions, and its pivots. */
  matrix: Float64Array;
  pivots: Int32Array;
  /** Per row: impulse, speed, by how much its condition is missed (in m/s), step, and the first two before the step. */
  impulse: Float64Array;
  speed: Float64Array;
  miss: Float64Array;
  step: Float64Array;
  kept: Float64Array;
  lastImpulse: Float64Array;
  lastSpeed: Float64Array;
  oldImpulse: Float64Array;
  oldSpeed: Float64Array;
  /** Speeds of the step. */
  change: Float64Array;
  /** Velocities of all bodies by a unit impulse. */
  velocity: Float64Array;
}

/** No rows yet. */
export function createRescueWork(): RescueWork {
  const none = new Float64Array(0);
  return {
    response: none,
    matrix: none,
    pivots: new Int32Array(0),
    impulse: none,
    speed: none,
    miss: none,
    step: none,
    kept: none,
    lastImpulse: none,
    lastSpeed: none,
    oldImpulse: none,
    oldSpeed: none,
    change: none,
    velocity: none,
  };
}

/**
 * Semismooth Newton's method [AlartCurnier1991] on the conditions of all rows at once, from the impulses as they are:
 *
 *   normal    λ − max(least, λ − w/K) = 0,   w = J v − aim
 *   friction  f − clip(f − u/k, μ Σλ) = 0,   k = Σ K of the rows of its patch
 *
 * Where that ends too early it begins again without friction, whose solution is a minimum that cannot be missed, and
 * follows the solution while friction grows to what it is. The impulses of the smallest residual are kept; returns that
 * residual, m/s. Writes: bodyVel, impulses.
 */
export function stepToSolution(system: ImpactSystem, work: RescueWork, data: Data, enough: number): number {
  const n = system.rows;
  if (n === 0 || n > MOST_ROWS) return Number.POSITIVE_INFINITY;
  reserve(work, data, n);
  fillResponse(system, work, data);
  const { impulse, speed, kept } = work;
  for (let r = 0; r < n; r++) {
    kept[r] = impulse[r] = system.value[IMPACT_SIZE * r + IMPACT.impulse];
    speed[r] = impactSpeed(system, data.bodyVel, r);
  }
  system.work[WORK.share] = 1;
  measure(system, work, data, false);
  let best = system.work[WORK.worst];
  let left = descend(system, work, data, enough);
  if (left < best) {
    best = left;
    kept.set(impulse);
  }
  if (best > enough) {
    left = follow(system, work, data, enough);
    if (left < best) {
      best = left;
      kept.set(impulse);
    }
  }
  for (let r = 0; r < n; r++) pushImpact(system, data, r, kept[r] - system.value[IMPACT_SIZE * r + IMPACT.impulse]);
  return best;
}

/**
 * From the solution without friction along those with a growing part of it, in steps that are halved where Newton's
 * method does not arrive. Returns the residual with all of it. Writes: impulse, speed.
 */
function follow(system: ImpactSystem, work: RescueWork, data: Data, enough: number): number {
  const n = system.rows;
  const { impulse, speed, lastImpulse, lastSpeed, step, change } = work;
  for (let r = 0; r < n; r++) step[r] = system.value[IMPACT_SIZE * r + IMPACT.least] - impulse[r];
  multiply(work, n);
  for (let r = 0; r < n; r++) {
    impulse[r] += step[r];
    speed[r] += change[r];
  }
  let share = 0;
  let stride = FIRST_STRIDE;
  system.work[WORK.share] = 0;
  descend(system, work, data, enough);
  for (let k = 0; k < STAGES && share < 1 && stride > LEAST_STRIDE; k++) {
    lastImpulse.set(impulse);
    lastSpeed.set(speed);
    system.work[WORK.share] = Math.min(1, share + stride);
    if (descend(system, work, data, enough) <= NEAR) {
      share = system.work[WORK.share];
      stride *= 2;
    } else {
      impulse.set(lastImpulse);
      speed.set(lastSpeed);
      stride *= 0.5;
    }
  }
  system.work[WORK.share] = 1;
  return descend(system, work, data, enough);
}

/** Newton's method from `impulse`, which it leaves at the smallest sum of squares; returns its residual, m/s. */
function descend(system: ImpactSystem, work: RescueWork, data: Data, enough: number): number {
  const n = system.rows;
  const { impulse, speed, oldImpulse, oldSpeed, change, step } = work;
  let merit = measure(system, work, data, false);
  let worst = system.work[WORK.worst];
  system.work[WORK.proximal] = PROXIMAL;
  for (let k = 0; k < STEPS && worst > enough; k++) {
    measure(system, work, data, true);
    for (let r = 0; r < n; r++) step[r] = -work.miss[r];
    if (denseLuFactor(n, work.matrix, 0, work.pivots, 0) !== FACTOR_OK) break;
    denseLuSolve(n, work.matrix, 0, work.pivots, 0, step, 0);
    oldImpulse.set(impulse);
    oldSpeed.set(speed);
    multiply(work, n);
    let moved = false;
    for (let h = 0, length = 1; h < HALVINGS && !moved; h++, length *= 0.5) {
      for (let r = 0; r < n; r++) {
        impulse[r] = oldImpulse[r] + length * step[r];
        speed[r] = oldSpeed[r] + length * change[r];
      }
      const next = measure(system, work, data, false);
      if (!(next < merit)) continue;
      merit = next;
      worst = system.work[WORK.worst];
      moved = true;
    }
    const wanted = system.work[WORK.proximal] * (moved ? 0.1 : 100);
    if (!moved) {
      impulse.set(oldImpulse);
      speed.set(oldSpeed);
    }
    if (wanted > MOST_PROXIMAL) break;
    system.work[WORK.proximal] = Math.max(LEAST_PROXIMAL, wanted);
  }
  return worst;
}

function reserve(work: RescueWork, data: Data, n: number): void {
  work.response = ensureCapacityF64(work.response, n * n);
  work.matrix = ensureCapacityF64(work.matrix, n * n);
  work.pivots = ensureCapacityI32(work.pivots, n);
  work.impulse = ensureCapacityF64(work.impulse, n);
  work.speed = ensureCapacityF64(work.speed, n);
  work.miss = ensureCapacityF64(work.miss, n);
  work.step = ensureCapacityF64(work.step, n);
  work.kept = ensureCapacityF64(work.kept, n);
  work.lastImpulse = ensureCapacityF64(work.lastImpulse, n);
  work.lastSpeed = ensureCapacityF64(work.lastSpeed, n);
  work.oldImpulse = ensureCapacityF64(work.oldImpulse, n);
  work.oldSpeed = ensureCapacityF64(work.oldSpeed, n);
  work.change = ensureCapacityF64(work.change, n);
  work.velocity = ensureCapacityF64(work.velocity, data.bodyVel.length);
}

/** Writes: response. */
function fillResponse(system: ImpactSystem, { response, velocity }: RescueWork, data: Data): void {
  const n = system.rows;
  for (let r = 0; r < n; r++) {
    velocity.fill(0);
    answerImpact(system, data, r, 1, velocity);
    for (let i = 0; i < n; i++)
      response[i * n + r] = impactSpeed(system, velocity, i) - system.value[IMPACT_SIZE * i + IMPACT.surface];
  }
}

/** change = W step. */
function multiply({ response, step, change }: RescueWork, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += response[i * n + j] * step[j];
    change[i] = sum;
  }
}

/**
 * By how much the rows miss their conditions, the largest of it in `worst`; returns half the sum of squares. With
 * `derive` also the derivative. Writes: miss, matrix, worst.
 */
function measure(system: ImpactSystem, work: RescueWork, data: Data, derive: boolean): number {
  const { group, work: numbers } = system;
  const { miss } = work;
  const n = system.rows;
  numbers[WORK.worst] = 0;
  if (derive) work.matrix.fill(0, 0, n * n);
  for (let g = 0; g < system.groups; g++) {
    const o = GROUP_SIZE * g;
    const first = group[o + GROUP.normal];
    let load = 0;
    for (let r = first; r < first + group[o + GROUP.normals]; r++) {
      measureNormal(system, work, r, derive);
      load += work.impulse[r];
    }
    if (group[o + GROUP.frictions] > 0) measureFriction(system, work, data, g, load, derive);
  }
  let merit = 0;
  for (let r = 0; r < n; r++) {
    const off = Math.abs(miss[r]);
    if (!(off <= numbers[WORK.worst])) numbers[WORK.worst] = off;
    merit += 0.5 * off * off;
  }
  return merit;
}

/** Row r of W times s, and the proximal part. Writes: matrix. */
function addResponse({ matrix, response }: RescueWork, n: number, r: number, at: number, s: number): void {
  for (let j = 0; j < n; j++) matrix[at * n + j] += s * response[r * n + j];
}

function measureNormal(system: ImpactSystem, work: RescueWork, r: number, derive: boolean): void {
  const n = system.rows;
  const x = IMPACT_SIZE * r;
  const { value } = system;
  const mass = value[x + IMPACT.mass];
  const w = work.speed[r] - value[x + IMPACT.aim];
  const above = work.impulse[r] - value[x + IMPACT.least];
  // a row that no impulse moves keeps what it has
  if (!(mass > 0)) {
    work.miss[r] = 0;
    if (derive) work.matrix[r * n + r] = 1;
  } else if (above > mass * w) {
    work.miss[r] = w;
    if (!derive) return;
    addResponse(work, n, r, r, 1);
    work.matrix[r * n + r] += system.work[WORK.proximal] / mass;
  } else {
    work.miss[r] = above / mass;
    if (derive) work.matrix[r * n + r] = 1 / mass;
  }
}

function measureFriction(
  system: ImpactSystem,
  work: RescueWork,
  data: Data,
  g: number,
  load: number,
  derive: boolean,
): void {
  const n = system.rows;
  const { group, value } = system;
  const { patchRow } = impulseFields(data);
  const { impulse, speed, miss, matrix } = work;
  const o = GROUP_SIZE * g;
  const first = group[o + GROUP.friction];
  const end = first + group[o + GROUP.frictions];
  const patch = PATCH_SIZE * group[o + GROUP.patch];
  let k = 0;
  for (let r = first; r < end; r++) {
    const mass = value[IMPACT_SIZE * r + IMPACT.mass];
    if (mass > 0) k += 1 / mass;
  }
  let size = 0;
  for (let r = first; r < end && k > 0; r++) {
    const y = impulse[r] - speed[r] / k;
    size += y * y;
  }
  size = Math.sqrt(size);
  const share = system.work[WORK.share];
  const kinetic = share * patchRow[patch + PATCH.kineticFriction];
  const holds = (group[o + GROUP.slips] === 1 ? kinetic : share * patchRow[patch + PATCH.staticFriction]) * load;
  const bound = load > 0 ? kinetic * load : 0;
  for (let r = first; r < end; r++) {
    if (!(value[IMPACT_SIZE * r + IMPACT.mass] > 0)) {
      miss[r] = 0;
      if (derive) matrix[r * n + r] = 1;
    } else if (size <= holds) {
      miss[r] = speed[r];
      if (!derive) continue;
      addResponse(work, n, r, r, 1);
      matrix[r * n + r] += system.work[WORK.proximal] * k;
    } else {
      const part = size > 0 ? bound / size : 0;
      const y = impulse[r] - speed[r] / k;
      miss[r] = k * (impulse[r] - part * y);
      if (!derive) continue;
      matrix[r * n + r] += k;
      for (let s = first; s < end; s++) {
        if (!(value[IMPACT_SIZE * s + IMPACT.mass] > 0)) continue;
        const z = impulse[s] - speed[s] / k;
        const turn = part * ((s === r ? 1 : 0) - (size > 0 ? (y * z) / (size * size) : 0));
        matrix[r * n + s] -= k * turn;
        addResponse(work, n, s, r, turn);
      }
      if (!(load > 0) || !(size > 0)) continue;
      const normal = group[o + GROUP.normal];
      for (let s = normal; s < normal + group[o + GROUP.normals]; s++) matrix[r * n + s] -= (k * kinetic * y) / size;
    }
  }
}
