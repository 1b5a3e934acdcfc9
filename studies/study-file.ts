/** The format of a study: a scene, what is varied, what is measured, and when to stop. */
import { param as p } from "stiction";
import * as z from "zod/mini";

const anyRecord = (help: string) =>
  p.describe(z.optional(z.record(z.string(), z.unknown())), {
    unit: "",
    help,
    kind: "other",
    expected: "expected names with values",
  });

/** A value that a setting may have. */
const value = () =>
  p.describe(z.union([z.number(), z.string(), z.boolean(), z.array(z.unknown())]), {
    unit: "",
    help: "value of a setting",
    kind: "other",
    expected: "expected a number, a text, true or false, or a list",
  });

const grid = {
  from: p.number({ help: "first value" }),
  to: p.number({ help: "last value" }),
  count: p.number({ help: "number of values", min: 1, max: 100_000, integer: true }),
  scale: p.choice(["linear", "log"], { default: "linear", help: "equal steps, or equal ratios" }),
};

const range = {
  low: p.number({ help: "lower bound" }),
  high: p.number({ help: "upper bound" }),
};

const normal = {
  mean: p.number({ help: "mean" }),
  deviation: p.number({ help: "standard deviation", above: 0 }),
};

/** One thing that is varied. */
export const factorParams = {
  path: p.text({
    help: "a parameter of the scene, or the path of a setting as in `--set`: bodies.ball.mass, timestep, formulation.type",
  }),
  name: p.text({ optional: true, help: "column in tables; the path if absent" }),
  unit: p.text({ default: "", help: "unit, for tables and plots" }),
  values: p.describe(z.optional(z.array(value())), {
    unit: "",
    help: "a list of values",
    kind: "other",
    expected: "expected a list of values",
  }),
  grid: p.record(grid, { help: "evenly spaced values", optional: true }),
  uniform: p.record(range, { help: "random, equally likely between two bounds", optional: true }),
  log: p.record(range, { help: "random, its logarithm equally likely between two bounds", optional: true }),
  normal: p.record(normal, { help: "random, normally distributed", optional: true }),
};

/** Figures of a run that a metric may take. */
const FIGURES = [
  "steps",
  "wall",
  "energy",
  "notConverged",
  "firstNotConverged",
  "iterations",
  "pivots",
  "residual",
  "rows",
  "contacts",
  "gap",
] as const;

/** One thing that is measured; exactly one of the keys but `unit` and `condition`. */
export const metricParams = {
  final: p.text({ optional: true, help: "formula of sensors, at the end" }),
  initial: p.text({ optional: true, help: "formula of sensors, at the start" }),
  min: p.text({ optional: true, help: "least value of a formula over the run" }),
  max: p.text({ optional: true, help: "largest value of a formula over the run" }),
  mean: p.text({ optional: true, help: "mean of a formula over time" }),
  rms: p.text({ optional: true, help: "root of the mean square of a formula over time" }),
  integral: p.text({ optional: true, help: "integral of a formula over time (trapezoids)" }),
  when: p.text({ optional: true, help: "time at which a condition first holds, s; empty if it never does" }),
  crossing: p.text({
    optional: true,
    help: "time at which a formula first changes its sign, linear within the step, s; empty if it never does",
  }),
  event: p.text({
    optional: true,
    help: "time of the first event of this name of the scene, s; empty if there is none",
  }),
  events: p.text({ optional: true, help: "number of events of this name of the scene" }),
  expression: p.text({ optional: true, help: "formula of the metrics above it, by name, and of factors" }),
  figure: p.describe(z.optional(z.enum(FIGURES)), {
    unit: "",
    help: "a figure of the run itself: steps, time by the clock (s), energy at the end (J), steps that did not converge and the first of them; of problems with complementarity the mean iterations and pivots of a step, and the most rows and contacts, the largest residual and the smallest gap (m)",
    kind: "other",
    expected: `expected one of ${FIGURES.join(", ")}`,
  }),
  unit: p.text({ default: "", help: "unit, for tables and plots" }),
};

/** The error of a metric against a factor such as the step. */
export const precisionParams = {
  factor: p.text({ help: "column of the factor that is refined, for instance the step" }),
  metric: p.text({ help: "name of the metric" }),
  reference: p.number({ optional: true, help: "right value; if absent that of the smallest value of the factor" }),
};

/** A value that somebody else found. */
export const publishedParams = {
  metric: p.text({ help: "name of the metric" }),
  where: anyRecord("values of the factors, by column"),
  value: p.number({ help: "the published value, in the unit of the metric" }),
  source: p.text({ default: "", help: "who found it" }),
};

