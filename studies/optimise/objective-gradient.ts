/** The gradient of an objective by the engine's own sensitivities, where a scene and its metrics have them. */
import { compileUntyped, gradient } from "stiction";
import { designOf } from "../design/design.js";
import { formulaMetrics, PREFIX, withMetrics } from "../run/metrics.js";
import type { StudyParts } from "../run/run-row.js";
import { createSpecBuilder } from "../run/scene-source.js";
import type { GradientOf } from "./gradient-descent.js";

/** Change of a value for the differences of formulas, relative to its size: round-off 1e-16/1e-6, error (1e-6)². */
const CHANGE = 1e-6;

/**
 * The derivative of a metric by the factors of a study, each a number: d objective/dp = Σ ∂objective/∂m dm/dp + ∂objective/∂p
 * over the final values m of sensors. The engine differentiates each step (`gradient`), formulas are differentiated by
 * central differences. Undefined for a study with metrics that are no final values or formulas of them. The function
 * throws a SpecError where the formulation of the scene has no gradients.
 */
export function objectiveGradient({ study, source }: StudyParts, objective: string): GradientOf | undefined {
  const metrics = Object.entries(study.metrics);
  if (study.stop !== undefined || metrics.some(([, { final, expression }]) => (final ?? expression) === undefined))
    return undefined;
  const finals = metrics.flatMap(([name, { final }]) => (final === undefined ? [] : [name]));
  const builder = createSpecBuilder(source, study);
  const { names } = designOf(study);
  return async (point) => {
    const build = (values: readonly number[]) =>
      withMetrics(builder.spec({ row: 0, values, repetition: 0, seed: 0 }), study);
    const model = compileUntyped(build(point));
    const parameters = point.map((value, i) => ({
      name: names[i],
      value,
      build: (x: number) => build(point.map((own, k) => (k === i ? x : own))),
    }));
    const run = gradient(model, parameters, { every: 2 ** 31 - 1 });
    const sensors = run.sensors[run.sensors.length - 1];
    const slopes = run.gradients[run.gradients.length - 1];
    const at = finals.map((name) => model.sensors.columns.findIndex((column) => column.name === PREFIX + name));
    const values = at.map((column) => sensors[column]);
    const value = (m: readonly number[], p: readonly number[]) =>
      formulaMetrics(study, new Map(finals.map((name, k) => [name, m[k]])), p).get(objective) ?? Number.NaN;
    const slope = (list: readonly number[], k: number, f: (list: readonly number[]) => number) => {
      const h = CHANGE * Math.max(Math.abs(list[k]), CHANGE);
      const moved = (by: number) => f(list.map((x, i) => (i === k ? x + by : x)));
      return (moved(h) - moved(-h)) / (2 * h);
    };
    const byMetric = values.map((_, k) => slope(values, k, (m) => value(m, point)));
    return point.map((_, i) => {
      const through = byMetric.reduce((sum, d, k) => sum + d * slopes[i * sensors.length + at[k]], 0);
      return through + slope(point, i, (p) => value(values, p));
    });
  };
}
