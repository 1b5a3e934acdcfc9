/**
 * The energy watch. Contacts, joints and friction dissipate energy or hand it back, so that over any time
 *
 *   T + V ≤ T₀ + V₀ + W + U₀
 *
 * with kinetic energy T, potential energy V of gravity and springs, work W of sources and energy U₀ that contacts held.
 * More than that is not motion but a failed integration: an explicit step beyond its stability, an impact that was not
 * resolved. The account of what was gained keeps no more credit than contacts hold, so that dissipated energy is not
 * spent twice, and work of sources that went into heat is not either. Status `gained` is raised when it exceeds
 *
 *   0.1 T_max + Σ m (g h)² + Σ (F h)²/m
 *
 * where T_max is the largest kinetic energy of late: impacts are resolved to some percent of their energy, and gravity
 * and other given forces F to the square of what they do in a step. Every kind of scene is watched. Work of sources is
 * an upper bound, from what acts on them (`supplyWork`):
 *
 *   drives, lengths that inputs move       effort × speed of their rows, in joints
 *   guided coordinates                     their multipliers, in augmented-lagrangian
 *   bodies with prescribed motion, belts   forces or impulses of contacts and joints × their velocity
 *   wrenches, forces by user functions     force × mean velocity
 *   inputs of springs                      V is measured when controllers have written them, and once more where
 *                                          they are written within the step
 *
 * A step in which a body was set aside, or before which the state was changed, restarts the account. A formulation of
 * the user is watched when it declares `keepsEnergy`.
 */
import { collisionFields } from "../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../collision/loads.js";
import { COMPLIANT, type ContactModel } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS, ENERGY_WATCH as WATCH } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { supplyWork } from "../data/supply.js";
import type { Formulation } from "../formulations/formulation.js";
import { JOINT_LOAD, JOINT_LOAD_SIZE } from "../joints/system.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { addElasticEnergy, addGravityEnergy, addKineticEnergy } from "../sensors/energy.js";

/** Part of the largest kinetic energy that counts as error of the method. */
const TOLERANCE = 0.1;
/** Round-off of positions, and of sums of energies, against their size: some tens of units in the last place. */
const ROUND_OFF = 1e-14;
/** What is left of the largest kinetic energy, and of the credit of contacts, after a step. */
const FORGET = 0.999;
const FORGET_CREDIT = 0.95;

function isWatched({ formulation }: Model): boolean {
  return (formulation.kind as Formulation).keepsEnergy === true;
}

/** A step begins. Reads: body state. Writes: energyWatch. */
export function beginWatch(model: Model, data: Data): void {
  if (!isWatched(model)) return;
  const { energyWatch: watch, counter } = data;
  watch[WATCH.kinetic] = 0;
  addKinetic(model, data, watch, WATCH.kinetic);
  const goes = watch[WATCH.step] === counter[COUNTER.steps] && watch[WATCH.epoch] === data.epoch;
  if (goes && counter[COUNTER.steps] > 0 && counter[COUNTER.disturbed] === 0) return;
  watch[WATCH.account] = counter[COUNTER.steps] > 0 ? Number.NEGATIVE_INFINITY : -startEnergy(model);
  watch[WATCH.largest] = watch[WATCH.kinetic];
  watch[WATCH.credit] = 0;
}

/**
 * Energy that contacts may hold at the start of a run, J: what lifts every body by its radius of gyration. A scene
 * whose bodies overlap by more has energy that nobody put in.
 */
function startEnergy({ nb, bodyType, bodyMass, bodyInertia, options }: Model): number {
  const { gravity: g } = options;
  const fall = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  let sum = 0;
  for (let b = 1; b < nb; b++) {
    if (bodyType[b] !== BODY_TYPE.dynamic) continue;
    const moment = Math.max(bodyInertia[6 * b], bodyInertia[6 * b + 1], bodyInertia[6 * b + 2]);
    sum += fall * Math.sqrt(bodyMass[b] * moment);
  }
  return sum;
}

/** Controllers have written the inputs of the step. Reads: body state, input. Writes: energyWatch. */
export function watchInputs(model: Model, data: Data): void {
  if (!isWatched(model)) return;
  data.energyWatch[WATCH.supplied] = 0;
  if (writesWithin(model)) data.inputBefore.set(data.input);
  measurePotential(model, data, answersByForces(model));
}

/** Whether controllers write inputs within a step. */
function writesWithin({ controllers }: Model): boolean {
  for (let k = 0; k < controllers.length; k++)
    if ((controllers[k].col.rate as Int32Array).includes(PER_EVALUATION)) return true;
  return false;
}

const PER_EVALUATION = 1;

