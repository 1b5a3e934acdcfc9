import { nearestWord, type Problem, param, SpecError } from "stiction";
import { designOf } from "./design/design.js";
import { FACTOR_KINDS, factorName, METRIC_KINDS, type Study, studySchema } from "./study-file.js";

/** Checks what a study file says; throws a SpecError that lists every problem with its path. */
export function readStudy(content: unknown): Study {
  checkVersion(content);
  const parsed = param.parse(studySchema, content);
  if (!parsed.success) throw new SpecError(param.problemsOf(parsed.error, content, ""));
  const study = parsed.data as Study;
  const problems: Problem[] = [];
  checkFactors(study, problems);
  checkMetrics(study, problems);
  // what refers to factors and metrics is judged once those are right
  if (problems.length === 0) checkDesign(study, problems);
  if (problems.length === 0) checkPrecision(study, problems);
  if (problems.length === 0) checkPublished(study, problems);
  if (problems.length === 0) checkReference(study, problems);
  if (problems.length > 0) throw new SpecError(problems);
  const { count } = designOf(study);
  if (count > MAX_RUNS)
    throw new SpecError([{ path: "factors", message: `expected at most ${MAX_RUNS} runs, got ${count}` }]);
  return study;
}

/** The kinds of files, by the key that says their version. */
const FILES = { study: "stiction study", optimise: "stiction optimise", identify: "stiction identify" } as const;

function checkVersion(content: unknown): void {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return;
  const { study } = content as { readonly study?: unknown };
  if (study === 1) return;
  const other = Object.entries(FILES).find(([key]) => key !== "study" && key in content);
  if (study === undefined && other !== undefined)
    throw new SpecError([
      { path: other[0], message: `this is a file for \`${other[1]}\`; a study begins with study: 1` },
    ]);
  const got = study === undefined ? "nothing" : JSON.stringify(study);
  throw new SpecError([{ path: "study", message: `expected 1, the version of this format, got ${got}` }]);
}

/** Most runs of a study. */
export const MAX_RUNS = 10_000_000;

function checkFactors(study: Study, problems: Problem[]): void {
  const names = new Map<string, number>();
  const reserved = new Set<string>(RESERVED);
  study.factors.forEach((factor, i) => {
    const path = `factors[${i}]`;
    const given = FACTOR_KINDS.filter((kind) => factor[kind] !== undefined);
    const add = (key: string, message: string) => problems.push({ path: `${path}${key}`, message });
    if (given.length !== 1) {
      const got = given.length === 0 ? "none" : given.join(" and ");
      add("", `expected exactly one of ${FACTOR_KINDS.join(", ")}, got ${got}`);
      return;
    }
    if (factor.values?.length === 0) add(".values", "expected at least one value, got an empty list");
    const { grid, uniform, log } = factor;
    if (grid?.scale === "log" && !(grid.from * grid.to > 0))
      add(".grid", "expected bounds of the same sign, and not zero, for scale log");
    for (const [key, range] of [
      ["uniform", uniform],
      ["log", log],
    ] as const) {
      if (range !== undefined && !(range.low < range.high))
        add(`.${key}`, `expected low < high, got ${range.low} and ${range.high}`);
    }
    if (log !== undefined && !(log.low > 0)) add(".log.low", `expected a number > 0, got ${log.low}`);
    const name = factorName(factor);
    const other = names.get(name);
    if (other !== undefined)
      add("", `the column ${JSON.stringify(name)} is that of factors[${other}] too; give it a name`);
    if (reserved.has(name)) add(".name", `${JSON.stringify(name)} is a column of every study; give another name`);
    names.set(name, i);
  });
}

