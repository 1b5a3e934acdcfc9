/** Types of an exercise's script, for its author. */

/** A line of the grade: points fall in a straight line from `full` to `none`. */
export interface Criterion {
  readonly title: string;
  readonly unit: string;
  /** Points for a value as good as `full` or better. The criteria of a script together have 100. */
  readonly most: number;
  /** Value that earns all points. */
  readonly full: number;
  /** Value that earns none; below `full` where more is better. */
  readonly none: number;
}

/** Something that happened at the seat. */
export interface SeatEvent {
  /** s */
  readonly time: number;
  /** `utilityStruck`, `contactBegin`, or the name of a rule of the scene, `slope-warning`. */
  readonly kind: string;
  readonly text: string;
}

/** The present moment: what the machine does, and what the script says to it. */
export interface Now {
  /** Time since the start, s. */
  readonly time: number;
  /** Time since the step before, s; 0 in the first. */
  readonly dt: number;
  /** Values of the sensors of exercise.yaml, and of the standard ones. */
  readonly sensors: Readonly<Record<string, number>>;
  /** Levers: −1 to 1. */
  readonly inputs: Readonly<Record<string, number>>;
  /** What happened since the step before. */
  readonly events: readonly SeatEvent[];
  /** Marks of exercise.yaml. */
  readonly marks: Readonly<Record<string, { readonly at: readonly [number, number]; readonly radius: number }>>;
  /** A random number from 0 to 1, the same in every run with the same seed. */
  random(): number;
  /** Tells the trainee something. The same text is not told again within `every` seconds (10). */
  inform(text: string, every?: number): void;
  /** The same as a warning. */
  warn(text: string, every?: number): void;
  /** How much of the task is done, 0 to 1. */
  progress(part: number): void;
  /** Sets the value of a criterion; the last one counts. */
  measure(criterion: string, value: number): void;
  /** Notes an event, and takes points off the score (negative `points`) or adds some. */
  note(kind: string, text: string, points?: number): void;
  /** The task is done: the grade is made now. */
  finish(text?: string): void;
  /** The task has failed, whatever the score is: a pipe was struck, the machine fell over. */
  fail(text: string): void;
}

/** What a script exports as default. `init` makes the memory that `step` gets with every frame. */
export interface ExerciseScript<Memory = unknown> {
  readonly criteria: Readonly<Record<string, Criterion>>;
  /** Called once before the first frame. */
  init?(): Memory;
  /** Called with every frame, ten times per second of simulated time. */
  step(now: Now, memory: Memory): void;
}

/** Gives a script its types; changes nothing. */
export function defineExercise<Memory>(script: ExerciseScript<Memory>): ExerciseScript<Memory> {
  return script;
}
