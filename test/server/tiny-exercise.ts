/** An exercise for tests: done when the sensor `depth` has been at 1; each touch costs ten points. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise, ExerciseFrame, ExerciseReport, ExerciseRun } from "../../exercises/types.js";
import type { ExerciseLoader } from "../../server/exercises/catalogue.js";

export const TINY = "tiny";

/** Writes the folder of the exercise. */
export function writeTiny(folder: string): void {
  mkdirSync(join(folder, TINY), { recursive: true });
  writeFileSync(join(folder, TINY, "exercise.yaml"), "id: tiny\n");
  writeFileSync(join(folder, TINY, "task.md"), "# Task\n\nDig to **1 m**.\n");
  writeFileSync(join(folder, TINY, "script.ts"), "export default {};\n");
}

export const tinyLoader: ExerciseLoader = {
  load: async (folder): Promise<Exercise> => ({
    folder,
    id: TINY,
    title: "Tiny trench",
    summary: "Dig to 1 m.",
    machine: "wheeled-excavator",
    scene: { name: "excavator", params: { script: false } },
    duration: 60,
    passMark: 60,
    languages: ["en"],
    documents: [{ path: "task.md", title: "Task", type: "markdown", file: join(folder, "task.md") }],
    sensors: { depth: "depth" },
    marks: {},
    surveys: {},
    keepAway: [],
    script: { code: "", map: "", files: [] },
  }),
  start: (): ExerciseRun => new TinyRun(),
  resume: (_exercise, _seed, frames): ExerciseRun => {
    const run = new TinyRun();
    for (const frame of frames) run.step(frame);
    return run;
  },
};

class TinyRun implements ExerciseRun {
  finished = false;
  readonly behind = 0;
  onAnswer = null;
  closed = false;
  private touches = 0;
  private steps = 0;

  step({ time, sensors, events }: ExerciseFrame): ExerciseReport | undefined {
    if (this.finished) return undefined;
    this.steps++;
    const touched = events.filter(({ kind }) => kind === "touch").length;
    this.touches += touched;
    const progress = Math.min(1, Math.max(0, sensors.depth ?? 0));
    this.finished = progress >= 1;
    const score = Math.max(0, 100 - 10 * this.touches);
    return {
      progress,
      messages: touched > 0 ? [{ time, level: "warn", text: "You have touched the pipe." }] : [],
      events: touched > 0 ? [{ time, kind: "touched", text: "Pipe touched", points: -10 * touched }] : [],
      finished: this.finished,
      ...(this.finished && {
        grade: {
          score,
          passed: score >= 60,
          // frames that the script has had: a frame that was lost or doubled shows here
          items: [{ id: "steps", title: "Frames", value: this.steps, unit: "1", points: score, most: 100 }],
        },
      }),
    };
  }

  take(): undefined {
    return undefined;
  }

  save(): Uint8Array {
    return new Uint8Array(0);
  }

  close(): void {
    this.closed = true;
  }
}