/** A step has ended. Reads: body state, bodyBefore, input, bodySourced, loads. Writes: energyWatch, status. */
export function endWatch(model: Model, data: Data): void {
  if (!isWatched(model)) return;
  const { energyWatch: watch } = data;
  watch[WATCH.step] = data.counter[COUNTER.steps];
  watch[WATCH.epoch] = data.epoch;
  if ((data.status & STATUS.nonFinite) !== 0) {
    watch[WATCH.account] = Number.NEGATIVE_INFINITY;
    return;
  }
  const byForces = answersByForces(model);
  supplyByMovers(model, data, byForces);
  const before = watch[WATCH.kinetic];
  const potential = watch[WATCH.potential];
  watch[WATCH.kinetic] = 0;
  addKinetic(model, data, watch, WATCH.kinetic);
  // what inputs do to springs within the step is their work
  const written = writesWithin(model);
  if (written) swapInputs(data);
  measurePotential(model, data, byForces);
  if (written) swapInputs(data);
  let gained = watch[WATCH.kinetic] - before + watch[WATCH.potential] - potential;
  gained -= workOfGiven(model, data, byForces);
  gained -= watch[WATCH.supplied];

  const held = storedEnergy(model, data, byForces);
  const credit = Math.max(held, held > 0 ? FORGET_CREDIT * watch[WATCH.credit] : 0);
  const account = Math.max(watch[WATCH.account] + gained, -credit);
  const largest = Math.max(FORGET * watch[WATCH.largest], watch[WATCH.kinetic], before);
  watch[WATCH.credit] = credit;
  watch[WATCH.account] = account;
  watch[WATCH.largest] = largest;
  if (account <= TOLERANCE * Math.max(before, largest - gained) + given[FLOOR]) return;
  raiseStatus(data, STATUS.gained, fastestGrown(model, data, watch));
  watch[WATCH.account] = 0;
}

function swapInputs({ input, inputBefore }: Data): void {
  for (let k = 0; k < input.length; k++) {
    const now = input[k];
    input[k] = inputBefore[k];
    inputBefore[k] = now;
  }
}

/** Whether contacts are forces, which hold energy. */
function answersByForces({ formulation }: Model): boolean {
  return formulation.kind.contacts.includes(COMPLIANT);
}

/** V at the present pose and inputs. Impulses move bodies out of each other without work, so gravity counts as work
 * on their velocities. Writes: energyWatch. */
function measurePotential(model: Model, data: Data, byForces: boolean): void {
  const { energyWatch: watch } = data;
  watch[WATCH.potential] = 0;
  if (byForces) addGravityEnergy(model, data, watch, WATCH.potential);
  addElasticEnergy(model, data, watch, WATCH.potential);
  watch[WATCH.potential] += (model.formulation.kind as Formulation).energyShift?.(model, data) ?? 0;
}

/**
 * Of the last call of `workOfGiven`: work of given forces on all bodies, and Σ m (g h)² + Σ (F h)²/m + Σ (M h)²/I, with
 * the largest moment of inertia I, and the round-off of V and of speeds, ε |x|/h, J.
 */
const given = new Float64Array(2);
const WORK = 0;
const FLOOR = 1;

/**
 * Work of gravity where it counts as such, and of inputs and other given forces, on the mean velocities of the step.
 * Reads: bodyBefore, bodyVel, input, bodySourced. Writes: given, energyWatch.
 */
function workOfGiven(model: Model, data: Data, byForces: boolean): number {
  const { input, bodyBefore, bodyVel, bodySourced } = data;
  const { bodyInertia: j } = model;
  const { gravity: g, timestep: h } = model.options;
  const fall2 = h * h * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const rounded = ROUND_OFF / h;
  let weight = 0;
  given[WORK] = 0;
  given[FLOOR] = ROUND_OFF * Math.abs(data.energyWatch[WATCH.potential]);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const mass = model.bodyMass[b];
    const o = BODY_BEFORE_SIZE * b + 7;
    let force2 = 0;
    let torque2 = 0;
    for (let c = 0; c < 6; c++) {
      const force = input[6 * b + c] + bodySourced[6 * b + c];
      const mean = 0.5 * h * (bodyBefore[o + c] + bodyVel[6 * b + c]);
      if (c > 2 && !byForces) weight += mass * g[c - 3] * mean;
      if (force === 0) continue;
      given[WORK] += force * mean;
      if (c > 2) force2 += force * force;
      else torque2 += force * force;
    }
    let reach = 0;
    for (let c = 0; c < 3; c++) reach += Math.abs(data.bodyPos[3 * b + c]);
    given[FLOOR] += mass * (fall2 + rounded * reach * (rounded * reach));
    if (force2 > 0 && mass > 0) given[FLOOR] += (h * h * force2) / mass;
    const moment = Math.max(j[6 * b], j[6 * b + 1], j[6 * b + 2]);
    if (torque2 > 0 && moment > 0) given[FLOOR] += (h * h * torque2) / moment;
  }
  supplyWork(data, given[WORK]);
  return weight;
}

