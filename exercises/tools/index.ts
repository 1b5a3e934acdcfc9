/**
 * What `stiction exercise` does.
 *
 * @module stiction-school/exercises
 */
export * from "../index.js";
export { checkExercise } from "./check.js";
export { listExercises } from "./list.js";
export { newExercise } from "./new.js";
export { replaySession, runExercise } from "./run.js";
