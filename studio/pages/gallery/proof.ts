/** State of this build's claims, from the file of the proof page. */
import build from "../proof/build-proof.json" with { type: "json" };

export interface BuildProof {
  /** Values that were measured, and those that hold. */
  readonly total: number;
  readonly passed: number;
  /** One per experiment, in the order of the file. */
  readonly cells: readonly boolean[];
  /** Ids of the values that do not hold. */
  readonly failed: readonly string[];
}

export function buildProof(): BuildProof | null {
  return readProof(build);
}

/** An experiment: whether all its values hold, how many it has, and which do not. */
interface Entry {
  readonly id: string;
  readonly pass: boolean;
  readonly checks?: number;
  readonly failed?: readonly string[];
}

/**
 * Of `{ rows: experiments }`; null for anything else. Experiments that were not run, without a verdict, do not count.
 */
export function readProof(file: unknown): BuildProof | null {
  if (typeof file !== "object" || file === null || !("rows" in file) || !Array.isArray(file.rows)) return null;
  const run: Entry[] = file.rows.filter(isEntry);
  if (run.length === 0) return null;
  const total = run.reduce((sum, { checks = 1 }) => sum + checks, 0);
  const failed = run.flatMap(({ id, pass, failed }) => (pass ? [] : (failed ?? [id])));
  return { total, passed: total - failed.length, cells: run.map(({ pass }) => pass), failed };
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { id, pass } = value as Record<string, unknown>;
  return typeof id === "string" && typeof pass === "boolean";
}