/** Energy that contacts, or springs of the formulation, could give back, J. */
function storedEnergy(model: Model, data: Data, byForces: boolean): number {
  let held = (model.formulation.kind as Formulation).storedEnergy?.(model, data) ?? 0;
  const models = byForces ? (model.contactModels as readonly ContactModel[]) : NONE;
  for (let k = 0; k < models.length; k++) held += models[k].storedEnergy(data);
  return held;
}

const NONE: readonly ContactModel[] = [];

/**
 * Notes the work of bodies with prescribed motion by what springs, contacts and joints did to them in the step, and a
 * bound of that of moving surfaces, impulses times their speed. Reads: loads, jointLoad, bodyGiven, bodyForce, bodyVel.
 * Writes: energyWatch.
 */
function supplyByMovers(model: Model, data: Data, byForces: boolean): void {
  const { belt, body } = model.systems.collision;
  const moves = hasKinematic(model);
  if (!moves && belt === null) return;
  const { timestep: h } = model.options;
  const { bodyVel: v } = data;
  let work = 0;
  const force = byForces ? data.bodyGiven : data.bodyForce;
  for (let k = 0; moves && k < data.counter[COUNTER.active]; k++) {
    const b = data.bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.kinematic) continue;
    let power = 0;
    for (let c = 6 * b; c < 6 * b + 6; c++) power -= force[c] * v[c];
    work += Math.max(0, h * power);
  }
  const { loads, loadKey, loadWrench: p } = collisionFields(data);
  for (let row = 0; row < loads[0]; row++) {
    const o = LOAD_SIZE * row;
    let impulse2 = 0;
    for (let c = 0; c < 3; c++) impulse2 += p[o + LOAD.impulse + c] * p[o + LOAD.impulse + c];
    for (let side = 0; side < 2; side++) {
      const shape = loadKey[2 * row + side];
      if (belt !== null) {
        const x = belt[3 * shape];
        const y = belt[3 * shape + 1];
        const z = belt[3 * shape + 2];
        work += Math.sqrt(impulse2 * (x * x + y * y + z * z));
      }
      const b = body[shape];
      if (model.bodyType[b] !== BODY_TYPE.kinematic || data.bodyState[b] !== BODY_STATE.active) continue;
      const turn = o + (side === 0 ? LOAD.turnA : LOAD.turnB);
      let own = 0;
      for (let c = 0; c < 3; c++) {
        own -= p[turn + c] * v[6 * b + c];
        own += (side === 0 ? 1 : -1) * p[o + LOAD.impulse + c] * v[6 * b + 3 + c];
      }
      work += Math.max(0, own);
    }
  }
  if (moves) work += h * powerThroughJoints(model, data);
  supplyWork(data, work);
}

/** Power of kinematic bodies through their joints, where it is positive, W. Reads: jointLoad, bodyVel. */
function powerThroughJoints(model: Model, data: Data): number {
  const { joints } = model;
  const { jointLoad } = data.items.joints;
  let power = 0;
  for (let i = 0; i < joints.count; i++) {
    for (let side = 0; side < 2; side++) {
      const b = side === 0 ? joints.bodyA[i] : joints.bodyB[i];
      if (model.bodyType[b] !== BODY_TYPE.kinematic) continue;
      const o = JOINT_LOAD_SIZE * i + (side === 0 ? JOINT_LOAD.onA : JOINT_LOAD.onB);
      let own = 0;
      for (let c = 0; c < 6; c++) own -= jointLoad[o + c] * data.bodyVel[6 * b + c];
      power += Math.max(0, own);
    }
  }
  return power;
}

function hasKinematic({ bodyType }: Model): boolean {
  return bodyType.includes(BODY_TYPE.kinematic);
}

/** Kinetic energy of the bodies that move, J. Writes: out. */
function addKinetic(model: Model, data: Data, out: Float64Array, at: number): void {
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++)
    if (model.bodyType[bodyActive[k]] === BODY_TYPE.dynamic) addKineticEnergy(model, data, bodyActive[k], out, at);
}

/** The body with the largest kinetic energy. Writes: energyWatch. */
function fastestGrown(model: Model, data: Data, watch: Float64Array): number {
  let who = -1;
  let most = 0;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    watch[WATCH.body] = 0;
    addKineticEnergy(model, data, b, watch, WATCH.body);
    if (!(watch[WATCH.body] > most)) continue;
    most = watch[WATCH.body];
    who = b;
  }
  return who;
}
