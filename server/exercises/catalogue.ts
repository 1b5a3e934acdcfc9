/** The exercises of a school: folders that are loaded once, and again when asked to. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Exercise, ExerciseFrame, ExerciseRun } from "../../exercises/types.js";
import type { ExerciseRow } from "../protocol.js";

/** How exercises are loaded and run; the tests have a small one of their own. */
export interface ExerciseLoader {
  load(folder: string): Promise<Exercise>;
  start(exercise: Exercise, options: { readonly seed: number }): ExerciseRun | Promise<ExerciseRun>;
  /** A run whose script gets frames of the past first. */
  resume(exercise: Exercise, seed: number, frames: readonly ExerciseFrame[]): ExerciseRun | Promise<ExerciseRun>;
}

/** The exercises that a school offers. */
export interface ExerciseCatalogue {
  readonly rows: readonly ExerciseRow[];
  find(id: string): Exercise | undefined;
  start(exercise: Exercise, seed: number): ExerciseRun | Promise<ExerciseRun>;
  resume(exercise: Exercise, seed: number, frames: readonly ExerciseFrame[]): ExerciseRun | Promise<ExerciseRun>;
}

/** Loads all exercises in the folders. One that does not load is in the list, with the reason. */
export async function openCatalogue(folders: readonly string[], loader: ExerciseLoader): Promise<ExerciseCatalogue> {
  const exercises = new Map<string, Exercise>();
  const found = (await Promise.all(folders.map(exercisesIn))).flat();
  const rows = await Promise.all(
    found.map(async (folder): Promise<ExerciseRow> => {
      try {
        const exercise = await loader.load(folder);
        exercises.set(exercise.id, exercise);
        const { id, title, summary, machine, duration, passMark } = exercise;
        const documents = exercise.documents.map(({ path, title, type }) => ({ path, title, type }));
        const scene = sceneOf(exercise);
        return { id, title, summary, machine, duration, passMark, documents, scene, problem: null };
      } catch (error) {
        const id = folder.split(/[\\/]/).at(-1) ?? folder;
        const problem = (error as Error).message;
        const nothing = { summary: "", machine: "", duration: 0, passMark: 0, documents: [], scene: null };
        return { id, title: id, ...nothing, problem };
      }
    }),
  );
  return {
    rows,
    find: (id) => exercises.get(id),
    start: (exercise, seed) => loader.start(exercise, { seed }),
    resume: (exercise, seed, frames) => loader.resume(exercise, seed, frames),
  };
}

function sceneOf({ scene, sensors, marks, surveys }: Exercise): ExerciseRow["scene"] {
  const { name, params, spec } = scene;
  return { scene: name, params, ...(spec && { spec }), sensors, marks, surveys };
}

async function exercisesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const inside = names.map((name) => join(folder, name));
  const are = await Promise.all(inside.map((path) => isFile(join(path, "exercise.yaml"))));
  return inside.filter((_, k) => are[k]);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** A document of an exercise by its path; undefined where there is none. Only files that the exercise lists are read. */
export async function readDocument(exercise: Exercise, path: string): Promise<Uint8Array | undefined> {
  const document = exercise.documents.find((one) => one.path === path);
  return document && (await readFile(document.file));
}
