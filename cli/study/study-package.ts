/** A study as it travels to threads, workers and results: its text, its scene, and what identifies both. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildScene, type Problem, SpecError, type UntypedSpec } from "stiction";
import { exactJson, formatProblems, type Position, parseSceneText, unknownWord } from "stiction/io";
import {
  checkStudy,
  readStudy,
  type SceneSource,
  type Study,
  type StudyParts,
  type StudyScript,
  studyScript,
} from "stiction/studies";
import { InputError, systemReason } from "../errors.js";
import { loadScene } from "../scene-argument.js";
import { version } from "../version.js";

/** Where a scene is found again. */
type PackedScene =
  | { readonly kind: "shipped"; readonly name: string }
  | { readonly kind: "written"; readonly spec: UntypedSpec }
  | { readonly kind: "module"; readonly path: string };

/** JSON that holds all that a run needs; `hash` is that of the rest. */
export interface StudyPackage {
  readonly name: string;
  readonly study: Study;
  readonly scene: PackedScene;
  /** Text of the script module. */
  readonly script: string | null;
  readonly version: string;
  readonly hash: string;
}

/** A study file that has been read. */
export interface LoadedStudy {
  readonly label: string;
  readonly content: unknown;
  /** Folder that paths in the study are relative to. */
  readonly folder: string;
  locate?(path: string): Position;
  /** The path in the file of what is at a path of the study that was made of it. */
  rename?(path: string): string;
  /** Lines about a problem, for a study that is no file. */
  say?(problem: Problem): readonly string[];
}

/** Reads a study: a file, or the name of a shipped one. */
export async function loadStudy(argument: string): Promise<LoadedStudy> {
  if (![".yaml", ".yml", ".json"].includes(extname(argument).toLowerCase())) {
    const { shippedStudies } = await import("./shipped/index.js");
    const found = shippedStudies.find(({ name }) => name === argument);
    if (found !== undefined) return { label: argument, content: found.study, folder: process.cwd() };
    const names = shippedStudies.map(({ name }) => name);
    throw new InputError(
      `${unknownWord("study", argument, names)} (a study file ends in .yaml or .json; a scene is varied by --vary name=a,b)`,
    );
  }
  return loadFile(argument);
}

/** Reads a file in YAML or JSON. */
export async function loadFile(argument: string): Promise<LoadedStudy> {
  const text = await readFile(argument, "utf8").catch((error) => {
    throw new InputError(`cannot read ${argument}: ${systemReason(error)}`);
  });
  const { spec, locate } = await parseSceneText(text, argument);
  if (typeof spec === "object" && spec !== null && "bodies" in spec && !("study" in spec))
    throw new InputError(`${argument}: this is a scene; vary it by --vary name=a,b, or give a study file`);
  return { label: argument, content: spec, folder: dirname(resolve(argument)), locate };
}

/** Turns problems that are found in between into lines with their place in the file. */
export async function inFile<T>({ label, locate, rename, say }: LoadedStudy, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const problems = error.problems.map(({ path, message }): Problem => ({ path: rename?.(path) ?? path, message }));
    throw new InputError(say === undefined ? formatProblems(problems, label, locate) : problems.flatMap(say));
  }
}

/** Checks a study, with its scene and metrics, and packs it; every problem is one line with its place in the file. */
export async function packStudy(loaded: LoadedStudy): Promise<{ package: StudyPackage; parts: StudyParts }> {
  return inFile(loaded, async () => {
    const study = readStudy(loaded.content);
    const scene = await packScene(study.scene, loaded);
    const script = study.script === undefined ? null : await readScript(study.script, loaded);
    const name = basename(loaded.label, extname(loaded.label));
    const body = { name, study, scene, script, version };
    const hash = createHash("sha256")
      .update(exactJson({ ...body, name: "" }))
      .digest("hex")
      .slice(0, 16);
    const packed = { ...body, hash };
    const parts = await unpackStudy(packed);
    checkStudy(parts);
    return { package: packed, parts };
  });
}

async function packScene(scene: Study["scene"], loaded: LoadedStudy): Promise<PackedScene> {
  if (typeof scene !== "string") return { kind: "written", spec: scene as UntypedSpec };
  const extension = extname(scene).toLowerCase();
  if (extension === "") {
    await loadScene(scene, {});
    return { kind: "shipped", name: scene };
  }
  const path = resolve(loaded.folder, scene);
  const found = await loadScene(path, {});
  if (found.scene !== undefined) return { kind: "module", path };
  return { kind: "written", spec: found.spec as UntypedSpec };
}

/** Before the name of a script that comes with the tool. */
const SHIPPED = "shipped:";

async function readScript(path: string, loaded: LoadedStudy): Promise<string> {
  if (path.startsWith(SHIPPED)) return path;
  const full = resolve(loaded.folder, path);
  return readFile(full, "utf8").catch((error) => {
    throw new SpecError([{ path: "script", message: `cannot read ${path}: ${systemReason(error)}` }]);
  });
}

/** A study as an earlier version packed it, with the defaults of keys that came since. */
export const currentPackage = (packed: StudyPackage): StudyPackage => ({ ...packed, study: readStudy(packed.study) });

/** Makes a packed study ready to run, in any process. */
export async function unpackStudy(packed: StudyPackage): Promise<StudyParts> {
  const { scenes, sceneByName } = await import("stiction/scenes");
  const { scene: from } = packed;
  let source: SceneSource;
  if (from.kind === "shipped") {
    const scene = sceneByName(from.name);
    if (scene === undefined)
      throw new InputError(
        unknownWord(
          "scene",
          from.name,
          scenes.map(({ name }) => name),
        ),
      );
    source = { kind: "built", scene };
  } else if (from.kind === "module") {
    const { scene } = await loadScene(from.path, {});
    if (scene === undefined) throw new InputError(`${from.path}: expected a scene module`);
    source = { kind: "built", scene };
  } else source = { kind: "written", spec: from.spec };
  const clock = () => performance.now() / 1000;
  const { study } = packed;
  if (packed.script === null) return { study, source, clock };
  return { study, source, clock, script: await scriptOf(packed.script, study.script ?? "script") };
}

async function scriptOf(text: string, path: string): Promise<StudyScript> {
  if (text.startsWith(SHIPPED)) {
    const { shippedStudies } = await import("./shipped/index.js");
    const script = shippedStudies.find(({ name }) => SHIPPED + name === text)?.script?.();
    if (script === undefined) throw new SpecError([{ path: "script", message: `there is no script "${text}"` }]);
    return script;
  }
  try {
    const module = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
    return studyScript(module, path);
  } catch (error) {
    throw new SpecError([
      { path: "script", message: `${path}: ${error instanceof Error ? error.message : String(error)}` },
    ]);
  }
}

/** A scene that is built from parameters as a spec, so that it can travel without its module. */
export function writtenScene({ study, scene }: StudyPackage, parts: StudyParts): PackedScene {
  if (scene.kind !== "module" || parts.source.kind !== "built") return scene;
  const { params } = parts.source.scene;
  const varied = study.factors.map(({ path }) => path).find((path) => Object.hasOwn(params, path));
  if (varied !== undefined)
    throw new InputError(
      `scene ${pathToFileURL(scene.path).pathname}: parameter "${varied}" of a module cannot be varied by workers on other machines; write the scene as YAML, or run the study here`,
    );
  return { kind: "written", spec: buildScene(parts.source.scene, study.params ?? {}) };
}
