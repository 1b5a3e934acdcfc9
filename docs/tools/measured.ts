/** Tables of measured figures: those of experiments as they were last recorded, the others computed with the site. */
import { readFileSync } from "node:fs";
import { sparse } from "stiction";
import { type Experiment, type Row, rowIds } from "../../proof/index.js";
import { backwardError, CATALOGUE, quasiDefinite, rightHandSide } from "../../test/math/sparse-matrices.js";
import { table } from "./parameter-table.js";
import type { VerifyRecord } from "./verify-record.js";

/**
 * Results of `stiction verify` as they were recorded: one row per expectation, under a heading per experiment. A row
 * that is newer than the record says so.
 */
export function accuracyPage(experiments: readonly Experiment[], record: VerifyRecord): string {
  const known = new Map(record.rows.map((row) => [row.id, row]));
  const parts = [`Measured on ${record.date}, ${record.machine}, Stiction ${record.version}.`];
  for (const experiment of experiments) {
    const rows = rowIds(experiment).map((id) => {
      const row = known.get(id);
      if (row === undefined) return [`\`${id}\``, "", "", "newer than the record", "", ""];
      return [`\`${id}\``, row.quantity, promised(row), measured(row), unitOf(row), row.pass ? "yes" : "NO"];
    });
    const partial = experiment.partial === undefined ? "" : ` In part: ${experiment.partial}.`;
    const head = ["id", "quantity", "expected", "measured", "unit", "holds"];
    parts.push(`### ${experiment.title}\n\n${experiment.reference}${partial}\n\n${table(head, rows)}`);
  }
  return parts.join("\n\n");
}

/** The promise of a row: a value with its tolerance, or a bound. */
export function promised({ expected, tolerance, comparison }: Row): string {
  if (comparison === "at-most") return `≤ ${figure(expected)}`;
  if (comparison === "at-least") return `≥ ${figure(expected)}`;
  if (tolerance === 0) return figure(expected);
  return expected === 0 ? `0 ± ${figure(tolerance)}` : `${exact(expected, tolerance)} ± ${figure(tolerance)}`;
}

/** The measured value; where a value is expected, the deviation. */
export function measured({ expected, tolerance, comparison, measured: value }: Row): string {
  const off = comparison === "within" && expected !== 0 && tolerance > 0;
  return off ? `off by ${Math.abs(value - expected).toExponential(1)}` : figure(value);
}

/** Two digits, as an error is written: 9.5e-11. Whole numbers stay whole. */
export function figure(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return `${value}`;
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e4 ? `${Number(value.toPrecision(7))}` : value.toExponential(1);
}

/** As many digits of an expected value as its tolerance leaves meaning to. */
function exact(value: number, tolerance: number): string {
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(Math.abs(value) / tolerance)) + 1));
  return `${Number(value.toPrecision(digits))}`;
}

const unitOf = ({ unit }: Row) => (unit === "1" ? "" : unit);

interface Counts {
  readonly matrices: readonly { readonly name: string; readonly n: number; readonly amdNonzeros: number }[];
}

/** Entries of L against SuiteSparse AMD's, and the backward error of a solve, for every matrix of the fixture. */
export function sparseTable(): string {
  const file = new URL("../../test/fixtures/amd-counts.json", import.meta.url);
  const { matrices } = JSON.parse(readFileSync(file, "utf8")) as Counts;
  const rows = matrices.map(({ name, n, amdNonzeros }) => {
    const a = quasiDefinite(CATALOGUE[name](), 1, 0.1);
    const analysis = sparse.analyzeSparse(a.n, a.colPtr, a.rowInd);
    const factor = sparse.createSparseLdlt(analysis);
    sparse.factorSparseLdlt(factor, a.values);
    const b = rightHandSide(a.n, 100);
    const x = b.slice();
    sparse.solveSparseLdlt(factor, x, 0);
    const ratio = (analysis.factorNonzeros / amdNonzeros).toFixed(3);
    const error = backwardError(a, x, b, true).toExponential(1);
    return [name, `${n}`, `${a.rowInd.length}`, `${amdNonzeros}`, `${analysis.factorNonzeros}`, ratio, error];
  });
  return table(["matrix", "n", "entries", "entries of L, AMD 2.4.6", "ours", "ratio", "backward error"], rows);
}

/** Functions whose tests promise one ulp; the others promise two. */
const ONE_ULP = ["sin", "cos", "exp", "log"];

/** The measured errors on record in the code; a full run of the accuracy tests prints them. */
export function ulpTable(): string {
  const source = readFileSync(new URL("../../src/math/elementary.ts", import.meta.url), "utf8");
  const pairs = [...source.matchAll(/(?<= )([a-z]\w*) (\d\.\d\d)(?!\d)/g)];
  const rows = pairs.map(([, name, ulp]) => [`\`${name}\``, ulp, ONE_ULP.includes(name) ? "1" : "2"]);
  return table(["function", "largest error found, ulp", "promised"], rows);
}
