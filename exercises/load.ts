import { readFile, stat } from "node:fs/promises";
import { basename, extname, isAbsolute, join, normalize, relative, resolve } from "node:path";
import type { UntypedSpec } from "stiction";
import { bundleScript } from "./bundle.js";
import { ExerciseError } from "./errors.js";
import { parseManifest } from "./manifest.js";
import type { Exercise, ExerciseDocument, ExerciseScene } from "./types.js";

/** Larger files of an exercise are refused, bytes. */
const MAX_TEXT = 1024 * 1024;

/** Loads the exercise of a folder and bundles its script. Throws an ExerciseError with every mistake. */
export async function loadExercise(folder: string): Promise<Exercise> {
  const whole = resolve(folder);
  const shown = (path: string) => relative(process.cwd(), path) || path;
  const manifestFile = join(whole, "exercise.yaml");
  const manifest = parseManifest(await readText(manifestFile), shown(manifestFile));
  const scripts = ["script.ts", "script.js"].map((name) => join(whole, name));
  const script = (await isFile(scripts[0])) ? scripts[0] : scripts[1];
  if (!(await isFile(script))) throw new ExerciseError(`${shown(whole)}: expected a script, script.ts or script.js`);
  const documents = await Promise.all(manifest.documents.map((path) => readDocument(whole, path)));
  const { scene } = manifest;
  return {
    folder: whole,
    ...manifest,
    scene: await readScene(whole, typeof scene === "string" ? { name: scene, params: {} } : scene),
    documents,
    script: await bundleScript(script),
  };
}

/** A scene file of the folder is read here, so that seats and views, which have no folder, get what stands in it. */
async function readScene(folder: string, scene: ExerciseScene): Promise<ExerciseScene> {
  if (!/^\.(ya?ml|json)$/.test(extname(scene.name))) return scene;
  const file = join(folder, insideOf(scene.name, "scene"));
  const { parseSceneText, SceneTextError } = await import("stiction/io");
  try {
    const { spec } = await parseSceneText(await readText(file), relative(process.cwd(), file) || file);
    return { ...scene, spec: spec as UntypedSpec };
  } catch (error) {
    if (error instanceof SceneTextError) throw new ExerciseError(error.message);
    throw error;
  }
}

/** A path that stays in the folder of the exercise. */
function insideOf(path: string, key: string): string {
  const clean = normalize(path);
  if (isAbsolute(clean) || clean.startsWith(".."))
    throw new ExerciseError(`${key}: "${path}" is outside the folder of the exercise`);
  return clean;
}

async function readDocument(folder: string, path: string): Promise<ExerciseDocument> {
  const clean = insideOf(path, "documents");
  const file = join(folder, clean);
  if (extname(clean) === ".pdf") {
    if (!(await isFile(file))) throw new ExerciseError(`documents: there is no ${path} in the folder`);
    return { path: clean, title: basename(clean, ".pdf"), type: "pdf", file };
  }
  const title = /^#\s+(.+)$/m.exec(await readText(file))?.[1].trim() ?? basename(clean, ".md");
  return { path: clean, title, type: "markdown", file };
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false;

async function readText(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new ExerciseError(`cannot read ${relative(process.cwd(), path)}: there is no such file`);
  if (found.size > MAX_TEXT)
    throw new ExerciseError(`${relative(process.cwd(), path)}: expected at most ${MAX_TEXT} bytes, got ${found.size}`);
  return readFile(path, "utf8");
}
