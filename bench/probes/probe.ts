import type { Measurement } from "../measure.js";

/** Something that only Stiction is asked: no opponents, the same table. */
export interface Probe {
  readonly name: string;
  readonly title: string;
  readonly settings: string;
  /** How often, unless told otherwise. */
  readonly rounds: number;
  run(rounds: number): Measurement;
}
