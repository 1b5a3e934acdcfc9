import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as el from "../../src/math/elementary.js";
import {
  compileExpression,
  type Expression,
  ExpressionError,
  evaluateExpression,
  expressionFunctions,
} from "../../src/model/expression.js";
import { allocatedBytes } from "../judges/allocation.js";
import { seededRandom } from "../judges/elementary-points.js";

const names = ["t", "dt", "a", "b", "c", "gain.p", "_x1"];
const sensors = ["body/ball/position.z", "joint/crank 1/angle", "a b\tc*)("];

const resolve = (name: string, kind: "identifier" | "sensor") => {
  if (kind === "identifier") return names.indexOf(name);
  const k = sensors.indexOf(name);
  return k < 0 ? -1 : names.length + k;
};

function evaluate(e: Expression, slots: ArrayLike<number>): number {
  const guard = 123.456;
  const stack = new Float64Array(e.stackSize + 4).fill(guard);
  const out = new Float64Array([guard, guard, guard]);
  evaluateExpression(e, Float64Array.from(slots), stack, out, 1);
  // Nothing beyond the announced stack, and nothing beside the output, is touched.
  expect([...stack.subarray(e.stackSize), out[0], out[2]]).toEqual([guard, guard, guard, guard, guard, guard]);
  return out[1];
}

const values = [0.25, 0.001, 3, -2, 0, 7.5, -1.25, 11, 12, 13];
const value = (source: string) => evaluate(compileExpression(source, resolve), values);

