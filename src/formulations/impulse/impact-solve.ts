import type { Data } from "../../data/data.js";
import { impulseFields, PATCH, PATCH_SIZE } from "./fields.js";
import {
  GROUP,
  GROUP_SIZE,
  IMPACT,
  IMPACT_SIZE,
  type ImpactSystem,
  impactSpeed,
  pushImpact,
  WORK,
} from "./impact-rows.js";

/** Sweeps over the rows, until none changes a speed by more than this part of the fastest impact. */
const SWEEPS = 400;
const AGREED = 1e-13;

/** Sweeps between two leaps, and the least ratio of changes that asks for one. */
const PERIOD = 16;
const SLOW = 0.7;

/** Least part of a change in a sweep. */
export const LEAST_PART = 0.1;

/** Normals and friction that differ by more than this part of the fastest impact in the last sweep have no solution. */
const LOST = 1e-6;

/** Energy by which friction may raise the energy of an impact, as part of what passes through the rows: round-off. */
const ROUND_OFF = 1e-9;

/**
 * Solves the rows by Newton's law, v_n ≥ aim, impulse ≥ 0, one of them zero or equal, or by Poisson's (`poisson`), with
 * friction that stops the slip at the end of the impact or opposes it, bounded by μ times the normal impulse. A law of
 * restitution and Coulomb's together may have no solution, or one that gains energy (by Newton's law, where friction
 * reverses the slip during the impact [KaneLevinson1985]). Then Poisson's law takes the place of Newton's, since no
 * point approaches after it. Where it fails as well the normals come first, without friction, and friction after them,
 * with the loads that they have found: this dissipates, at the cost of the law, and points may approach again. Writes:
 * bodyVel, impulses.
 */
export function solveImpacts(system: ImpactSystem, data: Data, poisson: boolean): void {
  const { value, before } = system;
  before.set(data.bodyVel);
  for (let r = 0; r < system.rows; r++) value[IMPACT_SIZE * r + IMPACT.speed] = impactSpeed(system, data.bodyVel, r);
  meet(system, data, true, poisson);
  if (isSolved(system, data)) return;
  if (!poisson) {
    startAgain(system, data);
    meet(system, data, true, true);
    if (isSolved(system, data)) return;
  }
  startAgain(system, data);
  meet(system, data, false, poisson);
  relax(system, data, false, true, SWEEPS, 1);
}

/** Whether normals and friction agree, without a gain of energy. */
function isSolved(system: ImpactSystem, data: Data): boolean {
  return system.work[WORK.worst] <= LOST * system.work[WORK.fastest] && !gains(system, data);
}

/** Velocities and impulses before the rows are solved. Writes: bodyVel, impulses. */
function startAgain(system: ImpactSystem, data: Data): void {
  data.bodyVel.set(system.before);
  for (let r = 0; r < system.rows; r++) system.value[IMPACT_SIZE * r + IMPACT.impulse] = 0;
}

/** The impact by its law, with friction or without. Writes: bodyVel, impulses, worst. */
function meet(system: ImpactSystem, data: Data, friction: boolean, poisson: boolean): void {
  if (poisson) compress(system, data, friction);
  else agree(system, data, friction);
}

/**
 * Sweeps until normals and friction agree; with smaller changes where they do not, as friction that comes and goes with
 * its load. Writes: bodyVel, impulses, worst.
 */
function agree(system: ImpactSystem, data: Data, friction: boolean): void {
  for (let part = 1; part >= LEAST_PART; part *= 0.5) {
    relax(system, data, true, friction, SWEEPS, part);
    if (system.work[WORK.worst] <= LOST * system.work[WORK.fastest]) return;
  }
}

/**
 * Poisson's law in the form of [GlockerPfeiffer1995]: the compression ends when no point approaches, v_n ≥ 0 with
 * impulses p ≥ 0; the restitution gives back at least e p, and more where points would approach again, v_n ≥ 0 and
 * impulse ≥ e p. Each phase has its own friction, bounded by its own loads. e is that of the row's target against its
 * speed, so that a single point without friction answers as by Newton's law. Writes: bodyVel, impulses, worst.
 */
