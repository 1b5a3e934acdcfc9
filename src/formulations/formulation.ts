import type { Data } from "../data/data.js";
import type { Quantity } from "../data/quantity.js";
import type { ItemKind } from "../model/item.js";
import type { FormulationKindBase, Model } from "../model/model.js";
import type { Params } from "../model/params.js";
import type { SensitivityKind } from "./sensitivity.js";

/** How motion is computed: one file, one line in the index. It owns its inner loop and is built from shared stages. */
export interface Formulation<P extends Params = Params>
  extends ItemKind<P>,
    Pick<FormulationKindBase, "joints" | "contacts" | "systems" | "startsByImpulses"> {
  /** The start of a run: fields that do not start at zero, and placements that must fit. */
  reset?(model: Model, data: Data): void;
  /** Moves the active bodies from t to t + h. Writes body poses and velocities, own fields, status bits. */
  advance(model: Model, data: Data): void;
  /**
   * Runs at the end of a step and at the start of a run, before sensors are read: detection of contacts, for instance.
   */
  finish?(model: Model, data: Data): void;
  /** Fills `data.bodyForce` for the state as it is, for sensors. */
  evaluateForces(model: Model, data: Data): void;
  /** Sensors that it declares, with the functions that read them. */
  readonly quantities?: Readonly<Partial<Record<"solver" | "mechanism", Readonly<Record<string, Quantity>>>>>;
  /**
   * Calls `read` while `rowMean` has the efforts of all joints, where it has them only if a sensor of the scene asks
   * for them. Changes no state.
   */
  withEfforts?(model: Model, data: Data, read: () => void): void;
  /**
   * Before the first step: what joints bear at the start, where it is known without a step. Writes: rowMean, jointLoad.
   */
  measureStart?(model: Model, data: Data): void;
  /**
   * Whether joint i is closed for certain, by errors of constraints that the step knows. Without it the rows of every
   * joint are evaluated to find those that gape.
   */
  isClosed?(model: Model, data: Data, i: number): boolean;
  /**
   * True when energy grows by sources only: gravity, forces, inputs, and what it notes by `supplyWork`. Without it the
   * energy watch leaves the formulation alone.
   */
  readonly keepsEnergy?: true;
  /**
   * No less than the energy, J, that springs of its own could give back: penalties, for instance. The energy watch asks
   * for it at the end of a step.
   */
  storedEnergy?(model: Model, data: Data): number;
  /**
   * Potential energy at the time of the velocities less that at the time of the poses, J, where the two differ: as by
   * half a step in the leapfrog rule. The energy watch adds it.
   */
  energyShift?(model: Model, data: Data): number;
  /** Derivatives of a run by parameters of the scene, where the formulation has them. */
  readonly sensitivity?: SensitivityKind;
}

/** Declares a formulation. */
export function defineFormulation<const P extends Params>(formulation: Formulation<P>): Formulation<P> {
  return formulation;
}
