import { type Expression, ExpressionError, type ExpressionFunction, functionTable, opcode } from "./expression-code.js";

/** Limits that make hostile input end in an error instead of a crash. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 100;

/** Finds the slot behind a name: `t`, `dt` or a parameter, or the text between square brackets; −1 when unknown. */
export type ResolveName = (name: string, kind: "identifier" | "sensor") => number;

interface BinaryOperator {
  readonly code: number;
  /** Operators of a higher level bind tighter; those of one level group from the left. */
  readonly level: number;
}

const binary = (code: number, level: number): BinaryOperator => ({ code, level });

/** Binary operators but `^`, which groups from the right and binds tighter than a sign. */
const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map([
  ["||", binary(opcode.or, 1)],
  ["&&", binary(opcode.and, 2)],
  ["==", binary(opcode.equal, 3)],
  ["!=", binary(opcode.notEqual, 3)],
  ["<", binary(opcode.less, 4)],
  ["<=", binary(opcode.lessOrEqual, 4)],
  [">", binary(opcode.greater, 4)],
  [">=", binary(opcode.greaterOrEqual, 4)],
  ["+", binary(opcode.add, 5)],
  ["-", binary(opcode.subtract, 5)],
  ["*", binary(opcode.multiply, 6)],
  ["/", binary(opcode.divide, 6)],
  ["%", binary(opcode.remainder, 6)],
]);

/** What people write who know another language. */
const habits: ReadonlyMap<string, string> = new Map([
  ["**", "write ^ for a power"],
  ["=", "write == to compare"],
  ["===", "write == to compare"],
  ["!==", "write != to compare"],
  ["&", "write && for and"],
  ["|", "write || for or"],
]);

type Kind = "number" | "name" | "sensor" | "operator" | "end";

/**
 * Compiles a formula to code for `evaluateExpression`, or throws `ExpressionError`.
 *
 *   choice  = or [ "?" choice ":" choice ]
 *   or      = and { "||" and } …                 binary levels as in C: || && (== !=) (< <= > >=) (+ -) (* / %)
 *   signed  = ( "-" | "!" ) signed | power
 *   power   = primary [ "^" signed ]             so −2^2 = −4, 2^−1 = ½ and 2^3^2 = 2^9
 *   primary = number | name | name "(" choice { "," choice } ")" | "[" sensor "]" | "(" choice ")"
 */
export function compileExpression(source: string, resolve: ResolveName): Expression {
  if (source.length > MAX_LENGTH) {
    const message = `expression has ${source.length} characters, more than the ${MAX_LENGTH} allowed, from character ${MAX_LENGTH + 1} on`;
    throw new ExpressionError(message, MAX_LENGTH);
  }
  return new Compiler(source, resolve).run();
}

/** One pass over the source: reads a token ahead and writes code as it goes. */
class Compiler {
  private readonly source: string;
  private readonly resolve: ResolveName;
  private readonly code: number[] = [];
  private readonly constants: number[] = [];

  // The token ahead.
  private kind: Kind = "end";
  private text = "";
  private start = 0;
  private end = 0;

  private nesting = 0;
  private stack = 0;
  private stackSize = 1;

  constructor(source: string, resolve: ResolveName) {
    this.source = source;
    this.resolve = resolve;
  }

  run(): Expression {
    this.advance();
    if (this.atEnd()) throw new ExpressionError("expression is empty at character 1", 0);
    this.choice();
    if (!this.atEnd()) throw this.unexpected("expected an operator");
    return {
      source: this.source,
      stackSize: this.stackSize,
      code: Int32Array.from(this.code),
      constants: Float64Array.from(this.constants),
    };
  }

  // --- grammar ---

  private choice(): void {
    this.binaryFrom(1);
    if (this.accept("?")) {
      const toElse = this.emit(opcode.jumpIfFalse, 0, -1);
      this.nested("choice");
      const toEnd = this.emit(opcode.jump, 0, 0);
      this.expect(":");
      // Only one branch runs, so the second starts with the stack of the first.
      this.code[toElse + 1] = this.code.length;
      this.stack--;
      this.nested("choice");
      this.code[toEnd + 1] = this.code.length;
    }
  }

  private binaryFrom(level: number): void {
    this.signed();
    for (;;) {
      const operator = this.kind === "operator" ? binaryOperators.get(this.text) : undefined;
      if (operator === undefined || operator.level < level) return;
      this.advance();
      this.binaryFrom(operator.level + 1);
      this.emit(operator.code, 0, -1);
    }
  }

  private signed(): void {
    if (this.accept("-")) {
      this.nested("signed");
      this.emit(opcode.negate, 0, 0);
    } else if (this.accept("!")) {
      this.nested("signed");
      this.emit(opcode.not, 0, 0);
    } else {
      this.primary();
      if (this.accept("^")) {
        this.nested("signed");
        this.emit(opcode.power, 0, -1);
      }
    }
  }

  private primary(): void {
    const { kind, text, start } = this;
    if (kind === "number") {
      this.advance();
      this.emitConstant(this.parseNumber(text, start));
    } else if (kind === "sensor") {
      this.advance();
      const slot = this.resolve(text, "sensor");
      if (slot < 0) throw new ExpressionError(`unknown sensor [${text}] at character ${start + 1}`, start);
      this.emit(opcode.slot, slot, 1);
    } else if (kind === "name") {
      this.advance();
      if (this.accept("(")) this.call(text, start);
      else if (text === "pi") this.emitConstant(Math.PI);
      else this.identifier(text, start);
    } else if (this.accept("(")) {
      this.nested("choice");
      this.expect(")");
    } else {
      throw this.unexpected("expected a value");
    }
  }

