import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import { COUNTER } from "../../data/fields.js";
import { ROW } from "../../joints/system.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import { turnInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { SIZE } from "../../solvers/body-cholesky.js";
import { writeSlipRow } from "./direct-contacts.js";
import { DRIFTED, DRIFTED_SIZE } from "./drift.js";
import { ENERGY_SIZE } from "./energy-balance.js";
import { type ImpulseFields, impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import {
  closeImpactRow,
  dropImpactRow,
  GROUP,
  GROUP_SIZE,
  giveImpulses,
  IMPACT,
  IMPACT_OF,
  IMPACT_PLACE_SIZE,
  IMPACT_SIZE,
  type ImpactSystem,
  openImpactRow,
  reportAnswers,
  reportImpulses,
  WORK,
  workOfMovers,
} from "./impact-rows.js";
import { solveImpacts } from "./impact-solve.js";
import { holdMechanism, mechanismOf, startMechanisms } from "./mechanisms.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/** Rounds of impacts in an island: an impact propagates through a row of bodies, one contact per round. */
const SWEEPS = 64;

/**
 * Lists the patches that can bounce, island by island, in an order that is otherwise independent of the order of bodies
 * in the scene: by the ranks of the two bodies' names, then by the indices of their shapes within them. Returns their
 * number. Reads: patchRow, island. Writes: bouncing.
 */
export function listImpacts(model: Model, data: Data, state: ImpulseState): number {
  const f = impulseFields(data);
  const { bouncing } = f;
  const { moving } = data.systems.impulseState;
  let n = 0;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] !== SOLVED.not && f.patchRow[PATCH_SIZE * k + PATCH.restitution] > 0) bouncing[n++] = k;
  }
  if (n > 1) for (let key = 0; key < KEYS; key++) sortBy(model, data, state, key, n);
  return n;
}

/**
 * Marks the patches whose impacts rebound at the time at which their gap closes: those that can bounce. Writes:
 * patchTimed.
 */
export function markTimed(data: Data, state: ImpulseState): void {
  const f = impulseFields(data);
  const { moving } = state;
  for (let place = 0; place < moving.count; place++) f.patchTimed[moving.list[place]] = 0;
  for (let at = 0; at < state.bounces; at++) f.patchTimed[f.bouncing[at]] = 1;
}

/**
 * Keys of the order, least significant first: shape of the body of the higher rank, shape of the body of the lower
 * rank, higher rank, lower rank, island.
 */
const KEYS = 5;

/** A stable counting sort of `bouncing` by one key. */
function sortBy(model: Model, data: Data, state: ImpulseState, key: number, n: number): void {
  const { bouncing, sorted } = impulseFields(data);
  const count = state.impactCount;
  count.fill(0);
  for (let i = 0; i < n; i++) count[keyOf(model, data, state, bouncing[i], key) + 1]++;
  for (let r = 1; r < count.length; r++) count[r] += count[r - 1];
  for (let i = 0; i < n; i++) sorted[count[keyOf(model, data, state, bouncing[i], key)]++] = bouncing[i];
  for (let i = 0; i < n; i++) bouncing[i] = sorted[i];
}

function keyOf(model: Model, data: Data, state: ImpulseState, patch: number, key: number): number {
  const { patchBody } = impulseFields(data);
  if (key === KEYS - 1) return islandOf(impulseFields(data), patch);
  const a = state.rank[patchBody[2 * patch]];
  const b = state.rank[patchBody[2 * patch + 1]];
  const higher = (key & 1) === 0;
  if (key > 1) return higher ? Math.max(a, b) : Math.min(a, b);
  const side = a > b === higher ? 0 : 1;
  return model.shapes[data.pairKey[2 * data.patchPair[patch] + side]].index;
}

/** The island that a patch acts on. */
function islandOf({ island, patchBody }: ImpulseFields, k: number): number {
  return Math.max(island[patchBody[2 * k]], island[patchBody[2 * k + 1]]);
}

/** Normal speeds, before the kick, of the `count` patches that can bounce. Writes: pointRow. */
export function noteApproach(data: Data, state: ImpulseState, count: number): void {
  const f = impulseFields(data);
  const { work } = state.impacts;
  for (let at = 0; at < count; at++) {
    const k = f.bouncing[at];
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      measurePoint(data, f, work, k, i);
      f.pointRow[POINT_SIZE * i + POINT.acceleration] = work[WORK.speed];
    }
  }
}

