import { type NaturalJoint, naturalOf, type ScalarPlan } from "../../joints/natural.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { ConstraintBook } from "./constraint-book.js";
import type { Constraints } from "./constraints.js";
import type { Candidate, EntityKind } from "./entities.js";
import { EntityBook, isPrescribed, unit } from "./entity-book.js";
import { FormBook, type Forms } from "./forms.js";
import { markMechanisms } from "./mechanisms.js";
import { addJointRows, addShapeRows, addSharedRows } from "./natural-rows.js";

/** A point or unit vector of the system: dim numbers of q from `offset` on, as the body that defines it carries it. */
export interface Entity {
  readonly name: string;
  readonly kind: EntityKind;
  readonly offset: number;
  readonly body: number;
  readonly local: readonly number[];
  /** Bodies that have it in common: its reference count. */
  readonly users: readonly number[];
}

/** An angle, displacement or length among the coordinates. */
export interface Scalar {
  readonly name: string;
  readonly offset: number;
  readonly joint: number;
  readonly plan: ScalarPlan;
  /** Forms that it is measured by: x_A, y_A, x_B of an angle; d and z_A of a displacement; d of a length. */
  readonly forms: readonly number[];
}

/**
 * A scene in natural coordinates [Luaces2013, §2.1.1, §5.4.1]: q has points and unit vectors that the bodies of a joint
 * share, and the angles and lengths that something drives; first what is solved for, then what the world, kinematic
 * bodies and guides prescribe.
 */
export interface Natural {
  readonly dim: number;
  /** Coordinates that are solved for, and all. */
  readonly free: number;
  readonly count: number;
  /** A name for every coordinate and row, the same in another model of the same joint and body. */
  readonly coordinateNames: readonly string[];
  readonly entities: readonly Entity[];
  /** Entities that kinematic bodies carry. */
  readonly carried: Int32Array;
  readonly scalars: readonly Scalar[];
  readonly forms: Forms;
  /**
   * Per body: forms of its centre of mass and of its axes (x, y, z; in the plane x alone); −1 for bodies that forces do
   * not move.
   */
  readonly bodyForms: Int32Array;
  readonly constraints: Constraints;
  readonly plans: readonly NaturalJoint[];
  /**
   * A mark for every coordinate that is solved for: the same within what joints connect, and in another model as long
   * as its bodies and constraints have the same names there.
   */
  readonly structure: Int32Array;
  /** Typical length of the mechanism, m. */
  readonly size: number;
  /** What every body builds its frame from; null for those that forces do not move. */
  readonly bodyFrames: readonly (readonly Candidate[] | null)[];
  /** How many bodies have which frame: "2P2V" → 3. */
  readonly frames: ReadonlyMap<string, number>;
}

/**
 * Names of scalars among the coordinates. Marks of mechanisms are made from them and are state: a new name changes
 * recorded hashes.
 */
const SCALAR_NAME = { turn: "turn", sideA: "sideA", sideB: "sideB", travel: "way", length: "length" } as const;

/** True for a scalar that an input prescribes. */
export const isGiven = (plan: ScalarPlan) => plan.input >= 0;

/**
 * Scene → natural coordinates. `shared` false gives every body a separate frame, for comparison; `like` is a scene
 * that differs in numbers only, and gets the same coordinates.
 */
export function compileNatural(model: Model, shared: boolean, like: Natural | null = null): Natural {
  const dim = model.planar ? 2 : 3;
  const plans = model.joints.kinds.map((_, i) => naturalOf(model, i));

  // what is solved for comes first: points and vectors, then angles and lengths; what is prescribed gets its place when
  // it is needed
  const entities = new EntityBook(model, plans, dim, shared, like);
  const scalars = plans.flatMap((plan, joint) =>
    plan.scalars.map((s) => ({ name: `${model.joints.names[joint]} ${SCALAR_NAME[s.kind]}`, joint, plan: s })),
  );
  const offsets = new Map<ScalarPlan, number>();
  for (const s of scalars) if (!isGiven(s.plan)) offsets.set(s.plan, entities.take(s.name, 1));
  const free = entities.count;
  for (const s of scalars) if (isGiven(s.plan)) offsets.set(s.plan, entities.take(s.name, 1));

  const forms = new FormBook();
  const constraints = new ConstraintBook(dim, free, forms);
  const context = {
    model,
    plans,
    entities,
    forms,
    constraints,
    dim,
    offsetOf: (s: ScalarPlan) => offsets.get(s) ?? -1,
  };
  addShapeRows(context);
  addSharedRows(context);
  const measured = addJointRows(context);

  const inConstraints = forms.list.length;
  const bodyForms = new Int32Array(4 * model.nb).fill(-1);
  for (let b = 1; b < model.nb; b++) {
    if (isPrescribed(model, b)) continue;
    bodyForms[4 * b] = forms.add(entities.termsOf(b, "point", [0, 0, 0]));
    for (let k = 0; k < (dim === 3 ? 3 : 1); k++)
      bodyForms[4 * b + 1 + k] = forms.add(entities.termsOf(b, "vector", unit(k)));
  }
  const formTable = forms.finish(dim, inConstraints);
  const rows = constraints.finish();
  return {
    dim,
    free,
    count: entities.count,
    coordinateNames: entities.names,
    entities: entities.list,
    carried: Int32Array.from(
      entities.list.flatMap(({ offset, body }, k) =>
        offset >= free && model.bodyType[body] === BODY_TYPE.kinematic ? [k] : [],
      ),
    ),
    scalars: scalars.map((s) => ({
      ...s,
      offset: offsets.get(s.plan) as number,
      forms: measured.get(s.plan) as number[],
    })),
    forms: formTable,
    bodyForms,
    constraints: rows,
    structure: markMechanisms(free, bodyForms, formTable, rows, entities.names),
    plans,
    size: entities.size(),
    bodyFrames: entities.allFrames(),
    frames: entities.frameKinds(),
  };
}
