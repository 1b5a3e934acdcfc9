import type { Data } from "../../../data/data.js";
import type { Model } from "../../../model/model.js";
import type { ComplementarityState } from "../complementarity-state.js";

/** What a step asks of its contacts, and by which forces: one file, one line in the index. */
export interface Scheme {
  readonly name: string;
  readonly help: string;
  /** Contacts are those of the narrow phase, whatever the contact model says. */
  readonly byPoints?: boolean;
  /** Gaps that touch count as closed: only approach is forbidden. */
  readonly forgetsOverlap?: boolean;
  /** Points of contact that travel over a curved surface are measured in the middle of the step. */
  readonly rolls?: boolean;
  /** Once a step, before its rows. Writes: free velocities, own arrays. */
  begin?(model: Model, data: Data, state: ComplementarityState): void;
  /**
   * Rows of an impulse at `contact` that acts where the gap of `base` closes, and of its friction. Returns how many of
   * them, the first ones, measure that gap: slacks of corners are added to those. Without it, contacts have no rows.
   * Writes: rows.
   */
  addForce?(model: Model, data: Data, state: ComplementarityState, base: number, contact: number): number;
  /** After a solution, with z from `first` on: whether rows must be made and solved again. */
  again?(model: Model, data: Data, state: ComplementarityState, first: number): boolean;
}