/** The acceleration of the gaps by forces, from the speeds before the kick. Writes: pointRow. */
function noteAcceleration(data: Data, state: ImpulseState, count: number, h: number): void {
  const f = impulseFields(data);
  const { work } = state.impacts;
  for (let at = 0; at < count; at++) {
    const k = f.bouncing[at];
    const first = data.patchPoint[2 * k];
    const end = first + data.patchPoint[2 * k + 1];
    for (let i = first; i < end; i++) {
      measurePoint(data, f, work, k, i);
      const o = POINT_SIZE * i + POINT.acceleration;
      f.pointRow[o] = (work[WORK.speed] - f.pointRow[o]) / (0.5 * h);
    }
  }
}

/** Normal speed and gap of point i of patch k. Writes: work. */
export function measurePoint(data: Data, f: ImpulseFields, work: Float64Array, k: number, i: number): void {
  const { bodyVel: v } = data;
  const { patchRow: row, pointRow: point, displacement: d } = f;
  const a = 6 * f.patchBody[2 * k];
  const b = 6 * f.patchBody[2 * k + 1];
  const o = PATCH_SIZE * k;
  const p = POINT_SIZE * i;
  let speed = 0;
  let gap = point[p + POINT.gap];
  for (let c = 0; c < 3; c++) {
    speed += row[o + c] * (v[b + 3 + c] - v[a + 3 + c]) + point[p + 3 + c] * v[b + c] - point[p + c] * v[a + c];
    gap += row[o + c] * (d[b + 3 + c] - d[a + 3 + c]) + point[p + 3 + c] * d[b + c] - point[p + c] * d[a + c];
  }
  work[WORK.speed] = speed;
  work[WORK.gap] = gap;
}

/** Part of the threshold speed below which a point before the kick is at rest, as far as impacts are concerned. */
const RESTS = 1e-3;

/**
 * Impacts of this sub-step, after the first kick. A point whose gap s closes within this sub-step is an impact when it
 * reaches the surface faster than the threshold, with the acceleration a of the gap by forces:
 *
 *   u² = v² − 2 a s,   at the time t = 2 s/(u − v),   rebound at the surface e u,   w = e u + a (h/2 − t)
 *
 * The velocity becomes w at once, and what it was until t is made up for before the drift (`placeImpacts`), so that
 * gap and velocity at the end of the sub-step are those of a rebound at t. Points that are slow now, or would come
 * back within the sub-step, rebound where they are, as soon as the relaxation of this sub-step would stop them: back
 * at the gap s, w² = (e u)² + 2 a s. Either way the energy is e² times that at the surface, whatever the step. All
 * impacts of an island that begin at the same time are solved together, with the joints of its bodies; those that
 * follow from them come next, until none is left. This propagates impacts through touching bodies, as in Newton's
 * cradle. Reads: displacement, joint rows. Writes: bodyVel, pointRow,
 * pointTotal, patchTotal, rowMean, jointLoad, energy.
 */
export function bounce(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings, h: number): void {
  const { impacts: system, bounces: count } = state;
  const f = impulseFields(data);
  const jointed = holdNearMechanisms(model, data, state, settings, h);
  noteAcceleration(data, state, count, h);
  state.impactTime.fill(Number.POSITIVE_INFINITY);
  for (let first = 0; first < count; ) {
    const island = islandOf(f, f.bouncing[first]);
    let end = first + 1;
    while (end < count && islandOf(f, f.bouncing[end]) === island) end++;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      gather(model, data, state, settings, first, end, h, sweep === 0);
      if (system.groups === 0) break;
      solveImpacts(system, data, settings.poisson);
      reportImpulses(system, data);
      if (jointed) giveImpulses(system);
      state.energy[ENERGY_SIZE * island] += workOfMovers(system, data);
      if (sweep === 0) noteTouches(model, data, system);
    }
    first = end;
  }
  if (!jointed) return;
  reportAnswers(system, model, data, state.energy, ENERGY_SIZE);
  // what the joints miss by the forces stays for the solution that follows
  const { kicked, held } = system;
  for (let i = 0; i < kicked.length; i++) {
    if (kicked[i] !== held[i]) data.bodyVel[i] = kicked[i] + (data.bodyVel[i] - held[i]);
  }
}

/**
 * How far bodies that had an impact at the time t after the beginning of the sub-step are, at its beginning, from where
 * they would have to be to get to the right place with their velocities after it: t (v⁻ − v⁺). Moves them there, or,
 * before that, gives their islands the work of forces along this way. Reads: drifted (v⁻), impactTime. Writes: body
 * poses, displacement; energy.
 */
