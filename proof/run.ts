import { type ContextOptions, createContext } from "./context.js";
import { type Experiment, expectedValue, passes, type Row, rowId } from "./experiment.js";

export interface RunOptions extends ContextOptions {
  /** Rows to give out, by id; the others of the same experiment are measured but not reported. */
  readonly wanted?: ReadonlySet<string>;
  /** Current time, ms. */
  readonly clock?: () => number;
}

/** Runs experiments one after the other and yields every row as soon as it is measured. */
export async function* runExperiments(
  experiments: Iterable<Experiment>,
  options: RunOptions = {},
): AsyncGenerator<Row> {
  for (const experiment of experiments) {
    for await (const row of runExperiment(experiment, options)) {
      if (options.wanted === undefined || options.wanted.has(row.id)) yield row;
    }
  }
}

/** The rows of one experiment. Exceptions and missing rows become failed rows. */
export async function* runExperiment(experiment: Experiment, options: RunOptions = {}): AsyncGenerator<Row> {
  const clock = options.clock ?? (() => performance.now());
  const open = new Set(Object.keys(experiment.rows));
  let start = clock();
  const finish = (key: string, measured: number, error?: string): Row => {
    const now = clock();
    const row = judge(experiment, key, measured, (now - start) / 1000, error);
    start = now;
    return row;
  };
  try {
    for await (const [key, measured] of experiment.measure(createContext(options))) {
      if (!open.delete(key)) throw new Error(`the experiment measured "${key}", which is not declared or came twice`);
      yield finish(key, measured);
    }
  } catch (error) {
    for (const key of open) yield finish(key, Number.NaN, error instanceof Error ? error.message : String(error));
    return;
  }
  for (const key of open) yield finish(key, Number.NaN, "the experiment ended without measuring this");
}

function judge(experiment: Experiment, key: string, measured: number, seconds: number, error?: string): Row {
  const expectation = experiment.rows[key];
  const expected = expectedValue(expectation);
  return {
    id: rowId(experiment, key),
    source: experiment.source,
    quantity: expectation.quantity,
    unit: expectation.unit,
    expected,
    tolerance: expectation.tolerance,
    comparison: expectation.comparison,
    measured,
    pass: error === undefined && passes(measured, expected, expectation),
    seconds,
    origin: expectation.origin,
    ...(error === undefined ? {} : { error }),
  };
}
