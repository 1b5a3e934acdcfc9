/** Series that are computed from sensors by a formula in the scene's own language (`compileExpression`). */
import { compileExpression, ExpressionError, evaluateExpression, expressionFunctions, nearestWord } from "stiction";
import { formulaParts } from "./series-name.js";

/** A compiled series. */
export interface Formula {
  readonly source: string;
  readonly unit: string;
  /** Sensors that it reads, each once. */
  readonly sensors: readonly string[];
  /** Values at given times (s); `valuesOf` returns those of a sensor. Unknown ones are NaN. */
  evaluate(times: Float64Array, valuesOf: (sensor: string) => Float64Array): Float64Array;
}

/** Slots of the expression: the time, then the sensors. */
const TIME_SLOT = 0;
const CONSTANTS: readonly string[] = ["t", "pi"];

/** Compiles a formula; `isSensor` says which sensors there are. Throws an ExpressionError with the nearest known word. */
export function compileFormula(name: string, isSensor: (sensor: string) => boolean): Formula {
  const { source, unit } = formulaParts(name);
  const sensors: string[] = [];
  let unknown = "";
  const expression = withSuggestion(source, () =>
    compileExpression(source, (word, kind) => {
      if (kind === "identifier") return word === "t" ? TIME_SLOT : -1;
      if (!isSensor(word)) {
        unknown = word;
        return -1;
      }
      const known = sensors.indexOf(word);
      return 1 + (known < 0 ? sensors.push(word) - 1 : known);
    }),
  );
  if (unknown) throw new ExpressionError(`there is no sensor [${unknown}]`, source.indexOf(`[${unknown}]`));
  return {
    source,
    unit,
    sensors,
    evaluate(times, valuesOf) {
      const columns = sensors.map(valuesOf);
      const slots = new Float64Array(1 + sensors.length);
      const stack = new Float64Array(expression.stackSize);
      const out = new Float64Array(times.length);
      for (let row = 0; row < out.length; row++) {
        slots[TIME_SLOT] = times[row];
        columns.forEach((column, k) => {
          slots[1 + k] = row < column.length ? column[row] : Number.NaN;
        });
        evaluateExpression(expression, slots, stack, out, row);
      }
      return out;
    },
  };
}

/** Runs the compiler; a word that it does not know is followed by the nearest one that it does. */
function withSuggestion<T>(source: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const word = /^[A-Za-z_]\w*/.exec(source.slice(error.position))?.[0];
    const near = word === undefined ? undefined : nearestWord(word, [...CONSTANTS, ...expressionFunctions]);
    if (near === undefined || near === word) throw error;
    throw new ExpressionError(`${error.message}; did you mean "${near}"?`, error.position);
  }
}
