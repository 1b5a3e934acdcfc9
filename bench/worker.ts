/**
 * The process in which one engine runs one scene: `stiction bench-worker <json>`, started by `runBench`. One process
 * each, so that no engine inherits another's heap, compiled code or threads.
 */
import { engines } from "./engines/index.js";
import { type Measurement, type MeasureOptions, measureTest } from "./measure.js";
import { probes } from "./probes/index.js";
import { Refusal } from "./scene.js";
import { benchTests } from "./scenes/index.js";

export interface Job extends MeasureOptions {
  readonly scene: string;
  readonly engine: string;
}

/** What the worker sends back. */
export type Reply =
  | ({ readonly ok: true; readonly version: string; readonly settings: string } & Measurement)
  | { readonly ok: false; readonly reason: string; readonly refused?: boolean };

export async function runJob(job: Job): Promise<Reply> {
  try {
    return await attempt(job);
  } catch (error) {
    const first = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const absent = /Cannot find (?:package|module) '([^']+)'/.exec(first)?.[1];
    const reason = absent === undefined ? first : `not installed: npm install ${absent}`;
    return { ok: false, reason, refused: error instanceof Refusal };
  }
}

async function attempt({ scene: sceneName, engine: engineName, ...options }: Job): Promise<Reply> {
  const engine = engines.find((candidate) => candidate.name === engineName);
  if (engine === undefined) return { ok: false, reason: `unknown engine "${engineName}"` };
  const probe = probes.find((candidate) => candidate.name === sceneName);
  if (probe !== undefined) {
    const { version } = await engine.load();
    return { ok: true, version, settings: probe.settings, ...(await probe.run(options.steps ?? probe.rounds)) };
  }
  const test = benchTests.find((candidate) => candidate.name === sceneName);
  if (test === undefined) return { ok: false, reason: `unknown scene "${sceneName}"` };
  const loaded = await engine.load();
  const { note, ...measurement } = measureTest(loaded, test, options);
  const settings = [engine.settings, note].filter(Boolean).join("; ");
  return { ok: true, version: loaded.version, settings, ...measurement };
}

/** Entry of the hidden command: runs the job and hands the reply to the parent, or prints it when there is none. */
export async function workerMain(json: string): Promise<void> {
  const reply = await runJob(JSON.parse(json) as Job);
  if (process.send === undefined) {
    console.log(JSON.stringify(reply));
    return;
  }
  await new Promise<void>((resolve) => process.send?.(reply, () => resolve()));
  process.disconnect();
}