export function placeImpacts(data: Data, state: ImpulseState, moves: boolean): void {
  if (!moves) dropWideTurns(data, state);
  const { island, drifted, displacement } = impulseFields(data);
  const { bodyActive, bodyForce, bodyPos, bodyQuat, bodyVel } = data;
  const { work } = state.impacts;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    const time = root < 0 ? 0 : state.impactTime[root];
    if (!(time > 0 && time < Number.POSITIVE_INFINITY)) continue;
    let force = 0;
    let turns = false;
    for (let c = 0; c < 6; c++) {
      const way = time * (drifted[DRIFTED_SIZE * b + DRIFTED.velocity + c] - bodyVel[6 * b + c]);
      force += bodyForce[6 * b + c] * way;
      if (!moves) continue;
      displacement[6 * b + c] += way;
      if (c >= 3) bodyPos[3 * b + c - 3] += way;
      else {
        work[c] = way;
        turns ||= way !== 0;
      }
    }
    if (!moves) {
      state.energy[ENERGY_SIZE * root] += Math.max(0, force);
      continue;
    }
    if (!turns) continue;
    for (let c = 0; c < 4; c++) work[3 + c] = bodyQuat[4 * b + c];
    turnInto(bodyQuat, 4 * b, work, 0, work, 3);
  }
}

/** Largest turn θ, rad, by which bodies with joints are put back: closing the gap takes θ², 1/400, of their energy. */
const WIDE = 0.05;

/**
 * Bodies are put back along the tangents of their joints, which then gape by r θ²/2 and take a part of the speed to
 * close: islands in which a body with joints would turn by more than WIDE stay where they are, as if the impact were at
 * the beginning of the sub-step. Reads: drifted. Writes: impactTime.
 */
function dropWideTurns(data: Data, state: ImpulseState): void {
  const { island, drifted } = impulseFields(data);
  const { jointed, impactTime } = state;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const root = island[b];
    if (root < 0 || jointed[b] === 0 || !(impactTime[root] > 0 && impactTime[root] < Number.POSITIVE_INFINITY))
      continue;
    let turn2 = 0;
    for (let c = 0; c < 3; c++) {
      const change = drifted[DRIFTED_SIZE * b + DRIFTED.velocity + c] - data.bodyVel[6 * b + c];
      turn2 += change * change;
    }
    if (turn2 * impactTime[root] * impactTime[root] > WIDE * WIDE) impactTime[root] = 0;
  }
}

/**
 * Forces push bodies against their joints; the speed of an impact is the one that the joints leave. Mechanisms with a
 * point that may meet something move as their joints let them, until the impacts are solved. Returns whether there are
 * any. Reads: joint rows. Writes: bodyVel, kicked, held, given, struck.
 */
function holdNearMechanisms(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  h: number,
): boolean {
  const { impacts: system, bounces } = state;
  const m = system.mechanisms;
  if (m.clusters === 0) return false;
  const f = impulseFields(data);
  const { near, work, restless } = system;
  near.fill(0, 0, m.clusters);
  restless.fill(0);
  for (let at = 0; at < bounces; at++) {
    const k = f.bouncing[at];
    const first = data.patchPoint[2 * k];
    for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
      measurePoint(data, f, work, k, i);
      const before = f.pointRow[POINT_SIZE * i + POINT.acceleration];
      // what the joints leave of the kick is not known yet
      const fastest = Math.min(before, work[WORK.speed]) - Math.abs(work[WORK.speed] - before);
      if (before < -RESTS * settings.restitutionSpeed && work[WORK.gap] + 2 * h * fastest < 0)
        restless[islandOf(f, k)] = 1;
    }
  }
  // an impact may reach any mechanism of its island
  let any = false;
  for (let at = 0; at < bounces; at++) {
    const k = f.bouncing[at];
    if (restless[islandOf(f, k)] === 0) continue;
    for (let side = 0; side < 2; side++) {
      const c = mechanismOf(m, f.patchBody[2 * k + side]);
      if (c < 0) continue;
      near[c] = 1;
      any = true;
    }
  }
  if (!any) return false;
  startMechanisms(m);
  system.given.fill(0, 0, SIZE * m.nodes);
  system.struck.fill(0, 0, m.clusters);
  system.stopped.fill(0);
  system.kicked.set(data.bodyVel);
  for (let c = 0; c < m.clusters; c++) if (near[c] === 1) holdMechanism(m, model, data, c);
  system.held.set(data.bodyVel);
  return true;
}

