import { type ContactSink, createSinkFor } from "../../collision/narrow/types.js";
import type { Data } from "../../data/data.js";
import type { Model, SystemKind } from "../../model/model.js";
import { carryRows } from "../carry-rows.js";
import type { ContactBatch, ContactOutput } from "../contact-law.js";
import type { FrictionBatch, FrictionOutput } from "../friction-law.js";
import { COMPLIANT_FIELDS, type CompliantFields, compliantFields, HISTORY, MEMORY } from "./compliant-fields.js";
import { prepareCompliant } from "./compliant-setup.js";
import { createPatches, type Patches } from "./patch-stiffness.js";

declare module "../../data/data.js" {
  interface DataSystems {
    readonly compliant: CompliantState;
  }
}

/** Feature of contacts that stand for a region. */
export const REGION = 0xffffffff;

/** Numbers per body of a symmetric 6 × 6 matrix, rows after one another; the upper triangle is used. */
export const STIFF_SIZE = 36;

/** Resistance to motion across the normal, to rotation across it, to rotation about it. */
export const RESISTS = { sliding: 0, rolling: 1, spinning: 2 } as const;

/** One resistance of one contact: sliding, rolling or spinning, each answered by the friction law of the pair. */
export interface Resistances {
  count: number;
  readonly contact: Int32Array;
  /** RESISTS */
  readonly kind: Uint8Array;
  /** Length by which a rotation is a displacement, m: torque = lever × force. 1 for sliding. */
  readonly lever: Float64Array;
  /** A direction across the normal, in which spinning is written. */
  readonly across: Float64Array;
  readonly batch: { -readonly [K in keyof FrictionBatch]: FrictionBatch[K] };
  readonly out: FrictionOutput;
}

/** A contact that began within a part of a step, and may be gone at its end. */
export interface StruckContact {
  /** N; 0: none. */
  force: number;
  /** Bodies A and B. */
  a: number;
  b: number;
  /** Speed of approach at first touch, m/s. */
  speed: number;
  /** From A to B. */
  readonly normal: Float64Array;
  readonly place: Float64Array;
}

/** Contacts at the present state: found again in every evaluation. */
export interface CompliantState {
  count: number;
  readonly capacity: number;
  readonly shape: Int32Array;
  readonly body: Int32Array;
  readonly feature: Uint32Array;
  /** Pair of materials. */
  readonly pair: Int32Array;
  /** From A to B. */
  readonly normal: Float64Array;
  readonly place: Float64Array;
  readonly batch: ContactBatch;
  readonly out: ContactOutput;
  readonly patches: Patches;
  /** Stiffness over that of the law, where it depends on the shapes. */
  readonly weight: Float64Array;
  /** Both points of each contact in the frames of their bodies, where contacts are followed instead of being found. */
  readonly local: Float64Array;
  /**
   * Row of memory that the contact continues, −1: new; 1: by its features, 2: in place of a point that is gone, 0: next
   * to one that is still there.
   */
  readonly before: Int32Array;
  readonly own: Uint8Array;
  /** PUSH */
  readonly push: Uint8Array;
  /** Largest normal force while the contact is pushed out, N; 0 where its law acts. */
  readonly pushBound: Float64Array;
  /** Part of the friction of its two bodies that the contact bears. */
  readonly share: Float64Array;
  /** Per row of memory: contacts that continue it. */
  readonly heirs: Int32Array;
  readonly resistances: Resistances;
  /** Whether contacts are those of the end of the part already. */
  atEnd: boolean;
  /** Per body: springs and dampers of its contacts over its mass and inertia, 6 × 6, 1/s² and 1/s. */
  readonly stiff: Float64Array;
  readonly damp: Float64Array;
  /** The new contact with the largest force at any stage of the part. */
  readonly struck: StruckContact;
  /** The memory that is being written while the present one is read. */
  readonly next: Float64Array;
  readonly nextKey: Uint32Array;
  readonly sink: ContactSink;
  readonly bodyOfShape: Int32Array;
  readonly work: CompliantWork;
}

/** Workspace of one contact. */
export interface CompliantWork {
  /** [τ; f] on B about the contact. */
  readonly wrench: Float64Array;
  /** v_B − v_A 0, ω_B − ω_A 3, with belts. */
  readonly relative: Float64Array;
  /** A direction at a contact in coordinates scaled by mass and inertia. */
  readonly scaled: Float64Array;
  /** What resists along a direction: see contact-stiffness.ts. */
  readonly resists: Float64Array;
  /** A lever; points on A and on B. */
  readonly arm: Float64Array;
  readonly points: Float64Array;
  /** Vectors of the memory: history 0, velocity at the beginning 3, second vector of the history 6. */
  readonly old: Float64Array;
  /** w_K K + w_C C of the normal force and sliding; of rolling or spinning; a displacement and its force. */
  readonly sliding: Float64Array;
  readonly turning: Float64Array;
  readonly column: Float64Array;
  /** One contact at a depth that is tried. */
  readonly trial: { readonly input: ContactBatch; readonly output: ContactOutput };
}

