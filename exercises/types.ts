import type { UntypedSpec } from "stiction";

/** One row of values from the seat, ten times per second of simulated time. */
export interface ExerciseFrame {
  /** Simulated time since the exercise began, s. */
  readonly time: number;
  /** Values of the exercise's sensors by name, in the unit of each. */
  readonly sensors: Readonly<Record<string, number>>;
  /** Positions of the levers by the name of the control, −1 to 1. */
  readonly inputs: Readonly<Record<string, number>>;
  /** What happened since the frame before: contacts, rules of the scene, faults. */
  readonly events: readonly FrameEvent[];
}

/** Something that happened at the seat. */
export interface FrameEvent {
  /** s */
  readonly time: number;
  /** Kind of event, `utilityStruck`, or the name of the rule of the scene, `slope-warning`. */
  readonly kind: string;
  readonly text: string;
}

/** How a message is shown. */
export type MessageLevel = "info" | "warn" | "error";

/** Words to the trainee. */
export interface ExerciseMessage {
  /** s */
  readonly time: number;
  readonly level: MessageLevel;
  readonly text: string;
}

/** Something that the script noted, with the points that it gave (negative: took). */
export interface ExerciseEvent {
  /** s */
  readonly time: number;
  readonly kind: string;
  readonly text: string;
  readonly points: number;
}

/** What the script made of the frames since the report before. */
export interface ExerciseReport {
  /** 0 at the start, 1 when the task is done. */
  readonly progress: number;
  readonly messages: readonly ExerciseMessage[];
  readonly events: readonly ExerciseEvent[];
  /** No further frame is read. */
  readonly finished: boolean;
  /** With the last report. */
  readonly grade?: Assessment;
}

/** One line of a grade. */
export interface AssessmentItem {
  readonly id: string;
  readonly title: string;
  /** What was measured, in `unit`; not a number where nothing was. */
  readonly value: number;
  readonly unit: string;
  /** Points given, of `most`. */
  readonly points: number;
  readonly most: number;
}

/** The grade of a session. */
export interface Assessment {
  /** 0 to 100. */
  readonly score: number;
  readonly passed: boolean;
  readonly items: readonly AssessmentItem[];
}

/** An exercise that runs. */
export interface ExerciseRun {
  /** Whether a report with `finished` was given. */
  readonly finished: boolean;
  /** Frames that the script has not answered yet. */
  readonly behind: number;
  /** Called when something was answered after `step` had returned; `take` gives it. */
  onAnswer: (() => void) | null;
  /** Gives the script a frame; the report of what it made of it, undefined when it has nothing new yet. Never throws. */
  step(frame: ExerciseFrame): ExerciseReport | undefined;
  /** What was answered since the last report, undefined when nothing was. */
  take(): ExerciseReport | undefined;
  /** The session so far as bytes: the frames, from which `resumeExercise` comes to the same point. */
  save(): Uint8Array;
  /** Frees the sandbox. A run that is not needed any more must be closed. */
  close(): void;
}

/** Options of a run. */
export interface RunOptions {
  /** Seed of the script's random numbers; the same seed and frames give the same reports. */
  readonly seed: number;
}

/** A document of an exercise. */
export interface ExerciseDocument {
  /** Path within the folder, `task.md`. */
  readonly path: string;
  /** First heading of a Markdown file, or the file's name. */
  readonly title: string;
  readonly type: "markdown" | "pdf";
  /** Whole path of the file. */
  readonly file: string;
}

/** The scene of an exercise: a shipped scene with parameters, and things that the exercise puts into it. */
export interface ExerciseScene {
  /** Name of a shipped scene, or a file (.yaml, .json) in the folder. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What stands in the file; undefined for a shipped scene. */
  readonly spec?: UntypedSpec;
}

/** A circle on the ground that is drawn and that the script knows by name. */
export interface ExerciseMark {
  /** Middle on the ground, m. */
  readonly at: readonly [number, number];
  /** m */
  readonly radius: number;
  /** Height at which it is drawn, m; 0 by default. */
  readonly height?: number | undefined;
}

/** A rectangle on the ground whose heights the seat surveys. */
export interface ExerciseSurvey {
  /** Middle, m. */
  readonly at: readonly [number, number];
  /** Edges along x and y, m. */
  readonly size: readonly [number, number];
}

/** An exercise that was loaded and whose script was bundled. */
export interface Exercise {
  /** Whole path of the folder. */
  readonly folder: string;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Name of the machine: `wheeled-excavator`, `mini-excavator`, `wheel-loader`. */
  readonly machine: string;
  readonly scene: ExerciseScene;
  /** Longest duration, s. */
  readonly duration: number;
  /** Score from which it is passed, 0 to 100. */
  readonly passMark: number;
  /** Languages of the documents: `en`. */
  readonly languages: readonly string[];
  readonly documents: readonly ExerciseDocument[];
  /** The author's sensors: name and what it stands for, a sensor's path or an expression. */
  readonly sensors: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<string, ExerciseMark>>;
  readonly surveys: Readonly<Record<string, ExerciseSurvey>>;
  /** Bodies that the bucket must keep away from: people, pipes. */
  readonly keepAway: readonly string[];
  /** The bundled script with its source map. */
  readonly script: ScriptBundle;
}

/** A script with all that it imports, in one piece. */
export interface ScriptBundle {
  readonly code: string;
  /** Source map, JSON. */
  readonly map: string;
  /** Files that went into it, whole paths: what a watcher looks at. */
  readonly files: readonly string[];
}
