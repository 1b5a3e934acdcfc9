/** A seat without a person: simulates the exercise as fast as it goes, with a driver from a file. */
import { compileUntyped, createData, SpecError, step, takeEvents } from "stiction";
import { formatProblems } from "stiction/io";
import { createDriver, type DriverFile, readDriver } from "./driver.js";
import { ExerciseError } from "./errors.js";
import { PATIENT, startExercise } from "./run.js";
import { FRAME_RATE, FrameSampler } from "./seat/sampler.js";
import { exerciseScene } from "./seat/scene.js";
import type { Assessment, Exercise, ExerciseEvent, ExerciseFrame, ExerciseMessage, ExerciseReport } from "./types.js";

/** What a run came to. */
export interface SessionResult {
  readonly exercise: Exercise;
  readonly seed: number;
  readonly frames: readonly ExerciseFrame[];
  readonly messages: readonly ExerciseMessage[];
  readonly events: readonly ExerciseEvent[];
  readonly progress: number;
  readonly grade: Assessment | undefined;
}

/** Options of a headless run. */
export interface HeadlessOptions {
  readonly seed?: number;
  readonly driver?: DriverFile;
  /** Called with every report; true ends the run. */
  onReport?(report: ExerciseReport, time: number): boolean | undefined;
}

/** The compiled scene of an exercise. Throws an ExerciseError that names the sensor or body that is wrong. */
export function compileExercise(exercise: Exercise) {
  try {
    return compileUntyped(exerciseScene(exercise));
  } catch (error) {
    if (error instanceof SpecError) throw new ExerciseError(formatProblems(error.problems, `scene of ${exercise.id}`));
    if (error instanceof RangeError) throw new ExerciseError(`scene of ${exercise.id}: ${error.message}`);
    throw error;
  }
}

/** Runs an exercise to its end. */
export async function runHeadless(exercise: Exercise, options: HeadlessOptions = {}): Promise<SessionResult> {
  const { seed = 1, driver } = options;
  const model = compileExercise(exercise);
  const data = createData(model);
  const drive = createDriver(model, driver ?? readDriver({}, "no driver"));
  const sampler = new FrameSampler(model, data, exercise);
  const run = startExercise(exercise, { seed }, PATIENT);
  const frames: ExerciseFrame[] = [];
  const messages: ExerciseMessage[] = [];
  const events: ExerciseEvent[] = [];
  const every = Math.round(1 / (FRAME_RATE * model.options.timestep));
  let last: ExerciseReport | undefined;
  try {
    for (let steps = 0; last?.finished !== true; steps++) {
      if (steps % every === 0) {
        const frame = sampler.frame();
        frames.push(frame);
        last = run.step(frame) ?? last;
        if (last !== undefined) {
          messages.push(...last.messages);
          events.push(...last.events);
          if (options.onReport?.(last, frame.time) === true) break;
          if (last.finished) break;
        }
      }
      drive(data);
      step(model, data);
      sampler.afterStep(takeEvents(data));
    }
  } finally {
    run.close();
  }
  return { exercise, seed, frames, messages, events, progress: last?.progress ?? 0, grade: last?.grade };
}
