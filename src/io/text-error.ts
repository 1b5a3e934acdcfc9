/** A position in a text. Lines and columns count from 1; columns count UTF-16 units, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text is not a scene file: a syntax error, a duplicate key, too large, … */
export class SceneTextError extends Error {
  readonly fileName: string;
  readonly position: Position | undefined;
  /** One sentence, without the position. */
  readonly reason: string;

  constructor(fileName: string, position: Position | undefined, reason: string) {
    super(`${position === undefined ? fileName : `${fileName}:${position.line}:${position.column}`} ${reason}`);
    this.name = "SceneTextError";
    this.fileName = fileName;
    this.position = position;
    this.reason = reason;
  }
}

/**
 * Error thrown by the reader of one format. `parseSceneText` adds the file name and converts the offset into line and
 * column.
 */
export class TextProblem extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.name = "TextProblem";
    this.offset = offset;
  }
}

/** Line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const end = Math.min(offset, text.length);
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < end; next = text.indexOf("\n", next + 1)) {
    line++;
    start = next + 1;
  }
  return { line, column: end - start + 1 };
}

/** As `positionAt`, for many offsets of one text: the lines are counted once. */
export function createPositions(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const end = Math.min(offset, text.length);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= end) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: end - starts[low] + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Largest nesting depth that is accepted. No scene needs more, and deeper nesting would exhaust the stack of recursive
 * functions over the value.
 */
export const MAX_DEPTH = 100;

/** Whether a key would set the prototype of an object instead of a value. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__";
}
