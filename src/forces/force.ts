import type { Data } from "../data/data.js";
import type { ItemKind, ItemTable } from "../model/item.js";
import type { Model, QuantityBase } from "../model/model.js";
import type { Params } from "../model/params.js";

/** A quantity of one force that sensors can read: `force/<name>/<quantity>`. */
export interface ForceQuantity<P extends Params = Params> extends QuantityBase {
  /** Writes the components of instance `i` to `out` from `at` on. */
  read(model: Model, data: Data, table: ItemTable<P>, i: number, out: Float64Array, at: number): void;
}

/**
 * A kind of force: one file in `forces/`, one line in its index. The kernel owns its loop over the instances and adds
 * to `data.bodyForce` ([torque about the centre of mass; force], world axes). It reads positions and velocities of the
 * moment at which the integrator asks, allocates nothing and keeps no state of its own outside its declared fields.
 */
export interface ForceKind<P extends Params = Params> extends ItemKind<P> {
  evaluate(model: Model, data: Data, table: ItemTable<P>): void;
  /**
   * Adds the potential energy (J) of all instances to `out[at]`; absent for forces that have none. The energy watch
   * takes what a force without potential does for work of a source, unless it is `dissipative`.
   */
  energy?(model: Model, data: Data, table: ItemTable<P>, out: Float64Array, at: number): void;
  /** True when it has no potential and only takes energy, as a damper does. */
  readonly dissipative?: true;
  readonly quantities?: Readonly<Record<string, ForceQuantity<P>>>;
  /**
   * Derivatives of instance `i` along its line, for kinds with columns bodyA, bodyB, pointA and pointB, or about its
   * axis, for those with a column axis (in the frame of A): out[0] = stiffness, out[1] = damping, both of the force
   * that brings the ends back. Reads: what the last evaluation found.
   */
  tangent?(data: Data, table: ItemTable<P>, i: number, out: Float64Array): void;
  /** For kinds with memory, see `force-step.ts`: a step begins; motion of `span` s is accepted. */
  start?(model: Model, data: Data, table: ItemTable<P>): void;
  commit?(model: Model, data: Data, table: ItemTable<P>, span: number): void;
  /** Initial values of the declared fields, where they are not zero. */
  reset?(model: Model, data: Data): void;
}

/** Declares a force; the types of its columns follow from `params`. */
export function defineForce<const P extends Params>(kind: ForceKind<P>): ForceKind<P> {
  return kind;
}