function compress(system: ImpactSystem, data: Data, friction: boolean): void {
  const { value, work, rows } = system;
  for (let x = 0; x < IMPACT_SIZE * rows; x += IMPACT_SIZE) {
    value[x + IMPACT.goal] = value[x + IMPACT.aim];
    value[x + IMPACT.aim] = Math.min(0, value[x + IMPACT.aim]);
  }
  agree(system, data, friction);
  const worst = work[WORK.worst];
  for (let x = 0; x < IMPACT_SIZE * rows; x += IMPACT_SIZE) {
    const speed = value[x + IMPACT.speed];
    // limits of joints and friction have no restitution
    const e = value[x + IMPACT.goal] > 0 && speed < 0 ? -value[x + IMPACT.goal] / speed : 0;
    value[x + IMPACT.pressed] = value[x + IMPACT.impulse];
    value[x + IMPACT.least] = e * value[x + IMPACT.impulse];
    value[x + IMPACT.impulse] = 0;
  }
  agree(system, data, friction);
  work[WORK.worst] = Math.max(worst, work[WORK.worst]);
  for (let x = 0; x < IMPACT_SIZE * rows; x += IMPACT_SIZE) {
    value[x + IMPACT.impulse] += value[x + IMPACT.pressed];
    value[x + IMPACT.aim] = value[x + IMPACT.goal];
    value[x + IMPACT.least] = 0;
  }
}

/**
 * At most `sweeps` sweeps over normals, friction, or both, each of which changes impulses by `part` of what it finds.
 * Writes: bodyVel, impulses, worst.
 */
export function relax(
  system: ImpactSystem,
  data: Data,
  normals: boolean,
  friction: boolean,
  sweeps: number,
  part: number,
): void {
  const { group, value, work } = system;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    work[WORK.worst] = 0;
    for (let g = 0; g < system.groups; g++) {
      const o = GROUP_SIZE * g;
      const first = group[o + GROUP.normal];
      let load = 0;
      for (let r = first; r < first + group[o + GROUP.normals]; r++) {
        const x = IMPACT_SIZE * r;
        const mass = value[x + IMPACT.mass];
        if (normals && mass > 0) {
          const old = value[x + IMPACT.impulse];
          const wanted = old + mass * (value[x + IMPACT.aim] - impactSpeed(system, data.bodyVel, r));
          const least = value[x + IMPACT.least];
          const change = (wanted > least ? wanted : least) - old;
          pushImpact(system, data, r, part * change);
          note(system, Math.abs(change) / mass);
        }
        load += value[x + IMPACT.impulse];
      }
      if (friction && group[o + GROUP.frictions] > 0) rub(system, data, g, load, part);
    }
    if (work[WORK.worst] <= AGREED * work[WORK.fastest]) return;
    if (sweep >= PERIOD) leap(system, data, sweep % PERIOD);
  }
}

/**
 * Sweeps of normals and friction that act on nearly the same motion converge like a geometric series of a ratio ρ close
 * to 1. Every `PERIOD` sweeps the impulses go to its end, x + Δ ρ/(1 − ρ), with ρ = Δ₁·Δ₀/Δ₀·Δ₀ from the changes Δ₀, Δ₁
 * of two sweeps. The sweeps that follow judge the result. Writes: bodyVel, impulses.
 */
function leap(system: ImpactSystem, data: Data, phase: number): void {
  if (phase > 2) return;
  const { value, rows } = system;
  let both = 0;
  let first = 0;
  for (let x = 0; x < IMPACT_SIZE * rows; x += IMPACT_SIZE) {
    const change = value[x + IMPACT.impulse] - value[x + IMPACT.marked];
    if (phase === 2) {
      both += change * value[x + IMPACT.change];
      first += value[x + IMPACT.change] * value[x + IMPACT.change];
    }
    value[x + IMPACT.change] = change;
    value[x + IMPACT.marked] = value[x + IMPACT.impulse];
  }
  if (!(both > SLOW * first && both < first)) return;
  const times = both / (first - both);
  for (let r = 0; r < rows; r++) pushImpact(system, data, r, times * value[IMPACT_SIZE * r + IMPACT.change]);
}

function note(system: ImpactSystem, speed: number): void {
  if (speed > system.work[WORK.worst]) system.work[WORK.worst] = speed;
}

/**
 * Friction of a patch: the impulse that stops the slip, row by row. Beyond the bound it is f ← clip(f − α v): at rest
 * in the sweeps it opposes the slip. A patch that slipped once in this impact has kinetic friction. Writes: bodyVel.
 */
