/** The scene argument of every command: a file, a module, or the name of a shipped scene. */
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import type { Scene, SpecError } from "stiction";
import type { Position } from "stiction/io";
import { InputError, systemReason } from "./errors.js";

/** A scene before it is compiled. */
export interface LoadedScene {
  /** The argument as given, for messages. */
  readonly label: string;
  readonly spec: unknown;
  /** Position of a path of the scene in its file; undefined for modules and shipped scenes. */
  locate?(path: string): Position;
  /** The shipped scene or module from which it was built. */
  readonly scene?: Scene;
}

const DATA = [".json", ".yaml", ".yml"];
const MODULES = [".js", ".mjs", ".cjs", ".ts", ".mts"];

/** Loads a scene; `params` are for scenes that are built from parameters. */
export async function loadScene(argument: string, params: Record<string, unknown>): Promise<LoadedScene> {
  const extension = extname(argument).toLowerCase();
  if (argument === "-") return loadStandardInput(params);
  if (DATA.includes(extension)) {
    refuseParams(params);
    const { parseSceneText } = await import("stiction/io");
    const { spec, locate } = await parseSceneText(await readText(argument), argument);
    return { label: argument, spec, locate };
  }
  if (MODULES.includes(extension)) {
    await checkFile(argument);
    const { loadSceneModule } = await import("./scene-module.js");
    return { label: argument, ...(await loadSceneModule(argument, params)) };
  }
  return loadShipped(argument, params);
}

/** JSON or YAML, of which JSON is a part, from standard input. */
async function loadStandardInput(params: Record<string, unknown>): Promise<LoadedScene> {
  refuseParams(params);
  const { parseSceneText } = await import("stiction/io");
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    text += part;
    if (text.length > MAX_BYTES) throw new InputError(`standard input: expected at most ${MAX_BYTES / 1024 / 1024} MB`);
  }
  const label = text.trimStart().startsWith("{") ? "standard input.json" : "standard input.yaml";
  const { spec, locate } = await parseSceneText(text, label);
  return { label, spec, locate };
}

function refuseParams(params: Record<string, unknown>): void {
  const [name] = Object.keys(params);
  if (name !== undefined)
    throw new InputError(`--param ${name}: a scene file has no parameters; use --set to change a value`);
}

async function loadShipped(name: string, params: Record<string, unknown>): Promise<LoadedScene> {
  const library = await import("stiction");
  const { sceneByName, scenes } = await import("stiction/scenes");
  const scene = sceneByName(name);
  if (scene === undefined) {
    const { unknownWord } = await import("stiction/io");
    const found = await stat(name).catch(() => undefined);
    const what = found?.isFile()
      ? `${name}: expected a scene that ends in ${[...DATA, ...MODULES].join(", ")}`
      : undefined;
    throw new InputError(
      what ??
        `${unknownWord(
          "scene",
          name,
          scenes.map((s) => s.name),
        )} (a file ends in ${DATA.join(", ")} or .ts)`,
    );
  }
  try {
    return { label: name, spec: library.buildScene(scene, params), scene };
  } catch (error) {
    if (!(error instanceof library.SpecError)) throw error;
    throw new InputError(paramProblems(error));
  }
}

/** Problems of a scene's parameters, in terms of the command line. */
export function paramProblems(error: SpecError): string[] {
  return error.problems.map(({ path, message }) =>
    path === "" ? `--param: ${message.replace(/^unknown key/, "unknown parameter")}` : `--param ${path}: ${message}`,
  );
}

async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw new InputError(`cannot read ${path}: ${systemReason(error)}`);
  });
  if (!found.isFile()) throw new InputError(`cannot read ${path}: not a regular file`);
}

/** Larger files are not even read. */
const MAX_BYTES = 256 * 1024 * 1024;

async function readText(path: string): Promise<string> {
  await checkFile(path);
  const { size } = await stat(path);
  if (size > MAX_BYTES)
    throw new InputError(
      `${path}: expected a scene file of at most ${MAX_BYTES / 1024 / 1024} MB, got ${Math.round(size / 1e6)} MB`,
    );
  return readFile(path, "utf8").catch((error) => {
    throw new InputError(`cannot read ${path}: ${systemReason(error)}`);
  });
}
