/**
 * The order in which a formulation calls the contact models, and what all of them share in a step.
 *
 *   findContactPairs        once per step: pairs of shapes that may touch
 *   beginContacts           a step, or a part of one, begins
 *   addContactForces        each evaluation of forces
 *   freezeContacts          Newton's method, from some iteration on
 *   addContactTangents      Newton's method, each tangent
 *   mustCutContacts         the part has converged: must it be done again in shorter parts?
 *   commitContacts          the part is accepted: memory is written
 *   reportContacts          events and sensors: contacts that the step has found already
 */
import { dropPairsAboveGround } from "../collision/above-ground.js";
import { createPairSink, type PairSink } from "../collision/broad/broad-phase.js";
import { CONTINUOUS, continuousSetup } from "../collision/continuous/setup.js";
import { findImpacts, MOTION_BOUND, MOTION_SIZE, mayPass } from "../collision/continuous/sweep.js";
import { updateBoxes } from "../collision/detect.js";
import type { ContactSink } from "../collision/narrow/types.js";
import type { CollisionSetup } from "../collision/setup.js";
import { COLLISION_FIELDS } from "../collision/system.js";
import { type Data, itemFields } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../data/fields.js";
import { BODY_STATE, BODY_TYPE, type Model, type SystemKind } from "../model/model.js";
import { activeModels, hasForceContacts } from "./contact-model.js";
import type { ContactTangent } from "./contact-tangent.js";
import type { LoadsCopy } from "./step-loads.js";

declare module "../model/model.js" {
  interface ModelSystems {
    readonly contactStep: ContactStepSetup;
  }
}
declare module "../data/data.js" {
  interface DataSystems {
    readonly contactStep: ContactStep;
  }
}

export interface ContactStepSetup {
  /** Whether contacts are forces and some can occur. */
  readonly active: boolean;
}

/** Data that contact models share in a step. Nothing here is state. */
export interface ContactStep {
  /** Pairs of shapes that may touch within the step, and the step and epoch in which they were found. */
  readonly pairs: PairSink;
  pairsStep: number;
  pairsEpoch: number;
  /** Time from the writing of the memory to the evaluation, s; 0: by the clock, since `since`. See `elapsedTime`. */
  elapsed: number;
  since: number;
  /** Weight of the present velocity in the slip of the step. */
  weight: number;
  /** Whether contacts are followed instead of being found. */
  frozen: boolean;
  /** Length of the step, or of the part of one, s. */
  span: number;
  /** Positions, orientations and velocities of all bodies when it began: 3, 4 and 6 numbers each. */
  readonly startPos: Float64Array;
  readonly startQuat: Float64Array;
  readonly startVel: Float64Array;
  /** The same laid out as `bodyBefore`, for continuous detection. */
  readonly swept: Float64Array;
  /**
   * A sum of normal forces, N; gap rates at the beginning and at the end of the part, the fastest of all, m/s, a
   * force, N, and the speed of an impact, m/s.
   */
  readonly load: Float64Array;
  readonly rates: Float64Array;
  /** How much the speeds of approach changed within it, 1: as much as is allowed; and the body whose did most. */
  strain: number;
  strained: number;
  /**
   * The strain by speeds alone, and that by springs and dampers that are too stiff for an explicit method, 1: its
   * stability ends.
   */
  impact: number;
  stiffness: number;
  /** Whether forces are evaluated at stages within the part, not at its end only. */
  stages: boolean;
  /** What had acted when the part began; made when a step is first cut. */
  before: LoadsCopy | null;
  /** Time for which what acts has been measured in this step, s; see `step-loads.ts`. */
  measured: number;
  /** Part of its impact speed by which a speed of approach may change within a part. */
  fraction: number;
}

/** The step of contact models as a system. */
export const contactStepSystem: SystemKind = {
  name: "contactStep",
  prepare(model: Model): { setup: ContactStepSetup; dims: Record<string, number> } {
    return { setup: { active: hasForceContacts(model) }, dims: {} };
  },
  create(model: Model): ContactStep {
    return {
      pairs: createPairSink(64),
      pairsStep: -1,
      pairsEpoch: -1,
      elapsed: 0,
      since: Number.POSITIVE_INFINITY,
      weight: 0.5,
      frozen: false,
      span: model.options.timestep,
      startPos: new Float64Array(3 * model.nb),
      startQuat: new Float64Array(4 * model.nb),
      swept: new Float64Array(BODY_BEFORE_SIZE * model.nb),
      startVel: new Float64Array(6 * model.nb),
      load: new Float64Array(1),
      rates: new Float64Array(5),
      strain: 0,
      strained: -1,
      impact: 0,
      stiffness: 0,
      stages: false,
      before: null,
      measured: 0,
      fraction: Number.POSITIVE_INFINITY,
    };
  },
};

