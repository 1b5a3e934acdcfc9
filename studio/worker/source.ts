/** Sources of scenes, and errors when one cannot be opened. */
import { buildScene, type Problem, type Spec, SpecError } from "stiction";
import type { SceneSource } from "./protocol.js";
import { loadShipped, shippedNames } from "./shipped.js";

/** A scene that was read but not yet compiled. */
export interface ReadScene {
  readonly spec: Spec;
  /** Adds the position in the file to a problem of the scene. */
  place(problem: Problem): Problem;
}

const asIs = (problem: Problem) => problem;

/** Reads a scene; throws a SpecError when that fails. */
export async function readSource(source: SceneSource): Promise<ReadScene> {
  if (source.kind === "text") return readText(source.fileName, source.text);
  if (source.kind !== "shipped") return { spec: (await writtenSpec(source)) as Spec, place: asIs };
  const scene = await loadShipped(source.name);
  if (!scene) throw new SpecError([{ path: "", message: await unknownScene(source.name) }]);
  const still = source.manned === true && "script" in scene.params ? { script: false } : {};
  return { spec: buildScene(scene, { ...still, ...source.params }), place: asIs };
}

/** A scene that is there already, or one that belongs to an exercise. */
async function writtenSpec(source: Extract<SceneSource, { kind: "spec" | "exercise" }>): Promise<unknown> {
  if (source.kind === "spec") return source.spec;
  const { exerciseScene } = await import("../../exercises/seat/scene.js");
  return exerciseScene(source.exercise);
}

async function unknownScene(name: string): Promise<string> {
  const { unknownWord } = await import("stiction/io");
  return unknownWord("scene", name, await shippedNames());
}

/** JSON or YAML; the readers are loaded when the first file is opened. */
async function readText(fileName: string, text: string): Promise<ReadScene> {
  const { formatProblems, parseSceneText, SceneTextError } = await import("stiction/io");
  try {
    const { spec, locate } = await parseSceneText(text, fileName);
    const place = (problem: Problem) => {
      const line = formatProblems([problem], fileName, locate)[0].slice(fileName.length);
      const [, where = "", message = line] = /^(:\d+:\d+|:) (.*)$/.exec(line) ?? [];
      return { path: fileName + where, message };
    };
    return { spec: spec as Spec, place };
  } catch (error) {
    if (!(error instanceof SceneTextError)) throw error;
    const { position, reason } = error;
    const path = position ? `${fileName}:${position.line}:${position.column}` : fileName;
    throw new SpecError([{ path, message: reason }]);
  }
}

/** Any failure as a list of one-line problems. */
export function problemsOf(error: unknown, place: (problem: Problem) => Problem = asIs): Problem[] {
  if (error instanceof SpecError) return error.problems.map(({ path, message }) => place({ path, message }));
  const message = error instanceof Error ? error.message : String(error);
  return [{ path: "", message: message.split("\n")[0] }];
}