/** The impacts of patches first … end − 1 of the list, as rows of the system. Writes: rows, groups. */
function gather(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  first: number,
  end: number,
  h: number,
  begins: boolean,
): void {
  const system = state.impacts;
  const f = impulseFields(data);
  system.rows = system.groups = system.responses = 0;
  system.work[WORK.fastest] = 0;
  for (let at = first; at < end; at++) {
    const k = f.bouncing[at];
    const normal = system.rows;
    gatherPoints(model, data, state, settings, k, h, begins);
    if (system.rows > normal) openGroup(system, model, data, k, normal);
  }
  if (system.groups > 0 && system.mechanisms.clusters > 0) gatherLimits(model, data, system, h);
}

/**
 * Rows of the points of patch k that meet; `begins`: in the first sweep, which says when. Writes: rows, fastest,
 * impactTime.
 */
function gatherPoints(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  k: number,
  h: number,
  begins: boolean,
): void {
  const system = state.impacts;
  const { work } = system;
  const f = impulseFields(data);
  const e = f.patchRow[PATCH_SIZE * k + PATCH.restitution];
  const first = data.patchPoint[2 * k];
  const a = f.patchBody[2 * k];
  const b = f.patchBody[2 * k + 1];
  const threshold = settings.restitutionSpeed * settings.restitutionSpeed;
  const ofA = mechanismOf(system.mechanisms, a);
  const ofB = mechanismOf(system.mechanisms, b);
  const free = ofA < 0 && ofB < 0;
  // the joints of a mechanism that is not near an impact have not been asked for their answer
  if ((ofA >= 0 && system.near[ofA] === 0) || (ofB >= 0 && system.near[ofB] === 0)) return;
  for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
    measurePoint(data, f, work, k, i);
    const kicked = work[WORK.speed];
    const s = work[WORK.gap];
    const acceleration = f.pointRow[POINT_SIZE * i + POINT.acceleration];
    const speed = kicked - 0.5 * h * acceleration;
    // a point that the relaxation at the end would stop counts as well
    const timed = f.patchTimed[k] === 1 && speed < -settings.restitutionSpeed;
    if (s + h * (timed ? kicked : 2 * kicked + 0.5 * h * acceleration) >= 0) continue;
    const fall = s > 0 ? 2 * acceleration * s : 0;
    const arrival = speed * speed - fall;
    if (!(speed < 0) || !(arrival > (free ? threshold : RESTS * RESTS * threshold))) continue;
    const back = e * e * arrival + fall;
    if (!(back > 0)) continue;
    const r = openNormal(system, model, data, k, i);
    // a lever next to a hinge is slow, however much energy is behind it: the speed that counts is the one which the
    // energy of the approach would give to the bodies alone
    const mass = system.value[IMPACT_SIZE * r + IMPACT.mass];
    const lever = mass * (f.invMass[a] + f.invMass[b]);
    if (mass === 0 || !(arrival * Math.max(1, lever) > threshold)) {
      dropImpactRow(system);
      continue;
    }
    const impact = Math.sqrt(arrival);
    const time = timed && s > 0 ? (2 * s) / (impact - speed) : 0;
    const left = h - time;
    const returns = e * impact + 0.5 * acceleration * left < 0;
    const aim = returns ? Math.sqrt(back) : e * impact - acceleration * time;
    system.value[IMPACT_SIZE * r + IMPACT.aim] = aim + 0.5 * h * acceleration;
    if (begins) {
      const root = islandOf(f, k);
      state.impactTime[root] = Math.min(state.impactTime[root], returns ? 0 : time);
    }
    if (impact > work[WORK.fastest]) work[WORK.fastest] = impact;
  }
}