function errorOf(source: string): ExpressionError {
  try {
    compileExpression(source, resolve);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  return expect.fail(`no error in ${source}`);
}

describe("values", () => {
  test.each([
    ["1", 1],
    ["1.5e-3", 0.0015],
    ["1E3", 1000],
    [".5", 0.5],
    ["2.", 2],
    ["  \t\r\n 7 ", 7],
    ["pi", Math.PI],
    ["t", 0.25],
    ["dt", 0.001],
    ["gain.p", 7.5],
    ["_x1", -1.25],
    ["[body/ball/position.z]", 11],
    ["[joint/crank 1/angle]", 12],
    ["[a b\tc*)(]", 13],
    ["a - b", 5],
    ["a-b-1", 4],
    ["a - (b - 1)", 6],
    ["12 / 2 / 3", 2],
    ["7 % 4", 3],
    ["-7 % 4", -3],
    ["5.5 % -2", 1.5],
    ["2 * 3 ^ 2", 18],
    ["2 ^ 3 ^ 2", 512],
    ["(2 ^ 3) ^ 2", 64],
    ["-2 ^ 2", -4],
    ["(-2) ^ 2", 4],
    ["2 ^ -1", 0.5],
    ["2 ^ -1 ^ 2", 0.5],
    ["-2 ^ -2", -0.25],
    ["2 ^ - - 2", 4],
    ["- - 3", 3],
    ["--3", 3],
    ["2 - -3", 5],
    ["!0", 1],
    ["!3", 0],
    ["!!3", 1],
    ["!2 ^ 0", 0],
    ["!(0 / 0)", 1],
    ["1 < 2", 1],
    ["2 <= 1", 0],
    ["2 > 1 == 1", 1],
    ["1 + 1 == 2", 1],
    ["1 != 1", 0],
    ["0 && 1 || 1", 1],
    ["1 || 1 && 0", 1],
    ["(1 || 1) && 0", 0],
    ["2 && 3", 1],
    ["0 || -4", 1],
    ["0 || 0/0", 0],
    ["1 ? 2 : 3", 2],
    ["0 ? 2 : 3", 3],
    ["0/0 ? 2 : 3", 3],
    ["0 ? 1 : 0 ? 2 : 3", 3],
    ["1 ? 0 ? 4 : 5 : 6", 5],
    ["1 + (0 ? 10 : 20) * 2", 41],
    ["a > 0 && b < 0 ? a * b : 0", -6],
    ["1 / 0", Number.POSITIVE_INFINITY],
    ["-1 / 0", Number.NEGATIVE_INFINITY],
    ["0 / 0", Number.NaN],
    ["-0", -0],
    ["1e-400", 0],
    ["min(3, 1, 2)", 1],
    ["max(3, 1, 2, 5, 4)", 5],
    ["min(1, 0/0)", Number.NaN],
    ["clamp(5, 0, 2)", 2],
    ["clamp(-5, 0, 2)", 0],
    ["clamp(1, 0, 2)", 1],
    ["step(0)", 1],
    ["step(-1e-300)", 0],
    ["step(2)", 1],
    ["step(0/0)", Number.NaN],
    ["smoothstep(1, 3, 2)", 0.5],
    ["smoothstep(1, 3, 0)", 0],
    ["smoothstep(1, 3, 4)", 1],
    ["smoothstep(0, 4, 1)", 0.15625], // s = ¼: s² (3 − 2 s) = 2.5/16
    ["smoothstep(3, 1, 2.5)", 0.15625],
    ["round(2.5)", 3],
    ["round(-2.5)", -2],
    ["floor(-1.5)", -2],
    ["ceil(-1.5)", -1],
    ["sign(-3)", -1],
    ["abs(-3)", 3],
    ["sqrt(16)", 4],
    ["hypot(3, 4)", 5],
    ["hypot(1, 2, 2)", 3],
    ["pow(2, 10)", 1024],
  ])("%s = %d", (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  test("functions are those of math/elementary, bit for bit", () => {
    const one = {
      sin: el.sin,
      cos: el.cos,
      tan: el.tan,
      asin: el.asin,
      acos: el.acos,
      atan: el.atan,
      exp: el.exp,
      log: el.log,
      sqrt: Math.sqrt,
      abs: Math.abs,
      sign: Math.sign,
      floor: Math.floor,
      ceil: Math.ceil,
      round: Math.round,
    };
    const two = { atan2: el.atan2, hypot: el.hypot, pow: el.pow, min: Math.min, max: Math.max };
    const samples = [0, -0, 0.3, -0.7, 1, 2.5, -40, 1e9, Number.NaN, Number.POSITIVE_INFINITY];
    const covered = new Set(["clamp", "step", "smoothstep"]);
    for (const [name, f] of Object.entries(one)) {
      const e = compileExpression(`1 + ${name}(a) * 2`, resolve);
      for (const x of samples) expect(evaluate(e, [0, 0, x])).toBe(1 + f(x) * 2);
      covered.add(name);
    }
    for (const [name, f] of Object.entries(two)) {
      const e = compileExpression(`${name}(a, b) - 1`, resolve);
      for (const x of samples) for (const y of samples) expect(evaluate(e, [0, 0, x, y])).toBe(f(x, y) - 1);
      covered.add(name);
    }
    const power = compileExpression("a ^ b", resolve);
    for (const x of samples) for (const y of samples) expect(evaluate(power, [0, 0, x, y])).toBe(el.pow(x, y));
    expect([...covered].sort()).toEqual([...expressionFunctions].sort());
  });
});

describe("precedence against JavaScript", () => {
  const count = process.env.STICTION_FULL ? 200_000 : 3_000;

  // A flat row of tokens, so that only the two parsers decide what belongs together.
  const pick = <T>(random: () => number, list: readonly T[]) => list[Math.floor(random() * list.length)];
  const operators = ["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="];

  function atom(random: () => number, depth: number): string {
    const kind = random();
    if (kind < 0.45) return pick(random, ["a", "b", "c", "t", "dt"]);
    if (kind < 0.75 || depth === 0) return pick(random, ["1", "2", "0", "0.5", "3.25", "1e2", "7"]);
    return `(${row(random, depth - 1, operators)})`;
  }

  function row(random: () => number, depth: number, using: readonly string[]): string {
    let text = "";
    const length = 1 + Math.floor(random() * 6);
    for (let k = 0; k < length; k++) {
      if (k > 0) text += ` ${pick(random, using)} `;
      while (random() < 0.2) text += pick(random, ["- ", "! "]);
      text += atom(random, depth);
    }
    if (depth > 0 && random() < 0.15) text += ` ? ${row(random, depth - 1, using)} : ${row(random, depth - 1, using)}`;
    return text;
  }

  // JavaScript's own parser.
  const judge = (text: string) =>
    Number(
      new Function("t", "dt", "a", "b", "c", `return ${text};`)(values[0], values[1], values[2], values[3], values[4]),
    );

  test("arithmetic, comparisons, signs and choices", () => {
    const random = seededRandom(7);
    let finite = 0;
    for (let k = 0; k < count; k++) {
      const text = row(random, 3, operators);
      const expected = judge(text);
      const got = value(text);
      if (!Object.is(got, expected)) expect.fail(`${text}: got ${got}, JavaScript says ${expected}`);
      if (Number.isFinite(expected) && expected !== 0) finite++;
    }
    // The comparison would mean little if nearly all results were 0 or NaN.
    expect(finite).toBeGreaterThan(count / 4);
  });

  test("logic: in JavaScript && and || return an operand, so only its truth is compared", () => {
    const random = seededRandom(8);
    let truths = 0;
    for (let k = 0; k < count; k++) {
      // Depth 0: a bare row, without parentheses or choices inside.
      const source = `(${row(random, 0, ["&&", "||", "<", "==", "!=", "+", "*"])}) ? 1 : 0`;
      const expected = judge(source);
      expect(value(source), source).toBe(expected);
      truths += expected;
    }
    expect(truths).toBeGreaterThan(count / 10);
    expect(truths).toBeLessThan((count * 9) / 10);
  });
});

describe("errors say where and what", () => {
  test.each([
    ["", 0, "expression is empty"],
    ["   ", 0, "expression is empty"],
    ["1 +", 3, "expected a value at character 4, got the end"],
    ["1 + * 2", 4, 'expected a value at character 5, got "*"'],
    ["(1 + 2", 6, 'expected ")" at character 7, got the end'],
    ["1 + 2)", 5, 'expected an operator at character 6, got ")"'],
    ["1 2", 2, 'expected an operator at character 3, got "2"'],
    ["2 a", 2, 'expected an operator at character 3, got "a"'],
    ["2x", 0, '"2x" is not a number at character 1'],
    ["1.2.3", 0, '"1.2.3" is not a number'],
    ["1e", 0, '"1e" is not a number'],
    ["a + 1e999", 4, "1e999 is too large for a number at character 5"],
    ["a + bb", 4, 'unknown name "bb" at character 5'],
    ["a + sine(1)", 4, 'unknown function "sine" at character 5'],
    ["constructor(1)", 0, 'unknown function "constructor"'],
    ["__proto__", 0, 'unknown name "__proto__"'],
    ["toString", 0, 'unknown name "toString"'],
    ["2 * sin", 4, '"sin" is a function and needs ( ) after it at character 5'],
    ["[body/bal/position.z]", 0, "unknown sensor [body/bal/position.z] at character 1"],
    ["1 + [body", 4, 'expected "]" for the "[" at character 5'],
    ["sin()", 0, "sin takes 1 argument, got 0, at character 1"],
    ["1 + sin(1, 2)", 4, "sin takes 1 argument, got 2, at character 5"],
    ["min(1)", 0, "min takes 2 or more arguments, got 1"],
    ["clamp(1, 2)", 0, "clamp takes 3 arguments, got 2"],
    ["hypot(1, 2, 3, 4)", 0, "hypot takes 2 to 3 arguments, got 4"],
    ["sin(1", 5, 'expected ")" at character 6, got the end'],
    ["max(1,)", 6, 'expected a value at character 7, got ")"'],
    ["a ? 1", 5, 'expected ":" at character 6, got the end'],
    ["a ** 2", 2, 'expected an operator at character 3, got "**" (write ^ for a power)'],
    ["a = 2", 2, "(write == to compare)"],
    ["a & 2", 2, "(write && for and)"],
    ["a # 2", 2, 'character "#" has no meaning at character 3'],
    ["a + 😀", 4, 'character "😀" has no meaning at character 5'],
    ["+1", 0, 'expected a value at character 1, got "+"'],
  ])("%s", (source, position, message) => {
    const error = errorOf(source);
    expect(error.message).toContain(message);
    expect(error.position).toBe(position);
    expect(error.name).toBe("ExpressionError");
  });
});

describe("hostile input ends in an error", () => {
  test("length", () => {
    expect(value("1".padEnd(10_000, " "))).toBe(1);
    expect(errorOf("1".padEnd(10_001, " ")).message).toContain("more than the 10000 allowed");
    expect(errorOf("(".repeat(5_000_000)).position).toBe(10_000);
  });

  test("nesting up to 100 levels", () => {
    const nested = (n: number, open: string, core: string, close: string) => open.repeat(n) + core + close.repeat(n);
    const forms: [string, string, string][] = [
      ["(", "1", ")"],
      ["sin(", "1", ")"],
      ["max(1, ", "1", ")"],
      ["clamp(1, 0, ", "1", ")"],
      ["- ", "1", ""],
      ["!", "1", ""],
      ["2^", "1", ""],
      ["0 ? 1 : ", "1", ""],
      ["1 ? ", "1", " : 0"],
      ["1 + (", "1", ")"],
    ];
    for (const [open, core, close] of forms) {
      const deepest = compileExpression(nested(100, open, core, close), resolve);
      expect(deepest.stackSize).toBeLessThanOrEqual(301);
      evaluate(deepest, values);
      expect(errorOf(nested(101, open, core, close)).message).toContain("nested deeper than 100 levels");
      expect(errorOf(open.repeat(800)).message).toContain("nested deeper than 100 levels");
    }
  });

  test("long rows need no stack", () => {
    const sum = compileExpression(`1${"+1".repeat(4_999)}`, resolve);
    expect(sum.stackSize).toBe(2);
    expect(evaluate(sum, values)).toBe(5_000);
    const maximum = compileExpression(`max(1${",2".repeat(4_900)})`, resolve);
    expect(maximum.stackSize).toBe(2);
    expect(evaluate(maximum, values)).toBe(2);
  });

  test("any text compiles or throws ExpressionError with a position inside, and what compiles runs", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc
        .array(
          fc.constantFrom(
            ..."+-*/%^<>=!&|?:(),[]. \n0123456789".split(""),
            ...expressionFunctions,
            ...names,
            "pi",
            "1e5",
            "(a)",
            "[body/ball/position.z]",
            "__proto__",
          ),
          { maxLength: 40 },
        )
        .map((list) => list.join("")),
    );
    let compiled = 0;
    fc.assert(
      fc.property(pieces, (source) => {
        let e: Expression;
        try {
          e = compileExpression(source, resolve);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          return error.position >= 0 && error.position <= source.length && !error.message.includes("\n\n");
        }
        compiled++;
        evaluate(e, values);
        return e.stackSize >= 1 && e.stackSize <= source.length;
      }),
      { seed: 11, numRuns: process.env.STICTION_FULL ? 200_000 : 4_000 },
    );
    expect(compiled).toBeGreaterThan(20);
  });
});

test("evaluation allocates nothing: 100 000 warm evaluations", () => {
  const sources = [
    "-20 * [body/ball/position.z] - 3 * dt",
    "a > 0 && t < 1 ? sin(2 * pi * t) * exp(-t) : max(a, b, c) ^ 1.5",
    "atan2(a, b) + hypot(a, b, c) + log(1 + a * a) + clamp(t, 0, 1) + smoothstep(0, 1, t) % 0.3",
    "tan(t) + asin(dt) + acos(dt) + atan(a) + sqrt(a) + sign(b) + floor(a) + step(t) + abs(b) + round(t)",
  ];
  const expressions = sources.map((source) => compileExpression(source, resolve));
  const slots = Float64Array.from(values);
  const stack = new Float64Array(Math.max(...expressions.map((e) => e.stackSize)));
  const out = new Float64Array(expressions.length);
  const run = () => {
    for (let k = 0; k < 100_000; k++) {
      slots[0] = (k % 1000) * 0.001;
      slots[2] = 1 + (k % 7) * 0.37;
      evaluateExpression(expressions[k & 3], slots, stack, out, k & 3);
    }
  };
  // One boxed double per evaluation would be over a megabyte.
  expect(allocatedBytes(run, 28_800)).toBeLessThan(32_000);
});
