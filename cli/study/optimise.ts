/** `stiction optimise`: runs an optimiser on the runs of a scene, several side by side. */
import { SpecError } from "stiction";
import {
  type Best,
  cmaEs,
  designOf,
  type Evaluation,
  type GradientOf,
  gradientDescent,
  nelderMead,
  type OptimiseFile,
  type Optimum,
  objectiveGradient,
  type Row,
  readOptimise,
  type StudyParts,
  startOf,
  toVariable,
} from "stiction/studies";
import { EXIT, FailedError } from "../errors.js";
import { onInterrupt } from "../interrupt.js";
import { type OutputFile, openOutput } from "../output-file.js";
import { formatCount, formatNumber, formatSeconds } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { createStageProgress } from "../text/progress.js";
import { style } from "../text/style.js";
import { formatTable } from "../text/table.js";
import { RowThreads } from "./row-pool.js";
import { defaultThreads } from "./run-study.js";
import { inFile, type LoadedStudy, loadFile, packStudy } from "./study-package.js";

interface OptimiseOptions {
  readonly out?: string;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * The study whose rows are the evaluations: a factor for each parameter, a metric for the objective and each
 * constraint.
 */
function studyOf(file: OptimiseFile, loaded: LoadedStudy): LoadedStudy {
  const { scene, params, set, parameters, metrics, constraints } = file;
  const content = {
    study: 1,
    scene,
    ...(params ? { params } : {}),
    ...(set ? { set } : {}),
    factors: parameters.map(({ path, name, unit, low, high }) => ({
      path,
      unit,
      ...(name ? { name } : {}),
      uniform: { low, high },
    })),
    metrics: {
      ...metrics,
      objective: { expression: file.minimise ?? file.maximise },
      ...Object.fromEntries(constraints.map((expression, k) => [`constraint_${k + 1}`, { expression }])),
    },
  };
  const rename = (path: string) =>
    path
      .replace(/^factors\[/, "parameters[")
      .replace(/^metrics\.objective(\.expression)?/, file.minimise === undefined ? "maximise" : "minimise")
      .replace(/^metrics\.constraint_(\d+)(\.expression)?/, (_, k) => `constraints[${Number(k) - 1}]`);
  return { ...loaded, content, rename };
}

/** Runs the optimisation and prints its result. */
export async function optimiseCommand(argument: string, options: OptimiseOptions): Promise<number> {
  const loaded = await loadFile(argument);
  const file = await inFile(loaded, () => readOptimise(loaded.content));
  const { package: packed, parts } = await packStudy(studyOf(file, loaded));
  const design = designOf(packed.study);
  const names = Object.keys(packed.study.metrics);
  const sign = file.minimise === undefined ? -1 : 1;
  const objective = names.indexOf("objective");
  const out = options.out === undefined ? undefined : await openOutput(options.out);
  const threads = new RowThreads(packed, options.threads ?? defaultThreads());
  const interrupt = onInterrupt(async () => out?.discard());
  const progress = createStageProgress();
  const begin = performance.now();
  let count = 0;
  let failed = 0;
  let bestRow: Row | undefined;
  await header(out, file, names);

  const evaluate = async (points: readonly (readonly number[])[]): Promise<Evaluation[]> => {
    const rows = await Promise.all(
      points.map((values) =>
        threads.run([{ row: count++, values, repetition: 0, seed: 0 }], design).then(([row]) => row),
      ),
    );
    for (const row of rows) {
      if (row.state === "failed") failed++;
      await out?.write(
        new TextEncoder().encode(
          `${[row.row, ...row.values, row.state, ...row.metrics.map((x) => x ?? "")].join(",")}\n`,
        ),
      );
    }
    return rows.map((row) => {
      const evaluation = evaluationOf(row, objective, names.length, sign);
      if (evaluation.violation === 0 && !Number.isNaN(evaluation.value)) {
        const before = bestRow?.metrics[objective];
        if (before === null || before === undefined || evaluation.value < sign * before) bestRow = row;
      }
      return evaluation;
    });
  };
  const settings = {
    evaluations: file.evaluations,
    tolerance: file.tolerance,
    seed: file.seed,
    onBatch(best: Best, evaluations: number) {
      if (options.quiet !== true)
        progress.show(
          evaluations / file.evaluations,
          `${formatCount(evaluations)} of at most ${formatCount(file.evaluations)} runs, best ${formatNumber(sign * best.value)}`,
        );
      return interrupt.requested;
    },
  };
  try {
    const variables = file.parameters.map(({ name, path, low, high, start, scale }) => ({
      name: name ?? path,
      low,
      high,
      scale,
      ...(start === undefined ? {} : { start }),
    }));
    const methods = { "cma-es": cmaEs, "nelder-mead": nelderMead, gradient: gradientDescent };
    const start = variables.map((variable) => toVariable(variable, startOf([variable])[0]));
    const gradient = file.method === "gradient" ? await ownGradient(parts, start, sign) : undefined;
    const optimum = await methods[file.method](
      { variables, evaluate },
      { ...settings, ...(gradient ? { gradient } : {}) },
    );
    progress.end();
    await out?.commit();
    if (Number.isNaN(optimum.value) || bestRow === undefined)
      throw new FailedError(
        failed === count
          ? `all ${count} runs failed; try \`stiction study check\` with a point inside the bounds`
          : "no run meets all constraints; widen the bounds or loosen a constraint",
      );
    await report(
      file,
      optimum,
      bestRow,
      names,
      { count, failed, seconds: (performance.now() - begin) / 1000, sign },
      options,
    );
    return interrupt.requested ? interrupt.exitCode : EXIT.ok;
  } finally {
    progress.end();
    interrupt.end();
    await threads.end();
    await out?.discard();
  }
}

/** The gradient by the engine's sensitivities; undefined where there are none, so that differences take their place. */
async function ownGradient(parts: StudyParts, start: readonly number[], sign: number): Promise<GradientOf | undefined> {
  const of = objectiveGradient(parts, "objective");
  if (of === undefined) return undefined;
  try {
    if ((await of(start)).some((x) => !Number.isFinite(x))) return undefined;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return undefined;
  }
  return async (point) => (await of(point)).map((x) => sign * x);
}

/** A run without a value is worse than any; a constraint counts by how much it is exceeded. */
function evaluationOf({ metrics }: Row, objective: number, count: number, sign: number): Evaluation {
  const value = metrics[objective];
  let violation = 0;
  for (let k = objective + 1; k < count; k++) violation += Math.max(0, metrics[k] ?? Number.POSITIVE_INFINITY);
  return { value: value === null || value === undefined ? Number.NaN : sign * value, violation };
}

async function header(
  out: OutputFile | undefined,
  { parameters }: OptimiseFile,
  names: readonly string[],
): Promise<void> {
  const titles = ["run", ...parameters.map(({ name, path }) => name ?? path), "state", ...names];
  await out?.write(new TextEncoder().encode(`${titles.join(",")}\n`));
}

interface Effort {
  readonly count: number;
  readonly failed: number;
  readonly seconds: number;
  readonly sign: number;
}

async function report(
  file: OptimiseFile,
  optimum: Optimum,
  best: Row,
  names: readonly string[],
  { count, failed, seconds, sign }: Effort,
  options: OptimiseOptions,
): Promise<void> {
  const metrics = Object.fromEntries(names.map((name, k) => [name, best.metrics[k]]));
  const parameters = file.parameters.map(({ name, path, unit }, i) => ({
    name: name ?? path,
    path,
    unit,
    value: optimum.point[i],
  }));
  if (options.json) {
    await printJson({
      value: sign * optimum.value,
      parameters,
      metrics,
      runs: count,
      failed,
      stopped: optimum.stopped,
      seconds,
      hash: best.hash,
    });
    return;
  }
  const { bold, dim } = style(process.stdout);
  print(
    bold(file.title ?? `${file.minimise === undefined ? "maximise" : "minimise"} ${file.minimise ?? file.maximise}`),
  );
  const rows = parameters.map(({ name, value, unit }) => [name, formatNumber(value), unit]);
  for (const line of formatTable([{}, { align: "decimal" }, { style: dim }], rows, { indent: 2 })) print(line);
  print(`  ${dim("objective")}  ${formatNumber(sign * optimum.value)}`);
  for (const [name, value] of Object.entries(metrics)) {
    if (name !== "objective") print(`  ${dim(name)}  ${value === null ? "–" : formatNumber(value)}`);
  }
  const ended = {
    tolerance: "converged",
    evaluations: "all runs are used: it may not have converged",
    asked: "stopped",
  };
  print(
    dim(
      `  ${formatCount(count)} runs${failed > 0 ? `, ${failed} failed` : ""} in ${formatSeconds(seconds)}; ${ended[optimum.stopped]}`,
    ),
  );
  const at = parameters.map(({ path, value }) => `--set ${path}=${value}`).join(" ");
  if (typeof file.scene === "string") print(dim(`  stiction run ${file.scene} ${at}`));
}
