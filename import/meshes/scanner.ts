import { ImportError, type Place } from "../error.js";

/** Powers of ten that doubles hold exactly. */
const TENS = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

const isBlank = (c: number) => c === SPACE || c === TAB || c === CARRIAGE_RETURN || c === 11 || c === 12;

/** Words and numbers of a text, straight from its bytes: millions of lines make no strings. */
export class Scanner {
  readonly bytes: Uint8Array;
  readonly file: string;
  at: number;
  private lineStart = 0;
  private line = 1;

  constructor(bytes: Uint8Array, file: string, at = 0) {
    this.bytes = bytes;
    this.file = file;
    this.at = at;
  }

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  place(): Place {
    return { file: this.file, line: this.line, column: Math.max(1, this.at - this.lineStart + 1) };
  }

  fail(message: string): never {
    throw new ImportError(this.place(), message);
  }

  /** Skips blanks within the line; true at its end. A backslash before the end continues the line. */
  endOfLine(): boolean {
    const { bytes } = this;
    for (;;) {
      const c = bytes[this.at];
      if (isBlank(c)) this.at++;
      else if (c === 92 && (bytes[this.at + 1] === NEWLINE || bytes[this.at + 1] === CARRIAGE_RETURN)) {
        while (bytes[this.at] !== NEWLINE && this.at < bytes.length) this.at++;
        this.newline();
      } else return c === NEWLINE || c === undefined;
    }
  }

  /** Skips blanks and ends of lines; false at the end of the text. */
  toWord(): boolean {
    const { bytes } = this;
    for (;;) {
      const c = bytes[this.at];
      if (c === undefined) return false;
      if (c === NEWLINE) this.newline();
      else if (isBlank(c)) this.at++;
      else return true;
    }
  }

  private newline(): void {
    this.at++;
    this.line++;
    this.lineStart = this.at;
  }

  nextLine(): void {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.bytes.length : end;
    if (end >= 0) this.newline();
  }

  /** The word here; empty at the end of the line. */
  word(): string {
    if (this.endOfLine()) return "";
    const start = this.at;
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] !== NEWLINE && !isBlank(bytes[this.at])) this.at++;
    return latin(bytes, start, this.at);
  }

  /** What is left of the line, without blanks around it. */
  rest(): string {
    this.endOfLine();
    const end = this.bytes.indexOf(NEWLINE, this.at);
    const stop = end < 0 ? this.bytes.length : end;
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, stop)).trim();
    this.at = stop;
    return text;
  }

  /** The number here. */
  number(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    let mantissa = 0;
    let digits = 0;
    let scale = 0;
    for (; bytes[at] >= 48 && bytes[at] <= 57; at++) {
      mantissa = 10 * mantissa + bytes[at] - 48;
      digits++;
    }
    if (bytes[at] === 46) {
      at++;
      for (; bytes[at] >= 48 && bytes[at] <= 57; at++) {
        mantissa = 10 * mantissa + bytes[at] - 48;
        digits++;
        scale--;
      }
    }
    const plain = at;
    if (digits > 0 && (bytes[at] === 101 || bytes[at] === 69)) {
      at++;
      const down = bytes[at] === 45;
      if (down || bytes[at] === 43) at++;
      let exponent = 0;
      const first = at;
      for (; bytes[at] >= 48 && bytes[at] <= 57 && at < first + 6; at++) exponent = 10 * exponent + bytes[at] - 48;
      if (at === first) at = plain;
      else scale += down ? -exponent : exponent;
    }
    if (digits === 0) return this.oddNumber();
    this.at = at;
    // both are exact, so that one rounding is left, as in [Clinger1990]
    if (mantissa <= Number.MAX_SAFE_INTEGER && scale >= -22 && scale <= 22) {
      const value = scale < 0 ? mantissa / TENS[-scale] : mantissa * TENS[scale];
      return negative ? -value : value;
    }
    return this.finite(Number(latin(bytes, start, at)));
  }

  private oddNumber(): never {
    const word = this.word();
    return this.fail(
      word === ""
        ? "expected a number, got the end of the line"
        : `expected a finite number, got "${word.slice(0, 40)}"`,
    );
  }

  private finite(value: number): number {
    return Number.isFinite(value) ? value : this.fail("expected a number that is not so large");
  }

  /** A whole number in a line. */
  integer(): number {
    const value = this.number();
    return Number.isInteger(value) ? value : this.fail(`expected a whole number, got ${value}`);
  }
}

export function latin(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let k = start; k < end; k++) text += String.fromCharCode(bytes[k]);
  return text;
}

/** A list of numbers that grows by doubling. */
export class Numbers {
  private array: Float64Array;
  length = 0;

  constructor(room = 1024) {
    this.array = new Float64Array(room);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const wider = new Float64Array(2 * this.array.length);
      wider.set(this.array);
      this.array = wider;
    }
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index];
  }

  /** The numbers with the room behind them; valid until the next push. */
  raw(): Float64Array {
    return this.array;
  }

  done(): Float64Array {
    return this.array.slice(0, this.length);
  }

  integers(): Uint32Array {
    return Uint32Array.from(this.array.subarray(0, this.length));
  }
}
