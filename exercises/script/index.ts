/**
 * What scripts of exercises import: `import { defineExercise } from "stiction-school/script"`.
 *
 * @module stiction-school/script
 */
export {
  type Band,
  band,
  type CycleCounter,
  circle,
  countEvents,
  cycles,
  distance,
  type Extremes,
  extremes,
  type PathTracker,
  type Place,
  pathTracker,
  rectangle,
  type Stopwatch,
  stopwatch,
  type Zone,
} from "./helpers.js";
export {
  type Criterion,
  defineExercise,
  type ExerciseScript,
  type Now,
  type SeatEvent,
} from "./types.js";
