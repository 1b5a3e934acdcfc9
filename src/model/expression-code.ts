/** A compiled formula: instructions for the stack machine of `evaluateExpression`. */
export interface Expression {
  readonly source: string;
  /** Numbers of stack that evaluation needs, known from the source alone. */
  readonly stackSize: number;
  /** Pairs: opcode, operand (index of a constant, of a slot, of the instruction to go on with; otherwise 0). */
  readonly code: Int32Array;
  readonly constants: Float64Array;
}

/** What is wrong with a formula, in one sentence, and where: `position` is an index into the source, from 0. */
export class ExpressionError extends Error {
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.name = "ExpressionError";
    this.position = position;
  }
}

/** Opcodes. `evaluateExpression` switches on the numbers themselves, which V8 turns into a jump table. */
export const opcode = {
  constant: 0,
  slot: 1,
  jump: 2,
  jumpIfFalse: 3,
  negate: 4,
  not: 5,
  add: 6,
  subtract: 7,
  multiply: 8,
  divide: 9,
  remainder: 10,
  power: 11,
  less: 12,
  lessOrEqual: 13,
  greater: 14,
  greaterOrEqual: 15,
  equal: 16,
  notEqual: 17,
  and: 18,
  or: 19,
  sin: 20,
  cos: 21,
  tan: 22,
  asin: 23,
  acos: 24,
  atan: 25,
  atan2: 26,
  exp: 27,
  log: 28,
  sqrt: 29,
  abs: 30,
  min: 31,
  max: 32,
  sign: 33,
  floor: 34,
  ceil: 35,
  round: 36,
  clamp: 37,
  step: 38,
  smoothstep: 39,
  hypot: 40,
  hypot3: 41,
} as const;

/** A function of the language: its opcode and how many arguments it takes. */
export interface ExpressionFunction {
  readonly code: number;
  readonly least: number;
  readonly most: number;
}

const one = (code: number): ExpressionFunction => ({ code, least: 1, most: 1 });
const two = (code: number): ExpressionFunction => ({ code, least: 2, most: 2 });
const three = (code: number): ExpressionFunction => ({ code, least: 3, most: 3 });
const many = (code: number): ExpressionFunction => ({ code, least: 2, most: Number.POSITIVE_INFINITY });

/** The functions by name. A Map, so that `constructor` and the like are not found in it. */
export const functionTable: ReadonlyMap<string, ExpressionFunction> = new Map([
  ["sin", one(opcode.sin)],
  ["cos", one(opcode.cos)],
  ["tan", one(opcode.tan)],
  ["asin", one(opcode.asin)],
  ["acos", one(opcode.acos)],
  ["atan", one(opcode.atan)],
  ["atan2", two(opcode.atan2)],
  ["exp", one(opcode.exp)],
  ["log", one(opcode.log)],
  ["sqrt", one(opcode.sqrt)],
  ["abs", one(opcode.abs)],
  ["min", many(opcode.min)],
  ["max", many(opcode.max)],
  ["sign", one(opcode.sign)],
  ["floor", one(opcode.floor)],
  ["ceil", one(opcode.ceil)],
  ["round", one(opcode.round)],
  ["clamp", three(opcode.clamp)],
  ["step", one(opcode.step)],
  ["smoothstep", three(opcode.smoothstep)],
  ["hypot", { code: opcode.hypot, least: 2, most: 3 }],
  ["pow", two(opcode.power)],
]);

/** Names of all functions, for suggestions, completion and the manual. */
export const expressionFunctions: readonly string[] = [...functionTable.keys()];