/** Normal row of point i of patch k; returns its number. Writes: rows. */
export function openNormal(system: ImpactSystem, model: Model, data: Data, k: number, i: number): number {
  const f = impulseFields(data);
  const r = openImpactRow(system, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
  for (let c = 0; c < 3; c++) {
    const n = f.patchRow[PATCH_SIZE * k + c];
    system.jacobian[12 * r + c] = -f.pointRow[POINT_SIZE * i + POINT.armA + c];
    system.jacobian[12 * r + 3 + c] = -n;
    system.jacobian[12 * r + 6 + c] = f.pointRow[POINT_SIZE * i + POINT.armB + c];
    system.jacobian[12 * r + 9 + c] = n;
  }
  closeImpactRow(system, model, data, r);
  system.place[IMPACT_PLACE_SIZE * r + IMPACT_OF] = i;
  return r;
}

/** Closes the group of patch k, whose normal rows begin at `normal`, with the rows of its friction. Writes: rows. */
export function openGroup(system: ImpactSystem, model: Model, data: Data, k: number, normal: number): void {
  const f = impulseFields(data);
  const { patchRow: row } = f;
  const g = addGroup(system, k, normal);
  const o = PATCH_SIZE * k;
  if (row[o + PATCH.staticFriction] === 0) return;
  const radius = row[o + PATCH.radius];
  const rows = model.planar ? 1 : radius > 0 ? 3 : 2;
  for (let t = 0; t < rows; t++) {
    const r = openImpactRow(system, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
    writeSlipRow(row, o, t, system.jacobian, 12 * r);
    if (t < 2) system.value[IMPACT_SIZE * r + IMPACT.surface] = row[o + PATCH.surface + t];
    closeImpactRow(system, model, data, r);
  }
  system.group[g + GROUP.frictions] = rows;
}

/** A group with the normal rows from `normal` to the last one, and no friction yet; returns its place. */
function addGroup(system: ImpactSystem, patch: number, normal: number): number {
  system.group = ensureCapacityI32(system.group, GROUP_SIZE * (system.groups + 1));
  const g = GROUP_SIZE * system.groups++;
  system.group[g + GROUP.patch] = patch;
  system.group[g + GROUP.normal] = normal;
  system.group[g + GROUP.normals] = system.rows - normal;
  system.group[g + GROUP.friction] = system.rows;
  system.group[g + GROUP.frictions] = 0;
  system.group[g + GROUP.slips] = 0;
  return g;
}

/**
 * Limits of joints that the mechanisms at the rows reach, or would reach in this sub-step, as one more group: they stop
 * without a rebound. Reads: joint rows. Writes: rows, groups.
 */
export function gatherLimits(model: Model, data: Data, system: ImpactSystem, h: number): void {
  const m = system.mechanisms;
  const joints = data.items.joints;
  const { rowStart } = model.systems.joints;
  const normal = system.rows;
  for (let c = 0; c < m.clusters; c++) {
    let meets = false;
    for (let r = 0; r < normal && !meets; r++) {
      for (let side = 0; side < 2; side++) {
        if (mechanismOf(m, system.place[IMPACT_PLACE_SIZE * r + side]) === c) meets = true;
      }
    }
    if (!meets) continue;
    for (let at = m.jointStart[c]; at < m.jointStart[c + 1]; at++) {
      const i = m.joint[at];
      for (let row = rowStart[i]; row < rowStart[i + 1]; row++) {
        if (joints.rowKind[row] !== ROW.limit) continue;
        const r = openImpactRow(system, joints.rowBody[2 * row], joints.rowBody[2 * row + 1]);
        for (let x = 0; x < 12; x++) system.jacobian[12 * r + x] = joints.rowJacobian[12 * row + x];
        system.place[IMPACT_PLACE_SIZE * r + IMPACT_OF] = row;
        // a limit that is far away says so by its aim
        closeImpactRow(system, model, data, r);
        system.value[IMPACT_SIZE * r + IMPACT.aim] = joints.rowError[row] > 0 ? -joints.rowError[row] / h : 0;
      }
    }
  }
  if (system.rows > normal) addGroup(system, -1, normal);
}

/** Records touch for the pairs that bounce. */
function noteTouches(model: Model, data: Data, system: ImpactSystem): void {
  for (let g = 0; g < system.groups; g++) {
    const o = GROUP_SIZE * g;
    if (system.group[o + GROUP.patch] < 0) continue;
    const first = system.group[o + GROUP.normal];
    for (let r = first; r < first + system.group[o + GROUP.normals]; r++) {
      if (!(system.value[IMPACT_SIZE * r + IMPACT.impulse] > 0)) continue;
      noteTouch(model, data, data.patchPair[system.group[o + GROUP.patch]]);
      break;
    }
  }
}

/**
 * Records touch for a pair that bounces, although its gap may never be observed at zero. Writes: pairTouch, event ring.
 */
function noteTouch(model: Model, data: Data, pair: number): void {
  const { pairTouch } = itemFields(data, "collision", COLLISION_FIELDS);
  if (pairTouch[pair] === 1) return;
  pairTouch[pair] = 1;
  const setup = model.systems.collision;
  const at = claimEvent(
    data,
    events.contactBegin.code,
    setup.body[data.pairKey[2 * pair]],
    setup.body[data.pairKey[2 * pair + 1]],
  );
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = 0;
}
