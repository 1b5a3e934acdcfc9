/** `stiction verify`: measured against expected, row by row. */
import type { Command } from "commander";
import type { Expectation, Experiment, Gap, Row } from "../../proof/index.js";
import { EXIT, InputError } from "../errors.js";
import { addExamples } from "../options.js";
import { formatSeconds } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { style } from "../text/style.js";
import { formatTable } from "../text/table.js";

interface VerifyOptions {
  readonly list?: boolean;
  readonly missing?: boolean;
  readonly full?: boolean;
  readonly json?: boolean;
  readonly exact?: boolean;
}

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .summary("compare experiments with closed forms and published figures")
    .description(
      "Runs experiments with known results (closed forms, published benchmarks, the experiments of the theses) and prints measured next to expected values. Exit code 1 if one fails.",
    )
    .argument("[pattern]", "part of an id, or a pattern with * and ? for a whole one")
    .option("--exact", "the pattern is the id of one experiment")
    .option("--list", "print the rows with the reasons of their tolerances, without running them")
    .option("--missing", "print the numbered rows of the theses that have no experiment yet")
    .option("--full", "run the slow experiments too, with full counts")
    .option("--json", "print {rows, passed, failed, hash} with full precision")
    .action(runVerify);
  addExamples(command, [
    "stiction verify",
    "stiction verify iftomm.a01",
    "stiction verify 'own.*energy*'",
    "stiction verify --list --missing",
  ]);
}

async function runVerify(pattern: string | undefined, options: VerifyOptions): Promise<void> {
  const proof = await import("../../proof/index.js");
  if (options.missing) {
    await printMissing(proof.missingRows(proof.experiments), pattern, options);
    return;
  }
  const selection = proof.selectExperiments(
    proof.experiments,
    pattern ?? "",
    options.full === true || options.list === true,
    options.exact === true,
  );
  if (selection.wanted.size === 0) throw new InputError(nothingFound(pattern ?? "", selection.needFull, proof));
  if (options.list) {
    await printList(selection.experiments, selection.wanted, proof, options);
    return;
  }
  const rows: Row[] = [];
  const start = performance.now();
  const show = options.json ? undefined : rowPrinter([...selection.wanted]);
  const run = { full: options.full === true, wanted: selection.wanted };
  for await (const row of proof.runExperiments(selection.experiments, run)) {
    rows.push(row);
    show?.(row);
  }
  const passed = rows.filter((row) => row.pass).length;
  const failed = rows.length - passed;
  const hash = proof.resultHash(rows);
  if (options.json) await printJson({ rows, passed, failed, hash });
  else printSummary(passed, failed, hash, (performance.now() - start) / 1000, selection.needFull.length);
  if (failed > 0) process.exitCode = EXIT.failed;
}

type Proof = typeof import("../../proof/index.js");

function nothingFound(pattern: string, needFull: readonly string[], { experiments, nearestId, rowIds }: Proof): string {
  if (needFull.length > 0) return `${needFull[0]} runs with --full only`;
  const near = nearestId(pattern, experiments.flatMap(rowIds));
  return `no experiment matches "${pattern}"${near === undefined ? "; stiction verify --list prints all" : `; did you mean "${near}"?`}`;
}

/** Prints rows as they come; column widths are known from the ids. */
function rowPrinter(ids: readonly string[]): (row: Row) => void {
  const { green, red, dim, bold } = style(process.stdout);
  const idWidth = Math.max(...ids.map((id) => id.length));
  const cells = (mark: string, id: string, expected: string, tolerance: string, measured: string, seconds: string) =>
    `${mark} ${id.padEnd(idWidth)}  ${expected.padStart(18)}  ${tolerance.padStart(9)}  ${measured.padStart(18)}  ${seconds.padStart(8)}`;
  print(bold(cells(" ", "id", "expected", "tolerance", "measured", "time")));
  return (row) => {
    const digits = digitsFor(row);
    const sign = { within: "", "at-most": "≤ ", "at-least": "≥ " }[row.comparison];
    const tolerance = row.comparison === "within" ? `± ${formatDigits(row.tolerance, 2)}` : "";
    const line = cells(
      row.pass ? green("✓") : red("✗"),
      row.id,
      sign + formatDigits(row.expected, digits),
      tolerance,
      formatDigits(row.measured, digits),
      formatSeconds(row.seconds),
    );
    print(line);
    if (!row.pass)
      print(`  ${red(row.error ?? row.quantity)}${row.error ? "" : dim(` [${row.unit}]; tolerance: ${row.origin}`)}`);
  };
}