  private identifier(name: string, start: number): void {
    const slot = this.resolve(name, "identifier");
    if (slot >= 0) {
      this.emit(opcode.slot, slot, 1);
      return;
    }
    const hint = functionTable.has(name) ? `"${name}" is a function and needs ( ) after it` : `unknown name "${name}"`;
    throw new ExpressionError(`${hint} at character ${start + 1}`, start);
  }

  private call(name: string, start: number): void {
    const definition = functionTable.get(name);
    if (definition === undefined) {
      throw new ExpressionError(`unknown function "${name}" at character ${start + 1}`, start);
    }
    const { code, least, most } = definition;
    let count = 0;
    if (!(this.kind === "operator" && this.text === ")")) {
      do {
        this.nested("choice");
        count++;
        // min and max of many: folded from the left as arguments come.
        if (most > 3 && count > 1) this.emit(code, 0, -1);
      } while (this.accept(","));
    }
    this.expect(")");
    if (count < least || count > most) {
      const message = `${name} takes ${describeCount(definition)}, got ${count}, at character ${start + 1}`;
      throw new ExpressionError(message, start);
    }
    if (most > 3) return;
    this.emit(code === opcode.hypot && count === 3 ? opcode.hypot3 : code, 0, 1 - count);
  }

  private parseNumber(text: string, start: number): number {
    // The scanner takes every character that could belong to a number, so 1.2.3 and 2x are caught here as a whole.
    if (!/^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) {
      throw new ExpressionError(`"${shorten(text)}" is not a number at character ${start + 1}`, start);
    }
    const value = Number(text);
    if (value === Number.POSITIVE_INFINITY) {
      throw new ExpressionError(`${shorten(text)} is too large for a number at character ${start + 1}`, start);
    }
    return value;
  }

  /** Everything that recurses goes through here, so that no input can exhaust the call stack. */
  private nested(rule: "choice" | "signed"): void {
    if (++this.nesting > MAX_DEPTH) {
      const message = `nested deeper than ${MAX_DEPTH} levels at character ${this.start + 1}`;
      throw new ExpressionError(message, this.start);
    }
    this[rule]();
    this.nesting--;
  }

  // --- code ---

  /** Appends an instruction that changes the depth of the stack by `growth`; returns where it stands. */
  private emit(code: number, operand: number, growth: number): number {
    this.stack += growth;
    this.stackSize = Math.max(this.stackSize, this.stack);
    return this.code.push(code, operand) - 2;
  }

  private emitConstant(value: number): void {
    this.emit(opcode.constant, this.constants.push(value) - 1, 1);
  }

  // --- tokens ---

  private atEnd(): boolean {
    return this.kind === "end";
  }

  private accept(operator: string): boolean {
    if (this.kind !== "operator" || this.text !== operator) return false;
    this.advance();
    return true;
  }

  private expect(operator: string): void {
    if (!this.accept(operator)) throw this.unexpected(`expected "${operator}"`);
  }

  private unexpected(expectation: string): ExpressionError {
    const where = `at character ${this.start + 1}`;
    if (this.kind === "end") return new ExpressionError(`${expectation} ${where}, got the end`, this.start);
    const habit = this.kind === "operator" ? habits.get(this.text) : undefined;
    const got = this.kind === "sensor" ? `[${this.text}]` : `"${shorten(this.text)}"`;
    return new ExpressionError(`${expectation} ${where}, got ${got}${habit ? ` (${habit})` : ""}`, this.start);
  }

  /** Reads the next token into `kind`, `text`, `start`. */
  private advance(): void {
    const { source } = this;
    let at = this.end;
    while (at < source.length && " \t\r\n".includes(source[at])) at++;
    this.start = at;
    if (at === source.length) {
      this.take("end", at);
      return;
    }
    if (source[at] === "[") {
      const close = source.indexOf("]", at);
      if (close < 0) throw new ExpressionError(`expected "]" for the "[" at character ${at + 1}`, at);
      this.take("sensor", close + 1);
      this.text = source.slice(at + 1, close);
      return;
    }
    const name = match(/[A-Za-z_][A-Za-z0-9_.]*/y, source, at);
    if (name > at) {
      this.take("name", name);
      return;
    }
    const number = match(/(?:\d|\.\d)(?:[eE][-+]?(?=\d)|[\w.])*/y, source, at);
    if (number > at) {
      this.take("number", number);
      return;
    }
    const operator = match(/[=!]==?|[<>]=|\*\*|&&|\|\||[-+*/%^<>!?:(),=&|]/y, source, at);
    if (operator > at) {
      this.take("operator", operator);
      return;
    }
    const character = String.fromCodePoint(source.codePointAt(at) as number);
    throw new ExpressionError(`character ${JSON.stringify(character)} has no meaning at character ${at + 1}`, at);
  }

  private take(kind: Kind, end: number): void {
    this.kind = kind;
    this.text = this.source.slice(this.start, end);
    this.end = end;
  }
}

/** Where a sticky pattern that begins at `at` ends, or `at` if it does not begin there. */
function match(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function describeCount({ least, most }: ExpressionFunction): string {
  if (most === Number.POSITIVE_INFINITY) return `${least} or more arguments`;
  if (least < most) return `${least} to ${most} arguments`;
  return least === 1 ? "1 argument" : `${least} arguments`;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
