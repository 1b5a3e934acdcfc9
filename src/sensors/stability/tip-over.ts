import { collisionFields } from "../../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import { atan2At } from "../../math/elementary.js";
import type { Model } from "../../model/model.js";
import { machineOf, RESULT, type StabilityWork } from "./machines.js";
import { carries, findSupport } from "./support.js";

/**
 * How far a machine is from tipping over. Its load is what acts on it but for the contacts that carry it: weights,
 * payloads, inputs. About each edge of the support polygon the load has a restoring moment M; over the force F on the
 * ground it is a distance, that of the resultant from the edge where all is level, d = M/F. The margin is d over the
 * distance of the polygon's centre from that edge: 1 in the middle, 0 where it tips, negative where nothing holds it.
 *
 * The force-angle measure [PapadopoulosRey2000] is the angle by which the resultant at the centre of mass would have to
 * turn about an edge to go through it. Writes: result; NaN where nothing carries the machine.
 */
export function findTipOver(model: Model, data: Data, body: number, withInertia: boolean): void {
  const work = data.systems.stability;
  findSupport(model, data, body);
  const { result } = work;
  result.fill(Number.NaN);
  const machine = machineOf(model, body);
  if (machine < 0 || work.cornerCount === 0) return;
  if (withInertia) addReactions(model, data, machine, work);
  else addApplied(model, data, machine, work);
  const { wrench, up } = work;
  const down = -(wrench[3] * up[0] + wrench[4] * up[1] + wrench[5] * up[2]);
  if (!(down > 0)) return;
  findCenter(model, data, machine, work);
  result[RESULT.area] = polygonArea(work);
  result[RESULT.margin] = result[RESULT.distance] = result[RESULT.angle] = Number.POSITIVE_INFINITY;
  let critical = -1;
  for (let i = 0; i < work.cornerCount; i++) {
    if (!readEdge(work, i)) continue;
    const moment = -momentAbout(work, wrench);
    const distance = moment / down;
    const margin = distance / centreDistance(work, i);
    if (margin < result[RESULT.margin]) {
      result[RESULT.margin] = margin;
      result[RESULT.distance] = distance;
      result[RESULT.moment] = moment;
      critical = i;
    }
    result[RESULT.angle] = Math.min(result[RESULT.angle], angleAbout(work));
  }
  if (critical < 0) result.fill(Number.NaN);
  else addLoadMoment(model, data, machine, work, critical);
}

/** wrench ← what acts on the bodies of a machine that is neither joint nor contact, about the origin. */
function addApplied(model: Model, data: Data, machine: number, { wrench }: StabilityWork): void {
  const { of } = model.systems.stability;
  const { bodyApplied, bodyPos } = data;
  const { gravity } = model.options;
  wrench.fill(0);
  for (let b = 1; b < model.nb; b++) {
    if (of[b] !== machine) continue;
    // nothing is measured before the first step
    const given = data.clock[0] > 0;
    const weight = model.bodyMass[b];
    addAt(
      wrench,
      bodyPos,
      3 * b,
      given ? bodyApplied[6 * b + 3] : weight * gravity[0],
      given ? bodyApplied[6 * b + 4] : weight * gravity[1],
      given ? bodyApplied[6 * b + 5] : weight * gravity[2],
    );
    if (given) for (let k = 0; k < 3; k++) wrench[k] += bodyApplied[6 * b + k];
  }
}

/** wrench ← the opposite of what contacts with others do to a machine: applied and inertial forces together. */
function addReactions(model: Model, data: Data, machine: number, { wrench }: StabilityWork): void {
  const { of } = model.systems.stability;
  const { body } = model.systems.collision;
  const { loads, loadKey, loadWrench } = collisionFields(data);
  const h = model.options.timestep;
  wrench.fill(0);
  for (let row = 0; row < loads[0]; row++) {
    if (!carries(model, machine, loadKey[2 * row], loadKey[2 * row + 1])) continue;
    const side = of[body[loadKey[2 * row]]] === machine ? 0 : 1;
    const o = LOAD_SIZE * row;
    const sign = (side === 0 ? 1 : -1) / h;
    const b = body[loadKey[2 * row + side]];
    addAt(
      wrench,
      data.bodyPos,
      3 * b,
      sign * loadWrench[o + LOAD.impulse],
      sign * loadWrench[o + LOAD.impulse + 1],
      sign * loadWrench[o + LOAD.impulse + 2],
    );
    for (let k = 0; k < 3; k++) wrench[k] -= loadWrench[o + (side === 0 ? LOAD.turnA : LOAD.turnB) + k] / h;
  }
}

/** Adds a force at a point to a wrench [τ; f] about the origin. */
function addAt(wrench: Float64Array, at: Float64Array, o: number, x: number, y: number, z: number): void {
  wrench[0] += at[o + 1] * z - at[o + 2] * y;
  wrench[1] += at[o + 2] * x - at[o] * z;
  wrench[2] += at[o] * y - at[o + 1] * x;
  wrench[3] += x;
  wrench[4] += y;
  wrench[5] += z;
}

