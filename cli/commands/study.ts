/** `stiction study`: a scene over its parameters, on the cores of this machine or on many machines. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { Row } from "stiction/studies";
import { EXIT, InputError } from "../errors.js";
import { addExamples, addSceneOptions, collect, countFromOne, countFromZero } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";
import type { LoadedStudy } from "../study/study-package.js";

interface RunOptions extends SceneOptions {
  readonly vary?: readonly string[];
  readonly reference?: string;
  readonly out?: string;
  readonly threads?: number;
  readonly queue?: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `stiction study …` */
export function addStudy(program: Command): void {
  const study = program
    .command("study")
    .summary("run a scene over its parameters: designs, metrics, tables, pictures")
    .description(
      "Runs a scene once for every row of a study file, or for every combination of the --vary values, and measures each run. Results are kept as they come: a study that was stopped or killed goes on where it was when the same command is given again.",
    );
  addExamples(study, [
    "stiction study run slide.yaml",
    "stiction study run pendulum --vary dt=0.001,0.01",
    "stiction study list",
    "stiction study report slide-results",
  ]);
  const run = study
    .command("run", { isDefault: true })
    .argument("<study>", "study file (.yaml, .json) or the name of a shipped study; with --vary a scene")
    .summary("run a study, or go on with it; or vary a scene")
    .option(
      "--vary <name=a,b>",
      "values of a parameter of the scene, of a path as in --set, or short of contact, dt, solver, formulation, integrator; several make a grid",
      collect,
    )
    .option(
      "--reference <name=a>",
      "with --vary: compare sensors over time with those of this combination, contact=peg,dt=0.001; what is not named keeps the value of each run",
    )
    .option("--out <folder>", "where results go (default: <study>-results; with --vary they are not kept)")
    .option("--threads <n>", "threads on this machine (default: all cores)", countFromOne)
    .option("--queue <url>", "hand runs to `stiction worker` processes by a Redis queue: redis://host:6379")
    .option("--fresh", "discard earlier results in that folder")
    .option("--json", "print the summary as JSON")
    .option("--quiet", "no progress");
  addSceneOptions(run).action(async (argument: string, options: RunOptions) => {
    process.exitCode = await runCommand(argument, options);
  });
  addExamples(run, [
    "stiction study run slide.yaml",
    "stiction study run grasp --threads 2 --out grasp",
    "stiction study run triangle-drop --vary contact=peg,standard,corrective --vary dt=0.001,0.01 --out drop",
    "stiction study run polygon-box --vary solver=active-set,lemke --duration 1 --reference solver=lemke",
  ]);
  study
    .command("list")
    .summary("studies that come with the tool")
    .option("--json", "print as JSON")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { shippedStudies } = await import("../study/shipped/index.js");
      const { print, printJson } = await import("../text/print.js");
      if (json) await printJson(shippedStudies);
      else {
        const { formatTable } = await import("../text/table.js");
        for (const line of formatTable(
          [{}, {}],
          shippedStudies.map(({ name, title }) => [name, title]),
        ))
          print(line);
      }
    });
  study
    .command("check")
    .argument("<study>", "study file, or the name of a shipped study")
    .summary("check a study without running it; prints its runs and metrics")
    .option("--json", "print as JSON")
    .action(async (argument: string, { json }: { readonly json?: boolean }) => {
      const { checkCommand } = await import("../study/check-study.js");
      await checkCommand(argument, json === true);
    });
  const rerun = study
    .command("rerun")
    .argument("<results>", "results.parquet, or the folder of a study")
    .argument("<row>", "number of the run", countFromZero)
    .summary("run one row again and compare its state to the bit")
    .option("--json", "print as JSON")
    .action(async (results: string, row: number, { json }: { readonly json?: boolean }) => {
      const { rerunCommand } = await import("../study/rerun.js");
      process.exitCode = await rerunCommand(results, row, json === true);
    });
  addExamples(rerun, ["stiction study rerun slide-results/results.parquet 17"]);
  const report = study
    .command("report")
    .argument("<results>", "folder of a study")
    .summary("tables and plots as one HTML file")
    .option("--out <file>", "the page (default: report.html in that folder)")
    .option("--svg", "each plot also as a file of its own, beside the page")
    .action(async (folder: string, options: { readonly out?: string; readonly svg?: boolean }) => {
      const { reportCommand } = await import("../study/report-study.js");
      await reportCommand(folder, options);
    });
  addExamples(report, ["stiction study report slide-results"]);
}

async function runCommand(argument: string, options: RunOptions): Promise<number> {
  const { packStudy } = await import("../study/study-package.js");
  const { RowLog } = await import("../study/row-log.js");
  const { runStudy } = await import("../study/run-study.js");
  const { createRowRunner, designOf } = await import("stiction/studies");
  const { createLiveTable } = await import("../study/live-table.js");
  const { onInterrupt } = await import("../interrupt.js");
  const { finishStudy } = await import("../study/finish-study.js");

  const loaded = await loadArgument(argument, options);
  const { package: packed, parts } = await packStudy(loaded);
  if (options.out === "") throw new InputError("--out: expected the name of a folder");
  // a quick look at a scene leaves nothing behind
  const kept = options.vary === undefined || options.out !== undefined;
  const folder = options.out ?? (kept ? `${packed.name}-results` : await temporaryFolder());
  const queue = options.queue === undefined ? undefined : await import("../study/queue/coordinator.js");
  const design = designOf(packed.study);
  const connection = await queue?.connect(options.queue as string);
  const metrics = createRowRunner(parts).metricNames;
  const log = await RowLog.open(folder, packed, design.count, { fresh: options.fresh === true, metrics });
  const interrupt = onInterrupt(async () => log.flush());
  const table = createLiveTable(design, metrics, log.done, options.quiet === true);
  const begin = performance.now();
  const before = log.done;
  try {
    const hooks = {
      stopRequested: () => interrupt.requested,
      onRows: (rows: readonly Row[], statistics: Parameters<typeof table.update>[1]) =>
        table.update(rows, statistics, log.done),
    };
    const end =
      queue === undefined || connection === undefined
        ? await runStudy(packed, parts, log, { ...hooks, ...(options.threads ? { threads: options.threads } : {}) })
        : await queue.coordinate(connection, packed, parts, log, hooks);
    table.end();
    const seconds = (performance.now() - begin) / 1000;
    const json = options.json === true;
    await finishStudy({ packed, parts, log, end, seconds, made: log.done - before, json, kept });
    if (options.vary !== undefined && kept) {
      const { reportCommand } = await import("../study/report-study.js");
      await reportCommand(folder, { svg: true, quiet: json });
    }
    return end === "interrupted" ? interrupt.exitCode : EXIT.ok;
  } finally {
    table.end();
    interrupt.end();
    await connection?.close();
    await log.close();
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}

/** A study, or with --vary one that is made of a scene. */
async function loadArgument(argument: string, options: RunOptions): Promise<LoadedStudy> {
  if (options.vary !== undefined) return (await import("../study/vary.js")).studyOfVary(argument, options);
  const alone = (["set", "param", "dt", "duration", "formulation", "integrator", "reference"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (alone !== undefined)
    throw new InputError(`--${alone} goes with --vary; a study file says it itself (keys set, params, reference)`);
  return (await import("../study/study-package.js")).loadStudy(argument);
}

const temporaryFolder = () => mkdtemp(join(tmpdir(), "stiction-study-"));
