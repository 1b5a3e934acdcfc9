import { SceneTextError } from "../text-error.js";

/**
 * Reads numbers separated by white space, one after the other, and says line and column when one is not what it should
 * be.
 */
export interface NumberReader {
  /** Whether anything is left. */
  readonly atEnd: boolean;
  /** The next number; `what` names it in messages: "entry (2, 3) of the matrix". */
  number(what: string): number;
  /** The next number, which must be whole and within a range. */
  count(what: string, min: number, max: number): number;
  /** The next token as it stands; `what` names it in messages. */
  word(what: string): string;
  /** Throws at the token that was read last. */
  fail(reason: string): never;
  /** Numbers ahead, without taking them; NaN beyond the end and for what is no number. */
  peek(count: number): number[];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/;

export function createNumberReader(text: string, fileName: string): NumberReader {
  let at = 0;
  let line = 1;
  let lineStart = 0;
  let column = 1;
  const next = (): string | undefined => {
    for (; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === 10) {
        line++;
        lineStart = at + 1;
      } else if (c !== 32 && c !== 9 && c !== 13) break;
    }
    if (at >= text.length) return undefined;
    const from = at;
    while (at < text.length && text.charCodeAt(at) > 32) at++;
    column = from - lineStart + 1;
    return text.slice(from, Math.min(at, from + 400));
  };
  const fail = (reason: string): never => {
    throw new SceneTextError(fileName, { line, column }, reason);
  };
  const numberOf = (token: string) => (NUMBER.test(token) ? Number(token.replace(/[dD]/, "e")) : Number.NaN);
  const number = (what: string): number => {
    const token = next();
    if (token === undefined) {
      column = at - lineStart + 1;
      return fail(`the file ends before ${what}`);
    }
    const value = numberOf(token);
    if (!Number.isFinite(value))
      return fail(`${what}: expected a finite number, got ${JSON.stringify(token.slice(0, 40))}`);
    return value;
  };
  const word = (what: string): string => next() ?? fail(`the file ends before ${what}`);
  return {
    word,
    get atEnd() {
      const save = [at, line, lineStart, column] as const;
      const end = next() === undefined;
      [at, line, lineStart, column] = save;
      return end;
    },
    number,
    count(what, min, max) {
      const value = number(what);
      if (!Number.isInteger(value) || value < min || value > max) {
        fail(`${what}: expected a whole number from ${min} to ${max}, got ${value}`);
      }
      return value;
    },
    fail,
    peek(count) {
      const save = [at, line, lineStart, column] as const;
      const values = Array.from({ length: count }, () => numberOf(next() ?? ""));
      [at, line, lineStart, column] = save;
      return values;
    },
  };
}
