/** `stiction bench`: the same scenes here and in other engines, in one run. */
import type { Command } from "commander";
import type { BenchRow } from "../../bench/run.js";
import { addDuels } from "../bench-duels.js";
import { EXIT, InputError } from "../errors.js";
import { addExamples, countFromOne } from "../options.js";
import { formatNumber } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { style } from "../text/style.js";
import { formatTable } from "../text/table.js";

interface BenchOptions {
  readonly engines?: string;
  readonly steps?: number;
  readonly quick?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly save?: string | boolean;
}

export function addBench(program: Command): void {
  const command = program
    .command("bench")
    .summary("compare speed and accuracy with other engines")
    .description(
      "Runs scenes here and in other engines, one process each, and prints CPU time per step, accuracy figures of the same run, and the state hash. The ratio is an engine's time over that of the fastest other engine.",
    )
    .argument("[scene]", "part of the name of a scene or probe, or several separated by commas (default: all)")
    .option("--engines <names>", "engines to run, separated by commas (default: all)")
    .option("--steps <n>", "steps to run instead of the scene's own number", countFromOne)
    .option("--quick", "fewer repetitions, and at most 3 s of CPU time per scene instead of 20")
    .option("--list", "print scenes and engines")
    .option("--json", "print rows with full precision")
    .option("--save [file]", "append the results as CSV (bench/results/<machine>.csv)")
    .action(runBenchCommand);
  addExamples(command, [
    "stiction bench flipping-body",
    "stiction bench pyramid,pile --engines stiction,rapier,jolt",
    "stiction bench --quick",
    "stiction bench recompile",
  ]);

  addDuels(command);

  program.command("bench-blocks", { hidden: true }).action(async () => {
    const { blockWorkerMain } = await import("../../bench/block-worker.js");
    blockWorkerMain();
  });

  program
    .command("bench-worker", { hidden: true })
    .argument("<job>")
    .action(async (job: string) => {
      const { workerMain } = await import("../../bench/worker.js");
      await workerMain(job);
    });
}

async function runBenchCommand(pattern: string | undefined, options: BenchOptions): Promise<void> {
  const { benchNames, runBench } = await import("../../bench/run.js");
  const { engines } = await import("../../bench/engines/index.js");
  const { machineLine, machineSlug, saveResults, thisMachine } = await import("../../bench/machine.js");
  const names = benchNames();
  if (options.list) {
    await printList(names, engines, options.json === true);
    return;
  }
  const parts = (pattern ?? "").split(",");
  const scenes = names.map(({ name }) => name).filter((name) => parts.some((part) => name.includes(part)));
  if (scenes.length === 0)
    throw new InputError(`no scene matches "${pattern}"; known: ${names.map(({ name }) => name).join(", ")}`);
  const chosen = (options.engines ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = chosen.find((name) => !engines.some((engine) => engine.name === name));
  if (unknown !== undefined) {
    throw new InputError(`no engine named "${unknown}"; known: ${engines.map(({ name }) => name).join(", ")}`);
  }

  const machine = thisMachine();
  const { dim } = style(process.stderr);
  const { bold, underline } = style(process.stdout);
  const terminal = process.stderr.isTTY === true && !options.json;
  if (!options.json) print(machineLine(machine));
  const rows: BenchRow[] = [];
  const started = (scene: string, engine: string) => {
    if (terminal) process.stderr.write(`\r\u001b[K${dim(`${scene}: ${engine} …`)}`);
  };
  const run = { entry: process.argv[1], scenes, engines: chosen, started, quick: options.quick ?? false };
  let heading = "";
  for await (const group of runBench(options.steps === undefined ? run : { ...run, steps: options.steps })) {
    if (terminal) process.stderr.write("\r\u001b[K");
    rows.push(...group);
    if (options.json || group.length === 0) continue;
    const entry = names.find(({ name }) => name === group[0].scene);
    if (entry !== undefined && entry.group !== heading) print(`\n${bold(underline((heading = entry.group)))}`);
    printGroup(entry?.title ?? "", group);
  }
  if (options.json) await printJson({ machine, rows });
  if (options.save) {
    const file = typeof options.save === "string" ? options.save : `bench/results/${machineSlug(machine)}.csv`;
    saveResults(file, rows, machine, new Date().toISOString());
    if (!options.json) print(`\nappended to ${file}`);
  }
  // an engine that is not installed is not our failure
  const failed = (row: BenchRow) => row.error !== undefined && !row.refused && row.engine.startsWith("stiction");
  if (rows.some(failed)) process.exitCode = EXIT.failed;
}

async function printList(
  names: readonly { name: string; title: string; group: string; compared: boolean }[],
  engines: readonly { name: string; settings: string }[],
  json: boolean,
): Promise<void> {
  if (json) {
    await printJson({ scenes: names, engines: engines.map(({ name, settings }) => ({ name, settings })) });
    return;
  }
  const { bold, dim } = style(process.stdout);
  print(bold("Scenes"));
  const cells = names.map(({ name, title, group }) => [name, title, group]);
  for (const line of formatTable([{}, {}, { style: dim }], cells, { indent: 2 })) print(line);
  print(bold("\nEngines"));
  for (const line of formatTable(
    [{}, { style: dim }],
    engines.map(({ name, settings }) => [name, settings]),
    { indent: 2 },
  )) {
    print(line);
  }
}

function printGroup(title: string, rows: readonly BenchRow[]): void {
  const { bold, dim, yellow } = style(process.stdout);
  print(`\n${bold(rows[0].scene)}  ${dim(title)}`);
  const done = rows.filter((row) => row.error === undefined);
  const keys = [...new Set(done.flatMap((row) => Object.keys(row.figures)))];
  // one row with many figures reads better as a list
  if (done.length === 1 && keys.length > 6) {
    const [row] = done;
    const cells = keys.map((key) => [key, figure(row.figures[key])]);
    for (const line of formatTable([{ title: row.engine }, { title: row.settings ?? "", align: "right" }], cells, {
      indent: 2,
      titleStyle: bold,
    })) {
      print(line);
    }
    return;
  }
  const columns = [
    { title: "engine" },
    { title: "ms/step", align: "right" as const },
    { title: "p99", align: "right" as const },
    { title: "ratio", align: "right" as const },
    ...keys.map((key) => ({ title: key, align: "right" as const })),
    { title: "hash", style: dim },
  ];
  const cells = done.map((row) => [
    row.engine,
    figure(row.cpuMsMean),
    figure(row.cpuMsP99),
    row.ratio === null ? "–" : row.ratio.toFixed(2),
    ...keys.map((key) => figure(row.figures[key])),
    row.hash ?? "",
  ]);
  if (done.length > 0) for (const line of formatTable(columns, cells, { indent: 2, titleStyle: bold })) print(line);
  for (const row of done) print(dim(`  ${row.engine}: ${row.version}${row.settings ? `, ${row.settings}` : ""}`));
  for (const [reason, { engines, refused }] of reasons(rows)) {
    print((refused ? dim : yellow)(`  ${engines.join(", ")}: ${reason}`));
  }
}

/** Reasons why engines have no row, each once. */
function reasons(rows: readonly BenchRow[]): Map<string, { engines: string[]; refused: boolean }> {
  const found = new Map<string, { engines: string[]; refused: boolean }>();
  for (const { engine, error, refused = false } of rows) {
    if (error === undefined) continue;
    const entry = found.get(error) ?? { engines: [], refused };
    entry.engines.push(engine);
    found.set(error, entry);
  }
  return found;
}

function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return formatNumber(Number(value.toPrecision(4)));
}
