/**
 * The proof of this build: results of `stiction verify` at build time. `node scripts/proof-summary.mjs` rebuilds it.
 */
import build from "./build-proof.json" with { type: "json" };

/** An experiment in the quick form. */
export interface BuildEntry {
  readonly id: string;
  /** Absent where it runs in full only and was not run. */
  readonly pass?: boolean;
  /** Rows that it promises. */
  readonly checks: number;
  /** Ids of rows that do not hold. */
  readonly failed?: readonly string[];
  /** Covers its acceptance row in part only. */
  readonly partial?: true;
  /** The shipped scene that it runs. */
  readonly scene?: string;
  /** Takes up to about this long, s. */
  readonly seconds?: number;
}

export interface ProofSummary {
  /** Experiments that were run. */
  readonly run: readonly BuildEntry[];
  /** Experiments that run in full only. */
  readonly full: readonly BuildEntry[];
  /** How many of those run hold, in every row. */
  readonly hold: number;
  /** Rows that were measured, and those that hold. */
  readonly checks: number;
  readonly checksHold: number;
}

export function proofSummary(): ProofSummary {
  const { rows: run, full } = build as { readonly rows: readonly BuildEntry[]; readonly full: readonly BuildEntry[] };
  const checks = run.reduce((sum, entry) => sum + entry.checks, 0);
  const failed = run.reduce((sum, entry) => sum + (entry.failed?.length ?? 0), 0);
  return { run, full, hold: run.filter(({ pass }) => pass).length, checks, checksHold: checks - failed };
}
