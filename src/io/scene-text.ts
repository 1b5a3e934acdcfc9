import { checkText } from "../model/arguments.js";
import { parseJsonText } from "./json-text.js";
import { createPositions, type Position, positionAt, SceneTextError, TextProblem } from "./text-error.js";
import { locateOffset, type TextNode } from "./text-node.js";
import { parseYamlText } from "./yaml-text.js";

/** Largest scene file in JSON, characters. */
export const MAX_JSON_LENGTH = 64 * 1024 * 1024;
/** Largest scene file in YAML, characters: reading takes 150 bytes of memory and a microsecond for each. */
export const MAX_YAML_LENGTH = 8 * 1024 * 1024;

/** A scene file as data, with the places of what is in it. */
export interface SceneText {
  /** Whatever the file says; `compile` checks it. */
  readonly spec: unknown;
  /**
   * Line and column of a scene path such as `bodies[1].shapes[0].radius`, as a `SpecError` names it: of its key, or of
   * the nearest ancestor that is there. `""` is the scene itself.
   */
  locate(path: string): Position;
}

/**
 * Reads a scene file: JSON when the name ends in .json, else YAML (of which JSON is a part). Throws a `SceneTextError`
 * with line and column for syntax errors, keys that are there twice, a second document, and texts made to exhaust
 * memory.
 */
export async function parseSceneText(text: string, fileName: string): Promise<SceneText> {
  checkText("scene", text);
  checkText("name of the file", fileName);
  const json = /\.json$/i.test(fileName);
  const limit = json ? MAX_JSON_LENGTH : MAX_YAML_LENGTH;
  if (text.length > limit) {
    const hint = json ? "" : "; write a scene of this size as JSON";
    throw new SceneTextError(fileName, undefined, `expected at most ${limit} characters, got ${text.length}${hint}`);
  }
  // A byte order mark is no part of the text.
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let parsed: { value: unknown; root: TextNode };
  try {
    parsed = json ? parseJsonText(plain) : await parseYamlText(plain);
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    throw new SceneTextError(fileName, positionAt(plain, error.offset), error.message);
  }
  const { value, root } = parsed;
  const position = createPositions(plain);
  return { spec: value, locate: (path) => position(locateOffset(root, path)) };
}
