/** `stiction solve`: a problem file, one solver or all of them. */
import { readFile, stat } from "node:fs/promises";
import { complementarity, SpecError } from "stiction";
import type { ProblemFormat, ReadProblem } from "stiction/io";
import { EXIT, InputError, systemReason } from "./errors.js";
import { openOutput } from "./output-file.js";
import { formatSeconds } from "./text/numbers.js";
import { print, printJson } from "./text/print.js";
import { style } from "./text/style.js";
import { formatTable } from "./text/table.js";

export interface SolveCommandOptions {
  readonly solver: string;
  readonly tolerance?: number;
  readonly set?: readonly string[];
  readonly format?: string;
  readonly repeat: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** Rows of a solution that are printed before the rest is counted. */
const SHOWN = 20;

/** Result of one solver. */
interface Result {
  readonly solver: string;
  readonly status: string;
  readonly solved: boolean;
  readonly residual: number;
  readonly limit: number;
  readonly iterations: number;
  readonly pivots: number;
  readonly solvedBy: string;
  readonly message: string;
  /** Least wall time of the repetitions, s. */
  readonly seconds: number;
  readonly errors: complementarity.ErrorMeasures;
  readonly z: Float64Array;
  readonly w: Float64Array;
}

export async function solveProblem(file: string, options: SolveCommandOptions): Promise<void> {
  const read = await readProblem(file, options.format);
  const names = options.solver === "all" ? complementarity.solverNames : [options.solver];
  const results = names.map((name) => solveWith(name, read, options)).filter((r) => r !== undefined);
  if (options.out !== undefined) {
    const best = results.find((r) => r.solved);
    await writeProblem(options.out, { ...read, solution: best?.z ?? read.solution });
  }
  if (options.json) await printResults(file, read, results);
  else if (options.solver === "all") printComparison(file, read, results);
  else printOne(file, read, results[0]);
  if (!results.some((r) => r.solved)) process.exitCode = EXIT.failed;
}

async function readProblem(file: string, format: string | undefined): Promise<ReadProblem> {
  const { MAX_PROBLEM_LENGTH, PROBLEM_FORMATS, parseProblemText, unknownWord } = await import("stiction/io");
  if (format !== undefined && !PROBLEM_FORMATS.includes(format as ProblemFormat)) {
    throw new InputError(`--format: ${unknownWord("format", format, PROBLEM_FORMATS)}`);
  }
  const fail = (error: unknown) => {
    throw new InputError(`cannot read ${file}: ${systemReason(error)}`);
  };
  const found = await stat(file).catch(fail);
  if (!found.isFile()) throw new InputError(`cannot read ${file}: not a regular file`);
  if (found.size > MAX_PROBLEM_LENGTH) {
    throw new InputError(`${file}: expected at most ${MAX_PROBLEM_LENGTH} bytes, got ${found.size}`);
  }
  return parseProblemText(await readFile(file, "utf8").catch(fail), file, format as ProblemFormat | undefined);
}

/** `--set` as numbers, checked by the solver's own declarations. */
function settingsOf(
  name: string,
  { set = [], tolerance }: SolveCommandOptions,
  warm: boolean,
): complementarity.SolveSettings {
  const values: Record<string, unknown> = {};
  for (const entry of set) {
    const [key, text = ""] = entry.split("=", 2);
    values[key] = text.trim() === "" ? text : Number.isNaN(Number(text)) ? text : Number(text);
  }
  try {
    return complementarity.solverSettings({
      ...values,
      solver: name,
      warm,
      ...(tolerance === undefined ? {} : { tolerance }),
    });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const flag = (path: string) => (path === "solver" || path === "tolerance" ? `--${path}` : `--set ${path}`);
    throw new InputError(error.problems.map(({ path, message }) => `${flag(path)}: ${message}`));
  }
}

/** One solver's result; undefined if it does not support such problems and others are compared. */
function solveWith(name: string, { problem, start }: ReadProblem, options: SolveCommandOptions): Result | undefined {
  // settings belong to one solver; a comparison applies them to each solver that has them
  const all = options.solver === "all";
  const known = Object.keys(
    (complementarity.solvers as Record<string, complementarity.ComplementaritySolver>)[name]?.params ?? {},
  );
  const set = all ? options.set?.filter((entry) => known.includes(entry.split("=", 1)[0])) : options.set;
  const settings = settingsOf(name, { ...options, ...(set === undefined ? {} : { set }) }, start !== undefined);
  const work = complementarity.createWorkspace();
  const z = new Float64Array(problem.size);
  let seconds = Number.POSITIVE_INFINITY;
  for (let k = 0; k < options.repeat; k++) {
    z.fill(0);
    if (start !== undefined) z.set(start);
    const begin = performance.now();
    complementarity.solveComplementarity(problem, settings, work, z);
    seconds = Math.min(seconds, (performance.now() - begin) / 1000);
  }
  const { statistics: s } = work;
  const bad = s.status === complementarity.SOLVE_STATUS.badInput;
  if (bad && all) return undefined;
  if (bad) throw new InputError(s.message);
  const w = new Float64Array(problem.size);
  complementarity.evaluateRows(problem, z, w);
  return {
    solver: name,
    status: complementarity.SOLVE_STATUS_NAMES[s.status],
    solved: s.status === complementarity.SOLVE_STATUS.solved,
    residual: s.residual,
    limit: s.limit,
    iterations: s.iterations,
    pivots: s.pivots,
    solvedBy: s.solvedBy,
    message: s.message,
    seconds,
    errors: complementarity.errorMeasures(problem, z),
    z,
    w,
  };
}

const exponential = (x: number) => (x === 0 ? "0" : x.toExponential(1));

function describe(file: string, { problem, format, name }: ReadProblem): string {
  const counts = complementarity.ROW_NAMES.map((kind, k) => {
    let count = 0;
    for (let i = 0; i < problem.size; i++) if ((problem.kind?.[i] ?? complementarity.ROW.complementary) === k) count++;
    return count === 0 ? "" : `${count} ${kind}`;
  });
  const title = name === undefined ? file : `${file} (${name})`;
  return `${title}: ${format}, ${problem.size} rows: ${counts.filter((text) => text !== "").join(", ")}`;
}

function printOne(file: string, read: ReadProblem, result: Result): void {
  const { green, red, bold, dim } = style(process.stdout);
  print(describe(file, read));
  const by = result.solvedBy !== "" && result.solvedBy !== result.solver ? ` by ${result.solvedBy}` : "";
  print(`${bold(result.solver)}: ${result.solved ? green(result.status) : red(result.status)}${by}`);
  print(`  residual    ${exponential(result.residual)} ${dim(`(limit ${exponential(result.limit)})`)}`);
  print(`  iterations  ${result.iterations}, pivots ${result.pivots}`);
  print(`  time        ${formatSeconds(result.seconds)}`);
  print();
  const rows = Array.from({ length: Math.min(SHOWN, read.problem.size) }, (_, i) => [
    String(i),
    complementarity.ROW_NAMES[read.problem.kind?.[i] ?? complementarity.ROW.complementary],
    String(result.z[i]),
    String(result.w[i]),
  ]);
  const columns = [{ title: "row", align: "right" as const }, { title: "kind" }, { title: "z" }, { title: "w" }];
  for (const line of formatTable(columns, rows, { indent: 2, titleStyle: bold })) print(line);
  if (read.problem.size > SHOWN) print(dim(`  … and ${read.problem.size - SHOWN} more; --json prints all`));
}

function printComparison(file: string, read: ReadProblem, results: readonly Result[]): void {
  const { bold, dim } = style(process.stdout);
  print(describe(file, read));
  const rows = results.map((r) => [
    r.solved ? "✓" : "✗",
    r.solver,
    r.status,
    exponential(r.residual),
    String(r.iterations),
    String(r.pivots),
    formatSeconds(r.seconds),
    ...complementarity.ERROR_MEASURES.map((key) => exponential(r.errors[key])),
  ]);
  const right = { align: "right" as const };
  const columns = [
    { title: "" },
    { title: "solver" },
    { title: "status" },
    { title: "residual", ...right },
    { title: "iterations", ...right },
    { title: "pivots", ...right },
    { title: "time", ...right },
    { title: "‖φ‖", ...right },
    { title: "½‖φ‖²", ...right },
    { title: "‖CCK‖", ...right },
    { title: "½‖CCK‖²", ...right },
  ];
  for (const line of formatTable(columns, rows, { titleStyle: bold })) print(line);
  print(
    dim(
      `${results.filter((r) => r.solved).length} of ${results.length} solved to ${exponential(results[0]?.limit ?? 0)}`,
    ),
  );
}

async function printResults(file: string, read: ReadProblem, results: readonly Result[]): Promise<void> {
  await printJson({
    file,
    format: read.format,
    rows: read.problem.size,
    results: results.map(({ z, w, ...rest }) => ({ ...rest, z, w })),
  });
}

async function writeProblem(path: string, document: ReadProblem): Promise<void> {
  const { problemToHdf5, problemToJson } = await import("stiction/io");
  const hdf5 = /\.(h5|hdf5)$/i.test(path);
  if (!hdf5 && !/\.json$/i.test(path)) throw new InputError(`--out ${path}: expected a name that ends in .json or .h5`);
  const bytes = hdf5 ? problemToHdf5([document]) : new TextEncoder().encode(problemToJson(document));
  const out = await openOutput(path);
  try {
    await out.write(bytes);
    await out.commit();
  } finally {
    await out.discard();
  }
}
