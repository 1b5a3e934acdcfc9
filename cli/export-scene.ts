/** Work of `stiction export`. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { COUNTER, type Data, stateHash } from "stiction";
import { createParaViewExport, type ExportedFile, exactJson, type Recorder } from "stiction/io";
import { allocate } from "./allocate.js";
import type { ExportOptions } from "./commands/export.js";
import { EXIT, FailedError, InputError, systemReason } from "./errors.js";
import { makeFolders } from "./folders.js";
import { onInterrupt } from "./interrupt.js";
import { writeOutput } from "./output-file.js";
import { compileScene } from "./scene-settings.js";
import { simulate, stepsFor } from "./simulate.js";
import { formatBytes, formatCount, formatNumber } from "./text/numbers.js";
import { createProgress } from "./text/progress.js";
import { style } from "./text/style.js";
import { formatFields } from "./text/table.js";

/** Default number of states per simulated second. */
const RATE = 50;
/** Steps are counted in 32 bits. */
const MAX_STEPS = 2 ** 31 - 1;

/** What `export --json` prints. Times in s. */
interface ExportSummary {
  readonly scene: string;
  readonly collection: string;
  readonly states: number;
  readonly files: number;
  readonly bytes: number;
  readonly every: number;
  readonly steps: number;
  readonly time: number;
  readonly stopped: string;
  readonly volumetric: boolean;
  readonly hash: string;
}

/** Simulates and writes; returns the exit code. */
export async function exportScene(argument: string, options: ExportOptions): Promise<number> {
  const { model, loaded } = await compileScene(argument, options);
  const { timestep } = model.options;
  const steps = stepsFor(model.spec.duration, timestep);
  if (steps > MAX_STEPS) {
    throw new InputError(
      `${loaded.label}: ${model.spec.duration} s in steps of ${timestep} s are more than ${MAX_STEPS} steps`,
    );
  }
  const every = options.every ?? Math.max(1, Math.round(1 / (RATE * timestep)));
  await makeFolder(options.out);
  const data = allocate(model, loaded.label);
  const series = createParaViewExport(model, { encoding: options.ascii ? "ascii" : "base64" });
  const files = fileQueue(options.out);
  const recorder = takeStates(series, every, files);
  const progress = createProgress(options.quiet === true);
  const interrupt = onInterrupt(async () => {});
  try {
    const result = await simulate(model, data, {
      steps,
      recorders: [recorder],
      realtime: null,
      stopRequested: () => interrupt.requested,
      onProgress: (done) => progress.update(done, steps, data.clock[0]),
    });
    progress.end();
    const collection = series.collection();
    files.add([collection]);
    await files.flush();
    const volumetric = model.systems.volumetric.active === true;
    const summary: ExportSummary = {
      scene: model.name,
      collection: join(options.out, collection.name),
      states: series.frames,
      files: files.count,
      bytes: files.bytes,
      every,
      steps: data.counter[COUNTER.steps],
      time: data.clock[0],
      stopped: result.stopped,
      volumetric,
      hash: stateHash(data),
    };
    if (options.json) process.stdout.write(`${exactJson(summary, 2)}\n`);
    else if (!options.quiet) process.stdout.write(`${summaryLines(summary).join("\n")}\n`);
    return result.stopped === "interrupted" ? interrupt.exitCode : EXIT.ok;
  } finally {
    progress.end();
    interrupt.end();
  }
}

async function makeFolder(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isDirectory()) throw new FailedError(`cannot write to ${path}: is a file`);
  try {
    await makeFolders(path);
  } catch (error) {
    throw new FailedError(`cannot make the folder ${path}: ${systemReason(error)}`, { cause: error });
  }
}

interface FileQueue {
  readonly count: number;
  readonly bytes: number;
  /** Characters that wait to be written. */
  readonly waiting: number;
  add(files: readonly ExportedFile[]): void;
  flush(): Promise<void>;
}

function fileQueue(folder: string): FileQueue {
  let queue: ExportedFile[] = [];
  let waiting = 0;
  let count = 0;
  let bytes = 0;
  return {
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    get waiting() {
      return waiting;
    },
    add(files) {
      for (const file of files) {
        queue.push(file);
        waiting += file.content.length;
      }
    },
    async flush() {
      const files = queue;
      queue = [];
      waiting = 0;
      for (const { name, content } of files) {
        const encoded = new TextEncoder().encode(content);
        await writeOutput(join(folder, name), encoded);
        count++;
        bytes += encoded.length;
      }
    },
  };
}

/** Records states at the start and after every n-th step. */
function takeStates(series: ReturnType<typeof createParaViewExport>, every: number, files: FileQueue): Recorder {
  let last = -1;
  return {
    record(data: Data) {
      const step = data.counter[COUNTER.steps];
      if (step === last || step % every !== 0) return;
      last = step;
      files.add(series.frame(data));
    },
    events() {
      // states only
    },
    get waiting() {
      return files.waiting;
    },
    flush: () => files.flush(),
    close: () => Promise.reject(new Error("an export has no footer")),
  };
}

function summaryLines(s: ExportSummary): string[] {
  const { bold, dim, yellow } = style(process.stdout);
  return [
    bold(s.collection),
    ...formatFields(
      [
        ["scene", s.scene],
        ["states", `${formatCount(s.states)}, every ${s.every === 1 ? "step" : `${formatCount(s.every)} steps`}`],
        ["simulated", `${formatNumber(s.time)} s in ${formatCount(s.steps)} steps`],
        ["written", `${formatCount(s.files)} files, ${formatBytes(s.bytes)}`],
        ["hash", s.hash],
      ],
      2,
      dim,
    ),
    ...(s.volumetric ? [] : [yellow("  no volumetric contact in this scene: shapes only")]),
    ...(s.stopped === "interrupted" ? [yellow("  interrupted")] : []),
  ];
}
