/**
 * What `stiction verify` and the studio's proof page run: an experiment is a scene, a metric, and expected values with
 * their source and tolerance. Expected values are declared, not computed while measuring, so that a list needs no run.
 */
import type { Context } from "./context.js";
import type { Curve } from "./curve.js";

/** Where the expected values come from. `public` is a published benchmark, `own` a closed form. */
export const SOURCES = ["luaces", "williams", "gribel", "moisio", "vilela", "iftomm", "public", "own"] as const;
export type Source = (typeof SOURCES)[number];

/** How a measured value is judged. */
export type Comparison = "within" | "at-most" | "at-least";

/** One value that an experiment promises. */
export interface Expectation {
  /** What is measured, in words. */
  readonly quantity: string;
  readonly unit: string;
  /** A function where the value is itself the result of some computation, such as a reference integration. */
  readonly expected: number | (() => number);
  /** Largest |measured − expected| that passes; 0 for one-sided expectations. */
  readonly tolerance: number;
  readonly comparison: Comparison;
  /** Where the tolerance comes from: round-off × operations, h^p × constant, published digits, … */
  readonly origin: string;
  /**
   * The value is a time or a ratio of times: `stiction verify` judges it, `npm test` does not, for the machine may be
   * busy.
   */
  readonly timed?: true;
}

/** An experiment: one file in `experiments/`, one line in `index.ts`. */
export interface Experiment<K extends string = string> {
  /** `own.free-fall`, or with the number of a row of a spec, `gribel.v29`. */
  readonly id: `${Source}.${string}`;
  readonly source: Source;
  readonly title: string;
  /** The closed form or publication that the expected values come from. */
  readonly reference: string;
  /** Name of the shipped scene it runs, when it runs one. */
  readonly scene?: string;
  /** Runs with `--full` only: takes more than a few seconds. */
  readonly full?: boolean;
  /** For an acceptance row that this covers only in part: the missing part. */
  readonly partial?: string;
  /** What is promised, by the last part of the row's id; the key "" stands for the experiment's id itself. */
  readonly rows: Readonly<Record<K, Expectation>>;
  /** A quantity over time and its closed form, where there is one; drawn, not judged; only rows count. */
  readonly curve?: Curve;
  /** Measures; every declared row must come, in any order. */
  measure(context: Context): Iterable<Measurement<K>> | AsyncIterable<Measurement<K>>;
}

/** Key of the row, and the measured value. */
export type Measurement<K extends string = string> = readonly [key: K, measured: number];

/** A result. Numbers have full precision. */
export interface Row {
  /** `<source>.<experiment>[.<quantity>]` */
  readonly id: string;
  readonly source: Source;
  readonly quantity: string;
  readonly unit: string;
  readonly expected: number;
  readonly tolerance: number;
  readonly comparison: Comparison;
  readonly measured: number;
  readonly pass: boolean;
  /** Wall time since the row before it, s. */
  readonly seconds: number;
  readonly origin: string;
  /** Why there is no measurement, when there is none. */
  readonly error?: string;
}

/** Declares an experiment; its source follows from its id. */
export function defineExperiment<const K extends string>(experiment: Omit<Experiment<K>, "source">): Experiment<K> {
  const source = experiment.id.slice(0, experiment.id.indexOf(".")) as Source;
  return { ...experiment, source };
}

/** measured = expected ± tolerance */
export function near(
  quantity: string,
  unit: string,
  expected: number | (() => number),
  tolerance: number,
  origin: string,
): Expectation {
  return { quantity, unit, expected, tolerance, comparison: "within", origin };
}

/** An error that should vanish: 0 ± tolerance. */
export function error(quantity: string, unit: string, tolerance: number, origin: string): Expectation {
  return near(quantity, unit, 0, tolerance, origin);
}

/** measured ≤ limit */
export function atMost(quantity: string, unit: string, limit: number, origin: string): Expectation {
  return { quantity, unit, expected: limit, tolerance: 0, comparison: "at-most", origin };
}

/** measured ≥ limit */
export function atLeast(quantity: string, unit: string, limit: number, origin: string): Expectation {
  return { quantity, unit, expected: limit, tolerance: 0, comparison: "at-least", origin };
}

/** An expectation about a time or a ratio of times. */
export function timed(expectation: Expectation): Expectation {
  return { ...expectation, timed: true };
}

/** Full id of a row. */
export function rowId(experiment: Pick<Experiment, "id">, key: string): string {
  return key === "" ? experiment.id : `${experiment.id}.${key}`;
}

/** Ids of all rows of an experiment, in the order of their declaration. */
export function rowIds(experiment: Experiment): string[] {
  return Object.keys(experiment.rows).map((key) => rowId(experiment, key));
}

/** The value that an expectation names. */
export function expectedValue({ expected }: Expectation): number {
  return typeof expected === "number" ? expected : expected();
}

/** Whether a measurement meets its expectation. A value that is no number never does. */
export function passes(measured: number, expected: number, { tolerance, comparison }: Expectation): boolean {
  if (comparison === "at-most") return measured <= expected + tolerance;
  if (comparison === "at-least") return measured >= expected - tolerance;
  return Math.abs(measured - expected) <= tolerance;
}