export const metricMap = p.describe(z.record(z.string(), p.record(metricParams, { help: "a metric" })), {
  unit: "",
  help: "what is measured, by name",
  kind: "other",
  expected: "expected metrics by name",
});

/** Which scene, and what is changed in it for all runs. */
export const sceneSource = {
  scene: p.describe(z.union([z.string(), z.record(z.string(), z.unknown())]), {
    unit: "",
    help: "name of a shipped scene, a scene file beside the study, or the scene itself",
    kind: "other",
    expected: "expected the name of a scene, a file, or a scene",
  }),
  params: anyRecord("values of the scene's own parameters, for shipped scenes and modules"),
  set: anyRecord("settings by path, as --set"),
};

export const studyParams = {
  study: p.number({ help: "version of this format: 1", min: 1, max: 1, integer: true }),
  title: p.text({ optional: true, help: "what the study asks" }),
  ...sceneSource,
  factors: p.describe(z._default(z.array(p.record(factorParams, { help: "a factor" })), []), {
    unit: "",
    help: "what is varied; lists and grids form all combinations, random factors are sampled in each of them",
    kind: "other",
    expected: "expected a list of factors",
  }),
  design: p.choice(["random", "latin-hypercube", "sobol", "saltelli"], {
    default: "random",
    help: "how random factors are sampled; saltelli is for Sobol indices and takes samples × (factors + 2) runs",
  }),
  samples: p.number({ default: 1, min: 1, max: 10_000_000, integer: true, help: "samples of the random factors" }),
  repetitions: p.number({ default: 1, min: 1, max: 1_000_000, integer: true, help: "runs of each combination" }),
  seed: p.number({ default: 1, min: 0, max: 2 ** 52, integer: true, help: "seed of all random numbers of the study" }),
  seedPath: p.text({
    optional: true,
    help: "parameter of the scene, or path, that takes the seed of a repetition; needed where repetitions shall differ",
  }),
  metrics: metricMap,
  precision: p.describe(z._default(z.array(p.record(precisionParams, { help: "an order of convergence" })), []), {
    unit: "",
    help: "orders of convergence and work-precision diagrams for the report",
    kind: "other",
    expected: "expected a list of orders of convergence",
  }),
  published: p.describe(z._default(z.array(p.record(publishedParams, { help: "a published value" })), []), {
    unit: "",
    help: "published values that the summary prints beside the medians",
    kind: "other",
    expected: "expected a list of published values",
  }),
  curves: p.number({
    default: 0,
    min: 0,
    max: 10_000,
    integer: true,
    help: "points over time of each sensor of the scene that every run keeps for the report",
  }),
  reference: anyRecord(
    "values of factors, by column: the report compares sensors over time with the runs that have them; a factor that is not named keeps the value of each run",
  ),
  script: p.text({
    optional: true,
    help: "JavaScript module beside the study that measures more: export default (model) => ({ step(data), end(data) { return { name: value } } })",
  }),
  stop: p.record(
    {
      when: p.text({ optional: true, help: "condition of sensors that ends a run; its state is then `stopped`" }),
      status: p.describe(z.optional(z.array(z.string())), {
        unit: "",
        help: "status bits that end a run, for instance [nonFinite, notConverged]",
        kind: "other",
        expected: "expected names of status bits",
      }),
      time: p.number({
        optional: true,
        above: 0,
        unit: "s",
        help: "longest time of a run by the clock; its state is then `limit`",
      }),
    },
    { help: "what ends a run early", optional: true },
  ),
  budget: p.record(
    {
      runs: p.number({ optional: true, min: 1, integer: true, help: "most runs of the study" }),
      time: p.number({ optional: true, above: 0, unit: "s", help: "longest time of the study, by the clock" }),
      errorOfMean: p.number({
        optional: true,
        above: 0,
        help: "ends the study once the half width of the 95 % interval of the first metric is below this share of its mean",
      }),
    },
    { help: "what ends the study early; finished runs are kept", optional: true },
  ),
};

/** The schema of a study file. */
export const studySchema = p.record(studyParams, { help: "a study" });

/** What a user writes. */
export type StudyInput = z.input<typeof studySchema>;
/** A study with its defaults. */
export type Study = z.output<typeof studySchema>;
export type Factor = Study["factors"][number];
export type Metric = Study["metrics"][string];

/** The keys of a metric of which it has one. */
export const METRIC_KINDS = [
  "final",
  "initial",
  "min",
  "max",
  "mean",
  "rms",
  "integral",
  "when",
  "crossing",
  "event",
  "events",
  "expression",
  "figure",
] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

/** The keys of a factor of which it has one. */
export const FACTOR_KINDS = ["values", "grid", "uniform", "log", "normal"] as const;

/** The column of a factor. */
export const factorName = (factor: Factor): string => factor.name ?? factor.path;
