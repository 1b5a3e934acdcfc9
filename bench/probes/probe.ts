import type { Measurement } from "../measure.js";

/** A measurement without other engines: the same table, without their rows. It may use other libraries. */
export interface Probe {
  readonly name: string;
  readonly title: string;
  readonly settings: string;
  /** Default number of repetitions. */
  readonly rounds: number;
  run(rounds: number): Measurement | Promise<Measurement>;
}
