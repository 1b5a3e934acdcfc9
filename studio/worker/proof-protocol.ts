/** What the proof page and its worker say to each other. Types only. */
import type { Comparison, Row } from "../../proof/experiment.js";
import type { PairEntry } from "./engines-protocol.js";

export type { Comparison, Row } from "../../proof/experiment.js";

/**
 * Page → worker. One experiment runs at a time; the page sends the next when it is finished, and ends the worker to
 * cancel.
 */
export type ProofRequest =
  | { readonly type: "list" }
  /** `curve`: with the curve, where there is one. */
  | { readonly type: "run"; readonly id: string; readonly curve: boolean; readonly full: boolean };

/** Worker → page. */
export type ProofReply =
  | { readonly type: "listed"; readonly experiments: readonly ExperimentEntry[] }
  | { readonly type: "row"; readonly id: string; readonly row: Row }
  /** Samples of `SAMPLE.size` numbers (proof/curve.ts). */
  | { readonly type: "samples"; readonly id: string; readonly rows: Float64Array }
  /** All rows are there; `hash` covers them. */
  | { readonly type: "measured"; readonly id: string; readonly hash: string }
  | { readonly type: "finished"; readonly id: string };

/** An experiment as the page lists it. */
export interface ExperimentEntry {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly reference: string;
  readonly scene: string | null;
  /** Runs with `--full` only. */
  readonly full: boolean;
  readonly partial: string | null;
  readonly rows: readonly RowEntry[];
  readonly curve: CurveEntry | null;
  /** The scene that other engines can be given too. */
  readonly pair: Omit<PairEntry, "experiments"> | null;
}

/** What an experiment promises, before it is measured. */
export interface RowEntry {
  readonly id: string;
  readonly quantity: string;
  readonly unit: string;
  /** Null where it is itself computed during the run. */
  readonly expected: number | null;
  readonly tolerance: number;
  readonly comparison: Comparison;
  readonly origin: string;
}

export interface CurveEntry {
  readonly quantity: string;
  readonly unit: string;
  readonly rateUnit: string | null;
  /** s */
  readonly duration: number;
  readonly limit: number;
  readonly origin: string;
  /** The closed form from start to end, samples of `SAMPLE.size` numbers without a measurement. */
  readonly exact: Float64Array;
  /** Times between which the closed form slides, s: [from, to, from, to, …]; null where nothing slides. */
  readonly slips: readonly number[] | null;
}
