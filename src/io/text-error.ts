/** A place in a text, both counted from 1. Columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Text that is no scene file at all: a syntax error, a key that is there twice, too large, … */
export class SceneTextError extends Error {
  readonly fileName: string;
  readonly position: Position | undefined;
  /** One sentence without the place. */
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
 * What the readers of one format throw; `parseSceneText` adds the file name and turns the offset into line and column.
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

/**
 * Deeper nesting than this is refused: no scene needs it, and it would exhaust the stack of whoever walks the value.
 */
export const MAX_DEPTH = 100;

/** Keys that would reach into the machinery of JavaScript instead of naming a value. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__";
}
