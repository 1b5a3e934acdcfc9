/**
 * The energy watch. Contacts, joints and friction dissipate energy or hand it back, so that over any time
 *
 *   T + V ≤ T₀ + V₀ + W + U₀
 *
 * with kinetic energy T, potential energy V of gravity and springs, work W of inputs and energy U₀ that contacts held.
 * More than that is not motion but a failed integration: an explicit step beyond its stability, an impact that was not
 * resolved. The account of what was gained keeps no more credit than contacts hold, so that dissipated energy is not
 * spent twice. Status `gained` is raised when it exceeds
 *
 *   0.1 T_max + Σ m (g h)²
 *
 * where T_max is the largest kinetic energy of late: impacts are resolved to some percent of their energy, and gravity
 * is integrated to the square of what it does in a step. The watch sleeps in scenes whose sources it cannot account
 * for: drives, powered joints, controllers, bodies with prescribed motion, belts, forces by user functions, wrenches,
 * inputs of items that were changed, contact models that do not tell what they hold, and formulations that do not
 * declare `keepsEnergy`. A step in which a body was set aside restarts the account.
 */
import { COMPLIANT, type ContactModel } from "../contact/contact-model.js";
import type { Data } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import type { ForceKind } from "../forces/force.js";
import type { Formulation } from "../formulations/formulation.js";
import type { JointKind } from "../joints/joint.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { addKineticEnergy } from "../sensors/body.js";
import { addPotentialEnergy } from "../sensors/system.js";

/** Places in `energyWatch`: T, V at the beginning of the step; account; credit; T_max; T of a body. */
const WATCH = { kinetic: 0, potential: 1, account: 2, credit: 3, largest: 4, body: 5 } as const;

/** Part of the largest kinetic energy that counts as error of the method. */
const TOLERANCE = 0.1;
/** What is left of the largest kinetic energy, and of the credit of contacts, after a step. */
const FORGET = 0.999;
const FORGET_CREDIT = 0.95;

/** Forces that only dissipate have no potential, and need none. */
const DISSIPATIVE = "damper";

const watchable = new WeakMap<Model, boolean>();

/** Whether all sources of energy of a scene are accounted for. */
function isWatchable(model: Model): boolean {
  let known = watchable.get(model);
  if (known === undefined) {
    const contacts = model.contactModels as readonly ContactModel[];
    known =
      (model.formulation.kind as Formulation).keepsEnergy?.(model) === true &&
      model.controllers.length === 0 &&
      model.joints.kinds.every((kind) => (kind as JointKind).powered !== true) &&
      model.joints.driveMode.every((mode) => mode === 0) &&
      !model.bodyType.includes(BODY_TYPE.kinematic) &&
      (model.systems.collision?.belt ?? null) === null &&
      model.forces.every(({ kind }) => kind.name === DISSIPATIVE || (kind as ForceKind).energy !== undefined) &&
      contacts.every(({ storedEnergy }) => storedEnergy !== undefined);
    watchable.set(model, known);
  }
  return known;
}

/** A step begins. Reads: body state. Writes: energyWatch. */
export function beginWatch(model: Model, data: Data): void {
  if (!isWatchable(model)) return;
  const { energyWatch: watch } = data;
  watch[WATCH.kinetic] = 0;
  watch[WATCH.potential] = 0;
  addKinetic(model, data, watch, WATCH.kinetic);
  addPotentialEnergy(model, data, watch, WATCH.potential);
  if (data.counter[COUNTER.steps] > 0 && data.counter[COUNTER.disturbed] === 0) return;
  watch[WATCH.account] = Number.NEGATIVE_INFINITY;
  watch[WATCH.largest] = watch[WATCH.kinetic];
  watch[WATCH.credit] = 0;
}

/** A step has ended. Reads: body state, bodyBefore, input. Writes: energyWatch, status. */
export function endWatch(model: Model, data: Data): void {
  if (!isWatchable(model)) return;
  const { energyWatch: watch, input } = data;
  // a changed input of an item, or a user function, may do any work
  let changed = data.hooks.forces.length > 0;
  for (let k = 12 * model.nb; k < input.length; k++) changed ||= input[k] !== model.input0[k];
  if (changed) return;
  if ((data.status & STATUS.nonFinite) !== 0) {
    watch[WATCH.account] = Number.NEGATIVE_INFINITY;
    return;
  }

  const before = watch[WATCH.kinetic];
  const potential = watch[WATCH.potential];
  watch[WATCH.kinetic] = 0;
  watch[WATCH.potential] = 0;
  addKinetic(model, data, watch, WATCH.kinetic);
  addPotentialEnergy(model, data, watch, WATCH.potential);
  const { gravity: g, timestep: h } = model.options;
  const fall = h * h * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  // impulses move bodies out of each other without work on their velocities
  const byForces = model.formulation.kind.contacts.includes(COMPLIANT);
  let gained = watch[WATCH.kinetic] - before;
  if (byForces) gained += watch[WATCH.potential] - potential;
  let floor = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic || data.bodyState[b] !== BODY_STATE.active) continue;
    floor += model.bodyMass[b] * fall;
    for (let c = 0; c < 6; c++) {
      const weight = byForces || c < 3 ? 0 : model.bodyMass[b] * g[c - 3];
      const mean = 0.5 * (data.bodyBefore[BODY_BEFORE_SIZE * b + 7 + c] + data.bodyVel[6 * b + c]);
      gained -= h * mean * (input[6 * b + c] + weight);
    }
  }

  let held = 0;
  const models = byForces ? (model.contactModels as readonly ContactModel[]) : [];
  for (let k = 0; k < models.length; k++) held += models[k].storedEnergy?.(data) ?? 0;
  const credit = Math.max(held, held > 0 ? FORGET_CREDIT * watch[WATCH.credit] : 0);
  const account = Math.max(watch[WATCH.account] + gained, -credit);
  const largest = Math.max(FORGET * watch[WATCH.largest], watch[WATCH.kinetic], before);
  watch[WATCH.credit] = credit;
  watch[WATCH.account] = account;
  watch[WATCH.largest] = largest;
  if (account <= TOLERANCE * Math.max(before, largest - gained) + floor) return;
  raiseStatus(data, STATUS.gained, fastestGrown(model, data, watch));
  watch[WATCH.account] = 0;
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
