/** `stiction compare`: one scene, a grid of settings, side by side. */
import type { Command } from "commander";
import type { CellResult } from "../compare/run-cell.js";
import type { Series } from "../compare/series.js";
import { EXIT, firstLine, InputError } from "../errors.js";
import { addExamples, addSceneOptions, collect } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

interface CompareOptions extends SceneOptions {
  readonly vary?: readonly string[];
  readonly reference?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Sensors whose columns the terminal shows; the report has all. */
const MAX_SENSORS = 5;

/** `stiction compare <scene> --vary name=a,b …` */
export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .argument("<scene>", "scene file (.yaml, .json), module (.ts, .mjs), or the name of a shipped scene")
    .summary("run a scene with a grid of settings, side by side")
    .description(
      "Runs a scene once for every combination of the --vary values, one after the other, and prints status, times, sizes of the problems, residuals, gaps, energy and sensors of each. A combination that fails does not stop the others. Ctrl-C keeps the results so far.",
    )
    .option(
      "--vary <name=a,b>",
      "parameter of the scene, path as in --set, or short: contact, dt, solver, formulation, integrator (repeatable)",
      collect,
    );
  addSceneOptions(command)
    .option(
      "--reference <name=a>",
      "compare sensors with those of this combination: contact=peg,dt=0.001; an axis that is not named keeps the value of the cell",
    )
    .option("--out <folder>", "write report.html (one self-contained file), a .svg for each sensor, and results.json")
    .option("--json", "print the results with full precision")
    .option("--quiet", "no progress")
    .action(async (scene: string, options: CompareOptions) => {
      process.exitCode = await compare(scene, options);
    });
  addExamples(command, [
    "stiction compare triangle-drop --vary contact=peg,standard,corrective --vary dt=0.001,0.01 --out drop",
    "stiction compare polygon-box --vary solver=active-set,lemke --duration 1 --reference solver=lemke",
    "stiction compare scene.yaml --vary bodies.ball.mass=1,2,4 --json",
  ]);
}

async function compare(argument: string, options: CompareOptions): Promise<number> {
  const grid = await import("../compare/grid.js");
  const axes = await grid.readAxes(argument, options, options.vary ?? []);
  const cells = grid.cellsOf(axes);
  const references =
    options.reference === undefined ? undefined : await grid.readReference(axes, cells, options.reference);
  await grid.checkValues(argument, options, axes, cells);

  const { openReport } = await import("../compare/write-report.js");
  const { runCell } = await import("../compare/run-cell.js");
  const { differences, thin } = await import("../compare/series.js");
  const { createTaskProgress } = await import("../text/progress.js");
  const { onInterrupt } = await import("../interrupt.js");
  const progress = createTaskProgress(`${cells.length} cells`, options.quiet === true);
  let files: Awaited<ReturnType<typeof openReport>> | undefined;
  const interrupt = onInterrupt(async () => files?.discard());
  if (options.out !== undefined) files = await openReport(options.out);
  const results = cells.map(
    ({ label, choice }): CellResult => ({
      label,
      values: Object.fromEntries(axes.map(({ name, values }, a) => [name, values[choice[a]].value])),
      state: "waiting",
    }),
  );
  // cells that others are compared with come first and stay in memory
  const isReference = new Set(references);
  const order = [...cells].sort(
    (a, b) => Number(isReference.has(b.index)) - Number(isReference.has(a.index)) || a.index - b.index,
  );
  const whole = new Map<number, Series>();
  let title: string | undefined;
  let name = argument;
  try {
    for (const [done, cell] of order.entries()) {
      if (interrupt.requested) break;
      const result = results[cell.index];
      try {
        const { model } = await grid.compileCell(argument, options, axes, cell);
        title ??= model.spec.title;
        name = model.name;
        const { run, series } = await runCell(model, cell.label, 1 + isReference.size, {
          stopRequested: () => interrupt.requested,
          onProgress: (share) => progress(Math.min(0.9999, (done + share) / cells.length)),
        });
        result.run = run;
        result.state = run.stopped === "interrupted" ? "interrupted" : "done";
        result.series = thin(series);
        if (isReference.has(cell.index)) whole.set(cell.index, series);
        if (references !== undefined) {
          result.reference = cells[references[cell.index]].label;
          const other = whole.get(references[cell.index]);
          if (other !== undefined) result.differences = differences(series, other);
        }
      } catch (error) {
        // this cell failed; the others go on
        result.state = "failed";
        result.error =
          error instanceof InputError
            ? error.lines
            : [firstLine(error instanceof Error ? error.message : String(error))];
      }
    }
    progress(1);
    await finish({ argument, name, title, axes, cells, results, options, files });
    if (interrupt.requested) return interrupt.exitCode;
    return results.some(({ state }) => state === "failed") ? EXIT.failed : EXIT.ok;
  } finally {
    progress(1);
    interrupt.end();
    await files?.discard();
  }
}