function rub(system: ImpactSystem, data: Data, g: number, load: number, part: number): void {
  const { group, value } = system;
  const { patchRow } = impulseFields(data);
  const o = GROUP_SIZE * g;
  const first = group[o + GROUP.friction];
  const n = group[o + GROUP.frictions];
  const patch = PATCH_SIZE * group[o + GROUP.patch];
  const slipped = group[o + GROUP.slips] === 1;
  const kinetic = patchRow[patch + PATCH.kineticFriction] * load;
  const bound = slipped ? kinetic : patchRow[patch + PATCH.staticFriction] * load;
  // clip(f − α v) from the state before, should the impulses that stop be too large
  let k = 0;
  let size = 0;
  for (let r = first; r < first + n; r++) {
    const x = IMPACT_SIZE * r;
    if (value[x + IMPACT.mass] > 0) k += 1 / value[x + IMPACT.mass];
  }
  if (k === 0) return;
  const a = IMPACT_SIZE * first;
  const b = n > 1 ? a + IMPACT_SIZE : a;
  const c = n > 2 ? b + IMPACT_SIZE : a;
  const f1 = value[a + IMPACT.impulse];
  const f2 = value[b + IMPACT.impulse];
  const f3 = value[c + IMPACT.impulse];
  let n1 = f1 - impactSpeed(system, data.bodyVel, first) / k;
  let n2 = n > 1 ? f2 - impactSpeed(system, data.bodyVel, first + 1) / k : 0;
  let n3 = n > 2 ? f3 - impactSpeed(system, data.bodyVel, first + 2) / k : 0;
  let moved = 0;
  for (let r = first; r < first + n; r++) {
    const x = IMPACT_SIZE * r;
    const mass = value[x + IMPACT.mass];
    if (mass > 0) {
      const slip = impactSpeed(system, data.bodyVel, r);
      pushImpact(system, data, r, -mass * slip);
      moved = Math.max(moved, Math.abs(slip));
    }
    size += value[x + IMPACT.impulse] * value[x + IMPACT.impulse];
  }
  if (size <= bound * bound) {
    note(system, moved);
    if (part === 1) return;
    n1 = value[a + IMPACT.impulse];
    n2 = n > 1 ? value[b + IMPACT.impulse] : 0;
    n3 = n > 2 ? value[c + IMPACT.impulse] : 0;
    moveFriction(system, data, first, n, f1 + part * (n1 - f1), f2 + part * (n2 - f2), f3 + part * (n3 - f3));
    return;
  }
  group[o + GROUP.slips] = 1;
  const stuck = Math.sqrt(size);
  size = Math.sqrt(n1 * n1 + n2 * n2 + n3 * n3);
  if (size < kinetic) {
    // the step is too short to reach the bound: the direction of the impulse that stops
    n1 = value[a + IMPACT.impulse];
    n2 = n > 1 ? value[b + IMPACT.impulse] : 0;
    n3 = n > 2 ? value[c + IMPACT.impulse] : 0;
    size = stuck;
  }
  const scale = kinetic / size;
  n1 *= scale;
  n2 *= scale;
  n3 *= scale;
  moveFriction(system, data, first, n, f1 + part * (n1 - f1), f2 + part * (n2 - f2), f3 + part * (n3 - f3));
  const change = Math.abs(n1 - f1) + (n > 1 ? Math.abs(n2 - f2) : 0) + (n > 2 ? Math.abs(n3 - f3) : 0);
  note(system, change * k);
}

/** Sets the impulses of the `n` friction rows from `first`. Writes: bodyVel, impulses. */
function moveFriction(
  system: ImpactSystem,
  data: Data,
  first: number,
  n: number,
  f1: number,
  f2: number,
  f3: number,
): void {
  const { value } = system;
  pushImpact(system, data, first, f1 - value[IMPACT_SIZE * first + IMPACT.impulse]);
  if (n > 1) pushImpact(system, data, first + 1, f2 - value[IMPACT_SIZE * (first + 1) + IMPACT.impulse]);
  if (n > 2) pushImpact(system, data, first + 2, f3 - value[IMPACT_SIZE * (first + 2) + IMPACT.impulse]);
}

/**
 * Whether the impulses have raised the energy as seen from the surfaces that meet, ½ Σ p (v⁻ + v⁺), by more than the
 * normals ask for: a rebound above a gap includes the way back to it.
 */
function gains(system: ImpactSystem, data: Data): boolean {
  const { value } = system;
  let gained = 0;
  let passed = 0;
  for (let g = 0; g < system.groups; g++) {
    const o = GROUP_SIZE * g;
    const first = system.group[o + GROUP.normal];
    const end = first + system.group[o + GROUP.normals];
    for (let r = first; r < end; r++) {
      const x = IMPACT_SIZE * r;
      const p = value[x + IMPACT.impulse];
      const speed = value[x + IMPACT.speed];
      gained += 0.5 * p * (speed + impactSpeed(system, data.bodyVel, r));
      passed += 0.5 * p * Math.abs(speed);
      gained -= 0.5 * p * Math.max(0, value[x + IMPACT.aim] + speed);
    }
    const rubs = system.group[o + GROUP.friction];
    for (let r = rubs; r < rubs + system.group[o + GROUP.frictions]; r++) {
      const x = IMPACT_SIZE * r;
      const speed = value[x + IMPACT.speed];
      gained += 0.5 * value[x + IMPACT.impulse] * (speed + impactSpeed(system, data.bodyVel, r));
      passed += 0.5 * Math.abs(value[x + IMPACT.impulse] * speed);
    }
  }
  return gained > ROUND_OFF * passed;
}