function findCenter(model: Model, data: Data, machine: number, { center }: StabilityWork): void {
  const { of } = model.systems.stability;
  let mass = 0;
  center.fill(0);
  for (let b = 1; b < model.nb; b++) {
    if (of[b] !== machine) continue;
    mass += model.bodyMass[b];
    for (let k = 0; k < 3; k++) center[k] += model.bodyMass[b] * data.bodyPos[3 * b + k];
  }
  for (let k = 0; k < 3; k++) center[k] /= mass;
}

/** edge ← its first corner 0, its direction 3, with the polygon to the left of it; false where it has no length. */
function readEdge({ corners, cornerCount, points, edge }: StabilityWork, i: number): boolean {
  const p = 3 * corners[i];
  const q = 3 * corners[i + 1 < cornerCount ? i + 1 : 0];
  let length = 0;
  for (let k = 0; k < 3; k++) {
    edge[k] = points[p + k];
    edge[3 + k] = points[q + k] - points[p + k];
    length += edge[3 + k] * edge[3 + k];
  }
  length = Math.sqrt(length);
  if (!(length > 0)) return false;
  for (let k = 3; k < 6; k++) edge[k] /= length;
  return true;
}

/** Moment of a wrench about the edge, positive where it tips outward. */
function momentAbout({ edge: e }: StabilityWork, w: Float64Array): number {
  const x = w[0] - (e[1] * w[5] - e[2] * w[4]);
  const y = w[1] - (e[2] * w[3] - e[0] * w[5]);
  const z = w[2] - (e[0] * w[4] - e[1] * w[3]);
  return e[3] * x + e[4] * y + e[5] * z;
}

/** Angle from the resultant to the line from the centre of mass to the edge, rad. */
function angleAbout({ edge: e, wrench: w, center: c }: StabilityWork): number {
  const along = (e[0] - c[0]) * e[3] + (e[1] - c[1]) * e[4] + (e[2] - c[2]) * e[5];
  const force = w[3] * e[3] + w[4] * e[4] + w[5] * e[5];
  const lx = e[0] - c[0] - along * e[3];
  const ly = e[1] - c[1] - along * e[4];
  const lz = e[2] - c[2] - along * e[5];
  const fx = w[3] - force * e[3];
  const fy = w[4] - force * e[4];
  const fz = w[5] - force * e[5];
  const turn = e[3] * (fy * lz - fz * ly) + e[4] * (fz * lx - fx * lz) + e[5] * (fx * ly - fy * lx);
  e[6] = -turn;
  e[7] = fx * lx + fy * ly + fz * lz;
  atan2At(e, 6);
  return e[6];
}

/** Level distance of the mean of all corners from edge i, m; of two points a quarter of their distance. */
function centreDistance({ corners, cornerCount, flat }: StabilityWork, i: number): number {
  const p = 2 * corners[i];
  const q = 2 * corners[i + 1 < cornerCount ? i + 1 : 0];
  const x = flat[q] - flat[p];
  const y = flat[q + 1] - flat[p + 1];
  const length = Math.sqrt(x * x + y * y);
  if (cornerCount === 2) return 0.25 * length;
  let sum = 0;
  for (let k = 0; k < cornerCount; k++) {
    const c = 2 * corners[k];
    sum += x * (flat[c + 1] - flat[p + 1]) - y * (flat[c] - flat[p]);
  }
  return Math.max(sum / (cornerCount * length), 1e-3 * length);
}

/** Level area of the support polygon, m². */
function polygonArea({ corners, cornerCount, flat }: StabilityWork): number {
  let sum = 0;
  for (let i = 0; i < cornerCount; i++) {
    const p = 2 * corners[i];
    const q = 2 * corners[i + 1 < cornerCount ? i + 1 : 0];
    sum += flat[p] * flat[q + 1] - flat[q] * flat[p + 1];
  }
  return 0.5 * sum;
}

/** Moments about the critical edge of what tips, and of what holds. Writes: loadMoment, utilization. */
function addLoadMoment(model: Model, data: Data, machine: number, work: StabilityWork, critical: number): void {
  const { of } = model.systems.stability;
  const { bodyApplied, bodyPos } = data;
  const { wrench, result } = work;
  readEdge(work, critical);
  let tips = 0;
  let holds = 0;
  for (let b = 1; b < model.nb; b++) {
    if (of[b] !== machine) continue;
    wrench.fill(0);
    addAt(wrench, bodyPos, 3 * b, bodyApplied[6 * b + 3], bodyApplied[6 * b + 4], bodyApplied[6 * b + 5]);
    for (let k = 0; k < 3; k++) wrench[k] += bodyApplied[6 * b + k];
    const moment = momentAbout(work, wrench);
    if (moment > 0) tips += moment;
    else holds -= moment;
  }
  result[RESULT.loadMoment] = tips;
  result[RESULT.utilization] = holds > 0 ? tips / holds : Number.POSITIVE_INFINITY;
}