/** As many digits as the tolerance resolves, and one more. */
function digitsFor({ expected, tolerance }: Row): number {
  if (expected === 0 || tolerance === 0) return 4;
  return Math.min(15, Math.max(4, Math.ceil(Math.log10(Math.abs(expected) / tolerance)) + 1));
}

function formatDigits(x: number, digits: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return String(x);
  const size = Math.abs(x);
  const text = size >= 1e-4 && size < 1e6 ? x.toPrecision(digits) : x.toExponential(Math.max(0, digits - 1));
  return text.replace(/e([+-]\d+)$/, (_, exponent: string) => `e${Number(exponent)}`);
}

/** The hash is that of the measured values; the studio's proof page shows the same. */
function printSummary(passed: number, failed: number, hash: string, seconds: number, needFull: number): void {
  const { green, red, dim } = style(process.stdout);
  const count = `${passed} passed, ${failed} failed`;
  const more = needFull > 0 ? dim(`  (${needFull} more rows with --full)`) : "";
  print(`\n${failed > 0 ? red(count) : green(count)} in ${formatSeconds(seconds)}${dim(`  hash ${hash}`)}${more}`);
}

async function printList(
  experiments: readonly Experiment[],
  wanted: ReadonlySet<string>,
  proof: Proof,
  options: VerifyOptions,
): Promise<void> {
  const listed = experiments.flatMap((experiment) =>
    Object.entries<Expectation>(experiment.rows)
      .map(([key, row]) => ({ experiment, id: proof.rowId(experiment, key), row, expected: proof.expectedValue(row) }))
      .filter(({ id }) => wanted.has(id)),
  );
  if (options.json) {
    const rows = listed.map(({ experiment, id, row, expected }) => ({
      id,
      source: experiment.source,
      ...row,
      expected,
      full: experiment.full === true,
      experiment: experiment.id,
      partial: experiment.partial ?? null,
      scene: experiment.scene ?? null,
      title: experiment.title,
      reference: experiment.reference,
    }));
    await printJson({ rows });
    return;
  }
  const { bold, dim } = style(process.stdout);
  for (const experiment of experiments) {
    print(`${bold(experiment.title)}${experiment.full ? dim("  (--full)") : ""}\n${dim(experiment.reference)}`);
    const rows = listed.filter((entry) => entry.experiment === experiment);
    const cells = rows.map(({ id, row, expected }) => {
      const sign = { within: "", "at-most": "≤ ", "at-least": "≥ " }[row.comparison];
      const tolerance = row.tolerance > 0 ? ` ± ${formatDigits(row.tolerance, 2)}` : "";
      return [
        id,
        `${sign}${formatDigits(expected, 6)}${tolerance}`,
        row.unit === "1" ? "" : row.unit,
        row.quantity,
        row.origin,
      ];
    });
    for (const line of formatTable([{}, {}, {}, {}, { style: dim }], cells, { indent: 2 })) print(line);
    print();
  }
  print(`${listed.length} rows in ${experiments.length} experiments`);
}

async function printMissing(gaps: readonly Gap[], pattern: string | undefined, options: VerifyOptions): Promise<void> {
  const id = ({ row }: Gap) => `${row.source}.${row.number.toLowerCase()}`;
  const shown = gaps.filter((gap) => id(gap).includes((pattern ?? "").toLowerCase()));
  if (options.json) {
    const missing = shown.map((gap) => ({ id: id(gap), ...gap.row, partial: gap.partial ?? null }));
    await printJson({ missing });
    return;
  }
  const { dim } = style(process.stdout);
  const cells = shown.map((gap) => {
    const note = gap.partial === undefined ? (gap.row.fact ? "printed figure" : "") : `in part; ${gap.partial}`;
    return [id(gap), gap.row.title, note];
  });
  for (const line of formatTable([{}, {}, { style: dim }], cells)) print(line);
  const facts = shown.filter((gap) => gap.row.fact).length;
  const partly = shown.filter((gap) => gap.partial !== undefined).length;
  print(
    `\n${shown.length - facts - partly} experiments missing, ${partly} in part, ${facts} printed figures without a separate row`,
  );
}
