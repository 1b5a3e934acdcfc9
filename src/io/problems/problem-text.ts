import { checkText, checkWord } from "../../model/arguments.js";
import { SceneTextError } from "../text-error.js";
import { PLAIN_FORMATS, parsePlainProblem, plainFormatOf } from "./plain-text.js";
import { type ProblemDocument, problemFromJson } from "./problem-json.js";

/** Largest problem file, characters. */
export const MAX_PROBLEM_LENGTH = 256 * 1024 * 1024;

/** Formats of problem files. */
export const PROBLEM_FORMATS = ["json", ...PLAIN_FORMATS] as const;
/** Name of a format of problem files. */
export type ProblemFormat = (typeof PROBLEM_FORMATS)[number];

/** A problem, and the format that it was read from. */
export interface ReadProblem extends ProblemDocument {
  readonly format: ProblemFormat;
}

/**
 * Reads a problem file; without a format it is found by the text's beginning. Throws a `SceneTextError` with line and
 * column.
 */
export function parseProblemText(text: string, fileName: string, format?: ProblemFormat): ReadProblem {
  checkText("problem", text);
  checkText("name of the file", fileName);
  if (format !== undefined) checkWord("format of problems", format, PROBLEM_FORMATS);
  if (text.length > MAX_PROBLEM_LENGTH) {
    throw new SceneTextError(
      fileName,
      undefined,
      `expected at most ${MAX_PROBLEM_LENGTH} characters, got ${text.length}`,
    );
  }
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const found = format ?? (/^\s*[{[]/.test(plain.slice(0, 4000)) ? "json" : plainFormatOf(plain));
  if (found === undefined) {
    throw new SceneTextError(
      fileName,
      { line: 1, column: 1 },
      `expected a problem as JSON, or numbers as in one of the formats ${PLAIN_FORMATS.join(", ")}; --format says which`,
    );
  }
  if (found === "json") return { ...problemFromJson(plain, fileName), format: found };
  return { problem: parsePlainProblem(plain, fileName, found), format: found };
}
