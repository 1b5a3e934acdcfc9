/** The thread of one script: frames in, reports out. A script that hangs within the interpreter hangs here only. */
import { type MessagePort, workerData } from "node:worker_threads";
import type { ExerciseFrame } from "../types.js";
import { prepareSandbox } from "./sandbox.js";
import { SandboxRun } from "./sandbox-run.js";
import type { ThreadAnswer, ThreadSetup } from "./script-thread.js";

const { exercise, seed, past, signal, port } = workerData as ThreadSetup & { readonly port: MessagePort };
const answered = new Int32Array(signal);

void prepareSandbox().then(() => {
  const run = new SandboxRun(exercise, seed);
  for (const frame of past) run.step(frame);
  tell({ report: undefined, finished: run.finished });
  port.on("message", (frame: ExerciseFrame) => {
    const report = run.step(frame);
    tell({ report, finished: run.finished });
  });
});

function tell(answer: ThreadAnswer): void {
  port.postMessage(answer);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
}