/** Time since the memory was written, s. */
export function elapsedTime({ clock }: Data, { elapsed, since }: ContactStep): number {
  return elapsed > 0 ? elapsed : Math.max(0, clock[0] - since);
}

/**
 * Finds the pairs of the step that begins: a function of its first state, so that a run that is resumed has the same
 * ones. Reads: body state. Writes: pairs, pose, box, shapeAhead.
 */
export function findContactPairs(model: Model, data: Data): void {
  if (model.systems.contactStep.active) findPairs(model, data, model.systems.collision, data.systems.contactStep);
}

/** Whether anything may touch within the step. Reads: body state. Writes: pairs. */
export function mayTouch(model: Model, data: Data): boolean {
  if (!model.systems.contactStep.active) return false;
  const step = data.systems.contactStep;
  if (step.pairsStep !== data.counter[COUNTER.steps] || step.pairsEpoch !== data.epoch)
    findPairs(model, data, model.systems.collision, step);
  return step.pairs.count > 0 || actsAlone(model, data);
}

function actsAlone(model: Model, data: Data): boolean {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) if (models[k].actsAlone?.(data) === true) return true;
  return false;
}

/** Pairs whose boxes meet within two steps at the present speeds. Writes: pairs, pose, box, shapeAhead. */
function findPairs(model: Model, data: Data, collision: CollisionSetup, step: ContactStep): void {
  const own = data.systems.collision;
  const { shapeAhead, box } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyVel: v } = data;
  const h = model.options.timestep;
  const g = model.options.gravity;
  const fall = 2 * h * h * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (let s = 0; s < collision.count; s++) {
    if (collision.fixed[s] === 1) continue;
    shapeAhead[s] = fall;
    if (data.bodyState[collision.body[s]] === BODY_STATE.asleep) continue;
    const o = 6 * collision.body[s];
    const spin = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    const speed = Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
    shapeAhead[s] = 2 * h * (speed + spin * collision.turnReach[s]) + fall;
  }
  updateBoxes(data, collision, own, true);
  own.broad?.update(step.pairs);
  dropPairsAboveGround(data, collision, box, step.pairs);
  step.pairsStep = data.counter[COUNTER.steps];
  step.pairsEpoch = data.epoch;
}

/** Whether a contact of shapes a and b could move a body. */
export function mayPush(model: Model, data: Data, { sensor, body }: CollisionSetup, a: number, b: number): boolean {
  if (sensor[a] === 1 || sensor[b] === 1) return false;
  const { bodyType } = model;
  const { bodyState } = data;
  if (bodyState[body[a]] === BODY_STATE.dormant || bodyState[body[b]] === BODY_STATE.dormant) return false;
  return moves(bodyType, bodyState, body[a]) || moves(bodyType, bodyState, body[b]);
}

/** Whether forces move a body now. */
function moves(bodyType: Uint8Array, bodyState: Uint8Array, b: number): boolean {
  return bodyType[b] === BODY_TYPE.dynamic && bodyState[b] === BODY_STATE.active;
}

/** Leaves out the pairs of the step in which nothing moves by forces. Reads: bodyState. Writes: pairs. */
export function keepMovingPairs(model: Model, data: Data): void {
  const { pairs } = data.systems.contactStep;
  const collision = model.systems.collision;
  let n = 0;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (!mayPush(model, data, collision, a, b)) continue;
    pairs.pairs[2 * n] = a;
    pairs.pairs[2 * n + 1] = b;
    n++;
  }
  pairs.count = n;
}

/** Bodies fell asleep or woke: memory of contacts between those at rest is set aside, or comes back. */
export function restContacts(model: Model, data: Data): void {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) models[k].rest?.(model, data);
}

/** Whether the spheres around shapes a and b do not touch. */
export function farApart({ colliders }: CollisionSetup, pose: Float64Array, a: number, b: number): boolean {
  const x = pose[7 * b] - pose[7 * a];
  const y = pose[7 * b + 1] - pose[7 * a + 1];
  const z = pose[7 * b + 2] - pose[7 * a + 2];
  const reach = colliders[a].reach + colliders[b].reach;
  return x * x + y * y + z * z > reach * reach;
}

/**
 * A step, or a part of one, begins. Evaluations are `elapsed` after the writing of the memory (implicit formulations,
 * which look at the end of the part only), or, with 0, as far as the clock has advanced since. `weight` of the velocity
 * at the end in the slip: β/γ makes ∂slip/∂q = 1 in Newmark's family. `span` is the length of the part, s;
 * `stages`: forces are evaluated within it. Writes: the shared data of the step.
 */
