/**
 * The process in which one engine runs one scene: `stiction bench-worker <json>`, started by `runBench`. One process each, so that
 * no engine inherits another's heap, compiled code or threads.
 */
import { engines } from "./engines/index.js";
import { type Measurement, measureScene } from "./measure.js";
import { probes } from "./probes/index.js";
import { benchScenes } from "./scenes.js";

export interface Job {
  readonly scene: string;
  readonly engine: string;
  /** Steps to run; the scene's own number when absent. */
  readonly steps?: number;
}

/** What the worker sends back. */
export type Reply =
  | ({ readonly ok: true; readonly version: string; readonly settings: string } & Measurement)
  | { readonly ok: false; readonly reason: string };

export async function runJob(job: Job): Promise<Reply> {
  try {
    return await attempt(job);
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.split("\n")[0] : String(error) };
  }
}

async function attempt({ scene: sceneName, engine: engineName, steps }: Job): Promise<Reply> {
  const engine = engines.find((candidate) => candidate.name === engineName);
  if (engine === undefined) return { ok: false, reason: `unknown engine "${engineName}"` };
  const probe = probes.find((candidate) => candidate.name === sceneName);
  if (probe !== undefined) {
    const { version } = await engine.load();
    return { ok: true, version, settings: probe.settings, ...(await probe.run(steps ?? probe.rounds)) };
  }
  const scene = benchScenes.find((candidate) => candidate.name === sceneName);
  if (scene === undefined) return { ok: false, reason: `unknown scene "${sceneName}"` };
  const loaded = await engine.load();
  const reason = loaded.refuse?.(scene);
  if (reason !== undefined) return { ok: false, reason };
  const settings = [engine.settings, engine.family === "stiction" ? scene.own?.note : undefined]
    .filter(Boolean)
    .join("; ");
  return { ok: true, version: loaded.version, settings, ...measureScene(loaded, scene, steps ?? scene.steps) };
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
