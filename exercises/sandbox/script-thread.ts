import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ExerciseFrame, ExerciseReport } from "../types.js";
import { type SandboxedExercise, stoppedReport } from "./sandbox-run.js";

/** What the thread begins with. */
export interface ThreadSetup {
  readonly exercise: SandboxedExercise;
  readonly seed: number;
  /** Frames that the script gets first, without a report. */
  readonly past: readonly ExerciseFrame[];
  /** A number that counts answers. */
  readonly signal: SharedArrayBuffer;
}

/** What the thread says after each frame, and once when it is ready. */
export interface ThreadAnswer {
  readonly report: ExerciseReport | undefined;
  readonly finished: boolean;
}

/** How long the host waits. Tests of machines without load may wait less. */
export interface ThreadPatience {
  /** For the report of a frame, ms: what comes later is returned by the next step. */
  readonly answer: number;
  /** For any word of a script that has a frame, ms: then the thread is ended. */
  readonly silence: number;
  /** For the thread to begin and to take past frames, ms. */
  readonly start: number;
}

/** A frame is answered in under a millisecond; a step's budget of instructions takes about a second on a busy machine. */
export const PATIENCE: ThreadPatience = { answer: 4, silence: 30_000, start: 180_000 };

/** Heap of the thread beside the sandbox, MB. */
const HEAP = 64;

let fromSources: string | undefined;

/**
 * What the thread runs: the built module, or from the sources one piece that is made here. It is no module with a loader
 * that strips types, since such a loader waits for the host's thread, which waits for the answer.
 */
function threadCode(): { readonly file: string } | { readonly code: string } {
  if (!import.meta.url.endsWith(".ts")) return { file: fileURLToPath(new URL("./thread.js", import.meta.url)) };
  if (fromSources === undefined) {
    const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
    const { outputFiles } = buildSync({
      entryPoints: [fileURLToPath(new URL("./thread.ts", import.meta.url))],
      bundle: true,
      write: false,
      format: "cjs",
      platform: "node",
      external: ["quickjs-emscripten"],
    });
    // code without a file resolves packages from the working directory; this makes it do so from here
    const base = JSON.stringify(import.meta.url);
    fromSources = `(function (require) {${outputFiles[0].text}\n})(require("node:module").createRequire(${base}));`;
  }
  return { code: fromSources };
}

/** A script in a thread of its own, asked synchronously but never waited for for long. */
export class ScriptThread {
  finished = false;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly answered: Int32Array;
  private readonly patience: ThreadPatience;
  /** The answer that says that the thread is ready is one, too. */
  private expected = 1;
  private taken = 0;
  private quietSince = performance.now();
  private lastTime = 0;
  private readonly watch: NodeJS.Timeout;
  private closed = false;
  private waiting: ExerciseReport | undefined;
  private hear: (() => void) | null = null;

  constructor(exercise: SandboxedExercise, seed: number, past: readonly ExerciseFrame[], patience = PATIENCE) {
    this.patience = patience;
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    const { script, passMark, duration, marks } = exercise;
    const setup = { exercise: { script, passMark, duration, marks }, seed, past, signal, port: port2 };
    const thread = threadCode();
    this.worker = new Worker("file" in thread ? thread.file : thread.code, {
      eval: "code" in thread,
      workerData: setup,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      // a script's thread has no business with the host's environment
      env: {},
      execArgv: [],
    });
    this.worker.unref();
    this.port = port1;
    this.port.unref();
    this.answered = new Int32Array(signal);
    this.worker.on("error", (error) => this.stop(`its thread failed: ${error.message}`));
    this.watch = setInterval(() => this.check(), 1000);
    this.watch.unref();
  }

  /** Frames that are not answered yet. */
  get behind(): number {
    return this.finished ? 0 : this.expected - Math.max(1, this.taken);
  }

  /** Called when answers come while nobody waits for them. */
  get onAnswer(): (() => void) | null {
    return this.hear;
  }

  set onAnswer(hear: (() => void) | null) {
    if (this.hear === null && hear !== null) {
      this.port.on("message", (answer: ThreadAnswer) => {
        if (this.closed) return;
        this.accept(answer);
        this.hear?.();
      });
      this.port.unref();
    }
    this.hear = hear;
  }

  /** Gives the script a frame; what it has said by now. */
  step(frame: ExerciseFrame): ExerciseReport | undefined {
    if (this.finished) return this.take();
    // a thread that has nothing to answer is not silent
    if (this.expected === this.taken) this.quietSince = performance.now();
    this.lastTime = frame.time;
    this.port.postMessage(frame);
    this.expected++;
    this.wait(this.patience.answer);
    this.check();
    return this.take();
  }

  /** Waits until everything is answered, or for so many ms. */
  wait(longest: number): void {
    const end = performance.now() + longest;
    this.receive();
    while (this.taken < this.expected && !this.finished) {
      const left = end - performance.now();
      if (left <= 0) return;
      // in pieces: a thread that hangs is ended while the host waits for it
      Atomics.wait(this.answered, 0, this.taken, Math.min(left, 250));
      this.check();
    }
  }

  /** What the script has said since the last time. */
  take(): ExerciseReport | undefined {
    const report = this.waiting;
    this.waiting = undefined;
    return report;
  }

  close(): void {
    this.finished = true;
    this.closed = true;
    clearInterval(this.watch);
    this.port.close();
    void this.worker.terminate();
  }

  private receive(): void {
    for (let got = receiveMessageOnPort(this.port); got !== undefined; got = receiveMessageOnPort(this.port))
      this.accept(got.message as ThreadAnswer);
  }

  private accept({ report, finished }: ThreadAnswer): void {
    this.taken++;
    this.quietSince = performance.now();
    if (report !== undefined) this.waiting = joined(this.waiting, report);
    this.finished ||= finished;
  }

  private check(): void {
    if (this.finished) return;
    this.receive();
    const { silence, start } = this.patience;
    if (this.taken < this.expected && performance.now() - this.quietSince > (this.taken === 0 ? start : silence))
      this.stop("it hung: the sandbox gave no answer");
  }

  private stop(why: string): void {
    if (this.finished) return;
    this.waiting = joined(this.waiting, stoppedReport(this.lastTime, why));
    this.close();
    this.hear?.();
  }
}

/** Two reports as one. */
function joined(before: ExerciseReport | undefined, after: ExerciseReport): ExerciseReport {
  if (before === undefined) return after;
  return {
    ...after,
    messages: [...before.messages, ...after.messages],
    events: [...before.events, ...after.events],
  };
}
