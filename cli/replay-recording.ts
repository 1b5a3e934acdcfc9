/** Work of `stiction replay`. */
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { compileUntyped, SpecError } from "stiction";
import {
  createReplay,
  csvCompanionOf,
  exactJson,
  formatProblems,
  type Recording,
  type ReplayResult,
  readRecording,
  recordingFormatOf,
} from "stiction/io";
import { EXIT, InputError, systemReason } from "./errors.js";
import { formatCount, formatNumber, formatSeconds } from "./text/numbers.js";
import { warn } from "./text/print.js";
import { createProgress } from "./text/progress.js";
import { style } from "./text/style.js";
import { formatFields, formatTable } from "./text/table.js";
import { cachingItems } from "./tree-files.js";
import { program } from "./version.js";

const MAX_EVENTS = 10;
const MAX_SENSORS = 40;

interface ReplayOptions {
  readonly simulate: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Shows a recording and, by default, simulates it again; returns the exit code. */
export async function replay(path: string, options: ReplayOptions): Promise<number> {
  const { isInputFile, replayInputFile } = await import("./replay-inputs.js");
  if (await isInputFile(path)) return replayInputFile(path, options);
  const recording = await load(path);
  for (const notice of recording.notices) warn(`${path} ${notice}`);
  const result = options.simulate ? await simulateAgain(path, recording, options.quiet === true) : undefined;
  if (options.json) process.stdout.write(`${exactJson(report(path, recording, result), 2)}\n`);
  else {
    const lines = [
      ...(options.quiet ? [] : recordingLines(path, recording)),
      ...(result === undefined ? [] : verdictLines(recording, result)),
    ];
    if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
  }
  const whole = recording.footer !== undefined;
  return whole && (result === undefined || result.agrees) ? EXIT.ok : EXIT.failed;
}

async function load(path: string): Promise<Recording> {
  const read = (file: string) =>
    readFile(file).catch((error) => {
      throw new InputError(`cannot read ${file}: ${systemReason(error)}`);
    });
  const bytes = await read(path);
  const format = recordingFormatOf(path.replace(/\.part$/, ""));
  const beside = format === "csv" ? await read(csvCompanionOf(path)) : undefined;
  return readRecording(bytes, path, beside);
}

async function simulateAgain(path: string, recording: Recording, quiet: boolean): Promise<ReplayResult> {
  const { spec } = recording.header;
  let replayed: ReturnType<typeof createReplay>;
  try {
    replayed = createReplay(recording, compileUntyped(spec, cachingItems()));
  } catch (error) {
    if (error instanceof SpecError) throw new InputError(formatProblems(error.problems, path));
    throw error;
  }
  const progress = createProgress(quiet);
  let slice = 256;
  for (let done = 0; done < replayed.steps; ) {
    const begin = performance.now();
    done = replayed.advance(slice);
    // about 40 ms at a time
    slice = Math.max(1, Math.min(1e6, Math.round((slice * 40) / Math.max(1, performance.now() - begin))));
    progress.update(done, replayed.steps, replayed.data.clock[0]);
    await nextTurn();
  }
  progress.end();
  return replayed.result();
}

/** Smallest, largest and last value of a column. */
function rangeOf(values: Float64Array): { min: number; max: number; final: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) min = max = Number.NaN;
  return { min, max, final: values.at(-1) ?? Number.NaN };
}

function report(path: string, recording: Recording, result: ReplayResult | undefined): object {
  const { spec: _spec, columns, ...header } = recording.header;
  return {
    file: path,
    format: recording.format,
    header,
    records: recording.times.length,
    poses: recording.poses.steps.length,
    sensors: columns.map((column, k) => ({ ...column, ...rangeOf(recording.columns[k]) })),
    events: recording.events,
    footer: recording.footer,
    replay: result,
  };
}

function recordingLines(path: string, { header, footer, times, poses, columns, events }: Recording): string[] {
  const { bold, dim, yellow } = style(process.stdout);
  const every = header.every === 1 ? "" : `, every ${header.every} steps`;
  const fields: [string, string][] = [
    ["made by", header.program],
    ["scene", header.scene],
    ["records", `${formatCount(times.length)} of ${formatCount(header.columns.length)} sensors${every}`],
  ];
  if (poses.steps.length > 0)
    fields.push(["poses", `${formatCount(poses.steps.length)} of ${formatCount(header.bodies.length)} bodies`]);
  if (footer === undefined) fields.push(["end", yellow("missing: the recording was cut off")]);
  else {
    fields.push([
      "simulated",
      `${formatNumber(footer.time)} s in ${formatCount(footer.steps)} steps of ${formatSeconds(header.timestep)}`,
    ]);
    fields.push(["hash", footer.hash]);
  }
  const rows = header.columns.slice(0, MAX_SENSORS).map(({ name, unit }, k) => {
    const { min, max, final } = rangeOf(columns[k]);
    return [name, formatNumber(min), formatNumber(max), formatNumber(final), unit === "1" ? "" : unit];
  });
  const decimal = { align: "decimal" } as const;
  const titles = [
    { title: "sensor" },
    { title: "min", ...decimal },
    { title: "max", ...decimal },
    { title: "final", ...decimal },
  ];
  const more = header.columns.length - rows.length;
  const shown = events
    .slice(0, MAX_EVENTS)
    .map(({ time, name, who }) => [formatNumber(time), "s", [name, ...who].join(" ")]);
  return [
    bold(path),
    ...formatFields(fields, 2, dim),
    ...(rows.length > 0
      ? formatTable([...titles, { title: "", style: dim }], rows, { indent: 2, titleStyle: dim })
      : []),
    ...(more > 0 ? [dim(`  … and ${more} more`)] : []),
    ...(events.length > 0 ? [dim(`  events (${formatCount(events.length)})`)] : []),
    ...formatTable([decimal, { style: dim }, {}], shown, { indent: 4 }),
    ...(events.length > MAX_EVENTS ? [dim(`    … and ${formatCount(events.length - MAX_EVENTS)} more`)] : []),
  ];
}

function verdictLines({ header, footer }: Recording, r: ReplayResult): string[] {
  const { green, red, yellow, dim } = style(process.stdout);
  if (footer === undefined && r.different === 0) {
    return [
      `${yellow("the recording was cut off")}: ${formatCount(r.steps)} steps simulated again, ${formatCount(r.compared)} numbers before the cut are the same`,
    ];
  }
  if (r.agrees) {
    return [
      `${green("the bits agree")}: ${formatCount(r.steps)} steps simulated again, ${formatCount(r.compared)} numbers and the final state are the same`,
    ];
  }
  const lines = [`${red("the bits differ")}`];
  if (r.recordedHash !== r.hash) {
    lines.push(
      ...formatFields(
        [
          ["recorded", r.recordedHash ?? "no hash: the recording has no end"],
          ["simulated", r.hash],
        ],
        2,
        dim,
      ),
    );
  } else lines.push("  the final state is the same");
  if (r.first !== undefined) {
    const { name, time, step, recorded, simulated } = r.first;
    lines.push(
      `  ${formatCount(r.different)} of ${formatCount(r.compared)} numbers differ, first ${name} at ${formatNumber(time)} s (step ${formatCount(step)}):`,
    );
    lines.push(
      ...formatFields(
        [
          ["recorded", String(recorded)],
          ["simulated", String(simulated)],
        ],
        4,
        dim,
      ),
    );
  }
  if (!r.eventsAgree) lines.push(`  events differ: ${r.recordedEvents} recorded, ${r.events} simulated`);
  if (header.program !== program) lines.push(dim(`  made by ${header.program}, simulated by ${program}`));
  return lines;
}