interface Finished {
  readonly argument: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly axes: readonly import("../compare/grid.js").Axis[];
  readonly cells: readonly import("../compare/grid.js").Cell[];
  readonly results: readonly CellResult[];
  readonly options: CompareOptions;
  readonly files: import("../compare/write-report.js").ReportFiles | undefined;
}

async function finish({ argument, name, title, axes, cells, results, options, files }: Finished): Promise<void> {
  const { figureTable, sensorsOf, sensorTables } = await import("../compare/columns.js");
  const { print, printJson } = await import("../text/print.js");
  const { program } = await import("../version.js");
  const names = axes.map((axis) => axis.name);
  const texts = cells.map(({ choice }) => choice.map((k, a) => axes[a].values[k].text));
  const tables = (sensors: number) => [
    figureTable(names, results, texts),
    ...sensorTables(names, results, texts, sensors),
  ];
  const json = {
    scene: name,
    source: argument,
    title,
    program,
    axes: axes.map(({ name: axis, kind, target, values }) => ({
      name: axis,
      kind,
      target,
      values: values.map((v) => v.value),
    })),
    cells: results,
  };
  const written = await files?.write({
    head: { scene: name, title, command: commandLine(argument, options), program, date: new Date().toISOString() },
    tables: tables(Number.POSITIVE_INFINITY),
    axes,
    cells,
    results,
    json,
  });
  if (options.json) {
    await printJson(json);
    return;
  }
  const { clean, formatTable } = await import("../text/table.js");
  const { style } = await import("../text/style.js");
  const { bold, dim } = style(process.stdout);
  print(`${bold(clean(name))}${title === undefined ? "" : dim(`  ${clean(title)}`)}`);
  for (const [k, table] of tables(MAX_SENSORS).entries()) {
    if (k > 0) print(dim(`\n  ${table.title.toLowerCase()}`));
    const columns = table.columns.map(({ title: text, number }) => ({
      title: text,
      align: number ? ("right" as const) : ("left" as const),
    }));
    for (const line of formatTable(columns, table.rows, { indent: 2, titleStyle: bold })) print(line);
  }
  const more = sensorsOf(results).length - MAX_SENSORS;
  if (more > 0) print(dim(`\n  ${more} more sensors: see --json or --out`));
  if (written !== undefined) print(`\n  ${dim("report")}  ${written}`);
}

/** The command, for the page. */
function commandLine(argument: string, options: CompareOptions): string {
  const quote = (text: string) => (/^[\w.,=:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const many = (flag: string, list: readonly string[] | undefined) =>
    (list ?? []).flatMap((text) => [flag, quote(text)]);
  const one = (flag: string, value: string | number | undefined) =>
    value === undefined ? [] : [flag, quote(String(value))];
  return [
    "stiction compare",
    quote(argument),
    ...many("--vary", options.vary),
    ...many("--param", options.param),
    ...many("--set", options.set),
    ...one("--dt", options.dt),
    ...one("--duration", options.duration),
    ...one("--formulation", options.formulation),
    ...one("--integrator", options.integrator),
    ...one("--reference", options.reference),
  ].join(" ");
}
