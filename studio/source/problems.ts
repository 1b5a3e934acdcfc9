/** Problems of a scene file, at their places in the text. */

export interface TextProblem {
  /** From 1; 0 when the place is not known. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A problem whose path is `file:line:column`, as the worker tells it. */
export function textProblem({ path, message }: { readonly path: string; readonly message: string }): TextProblem {
  const place = /:(\d+):(\d+)$/.exec(path);
  return { line: Number(place?.[1] ?? 0), column: Number(place?.[2] ?? 0), message };
}

/** What to underline: the word at the place, or the rest of its line. */
export function spanOf(text: string, { line, column }: TextProblem): { readonly from: number; readonly to: number } {
  const lines = text.split("\n");
  if (line < 1 || line > lines.length) return { from: 0, to: Math.min(1, text.length) };
  const start = lines.slice(0, line - 1).reduce((sum, part) => sum + part.length + 1, 0);
  const content = lines[line - 1];
  const from = Math.min(content.length, column - 1);
  const rest = content.slice(from).trimEnd();
  const length = Math.max(1, rest.length);
  return { from: start + from, to: Math.min(text.length, start + from + length) };
}
