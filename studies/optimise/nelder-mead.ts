/** The simplex method of Nelder and Mead [NelderMead1965], with the coefficients of Gao and Han for many variables [GaoHan2012]. */
import {
  type Evaluation,
  Evaluator,
  isBetter,
  type OptimiserOptions,
  type Optimum,
  type Problem,
  ranking,
  startOf,
} from "./problem.js";

/** First edge of the simplex, as a share of the range of each variable. */
const EDGE = 0.15;

/** Minimises without derivatives; for few variables and smooth functions. */
export async function nelderMead(problem: Problem, options: OptimiserOptions): Promise<Optimum> {
  const evaluator = new Evaluator(problem, options);
  const n = problem.variables.length;
  const start = startOf(problem.variables);
  const simplex = [
    start,
    ...start.map((u, i) => start.map((v, k) => (k === i ? (u + EDGE <= 1 ? u + EDGE : u - EDGE) : v))),
  ];
  let values = [...(await evaluator.take(simplex))];
  const expand = 1 + 2 / n;
  const contract = 0.75 - 1 / (2 * n);
  const shrink = n > 1 ? 1 - 1 / n : 0.5;
  const one = async (u: readonly number[]): Promise<Evaluation> => (await evaluator.take([u]))[0];
  while (!evaluator.spent) {
    const order = ranking(values);
    const points = order.map((k) => simplex[k]);
    values = order.map((k) => values[k]);
    points.forEach((u, k) => {
      simplex[k] = u;
    });
    if (isSmall(simplex, values, options.tolerance)) return evaluator.result(true);
    const worst = simplex[n];
    const middle = start.map((_, i) => simplex.slice(0, n).reduce((sum, u) => sum + u[i], 0) / n);
    const along = (t: number) => middle.map((m, i) => clamp(m + t * (worst[i] - m)));
    const put = (u: number[], value: Evaluation) => {
      simplex[n] = u;
      values[n] = value;
    };
    const reflected = along(-1);
    const atReflected = await one(reflected);
    if (isBetter(atReflected, values[0])) {
      const further = along(-expand);
      const atFurther = evaluator.spent ? atReflected : await one(further);
      if (isBetter(atFurther, atReflected)) put(further, atFurther);
      else put(reflected, atReflected);
    } else if (isBetter(atReflected, values[n - 1])) put(reflected, atReflected);
    else if (!evaluator.spent) {
      const outside = isBetter(atReflected, values[n]);
      const near = along(outside ? -contract : contract);
      const atNear = await one(near);
      if (isBetter(atNear, outside ? atReflected : values[n])) put(near, atNear);
      else if (!evaluator.spent) {
        const moved = simplex.slice(1).map((u) => u.map((x, i) => simplex[0][i] + shrink * (x - simplex[0][i])));
        const found = await evaluator.take(moved);
        moved.forEach((u, k) => {
          simplex[k + 1] = u;
          values[k + 1] = found[k];
        });
      }
    }
  }
  return evaluator.result(false);
}

const clamp = (u: number) => Math.max(0, Math.min(1, u));

/** Whether points and values are as near to each other as asked. */
function isSmall(simplex: readonly (readonly number[])[], values: readonly Evaluation[], tolerance: number): boolean {
  const best = values[0].value;
  const spread = Math.max(...values.map(({ value }) => Math.abs(value - best)));
  const size = Math.max(...simplex.map((u) => Math.max(...u.map((x, i) => Math.abs(x - simplex[0][i])))));
  return spread <= tolerance * Math.max(Math.abs(best), tolerance) && size <= Math.sqrt(tolerance);
}
