/** The formats of `optimise` and `identify`. */
import { type Problem, param as p, SpecError } from "stiction";
import * as z from "zod/mini";
import { metricMap, sceneSource } from "../study-file.js";

const variable = {
  path: p.text({ help: "a parameter of the scene, or the path of a setting as in `--set`" }),
  name: p.text({ optional: true, help: "name in tables; the path if absent" }),
  unit: p.text({ default: "", help: "unit, for tables" }),
  low: p.number({ help: "lower bound" }),
  high: p.number({ help: "upper bound" }),
  start: p.number({ optional: true, help: "where to begin; the middle if absent" }),
  scale: p.choice(["linear", "log"], { default: "linear", help: "log for what spans decades" }),
};

const variables = p.describe(z.array(p.record(variable, { help: "a parameter" })), {
  unit: "",
  help: "what may be changed",
  kind: "other",
  expected: "expected a list of parameters",
});

const texts = (help: string) =>
  p.describe(z._default(z.array(z.string()), []), {
    unit: "",
    help,
    kind: "other",
    expected: "expected a list of formulas",
  });

export const optimiseParams = {
  optimise: p.number({ help: "version of this format: 1", min: 1, max: 1, integer: true }),
  title: p.text({ optional: true, help: "what is looked for" }),
  ...sceneSource,
  parameters: variables,
  metrics: metricMap,
  minimise: p.text({ optional: true, help: "formula of metrics and parameters, by name, that is made least" }),
  maximise: p.text({ optional: true, help: "formula of metrics and parameters that is made largest" }),
  constraints: texts("formulas of metrics and parameters that must not be above zero: `force - 500`"),
  method: p.choice(["cma-es", "nelder-mead", "gradient"], {
    default: "cma-es",
    help: "cma-es for rugged functions and many parameters, nelder-mead for few, gradient for smooth ones",
  }),
  evaluations: p.number({ default: 300, min: 1, max: 10_000_000, integer: true, help: "most runs" }),
  tolerance: p.number({ default: 1e-6, above: 0, help: "ends when values differ by less than this share" }),
  seed: p.number({ default: 1, min: 0, max: 2 ** 52, integer: true, help: "seed of cma-es" }),
};

/** The schema of a file of `optimise`. */
export const optimiseSchema = p.record(optimiseParams, { help: "an optimisation" });
export type OptimiseFile = z.output<typeof optimiseSchema>;

const fitted = {
  column: p.text({ help: "column of the trace" }),
  sensor: p.text({ help: "formula of sensors that it is compared with" }),
  deviation: p.number({ default: 1, above: 0, help: "standard deviation of the measurement, in the column's unit" }),
};

export const identifyParams = {
  identify: p.number({ help: "version of this format: 1", min: 1, max: 1, integer: true }),
  title: p.text({ optional: true, help: "what is looked for" }),
  ...sceneSource,
  parameters: variables,
  trace: p.text({ help: "CSV file beside this one; its first column is the time in s" }),
  fit: p.describe(z.array(p.record(fitted, { help: "a column of the trace and its sensor" })), {
    unit: "",
    help: "what is compared",
    kind: "other",
    expected: "expected a list of columns",
  }),
  iterations: p.number({ default: 50, min: 1, max: 10_000, integer: true, help: "most iterations" }),
  tolerance: p.number({
    default: 1e-7,
    above: 0,
    help: "ends when no parameter moves by more than this share of its range",
  }),
};

/** The schema of a file of `identify`. */
export const identifySchema = p.record(identifyParams, { help: "an identification" });
export type IdentifyFile = z.output<typeof identifySchema>;

/** Checks what a file of `optimise` says. */
export function readOptimise(content: unknown): OptimiseFile {
  const parsed = p.parse(optimiseSchema, content);
  if (!parsed.success) throw new SpecError(p.problemsOf(parsed.error, content, ""));
  const file = parsed.data;
  const problems = variableProblems(file.parameters);
  if ((file.minimise === undefined) === (file.maximise === undefined))
    problems.push({ path: "", message: "expected either minimise or maximise" });
  if (file.method === "gradient" && file.constraints.length > 0)
    problems.push({ path: "constraints", message: "method gradient takes none; use cma-es or nelder-mead" });
  if (problems.length > 0) throw new SpecError(problems);
  return file;
}

/** Checks what a file of `identify` says. */
export function readIdentify(content: unknown): IdentifyFile {
  const parsed = p.parse(identifySchema, content);
  if (!parsed.success) throw new SpecError(p.problemsOf(parsed.error, content, ""));
  const problems = variableProblems(parsed.data.parameters);
  if (parsed.data.fit.length === 0) problems.push({ path: "fit", message: "expected at least one column" });
  if (problems.length > 0) throw new SpecError(problems);
  return parsed.data;
}

function variableProblems(list: OptimiseFile["parameters"]): Problem[] {
  const problems: Problem[] = [];
  if (list.length === 0) problems.push({ path: "parameters", message: "expected at least one parameter" });
  const names = list.map(({ name, path }) => name ?? path);
  list.forEach(({ low, high, start, scale }, i) => {
    const path = `parameters[${i}]`;
    if (!(low < high)) problems.push({ path, message: `expected low < high, got ${low} and ${high}` });
    else if (start !== undefined && !(start >= low && start <= high))
      problems.push({ path: `${path}.start`, message: `expected a number from ${low} to ${high}, got ${start}` });
    if (scale === "log" && !(low > 0))
      problems.push({ path: `${path}.low`, message: `expected a number > 0 for scale log, got ${low}` });
    if (names.indexOf(names[i]) < i) problems.push({ path, message: `the name "${names[i]}" is there twice` });
  });
  return problems;
}
