import { existsSync, watch } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { METRICS, sessionMetrics } from "../assess/metrics.js";
import { writeReport } from "../assess/write-report.js";
import { readDriver } from "../driver.js";
import { ExerciseError } from "../errors.js";
import { runHeadless, type SessionResult } from "../headless.js";
import { loadExercise } from "../load.js";
import { packRecord, unpackRecord } from "../record.js";
import { PATIENT, startExercise } from "../run.js";
import { findExercise } from "./find.js";

/** Options of a run. */
export interface RunExerciseOptions {
  readonly inputs?: string;
  readonly record?: string;
  readonly report?: string;
  readonly seed: number;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Runs an exercise with a driver; returns the exit code: 0 passed, 1 not passed. */
export async function runExercise(name: string, options: RunExerciseOptions): Promise<number> {
  const folder = findExercise(name);
  if (options.watch !== true) return (await runOnce(folder, options)).code;
  for (;;) {
    let files = [join(folder, "exercise.yaml"), join(folder, "script.ts")];
    try {
      files = [...files, ...(await runOnce(folder, options)).files];
    } catch (error) {
      if (!(error instanceof ExerciseError)) throw error;
      process.stderr.write(`${error.message}\n`);
    }
    process.stdout.write("waiting for a change; Ctrl-C ends\n");
    await changeOf(files);
  }
}

/** Resolves when one of the files changes. */
function changeOf(files: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const names = new Set(files.map((file) => basename(file)));
    const watchers = [...new Set(files.map((file) => dirname(file)))].map((folder) =>
      watch(folder, (_, file) => {
        if (file === null || !names.has(file)) return;
        for (const watcher of watchers) watcher.close();
        // editors write in several pieces
        setTimeout(resolve, 100);
      }),
    );
  });
}

async function runOnce(
  folder: string,
  options: RunExerciseOptions,
): Promise<{ code: number; files: readonly string[] }> {
  const exercise = await loadExercise(folder);
  const inputs = options.inputs === undefined ? join(folder, "reference.yaml") : inputsFile(options.inputs, folder);
  const driver = existsSync(inputs) ? readDriver(parse(await readFile(inputs, "utf8")), inputs) : undefined;
  if (driver === undefined && options.inputs !== undefined)
    throw new ExerciseError(`there is no file ${options.inputs}`);
  const quiet = options.json === true;
  const result = await runHeadless(exercise, {
    seed: options.seed,
    ...(driver && { driver }),
    onReport: (report) => {
      if (!quiet)
        for (const { time, level, text } of report.messages)
          print(`${time.toFixed(1).padStart(6)} s  ${level.padEnd(5)}  ${text}`);
      return false;
    },
  });
  if (options.record !== undefined)
    await writeFile(options.record, packRecord({ exercise: exercise.id, seed: result.seed, frames: result.frames }));
  if (options.report !== undefined) await writeReport(result, options.report);
  tell(result, quiet);
  return { code: result.grade?.passed ? 0 : 1, files: exercise.script.files };
}

/** A file, or one of the exercise's folder. */
function inputsFile(path: string, folder: string): string {
  const own = join(folder, path);
  return !existsSync(path) && existsSync(own) ? own : path;
}

/** Gives the frames of a saved session to its script again; returns the exit code. */
export async function replaySession(
  file: string,
  folder: string | undefined,
  { report, json }: { readonly report?: string; readonly json?: boolean },
): Promise<number> {
  const bytes = await readFile(file).catch(() => {
    throw new ExerciseError(`cannot read ${file}`);
  });
  const result = await gradeAgain(bytes, folder);
  if (report !== undefined) await writeReport(result, report);
  tell(result, json === true);
  return result.grade?.passed ? 0 : 1;
}

/** The session of a record, graded again. */
export async function gradeAgain(bytes: Uint8Array, folder?: string): Promise<SessionResult> {
  const record = unpackRecord(bytes);
  const exercise = await loadExercise(findExercise(folder ?? record.exercise));
  if (exercise.id !== record.exercise)
    throw new ExerciseError(`this session is one of "${record.exercise}", not of "${exercise.id}"`);
  const run = startExercise(exercise, { seed: record.seed }, PATIENT);
  const reports = record.frames.flatMap((frame) => run.step(frame) ?? []);
  run.close();
  return {
    exercise,
    seed: record.seed,
    frames: record.frames,
    messages: reports.flatMap(({ messages }) => messages),
    events: reports.flatMap(({ events }) => events),
    progress: reports.at(-1)?.progress ?? 0,
    grade: reports.at(-1)?.grade,
  };
}

function tell({ exercise, seed, frames, messages, events, progress, grade }: SessionResult, json: boolean): void {
  const metrics = sessionMetrics(frames);
  if (json) {
    print(JSON.stringify({ exercise: exercise.id, seed, progress, grade, metrics, messages, events }, null, 2));
    return;
  }
  print("");
  for (const { title, value, unit, points, most } of grade?.items ?? [])
    print(`${`${points} of ${most}`.padStart(12)}  ${title}: ${Number(value.toFixed(3))} ${unit}`.trimEnd());
  print(`${exercise.title}: ${grade?.score ?? 0} of 100, ${grade?.passed ? "passed" : "not passed"}`);
  const figures = Object.entries(METRICS).map(([name, { title, unit, digits }]) =>
    `${title} ${metrics[name as keyof typeof metrics].toFixed(digits)} ${unit}`.trim(),
  );
  print(figures.join(" · "));
}

const print = (line: string) => process.stdout.write(`${line}\n`);
