import type { LoadTable } from "../collision/loads.js";
import type { ContactSink } from "../collision/narrow/types.js";
import type { Data } from "../data/data.js";
import type { Quantity } from "../data/quantity.js";
import { BODY_TYPE, type ContactModelBase, type Model } from "../model/model.js";
import type { ContactTangent } from "./contact-tangent.js";
import type { MeetingPair, StepLimit } from "./meeting-pairs.js";

/** A formulation that answers contacts by forces lists this word in `contacts`. */
export const COMPLIANT = "compliant";

/**
 * A model of contact as a force: points, rim, common volume. A new one is its folder and one line in `models.ts`;
 * nothing else names it. The functions are called for all active models in the order of the registry, as
 * `contact-step.ts` shows.
 *
 * A model keeps its memory in the fields of its systems, writes it in `commit` only (an explicit one may write it in
 * `begin`), and carries it over a recompile by `SystemKind.carryOver`. Between two bodies A is the one whose shape
 * comes first, and forces are those of A on B.
 */
export interface ContactModel extends ContactModelBase {
  /** Whether it answers for shapes a and b. The model without `claims` answers for all pairs that no other claims. */
  claims?(model: Model, a: number, b: number): boolean;
  /** Number of contacts in the last evaluation. */
  count(data: Data): number;
  /** A step, or a part of one, begins. `data.systems.contactStep` has its pairs of shapes and its time. */
  begin?(model: Model, data: Data): void;
  /** Whether `begin` writes the memory, so that a step cannot be begun again in shorter parts. */
  beginsOnce?(model: Model): boolean;
  /** Each evaluation of forces. Reads: body state, memory. Writes: bodyForce, own state. */
  addForces(model: Model, data: Data): void;
  /** Newton's method has iterated for some time: from here to the end of the part contacts are followed, not found. */
  freeze?(model: Model, data: Data): void;
  /** Whether it has forces even where no shapes meet. */
  actsAlone?(data: Data): boolean;
  /** Calls `add` for couples of bodies that its tangent needs beside those whose shapes may meet. */
  addCouples?(model: Model, data: Data, add: (a: number, b: number) => void): void;
  /** Adds −∂F of the last evaluation to the tangent of Newton's method. Without it the method converges more slowly. */
  addTangent?(model: Model, data: Data, tangent: ContactTangent): void;
  /** No less than the energy, J, that contacts of the last evaluation could give back, for the energy watch. */
  storedEnergy(data: Data): number;
  /** out[at] += elastic energy of the contacts of the last evaluation, J: what their normal forces hold. */
  addEnergy?(model: Model, data: Data, out: Float64Array, at: number): void;
  /** Whether a part of a step that has converged must be done again in shorter parts. */
  mustCut?(model: Model, data: Data): boolean;
  /** A step, or a part of one, has converged. Reads: body state. Writes: memory. */
  commit?(model: Model, data: Data): void;
  /**
   * Bodies fell asleep or woke: what contacts between bodies at rest remember is set aside, and comes back when one of
   * them is active. Bodies whose contacts belong to a model without it do not sleep.
   */
  rest?(model: Model, data: Data): void;
  /**
   * Contacts of shapes a and b as the last step found them, for events, sensors and overlays; false where the narrow
   * phase must look for them. Writes: sink.
   */
  reportContacts?(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean;
  /**
   * Adds to a table, row by row of `openLoadIn`, what its contacts of the last evaluation do in a time, s: `addToLoad`
   * for wrenches, LOAD.normal for the normal force. Without it sensors show the forces of the last evaluation.
   */
  addLoads?(model: Model, data: Data, time: number, table: LoadTable): void;
  /** out[at … at + 2] += force of body a on body b, N. Called after forces were evaluated. */
  addForceBetween(model: Model, data: Data, a: number, b: number, out: Float64Array, at: number): void;
  /** out[at] += sum of the normal forces between bodies a and b, N. */
  addNormalForceBetween(model: Model, data: Data, a: number, b: number, out: Float64Array, at: number): void;
  /**
   * Sensors `contact/<a>:<b>/<quantity>` that only this model has; index is a × bodies + b. Zero where it is not
   * active.
   */
  readonly quantities?: Readonly<Record<string, Quantity>>;
  /**
   * Longest step for an impact between shapes of two materials, where the model answers for some of them; null
   * otherwise.
   */
  stepLimit?(model: Model, meeting: MeetingPair): StepLimit | null;
}

/** Declares a contact model. */
export function defineContactModel(contactModel: ContactModel): ContactModel {
  return contactModel;
}

/** The contact models that answer in this model, in the order of the registry. */
export function activeModels(model: Model): readonly ContactModel[] {
  return model.contactModels as readonly ContactModel[];
}

/** Whether contacts are forces in this scene. */
export function answersByForces({ formulation, spec }: Model): boolean {
  return (formulation.kind?.contacts.includes(COMPLIANT) ?? false) && spec.contact !== "none";
}

/** Whether contacts are forces in this scene and some can occur. */
export function hasForceContacts(model: Model): boolean {
  const { shapes, bodyType } = model;
  const moves = shapes.some(({ body }) => bodyType[body] === BODY_TYPE.dynamic);
  return answersByForces(model) && shapes.length >= 2 && moves;
}

/** Whether a contact model other than the one without `claims` answers for shapes a and b. */
export function isClaimed(model: Model, a: number, b: number): boolean {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) if (models[k].claims?.(model, a, b) === true) return true;
  return false;
}
