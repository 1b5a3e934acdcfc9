import { createData } from "stiction";
import { ExerciseError } from "../errors.js";
import { compileExercise } from "../headless.js";
import { loadExercise } from "../load.js";
import { PATIENT, startExercise } from "../run.js";
import { FrameSampler } from "../seat/sampler.js";
import { findExercise } from "./find.js";

/** Checks an exercise as far as that goes without a driver: files, bundle, scene, sensors, first step. Returns the exit code. */
export async function checkExercise(name: string, json: boolean): Promise<number> {
  const problems: string[] = [];
  let size = 0;
  let sensors: string[] = [];
  try {
    const exercise = await loadExercise(findExercise(name));
    size = exercise.script.code.length;
    const model = compileExercise(exercise);
    const frame = new FrameSampler(model, createData(model), exercise).frame();
    sensors = Object.keys(frame.sensors);
    const run = startExercise(exercise, { seed: 1 }, PATIENT);
    const report = run.step(frame);
    run.close();
    if (report === undefined) problems.push("the script gave no report");
    if (report?.events.some(({ kind }) => kind === "script-stopped"))
      problems.push(...report.messages.map(({ text }) => text));
    if (exercise.documents.length === 0) problems.push("documents: an exercise needs a document for the trainee");
  } catch (error) {
    if (!(error instanceof ExerciseError)) throw error;
    problems.push(...error.problems);
  }
  if (json)
    process.stdout.write(`${JSON.stringify({ ok: problems.length === 0, problems, size, sensors }, null, 2)}\n`);
  else if (problems.length === 0)
    process.stdout.write(`${name}: all is well; script of ${size} characters, ${sensors.length} sensors\n`);
  else for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0 ? 0 : 2;
}
