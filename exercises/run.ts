import { ExerciseError } from "./errors.js";
import { packRecord, unpackRecord } from "./record.js";
import { PATIENCE, ScriptThread, type ThreadPatience } from "./sandbox/script-thread.js";
import type { Exercise, ExerciseFrame, ExerciseReport, ExerciseRun, RunOptions } from "./types.js";

/**
 * Starts an exercise. Its script runs in a sandbox in a thread of its own; whatever it does ends up in a report. `step`
 * waits 4 ms for the report of its frame, unless it is told to be `PATIENT` or `PROMPT`; what comes later, the next step
 * returns.
 */
export function startExercise(exercise: Exercise, { seed }: RunOptions, patience?: ThreadPatience): ExerciseRun {
  return new ThreadRun(exercise, seed, [], patience);
}

/** Starts an exercise where a saved one was: the script gets the same frames again, and so comes to the same point. */
export function resumeExercise(exercise: Exercise, bytes: Uint8Array, patience?: ThreadPatience): ExerciseRun {
  const record = unpackRecord(bytes);
  if (record.exercise !== exercise.id)
    throw new ExerciseError(`this session is one of "${record.exercise}", not of "${exercise.id}"`);
  return new ThreadRun(exercise, record.seed, record.frames, patience);
}

/** Waits for no report: for a server, on which other sessions would wait, too. Reports come by `onAnswer`. */
export const PROMPT: ThreadPatience = { ...PATIENCE, answer: 0 };

/** Waits for every report: for runs that must be repeatable, where nobody else is kept waiting. */
export const PATIENT: ThreadPatience = { ...PATIENCE, answer: PATIENCE.start + PATIENCE.silence };

class ThreadRun implements ExerciseRun {
  private readonly exercise: Exercise;
  private readonly seed: number;
  private readonly frames: ExerciseFrame[];
  private readonly thread: ScriptThread;

  constructor(exercise: Exercise, seed: number, past: readonly ExerciseFrame[], patience?: ThreadPatience) {
    this.exercise = exercise;
    this.seed = seed;
    this.frames = [...past];
    this.thread = new ScriptThread(exercise, seed, past, patience);
  }

  get finished(): boolean {
    return this.thread.finished;
  }

  get behind(): number {
    return this.thread.behind;
  }

  get onAnswer(): (() => void) | null {
    return this.thread.onAnswer;
  }

  set onAnswer(hear: (() => void) | null) {
    this.thread.onAnswer = hear;
  }

  take(): ExerciseReport | undefined {
    return this.thread.take();
  }

  step(frame: ExerciseFrame): ExerciseReport | undefined {
    if (!this.thread.finished) this.frames.push(frame);
    return this.thread.step(frame);
  }

  save(): Uint8Array {
    return packRecord({ exercise: this.exercise.id, seed: this.seed, frames: this.frames });
  }

  close(): void {
    this.thread.close();
  }
}
