import {
  acosAt,
  asinAt,
  atan2At,
  atanAt,
  cosAt,
  expAt,
  hypot3At,
  hypotAt,
  logAt,
  powAt,
  sinAt,
  tanAt,
} from "../math/elementary.js";
import { type Expression, expressionFunctions } from "./expression-code.js";
import { compileExpression } from "./expression-parse.js";

export { type Expression, ExpressionError, expressionFunctions } from "./expression-code.js";
export { compileExpression, type ResolveName } from "./expression-parse.js";

/**
 * The formula language of controllers, sensors, events and study metrics.
 *
 *   operators   + − * / %   ^ (right-associative, before signs)   < <= > >= == != && || ! (1 or 0)   c ? a : b   ( )
 *   functions   sin cos tan asin acos atan atan2 exp log sqrt abs min max sign floor ceil round pow hypot
 *               clamp(x, low, high), step(x) = x ≥ 0,
 *               smoothstep(a, b, x) = s² (3 − 2 s), s = clamp((x − a)/(b − a), 0, 1)
 *   names       pi, t, dt, parameters; [kind/name/quantity.component] for sensors
 *
 * Arithmetic uses doubles, so x/0 is ±∞ and 0/0 is NaN; % has the sign of its first operand, and round(−2.5) = −2. A
 * condition holds if it is neither 0 nor NaN. Functions other than comparisons and conditions propagate NaN. All
 * results have the same bits on every machine.
 */

/**
 * out[outIndex] ← value of the expression. `stack` has at least `e.stackSize` numbers; nothing is allocated.
 * The cases are the numbers of `opcode` in expression-code.ts.
 */
export function evaluateExpression(
  e: Expression,
  slots: Float64Array,
  stack: Float64Array,
  out: Float64Array,
  outIndex: number,
): void {
  const code = e.code;
  const constants = e.constants;
  const length = code.length;
  // Index of the topmost number; an operator of n operands finds them at top − n + 1 … top.
  let top = -1;
  let at = 0;
  while (at < length) {
    const operand = code[at + 1];
    switch (code[at]) {
      case 0: // constant
        stack[++top] = constants[operand];
        break;
      case 1: // slot
        stack[++top] = slots[operand];
        break;
      case 2: // jump
        at = operand;
        continue;
      case 3: {
        // jumpIfFalse
        const condition = stack[top--];
        if (!(condition < 0 || condition > 0)) {
          at = operand;
          continue;
        }
        break;
      }
      case 4: // negate
        stack[top] = -stack[top];
        break;
      case 5: // not
        stack[top] = stack[top] < 0 || stack[top] > 0 ? 0 : 1;
        break;
      case 6: // add
        top--;
        stack[top] += stack[top + 1];
        break;
      case 7: // subtract
        top--;
        stack[top] -= stack[top + 1];
        break;
      case 8: // multiply
        top--;
        stack[top] *= stack[top + 1];
        break;
      case 9: // divide
        top--;
        stack[top] /= stack[top + 1];
        break;
      case 10: // remainder
        top--;
        stack[top] %= stack[top + 1];
        break;
      case 11: // power
        powAt(stack, --top);
        break;
      case 12: // less
        top--;
        stack[top] = stack[top] < stack[top + 1] ? 1 : 0;
        break;
      case 13: // lessOrEqual
        top--;
        stack[top] = stack[top] <= stack[top + 1] ? 1 : 0;
        break;
      case 14: // greater
        top--;
        stack[top] = stack[top] > stack[top + 1] ? 1 : 0;
        break;
      case 15: // greaterOrEqual
        top--;
        stack[top] = stack[top] >= stack[top + 1] ? 1 : 0;
        break;
      case 16: // equal
        top--;
        stack[top] = stack[top] === stack[top + 1] ? 1 : 0;
        break;
      case 17: // notEqual
        top--;
        stack[top] = stack[top] !== stack[top + 1] ? 1 : 0;
        break;
      case 18: {
        // and
        const b = stack[top--];
        const a = stack[top];
        stack[top] = (a < 0 || a > 0) && (b < 0 || b > 0) ? 1 : 0;
        break;
      }
      case 19: {
        // or
        const b = stack[top--];
        const a = stack[top];
        stack[top] = a < 0 || a > 0 || b < 0 || b > 0 ? 1 : 0;
        break;
      }
      case 20:
        sinAt(stack, top);
        break;
      case 21:
        cosAt(stack, top);
        break;
      case 22:
        tanAt(stack, top);
        break;
      case 23:
        asinAt(stack, top);
        break;
      case 24:
        acosAt(stack, top);
        break;
      case 25:
        atanAt(stack, top);
        break;
      case 26:
        atan2At(stack, --top);
        break;
      case 27:
        expAt(stack, top);
        break;
      case 28:
        logAt(stack, top);
        break;
      case 29: // sqrt
        stack[top] = Math.sqrt(stack[top]);
        break;
      case 30: // abs
        stack[top] = Math.abs(stack[top]);
        break;
      case 31: // min
        top--;
        stack[top] = Math.min(stack[top], stack[top + 1]);
        break;
      case 32: // max
        top--;
        stack[top] = Math.max(stack[top], stack[top + 1]);
        break;
      case 33: // sign
        stack[top] = Math.sign(stack[top]);
        break;
      case 34: // floor
        stack[top] = Math.floor(stack[top]);
        break;
      case 35: // ceil
        stack[top] = Math.ceil(stack[top]);
        break;
      case 36: // round
        stack[top] = Math.round(stack[top]);
        break;
      case 37: // clamp(x, low, high)
        top -= 2;
        stack[top] = Math.min(Math.max(stack[top], stack[top + 1]), stack[top + 2]);
        break;
      case 38: {
        // step; NaN stays NaN
        const x = stack[top];
        stack[top] = x >= 0 ? 1 : x < 0 ? 0 : Number.NaN;
        break;
      }
      case 39: {
        // smoothstep(a, b, x)
        top -= 2;
        const a = stack[top];
        const s = Math.min(Math.max((stack[top + 2] - a) / (stack[top + 1] - a), 0), 1);
        stack[top] = s * s * (3 - 2 * s);
        break;
      }
      case 40:
        hypotAt(stack, --top);
        break;
      case 41:
        top -= 2;
        hypot3At(stack, top);
        break;
    }
    at += 2;
  }
  out[outIndex] = stack[0];
}

/** The language as a part of the registries: a program whose scenes have no formulas leaves it out. */
export const formulaLanguage = {
  compile: compileExpression,
  evaluate: evaluateExpression,
  functions: expressionFunctions,
} as const;
