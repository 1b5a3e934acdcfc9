import type { Exercise, ExerciseFrame, ExerciseReport } from "../types.js";
import { readReport } from "./read-report.js";
import { Sandbox, type SandboxLimits } from "./sandbox.js";

/** What a sandbox needs of an exercise. */
export type SandboxedExercise = Pick<Exercise, "script" | "passMark" | "duration" | "marks">;

/** A script with its state. Nothing that it does is thrown: it ends up in a report. */
export class SandboxRun {
  finished = false;
  private sandbox: Sandbox | undefined;
  /** Why the script was stopped before the first frame. */
  private failure: string | undefined;

  constructor({ script, passMark, duration, marks }: SandboxedExercise, seed: number, limits?: SandboxLimits) {
    try {
      this.sandbox = Sandbox.load(script, limits);
      this.sandbox.call("begin", JSON.stringify({ seed, passMark, duration, marks }));
    } catch (error) {
      this.failure = messageOf(error);
    }
  }

  step(frame: ExerciseFrame): ExerciseReport | undefined {
    if (this.finished) return undefined;
    let failure = this.failure;
    if (failure === undefined)
      try {
        const report = readReport((this.sandbox as Sandbox).call("step", JSON.stringify(frame)));
        this.finished = report.finished;
        return report;
      } catch (error) {
        failure = messageOf(error);
      }
    this.finished = true;
    return stoppedReport(frame.time, failure);
  }

  close(): void {
    this.finished = true;
    this.sandbox?.close();
    this.sandbox = undefined;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The last report of a script that was stopped. */
export function stoppedReport(time: number, why: string): ExerciseReport {
  const text = `the script was stopped: ${why}`;
  return {
    progress: 0,
    messages: [{ time, level: "error", text }],
    events: [{ time, kind: "script-stopped", text, points: 0 }],
    finished: true,
    grade: { score: 0, passed: false, items: [] },
  };
}
