/**
 * Exercises: a machine, a scene, documents, and a script that watches and grades. Scripts run in a sandbox.
 *
 * @module stiction-school/exercises
 */
export { METRICS, type SessionMetrics, sessionMetrics } from "./assess/metrics.js";
export { type ReportContent, type ReportedSession, referenceFrames, reportContent } from "./assess/report-content.js";
export { reportHtml } from "./assess/report-html.js";
export { reportPdf } from "./assess/report-pdf.js";
export { ExerciseError } from "./errors.js";
export { type HeadlessOptions, runHeadless, type SessionResult } from "./headless.js";
export { loadExercise } from "./load.js";
export { packRecord, type SessionRecord, unpackRecord } from "./record.js";
export { PATIENT, PROMPT, resumeExercise, startExercise } from "./run.js";
export { applyInputs, FRAME_RATE, FrameSampler, STANDARD_SENSORS, SURVEY_SENSORS } from "./seat/sampler.js";
export { exerciseScene } from "./seat/scene.js";
export { SHIPPED, shippedExercises } from "./shipped.js";
export type {
  Assessment,
  AssessmentItem,
  Exercise,
  ExerciseDocument,
  ExerciseEvent,
  ExerciseFrame,
  ExerciseMark,
  ExerciseMessage,
  ExerciseReport,
  ExerciseRun,
  ExerciseScene,
  ExerciseSurvey,
  FrameEvent,
  MessageLevel,
  RunOptions,
  ScriptBundle,
} from "./types.js";
