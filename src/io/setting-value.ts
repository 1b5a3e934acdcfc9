import { parseYamlText } from "./yaml-text.js";

const NUMBER = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/**
 * The value of `--set path=value`: a number, true, false, null, a list or map in YAML's flow style (`[0, 0, 1]`), a
 * quoted text, and otherwise the text as it stands. A list or map that is not well formed is taken as text, which
 * `compile` refuses.
 */
export async function parseSettingValue(text: string): Promise<unknown> {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed);
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  if (trimmed === "null" || trimmed === "~") return null;
  if (!/^["'[{]/.test(trimmed)) return text;
  try {
    return (await parseYamlText(trimmed)).value;
  } catch (error) {
    if (error instanceof Error && error.name === "TextProblem") return text;
    throw error;
  }
}