export function beginContacts(
  model: Model,
  data: Data,
  elapsed: number,
  weight: number,
  span: number = elapsed > 0 ? elapsed : model.options.timestep,
  stages: boolean = elapsed === 0,
): void {
  const models = activeModels(model);
  if (models.length === 0) return;
  const step = data.systems.contactStep;
  step.elapsed = elapsed;
  step.span = span;
  step.stages = stages;
  step.startPos.set(data.bodyPos);
  step.startQuat.set(data.bodyQuat);
  step.startVel.set(data.bodyVel);
  step.since = data.clock[0];
  step.weight = weight;
  step.frozen = false;
  for (let k = 0; k < models.length; k++) models[k].begin?.(model, data);
}

/** Whether a step can be begun again in shorter parts. */
export function mayRepeat(model: Model): boolean {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) if (models[k].beginsOnce?.(model) === true) return false;
  return models.length > 0;
}

/** Back to the state in which the part began. Writes: body state. */
export function restartPart(data: Data): void {
  const { startPos, startQuat, startVel } = data.systems.contactStep;
  data.bodyPos.set(startPos);
  data.bodyQuat.set(startQuat);
  data.bodyVel.set(startVel);
}

/** Evaluations are `elapsed` after the step's beginning, s: for stages or parts of a step that share one memory. */
export function placeContacts(data: Data, elapsed: number): void {
  data.systems.contactStep.elapsed = elapsed;
}

/** Adds the forces of all contact models. Reads: body state, memory. Writes: bodyForce, contacts. */
export function addContactForces(model: Model, data: Data): void {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) models[k].addForces(model, data);
}

/** Whether the last evaluation had contacts. */
export function hasContacts(model: Model, data: Data): boolean {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) if (models[k].count(data) > 0) return true;
  return false;
}

/**
 * Where points jump over the surfaces from one iteration to the next, Newton's method has nothing to converge to. From
 * here to the end of the part contacts are therefore followed instead of being found. Writes: frozen, contacts.
 */
export function freezeContacts(model: Model, data: Data): void {
  const models = activeModels(model);
  if (models.length === 0 || data.systems.contactStep.frozen) return;
  data.systems.contactStep.frozen = true;
  for (let k = 0; k < models.length; k++) models[k].freeze?.(model, data);
}

/** Adds the derivatives of all contacts of the last evaluation. Writes: values of the tangent. */
export function addContactTangents(model: Model, data: Data, tangent: ContactTangent): void {
  const models = activeModels(model);
  tangent.pair = -1;
  for (let k = 0; k < models.length; k++) if (models[k].count(data) > 0) models[k].addTangent?.(model, data, tangent);
}

/**
 * Whether the part of a step that has converged must be done again in shorter parts. `fraction`: see `measureStrain`.
 * Writes: strain.
 */
export function mustCutContacts(model: Model, data: Data, fraction: number): boolean {
  const models = activeModels(model);
  const step = data.systems.contactStep;
  step.strain = 0;
  step.strained = -1;
  step.impact = 0;
  step.stiffness = 0;
  step.fraction = fraction;
  let cut = false;
  for (let k = 0; k < models.length; k++) if (models[k].mustCut?.(model, data) === true) cut = true;
  return cut || step.strain > 1 || (fraction < Number.POSITIVE_INFINITY && passesUnseen(model, data, step));
}

/**
 * Whether the part leaves an impact that is not resolved to the tolerance: restitution is off by up to 0.03 at the
 * strain 1, 0.06 at 2 and 0.12 at 4.
 */
export function isUnresolved({ systems: { contactStep } }: Data): boolean {
  return contactStep.strain > 1;
}

/** Whether a body is on its way through another, or across a chain, by the last `mustCutContacts`. */
export function isPassing({ systems: { contactStep } }: Data): boolean {
  return contactStep.strain === Number.POSITIVE_INFINITY;
}

/** Whether the speeds of contacts changed by more than a part of what is allowed, whatever their stiffness. */
export function isImpact({ systems: { contactStep } }: Data, part: number): boolean {
  return contactStep.impact > part;
}

/**
 * Whether a part `times` as long as this one is longer than an explicit method is stable for, and may gain any energy.
 */
export function isUnstable({ systems: { contactStep } }: Data, times: number): boolean {
  return times * contactStep.stiffness > 1;
}

/** Part of its inner radius by which a body may have got into another before anything is missed. */
const UNSEEN_PART = 0.25;

