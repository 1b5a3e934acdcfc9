import type { Measurement } from "../measure.js";

/** Something that no other engine is asked: the same table, without their rows. Libraries may take part inside. */
export interface Probe {
  readonly name: string;
  readonly title: string;
  readonly settings: string;
  /** How often, unless told otherwise. */
  readonly rounds: number;
  run(rounds: number): Measurement | Promise<Measurement>;
}
