import { fork } from "node:child_process";
import { engines } from "./engines/index.js";
import { probes } from "./probes/index.js";
import { GROUPS, type WorkPoint } from "./scene.js";
import { benchTests } from "./scenes/index.js";
import type { Job, Reply } from "./worker.js";

/** A line of the comparison. Without a measurement the numbers are null and `error` gives the reason. */
export interface BenchRow {
  readonly scene: string;
  readonly engine: string;
  readonly version: string | null;
  readonly settings: string | null;
  readonly steps: number | null;
  readonly cpuMsMean: number | null;
  readonly cpuMsP99: number | null;
  /** This engine's time over that of the fastest engine of another family in the run. */
  readonly ratio: number | null;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly hash: string | null;
  /** Error over time, in tests of work and precision. */
  readonly curve?: readonly WorkPoint[];
  readonly error?: string;
  /** The engine cannot express the scene; not a failure. */
  readonly refused?: boolean;
}

export interface BenchOptions {
  /** The file that runs the tool: children are started with it and `bench-worker`. */
  readonly entry: string;
  readonly scenes: readonly string[];
  readonly engines: readonly string[];
  readonly steps?: number;
  /** Fewer repetitions and steps. */
  readonly quick?: boolean;
  /** Flags of Node for the children. */
  readonly flags?: readonly string[];
  /** Timeout of a child, ms. */
  readonly timeout?: number;
  readonly started?: (scene: string, engine: string) => void;
}

/**
 * WebAssembly is compiled wholly and optimised before the first step: otherwise the first few hundred steps of the
 * other engines are two to four times slower.
 */
const FLAGS = ["--no-liftoff", "--no-wasm-tier-up", "--no-wasm-lazy-compilation", "--expose-gc"];

/** Engines that take part in a scene by default: a probe measures Stiction alone. */
export function enginesFor(scene: string, wanted: readonly string[]): string[] {
  const own = probes.some((probe) => probe.name === scene);
  if (own) return ["stiction"];
  return engines.map((engine) => engine.name).filter((name) => wanted.length === 0 || wanted.includes(name));
}

/** Names that `runBench` takes. */
export function benchNames(): { name: string; title: string; group: string; compared: boolean }[] {
  return [
    ...benchTests.map(({ name, title, group }) => ({ name, title, group: GROUPS[group], compared: true })),
    ...probes.map(({ name, title }) => ({ name, title, group: "Stiction alone", compared: false })),
  ];
}

/** Runs scene after scene, in each engine after engine; yields the rows of a scene when all its engines are done. */
export async function* runBench(options: BenchOptions): AsyncGenerator<BenchRow[]> {
  for (const scene of options.scenes) {
    const replies: [string, Reply][] = [];
    for (const engine of enginesFor(scene, options.engines)) {
      options.started?.(scene, engine);
      const job = { scene, engine, steps: options.steps, quick: options.quick };
      replies.push([engine, await runChild(job, options)]);
    }
    yield replies.map(([engine, reply]) => rowOf(scene, engine, reply, replies));
  }
}

function rowOf(scene: string, engine: string, reply: Reply, all: readonly [string, Reply][]): BenchRow {
  const empty = {
    version: null,
    settings: null,
    steps: null,
    cpuMsMean: null,
    cpuMsP99: null,
    ratio: null,
    hash: null,
  };
  if (!reply.ok) return { scene, engine, ...empty, figures: {}, error: reply.reason, refused: reply.refused ?? false };
  const family = (name: string) => engines.find((candidate) => candidate.name === name)?.family;
  const others = all.flatMap(([name, other]) => (other.ok && family(name) !== family(engine) ? [other.cpuMsMean] : []));
  const { ok: _ok, ...rest } = reply;
  return { scene, engine, ratio: others.length === 0 ? null : reply.cpuMsMean / Math.min(...others), ...rest };
}

function runChild(job: Job, { entry, flags = FLAGS, timeout = 600_000 }: BenchOptions): Promise<Reply> {
  return new Promise((resolve) => {
    const child = fork(entry, ["bench-worker", JSON.stringify(job)], { execArgv: [...flags], silent: true });
    let reply: Reply | undefined;
    let output = "";
    const timer = setTimeout(() => {
      reply ??= { ok: false, reason: `gave no result within ${Math.round(timeout / 1000)} s` };
      child.kill("SIGKILL");
    }, timeout);
    child.on("message", (message) => {
      reply = message as Reply;
    });
    child.stderr?.on("data", (chunk) => {
      output = (output + chunk).slice(-2000);
    });
    child.on("error", (error) => {
      reply ??= { ok: false, reason: error.message };
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const last = output.trim().split("\n").pop();
      resolve(reply ?? { ok: false, reason: `ended with ${signal ?? `code ${code}`}${last ? `: ${last}` : ""}` });
    });
  });
}