function checkDesign(study: Study, problems: Problem[]): void {
  const sampled = study.factors.some(({ uniform, log, normal }) => uniform ?? log ?? normal);
  if (!sampled && study.samples > 1)
    problems.push({ path: "samples", message: "expected 1: no factor is random (uniform, log or normal)" });
  if (study.design === "saltelli" && !sampled)
    problems.push({ path: "design", message: "saltelli needs random factors (uniform, log or normal)" });
  if (study.repetitions > 1 && study.seedPath === undefined && !sampled)
    problems.push({
      path: "repetitions",
      message: "expected 1: nothing is random, so repetitions would be equal; give seedPath, or a random factor",
    });
}

/** Columns that every table of results has. */
export const RESERVED = [
  "row",
  "repetition",
  "seed",
  "state",
  "message",
  "steps",
  "time",
  "status",
  "wall",
  "hash",
] as const;

function checkMetrics(study: Study, problems: Problem[]): void {
  const names = Object.keys(study.metrics);
  if (names.length === 0 && study.script === undefined)
    problems.push({ path: "metrics", message: "expected at least one metric" });
  const taken = new Set<string>([...RESERVED, ...study.factors.map(factorName)]);
  for (const name of names) {
    const path = `metrics.${name}`;
    if (taken.has(name))
      problems.push({ path, message: `the name ${JSON.stringify(name)} is taken; give another one` });
    if (!/^[A-Za-z_]\w*$/.test(name))
      problems.push({ path, message: "expected a name of letters, digits and _, so that formulas can use it" });
    const metric = study.metrics[name];
    const given = METRIC_KINDS.filter((kind) => metric[kind] !== undefined);
    if (given.length !== 1) {
      const got = given.length === 0 ? "none" : given.join(" and ");
      problems.push({ path, message: `expected exactly one of ${METRIC_KINDS.join(", ")}, got ${got}` });
    }
  }
}

function checkReference({ reference, factors, curves }: Study, problems: Problem[]): void {
  if (reference === undefined) return;
  const names = factors.map(factorName);
  if (curves === 0)
    problems.push({ path: "reference", message: "needs sensors over time: give curves, such as curves: 500" });
  for (const [name, value] of Object.entries(reference)) {
    const path = `reference.${name}`;
    const factor = factors[names.indexOf(name)];
    if (factor === undefined) problems.push({ path, message: unknownName("factor", name, names) });
    else if (factor.values === undefined) problems.push({ path, message: "expected a factor with a list of values" });
    else if (!factor.values.some((entry) => JSON.stringify(entry) === JSON.stringify(value)))
      problems.push({
        path,
        message: `${name} has no value ${JSON.stringify(value)}; expected one of ${factor.values.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join(", ")}`,
      });
  }
}

function checkPublished(study: Study, problems: Problem[]): void {
  const factors = study.factors.map(factorName);
  // a script has metrics of its own, which nobody knows here
  const metrics = study.script === undefined ? Object.keys(study.metrics) : undefined;
  study.published.forEach(({ metric, where }, k) => {
    if (metrics?.includes(metric) === false)
      problems.push({ path: `published[${k}].metric`, message: unknownName("metric", metric, metrics) });
    for (const name of Object.keys(where ?? {}))
      if (!factors.includes(name))
        problems.push({ path: `published[${k}].where.${name}`, message: unknownName("factor", name, factors) });
  });
}

function checkPrecision(study: Study, problems: Problem[]): void {
  const factors = study.factors.map(factorName);
  study.precision.forEach(({ factor, metric }, k) => {
    if (!factors.includes(factor))
      problems.push({ path: `precision[${k}].factor`, message: unknownName("factor", factor, factors) });
    if (!(metric in study.metrics))
      problems.push({
        path: `precision[${k}].metric`,
        message: unknownName("metric", metric, Object.keys(study.metrics)),
      });
  });
}

function unknownName(kind: string, name: string, known: readonly string[]): string {
  const near = nearestWord(name, known);
  const hint = near === undefined ? `expected one of ${known.join(", ")}` : `did you mean "${near}"?`;
  return `unknown ${kind} "${name}"; ${hint}`;
}
