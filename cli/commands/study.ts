/** `stiction study`: a scene over its parameters, on the cores of this machine or on many machines. */
import type { Command } from "commander";
import type { Row } from "stiction/studies";
import { EXIT, InputError } from "../errors.js";
import { addExamples, countFromOne, countFromZero } from "../options.js";

interface RunOptions {
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
      "Runs a scene once for every row of a study file and measures each run. Results are kept as they come: a study that was stopped or killed goes on where it was when the same command is given again.",
    );
  addExamples(study, ["stiction study run slide.yaml", "stiction study list", "stiction study report slide-results"]);
  const run = study
    .command("run", { isDefault: true })
    .argument("<study>", "study file (.yaml, .json), or the name of a shipped study")
    .summary("run a study, or go on with it")
    .option("--out <folder>", "where results go (default: <study>-results)")
    .option("--threads <n>", "threads on this machine (default: all cores)", countFromOne)
    .option("--queue <url>", "hand runs to `stiction worker` processes by a Redis queue: redis://host:6379")
    .option("--fresh", "discard earlier results in that folder")
    .option("--json", "print the summary as JSON")
    .option("--quiet", "no progress")
    .action(async (argument: string, options: RunOptions) => {
      process.exitCode = await runCommand(argument, options);
    });
  addExamples(run, ["stiction study run slide.yaml", "stiction study run grasp --threads 2 --out grasp"]);
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
  const { loadStudy, packStudy } = await import("../study/study-package.js");
  const { RowLog } = await import("../study/row-log.js");
  const { runStudy } = await import("../study/run-study.js");
  const { createRowRunner, designOf } = await import("stiction/studies");
  const { createLiveTable } = await import("../study/live-table.js");
  const { onInterrupt } = await import("../interrupt.js");
  const { finishStudy } = await import("../study/finish-study.js");

  const { package: packed, parts } = await packStudy(await loadStudy(argument));
  const folder = options.out ?? `${packed.name}-results`;
  if (folder === "") throw new InputError("--out: expected the name of a folder");
  const queue = options.queue === undefined ? undefined : await import("../study/queue/coordinator.js");
  const design = designOf(packed.study);
  const connection = await queue?.connect(options.queue as string);
  const log = await RowLog.open(folder, packed, design.count, { fresh: options.fresh === true });
  const interrupt = onInterrupt(async () => log.flush());
  const table = createLiveTable(design, createRowRunner(parts).metricNames, log.done, options.quiet === true);
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
    await finishStudy({ packed, parts, log, end, seconds, made: log.done - before, json: options.json === true });
    return end === "interrupted" ? interrupt.exitCode : EXIT.ok;
  } finally {
    table.end();
    interrupt.end();
    await connection?.close();
    await log.close();
  }
}
