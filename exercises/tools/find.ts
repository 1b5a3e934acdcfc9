import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearestWord } from "stiction";
import { ExerciseError } from "../errors.js";
import { shippedExercises } from "../shipped.js";

/** The folder of an exercise: a folder, or the name of a shipped one. */
export function findExercise(name: string): string {
  if (existsSync(join(name, "exercise.yaml"))) return resolve(name);
  const shipped = shippedExercises();
  const found = shipped.find(({ id }) => id === name);
  if (found !== undefined) return found.folder;
  if (existsSync(name)) throw new ExerciseError(`${name}: there is no exercise.yaml in this folder`);
  const near = nearestWord(
    name,
    shipped.map(({ id }) => id),
  );
  throw new ExerciseError(
    `there is no folder and no shipped exercise "${name}"${near === undefined ? "; see stiction exercise list" : `; did you mean "${near}"?`}`,
  );
}
