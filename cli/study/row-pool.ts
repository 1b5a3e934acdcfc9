/**
 * Threads that run the rows of a study. Rows are handed out in chunks that take about a quarter of a second; a
 * thread that ends (out of memory, a crash) or does not answer in time is replaced, and its rows are tried once more,
 * one by one.
 */
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { type Design, type PackedRow, type Row, type Run, unpackRow } from "stiction/studies";
import { FailedError, firstLine } from "../errors.js";
import { formatSeconds } from "../text/numbers.js";
import type { StudyPackage } from "./study-package.js";

/** Time that a chunk should take, s: messages cost nothing beside it, and little is lost when a thread ends. */
const CHUNK = 0.25;
const MAX_CHUNK = 2000;

export interface PoolOptions {
  readonly threads: number;
  readonly design: Design;
  /** The next run to make, or undefined when there is none. */
  next(): number | undefined;
  /** Takes the results of a chunk; the pool waits for it. */
  take(rows: readonly Row[]): Promise<void> | void;
  stopRequested(): boolean;
}

/** Runs until `next` has no more rows, or a stop is requested. */
export async function runPool(packed: StudyPackage, options: PoolOptions): Promise<void> {
  const threads = new RowThreads(packed, options.threads);
  /** Mean time of a row, s. */
  let pace = CHUNK;
  const chunk = (): number[] => {
    const size = Math.max(1, Math.min(MAX_CHUNK, Math.round(CHUNK / pace)));
    const rows: number[] = [];
    for (let row = options.next(); row !== undefined; row = rows.length < size ? options.next() : undefined)
      rows.push(row);
    return rows;
  };
  const lane = async () => {
    while (!options.stopRequested()) {
      const rows = chunk();
      if (rows.length === 0) return;
      const begin = performance.now();
      const found = await threads.run(rows, options.design);
      pace += 0.5 * ((performance.now() - begin) / 1000 / rows.length - pace);
      await options.take(found);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.threads }, lane));
  } finally {
    await threads.end();
  }
}

/** A run during which its thread ended, twice. */
function lost(design: Design, row: number | Run, error: unknown): Row {
  const message = `the thread ended: ${firstLine(error instanceof Error ? error.message : String(error))}`;
  const run = typeof row === "number" ? design.run(row) : row;
  return {
    ...run,
    state: "failed",
    message,
    steps: 0,
    time: 0,
    status: "",
    wall: 0,
    hash: "",
    metrics: [],
  };
}

/**
 * A thread is the tool itself, which sees that it is one (cli/stiction.ts). From source it is the bundle that runs
 * already (scripts/stiction.mjs), or TypeScript, which tsx has to load.
 */
function startThread(packed: StudyPackage): Worker {
  const bundle = process.env.STICTION_BUNDLE;
  if (bundle !== undefined) return new Worker(new URL(bundle), { workerData: packed });
  const here = import.meta.url;
  if (!here.endsWith(".ts")) return new Worker(new URL("./stiction.js", here), { workerData: packed });
  const file = JSON.stringify(new URL("./study-thread.ts", here).href);
  const loader = JSON.stringify(pathToFileURL(createRequire(here).resolve("tsx/esm/api")).href);
  const boot = `import(${loader}).then(({ register }) => { register(); return import(${file}); })`;
  return new Worker(boot, { eval: true, workerData: packed, execArgv: ["--conditions=source"] });
}

/** What a run may take beyond twice its limit before its thread is ended: for compiling, and on a busy machine; s. */
const GRACE = 5;
/** Longest time of a timer, s. */
const MAX_WAIT = 2e6;

/** Rejects after some time. */
async function tooLate(limit: number, signal: AbortSignal): Promise<never> {
  await sleep(1000 * limit, undefined, { signal }).catch(() => new Promise<never>(() => {}));
  throw new Error(`a step took longer than the limit of ${formatSeconds(limit)}`);
}

/** One thread with the study loaded. */
class StudyThread {
  private readonly worker: Worker;

  private constructor(worker: Worker) {
    this.worker = worker;
  }

  static async start(packed: StudyPackage): Promise<StudyThread> {
    const worker = startThread(packed);
    const first = await answer(worker).catch((error) => ({
      error: `a thread cannot start: ${firstLine(error.message)}`,
    }));
    if (first === "ready") return new StudyThread(worker);
    await worker.terminate();
    throw new FailedError((first as { readonly error: string }).error);
  }

  /** Runs a chunk; `limit` (s) is for all of it, since a step that hangs cannot be stopped from within. */
  async run(rows: readonly (number | Run)[], limit: number): Promise<Row[]> {
    this.worker.postMessage(rows);
    const late = new AbortController();
    const packed = await Promise.race([
      answer(this.worker),
      ...(limit < MAX_WAIT ? [tooLate(limit, late.signal)] : []),
    ]).finally(() => late.abort());
    return (packed as readonly PackedRow[]).map(unpackRow);
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Threads of one study that take chunks as they come. */
export class RowThreads {
  private readonly packed: StudyPackage;
  private readonly free: (StudyThread | undefined)[];
  private readonly waiting: (() => void)[] = [];

  constructor(packed: StudyPackage, count: number) {
    this.packed = packed;
    this.free = new Array<undefined>(count).fill(undefined);
  }

  /** Runs a chunk on a free thread, at most as many at a time as there are threads; a thread that ends is replaced. */
  async run(rows: readonly (number | Run)[], design: Design): Promise<Row[]> {
    while (this.free.length === 0) await new Promise<void>((done) => this.waiting.push(done));
    let thread = this.free.pop();
    const { time = Number.POSITIVE_INFINITY } = this.packed.study.stop ?? {};
    // for a chunk too, which should take no longer than CHUNK: what is cut is run again one by one
    const limit = 2 * time + GRACE;
    try {
      thread ??= await StudyThread.start(this.packed);
      return await thread.run(rows, limit);
    } catch (error) {
      if (error instanceof FailedError) throw error;
      await thread?.end();
      thread = undefined;
      if (rows.length === 1) return [lost(design, rows[0], error)];
      // one by one, so that only the run that ends its thread is lost
      const found: Row[] = [];
      for (const row of rows) {
        thread ??= await StudyThread.start(this.packed);
        try {
          found.push(...(await thread.run([row], limit)));
        } catch (again) {
          await thread.end();
          thread = undefined;
          found.push(lost(design, row, again));
        }
      }
      return found;
    } finally {
      this.free.push(thread);
      this.waiting.shift()?.();
    }
  }

  async end(): Promise<void> {
    for (const thread of this.free.splice(0)) await thread?.end();
  }
}

/** The next message; rejects when the thread ends before. */
function answer(worker: Worker): Promise<unknown> {
  return new Promise((done, fail) => {
    const clean = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
    };
    const onMessage = (message: unknown) => {
      clean();
      done(message);
    };
    const onError = (error: Error) => {
      clean();
      fail(error);
    };
    const onExit = (code: number) => {
      clean();
      fail(new Error(`exit code ${code}`));
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
  });
}
