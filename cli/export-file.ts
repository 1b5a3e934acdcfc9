/** Work of `stiction export` for formats that are one file: glb, parquet, hdf5, mjcf, urdf. */
import { dirname, join } from "node:path";
import { COUNTER, type Data, type Model } from "stiction";
import type { Recorder } from "stiction/io";
import { allocate } from "./allocate.js";
import type { ExportOptions } from "./commands/export.js";
import { EXIT, FailedError, InputError, systemReason } from "./errors.js";
import { makeFolders } from "./folders.js";
import { onInterrupt } from "./interrupt.js";
import { writeOutput } from "./output-file.js";
import { compileScene } from "./scene-settings.js";
import { simulate, stepsFor } from "./simulate.js";
import { formatBytes, formatCount } from "./text/numbers.js";
import { createProgress } from "./text/progress.js";
import { style } from "./text/style.js";
import { formatFields } from "./text/table.js";

/** Default number of states per simulated second. */
const RATE = 50;
/** Steps are counted in 32 bits. */
const MAX_STEPS = 2 ** 31 - 1;

interface Written {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What of the scene is not in the file. */
  readonly notes: readonly string[];
  readonly states?: number;
  readonly code: number;
}

export async function exportFile(argument: string, options: ExportOptions): Promise<number> {
  const { model, loaded } = await compileScene(argument, options);
  const written = await (options.format === "mjcf" || options.format === "urdf"
    ? exportModel(model, options)
    : exportRun(model, loaded.label, options));
  for (const [path, bytes] of written.files) {
    await makeFolders(dirname(path)).catch((error) => {
      throw new FailedError(`cannot make the folder ${dirname(path)}: ${systemReason(error)}`, { cause: error });
    });
    await writeOutput(path, bytes);
  }
  report(model, options, written);
  return written.code;
}

async function exportModel(model: Model, { format, out }: ExportOptions): Promise<Written> {
  if (model.planar)
    throw new InputError(
      `${model.name}: a planar scene has no masses and inertias of space; ${format.toUpperCase()} needs them`,
    );
  const encode = (text: string) => new TextEncoder().encode(text);
  if (format === "mjcf") {
    const { exportMjcf } = await import("../export/mjcf.js");
    const { text, notes } = exportMjcf(model);
    return { files: new Map([[out, encode(text)]]), notes, code: EXIT.ok };
  }
  const { exportUrdf } = await import("../export/urdf.js");
  const { text, notes, files } = exportUrdf(model, `${model.name}_meshes`);
  const beside = [...files].map(([name, bytes]) => [join(dirname(out), name), bytes] as const);
  return { files: new Map([[out, encode(text)], ...beside]), notes, code: EXIT.ok };
}

/** Simulates and takes states. */
async function exportRun(model: Model, label: string, options: ExportOptions): Promise<Written> {
  const { timestep } = model.options;
  const steps = stepsFor(model.spec.duration, timestep);
  if (steps > MAX_STEPS)
    throw new InputError(
      `${label}: ${model.spec.duration} s in steps of ${timestep} s are more than ${MAX_STEPS} steps`,
    );
  if (options.format === "parquet" && model.sensors.columns.length === 0)
    throw new InputError(`${label}: the scene has no sensors; add some with --set sensors=…`);
  const every = options.every ?? (options.format === "parquet" ? 1 : Math.max(1, Math.round(1 / (RATE * timestep))));
  const writer = await createWriter(model, options.format);
  const data = allocate(model, label);
  const progress = createProgress(options.quiet === true);
  const interrupt = onInterrupt(async () => {});
  try {
    const result = await simulate(model, data, {
      steps,
      recorders: [recorderOf(writer.take, every)],
      realtime: null,
      stopRequested: () => interrupt.requested,
      onProgress: (done) => progress.update(done, steps, data.clock[0]),
    });
    progress.end();
    const bytes = await writer.finish();
    const code = result.stopped === "interrupted" ? interrupt.exitCode : EXIT.ok;
    return { files: new Map([[options.out, bytes]]), notes: [], states: writer.count(), code };
  } finally {
    progress.end();
    interrupt.end();
  }
}

interface Writer {
  take(data: Data): void;
  count(): number;
  finish(): Promise<Uint8Array>;
}

async function createWriter(model: Model, format: ExportOptions["format"]): Promise<Writer> {
  if (format === "parquet") {
    const { createParquetExport } = await import("../export/parquet.js");
    const table = createParquetExport(model);
    return { take: (data) => table.row(data), count: () => table.rows, finish: () => table.finish() };
  }
  if (format === "hdf5") {
    const { createHdf5Export } = await import("../export/hdf5.js");
    const states = createHdf5Export(model);
    return { take: (data) => states.take(data), count: () => states.states, finish: async () => states.finish() };
  }
  const { createGlbExport } = await import("../export/glb.js");
  const series = createGlbExport(model);
  return { take: (data) => series.frame(data), count: () => series.frames, finish: async () => series.finish() };
}

/** Takes states at the start and after every n-th step. */
function recorderOf(take: (data: Data) => void, every: number): Recorder {
  let last = -1;
  return {
    record(data: Data) {
      const step = data.counter[COUNTER.steps];
      if (step === last || step % every !== 0) return;
      last = step;
      take(data);
    },
    events() {
      // states only
    },
    waiting: 0,
    flush: async () => {},
    close: () => Promise.reject(new Error("an export has no footer")),
  };
}

function report(model: Model, options: ExportOptions, { files, notes, states }: Written): void {
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  if (options.json) {
    const summary = {
      scene: model.name,
      format: options.format,
      files: [...files.keys()],
      bytes,
      ...(states === undefined ? {} : { states }),
      notes,
    };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    return;
  }
  if (options.quiet) return;
  const { bold, dim, yellow } = style(process.stdout);
  const fields: [string, string][] = [
    ["scene", model.name],
    ...(states === undefined ? [] : [["states", formatCount(states)] as [string, string]]),
    ["written", `${formatCount(files.size)} ${files.size === 1 ? "file" : "files"}, ${formatBytes(bytes)}`],
  ];
  const lines = [bold(options.out), ...formatFields(fields, 2, dim)];
  if (notes.length > 0) lines.push(yellow(`  not in the file: ${notes.length}`), ...notes.map((note) => `    ${note}`));
  process.stdout.write(`${lines.join("\n")}\n`);
}
