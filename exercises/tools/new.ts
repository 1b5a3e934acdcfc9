import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ExerciseError } from "../errors.js";

const TEMPLATE = ["../template", "../../template"]
  .map((path) => join(dirname(fileURLToPath(import.meta.url)), path))
  .find((path) => existsSync(path)) as string;

/** Writes an exercise that runs into a new folder. */
export async function newExercise(name: string, dir: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new ExerciseError(`${name}: expected small letters, digits and hyphens, such as my-exercise`);
  const folder = join(dir, name);
  if (existsSync(folder)) throw new ExerciseError(`${folder} is there already`);
  await mkdir(folder, { recursive: true });
  await cp(TEMPLATE, folder, { recursive: true });
  const manifest = join(folder, "exercise.yaml");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/^id: .*/m, `id: ${name}`));
  const shown = relative(process.cwd(), folder) || folder;
  process.stdout.write(
    `wrote ${shown}: exercise.yaml, script.ts, task.md, reference.yaml\nnext: stiction exercise run ${shown}\n`,
  );
}