function createCompliantWork(): CompliantWork {
  const f64 = (n: number) => new Float64Array(n);
  return {
    wrench: f64(6),
    relative: f64(6),
    scaled: f64(6),
    resists: new Float64Array(6),
    arm: f64(3),
    points: f64(6),
    old: f64(9),
    sliding: f64(9),
    turning: f64(9),
    column: f64(6),
    trial: {
      input: { gap: f64(1), gapRate: f64(1), impactSpeed: f64(1) },
      output: { force: f64(1), stiffness: f64(1), damping: f64(1) },
    },
  };
}

/** Points that one pair of shapes may have. */
const SINK_POINTS = 1024;

/** Corners of a flat side that all bear load where every point does; of more, four are chosen. */
const CORNERS = 16;

/** Compliant contact as a system: laws of all pairs of materials, memory, work arrays. */
export const compliantSystem: SystemKind = {
  name: "compliant",
  fields: COMPLIANT_FIELDS,
  prepare: prepareCompliant,
  carryOver: carryContacts,
  create(model: Model): CompliantState {
    const { capacity, points } = model.systems.compliant;
    const sink = createSinkFor(model.spec, capacity > 0 ? SINK_POINTS : 0);
    if (points === "all") sink.work.corners = CORNERS;
    return createCompliantState(
      capacity,
      Int32Array.from(model.shapes, (s) => s.body),
      model.nb,
      sink,
    );
  },
};

function createCompliantState(
  capacity: number,
  bodyOfShape: Int32Array,
  bodyCount: number,
  sink: ContactSink,
): CompliantState {
  const f64 = (stride: number) => new Float64Array(stride * capacity);
  const i32 = (stride: number) => new Int32Array(stride * capacity);
  return {
    count: 0,
    capacity,
    shape: i32(2),
    body: i32(2),
    feature: new Uint32Array(2 * capacity),
    pair: i32(1),
    normal: f64(3),
    place: f64(3),
    batch: { gap: f64(1), gapRate: f64(1), impactSpeed: f64(1) },
    out: { force: f64(1), stiffness: f64(1), damping: f64(1) },
    patches: createPatches(capacity),
    weight: f64(1),
    local: f64(6),
    before: i32(1),
    own: new Uint8Array(capacity),
    push: new Uint8Array(capacity),
    pushBound: f64(1),
    share: f64(1),
    heirs: i32(1),
    resistances: createResistances(3 * capacity),
    atEnd: false,
    stiff: new Float64Array(STIFF_SIZE * bodyCount),
    damp: new Float64Array(STIFF_SIZE * bodyCount),
    struck: { force: 0, a: -1, b: -1, speed: 0, normal: new Float64Array(3), place: new Float64Array(3) },
    sink,
    bodyOfShape,
    work: createCompliantWork(),
    next: f64(MEMORY.size),
    nextKey: new Uint32Array(4 * capacity),
  };
}

function createResistances(capacity: number): Resistances {
  const f64 = (stride: number) => new Float64Array(stride * capacity);
  return {
    count: 0,
    contact: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    lever: f64(1),
    across: f64(3),
    batch: {
      normal: f64(3),
      pressure: { force: f64(1), stiffness: f64(1), damping: f64(1) },
      velocity: f64(3),
      slip: f64(3),
      travel: f64(3),
      state: f64(HISTORY),
      timestep: 0,
    },
    out: { force: f64(3), stiffness: f64(9), damping: f64(9) },
  };
}

/** Carries the memory of contacts over a recompile. Reads: memory of `oldData`. Writes: memory of `data`. */
function carryContacts(oldModel: Model, oldData: Data, model: Model, data: Data): void {
  const { active, capacity } = model.systems.compliant;
  if (!active) return;
  const to = compliantFields(data);
  to.remembered[0] = 0;
  if (oldModel.systems.compliant?.active !== true) return;
  carryRows(oldModel, compliantFields(oldData), model, to, MEMORY.size, capacity);
  const old = compliantFields(oldData);
  if (to.resting.length === 0 || old.resting.length === 0) return;
  const table = ({ restKey: key, restMemory: memory, resting: remembered }: CompliantFields) => ({
    key,
    memory,
    remembered,
  });
  carryRows(oldModel, table(old), model, table(to), MEMORY.size, capacity);
}