/**
 * Whether a body has met another within the part, by continuous detection, and no contact between them bears a load at
 * its end, or the middle of one of its parts got across a chain: it is on its way through. Reads: body state, contacts.
 * Writes: strain, bodyMotion, bodyImpact.
 */
function passesUnseen(model: Model, data: Data, step: ContactStep): boolean {
  const { startPos, startQuat, startVel, swept, load } = step;
  if (!mayPass(model, data, startPos, startVel, step.span)) return false;
  for (let b = 0; b < model.nb; b++) {
    for (let c = 0; c < 3; c++) swept[BODY_BEFORE_SIZE * b + c] = startPos[3 * b + c];
    for (let c = 0; c < 4; c++) swept[BODY_BEFORE_SIZE * b + 3 + c] = startQuat[4 * b + c];
    for (let c = 0; c < 6; c++) swept[BODY_BEFORE_SIZE * b + 7 + c] = startVel[6 * b + c];
  }
  if (isBent(model, data, step)) return true;
  if (!findImpacts(model, data, swept, true)) return false;
  const models = activeModels(model);
  const { bodyImpact, bodyImpactShape, bodyMotion, bodyCrosses } = itemFields(data, "collision", COLLISION_FIELDS);
  const { inner } = continuousSetup(model);
  for (let b = 1; b < model.nb; b++) {
    if (bodyImpactShape[b] < 0) continue;
    // across a chain the load would be that of its far side
    if (bodyCrosses[b] === 1) {
      step.strain = Number.POSITIVE_INFINITY;
      step.strained = b;
      return true;
    }
    if (!((1 - bodyImpact[b]) * bodyMotion[MOTION_SIZE * b + MOTION_BOUND] > UNSEEN_PART * inner[b])) continue;
    const other = model.systems.collision.body[bodyImpactShape[b]];
    load[0] = 0;
    for (let k = 0; k < models.length; k++) models[k].addNormalForceBetween(model, data, b, other, load, 0);
    if (load[0] > 0) continue;
    step.strain = Number.POSITIVE_INFINITY;
    step.strained = b;
    return true;
  }
  return false;
}

/** Angle by which a body may turn within a part, rad: rotations are swept the short way round. */
const MOST_TURN = 2;

/**
 * Whether the way of a body that continuous detection looks at, and that something is near, is not the one that it
 * sweeps: a straight line of its centre, and less than half a revolution. An arm on a hinge goes by a post that its
 * chord misses: with v at both ends, a way bends by up to s |v₁ − v₀|/8 within a part of length s. Reads: body state,
 * pairs. Writes: strain.
 */
function isBent(model: Model, data: Data, step: ContactStep): boolean {
  const { mode, inner, turnReach } = continuousSetup(model);
  const { body } = model.systems.collision;
  const { bodyVel } = data;
  const { pairs, startVel, span } = step;
  for (let k = 0; k < 2 * pairs.count; k++) {
    const b = body[pairs.pairs[k]];
    if (mode[b] === CONTINUOUS.off) continue;
    let change = 0;
    let spin = 0;
    for (let c = 6 * b; c < 6 * b + 3; c++) {
      spin += startVel[c] * startVel[c];
      change += (bodyVel[c + 3] - startVel[c + 3]) * (bodyVel[c + 3] - startVel[c + 3]);
    }
    const bent = (span * Math.sqrt(change)) / (8 * UNSEEN_PART * inner[b]);
    const turned = turnReach[b] > 0 ? (span * Math.sqrt(spin)) / MOST_TURN : 0;
    const most = Math.max(bent, turned);
    if (!(most > 1)) continue;
    if (most > step.strain) {
      step.strain = most;
      step.strained = b;
    }
    return true;
  }
  return false;
}

/** Whether a part of twice the length would most likely have to be cut: its speeds of approach change twice as much. */
export function isStrained({ systems: { contactStep } }: Data): boolean {
  return contactStep.strain > 0.5;
}

/** A step, or a part of one, is accepted. Reads: body state, memory. Writes: memory. */
export function commitContacts(model: Model, data: Data): void {
  const models = activeModels(model);
  if (models.length === 0) return;
  const step = data.systems.contactStep;
  if (step.elapsed === 0) step.elapsed = step.span;
  step.frozen = false;
  for (let k = 0; k < models.length; k++) models[k].commit?.(model, data);
  step.elapsed = 0;
  step.since = Number.POSITIVE_INFINITY;
}

/** Contacts of shapes a and b that the last step has found; false where the narrow phase must look. Writes: sink. */
export function reportContacts(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) if (models[k].reportContacts?.(model, data, a, b, sink) === true) return true;
  return false;
}
